#include "support/command.h"

namespace semilin::test {
namespace {

// 80 rows of two topics, of which 16 are labeled: "rows" and "labels", and both
// in "both".
void write_rows(const Workshop& shop) {
  shop.write("d", topic_rows(2, 80, 16));
  REQUIRE(
      shop.shell("sed 's/^c0/+1/; s/^c1/-1/; s/^?/0/' d >both; "
                 "sed 's/ .*//' both >labels; sed 's/^[^ ]* *//' both >rows")
          .status == 0);
}

Doubles numbers_in(const std::string& text, int skipped = 0) {
  std::istringstream lines(text);
  Doubles found;
  for (std::string line; std::getline(lines, line);) {
    const std::size_t tab = skipped > 0 ? line.find('\t') + 1 : 0;
    found.push_back(std::stod(line.substr(tab)));
  }
  return found;
}

TEST_CASE("svmlin's options are those of semilin train") {
  const Workshop shop;
  write_rows(shop);
  struct Pair {
    std::string svmlin, train;
  };
  const std::string half = " --class-sizes 0.5";
  // with 8 labeled rows of each class
  const std::vector<Pair> pairs = {
      {"", "svm --set lambda=1"},
      {"-A 0", "rls --set lambda=1"},
      {"-A 1 -W 0.001 -U 5 -R 0.3 -S 4", "svm --set lambda=0.001"},
      {"-A 0 -W 0.001 -R 0.3", "rls --set lambda=0.001"},
      {"-A 2 -W 0.001",
       "tsvm --set lambda=0.001 --set max-switches=10000" + half},
      {"-A 3", "da --set lambda=1" + half},
      {"-A 3 -W 0.001 -U 0.1",
       "da --set lambda=0.001 --set lambda-u=0.1" + half},
      {"-A 3 -W 0.001 -U 0", "svm --set lambda=0.001"},
      {"-A 3 -R 0.6 -W 0.01 -U 2",
       "da --set lambda=0.01 --set lambda-u=2 --class-sizes 0.6"},
      {"-A 2 -W 0.01 -S 1",
       "tsvm --set lambda=0.01 --set max-switches=1" + half},
      {"-A 2 -W 0.01 -S 10 -R 0.45 -U 0.5",
       "tsvm --set lambda=0.01 --set max-switches=10 --set lambda-u=0.5 "
       "--class-sizes 0.45"},
      {"-A 1 -Cp 1 -Cn 1 -W 100", "svm --set lambda=100"},
      {"-Cp 3", "svm --set lambda=0.5 --class-weight 1=3"},
      {"-Cn 3", "svm --set lambda=0.5 --class-weight -1=3"},
      {"-Cp 3 -Cn 5 -W 0.1", "svm --set lambda=0.025 --class-weight 1=3,-1=5"}};
  for (const Pair& pair : pairs) {
    CAPTURE(pair.svmlin);
    const bool given = holds(pair.train, "lambda-u");
    const std::string unlabeled = given ? "" : "--set lambda-u=1 ";
    CHECK(shop.run("svmlin " + pair.svmlin + " rows labels").empty());
    shop.run("train both -o m -q --double --set threshold=no " + unlabeled +
             "--method " + pair.train);
    CHECK(numbers_in(shop.read("rows.outputs")) ==
          numbers_in(shop.run("predict m both --double --scores"), 1));
    CHECK(numbers_in(shop.read("rows.weights")).size() == 9);
  }
}

TEST_CASE("svmlin -f tests with the weights, the bias last") {
  const Workshop shop({{"w", "1\n-1\n0.5\n"},
                       {"rows", "1:2\n2:1 3:9\n1:0.25\n"},
                       {"labels", "+1\n+1\n0\n"}});
  CHECK(shop.run("svmlin -f w rows").empty());
  CHECK(shop.read("rows.outputs") == "2.5\n-0.5\n0.75\n");
  CHECK(shop.run("svmlin -f w rows labels") == "Accuracy = 50 % (1/2)\n");
}

TEST_CASE("svmlin tests what it trained") {
  const Workshop shop;
  write_rows(shop);
  shop.run("svmlin -A 3 -W 0.001 rows labels");
  const Doubles before = numbers_in(shop.read("rows.outputs"));
  CHECK(shop.run("svmlin -f rows.weights rows labels") ==
        "Accuracy = 100 % (16/16)\n");
  const Doubles after = numbers_in(shop.read("rows.outputs"));
  for (std::size_t i = 0; i < before.size(); ++i)
    CHECK(after[i] == doctest::Approx(before[i]).epsilon(1e-12));
}

TEST_SUITE("data") {
  TEST_CASE("svmlin annealing labels SVMlin's own example") {
    const char* folder = std::getenv("SEMILIN_DATA");
    if (folder == nullptr) {
      MESSAGE("SKIPPED: SEMILIN_DATA is not set");
      return;
    }
    const std::string data = std::string(folder) + "/svmlin_example/";
    const Workshop shop;
    REQUIRE(shop.shell("zcat " + data + "train.svm.gz >all && zcat " + data +
                       "test.svm.gz | tee test | cut -d ' ' -f 1 >truth && "
                       "cut -d ' ' -f 1 all >labels")
                .status == 0);
    const auto accuracy = [&](const std::string& algorithm) {
      shop.run("svmlin -W 0.001 " + algorithm + " all labels");
      const std::string out = shop.run("svmlin -f all.weights test truth");
      return std::stod(out.substr(out.find('=') + 1));
    };
    const double annealed = accuracy("-A 3");
    CHECK(annealed > 93);
    CHECK(annealed > accuracy("-A 1") + 10);
  }
}

}  // namespace
}  // namespace semilin::test
