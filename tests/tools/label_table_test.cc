// The table of a server, and DATA, may change while it runs; connections that
// last end.
#include <algorithm>
#include <csignal>
#include <filesystem>
#include <string>
#include <vector>

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include "support/command.h"
#include "support/server.h"

namespace semilin {
namespace {

using nlohmann::json;
using test::holds;
using test::in_time;
using test::kHeader;
using test::Server;
using test::Workshop;

void write_documents(const Workshop& shop) {
  std::string table = "id,text,label\n";
  for (int i = 0; i < 40; ++i)
    table += "d" + std::to_string(i) +
             (i % 2 ? ",puck ice goal," : ",rocket orbit moon,") +
             (i == 0   ? "space"
              : i == 1 ? "hockey"
                       : "") +
             "\n";
  shop.write("d.csv", table);
}

TEST_CASE("labels go to the file that has the name") {
  const Workshop shop;
  write_documents(shop);
  Server server(shop, "d.csv");
  if (!server.serves()) return;
  const json rows = server.rows();
  REQUIRE(server.label(rows[0]["id"], "space"));

  shop.write("edited", shop.read("d.labels.tsv") + "d39\thockey\t\t\n");
  std::filesystem::rename(shop.path("edited"), shop.path("d.labels.tsv"));
  REQUIRE(server.label(rows[1]["id"], "hockey"));
  CHECK(holds(shop.read("d.labels.tsv"), "\nd39\thockey"));
  CHECK(holds(shop.read("d.labels.tsv"),
              "\n" + rows[1]["id"].get<std::string>() + "\thockey\t"));

  std::filesystem::remove(shop.path("d.labels.tsv"));
  REQUIRE(server.label(rows[2]["id"], "space"));
  CHECK(shop.read("d.labels.tsv").starts_with(kHeader));
  CHECK(holds(shop.read("d.labels.tsv"),
              "\n" + rows[2]["id"].get<std::string>() + "\tspace\t"));
  CHECK(server.stop(SIGINT) == 1);
}

TEST_CASE("a last line that people did not end is kept") {
  for (const std::string line :
       {"d4\tspace\trandom\t0.5", "d4\tspace\t\t", "d4\tspace"}) {
    CAPTURE(line);
    const Workshop shop;
    write_documents(shop);
    shop.write("d.labels.tsv",
               std::string(kHeader) + "d2\tspace\trandom\t0.5\n" + line);
    Server server(shop, "d.csv");
    if (!server.serves()) return;
    CHECK(server.state()["labeled"] == 2);
    CHECK(server.stop(SIGINT) == 1);
    CHECK(shop.read("d.labels.tsv").ends_with(line + "\n"));
  }
}

TEST_CASE("names of any kind come back from the table of a server") {
  const Workshop shop;
  write_documents(shop);
  Server server(shop, "d.csv");
  if (!server.serves()) return;
  const json rows = server.rows();
  const std::vector<std::string> names = {"\"A\" x", "a, b", "1.10", "1.1"};
  for (std::size_t i = 0; i < names.size(); ++i)
    REQUIRE(server.label(rows[i]["id"], names[i]));
  for (const char* name : {"?", "a\tb", "a\nb"}) {
    CAPTURE(name);
    CHECK_FALSE(server.label(rows[5]["id"], name));
  }
  CHECK(server.stop(SIGINT) == 1);
  REQUIRE(shop.semilin("train d.csv -q --method svm --labels d.labels.tsv -o m "
                       "--summary s --min-documents 1")
              .status == 0);
  const json classes = json::parse(shop.read("s"))["classes"];
  for (const std::string& name : names)
    CHECK(std::count(classes.begin(), classes.end(), name) == 1);
}

TEST_CASE("a server without anything to label leaves no table") {
  const Workshop shop;
  shop.write("d.csv", "id,text,label\n1,loan,a\n2,goal,b\n");
  const auto outcome = shop.semilin("label --serve d.csv");
  if (outcome.status == 2) return;  // this build has no server
  CHECK(outcome.status == 1);
  CHECK(holds(outcome.err, "d.csv: expected unlabeled rows, found none"));
  CHECK_FALSE(shop.has("d.labels.tsv"));
}

TEST_CASE("a server notices that DATA has changed") {
  const Workshop shop;
  write_documents(shop);
  Server server(shop, "d.csv");
  if (!server.serves()) return;
  const json rows = server.rows();
  shop.write("d.csv", shop.read("d.csv") + "d40,puck,\n");
  REQUIRE(server.label(rows[0]["id"], "space"));
  CHECK(in_time([&] {
    return holds(server.state()["status"].get<std::string>(),
                 "d.csv has changed since the page was made");
  }));
  CHECK(server.stop(SIGINT) == 1);
}

TEST_CASE("connections that say little neither block a server nor hold it") {
  const Workshop shop;
  write_documents(shop);
  Server server(shop, "d.csv");
  if (!server.serves()) return;
  std::vector<int> connections;
  sockaddr_in there{};
  there.sin_family = AF_INET;
  there.sin_addr.s_addr = ::htonl(INADDR_LOOPBACK);
  there.sin_port =
      ::htons(static_cast<in_port_t>(std::stoi(server.host().substr(10))));
  for (int i = 0; i < 12; ++i) {
    connections.push_back(::socket(AF_INET, SOCK_STREAM, 0));
    REQUIRE(::connect(connections.back(),
                      reinterpret_cast<const sockaddr*>(&there),
                      sizeof there) == 0);
  }
  const auto drip = [&] {
    for (const int connection : connections)
      (void)!::send(connection, "G", 1, MSG_NOSIGNAL);
  };
  CHECK(in_time([&] {
    drip();
    return server.get("state").status == 200;
  }));
  drip();
  CHECK(server.stop(SIGINT) == 1);
  for (const int connection : connections)
    ::close(connection);
}

}  // namespace
}  // namespace semilin
