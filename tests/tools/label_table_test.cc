// The table of a server, and DATA, may change while it runs; descriptors may
// end.
#include <sys/resource.h>

#include "support/server.h"

namespace semilin::test {
namespace {

TEST_CASE("labels go to the file that has the name") {
  const Workshop shop({{"d.csv", two_topics(40, 2)}});
  Server server(shop, "d.csv");
  const json rows = server.rows();
  REQUIRE(server.label(rows[0]["id"], "space"));
  const std::string other = rows[9]["id"].get<std::string>() + "\thockey\t";
  shop.write("edited", shop.read("d.labels.tsv") + other + "\t\n");
  std::filesystem::rename(shop.path("edited"), shop.path("d.labels.tsv"));
  REQUIRE(server.label(rows[1]["id"], "hockey"));
  CHECK(holds(shop.read("d.labels.tsv"), "\n" + other));
  CHECK(holds(shop.read("d.labels.tsv"),
              "\n" + rows[1]["id"].get<std::string>() + "\thockey\t"));
  // what was removed or emptied comes back with the next label
  for (int i = 2; i < 4; ++i) {
    const std::string before = shop.read("d.labels.tsv");
    if (i == 2)
      std::filesystem::remove(shop.path("d.labels.tsv"));
    else
      shop.write("d.labels.tsv", "");
    REQUIRE(server.label(rows[i]["id"], "space"));
    CHECK(shop.read("d.labels.tsv")
              .starts_with(before + rows[i]["id"].get<std::string>() +
                           "\tspace\t"));
  }
  CHECK(server.state()["labeled"] == 5);
  // another tool's file is left alone, however often one tries
  const std::string saved = shop.read("d.labels.tsv");
  shop.write("d.labels.tsv", "id,label\nd1,space\n");
  for (int i = 0; i < 2; ++i)
    CHECK_FALSE(server.label(rows[4]["id"], "space"));
  CHECK(shop.read("d.labels.tsv") == "id,label\nd1,space\n");
  shop.write("d.labels.tsv", saved);
  CHECK(server.label(rows[4]["id"], "space"));
  CHECK(server.state()["labeled"] == 6);
}

TEST_CASE("a label changed or taken back is a later line, which counts") {
  const Workshop shop({{"d.csv", two_topics(10)}});
  {
    Server server(shop, "d.csv --random 1");
    CHECK(server.label("d1", "space"));
    CHECK(server.label("d2", "space"));
    CHECK(server.label("d3", "Cars: \"new\""));
    CHECK(server.label("d1", "hockey"));
    CHECK(server.label("d2", ""));
    CHECK(server.state()["labels"] ==
          json::parse(R"([["d3", ["Cars: \"new\""], "", ""],
                         ["d1", ["hockey"], "", ""]])"));
    for (const char* name : {"?", "a\tb", "a\nb"})
      CHECK_FALSE(server.label("d4", name));
  }
  CHECK(shop.read("d.labels.tsv") ==
        std::string(kHeader) +
            "d1\tspace\trandom\t1\t\t\tpuck ice w1 v1\n"
            "d2\tspace\trandom\t1\t\t\trocket orbit w2 v2\n"
            "d3\t\"Cars: \"\"new\"\"\"\trandom\t1\t\t\tpuck ice w3 v3\n"
            "d1\thockey\trandom\t1\t\t\tpuck ice w1 v1\n"
            "d2\t\trandom\t1\t\t\trocket orbit w2 v2\n");
  Server server(shop, "d.csv");
  CHECK(server.state()["labeled"] == 2);
  CHECK(server.state()["classes"] == json({"Cars: \"new\"", "hockey"}));
  CHECK(server.rows().size() == 10);
  // names of any kind come back
  Strings names = {"\"A\" x", "a, b", "1.10", "1.1"};
  for (std::size_t i = 0; i < names.size(); ++i)
    REQUIRE(server.label("d" + std::to_string(4 + i), names[i]));
  shop.run(
      "train d.csv -q --method svm --labels d.labels.tsv -o m --summary s "
      "--min-documents 1");
  json classes = shop.summary()["classes"];
  std::sort(classes.begin(), classes.end());
  names.insert(names.end(), {"Cars: \"new\"", "hockey"});
  std::sort(names.begin(), names.end());
  CHECK(classes == names);
}

