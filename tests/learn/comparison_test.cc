#include "learn/comparison.h"

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
  const LinearFit result = train_linear(corpus.data, LinearTraining(kDa, 1));
  const Labels model = predicted(result.model, corpus.data.rows);
  const Labels supervised = predicted(result.supervised, corpus.data.rows);
  Doubles sizes(3, 0.0), before(3, 0.0);
  double agree = 0;
  for (std::size_t i = 0; i < model.size(); ++i) {
    if (corpus.data.labels[i] != kUnlabeled) continue;
    sizes[model[i]] += 1.0 / 588;
    before[supervised[i]] += 1.0 / 588;
    agree += model[i] == supervised[i] ? 1.0 / 588 : 0;
  }
  const RunSummary& summary = result.summary;
  CHECK(apart(summary.predicted, sizes) < 0.003);
  CHECK(apart(summary.supervised_predicted, before) < 0.003);
  CHECK(summary.agreement == doctest::Approx(agree).epsilon(0.01));
  CHECK(summary.held_out_rows == 12);
  CHECK(!summary.fell_back);
}

// Two clusters that have nothing to do with the classes, which hang on one weak
// word: annealing, with this penalty, finds the clusters.
TEST_CASE("a model that contradicts sure labels is dropped") {
  // columns 0 and 1: the class, weakly; 2 and 3: a strong cluster of its own
  const auto row = [](Index i) -> Entries {
    const Index cluster = i < 4 ? i % 2 : (i / 2) % 2;
    return {{i % 2, 0.3}, {2 + cluster, 3}};
  };
  const Topics corpus =
      few_labels(rows_of(1200, 4, row), in_turns(1200, 2), {100, 100});
  LinearTraining options(kDa, 1);
  options.lambda = 1;
  options.lambda_u = 30;
  options.temperature = 30;
  const LinearFit result = train_linear(corpus.data, options);
  MESSAGE("agreement " << result.summary.agreement << ", held out "
                       << result.summary.held_out_accuracy);
  CHECK(result.summary.fell_back);
  CHECK(result.summary.method == kSvm);
  CHECK(result.model.weights == result.supervised.weights);
  CHECK(result.labels == corpus.truth);
}

}  // namespace semilin::test
