#include "support/command.h"

namespace semilin::test {
namespace {

// Labels 1, 5 and 7, each with probability 0.4 and shown by features of its
// own; some rows have none. The first `labeled` rows keep their labels.
std::string sets(int rows, int labeled) {
  const char* const names[] = {"1", "5", "7"};
  Random random(3);
  std::string text;
  for (int i = 0; i < rows; ++i) {
    std::string label, features;
    for (int k = 0; k < 3; ++k) {
      const bool has = random.uniform() < 0.4;
      if (has) label += (label.empty() ? "" : ",") + std::string(names[k]);
      for (int j = 1; j <= 3; ++j)
        if (random.uniform() <= (has ? 0.8 : 0.1))
          features += " " + std::to_string(3 * k + j) + ":1";
    }
    text += (i >= labeled    ? "?"
             : label.empty() ? ","
                             : label) +
            features + "\n";
  }
  return text;
}

TEST_CASE("label sets are learned, predicted, evaluated and read back") {
  const Workshop shop({{"d", sets(400, 40)}, {"t", sets(200, 200)}});
  for (const std::string method : {"svm", "da", "tsvm"}) {
    CAPTURE(method);
    shop.run(
        "train -q --threads 1 d -o m --summary s --test t --labels-out out "
        "--method " +
        method);
    const json result = shop.json("evaluate m t --json");
    CHECK(result["micro_f1"] > 0.85);
    CHECK(result["macro_f1"] > 0.85);
    CHECK(result["classes"].size() == 3);
    check_members(shop.summary(), {{"classes", {"1", "5", "7"}},
                                   {"accuracy", result["accuracy"]}});
    const std::string data = shop.read("d");
    CHECK(shop.read("out").starts_with(data.substr(0, data.find(' ')) + "\n"));
  }
  shop.run("predict m t -o p");
  check_members(shop.json("evaluate m t --labels p --json"),
                {{"accuracy", 1}, {"hamming_loss", 0}, {"micro_f1", 1}});
  const std::string scores = shop.run("predict m t --scores");
  CHECK(std::count(scores.begin(), scores.begin() + scores.find('\n'), '\t') ==
        3);
  shop.run("predict m t --top 1");
  shop.run("train -q --threads 1 d -o p --probabilities");
  for (const json& row : shop.json("predict p t --json"))
    for (const double probability : row["classes"])
      CHECK((probability > 0 && probability < 1));
  CHECK(shop.json("evaluate p t --json")["ece"] < 0.1);
  shop.refused("convert m x --to liblinear", 2);
}

TEST_CASE("a row without labels is a lone comma, and a label may be foreign") {
  const Workshop shop;
  // signs of x1 and x2 decide
  shop.write("d", "a 1:1\nb 2:1\na,b 1:1 2:1\n, 3:1\n");
  shop.run("train -q d -o m --set lambda=1e-4");
  CHECK(shop.run("predict m d") == "a\nb\na,b\n,\n");
  shop.write("t", "a,z 1:1\n");
  const auto outcome = shop.semilin("evaluate m t --json");
  CHECK(holds(outcome.err, "'z'"));
  const json result = json::parse(outcome.out);
  CHECK(result["accuracy"] == 0);
  CHECK(result["micro_f1"].get<double>() == doctest::Approx(2. / 3));
  shop.write("all", "a 1:1\na,b 2:1\n");
  CHECK(shop.refused("train all -o x") ==
        "semilin: expected a labeled row without the label a, found none\n");
}

}  // namespace
}  // namespace semilin::test
