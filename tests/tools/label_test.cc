// semilin label: the page, and what it does in a browser (Chromium).
#include "support/browser.h"

namespace semilin::test {
namespace {

constexpr const char* kDocuments =
    "id,text,label\n"
    "a,first,space\n"
    "b,\"<b>bold</b> </script><script>document.title = 'harmed'</script>\",\n"
    "c,third,hockey\n"
    "d,\"two\nlines\",\n"
    "e,\"a \"\"quote\"\" & \xC3\xA9\",\n";

std::string ids_of(const json& data) {
  std::string ids;
  for (const json& row : data["rows"])
    ids += row["id"].get<std::string>();
  std::sort(ids.begin(), ids.end());
  return ids;
}

TEST_CASE("label makes a page of the documents without a label") {
  const Workshop shop({{"d.csv", kDocuments}});
  CHECK(shop.told("label d.csv --random 1") ==
        "Selected 3 of 3 unlabeled documents.\n"
        "Wrote 3 documents to label.html.\n"
        "Next: open it in a browser, label, download the labels, then: semilin "
        "train d.csv --labels labels.tsv -o new.model\n");
  const std::string page = shop.read("label.html");
  const json data = data_of(page);
  CHECK(data["name"] == "d.csv");
  CHECK(data["classes"] == json({"hockey", "space"}));
  CHECK(ids_of(data) == "bde");
  for (const json& row : data["rows"]) {
    CHECK(row["text"] == (row["id"] == "b"
                              ? "<b>bold</b> </script><script>document.title = "
                                "'harmed'</script>"
                          : row["id"] == "d" ? "two\nlines"
                                             : "a \"quote\" & \xC3\xA9"));
    CHECK(row["chosen"] == "random");
    CHECK(row["drawn_with"] == 1);
    CHECK(row["guess"] == "");
  }
  CHECK(page.find("<b>") == std::string::npos);
  CHECK(page.find("{{DATA}}") == std::string::npos);
  CHECK(page.find("http://") == std::string::npos);
  CHECK(page.find("https://") == std::string::npos);
}

TEST_CASE("label leaves out what a table of labels knows") {
  const Workshop shop(
      {{"d.csv", kDocuments},
       {"labels.tsv",
        "id\tlabel\tchosen\tprobability\nd\tchess\trandom\t1\n"}});
  shop.run("label -q d.csv --labels labels.tsv");
  const json data = data_of(shop.read("label.html"));
  CHECK(ids_of(data) == "be");
  CHECK(data["classes"] == json({"chess", "hockey", "space"}));
  shop.write("labels.tsv", "id\tlabel\nd\tchess\nb\tchess\nd\t\nb\tspace\n");
  shop.run("label -q d.csv --labels labels.tsv");
  CHECK(ids_of(data_of(shop.read("label.html"))) == "de");  // the last lines
  shop.write("lines", "a\n");
  CHECK(shop.semilin("label d.csv --labels lines").err ==
        "semilin: lines: expected a table of labels (.csv, .tsv, .jsonl)\n");
}

TEST_CASE("label refuses what has no text or no open label") {
  const Workshop shop({{"d.svm", "1 1:1\n? 2:1\n"}});
  CHECK(shop.semilin("label d.svm").err ==
        "semilin: d.svm: expected documents, found rows; if they are "
        "documents, add --text\n");
  shop.write("d.csv", "text,label\nall,known\n");
  CHECK(shop.semilin("label d.csv").err ==
        "semilin: d.csv: expected unlabeled documents, found none\n");
  CHECK(!shop.has("label.html"));
}

// Runs `script` in the page, which may press keys.
json in_browser(const Workshop& shop, const std::string& script) {
  return in_browser(shop, "label.html",
                    "const press = (key, target) => (target || document.body)"
                    ".dispatchEvent(new KeyboardEvent('keydown', "
                    "{key, bubbles: true, cancelable: true}));\n" +
                        script);
}

TEST_CASE("the page's table is read again, whatever its names hold") {
  if (!has_browser()) return;
  const Workshop shop(
      {{"d.csv", "id,text\n\"\"\"1\"\"\",loan\n2,goal\n3,team\n4,bank\n"}});
  shop.run("label -q d.csv");
  const json names = {"\"A\" x", "a, b", "\"", "c"};
  const json refused = {"", "?", "a\tb", "a\u0085b"};
  const json found = in_browser(
      shop, "for (const name of " + names.dump() + ") pick_or_add(name);" +
                "const result = {table: table(), named: " + refused.dump() +
                ".filter(can_name_class)};");
  CHECK(found["named"].empty());
  shop.write("l.tsv", found["table"].get<std::string>());
  shop.run(
      "train d.csv -q --method svm --labels l.tsv -o m --summary s "
      "--min-documents 1");
  const json classes = shop.summary()["classes"];
  CHECK(classes.size() == names.size());
  for (const auto& name : names)
    CHECK(std::count(classes.begin(), classes.end(), name) == 1);
}

TEST_CASE("words are chips that are chosen, added and downloaded as a table") {
  if (!has_browser()) return;
  const Workshop shop(
      {{"d.csv", two_topics(40)},
       {"w.txt", "space: rocket orbit\nhockey: puck \"ice puck\"\n"}});
  shop.run("label -q d.csv --seed-words w.txt");
  const json found = in_browser(
      shop,
      "const enter = (text) => { element('word').value = text;"
      "  press('1', element('word')); press('Enter', element('word')); };"
      "[...document.querySelectorAll('#chips button')]"
      ".find((chip) => chip.textContent === 'orbit').click();"
      "enter('space: moon, \"red planet\"'); enter('chess: <b>gambit');"
      "enter('no class');"
      "const result = {table: table_of_words(), labeled: answers.size,"
      "open: element('words').open, chips: element('chips').textContent};");
  CHECK(found["labeled"] == 0);
  CHECK(found["open"] == true);
  CHECK(found["chips"] ==
        "spacerocketorbitmoonred planethockeypuckice puck"
        "chess<b>gambit");
  const std::string words =
      "class\twords\nspace\trocket\nspace\tmoon\n"
      "space\t\"\"\"red planet\"\"\"\nhockey\tpuck\n"
      "hockey\t\"\"\"ice puck\"\"\"\n"
      "chess\t<b>gambit\n";
  CHECK(found["table"] == words);
  shop.write("words.tsv", words);
  shop.run("train -q d.csv --method da -o m --seed-words words.tsv");
  CHECK(shop.run("inspect m").find("red planet") != std::string::npos);
  // a model's words come with words that it proposes
  shop.run("label -q d.csv --model m");
  const json page = data_of(shop.read("label.html"));
  for (const json& row : page["rows"]) {
    CHECK(row["guess"] != "");
    CHECK(row["reason"] != "");
    CHECK(row["drawn_with"] > 0);
  }
  const json chips = page["words"]["space"];
  CHECK(std::count(chips.begin(), chips.end(), json({"rocket", true})) == 1);
  CHECK(std::count(chips.begin(), chips.end(), json({"orbit", false})) == 1);
}

TEST_CASE("keywords are marked whatever their characters") {
  if (!has_browser()) return;
  const Workshop shop(
      {{"d.csv",
        "id,text\n1,\"An E-mail - on c++, a/b, $1, [y] and (x).\"\n"}});
  shop.run("label -q d.csv");
  const json found =
      in_browser(shop,
                 "element('word').value = 'post: e-mail c++ a/b (x) $1 [y] -';"
                 "press('1', element('word')); press('Enter', element('word'));"
                 "const result = [...document.querySelectorAll('#text mark')]"
                 ".map((mark) => mark.textContent);");
  CHECK(found == json({"E-mail", "-", "c++", "a/b", "$1", "[y]", "(x)"}));
}

TEST_CASE("the page labels by keys, undoes, and keeps labels for a reload") {
  if (!has_browser()) return;
  const Workshop shop({{"d.csv", kDocuments}});
  shop.run("label -q d.csv --random 1");
  const json rows = data_of(shop.read("label.html"))["rows"];
  const auto id = [&](int row) { return rows[row]["id"].get<std::string>(); };
  const std::string ask =
      "const result = {table: table(), added: added, at: at,"
      "title: document.title, text: element('text').textContent,"
      "offered: typeof offered === 'undefined' ? '' : offered};";

  const json first =
      in_browser(shop,
                 "press('1'); press('2'); press('u'); press('?'); press('/');"
                 "element('search').value = 'Cars:  <new>';"
                 "element('search').dispatchEvent(new Event('input'));"
                 "const offered = element('classes').textContent;"
                 "press('Enter', element('search'));" +
                     ask);
  CHECK(first["title"] == "Labels for d.csv");  // no text was run
  CHECK(first["offered"] == "new class: Cars: <new>");
  CHECK(first["added"] == json({"Cars: <new>"}));
  const std::string header =
      "id\tlabel\tchosen\tdrawn_with\tanswer\tannotator\ttext\n";
  const auto line = [&](int row, const std::string& label,
                        const std::string& answer) {
    std::string text = rows[row]["text"];
    for (char& c : text)
      c = c == '\n' ? ' ' : c == '"' ? '\'' : c;
    return id(row) + "\t" + label + "\trandom\t1\t" + answer + "\t\t" + text +
           "\n";
  };
  CHECK(first["table"] == header + line(0, "hockey", "") +
                              line(1, "", "unsure") +
                              line(2, "Cars: <new>", ""));

  // at the end a digit labels nothing
  const json second =
      in_browser(shop,
                 "press('1'); press('ArrowLeft'); press('ArrowLeft');"
                 "press('ArrowLeft'); press('3'); press('ArrowLeft');"
                 "press('ArrowLeft'); press('ArrowLeft'); press('ArrowLeft');" +
                     ask);
  CHECK(second["table"] == header + line(0, "Cars: <new>", "") +
                               line(1, "", "unsure") +
                               line(2, "Cars: <new>", ""));
  CHECK(second["at"] == 0);
  CHECK(second["text"] == rows[0]["text"]);
}

TEST_CASE("declared classes keep their buttons, also names of JavaScript") {
  if (!has_browser()) return;
  const Workshop shop(
      {{"d.csv", kDocuments},
       {"w.csv",
        "class,words\n__proto__,\"quote, two\"\nabsent,nowhere\n"
        "constructor,bold\n"}});
  shop.run(
      "label -q d.csv --random 1 --seed-words w.csv "
      "--classes toString,b");
  const json rows = data_of(shop.read("label.html"))["rows"];
  const json found = in_browser(
      shop,
      "const buttons = [...document.querySelectorAll('#classes button')]"
      "  .map((one) => one.textContent);"
      "const marks = rows.map((row, i) => { go(i);"
      "  return [...document.querySelectorAll('mark')].map((one) =>"
      "    one.textContent + ':' + one.title).join(); }).sort();"
      "go(0); press('1'); press('4'); press('n'); press('2');"
      "element('review').open = true; show_review();"
      "const reviewed = element('reviewed').textContent;"
      "const filters = [...element('shown').options].map((one) => one.value);"
      "[...document.querySelectorAll('#reviewed button')].at(-1).click();"
      "const result = {buttons, marks, reviewed, filters, at, left: "
      "[...answers.values()], dir: element('text').dir,"
      "end: element('text').textContent};");
  CHECK(found["buttons"] ==
        json({"1 toString", "2 b", "3 __proto__", "4 absent", "5 constructor",
              "6 hockey", "7 space"}));
  CHECK(found["marks"] ==
        json({"bold:constructor", "quote:__proto__", "two:__proto__"}));
  CHECK(found["filters"] == json({"", "absent", "none of these", "toString"}));
  CHECK(found["left"] == json::parse(R"([{"labels": ["absent"], "answer": ""},
                        {"labels": [], "answer": "none"}])"));
  CHECK(found["at"] == rows.size());
  CHECK(found["dir"] == "auto");
  CHECK(found["end"].get<std::string>().starts_with("This is the end"));
}

TEST_CASE("many classes have two digits, and sets are saved with Enter") {
  if (!has_browser()) return;
  const Workshop shop({{"d.csv", kDocuments}});
  std::string names = "c1";
  for (int k = 2; k <= 38; ++k)
    names += ",c" + std::to_string(k);
  shop.run("label -q d.csv --classes " + names +
           ",9_last --label-separator ';'");
  const json found = in_browser(
      shop,
      "element('search').value = '9'; const nines = found();"
      "element('search').value = '';"
      "for (const key of ['3', '7', '4', 'Enter', '4', 'Escape', '9', '9',"
      "                   'Enter', 'n', '0', '1', '0', '1']) press(key);"
      "const result = {table: table(), draft, at, nines};");
  CHECK(found["nines"] == json({"9_last", "c9", "c19", "c29"}));
  const std::string table = found["table"];
  CHECK(table.find("\tc37;c4\t") != table.npos);
  CHECK(found["draft"] == json::array());
  CHECK(std::count(table.begin(), table.end(), '\n') == 3);
  CHECK(table.find("\t;\t") != table.npos);
  CHECK(found["at"] == 2);
}

}  // namespace
}  // namespace semilin::test
