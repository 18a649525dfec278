// Our SVM beside liblinear-train's, at equal C: the same minimum.
#include "semilin/io/svmlight.h"
#include "semilin/linear/liblinear_model.h"

#include "support/command.h"
#include "support/training.h"

namespace semilin::test {
namespace {

bool has_liblinear() {
  const bool found =
      std::system("command -v liblinear-train > /dev/null 2>&1") == 0;
  if (!found) MESSAGE("SKIPPED: liblinear-train is not installed");
  return found;
}

// Compares our minimum with that of liblinear-train -s 2 on the shop's file
// `train`.
void check_same_minimum(const Workshop& shop, const Dataset& data,
                        const std::string& c) {
  CAPTURE(c);
  const std::string command = "liblinear-train -q -s 2 -e 1e-6 -B 1 -c " + c +
                              " train model > /dev/null";
  REQUIRE(shop.shell(command).status == 0);
  const LinearModel theirs =
      linear_model_from_liblinear(shop.read("model"), "model");
  LinearTraining options(kSvm);
  options.lambda =
      lambda_from_c(std::stod(c), static_cast<double>(data.labeled()));
  const LinearFit ours = train_linear(data, options);
  const OwnedProblem problem = supervised_problem(data, options);
  const double their_objective = optimality(problem, theirs).objective;
  CHECK(optimality(problem, ours.model).objective ==
        doctest::Approx(their_objective).epsilon(1e-6));
  CHECK(ours.summary.objective ==
        doctest::Approx(their_objective).epsilon(1e-6));
}

std::string svmlight_text(const Dataset& data, const Labels& labels) {
  std::ostringstream text;
  text.precision(9);
  data.rows.visit([&](const auto& view) {
    for (Index i = 0; i < view.rows; ++i) {
      text << data.classes[labels[i]];
      for (Index z = view.offsets[i]; z < view.offsets[i + 1]; ++z)
        text << ' ' << view.columns[z] + 1 << ':' << view.values[z];
      text << '\n';
    }
  });
  return text.str();
}

}  // namespace

TEST_CASE("the SVM's objective is liblinear-train's at equal C") {
  if (!has_liblinear()) return;
  const Workshop shop;
  for (const int classes : {2, 3}) {
    const auto corpus = topics(classes, 300, 300, 1);
    shop.write("train", svmlight_text(corpus.data, corpus.truth));
    const Dataset data = read_svmlight(shop.path("train"));
    for (const std::string c : {"0.01", "1", "100"})
      check_same_minimum(shop, data, c);
  }
}

TEST_SUITE("slow") {
  TEST_CASE("the SVM's objective is liblinear-train's on rcv1") {
    const char* folder = std::getenv("SEMILIN_DATA");
    if (folder == nullptr) {
      MESSAGE("SKIPPED: SEMILIN_DATA is not set");
      return;
    }
    if (!has_liblinear()) return;
    const Workshop shop;
    const std::string packed =
        std::string(folder) + "/rcv1_subsets_ccat/train.svm.gz";
    REQUIRE(shop.shell("gzip -dc '" + packed + "' > train").status == 0);
    const Dataset data = read_svmlight(packed);
    for (const std::string c : {"0.1", "1"})
      check_same_minimum(shop, data, c);
  }
}

}  // namespace semilin::test
