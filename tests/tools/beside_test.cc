// What stands beside documents: votes, vectors and keywords, for each command.
#include "support/command.h"
#include "support/npy.h"

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

// Texts of two topics by turns, a fifth of which names its topic; the first
// ones have labels.
std::string documents(int labeled, bool noise = false) {
  std::string text = "id,text,label\n";
  for (int i = 0; i < kTexts; ++i)
    text += "d" + std::to_string(i) + "," +
            (i % 5 == 0 ? (is_space(i) ? "Space" : "Hockey")
                        : (is_space(i) ? "rocket" : "puck")) +
            (is_space(i) ? " orbit moon w" : " ice goalie w") +
            std::to_string(i % 40) +
            (noise ? " u" + std::to_string(i * 7 % 61) : "") +
            (i >= labeled  ? ",\n"
             : is_space(i) ? ",space\n"
                           : ",hockey\n");
  return text;
}

// Row i is of class i % 2.
std::string vectors() {
  std::vector<float> numbers;
  for (int i = 0; i < kTexts; ++i)
    for (int j = 0; j < 3; ++j)
      numbers.push_back(static_cast<float>((j == i % 2 ? 2 : 0) +
                                           0.1 * ((i * 7 + j * 5) % 11)));
  return npy(kTexts, numbers);
}

// Documents, of which the first ones have labels, and all that there is beside.
struct Beside : Workshop {
  explicit Beside(int labeled)
      : Workshop({{"d.csv", documents(labeled, labeled > 0)},
                  {"v.csv", votes()},
                  {"e.npy", vectors()},
                  {"w.csv", "class,words\nspace,ORBIT\nhockey,goalie\n"}}) {}
};

}  // namespace

TEST_CASE("every command that learns takes votes, vectors and keywords") {
  const Beside shop(10);
  struct Case {
    std::string beside;
    int right;  // at least
  };
  for (const Case& one :
       {Case{"--votes v.csv", 100},
        {"--vectors e.npy", kTexts},
        {"--seed-words w.csv", 100},
        {"--seed-words w.csv --votes v.csv --vectors e.npy", 100}}) {
    const auto run = [&](const std::string& command) {
      CAPTURE(command);
      shop.run(command + " -q --threads 1 " + one.beside);
    };
    CAPTURE(one.beside);
    run("train d.csv -o m --labels-out l");
    CHECK(right_of_two(shop.read("l")) >= one.right);
    run("train d.csv -o p --method da --expected-accuracy --probabilities");
    run("tune d.csv -o t --set lambda=0.01,0.001");
    run("tune d.csv -o t --method lap-rls --set neighbors=3,5");
    for (const char* command :
         {"suggest d.csv -n 5", "suggest d.csv --model m -n 5", "audit d.csv",
          "suggest d.csv --model m --words 3 -o w2.csv",
          "label d.csv --model m -o page.html"})
      run(command);
  }
  for (const char* command : {"predict m d.csv", "evaluate m d.csv",
                              "explain m --data d.csv --row 9"})
    shop.run(std::string(command) + " --vectors e.npy");
}

TEST_CASE("voters are told of, and their doubts are what is left to label") {
  const Beside shop(0);
  const std::string trained = shop.told(
      "train d.csv --votes v.csv --method da -o m -v --summary s --report r");
  check_holds(trained,
              {"voters that say the same as another, of which one counts: "
               "again as a",
               // of some documents the votes are not sure
               "76 of the labels follow from 4 voters; -v lists",
               "Class sizes among the unlabeled documents (from the votes): "
               "hockey ",
               "voter  votes  agrees with the others  kappa", "the same as a"});
  const json summary = shop.summary();
  CHECK(summary["class_sizes_source"] == "votes");
  const json& told = summary["votes"]["voters"];
  CHECK(told.size() == 4);
  CHECK(told[0]["rows"] == kVoted);
  // right on 6 of 7; the others are not always right either
  const auto share = told[0]["with_others"]["share"].get<double>();
  CHECK(share > 0.7);
  CHECK(share < 6. / 7 + 0.02);
  CHECK(told[2]["rows"] == 26);
  CHECK(told[3]["same_as"] == "a");
  CHECK(holds(shop.read("r"), R"("same_as":"a")"));
  CHECK(shop.json("audit d.csv --votes v.csv --json -q -n 100")["labels"]
            .size() == kVoted - 4);
  for (const std::string command : {"suggest", "label"})
    CHECK(holds(shop.told(command + " d.csv --votes v.csv -n 500"),
                "Selected 44 of 44 unlabeled documents."));
}

