#include "support/command.h"
#include "support/npy.h"

namespace semilin::test {
namespace {

constexpr int kVectorRows = 120;

// Row i is of class i % 2, which its vector shows and its words hint at.
std::vector<float> made_vectors(int rows = kVectorRows) {
  std::vector<float> numbers;
  for (int i = 0; i < rows; ++i)
    for (int j = 0; j < 3; ++j)
      numbers.push_back(static_cast<float>((j == i % 2 ? 2 : 0) +
                                           0.1 * ((i * 7 + j * 5) % 11)));
  return numbers;
}

std::string table_of_two(int labeled) {
  std::string text = "id,text,label\n";
  for (int i = 0; i < kVectorRows; ++i)
    text += "d" + std::to_string(i) + "," +
            (i % 3 == 0 ? i % 2 == 0 ? "rocket" : "puck" : "news") + " w" +
            std::to_string(i % 7) + " u" + std::to_string(i % 61) + " x" +
            std::to_string(i * 7 % 53) +
            (i >= labeled ? ",\n"
             : i % 2 == 0 ? ",space\n"
                          : ",hockey\n");
  return text;
}

TEST_CASE("the default has members that read words and members that do not") {
  const Workshop shop({{"t.csv", table_of_two(10)},
                       {"e.npy", npy(kVectorRows, made_vectors())}});
  CHECK(holds(
      shop.told("train t.csv --vectors e.npy -o m --threads 1 --labels-out l "
                "--summary s"),
      "predict m new.csv --vectors new.npy"));
  CHECK(right_of_two(shop.read("l")) == kVectorRows);
  std::string members;
  const json summary = shop.summary();
  for (const json& one : summary["members"])
    members += one["method"].get<std::string>() + " ";
  CHECK(members == "da nb-em tv-rls tv-rls on words ");
  for (const std::string command :
       {"predict m t.csv", "evaluate m t.csv", "suggest t.csv --model m -n 5",
        "suggest t.csv -n 5", "suggest t.csv --model m --words 3",
        "label t.csv --model m -o page.html",
        "explain m --data t.csv --row d20", "audit t.csv",
        "tune t.csv -o n --set lambda=0.01,0.001",
        "tune t.csv -o n --method lap-rls --set neighbors=3,5"}) {
    CAPTURE(command);
    shop.run(command + " --vectors e.npy --threads 1");
  }
  CHECK(holds(shop.run("explain m --data t.csv --row d20 --vectors e.npy"),
              "vector 1"));
  CHECK(holds(shop.run("inspect m --features 3"), "vector 1"));
}

TEST_CASE("words tell classes beside vectors, which a graph is made of") {
  const Workshop shop({{"t.csv", table_of_two(0)},
                       {"e.npy", npy(kVectorRows, made_vectors())},
                       {"w.txt", "space: rocket\nhockey: puck\n"}});
  for (const std::string method : {"da", "tv-rls", "committee"}) {
    CAPTURE(method);
    shop.run(
        "train t.csv --vectors e.npy -o m -q --threads 1 "
        "--seed-words w.txt --labels-out l --method " +
        method);
    CHECK(right_of_two(shop.read("l")) == kVectorRows);
    shop.run("predict m t.csv --vectors e.npy -o p.csv");
    // a graph method knows the columns of the vectors
    CHECK(holds(shop.read("p.csv"), ",3,") == (method == "tv-rls"));
  }
}

TEST_CASE("vectors that do not fit leave no output") {
  const Workshop shop(
      {{"t.csv", table_of_two(10)},
       {"e.npy", npy(kVectorRows, made_vectors())},
       {"many.npy", npy(kVectorRows + 1, made_vectors(kVectorRows + 1))}});
  const std::string train = "train t.csv -o m -q --method da --vectors ";
  shop.run(train + "e.npy");
  for (const std::string command :
       {"predict m t.csv -o n --vectors many.npy",
        "train t.csv -o n -q --vectors many.npy", "explain m 'rocket w1'"}) {
    shop.refused(command);
    CHECK_FALSE(shop.has("n"));
  }
  CHECK(shop.semilin(train + "e.npy --test t.csv").status == 2);
}

}  // namespace
}  // namespace semilin::test
