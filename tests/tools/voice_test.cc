// What the command prints for a person, compared with stored examples: a change
// of its voice shows in tests/tools/voice. SEMILIN_STORE_VOICE=1 stores what is
// printed now instead.
#include <iterator>
#include <regex>

#include "cli/command/console.h"
#include "cli/command/progress_printer.h"
#include "support/command.h"
#include "support/npy.h"

namespace semilin::test {
namespace {

TEST_CASE("options are spelled as the command's, and names stay") {
  for (
      const auto& [sentence, said] :
      std::initializer_list<std::pair<const char*, const char*>>{
          {"LIBLINEAR's rows: add the option min_documents 'none'",
           "LIBLINEAR's rows: add --min-documents 'none'"},
          {"there is no column 'label', but 'the option a_b', 'it's the option "
           "c_d'; give the option label_column",
           "there is no column 'label', but 'the option a_b', 'it's the option "
           "c_d'; give --label-column"},
          {"ignored: no-seed-words, seed_words",
           "ignored: no-seed-words, seed_words"}})
    CHECK(cli::spelled(sentence) == said);
}

TEST_CASE("a line of progress says what is left from a tenth on") {
  ProgressRecord record{.stage = "neighbors",
                        .iteration = 700,
                        .unit = "rows",
                        .seconds = 2,
                        .fraction_done = 0.05};
  CHECK(to_text(record) == "neighbors: 700 rows, 5 %, 2.0 s");
  record.fraction_done = 0.5;
  CHECK(to_text(record) == "neighbors: 700 rows, 50 %, 2.0 s left, 2.0 s");
  record.seconds = 60;
  record.fraction_done = 0.1;
  CHECK(to_text(record) == "neighbors: 700 rows, 10 %, 9 min left, 60.0 s");
  record.fraction_done = 1;
  CHECK(to_text(record) == "neighbors: 700 rows, 100 %, 60.0 s");
}

TEST_CASE("a brief line counts what is read, which is not the run's share") {
  CHECK(cli::brief_text({.stage = "reading",
                         .iteration = 700,
                         .unit = "documents",
                         .seconds = 2,
                         .fraction_done = 0.5},
                        2) == "2 s: reading, 700 documents");
  CHECK(cli::brief_text({.stage = "da", .seconds = 10, .fraction_done = 0.5},
                        12) == "12 s: da, 50 %, about 10 s left");
  CHECK(cli::brief_text({.stage = "da", .seconds = 95, .fraction_done = 0.95},
                        99) == "99 s: da, 95 %");
  CHECK(cli::brief_text({.stage = "tv-rls", .seconds = 90, .fraction_done = 1},
                        90) == "90 s: tv-rls, 99 %");
}

// Documents of two topics, five in six of them without a label.
std::string news() {
  const std::string words[2][4] = {{"goal", "team", "match", "coach"},
                                   {"loan", "bank", "money", "credit"}};
  const Strings others = {"today", "again", "here", "there", "now"};
  std::string text = "id,text,label\n";
  for (int i = 0; i < 60; ++i) {
    const auto& topic = words[i % 2];
    text += std::to_string(i) + "," + topic[i / 2 % 4] + " " +
            topic[(i / 2 + 1 + i / 8 % 2) % 4] + " " + topic[i / 6 % 4] + " " +
            others[i % 5] + ",";
    if (i % 12 < 2) text += i % 2 == 0 ? "sport" : "finance";
    text += "\n";
  }
  return text;
}

// Points of two clusters on a line that is bent: dense rows.
std::string points() {
  std::string text;
  for (int i = 0; i < 40; ++i) {
    const double x = (i % 2) * 3 + i * 0.02, y = (i % 2) - i % 5 * 0.1;
    text += (i < 6 ? std::to_string(i % 2) + "x" : "?") +
            (" 1:" + std::to_string(x)) + " 2:" + std::to_string(y + 1) + "\n";
  }
  return text;
}

// Rows of two classes in turn, of which the first 20 are labeled, and a graph
// that joins them otherwise: the first half and the second.
std::string turns() {
  std::string text;
  for (int i = 0; i < 100; ++i)
    text += std::string(i >= 20 ? "?"
                        : i % 2 ? "a"
                                : "b") +
            (i % 2 ? " 1:1 " : " 2:1 ") + std::to_string(3 + i % 4) + ":0.1" +
            std::to_string(10 + i) + "\n";
  return text;
}
std::string halves() {
  std::string edges;
  for (int i = 1; i <= 100; ++i)
    for (int j = i + 1; j <= std::min(i + 3, i <= 50 ? 50 : 100); ++j)
      edges += std::to_string(i) + " " + std::to_string(j) + " 1\n";
  return edges;
}

// Without what differs from run to run: seconds.
std::string steady(const std::string& text) {
  return std::regex_replace(text, std::regex(R"([0-9][0-9.e-]* s\b)"), "T s");
}

void compare(const std::string& name, const std::string& printed) {
  CAPTURE(name);
  const char* source = std::getenv("SEMILIN_SOURCE_DIR");
  REQUIRE(source != nullptr);
  const std::string path =
      std::string(source) + "/tests/tools/voice/" + name + ".txt";
  if (std::getenv("SEMILIN_STORE_VOICE") != nullptr)
    std::ofstream(path) << steady(printed);
  std::ifstream in(path, std::ios::binary);
  const std::string stored{std::istreambuf_iterator<char>(in), {}};
  CHECK(steady(printed) == stored);
  CHECK(std::count(printed.begin(), printed.end(), '\n') <= 10);
}

TEST_CASE("a run prints at most ten lines, whole sentences, as stored") {
  const Workshop shop(
      {{"news.csv", news()},
       {"points.svm", points()},
       {"turns.svm", turns()},
       {"halves.edges", halves()},
       {"sets.svm",
        "a 1:1\na,b 1:1 2:1\nb 2:1\na 1:2\nb 2:2\n? 1:1\n? 1:1 2:1\n"}});
  const auto printed = [&](const std::string& name,
                           const std::string& arguments) {
    const auto outcome = shop.semilin(arguments + " --threads 1");
    CHECK(outcome.status == 0);
    compare(name, outcome.err);
    CHECK(shop.semilin(arguments + " --threads 1 --quiet").err.empty());
    return outcome.out;
  };
  printed("train", "train news.csv -o m");
  printed("train_expected",
          "train news.csv -o m --probabilities --expected-accuracy "
          "--test news.csv");
  printed("train_graph", "train points.svm -o g --method tv-rls");
  printed("train_dense", "train points.svm -o d");
  printed("train_sets", "train sets.svm -o s");
  printed("train_falls_back",
          "train turns.svm -o f --method tv-rls --graph halves.edges "
          "--set kernel=none");
  compare("tune_table", printed("tune",
                                "tune news.csv -o t --set lambda=0.01,0.001 "
                                "--set lambda-u=0,1 --repeats 1"));
  printed("predict", "predict m news.csv -o labels.csv");
  compare("evaluate_table", printed("evaluate", "evaluate m news.csv"));
  printed("suggest", "suggest news.csv --model m -n 5 -o to_label.csv");
  printed("audit", "audit news.csv -o audit.txt");
  printed("convert", "convert points.svm points.store");
  printed("vectorize", "vectorize news.csv -o news.store");
}

// The commands behind "Next:", as printed.
Strings next_commands(const std::string& printed) {
  Strings commands;
  const std::regex command("(^|\n)(Next:|     ) [^\n]*: semilin ([^\n]+)");
  for (std::sregex_iterator one(printed.begin(), printed.end(), command), none;
       one != none; ++one)
    commands.push_back((*one)[3].str());
  return commands;
}

TEST_CASE("what is named after Next runs as it is printed") {
  const Workshop shop(
      {{"my news.csv", news()},
       {"new.csv", news()},
       {"words.csv", "class,words\nsport,goal team\nfinance,loan bank\n"}});
  std::vector<float> vectors;
  for (int i = 0; i < 60; ++i)
    for (const int number : {i % 2, i % 7})
      vectors.push_back(static_cast<float>(number));
  for (const char* name : {"v.npy", "new.npy"})
    shop.write(name, npy(60, vectors));
  for (const char* name : {"points.svm", "new.svm"})
    shop.write(name, points());
  shop.write("labels.tsv", "id\tlabel\n2\tsport\n");
  std::string other = "key~body~topic" + news().substr(13);
  std::replace(other.begin(), other.end(), ',', '~');
  for (const char* name : {"other.txt", "new.txt"})
    shop.write(name, other);
  const std::string read = " other.txt --format csv --separator '~'";
  for (const std::string& command : Strings{
           "train 'my news.csv' -o m",
           "train points.svm -o d",
           "train 'my news.csv' --vectors v.npy -o v",
           "train 'my news.csv' --seed-words words.csv -o 'the model'",
           "predict m 'my news.csv' -o labels.csv",
           "suggest 'my news.csv' --model m -n 5 -o five.csv",
           "suggest 'my news.csv' --model m -n 5 --for accuracy -o sample.csv",
           "suggest 'my news.csv' --model m --words 2 -o more.csv",
           "evaluate m 'my news.csv' --sample drawn.csv",
           "evaluate v 'my news.csv' --vectors v.npy --sample more_drawn.csv",
           "label 'my news.csv' --seed-words words.csv -o page.html",
           "label 'my news.csv' --classes sport,finance -o page.html",
           "vectorize 'my news.csv' -o 'my news.svm'",
           "vectorize 'my news.csv' -o news.store",
           "graph news.store -o a.graph",
           "train" + read +
               " --text-column body --label-column topic --id-column key "
               "--labels labels.tsv -o o",
           "predict o" + read + " -o labels.csv",
           "evaluate o" + read + " --sample other.csv",
           "suggest" + read + " --model o -n 5 -o other5.csv",
           "label" + read + " --model o -o page.html"}) {
    CAPTURE(command);
    const std::string outcome = shop.told(command);
    const Strings commands = next_commands(outcome);
    CHECK(!commands.empty());
    for (const std::string& next : commands) {
      CAPTURE(next);
      const auto again = shop.semilin(next);
      // tables that nobody has filled in
      CHECK_MESSAGE((again.status == 0 || holds(again.err, "is filled in")),
                    again.err);
    }
  }
}

TEST_CASE("-v prints the stages and all figures, agreements as one table") {
  const Workshop shop({{"news.csv", news()}});
  const std::string outcome = shop.told("train news.csv -o m -v --threads 1");
  CHECK(holds(outcome, "svm: 1 retrainings, objective "));
  CHECK(holds(outcome, "\nagreement with "));
  CHECK(holds(outcome, "\npredicted sizes: "));
}

}  // namespace
}  // namespace semilin::test
