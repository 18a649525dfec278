// The reports as a browser shows them (Chromium): nothing sticks out of a
// narrow screen, every figure is drawn. The pictures stay in the folder that
// the tests run in.
#include "support/browser.h"

namespace semilin::test {
namespace {

// What is seen of each figure: its size, how many of its marks have one, and
// the text that sticks out of it.
const std::string kSeen = R"(
const within = (a, b) => a.left >= b.left - 1 && a.right <= b.right + 1 &&
                         a.top >= b.top - 1 && a.bottom <= b.bottom + 1;
const seen = figure => {
  const box = figure.getBoundingClientRect();
  const marks = [...figure.querySelectorAll('path, polyline, rect, circle, line')];
  const texts = [...figure.querySelectorAll('text')];
  return {
    width: box.width, height: box.height,
    marks: marks.filter(mark => {
      const its = mark.getBoundingClientRect();
      return its.width + its.height > 1;
    }).length,
    out: texts.filter(text => !within(text.getBoundingClientRect(), box))
              .map(text => text.textContent)};
};
const result = {
  wide: document.documentElement.scrollWidth - innerWidth,
  text: document.body.innerText,
  tables: document.querySelectorAll('table').length,
  sentences: document.querySelector('.lead').textContent,
  cells: document.querySelectorAll('.heat rect.mark').length,
  figures: [...document.querySelectorAll('svg:not(.heat)')].map(seen)};
)";

json look(const Workshop& shop, const std::string& page) {
  constexpr int kWidth = 500;
  CAPTURE(page);
  const json seen = in_browser(
      shop, page, kSeen, "--window-size=" + std::to_string(kWidth) + ",1000");
  CHECK(seen["wide"] <= 0);
  for (const char* word : {"nan", "undefined", "null"})
    CHECK(seen["text"].get<std::string>().find(word) == std::string::npos);
  for (const json& figure : seen["figures"]) {
    CAPTURE(figure.dump());
    CHECK(figure["width"] > 0);
    CHECK(figure["width"] <= kWidth);
    CHECK(figure["height"] > 0);
    CHECK(figure["marks"] > 0);
    CHECK(figure["out"].empty());
  }
  return seen;
}

void keep_picture(const Workshop& shop, const std::string& page) {
  const auto here = std::filesystem::current_path().string();
  CHECK(
      shop.shell(
              "timeout 60 " + kBrowser +
              "--user-data-dir=profile --window-size=1000,3000 --screenshot='" +
              here + "/" + page + ".png' \"file://$PWD/" + page + "\"")
          .status == 0);
  CHECK(std::filesystem::file_size(here + "/" + page + ".png") > 5000);
}

TEST_CASE("every figure of the reports is drawn, within a narrow screen") {
  if (!has_browser()) return;
  const Workshop shop({{"d.csv", contradicted_topics(60)},
                       {"t.csv", contradicted_topics(200)}});
  shop.run(
      "train d.csv -o m -q --method da --probabilities "
      "--expected-accuracy --report train.html");
  shop.run("evaluate m t.csv --report evaluate.html");
  shop.run("vectorize d.csv -q -o d.store");
  shop.run(
      "tune d.store -o x -q --folds 2 --method svm "
      "--report tune.html");
  shop.run("graph d.store -o g -q -k 2 --report graph.html");
  for (const std::string page : {"train", "evaluate", "tune", "graph"}) {
    keep_picture(shop, page + ".html");
    const json seen = look(shop, page + ".html");
    CHECK(seen["tables"] > 0);
    if (page != "graph") CHECK(seen["figures"].size() > 0);
    const std::string sentences = seen["sentences"];
    CHECK(sentences.find("undefined") == std::string::npos);
    CHECK(std::count(sentences.begin(), sentences.end(), '.') >= 2);
  }
}

TEST_CASE("documents of a report have words, and annotators their agreement") {
  if (!has_browser()) return;
  const Workshop shop(
      {{"d.csv", contradicted_topics(60) + "200,,\n201,!!!,\n"},
       {"l.tsv",
        "id\tlabel\tannotator\n100\thockey\tana\n100\tspace\tben\n"
        "102\thockey\tana\n102\thockey\tben\n"},
       {"w.csv", "class,words\nhockey,ice\nspace,orbit\n"}});
  shop.run(
      "train d.csv -o m -q --labels l.tsv --seed-words w.csv "
      "--probabilities --report r.html");
  const json drawn = data_of(shop.read("r.html"));
  double before = 0;
  for (const json& one : drawn["rows"]["least_sure"]) {
    CHECK(one["id"] != "200");
    CHECK(one["id"] != "201");
    CHECK(one["text"] != "");
    CHECK(!one.contains("label"));
    CHECK(one["confidence"] >= before);
    before = one["confidence"];
  }
  CHECK(before > 0);
  CHECK(drawn["rows"]["surest"][0]["confidence"] >= before);
  const std::string text = look(shop, "r.html")["text"];
  for (const char* title :
       {"Classes", "Most confident predictions", "Methods that voted",
        "Annotators", "Labels on which annotators differ",
        "Words of each class", "ana: hockey, ben: space",
        "They agree on 50.0\u00a0% of 2 documents"})
    CHECK_MESSAGE(text.find(title) != text.npos, title);
}

TEST_CASE("voters stand in the order of their votes, with what is known") {
  if (!has_browser()) return;
  const Workshop shop;
  std::string table = "id,rule,silent,guess,wrong\n";
  for (int i = 0; i < 120; ++i)
    table += std::to_string(i) + "," +
             (i % 3        ? ""
              : i % 2 == 0 ? "hockey"
                           : "space") +
             ",," + (i % 5 < 4 ? "hockey" : "space") +
             (i % 30 == 2 ? ",space" : ",") + "\n";
  shop.write("d.csv", contradicted_topics(40));
  shop.write("v.csv", table);
  shop.run("train d.csv -o m -q --votes v.csv --report r.html");
  const std::string text = look(shop, "r.html")["text"];
  const std::size_t guess = text.find("\nguess\t120\t");
  const std::size_t rule = text.find("\nrule\t40\t");
  const std::size_t silent = text.find("\nsilent\t0\t");
  REQUIRE(silent != std::string::npos);
  CHECK(guess < rule);
  CHECK(rule < silent);
  CHECK(text.find("it has no vote") != std::string::npos);
  const std::size_t wrong = text.find("\nwrong\t4\t");
  REQUIRE(wrong != std::string::npos);
  const std::string line =
      text.substr(wrong + 1, text.find('\n', wrong + 1) - wrong);
  CAPTURE(line);
  CHECK(line.find("hardly: most of its votes differ") != std::string::npos);
}

TEST_CASE("thirty classes, also with names that JavaScript knows, are drawn") {
  if (!has_browser()) return;
  const Workshop shop;
  std::string rows;
  for (int k = 0; k < 30; ++k) {
    const std::string name = k == 0   ? "constructor"
                             : k == 1 ? "__proto__"
                                      : "class_" + std::to_string(k);
    for (int i = 0; i < 4; ++i)
      rows += name + " " + std::to_string(k + 1) + ":1 31:0.5\n";
  }
  shop.write("d", rows);
  shop.write("t", rows + "class_2 4:1\n");  // predicted as class_3
  shop.run("train d -o m -q --method svm");
  shop.run("evaluate m t --report e.html");
  const json seen = look(shop, "e.html");
  CHECK(seen["cells"] == 31);  // the diagonal and one confusion
  const std::string text = seen["text"];
  CHECK(text.find("__proto__") != std::string::npos);
  CHECK(text.find("constructor") != std::string::npos);
}

}  // namespace
}  // namespace semilin::test
