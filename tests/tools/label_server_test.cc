// semilin label --serve: labels are saved whatever happens, strangers are
// refused, and trainings bring other documents.
#include <atomic>

#include "support/browser.h"
#include "support/server.h"

namespace semilin::test {
namespace {

std::string topic(const json& row) {
  const bool hockey =
      row["text"].get<std::string>().find("puck") != std::string::npos;
  return hockey ? "hockey" : "space";
}

// The ids of the lines, behind a header that is right.
Strings saved_ids(const Workshop& shop) {
  const std::string table = shop.read("d.labels.tsv");
  REQUIRE(table.starts_with(kHeader));
  REQUIRE(table.ends_with('\n'));
  Strings ids;
  for (std::size_t at = table.find('\n') + 1; at < table.size();
       at = table.find('\n', at) + 1)
    ids.push_back(table.substr(at, table.find('\t', at) - at));
  return ids;
}

}  // namespace

TEST_CASE("labels that the server acknowledged survive kill -9, and go on") {
  const Workshop shop({{"d.csv", two_topics(60)}});
  Strings acknowledged;
  {
    Server server(shop, "d.csv -n 40");
    CHECK(server.process_name() == "semilin");
    const json rows = server.rows();
    REQUIRE(rows.size() == 40);
    std::jthread labeling([&] {
      for (const json& row : rows) {
        const std::string id = row["id"].get<std::string>();
        if (!server.label(id, topic(row))) break;
        acknowledged.push_back(id);
      }
    });
    CHECK(in_time([&] { return saved_ids(shop).size() >= 10; }));
    CHECK(server.stop(SIGKILL) == -1);
    labeling.join();
  }
  Strings saved = saved_ids(shop);
  CHECK(acknowledged.size() >= 9);
  CHECK(saved.size() <= acknowledged.size() + 1);
  saved.resize(acknowledged.size());
  CHECK(saved == acknowledged);

  const std::size_t before = saved_ids(shop).size();
  shop.write("d.labels.tsv", shop.read("d.labels.tsv") + "d59\tspa");
  Server server(shop, "d.csv -n 40");
  CHECK(shop.read("said").starts_with(
      "semilin: warning: d.labels.tsv: the last line does not end and is "
      "removed: 'd59\\x09spa'\n"));
  CHECK(server.state()["labeled"] == before);
  const std::set<std::string> known(saved.begin(), saved.end());
  std::size_t more = 0;
  for (const json& row : server.rows()) {
    const bool earlier = row["reason"] == "labeled earlier";
    CHECK(earlier >= known.contains(row["id"].get<std::string>()));
    if (earlier) continue;
    if (more++ < 10) CHECK(server.label(row["id"], topic(row)));
  }
  CHECK(server.stop(SIGINT) == 0);
  CHECK(shop.read("said").ends_with(
      "The server has ended; labels in d.labels.tsv: " +
      std::to_string(before + 10) + ".\n"));
  CHECK(saved_ids(shop).size() == before + 10);
  shop.run("train -q d.csv --labels d.labels.tsv --method da -o m");
}

TEST_CASE("the server refuses what does not come from its page") {
  const Workshop shop({{"d.csv", two_topics(10)}});
  Server server(shop, "-q d.csv");
  CHECK(shop.read("said") == "");
  const std::string host = "Host: " + server.host() + "\r\n";
  const std::string state = "GET " + server.root() + "state";
  CHECK(server.root().size() == 34);  // 128 bits
  for (const std::string& origin :
       {std::string(), "Origin: http://" + server.host() + "\r\n"})
    CHECK(server.request(state, host + origin).status == 200);
  check_holds(server.get("").head,
              {"text/html", "X-Content-Type-Options: nosniff"});

  const std::string get = "GET " + server.root();
  const std::string post = "POST " + server.root() + "labels";
  const std::string typed = host + "Content-Type: application/json\r\n";
  struct Refused {
    int status;
    std::string what, head, body;
  };
  for (const Refused& one : {
           Refused{403, "GET /", host, ""},
           {403, "GET /" + std::string(32, '0') + "/state", host, ""},
           {403, state, "Host: example.org\r\n", ""},
           {403, state, "", ""},
           {403, state, host + "Origin: http://example.org\r\n", ""},
           {403, state, host + "Origin: null\r\n", ""},
           {404, get + "d.csv", host, ""},
           {404, get + "../../etc/passwd", host, ""},
           {404, get + "labels", host, ""},
           {405, "PUT " + server.root() + "labels", host, ""},
           {405, "DELETE " + server.root() + "labels", host, ""},
           {411, post, typed, ""},
           {411, post, typed + "Transfer-Encoding: chunked\r\n",
            "2\r\n{}\r\n0\r\n\r\n"},
           {415, post, host + "Content-Length: 2\r\n", "{}"},
           {415, post,
            typed + "Content-Encoding: gzip\r\nContent-Length: 2\r\n", "{}"},
       }) {
    CAPTURE(one.what);
    CAPTURE(one.head);
    CHECK(server.request(one.what, one.head, one.body).status == one.status);
  }
  CHECK(server.post(std::string(100000, ' ')).status == 413);
  for (const char* body :
       {"{", "{}", "[]", R"({"id": 1, "label": "x"})", R"({"id": "d1"})"})
    CHECK(server.post(body).status == 400);
  CHECK(server.post(R"({"id": "d1", "label": "a\tb"})").body ==
        "expected the name of a class, found 'a\\x09b'");
  CHECK(server.post(R"({"id": "x<y", "label": "b"})").body ==
        "expected the id of a document on the page, found 'x<y'");
  CHECK(shop.read("d.labels.tsv") == kHeader);
}

TEST_CASE("connections that say little hold up neither others nor the end") {
  const Workshop shop({{"d.csv", two_topics(10)}});
  Server server(shop, "d.csv --random 1");
  std::vector<std::jthread> slow;
  std::atomic<int> ended = 0;
  for (int i = 0; i < 12; ++i)
    slow.emplace_back([&] {
      (void)server.send("GET / HTTP/1.1\r\nX-Header: " +
                        std::string(4000, 'x'));
      ++ended;
    });
  CHECK(in_time([&] { return ended == 12; }));
  CHECK(server.rows().size() == 10);
  const std::vector<int> connections = server.connections(12);
  const auto drip = [&] {
    for (const int connection : connections)
      (void)!::send(connection, "G", 1, MSG_NOSIGNAL);
  };
  CHECK(in_time([&] {
    drip();
    return server.get("state").status == 200;
  }));
  drip();
  CHECK(server.stop(SIGINT) == 0);
  for (const int connection : connections)
    ::close(connection);
}

TEST_CASE("a training brings guesses, other documents and what it found") {
  const Workshop shop({{"d.csv", two_topics(200)}});
  Server server(shop, "d.csv -n 20");
  const json first = server.rows();
  CHECK(in_time([&] {
    return server.state()["status"] ==
           "not trained: labels or words of at least two classes are needed";
  }));
  for (int i = 0; i < 12; ++i)
    CHECK(server.label(first[i]["id"], topic(first[i])));
  CHECK(in_time([&] {
    const json state = server.state();
    return server.tells("Trained on 12 labels (committee, ") &&
           state["told"].size() == 3 && state["status"] == "";
  }));
  const json state = server.state();
  // with all twelve, or those by which the vote was last weighed
  CHECK(state["told"][2].get<std::string>().starts_with(
      "Expected accuracy with 1"));
  CHECK(state["round"] >= 1);
  CHECK(state["told"][1] ==
        "Predicted class sizes: hockey 50.0 %, space 50.0 %.");

  const json second = server.rows();
  CHECK(second.size() == 12 + 20);
  std::set<std::string> ids;
  for (const json& row : first)
    ids.insert(row["id"]);
  int other = 0;
  for (std::size_t i = 0; i < second.size(); ++i) {
    if (i < 12) {
      CHECK(second[i]["id"] == first[i]["id"]);
    } else {
      CHECK(second[i]["guess"] == topic(second[i]));
      other += ids.contains(second[i]["id"]) ? 0 : 1;
    }
  }
  CHECK(other > 10);

  CHECK(server.label(second[12]["id"], "Space, hockey"));
  CHECK(saved_ids(shop).size() == 13);
  CHECK(server.stop(SIGTERM) == 0);
}

TEST_CASE("the page that is served: reload, a second browser, new documents") {
  if (!has_browser()) return;
  const Workshop shop(
      {{"d.csv", two_topics(200) +
                     "x,<script>document.title = 'harmed'</script> puck,\n"}});
  Server server(shop, "d.csv -n 201");
  DrivenBrowser browser(shop, "first");
  browser.open(server.address());
  const auto label = [](DrivenBrowser& page, int count) {
    (void)page.run("for (let i = 0; i < " + std::to_string(count) + R"(; ++i) {
           const press = (key, target) => target.dispatchEvent(
               new KeyboardEvent('keydown', {key, bubbles: true}));
           const text = element('text').textContent;
           const name = text.includes('puck') ? 'hockey' : 'space';
           const key = classes().indexOf(name) + 1;
           element('search').value = name;
           if (key) press(String(key), document.body);
           else press('Enter', element('search'));
         })");
  };
  const auto comes = [](DrivenBrowser& page, const std::string& script) {
    return in_time([&] { return page.run(script) == true; });
  };
  label(browser, 20);
  CHECK(comes(browser, "waiting.length === 0"));
  CHECK(saved_ids(shop).size() == 20);
  CHECK(comes(browser,
              "element('told').textContent.startsWith("
              "'Labels saved: 20.Trained on ')"));
  CHECK(comes(browser, "rows.filter((row) => row.guess).length > 150"));
  CHECK(browser.run("document.title") == "Labels for d.csv");

