#include "learn/comparison.h"

#include "support/problems.h"
#include "support/training.h"

namespace semilin::test {

TEST_CASE("a model collapsed if it contradicts more than chance explains") {
  // 100 rows, accuracy 0.8: 82/104 = 0.788 less 3 x 0.040 is 0.668
  // of 104 rows 82 are right: 0.788 with an error of 0.0401
  CHECK(agreement_margin(summary_of(0.9, 0.8, 100)) ==
        doctest::Approx(2.785).epsilon(1e-3));
  CHECK(std::isinf(agreement_margin(summary_of(0.9, 0.8, 0))));
  CHECK(!collapsed(summary_of(0.69, 0.8, 100)));
  CHECK(collapsed(summary_of(0.66, 0.8, 100)));
  CHECK(!collapsed(summary_of(0.7, 1.0, 12)));
  CHECK(!collapsed(summary_of(0.0, 0.0, 0)));
}

TEST_CASE("what tells the classes falls short of the model by chance or not") {
  // 22/44 = 0.5 +- 0.075, the model 0.8 +- 0.04: 0.5 + 2 x 0.085 < 0.8
  CHECK(is_clearly_below_svm(20, 40, summary_of(0, 0.8, 100)));
  CHECK(!is_clearly_below_svm(20, 40, summary_of(0, 0.66, 100)));
  CHECK(!is_clearly_below_svm(2, 4, summary_of(0, 0.8, 100)));
  CHECK(!is_clearly_below_svm(0, 0, summary_of(0, 0.8, 100)));
  CHECK(!is_clearly_below_svm(0, 40, summary_of(0, 0, 0)));
}

TEST_CASE("the summary holds both models' sizes and their agreement") {
  const Topics corpus = topics(3, 600, 4, 51);
  LinearTraining options;
  options.threads = 1;
  const LinearFit result = train_linear(corpus.data, options);
  const auto model =
      predict(result.model, scores(result.model, corpus.data.rows));
  const auto supervised =
      predict(result.supervised, scores(result.supervised, corpus.data.rows));
  Doubles sizes(3, 0.0);
  Doubles before(3, 0.0);
  double agree = 0;
  for (std::size_t i = 0; i < model.size(); ++i) {
    if (corpus.data.labels[i] != kUnlabeled) continue;
    sizes[model[i]] += 1.0 / 588;
    before[supervised[i]] += 1.0 / 588;
    agree += model[i] == supervised[i] ? 1.0 / 588 : 0;
  }
  const RunSummary& summary = result.summary;
  REQUIRE(summary.predicted.size() == 3);
  for (int k = 0; k < 3; ++k) {
    CHECK(summary.predicted[k] == doctest::Approx(sizes[k]).epsilon(0.01));
    CHECK(summary.supervised_predicted[k] ==
          doctest::Approx(before[k]).epsilon(0.01));
  }
  CHECK(summary.agreement == doctest::Approx(agree).epsilon(0.01));
  CHECK(summary.held_out_rows == 12);
  CHECK(!summary.fell_back);
}

// Two clusters that have nothing to do with the classes, which hang on one weak
// word: annealing, with this penalty, finds the clusters.
TEST_CASE("a model that contradicts sure labels is dropped") {
  constexpr Index kLabeled = 200;
  constexpr Index kRows = 1200;
  CsrMatrix<float> rows{4, {0}, {}, {}};
  Dataset data;
  for (Index i = 0; i < kRows; ++i) {
    // columns 0 and 1: the class, weakly; 2 and 3: a strong cluster of its own
    const std::int32_t label = static_cast<std::int32_t>(i % 2);
    const Index cluster = i < 4 ? label : (i / 2) % 2;
    push(rows, label, 0.3F);
    push(rows, 2 + cluster, 3.0F);
    rows.end_row();
    data.labels.push_back(i < kLabeled ? label : kUnlabeled);
  }
  data.rows = CsrStore(std::move(rows));
  data.classes = {"0", "1"};
  LinearTraining options;
  options.threads = 1;
  options.lambda = 1;
  options.lambda_u = 30;
  options.temperature = 30;
  const LinearFit result = train_linear(data, options);
  MESSAGE("agreement " << result.summary.agreement << ", held out "
                       << result.summary.held_out_accuracy);
  CHECK(result.summary.fell_back);
  CHECK(result.summary.method == kSvm);
  CHECK(result.model.weights == result.supervised.weights);
  for (Index i = 0; i < kRows; ++i)
    CHECK(result.labels[i] == i % 2);
}

}  // namespace semilin::test
