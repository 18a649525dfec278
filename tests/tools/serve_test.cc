// semilin serve: programs get the labels that predict prints, others a line.
#include "support/server.h"

namespace semilin::test {
namespace {

constexpr const char* kJson = "application/json";

// Whether this build has a server.
bool serves(const Workshop& shop, const std::string& model) {
  const std::string said =
      shop.semilin("serve " + model + " --host nowhere").err;
  if (said.find("this build has no server") == said.npos) return true;
  MESSAGE("SKIPPED: the command was built without libevent");
  return false;
}

Reply ask(const Server& server, const std::string& body,
          const std::string& type = kJson, const std::string& more = "") {
  return server.request("POST /predict",
                        "Host: a\r\nContent-Type: " + type + "\r\n" + more +
                            "Content-Length: " + std::to_string(body.size()) +
                            "\r\n",
                        body);
}

}  // namespace

TEST_CASE("serve gives documents the predictions that predict prints") {
  const Workshop shop({{"d.csv", two_topics(60, 20)}});
  for (const std::string& options :
       {std::string(), std::string("--least-probability 0.999")}) {
    CAPTURE(options);
    shop.run("train -q d.csv -o m");
    if (!serves(shop, "m")) return;
    const Server server(shop, "m --port 0 " + options, "serve");
    CHECK(server.root() == "/predict");
    json documents = json::array();
    std::istringstream lines(shop.read("d.csv"));
    std::string line;
    std::getline(lines, line);
    while (std::getline(lines, line)) {
      const std::size_t comma = line.find(',');
      documents.push_back(
          {{"id", line.substr(0, comma)},
           {"text", line.substr(comma + 1, line.rfind(',') - comma - 1)},
           {"meta", {{"deep", {1, {2}}}}}});
    }
    const Reply reply = ask(server, documents.dump());
    CHECK(reply.status == 200);
    CHECK(holds(reply.head, kJson));
    CHECK(reply.body == shop.run("predict m d.csv --to json " + options));
    CHECK(ask(server, "[]").body == "[\n]\n");
    json texts = json::array();
    for (const json& one : documents)
      texts.push_back(one["text"]);
    const json again = json::parse(
        ask(server, texts.dump(), "application/json; charset=utf-8").body);
    CHECK(again.size() == 60);
    CHECK(again[59]["id"] == "60");
    CHECK(again[59]["classes"] == json::parse(reply.body)[59]["classes"]);
  }
}

TEST_CASE("serve reads the members that were the text of the training") {
  Strings lines = {"name,title,body,label"};
  for (int i = 0; i < 20; ++i)
    lines.push_back(
        std::to_string(i) + (i % 2 == 0 ? ",puck,ice w" : ",orbit,moon w") +
        std::to_string(i % 3) + (i % 2 == 0 ? ",hockey" : ",space"));
  std::string table;
  for (const std::string& line : lines)
    table += line + "\n";
  const Workshop shop({{"d.csv", table}});
  shop.run("train -q d.csv --text-column title,body --id-column name -o m");
  if (!serves(shop, "m")) return;
  const Server server(shop, "m --port 0", "serve");
  const json found = json::parse(
      ask(server, R"([{"name": 7, "title": "orbit", "body": "moon"}, "puck"])")
          .body);
  CHECK(found[0]["id"] == "7");
  CHECK(found[0]["label"] == "space");
  CHECK(found[0]["terms"] == 2);
  CHECK(found[1]["label"] == "hockey");
  CHECK(ask(server, R"([{"title": "orbit"}])").body ==
        "document 1: expected a text, or an object with the text 'body'\n");
}

TEST_CASE("serve answers what it refuses by one line, and goes on") {
  const Workshop shop({{"d.csv", two_topics(40, 20)}});
  shop.run("train -q d.csv -o m");
  if (!serves(shop, "m")) return;
  CHECK(holds(shop.refused("serve m --host nowhere", 2), "--host"));
  CHECK(holds(shop.refused("serve m --port 70000", 2), "--port"));
  const Server server(shop, "m --port 0", "serve");
  const std::string port = server.host().substr(10);
  CHECK(holds(shop.refused("serve m --port " + port), "is not available"));
  const std::string deep(100000, '[');
  const std::string many = "[" + std::string(100000, ' ');
  struct Refused {
    int status;
    std::string body, type = kJson, more = "";
  };
  for (const Refused& one :
       {Refused{400, ""},
        {400, "{}"},
        {400, "\"a\""},
        {400, "[1]"},
        {400, "[null]"},
        {400, R"([{"id": "a"}])"},
        {400, R"([{"text": []}])"},
        {400, "[\"\\ud800\"]"},
        {400, "[\"\xff\"]"},
        {400, "[\"a\"] x"},
        {400, deep},
        {400, many},
        {415, "[]", "text/plain"},
        {415, "[]", kJson, "Content-Encoding: gzip\r\n"},
        {403, "[]", kJson, "Origin: http://127.0.0.1\r\n"}}) {
    const std::string shown = one.body.substr(0, 20) + one.type + one.more;
    CAPTURE(shown);
    const Reply reply = ask(server, one.body, one.type, one.more);
    CHECK(reply.status == one.status);
    CHECK(reply.body.find('\n') == reply.body.size() - 1);
    CHECK(reply.body.size() < 100);
  }
  CHECK(ask(server, std::string(std::size_t{9} << 20, ' ')).status == 413);
  CHECK(server.request("GET /predict", "Host: a\r\n").status == 404);
  CHECK(server.request("GET /../d.csv", "Host: a\r\n").status == 404);
  CHECK(server.request("PUT /predict", "Host: a\r\n").status == 405);
  std::string list = "[\"\"";
  for (int i = 0; i < (1 << 19); ++i)
    list += ",\"\"";
  CHECK(ask(server, list + "]").body ==
        "expected at most 524,288 documents, found 524,289\n");
  CHECK(json::parse(ask(server, R"(["puck"])").body)[0]["label"] == "hockey");
}

TEST_CASE("serve wants a model that reads documents") {
  const Workshop shop({{"d", topic_rows(2, 40, 40)}});
  shop.run("train -q d -o m");
  if (!serves(shop, "m")) return;
  CHECK(shop.refused("serve m") ==
        "semilin: m: expected a model of documents without vectors\n");
}

}  // namespace semilin::test
