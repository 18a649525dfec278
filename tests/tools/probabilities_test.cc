#include "support/command.h"

namespace semilin::test {
namespace {

// Class k shows feature k more often than the others; a tenth of the labels
// are drawn at random, so that no model can be sure.
std::string noisy(int rows, int labeled, int classes, std::uint64_t seed) {
  Random random(seed);
  std::string text;
  for (int i = 0; i < rows; ++i) {
    const int k = i % classes;
    const int said =
        random.uniform() < 0.1 ? static_cast<int>(random.below(classes)) : k;
    text.append(i < labeled ? std::string(1, static_cast<char>('a' + said))
                            : "?");
    for (int j = 0; j < classes; ++j) {
      if (random.uniform() > (j == k ? 0.8 : 0.2)) continue;
      text.append(" ").append(std::to_string(j + 1)).append(":1");
    }
    text.append("\n");
  }
  return text;
}

TEST_CASE("probabilities sum to 1, agree with the label and leave it") {
  const Workshop shop;
  for (const int classes : {2, 3}) {
    shop.write("d", noisy(400, 200, classes, 1));
    shop.write("t", noisy(900, 900, classes, 2));
    const std::string sizes =
        std::string(" --class-sizes ") +
        (classes == 2 ? "a=0.8,b=0.2" : "a=0.8,b=0.1,c=0.1");
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
      if (holds(method, sizes)) continue;
      const json result = shop.json("evaluate m t --json");
      // 200 labels and the class sizes estimated leave some error; outputs
      // taken for probabilities are some 0.2 off
      CHECK(result["ece"] < 0.15);
      CHECK(result["log_loss"] < std::log(classes));
      CHECK(result["brier"] < 1 - 1.0 / classes);
    }
    // where labels are few as well
    shop.write("few", noisy(600, 80, classes + 1, 5));
    for (const std::string method : {"svm", "da"}) {
      const std::string train = "train -q --threads 1 few --method " + method;
      shop.run(train + " -o plain");
      shop.run(train + " -o m --probabilities");
      CHECK(shop.run("predict m few -q") == shop.run("predict plain few -q"));
    }
  }
}

TEST_CASE("probabilities are printed by class, with --top best first") {
  const Workshop shop({{"d", noisy(300, 300, 3, 1)}});
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
      {{"d", noisy(300, 150, 3, 1) + "rare 4:1\n? 4:1\nscarce 5:1\n"}});
  for (const char* method :
       {"svm", "da", "nb-em", "lap-rls --class-sizes equal"}) {
    CAPTURE(std::string(method));
    CHECK(holds(shop.told("train d -o m --probabilities --threads 1 --method " +
                          std::string(method)),
                "semilin: warning: probabilities: rare and 1 more classes have "
                "fewer than two labels, and the shift of the other "
                "classes\n"));
    CHECK(shop.run("predict m d --to csv")
              .starts_with("id,label,probability,terms,a,b,c,rare,scarce\n"));
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
      {{"d", noisy(40, 20, 2, 1)}, {"few", "a 1:1\nb 2:1\nb 2:2\n? 1:1\n"}});
  shop.run("train --quiet d -o m");
  shop.refused("predict m d --probabilities");
  // training goes on without, and a table does with scores
  CHECK(holds(shop.told("train few -o x --probabilities --labels-out l.csv"),
              "semilin: warning: probabilities: needs two classes "
              "with two labels each; there are scores "
              "instead\n"));
  CHECK(shop.read("l.csv").starts_with("id,label,given,score,"));
  CHECK_FALSE(shop.json("evaluate m d --json").contains("ece"));
}

}  // namespace
}  // namespace semilin::test