  browser.open(server.address());
  CHECK(browser.run("answers.size") == 20);
  // the table that it offers has the beginning of each text
  CHECK(browser.run("table().includes(rows[0].beginning) && "
                    "rows[0].beginning !== ''") == true);
  CHECK(browser.run("element('guess').textContent.includes('guess: ')") ==
        true);
  (void)browser.run("undo()");
  CHECK(comes(browser, "waiting.length === 0"));
  CHECK(server.state()["labeled"] == 19);

  DrivenBrowser other(shop, "second");
  other.open(server.address());
  CHECK(other.run("answers.size") == 19);
  label(other, 2);
  CHECK(comes(browser, "answers.size === 21"));
  CHECK(saved_ids(shop).size() == 23);

  CHECK(server.stop(SIGKILL) == -1);
  label(browser, 1);
  CHECK(comes(browser,
              "element('told').textContent.startsWith("
              "'Labels not saved yet: 1 (')"));
}

TEST_CASE("two who label at once share few documents, and decide disputes") {
  if (!has_browser()) return;
  const Workshop shop({{"d.csv", two_topics(200)}});
  Server server(shop, "d.csv -n 200 --classes hockey,space");
  DrivenBrowser ana(shop, "ana"), ben(shop, "ben");
  const auto all = [&](const std::string& script) {
    for (DrivenBrowser* one : {&ana, &ben})
      (void)one->run(script);
  };
  for (DrivenBrowser* one : {&ana, &ben}) {
    one->open(server.address());
    (void)one->run(std::string("element('annotator').value = '") +
                   (one == &ana ? "ana" : "ben") +
                   "'; element('annotator').dispatchEvent(new Event('change'));"
                   "var label = async () => { for (let i = 0; i < 40; ++i) {"
                   "  answer([me === 'ana' ? 'space' : 'hockey']);"
                   "  await deliver(); } }; 0");
  }
  all("label(); 0");
  for (DrivenBrowser* one : {&ana, &ben})
    REQUIRE(in_time([&] {
      return one->run("answers.size === 40 && waiting.length === 0") == true;
    }));

  CHECK(saved_ids(shop).size() == 80);  // none is lost
  std::map<std::string, int> seen;
  for (const std::string& id : saved_ids(shop))
    ++seen[id];
  const auto shared = std::ranges::count_if(
      seen, [](const auto& one) { return one.second == 2; });
  CHECK(shared >= 4);
  CHECK(shared <= 10);

  // a key goes to a dispute, and the class that is given there counts
  const std::string disputed =
      "disputes().length === " + std::to_string(shared);
  REQUIRE(in_time([&] { return ana.run(disputed) == true; }));
  const std::string id =
      ana.run("go_to_dispute(); const id = rows[at].id; answer(['space']); id")
          .get<std::string>();
  REQUIRE(in_time([&] { return ana.run("waiting.length === 0") == true; }));
  CHECK(server.label(id, "hockey", "ben"));  // which does not overrule it
  CHECK(in_time([&] { return ben.run("disputes().length") == shared - 1; }));
  CHECK(server.stop(SIGINT) == 0);
  shop.run(
      "train -q d.csv --labels d.labels.tsv --method svm -o m --labels-out t "
      "--report r.html");
  const json report = data_of(shop.read("r.html"));
  for (const json& one : report["agreement"]["disputed"])
    CHECK(one["id"] != id);
  CHECK(holds(shop.read("d.labels.tsv"), "\tdecided\tana\t"));
}

