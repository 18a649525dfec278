#include "support/command.h"

namespace semilin::test {
namespace {

// Texts of two topics; the first `labeled` of each have a label.
std::string table(int labeled) {
  std::string text = "id,text,label\n";
  for (int i = 0; i < 200; ++i) {
    const bool space = i % 2 == 0;
    const std::string label = i / 2 >= labeled ? ""
                              : space          ? "space"
                                               : "hockey";
    text += "d" + std::to_string(i) + ",\"" +
            (i % 5 == 0 ? (space ? "Space" : "Hockey")
                        : (space ? "rocket" : "puck")) +
            (space ? " orbit moon w" : " ice goalie w") +
            std::to_string(i % 40) + "\"," + label + "\n";
  }
  return text;
}

TEST_CASE("names of classes and words of a file need no label") {
  const Workshop shop({{"t.csv", table(0)},
                       {"w.csv", "class,words\nspace,ORBIT\nhockey,goalie\n"}});
  for (const std::string words : {"names --classes space,hockey", "w.csv"}) {
    CAPTURE(words);
    check_holds(
        shop.told("train t.csv -o m --threads 1 --labels-out out "
                  "--summary s --seed-words " +
                  words),
        {"200 documents: 0 labeled, 200 unlabeled", "there are no labels"});
    CHECK(right_of_two(shop.read("out")) == 200);
  }
  CHECK(shop.summary()["labeled"] == 0);
  // a test tells the accuracy
  shop.write("new.csv", table(100));
  const auto tested =
      shop.semilin("train t.csv -o m --seed-words w.csv --test new.csv");
  CHECK(holds(tested.err, "accuracy 100"));
  CHECK_FALSE(holds(tested.err, "accuracy is unknown"));
  CHECK(holds(shop.run("inspect m"), "ORBIT"));
  CHECK(one_line(shop.semilin("train t.csv -o m -q --seed-words names").err));
  CHECK(one_line(shop.semilin("train t.csv -o m -q").err));
}

TEST_CASE("classes that differ by a phrase alone are told apart by it") {
  std::string text = "id,text,label\n";
  for (int i = 0; i < 200; ++i)
    text += "d" + std::to_string(i) + "," +
            (i % 2 == 0 ? "interest rate and exchange"
                        : "exchange rate and interest") +
            " w" + std::to_string(i % 37) + ",\n";
  const Workshop shop({{"t.csv", text},
                       {"w.csv",
                        "class,words\nspace,\"\"\"Interest rate\"\"\"\n"
                        "hockey,\"\"\"exchange rate\"\"\"\n"}});
  for (const std::string pieces : {"yes", "no", "auto"}) {
    CAPTURE(pieces);
    shop.run(
        "train t.csv -q -o m --seed-words w.csv --labels-out out --pieces " +
        pieces);
    CHECK(right_of_two(shop.read("out")) == 200);
    CHECK(shop.run("predict m t.csv") == shop.read("out"));
  }
}

TEST_CASE("words beside labels: tune, audit and expected accuracy take them") {
  const Workshop shop({{"t.csv", table(5)}});
  const std::string words = " -q --threads 1 --seed-words names";
  shop.run("train t.csv -o m --expected-accuracy --probabilities" + words);
  shop.run("audit t.csv -o a" + words);
  shop.run("tune t.csv -o m --set lambda=0.001,0.01" + words);
  CHECK(holds(shop.run("inspect m"), "seed_words"));
}

TEST_CASE("explain marks the words of each class among the terms") {
  const Workshop shop(
      {{"t.csv", table(0)}, {"w.txt", "space: orbit Moon\nhockey: goalie\n"}});
  shop.run("train t.csv -o m -q --method da --seed-words w.txt");
  const json found = shop.json("explain m 'rocket orbit moon goalie' --json");
  for (const json& term : found["terms"]) {
    const auto name = term["term"].get<std::string>();
    CHECK(term["seed_word_of"] == (name == "goalie"   ? "hockey"
                                   : name == "rocket" ? ""
                                                      : "space"));
  }
  CHECK(holds(shop.run("explain m 'rocket orbit'"), "seed word of"));
}

TEST_CASE("a store keeps words, and train takes them unless told others") {
  const Workshop shop(
      {{"t.csv", table(0)}, {"w.txt", "space: orbit\nhockey: goalie\n"}});
  shop.run("vectorize t.csv -o d.store -q --seed-words w.txt");
  shop.run("train d.store -o m -q --threads 1 --labels-out out");
  CHECK(right_of_two(shop.read("out")) == 200);
  CHECK(shop.semilin("train d.store -o m -q --seed-words none").status == 1);
  CHECK(shop.semilin("vectorize t.csv -o d.svm -q --seed-words w.txt").status ==
        2);
}

}  // namespace
}  // namespace semilin::test
