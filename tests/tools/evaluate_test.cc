#include "support/command.h"

namespace semilin::test {
namespace {

// o = x1
const std::string kEvaluatedModel =
    "solver_type L2R_L2LOSS_SVC\nnr_class 2\nlabel 1 -1\nnr_feature 1\n"
    "bias -1\nw\n1\n";
// true 1 1 1 -1 -1; outputs 2 1 -1 -1 0.5; said 1 1 -1 -1 1
const std::string kEvaluatedData =
    "1 1:2\n+1 1:1\n1 1:-1\n-1 1:-1\n? 1:7\n-1 1:0.5\n";

TEST_CASE("evaluate prints the metrics worked out by hand, also as JSON") {
  const Workshop shop({{"m", kEvaluatedModel}, {"d", kEvaluatedData}});
  const auto outcome = shop.semilin("evaluate m d -v");
  // F1: 1: 2*2/(3+3), -1: 2*1/(2+2); AUC: 4.5 of 6 pairs
  CHECK(outcome.status == 0);
  CHECK(outcome.err.empty());
  CHECK(outcome.out ==
        "Evaluated 5 rows; 1 more has no label.\n"
        "Accuracy: 60.0 %, macro F1: 58.3 %, micro F1: 60.0 %.\n"
        "Area under the ROC curve: 0.75.\n"
        "\n"
        "class  rows  predicted  precision  recall      F1\n"
        "-1        2          2     50.0 %  50.0 %  50.0 %\n"
        "1         3          3     66.7 %  66.7 %  66.7 %\n"
        "\n"
        "true \\ predicted  -1  1\n"
        "-1                 1  1\n"
        "1                  1  2\n");
  CHECK(shop.run("evaluate m d -o result --json --report e.html").empty());
  const json result = json::parse(shop.read("result"));
  check_members(result, {{"rows", 5},
                         {"unlabeled", 1},
                         {"accuracy", 0.6},
                         {"auc", 0.75},
                         {"confusion", json::parse("[[1,1],[1,2]]")}});
  check_members(result["classes"][1], {{"name", "1"}, {"correct", 2}});
  // the name of the output is that of a format
  shop.run("evaluate m d -o result.csv");
  CHECK(shop.read("result.csv")
            .starts_with("class,rows,predicted,precision,recall,f1\n-1,2,2,0.5,"
                         "0.5,0.5\n1,3,3,"));
  shop.run("evaluate m d -o result.json");
  CHECK(json::parse(shop.read("result.json")) == result);
  const json page = data_of(shop.read("e.html"));
  CHECK(page["summary"] == result);
  // (0, 0) (0, 1/3) (0, 2/3) (1/2, 2/3) (1, 1): 1/3 + 5/12
  check_members(page["curves"][1], {{"name", "1"}, {"area", 0.75}});
  CHECK(page["curves"][1]["points"].size() == 4);
}

TEST_CASE("evaluate recognizes labeled documents of the training") {
  const Workshop shop(
      {{"t.csv",
        "text,label\nred wine,drink\nwhite wine,drink\nred "
        "roses,plant\nwhite roses,plant\ngreen tea,\n"},
       {"new.csv", "text,label\ncold wine,drink\nwhite roses,plant\n"},
       {"other.csv", "text,label\ncold wine,drink\ngreen tea,drink\n"}});
  CHECK(shop.run("train t.csv --min-documents 1 -o m -q").empty());
  const auto known = [&](const char* file) {
    return shop.json(std::string("evaluate m ") + file +
                     " --json")["in_training"];
  };
  CHECK(known("t.csv") == 4);
  CHECK(known("new.csv") == 1);
  CHECK(known("other.csv") == 0);
  CHECK(shop.semilin("evaluate m t.csv")
            .out.find("4 of them were in the training with a label; on new "
                      "documents the "
                      "model is right less often.") != std::string::npos);
}

TEST_CASE("evaluate --curves writes the points of each class") {
  const Workshop shop({{"m", kEvaluatedModel}, {"d", kEvaluatedData}});
  shop.run("evaluate m d --curves c.tsv");
  // of 1: outputs 2 1 0.5 -1 -1, true 1 1 -1 and one of each
  CHECK(shop.read("c.tsv") ==
        "class\tthreshold\trecall\tfalse_positive_rate\tprecision\n"
        "-1\t1\t0.5\t0.3333333333333333\t0.5\n"
        "-1\t-0.5\t1\t0.3333333333333333\t0.6666666666666666\n"
        "-1\t-1\t1\t0.6666666666666666\t0.5\n"
        "-1\t-2\t1\t1\t0.4\n"
        "1\t2\t0.3333333333333333\t0\t1\n"
        "1\t1\t0.6666666666666666\t0\t1\n"
        "1\t0.5\t0.6666666666666666\t0.5\t0.6666666666666666\n"
        "1\t-1\t1\t1\t0.6\n");
}

TEST_CASE("evaluate --sample draws a table, and with its labels is near") {
  const Workshop shop({{"d.csv", contradicted_topics(12)}});
  shop.run("train d.csv -o m -q --method svm");
  shop.run("evaluate m d.csv --sample s.csv --sample-size 60");
  shop.refused("evaluate m d.csv --sample s.csv");
  shop.refused("evaluate m d.csv --sample s", 2);
  std::istringstream drawn(shop.read("s.csv"));
  std::string line, filled;
  int rows = -1;  // does not count the header
  for (; std::getline(drawn, line); ++rows) {
    if (rows >= 0)
      line.insert(line.find(',') + 1,
                  std::stoi(line) % 2 == 0 ? "hockey" : "space");
    filled += line + "\n";
  }
  CHECK(rows == 60);
  shop.write("s.csv", filled);
  const json found = shop.json("evaluate m d.csv --sample s.csv --json");
  CHECK(found["rows"] == 188);
  CHECK(found["sampled"] == 60);
  CHECK(found["low"].get<double>() < 0.9);
  CHECK(found["high"].get<double>() > 0.9);
  CHECK(found["accuracy"].get<double>() > 0.8);
}

TEST_CASE("rows of classes unknown to the model count as errors") {
  const Workshop shop(
      {{"m", kEvaluatedModel}, {"d", "1 1:2\n5 1:1\n-1 1:-1\nx 1:1\n"}});
  const auto outcome = shop.semilin("evaluate m d --json");
  CHECK(outcome.err ==
        "semilin: warning: d: 2 of the labels' classes are unknown to the "
        "model, e.g. 'x'; they count as errors\n");
  const json result = json::parse(outcome.out);
  CHECK(result["accuracy"] == 0.5);
  CHECK_FALSE(result.contains("auc"));
  CHECK(result["classes"].size() == 4);

  shop.write("known", topic_rows(2, 20, 20));
  shop.write("unknown", "x 1:1\n");
  shop.run("train known -q -o sure --method svm --probabilities");
  CHECK(holds(shop.run("evaluate sure known"), "Calibration error"));
  CHECK_FALSE(holds(shop.run("evaluate sure unknown"), "nan"));
}

TEST_CASE("the confusion of many classes is printed only if asked for") {
  const Workshop shop({{"d", topic_rows(21, 63, 63)}});
  shop.run("train d -q -o m --method svm");
  CHECK_FALSE(holds(shop.run("evaluate m d"), "true \\"));
  CHECK(holds(shop.run("evaluate m d --confusion"), "true \\"));
  shop.write("e", "c1 1:1 2:1 3:1 4:1\nc1 1:1 2:1 3:1 4:1\n");
  CHECK(holds(shop.run("evaluate m e -v"),
              "\nThe most frequent confusions:\n"
              "true  predicted  rows\nc1           c0     2\n"));
}

}  // namespace
}  // namespace semilin::test