TEST_CASE("the server refuses a file of labels that is not its own") {
  const Workshop shop({{"d.csv", two_topics(10)}});
  const auto said = [&](const std::string& arguments) {
    const auto outcome = shop.semilin("label d.csv --serve " + arguments);
    CHECK(outcome.out == "");
    return outcome.err;
  };
  {
    const Server server(shop, "d.csv");
    CHECK(said("") ==
          "semilin: d.labels.tsv: another semilin label --serve writes it\n");
  }
  CHECK(said("-o page.html") ==
        "semilin: --output: expected a name that ends in .tsv, found "
        "'page.html' (see semilin label --help)\n");
  CHECK(said("--labels d.labels.tsv") ==
        "semilin: --labels: writing 'd.labels.tsv' would replace a file that "
        "is read or written as well (see semilin label --help)\n");
  shop.write("d.labels.tsv", "id\tlabel\n1\tx");
  CHECK(said("") ==
        "semilin: d.labels.tsv:1:1: expected the columns id, label, chosen, "
        "drawn_with, answer, annotator and text of a tab-separated table, "
        "found 'id\\x09label'\n");
  CHECK(shop.read("d.labels.tsv") == "id\tlabel\n1\tx");
  shop.write("twice.csv", "id,text,label\na,one,\na,two,\n");
  CHECK(shop.semilin("label -q twice.csv --serve -o new.tsv").err ==
        "semilin: twice.csv: expected an id for each document, found 'a' "
        "of line 2 again on line 3\n");
  const auto full =
      shop.shell("timeout 60 " + Workshop::command() +
                 " label -q d.csv --serve -o new.tsv > /dev/full");
  CHECK(full.status == 1);
  CHECK(full.err == "semilin: standard output: cannot write\n");
  CHECK(
      shop.shell(Workshop::command() + " label --text - --serve < d.csv").err ==
      "semilin: --serve: DATA must be a file, not standard input "
      "(see semilin label --help)\n");
}

TEST_CASE("answers and annotators are stored, and their agreement is shown") {
  const Workshop shop({{"d.csv", two_topics(40, 2)}});
  Server server(shop, "d.csv --random 1");
  for (const char* id : {"d2", "d3", "d4", "d5"})
    CHECK(server.label(id, "space", "ana"));
  CHECK(server.label("d2", "space", "ben"));
  CHECK(server.label("d3", "hockey", "ben"));
  CHECK(server.label("d4", "", "ben", "unsure"));
  CHECK(server.label("d5", "", "ben", "none"));
  CHECK(server.label("d6", "", "ana", "none"));
  CHECK(server.answers(400, {{"id", "d6"},
                             {"label", ""},
                             {"annotator", "ana"},
                             {"answer", "perhaps"}}));
  CHECK(server.answers(
      400, {{"id", "d6"}, {"label", "space"}, {"annotator", "a\tb"}}));
  CHECK(server.state()["labeled"] == 9);
  CHECK(server.state()["told"].back() ==
        "Annotators: ana 5, ben 4; they agree on 33.3 % of 3 documents that "
        "several labeled (Krippendorff's alpha -0.11).");
  CHECK(server.stop(SIGINT) == 0);
  CHECK(holds(shop.read("d.labels.tsv"),
              "\nd5\t\trandom\t1\tnone\tben\tpuck ice w5 v5\n"));
  shop.run(
      "train d.csv --labels d.labels.tsv --method svm -o m --summary s "
      "--report r.html --min-documents 1");
  CHECK(shop.summary()["labeled"] == 4);  // d0 to d3
  CHECK(data_of(shop.read("r.html"))["agreement"]["documents"] == 3);
}

