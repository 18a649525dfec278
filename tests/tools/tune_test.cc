#include "support/command.h"

namespace semilin::test {
namespace {

// The chosen point, as options of train.
std::string chosen_of(const json& tuned,
                      const std::map<std::string, std::string>& names) {
  const json& point = tuned["points"][tuned["chosen"].get<std::size_t>()];
  std::string options;
  for (const auto& one : names)
    options += " --set " + one.second + "=" + point[one.first].dump();
  return options;
}

TEST_CASE("tune prints a table and writes the chosen point's model") {
  const Workshop shop({{"d", topic_rows(3, 240, 60)}});
  const std::string tune =
      "tune --quiet --threads 1 d --set lambda=0.1,0.01 --set lambda-u=0,1 -o ";
  const std::string outcome = shop.run(tune + "m");
  CHECK(outcome.starts_with("lambda"));
  CHECK(std::count(outcome.begin(), outcome.end(), '\n') == 6);
  CHECK(holds(outcome, "chosen"));
  CHECK(outcome.ends_with(
      "The chosen lambda-u is 0: the model learns from the labels "
      "alone.\n"));
  const json result = shop.json(tune + "m2 --json --report t.html");
  CHECK(data_of(shop.read("t.html"))["summary"]["points"] == result["points"]);
  CHECK(shop.read("m") == shop.read("m2"));
  shop.run("train --quiet --threads 1 d -o again --method da" +
           chosen_of(result, {{"lambda", "lambda"}, {"lambda_u", "lambda-u"}}));
  CHECK(shop.run("predict m d --scores") ==
        shop.run("predict again d --scores"));
  CHECK(shop.json("inspect m --json")["info"].contains("tuning"));
}

TEST_CASE("tune leaves one row out, and takes C") {
  const Workshop shop({{"d", topic_rows(3, 60, 30) + "c0\n"}});
  const json result =
      shop.json("tune --quiet d -o m --json --folds loo -C 1,10 --method svm");
  CHECK(result["folds"] == 30);  // one of the 31 has no feature
  CHECK(result["points"][0]["lambda"].get<double>() ==
        doctest::Approx(1 / (2 * 1 * 31.0)));
}

TEST_CASE("tune lists the points of a graph, and what train does") {
  const Workshop shop({{"d", topic_rows(3, 120, 30)}});
  const std::string text = shop.run("tune --quiet -v d -o m --method lap-rls");
  CHECK(std::count(text.begin(), text.end(), '\n') == 11);
  check_holds(text, {"neighbors", "as train does: lap-rls"});
}

}  // namespace
}  // namespace semilin::test
