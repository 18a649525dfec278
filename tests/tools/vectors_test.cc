#include <cstdio>

#include "semilin/io/archive_file.h"

#include "support/command.h"
#include "support/npy.h"

namespace semilin::test {
namespace {

constexpr int kVectorRows = 120;
constexpr int kVectorColumns = 3;

// Row i is of class i % 2, which its vector shows and its words hint at.
std::vector<float> made_vectors(int rows = kVectorRows,
                                int columns = kVectorColumns) {
  std::vector<float> numbers;
  for (int i = 0; i < rows; ++i)
    for (int j = 0; j < columns; ++j)
      numbers.push_back(static_cast<float>((j == i % 2 ? 2 : 0) +
                                           0.1 * ((i * 7 + j * 5) % 11)));
  return numbers;
}

std::string label_of_row(int i, int labeled) {
  return i >= labeled ? "" : i % 2 == 0 ? "space" : "hockey";
}

std::string table_of_two(int labeled, int rows = kVectorRows) {
  std::string text = "id,text,label\n";
  for (int i = 0; i < rows; ++i)
    text += "d" + std::to_string(i) + "," +
            (i % 3 == 0 ? i % 2 == 0 ? "rocket" : "puck" : "news") + " w" +
            std::to_string(i % 7) + " u" + std::to_string(i % 61) + " x" +
            std::to_string(i * 7 % 53) + "," + label_of_row(i, labeled) + "\n";
  return text;
}

// Words of small numbers; in `more` behind them the vectors, scaled.
std::string rows_of_two(int labeled, double scale = 0) {
  const std::vector<float> behind = made_vectors();
  std::string text;
  for (int i = 0; i < kVectorRows; ++i) {
    text += i < labeled ? std::to_string(1 + i % 2) : "?";
    text += " " + std::to_string(1 + i % 3) + ":0.5 " +
            std::to_string(4 + i % 5) + ":0.25";
    for (int j = 0; j < kVectorColumns && scale > 0; ++j) {
      std::array<char, 32> number{};
      std::snprintf(number.data(), number.size(), "%.9g",
                    static_cast<double>(static_cast<float>(
                        scale * behind[i * kVectorColumns + j])));
      if (behind[i * kVectorColumns + j] != 0)
        text += " " + std::to_string(9 + j) + ":" + number.data();
    }
    text += "\n";
  }
  return text;
}

std::vector<std::byte> model_weights(const Workshop& shop,
                                     const std::string& name) {
  return read_archive(shop.path(name)).arrays.at("weights").bytes;
}

TEST_CASE("linear methods train on [x, b e], to the bit") {
  const Workshop shop({{"x.svm", rows_of_two(10)},
                       {"e.npy", npy(kVectorRows, made_vectors())}});
  const std::string run = " -q --threads 1 --method ";
  for (const std::string method : {"da", "tsvm", "svm"}) {
    CAPTURE(method);
    shop.run("train x.svm --vectors e.npy -o m" + run + method);
    const json about = shop.json("inspect m --json");
    CHECK(about["vectors"]["columns"] == kVectorColumns);
    shop.write("xe.svm", rows_of_two(10, about["vectors"]["scale"]));
    shop.run("train xe.svm -o n" + run + method);
    CHECK(model_weights(shop, "m") == model_weights(shop, "n"));
    CHECK(shop.run("predict m x.svm --vectors e.npy --scores") ==
          shop.run("predict n xe.svm --scores"));
  }
}

TEST_CASE("graphs read vectors") {
  const Workshop shop({{"x.svm", rows_of_two(10)},
                       {"e.npy", npy(kVectorRows, made_vectors())}});
  for (const std::string method : {"tv-rls", "lap-rls"}) {
    CAPTURE(method);
    shop.run(
        "train x.svm --vectors e.npy -o m --labels-out l -q --threads 1 "
        "--class-sizes equal --method " +
        method);
    CHECK(right_of_two(shop.read("l")) == kVectorRows);
    CHECK(right_of_two(shop.run("predict m x.svm --vectors e.npy")) ==
          kVectorRows);
    shop.run("predict m x.svm --vectors e.npy -o p.csv");
    CHECK(holds(shop.read("p.csv"), ",3,"));  // columns that the model knows
  }
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

TEST_CASE("words tell classes beside vectors") {
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