TEST_CASE("a server waits for no pipe, and folders have tables of their own") {
  const Workshop shop({{"d.csv", two_topics(40, 2)},
                       {"full.csv", "id,text,label\n1,loan,a\n2,goal,b\n"}});
  const auto piped = shop.shell("mkfifo d.labels.tsv && timeout 20 " +
                                Workshop::command() + " label --serve d.csv");
  CHECK(piped.status == 1);
  CHECK(holds(piped.err, "d.labels.tsv: expected a file, found a pipe"));
  CHECK(shop.shell("mkdir a b && cp d.csv a && cp d.csv b").status == 0);
  for (const std::string folder : {"a", "b"}) {
    Server server(shop, folder + "/d.csv");
    CHECK(server.label(server.rows()[0]["id"], folder));
    CHECK(holds(shop.read(folder + "/d.labels.tsv"), "\t" + folder + "\t"));
  }
  CHECK(shop.refused("label nofile.csv") ==
        "semilin: nofile.csv: there is no such file or folder\n");
  CHECK(holds(shop.refused("label --serve full.csv"),
              "full.csv: expected unlabeled documents, found none"));
  CHECK_FALSE(shop.has("full.labels.tsv"));
}

TEST_CASE("a last line that people did not end is kept") {
  for (const std::string line :
       {"d4\tspace\trandom\t0.5", "d4\tspace\t\t", "d4\tspace"}) {
    CAPTURE(line);
    const Workshop shop(
        {{"d.csv", two_topics(40, 2)},
         {"d.labels.tsv",
          std::string(kHeader) + "d2\tspace\trandom\t0.5\n" + line}});
    Server server(shop, "d.csv");
    CHECK(server.state()["labeled"] == 2);
    CHECK(server.stop(SIGINT) == 0);
    CHECK(shop.read("d.labels.tsv").ends_with(line + "\n"));
  }
}

TEST_CASE("a server notices that DATA has changed") {
  for (const std::string data : {"d.csv", "--text folder"}) {
    const Workshop shop({{"d.csv", two_topics(40, 2)}});
    REQUIRE(shop.shell("mkdir -p folder/a folder/b && echo puck > folder/a/1 "
                       "&& echo orbit > folder/b/2 && echo goal > folder/3 && "
                       "echo moon > folder/4")
                .status == 0);
    Server server(shop, data);
    const json rows = server.rows();
    shop.write("d.csv", shop.read("d.csv") + "d40,puck,\n");
    shop.write("folder/a/1", "another puck\n");
    REQUIRE(server.label(rows[0]["id"], "space"));
    CHECK(in_time([&] {
      return holds(server.state()["status"].get<std::string>(),
                   " has changed since the page was made");
    }));
  }
}

// Sanitizers look at memory through a pipe, and fail without descriptors.
#if defined(__has_feature)
constexpr bool kSanitized = __has_feature(address_sanitizer);
#else
constexpr bool kSanitized = false;
#endif

TEST_CASE("a server that runs out of descriptors is silent and recovers" *
          doctest::skip(kSanitized)) {
  const Workshop shop({{"d.csv", two_topics(40, 2)}});
  rlimit limit{};
  REQUIRE(::getrlimit(RLIMIT_NOFILE, &limit) == 0);
  rlimit few = limit;
  few.rlim_cur = 40;
  REQUIRE(::setrlimit(RLIMIT_NOFILE, &few) == 0);
  Server server(shop, "d.csv");
  REQUIRE(::setrlimit(RLIMIT_NOFILE, &limit) == 0);
  const std::vector<int> connections = server.connections(80);
  std::this_thread::sleep_for(std::chrono::milliseconds(300));
  for (const int connection : connections)
    ::close(connection);
  CHECK(server.get("state").status == 200);
  CHECK(shop.read("said").size() < 500);
}

}  // namespace
}  // namespace semilin::test