TEST_CASE("whoever hears of another name goes on at the same place") {
  if (!has_browser()) return;
  const Workshop shop({{"d.csv", two_topics(100)}});
  Server server(shop, "d.csv -n 100 --classes hockey,space");
  DrivenBrowser ana(shop, "ana");
  ana.open(server.address());
  const json found = ana.run(R"((() => {
    element('annotator').value = 'ana';
    element('annotator').dispatchEvent(new Event('change'));
    go(next());
    go(next());
    const before = rows.filter(is_shared).map((row) => row.id);
    const [id, place] = [rows[at].id, at];
    others = [['d1', {labels: ['space'], answer: ''}, 'ben']];
    rearrange();
    return [place, at, rows[at].id === id,
            rows.slice(at, at + 5).filter(is_shared).length,
            rows.length, before.length === rows.filter(is_shared).length];
  })())");
  CHECK(found == json({2, 2, true, 1, 100, true}));
}

TEST_CASE("classes are renamed, merged and removed on the page") {
  if (!has_browser()) return;
  const Workshop shop({{"d.csv", two_topics(60)}});
  Server server(shop, "d.csv -n 40 --classes hokey,hockey,space,none");
  const json rows = server.rows();
  for (int i = 0; i < 8; ++i)
    CHECK(server.label(rows[i]["id"], topic(rows[i]) == "space" ? "space"
                                      : i < 4                   ? "hokey"
                                                                : "hockey"));
  DrivenBrowser browser(shop, "first");
  browser.open(server.address());
  (void)browser.run(
      "element('old_name').value = 'hokey'; element('new_name').value = "
      "'hockey'; element('rename').click(); element('old_name').value = "
      "'none'; show_names(); element('remove').click()");
  REQUIRE(in_time([&] { return browser.run("waiting.length === 0") == true; }));
  CHECK(browser.run("classes().join()") == "hockey,space");
  const json state = server.state();
  CHECK(state["classes"] == json({"hockey", "space"}));
  CHECK(state["labeled"] == 8);
  for (const json& one : state["labels"])
    CHECK(one[1] != json({"hokey"}));
  CHECK(state["told"].back() ==
        "Where DATA has labels of the old names, add --rename hokey=hockey.");
  const auto refused = [&](const char* body) {
    return server.post(body, "classes");
  };
  CHECK(refused(R"({"class": "space", "name": ""})")
            .body.starts_with("expected a class without a label, found "));
  CHECK(refused(R"({"class": "x", "name": "y"})").status == 400);
  CHECK(refused(R"({"class": "space", "name": "a\tb"})").status == 400);
  CHECK(refused("{").status == 400);
  CHECK(browser.run("rename_class('space', 'stars'); classes().join()") ==
        "hockey,stars");
  CHECK(in_time([&] {
    return server.state()["classes"] == json({"hockey", "stars"});
  }));
  browser.open(server.address());
  CHECK(browser.run("classes().join()") == "hockey,stars");
}

