#include "support/command.h"

namespace semilin::test {
namespace {

TEST_CASE("label sets are predicted, evaluated and read back") {
  const Workshop shop({{"d",
                        "a 1:1\nb 2:1\na,b 1:1 2:1\n, 3:1\na 1:2\nb 2:2\n"
                        "a,b 1:2 2:2\n, 3:2\n? 1:1\n? 2:1\n? 3:1\n"}});
  shop.run("train -q d -o m --summary s --test d --labels-out out");
  check_members(shop.summary(), {{"method", "da"}, {"classes", {"a", "b"}}});
  CHECK(shop.read("out").starts_with("a\nb\na,b\n,\n"));
  shop.run("predict m d -o p");
  check_members(shop.json("evaluate m d --labels p --json"),
                {{"accuracy", 1}, {"hamming_loss", 0}, {"micro_f1", 1}});
  const std::string scores = shop.run("predict m d --scores");
  CHECK(std::count(scores.begin(), scores.begin() + scores.find('\n'), '\t') ==
        2);
  CHECK(shop.run("predict m d --top 1").starts_with("a:"));
  shop.run("train -q d -o p --probabilities");
  for (const json& row : shop.json("predict p d --json"))
    for (const double probability : row["classes"])
      CHECK((probability > 0 && probability < 1));
  CHECK(shop.json("evaluate p d --json").contains("ece"));
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
