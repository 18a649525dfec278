// Multi-label data through train, predict, evaluate and inspect.
#include <algorithm>
#include <string>

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include "semilin/advanced/base/random.h"

#include "support/command.h"

namespace semilin {
namespace {

using nlohmann::json;
using test::one_line;
using test::Outcome;
using test::Workshop;

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
      for (int j = 1; j <= 3; ++j) {
        if (random.uniform() > (has ? 0.8 : 0.1)) continue;
        features.append(" ").append(std::to_string(3 * k + j)).append(":1");
      }
    }
    text += (i >= labeled    ? "?"
             : label.empty() ? ","
                             : label) +
            features + "\n";
  }
  return text;
}

Outcome train_sets(const Workshop& shop, const std::string& arguments) {
  return shop.semilin("train --quiet --threads 1 " + arguments);
}

TEST_CASE("label sets are learned, predicted and evaluated") {
  const Workshop shop;
  shop.write("d", sets(400, 40));
  shop.write("t", sets(200, 200));
  for (const char* method : {"svm", "da", "tsvm"}) {
    CAPTURE(method);
    const auto outcome = train_sets(
        shop, "d -o m --summary s --test t --labels-out out --method " +
                  std::string(method));
    REQUIRE_MESSAGE(outcome.status == 0, outcome.err);
    const json made = json::parse(shop.read("s"));
    CHECK(made["classes"] == json::parse(R"(["1","5","7"])"));
    const json result = json::parse(shop.semilin("evaluate m t --json").out);
    CHECK(result["micro_f1"] > 0.85);
    CHECK(result["macro_f1"] > 0.85);
    CHECK(result["accuracy"] == made["accuracy"]);
    CHECK(result["classes"].size() == 3);
    CHECK(shop.read("out").starts_with(
        shop.read("d").substr(0, shop.read("d").find(' ')) + "\n"));
  }
}

TEST_CASE("predictions of sets read back as labels") {
  const Workshop shop;
  shop.write("d", sets(300, 300));
  REQUIRE(train_sets(shop, "d -o m").status == 0);
  REQUIRE(shop.semilin("predict m d -o p").status == 0);
  const json result =
      json::parse(shop.semilin("evaluate m d --labels p --json").out);
  CHECK(result["accuracy"] == 1);
  CHECK(result["hamming_loss"] == 0);
  CHECK(result["micro_f1"] == 1);
  const std::string scores = shop.semilin("predict m d --scores").out;
  const std::string line = scores.substr(0, scores.find('\n'));
  CHECK(std::count(line.begin(), line.end(), '\t') == 3);
  CHECK(shop.semilin("predict m d --top 1").status == 0);
}

TEST_CASE("a row without labels is a lone comma, and a label may be foreign") {
  const Workshop shop;
  // o_a = x1 - 1/2 by hand is not needed: signs of x1 and x2 decide
  shop.write("d", "a 1:1\nb 2:1\na,b 1:1 2:1\n, 3:1\n");
  REQUIRE(train_sets(shop, "d -o m --set lambda=1e-4").status == 0);
  CHECK(shop.semilin("predict m d").out == "a\nb\na,b\n,\n");
  shop.write("t", "a,z 1:1\n");
  const auto outcome = shop.semilin("evaluate m t --json");
  CHECK(outcome.err.find("'z'") != std::string::npos);
  const json result = json::parse(outcome.out);
  CHECK(result["accuracy"] == 0);
  CHECK(result["micro_f1"].get<double>() == doctest::Approx(2. / 3));
}

TEST_CASE("bad label sets are refused in one line") {
  const Workshop shop;
  shop.write("d", sets(60, 30));
  shop.write("all", "a 1:1\na,b 2:1\n");
  for (const char* arguments :
       {"d -o x --class-sizes 0.5", "d -o x -C 1 --class-weight 1=2"}) {
    CAPTURE(arguments);
    const auto outcome = train_sets(shop, arguments);
    CHECK(outcome.status == 2);
    CHECK_MESSAGE(one_line(outcome.err), outcome.err);
  }
  const auto outcome = train_sets(shop, "all -o x");
  CHECK(outcome.status == 1);
  CHECK(outcome.err ==
        "semilin: expected a labeled row without the label a, found none\n");
  REQUIRE(train_sets(shop, "d -o m").status == 0);
  CHECK(shop.semilin("convert m x --to liblinear").status == 2);
  CHECK_FALSE(shop.has("x"));
}

}  // namespace
}  // namespace semilin
