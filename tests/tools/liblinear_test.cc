// semilin liblinear-train and liblinear-predict, beside LIBLINEAR's programs
// where these are installed.
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "semilin/advanced/base/random.h"

#include "support/command.h"

namespace semilin {
namespace {

using test::one_line;
using test::Workshop;

// `rows` rows of classes 1, 2, ... (of two: 1, -1), each with features of its
// own and noise.
std::string rows_of(int classes, int rows, std::uint64_t seed) {
  Random random(seed);
  std::string text;
  for (int i = 0; i < rows; ++i) {
    const int k = i % classes;
    text += classes == 2 && k == 1 ? "-1" : std::to_string(k + 1);
    for (int j = 0; j < 4 * classes; ++j) {
      const double own = j / 4 == k ? 0.8 : 0.0;
      if (random.uniform() < 0.4 + 0.4 * own)
        text += " " + std::to_string(j + 1) + ":" +
                std::to_string(own + random.uniform());
    }
    text += '\n';
  }
  return text;
}

void write_data(const Workshop& shop) {
  for (const int classes : {2, 3}) {
    const std::string name = std::to_string(classes);
    shop.write("train" + name, rows_of(classes, 90, 1));
    shop.write("test" + name, rows_of(classes, 60, 2));
  }
}

bool has_liblinear(const Workshop& shop) {
  const bool found =
      shop.shell("command -v liblinear-train liblinear-predict").status == 0;
  if (!found) MESSAGE("SKIPPED: liblinear-train is not installed");
  return found;
}

TEST_CASE("liblinear-train gives the labels of LIBLINEAR's program") {
  const Workshop shop;
  write_data(shop);
  const bool installed = has_liblinear(shop);
  const std::vector<std::string> all = {"",
                                        "-s 1",
                                        "-s 2",
                                        "-c 0.1",
                                        "-c 10",
                                        "-c 0.01",
                                        "-c 100 -s 2",
                                        "-s 2 -c 1",
                                        "-B 1",
                                        "-B 1 -s 2",
                                        "-B -1",
                                        "-B 0",
                                        "-B 2.5",
                                        "-e 0.001",
                                        "-e 0.01 -s 2",
                                        "-s 2 -e 0.0001 -c 4",
                                        "-s 1 -e 0.01 -B 1",
                                        "-w1 2",
                                        "-w1 3 -s 2",
                                        "-w1 0.2 -B 1",
                                        "-q",
                                        "-q -c 3",
                                        "-p 0.2",
                                        "-s 2 -B 1 -c 0.5",
                                        "-w1 4 -c 2 -e 0.001"};
  const std::vector<std::string> two = {"-w-1 5", "-w1 2 -w-1 0.5 -s 2",
                                        "-c 5 -w-1 0.1 -B 1"};
  const std::vector<std::string> three = {"-w2 3", "-w1 2 -w2 5 -w3 2 -c 10",
                                          "-w3 0.2 -s 2 -B 1"};
  for (const int classes : {2, 3}) {
    std::vector<std::string> options = all;
    const auto& more = classes == 2 ? two : three;
    options.insert(options.end(), more.begin(), more.end());
    const std::string name = std::to_string(classes);
    for (const std::string& given : options) {
      CAPTURE(given);
      const auto trained =
          shop.semilin("liblinear-train " + given + " train" + name + " ours");
      CHECK(trained.status == 0);
      CHECK(trained.err.empty());
      CHECK(shop.read("ours").starts_with("solver_type L2R_L2LOSS_SVC\n"));
      const auto said =
          shop.semilin("liblinear-predict test" + name + " ours labels");
      CHECK(said.status == 0);
      if (!installed) continue;
      // at the minimum; by default it stops where a row may go either way
      REQUIRE(shop.shell("liblinear-train " + given + " -e 1e-6 train" + name +
                         " theirs && liblinear-predict -q test" + name +
                         " theirs their_labels")
                  .status == 0);
      CHECK(shop.read("labels") == shop.read("their_labels"));
    }
  }
}

TEST_CASE("liblinear-train's options have their documented effect") {
  const Workshop shop;
  write_data(shop);

  CHECK(shop.semilin("liblinear-train train2").status == 0);
  CHECK(shop.read("train2.model").find("\nbias -1\n") != std::string::npos);
  CHECK(shop.semilin("liblinear-train -B 2 train2 m").status == 0);
  CHECK(shop.read("m").find("label 1 -1\nnr_feature 8\nbias 2\n") !=
        std::string::npos);
  const auto unknown = shop.semilin("liblinear-train -w7 2 train2 m");
  CHECK(unknown.status == 0);
  CHECK(unknown.err ==
        "semilin: warning: -w7: no row of train2 has this label\n");
  CHECK(shop.semilin("liblinear-train -w7 2 -q train2 m").err.empty());
  const auto folds = shop.semilin("liblinear-train -v 5 train3 none");
  CHECK(folds.status == 0);
  CHECK(folds.out.starts_with("Cross Validation Accuracy = "));
  CHECK(folds.out.ends_with("%\n"));
  // With weights each class is trained by itself.
  const auto alike = shop.semilin("liblinear-train -v 5 -w2 1.00001 train3");
  CHECK(alike.out == folds.out);
  const auto heavy = shop.semilin("liblinear-train -v 5 -w2 1000 train3");
  CHECK(heavy.out != folds.out);
  const auto chosen =
      shop.semilin("liblinear-train -C -c 256 -v 5 -w2 1.00001 train3");
  CHECK(chosen.out.starts_with("Best C = "));
  CHECK(chosen.out.find("  CV accuracy = ") != std::string::npos);
  const auto best = shop.semilin("liblinear-train -C -c 0.25 -v 3 train2 none");
  CHECK(best.status == 0);
  CHECK(best.out.starts_with("Best C = "));
  CHECK(best.out.find("  CV accuracy = ") != std::string::npos);
  CHECK_FALSE(shop.has("none"));
}

TEST_CASE("0 is a class to liblinear-train, even beside +1 and -1") {
  const Workshop shop;
  shop.write("d", "-1 1:1\n0 2:1\n+1 3:1\n");

  CHECK(shop.semilin("liblinear-train d m").status == 0);
  const auto said = shop.semilin("liblinear-predict d m labels");

  CHECK(said.out == "Accuracy = 100% (3/3)\n");
  CHECK(shop.read("labels") == "-1\n0\n1\n");
}

TEST_CASE("what liblinear-train does not solve is refused in one line") {
  const Workshop shop;
  write_data(shop);
  for (const char* type :
       {"0", "3", "4", "5", "6", "7", "11", "12", "13", "21", "8"}) {
    const auto outcome =
        shop.semilin(std::string("liblinear-train -s ") + type + " train2 m");
    CHECK(outcome.status == 2);
    CHECK(one_line(outcome.err));
    CHECK(outcome.err.starts_with(std::string("semilin: -s ") + type + ": "));
  }
  shop.write("some", "1 1:1\n-1 2:1\n? 1:1\n");
  for (const char* wrong :
       {"-c 0 train2 m", "-B x train2 m", "-v 1 train2 m", "-w1 train2 m",
        "-v 99 train2 m", "-R train2 m", "some m", "nofile m", "train2 train2",
        "-C -c 2000 train2", "train2 nofolder/m"}) {
    CAPTURE(wrong);
    const auto outcome = shop.semilin(std::string("liblinear-train ") + wrong);
    CHECK(outcome.status != 0);
    CHECK_MESSAGE(one_line(outcome.err), outcome.err);
    CHECK_FALSE(shop.has("m"));
  }
}

TEST_CASE("liblinear-predict writes what LIBLINEAR's program writes") {
  const Workshop shop;
  write_data(shop);
  if (!has_liblinear(shop)) return;
  int invocations = 0;
  for (const std::string solver : {"0", "1", "2", "4", "5", "6", "7"}) {
    for (const std::string classes : {"2", "3"}) {
      REQUIRE(shop.shell("liblinear-train -q -B 1 -s " + solver + " train" +
                         classes + " m")
                  .status == 0);
      const bool logistic = solver == "0" || solver == "6" || solver == "7";
      for (const std::string options : {"", "-q", logistic ? "-b 1" : "-b 0"}) {
        CAPTURE(solver);
        CAPTURE(options);
        const std::string rest = options + " test" + classes + " m ";
        const auto ours = shop.semilin("liblinear-predict " + rest + "ours");
        const auto theirs = shop.shell("liblinear-predict " + rest + "theirs");
        CHECK(ours.status == 0);
        CHECK(ours.out == theirs.out);
        CHECK(shop.read("ours") == shop.read("theirs"));
        ++invocations;
      }
    }
  }
  CHECK(invocations >= 30);
}

TEST_CASE("liblinear-predict prints labels, probabilities and accuracy") {
  const Workshop shop;
  // o = x1 - x2; p of label 1 is 1 / (1 + exp(-o))
  shop.write("m",
             "solver_type L2R_LR\nnr_class 2\nlabel 1 -1\nnr_feature 2\n"
             "bias -1\nw\n1\n-1\n");
  shop.write("d", "1 1:2\n-1 2:1\n-1 1:1\n7 9:4\n");

  const auto said = shop.semilin("liblinear-predict -b 1 d m out");

  CHECK(said.status == 0);
  CHECK(said.out == "Accuracy = 50% (2/4)\n");
  CHECK(shop.read("out") ==
        "labels 1 -1\n1 0.880797 0.119203\n-1 0.268941 0.731059\n"
        "1 0.731059 0.268941\n-1 0.5 0.5\n");
  CHECK(shop.semilin("predict --probabilities m d")
            .out.starts_with("1\t0.1192029"));
  shop.write("svm",
             "solver_type L2R_L2LOSS_SVC\nnr_class 2\nlabel 1 -1\n"
             "nr_feature 2\nbias -1\nw\n1\n-1\n");
  const auto none = shop.semilin("liblinear-predict -b 1 d svm out");
  CHECK(none.status == 1);
  CHECK(one_line(none.err));
  CHECK(shop.semilin("liblinear-predict d m m").status == 2);
}

}  // namespace
}  // namespace semilin
