#include "support/command.h"

namespace semilin::test {
namespace {

TEST_CASE("probabilities sum to 1, agree with the label and leave it") {
  const Workshop shop;
  for (const int classes : {2, 3}) {
    shop.write("d", topic_rows(classes, 400, 200));
    shop.write("t", topic_rows(classes, 900, 900));
    const std::string sizes =
        std::string(" --class-sizes ") +
        (classes == 2 ? "c0=0.8,c1=0.2" : "c0=0.8,c1=0.1,c2=0.1");
    for (const std::string& method :
         Strings{"rls", "svm", "da", "tsvm", "svm" + sizes, "da" + sizes}) {
      CAPTURE(method);
      const std::string train = "train -q --threads 1 d --method " + method;
      shop.run(train + " -o m --probabilities");
      const json rows = shop.json("predict m t --json");
      REQUIRE(rows.size() == 900);
      for (const json& row : rows) {
        const auto all = row["classes"].get<std::map<std::string, double>>();
        double sum = 0, largest = 0;
        for (const auto& one : all) {
          sum += one.second;
          largest = std::max(largest, one.second);
        }
        REQUIRE(std::abs(sum - 1) < 1e-6);
        CHECK(all.at(row["label"]) == largest);
      }
    }
    // where labels are few as well
    shop.write("few", topic_rows(classes + 1, 600, 80));
    for (const std::string method : {"svm", "da"}) {
      const std::string train = "train -q --threads 1 few --method " + method;
      shop.run(train + " -o plain");
      shop.run(train + " -o m --probabilities");
      CHECK(shop.run("predict m few -q") == shop.run("predict plain few -q"));
    }
  }
}

TEST_CASE("predict leaves documents without a label that it is not sure of") {
  const Workshop shop({{"d", topic_rows(3, 120, 120)}});
  shop.run("train --quiet d -o m --probabilities");
  const auto said = shop.semilin("predict m d --json --least-probability 0.9");
  CHECK(holds(said.err, "Decided "));
  CHECK(holds(said.err, " of them should be right."));
  for (const json& row : json::parse(said.out)) {
    const double p = row["probability"];
    CHECK(row["label"] == (p < 0.9 ? "" : row["guess"].get<std::string>()));
    CHECK(row["classes"][row["guess"].get<std::string>()] == p);
  }
  shop.write("table.csv", "id,text\nu,zzzz\n");
  shop.write("news.csv",
             "text,label\na goal,s\nthe goal,s\na vote,p\nthe vote,p\n");
  shop.run("train --quiet news.csv --probabilities -o news.m");
  const auto next = shop.semilin(
      "predict news.m table.csv --least-probability 0.1 -o sure.csv");
  CHECK(holds(next.err,
              "semilin suggest table.csv --model news.m --undecided "
              "sure.csv -o unsure.csv"));
  CHECK(holds(shop.read("sure.csv"), "\nu,,"));
  const json decided =
      shop.json("evaluate m d --json --least-probability 0.9")["decided"];
  CHECK(decided["least_probability"] == 0.9);
  CHECK(decided["accuracy"] >= 0.9);
  shop.write("few", topic_rows(3, 120, 12));
  shop.run("train --quiet few -o few.m --probabilities");
  const auto none = shop.semilin("predict few.m d --precision 0.95");
  CHECK(holds(none.err, "the labels held out are too few"));
  CHECK(none.out == std::string(120, '\n'));
  shop.run("train --quiet d --method svm -o plain");
  CHECK(holds(shop.refused("predict plain d --precision 0.9"),
              "expected a model with probabilities"));
}

TEST_CASE("probabilities are printed by class, with --top best first") {
  const Workshop shop({{"d", topic_rows(3, 300, 300)}});
  shop.run("train --quiet d -o m --probabilities");
  const json row = shop.json("predict m d --json")[0];
  std::string line = row["label"];
  for (const json& p : row["classes"])
    line += "\t" + p.dump();
  CHECK(shop.run("predict m d --probabilities").starts_with(line + "\n"));
  const std::string out = shop.run("predict m d --probabilities --top 3");
  line = out.substr(0, out.find('\n'));
  double last = 1, sum = 0;
  for (std::size_t at = line.find(':'); at != line.npos;
       at = line.find(':', at + 1)) {
    const double p = std::stod(line.substr(at + 1));
    CHECK(p <= last);
    sum += last = p;
  }
  CHECK(sum == doctest::Approx(1));
}

TEST_CASE("rare classes are calibrated with the others, and named") {
  const Workshop shop(
      {{"d", topic_rows(3, 300, 150) + "rare 13:1\n? 13:1\nscarce 14:1\n"}});
  for (const char* method :
       {"svm", "da", "nb-em", "lap-rls --class-sizes equal"}) {
    CAPTURE(std::string(method));
    CHECK(holds(shop.told("train d -o m --probabilities --threads 1 --method " +
                          std::string(method)),
                "semilin: warning: probabilities: rare and 1 more classes have "
                "fewer than two labels, and the shift of the other "
                "classes\n"));
    CHECK(
        shop.run("predict m d --to csv")
            .starts_with("id,label,probability,terms,c0,c1,c2,rare,scarce\n"));
    shop.run("evaluate m d --json");
  }
  shop.write("sets", "a 1:1\na,b 1:1 2:1\nb 2:1\na,c 1:1 3:1\n, 4:1\n, 4:2\n");
  const auto sets = shop.semilin("train sets -o m --probabilities");
  CHECK_MESSAGE(holds(sets.err, "warning: probabilities: c has fewer"),
                sets.err);
  shop.run("predict m sets --probabilities");
}

TEST_CASE("probabilities that cannot be had are told of in one line") {
  const Workshop shop(
      {{"d", topic_rows(2, 40, 20)}, {"few", "a 1:1\nb 2:1\nb 2:2\n? 1:1\n"}});
  shop.run("train --quiet d -o m --method da");
  shop.refused("predict m d --probabilities");
  // training goes on without, and a table does with scores
  CHECK(holds(shop.told("train few -o x --method da --probabilities "
                        "--labels-out l.csv"),
              "semilin: warning: probabilities: needs two classes "
              "with two labels each; it is skipped\n"));
  CHECK(shop.read("l.csv").starts_with("id,label,given,score,"));
  CHECK_FALSE(shop.json("evaluate m d --json").contains("ece"));
  // the default has some of the vote
  shop.run("train -q few -o x --labels-out l.csv");
  CHECK(shop.read("l.csv").starts_with("id,label,given,probability,"));
  shop.run("predict x few --probabilities");
}

}  // namespace
}  // namespace semilin::test
