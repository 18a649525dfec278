#include "support/command.h"

namespace semilin::test {
namespace {

constexpr int kTexts = 120;
constexpr int kVoted = 80;

bool is_space(int i) {
  return i % 2 == 0;
}

// Each of the voters, but for the rows whose numbers it divides: a says all
// topics, "rule" one, "again" what a says.
std::string votes() {
  std::string text = "id,a,b,rule,again\n";
  for (int i = 0; i < kVoted; ++i) {
    const auto said = [&](int wrong) {
      return std::string(is_space(i) == (i % wrong != 0) ? "space" : "hockey");
    };
    text += "d" + std::to_string(i) + "," + said(7) + "," + said(5) + "," +
            (is_space(i) && i % 3 > 0 ? "space" : "") + "," + said(7) + "\n";
  }
  return text;
}

}  // namespace

TEST_CASE("every command that trains takes votes") {
  const Workshop shop({{"d.csv", two_topics(kTexts)}, {"v.csv", votes()}});
  const std::string trained = shop.told(
      "train d.csv --votes v.csv --method da -o m -v --summary s --report r");
  check_holds(trained,
              {"voters that say the same as another, of which one counts: "
               "again as a",
               // of one document the votes are not sure
               "79 of the labels follow from 4 voters; -v lists",
               "Class sizes among the unlabeled documents (from the votes): "
               "hockey ",
               "voter  votes  agrees with the result  kappa", "the same as a"});
  const json summary = shop.summary();
  CHECK(summary["class_sizes_source"] == "votes");
  const json& told = summary["votes"]["voters"];
  CHECK(told.size() == 4);
  CHECK(told[0]["rows"] == kVoted);
  CHECK(told[0]["with_result"]["share"].get<double>() ==
        doctest::Approx(6. / 7).epsilon(0.05));
  CHECK(told[2]["rows"] == 26);
  CHECK(told[3]["same_as"] == "a");
  CHECK(holds(shop.read("r"), R"("same_as":"a")"));

  shop.run(
      "tune d.csv --votes v.csv --method svm --set lambda=0.1,0.01 -o t -q");
  CHECK(shop.json("inspect t --json")["info"]["training"]["votes"] ==
        summary["votes"]);
  CHECK(shop.json("audit d.csv --votes v.csv --json -q -n 100")["labels"]
            .size() == kVoted - 1);
  // all that is left to label is what no vote tells surely
  for (const std::string command : {"suggest", "label"}) {
    CHECK(holds(shop.told(command + " d.csv --votes v.csv -n 500"),
                "Selected 41 of 41 unlabeled documents."));
  }
}

TEST_CASE("votes on new documents change what is predicted of them") {
  const Workshop shop(
      {{"d.csv", two_topics(kTexts)},
       {"v.csv", votes()},
       {"new.csv", "id,text,label\nx,rocket puck,space\ny,rocket,space\n"},
       {"n.csv", "id,a,b\nx,space,space\n"},
       {"wrong.csv", "id,a\nx,hockey\ny,\n"}});
  shop.run("train d.csv --votes v.csv --method svm -o m -q --probabilities");
  const auto space = [&](const std::string& more) {
    return shop
        .json("predict m new.csv --json -q " + more)[0]["classes"]["space"]
        .get<double>();
  };
  const double alone = space("");
  CHECK(space("--votes n.csv") > alone);
  CHECK(space("--votes wrong.csv") < alone);
  CHECK(holds(shop.told("predict m new.csv --votes n.csv -o p"),
              "semilin evaluate m new.csv --votes n.csv"));
  struct Case {
    std::string votes, labels;
    double accuracy;
  };
  for (const Case& one : {Case{"n.csv", "space\nspace\n", 1},
                          {"wrong.csv", "hockey\nspace\n", 0.5}}) {
    CHECK(shop.run("predict m new.csv --votes " + one.votes) == one.labels);
    CHECK(shop.json("evaluate m new.csv --json --votes " +
                    one.votes)["accuracy"] == one.accuracy);
  }
  shop.refused("explain m --data new.csv --row 1 --votes n.csv", 2);
}

}  // namespace semilin::test
