// semilin evaluate.
#include <string>

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include "support/command.h"

namespace semilin {
namespace {

using nlohmann::json;
using test::one_line;
using test::Workshop;

// o = x1
const std::string kEvaluatedModel =
    "solver_type L2R_L2LOSS_SVC\nnr_class 2\nlabel 1 -1\nnr_feature 1\n"
    "bias -1\nw\n1\n";
// true 1 1 1 -1 -1; outputs 2 1 -1 -1 0.5; said 1 1 -1 -1 1
const std::string kEvaluatedData =
    "1 1:2\n+1 1:1\n1 1:-1\n-1 1:-1\n? 1:7\n-1 1:0.5\n";

TEST_CASE("evaluate prints the metrics worked out by hand") {
  const Workshop shop;
  shop.write("m", kEvaluatedModel);
  shop.write("d", kEvaluatedData);

  const auto outcome = shop.semilin("evaluate m d");

  // F1: 1: 2*2/(3+3), -1: 2*1/(2+2); AUC: 4.5 of 6 pairs
  CHECK(outcome.status == 0);
  CHECK(outcome.err.empty());
  CHECK(outcome.out ==
        "rows      5 (and 1 unlabelled)\n"
        "accuracy  0.600000\n"
        "macro F1  0.583333\n"
        "micro F1  0.600000\n"
        "AUC       0.750000\n"
        "\n"
        "class  rows  predicted  precision  recall      F1\n"
        "-1        2          2     0.5000  0.5000  0.5000\n"
        "1         3          3     0.6667  0.6667  0.6667\n"
        "\n"
        "true \\ predicted  -1  1\n"
        "-1                 1  1\n"
        "1                  1  2\n");
}

TEST_CASE("evaluate --json is one JSON object with the same numbers") {
  const Workshop shop;
  shop.write("m", kEvaluatedModel);
  shop.write("d", kEvaluatedData);

  const json result = json::parse(shop.semilin("evaluate m d --json").out);

  CHECK(result["rows"] == 5);
  CHECK(result["unlabeled"] == 1);
  CHECK(result["accuracy"] == 0.6);
  CHECK(result["auc"] == 0.75);
  CHECK(result["confusion"] == json::parse("[[1,1],[1,2]]"));
  CHECK(result["classes"][1]["name"] == "1");
  CHECK(result["classes"][1]["correct"] == 2);
}

TEST_CASE("rows of classes unknown to the model count as errors") {
  const Workshop shop;
  shop.write("m", kEvaluatedModel);
  shop.write("d", "1 1:2\n5 1:1\n-1 1:-1\nx 1:1\n");

  const auto outcome = shop.semilin("evaluate m d --json");

  CHECK(outcome.status == 0);
  CHECK(outcome.err ==
        "semilin: warning: d: 2 of the labels' classes are not the model's, "
        "e.g. 'x'; their rows count as errors\n");
  const json result = json::parse(outcome.out);
  CHECK(result["accuracy"] == 0.5);
  CHECK_FALSE(result.contains("auc"));
  CHECK(result["classes"].size() == 4);
}

TEST_CASE("0 is unlabelled beside +1 and -1 even if one of them is missing") {
  const Workshop shop;
  shop.write("m", kEvaluatedModel);
  shop.write("d", "1 1:2\n0 1:1\n");

  const json result = json::parse(shop.semilin("evaluate m d --json").out);

  CHECK(result["rows"] == 1);
  CHECK(result["unlabeled"] == 1);
  CHECK(result["auc"].is_null());
}

TEST_CASE("evaluate takes labels from a file of their own") {
  const Workshop shop;
  shop.write("m", kEvaluatedModel);
  shop.write("rows", "1:2\n1:-1\n");
  shop.write("labels", "1\n1\n");

  const auto outcome = shop.semilin("evaluate m rows --labels labels --json");

  CHECK(json::parse(outcome.out)["accuracy"] == 0.5);
}

TEST_CASE("evaluate without a labelled row fails with status 1") {
  const Workshop shop;
  shop.write("m", kEvaluatedModel);
  shop.write("d", "? 1:2\n");

  const auto outcome = shop.semilin("evaluate m d");

  CHECK(outcome.status == 1);
  CHECK(outcome.err == "semilin: d: expected rows with labels, found none\n");
}

TEST_CASE("the confusion of many classes is printed only if asked for") {
  const Workshop shop;
  std::string model = "solver_type L2R_LR\nnr_class 21\nlabel";
  std::string weights;
  for (int k = 1; k <= 21; ++k) {
    model += " " + std::to_string(k);
    weights += std::to_string(k) + " ";
  }
  shop.write("m", model + "\nnr_feature 1\nbias -1\nw\n" + weights + "\n");
  shop.write("d", "21 1:1\n1 1:-1\n");

  CHECK(shop.semilin("evaluate m d").out.find("true \\") == std::string::npos);
  CHECK(shop.semilin("evaluate m d --confusion").out.find("true \\") !=
        std::string::npos);
  CHECK(json::parse(shop.semilin("evaluate m d --json").out)["accuracy"] == 1);
}

TEST_CASE("evaluate writes to a file whole or not at all") {
  const Workshop shop;
  shop.write("m", kEvaluatedModel);
  shop.write("d", kEvaluatedData);

  CHECK(shop.semilin("evaluate m d -o result --json").out.empty());
  CHECK(json::parse(shop.read("result"))["rows"] == 5);
  const auto failed = shop.semilin("evaluate m d -o no/such/folder");
  CHECK(failed.status == 1);
  CHECK(one_line(failed.err));
  CHECK(shop.files() == 3);
}

}  // namespace
}  // namespace semilin