TEST_CASE("the server takes the method and the guesses of a model") {
  const Workshop shop({{"d.csv", two_topics(40, 10)}});
  shop.run("train -q d.csv --method tsvm -o m");
  Server server(shop, "d.csv --model m -n 10");
  const json rows = server.rows();
  CHECK(rows.size() == 10);
  for (const json& row : rows) {
    CHECK(row["guess"] == topic(row));
    CHECK(row["reason"] != "");
  }
  CHECK(in_time([&] { return server.tells("Trained on 10 labels (tsvm, "); }));
}

TEST_CASE("a server whose documents all have labels trains and goes on") {
  const Workshop shop({{"d.csv", two_topics(12, 4)}});
  {
    const Server server(shop, "d.csv");
    for (const json& row : server.rows())
      CHECK(server.label(row["id"], topic(row)));
    CHECK(in_time([&] { return server.tells("Trained on 12 labels ("); }));
  }
  const Server server(shop, "d.csv");
  CHECK(server.rows().size() == 8);
  CHECK(in_time([&] { return server.tells("Trained on 12 labels ("); }));
}

TEST_CASE("label sets train a model, whose guesses the page accepts") {
  const Workshop shop;
  std::string table = "id,text,label\n";
  const Strings texts = {"loan bank", "goal team", "loan bank goal team"};
  const Strings labels = {"money", "sport", "money;sport"};
  for (int i = 0; i < 60; ++i)
    table += "d" + std::to_string(i) + "," + texts[i % 3] + " w" +
             std::to_string(i % 5) + "," + (i > 20 ? "" : labels[i % 3]) + "\n";
  shop.write("d.csv", table);
  shop.run("label -q d.csv -o p.html --label-separator ';'");
  check_members(data_of(shop.read("p.html")),
                {{"classes", {"money", "sport"}}, {"separator", ";"}});
  Server server(shop, "d.csv --label-separator ';'");
  CHECK(in_time([&] { return server.state()["round"] >= 1; }));
  CHECK(server.tells("Trained on 21 labels (da, "));
  CHECK(server.state()["told"][1] ==
        "Predicted class sizes: money 66.7 %, sport 66.7 %.");
  for (const json& row : server.rows()) {
    const auto has = [&](const char* word) {
      return row["text"].get<std::string>().find(word) != std::string::npos;
    };
    json expected = json::array();
    if (has("loan")) expected.push_back("money");
    if (has("goal")) expected.push_back("sport");
    CHECK(row["guess"] == expected);
  }
  CHECK(server.answers(400, {{"id", "d30"}, {"label", {"a", "x;y"}}}));
  for (const auto& [given, stored] : std::map<json, json>{
           {{"c", "a"}, {"a", "c"}}, {json::array(), json::array()}}) {
    CHECK(server.label("d30", given));
    CHECK(server.state()["labels"] == json::array({{"d30", stored, "", ""}}));
  }
  CHECK(holds(shop.read("d.labels.tsv"), "\nd30\ta;c\t"));
  CHECK(server.label("d30", ""));
  CHECK(server.state()["labels"].empty());
  if (!has_browser()) return;
  DrivenBrowser browser(shop, "profile");
  browser.open(server.address());
  const auto id = browser.run("rows[at].id").get<std::string>();
  const json guess = browser.run("rows[at].guess");
  CHECK(browser.run("document.querySelectorAll('button.guess').length") ==
        guess.size());
  (void)browser.run("element('accept').click()");
  CHECK(in_time([&] { return browser.run("waiting.length === 0") == true; }));
  CHECK(server.state()["labels"] == json::array({{id, guess, "", ""}}));
}

