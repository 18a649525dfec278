#include "semilin/learn/decide.h"

#include "semilin/learn/evaluate.h"

#include "support/training.h"

namespace semilin::test {
namespace {

// Two classes, of which o says the second with probability 1 / (1 + exp(-o)).
ModelHead sigmoid_head(Index right, Index wrong) {
  ModelHead head;
  head.classes = {"a", "b"};
  head.offsets = {0};
  head.calibration.slopes = {1};
  head.calibration.shifts = {0};
  for (Index i = 0; i < right; ++i)
    head.calibration.held_out.push_back(0.9);
  for (Index i = 0; i < wrong; ++i)
    head.calibration.held_out.push_back(-0.6);
  return head;
}

TEST_CASE("rows whose guess is less probable are left to people") {
  const ModelHead head = sigmoid_head(0, 0);
  const double least = least_probability(head, {.least_probability = 0.8});
  CHECK(least == 0.8);
  const Doubles outputs = {2, 1, -2};  // 0.88, 0.73, 0.88
  const Decided found = decide(head, outputs, least);
  CHECK(found.labels == Labels{1, kUnlabeled, 0});
  CHECK(found.guesses == Labels{1, 1, 0});
  CHECK(found.probability[1] == doctest::Approx(0.7311).epsilon(1e-3));
  CHECK(found.count == 2);
  CHECK(found.expected == doctest::Approx(2 * 0.8808).epsilon(1e-3));
}

// The model and a row without a feature: its probabilities are the sizes of the
// classes, and people decide it.
void check_empty_row(const Model& model, const Doubles& sizes) {
  CsrMatrix<float> empty;
  empty.end_row();
  const Doubles outputs = scores(model, CsrStore(std::move(empty)), 1);
  const ModelHead& head = model.head();
  const Doubles p = probabilities(head, outputs);
  REQUIRE(p.size() == sizes.size());
  for (std::size_t k = 0; k < p.size(); ++k)
    CHECK(p[k] == doctest::Approx(sizes[k]).epsilon(1e-9));
  CHECK(decide(head, outputs, 1e-6).labels == Labels{kUnlabeled});
  CHECK(decide(head, outputs, 0).labels == predict(head, outputs));
}

TEST_CASE("a row without a feature is never decided with confidence") {
  for (const int classes : {2, 3}) {
    Topics corpus = topics(classes, 300, 20, 1);
    for (std::size_t i = 0; i < corpus.data.labels.size(); ++i)
      if (i % 4 != 0 && corpus.data.labels[i] == 0)
        corpus.data.labels[i] = kUnlabeled;
    for (const std::string_view method : {kCommittee, kSvm, kDa, kTvRls}) {
      Trainer trainer(corpus.data, one_thread(method));
      TrainResult result = trainer.train();
      if (method != kCommittee) trainer.calibrate(result);
      Doubles sizes = result.summary.class_sizes;
      if (sizes.empty())
        for (const Index count : corpus.data.count_classes())
          sizes.push_back(static_cast<double>(count) /
                          static_cast<double>(corpus.data.labeled()));
      check_empty_row(result.model, sizes);
      check_empty_row(model_from_archive(to_archive(result.model)), sizes);
    }
  }
}

TEST_CASE("a precision needs labels held out that show it") {
  const DecideOptions wanted{.precision = 0.95};
  // all right: n / (n + 1.2816^2) is 0.9497 for 31 and 0.9512 for 32
  CHECK(least_probability(sigmoid_head(31, 0), wanted) == kNoneSure);
  CHECK(least_probability(sigmoid_head(32, 0), wanted) == 0.9);
  CHECK(least_probability(sigmoid_head(32, 20), wanted) == 0.9);
  CHECK(least_probability(sigmoid_head(500, 1), wanted) == 0.6);
  CHECK(decide(sigmoid_head(31, 0), Doubles{9}, kNoneSure).count == 0);
}

TEST_CASE("what cannot be decided is refused") {
  ModelHead head = sigmoid_head(1, 0);
  CHECK_THROWS_AS((void)least_probability(head, {0.5, 0.5}), Invalid);
  CHECK_THROWS_AS((void)least_probability(head, {2, {}}), Invalid);
  CHECK(least_probability(head, {}) == 0);
  head.calibration = {};
  CHECK_THROWS_WITH_AS((void)least_probability(head, {0.5, {}}),
                       doctest::Contains("with probabilities"), DataError);
}

TEST_CASE("an evaluation counts the decided rows by themselves") {
  const ModelHead head = sigmoid_head(0, 0);
  Dataset data{rows_of(3, 1,
                       [](Index) {
                         return Entries{{0, 1.0}};
                       }),
               {1, 0, 0},
               {"a", "b"},
               {}};
  const auto found =
      evaluate(head, data, {2, 1, -2}, {.least_probability = 0.8}).decided;
  REQUIRE(found);
  CHECK(found->rows == 2);
  CHECK(found->coverage == doctest::Approx(2.0 / 3));
  CHECK(found->accuracy == 1);
}

TEST_CASE("calibration remembers labels held out, the surest first") {
  const Topics corpus = topics(2, 100, 20, 1);
  const Calibration fit = calibrate(corpus.data, LinearTraining(kSvm, 1));
  CHECK(fit.held_out.size() == 40);
  CHECK(std::ranges::is_sorted(fit.held_out, std::greater<>(),
                               [](double p) { return std::abs(p); }));
  LinearModel model = train_linear(corpus.data, LinearTraining(kSvm, 1)).model;
  model.calibration = fit;
  CHECK(linear_model_from_archive(to_archive(model)).calibration.held_out ==
        fit.held_out);
}

}  // namespace
}  // namespace semilin::test