TEST_CASE("votes on new documents change what is predicted of them") {
  const Beside shop(0);
  shop.write("new.csv", "id,text,label\nx,rocket puck,space\ny,rocket,space\n");
  shop.write("n.csv", "id,a,b\nx,space,space\n");
  shop.write("wrong.csv", "id,a\nx,hockey\ny,\n");
  shop.run("train d.csv --votes v.csv --method svm -o m -q --probabilities");
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

TEST_CASE("members read words, vectors or both") {
  const Beside shop(10);
  CHECK(holds(
      shop.told("train d.csv --vectors e.npy -o m --threads 1 --summary s"),
      "predict m new.csv --vectors new.npy"));
  std::string members;
  const json summary = shop.summary();
  for (const json& one : summary["members"])
    members += one["method"].get<std::string>() + " ";
  CHECK(members == "da nb-em nb-em on words tv-rls tv-rls on words ");
  CHECK(holds(shop.run("explain m --data d.csv --row d20 --vectors e.npy"),
              "vector 1"));
  CHECK(holds(shop.run("inspect m --features 3"), "vector 1"));
  // a graph method knows the columns of the vectors
  for (const std::string method : {"da", "tv-rls"}) {
    shop.run("train d.csv --vectors e.npy -o g -q --method " + method);
    shop.run("predict g d.csv --vectors e.npy -o p.csv");
    CHECK(holds(shop.read("p.csv"), ",3,") == (method == "tv-rls"));
  }
  CHECK(shop.semilin("train d.csv -o n -q --method da --vectors e.npy "
                     "--test d.csv")
            .status == 2);
}

TEST_CASE("keywords need no label, and a test tells the accuracy") {
  const Beside shop(0);
  check_holds(
      shop.told("train d.csv -o m --labels-out out --seed-words w.csv"),
      {"120 documents: 0 labeled, 120 unlabeled", "there are no labels"});
  CHECK(right_of_two(shop.read("out")) == kTexts);
  shop.write("new.csv", documents(kTexts));
  const std::string tested =
      shop.told("train d.csv -o m --seed-words w.csv --test new.csv");
  CHECK(holds(tested, "accuracy 100"));
  CHECK_FALSE(holds(tested, "accuracy is unknown"));
  CHECK(holds(shop.run("inspect m"), "ORBIT"));
  // the names of the classes are words
  shop.run(
      "train d.csv -o m -q --labels-out out --seed-words names "
      "--classes space,hockey");
  CHECK(right_of_two(shop.read("out")) == kTexts);
  for (const char* without : {"", "--seed-words names"})
    shop.refused("train d.csv -o m -q " + std::string(without), 0);
  // a store keeps words, and train takes them unless told others
  shop.run("vectorize d.csv -o d.store -q --seed-words w.csv");
  shop.run("train d.store -o m -q --threads 1 --labels-out out");
  CHECK(right_of_two(shop.read("out")) == kTexts);
  shop.refused("train d.store -o m -q --seed-words none");
  shop.refused("vectorize d.csv -o d.svm -q --seed-words w.csv", 2);
}

TEST_CASE("classes that differ by a phrase alone are told apart by it") {
  std::string text = "id,text,label\n";
  for (int i = 0; i < 200; ++i)
    text += "d" + std::to_string(i) + "," +
            (is_space(i) ? "interest rate and exchange"
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

TEST_CASE("explain marks the words of each class among the terms") {
  const Beside shop(0);
  shop.write("w.txt", "space: orbit Moon\nhockey: goalie\n");
  shop.run("train d.csv -o m -q --method da --seed-words w.txt");
  const json found = shop.json("explain m 'rocket orbit moon goalie' --json");
  for (const json& term : found["terms"]) {
    const auto name = term["term"].get<std::string>();
    CHECK(term["seed_word_of"] == (name == "goalie"   ? "hockey"
                                   : name == "rocket" ? ""
                                                      : "space"));
  }
  CHECK(holds(shop.run("explain m 'rocket orbit'"), "seed word of"));
}

}  // namespace semilin::test