TEST_CASE("words of the page train without a label, are saved and come back") {
  const Workshop shop(
      {{"d.csv", two_topics(60)}, {"w.txt", "space: orbit\nhockey: puck\n"}});
  const auto has = [](const json& words, const std::string& name,
                      const json& chip) {
    return words.contains(name) &&
           std::count(words[name].begin(), words[name].end(), chip) == 1;
  };
  {
    Server server(shop, "d.csv -n 20 --seed-words w.txt --classes chess,space");
    CHECK(server.state()["classes"] == json({"chess", "space", "hockey"}));
    CHECK(in_time([&] { return server.state()["round"] == 2; }));
    CHECK(server.tells("Trained on 0 labels and 2 keywords ("));
    for (const json& row : server.rows())
      CHECK(row["guess"] == topic(row));
    const json words = server.state()["words"];
    CHECK(has(words, "hockey", {"puck", true}));
    CHECK(has(words, "hockey", {"ice", false}));
    CHECK(has(words, "space", {"rocket", false}));
    const auto chooses = [&](const std::string& name, const std::string& word,
                             bool chosen, int status) {
      return server.answers(
          status, {{"class", name}, {"word", word}, {"chosen", chosen}},
          "words");
    };
    CHECK(chooses("hockey", "puck ice", true, 200));
    CHECK(chooses("space", "orbit", false, 200));
    CHECK(has(server.state()["words"], "space", {"orbit", false}));
    const std::string words_so_far =
        "class\twords\nhockey\tpuck\nhockey\t\"\"\"puck ice\"\"\"\n";
    CHECK(shop.read("d.words.tsv") == words_so_far);
    shop.write("d.words.tsv", words_so_far + "space\tmoon\n");  // by hand
    CHECK(chooses("chess", "gambit", true, 200));  // which no document has
    CHECK(shop.read("d.words.tsv") ==
          words_so_far + "space\tmoon\nchess\tgambit\n");
    CHECK(chooses("a\tb", "x", true, 400));
    CHECK(chooses("a", "x\"y", true, 400));
    CHECK(server.answers(400, {{"class", "a"}, {"word", "x"}}, "words"));
    CHECK(server.answers(400, json::array(), "words"));
    if (has_browser()) {
      DrivenBrowser browser(shop, "profile");
      browser.open(server.address());
      const std::string chip =
          "[...document.querySelectorAll('#chips button')]"
          ".find((chip) => chip.textContent === 'rocket')";
      REQUIRE(in_time([&] { return browser.run("!!" + chip) == true; }));
      (void)browser.run(chip + ".click()");
      CHECK(
          in_time([&] { return browser.run("waiting.length === 0") == true; }));
      CHECK(holds(shop.read("d.words.tsv"), "\nspace\trocket\n"));
    }
  }
  Server server(shop, "d.csv");
  CHECK(server.state()["classes"] == json({"hockey", "space", "chess"}));
  CHECK(has(server.state()["words"], "hockey", {"puck ice", true}));
  CHECK(server.state()["words"]["chess"] ==
        json::parse(R"([["gambit", true]])"));
}

TEST_CASE("DATA may follow --serve, and the port has an option of its own") {
  const Workshop shop;
  CHECK(shop.semilin("label --serve absent.csv -n 4")
            .err.starts_with("semilin: absent.csv: "));
  CHECK(shop.semilin("label --serve --port 70000 d.csv")
            .err.starts_with("semilin: --port: "));
  CHECK(shop.semilin("label --port 8000 d.csv").status == 2);
}

TEST_CASE("a browser that dies fails the test that drives it" *
          doctest::should_fail()) {
  const Workshop shop;
  DrivenBrowser browser(shop, "profile", "false");
  browser.open("about:blank");
}

}  // namespace semilin::test
