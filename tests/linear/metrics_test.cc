#include "semilin/linear/metrics.h"

#include "semilin/matrix/dataset.h"

#include "support/test.h"

namespace semilin::test {
namespace {

struct Sample {
  Labels truth, predicted;
};

Sample random_sample(Index rows, int classes, std::uint64_t seed) {
  Random random(seed);
  Sample sample;
  for (Index i = 0; i < rows; ++i) {
    const auto truth = static_cast<std::int32_t>(random.below(classes + 1)) - 1;
    const bool right = random.uniform() < 0.5;
    const auto other = static_cast<std::int32_t>(random.below(classes));
    sample.truth.push_back(truth);
    sample.predicted.push_back(right && truth >= 0 ? truth : other);
  }
  return sample;
}

// Counts rows with truth t (any: -2) and prediction p (any: -2).
int count(const Sample& sample, int t, int p) {
  int rows = 0;
  for (std::size_t i = 0; i < sample.truth.size(); ++i) {
    const bool known = sample.truth[i] != kUnlabeled;
    const bool same_truth = t == -2 || sample.truth[i] == t;
    const bool same_prediction = p == -2 || sample.predicted[i] == p;
    if (known && same_truth && same_prediction) ++rows;
  }
  return rows;
}

// Every pair of a positive and a negative row.
double slow_auc(const Labels& truth, const Doubles& scores) {
  double won = 0, pairs = 0;
  for (std::size_t i = 0; i < truth.size(); ++i) {
    for (std::size_t j = 0; j < truth.size(); ++j) {
      if (truth[i] != 1 || truth[j] != 0) continue;
      ++pairs;
      won += scores[i] > scores[j] ? 1 : scores[i] == scores[j] ? 0.5 : 0;
    }
  }
  return won / pairs;
}

TEST_CASE("confusion and class metrics agree with counting row by row") {
  const Sample sample = random_sample(500, 4, 1);
  const Confusion table = confusion(sample.truth, sample.predicted, 4);
  const auto metrics = class_metrics(table);
  double sum_f1 = 0;
  CHECK(table.total() == count(sample, -2, -2));
  for (int k = 0; k < 4; ++k) {
    for (int p = 0; p < 4; ++p)
      CHECK(table.at(k, p) == count(sample, k, p));
    const double correct = count(sample, k, k);
    const double precision = correct / count(sample, -2, k);
    const double recall = correct / count(sample, k, -2);
    const double f1 = 2 * precision * recall / (precision + recall);
    CHECK(metrics[k].support == count(sample, k, -2));
    CHECK(metrics[k].predicted == count(sample, -2, k));
    CHECK(metrics[k].precision == doctest::Approx(precision).epsilon(1e-14));
    CHECK(metrics[k].recall == doctest::Approx(recall).epsilon(1e-14));
    CHECK(metrics[k].f1 == doctest::Approx(f1).epsilon(1e-14));
    sum_f1 += f1;
  }
  CHECK(macro_f1(table) == doctest::Approx(sum_f1 / 4).epsilon(1e-14));
  CHECK(micro_f1(table) == accuracy(table));
}

TEST_CASE("no metric exceeds 1 and quotients 0/0 are 0") {
  // class 2 is never true, class 1 never said, class 3 neither
  const Confusion table =
      confusion(Labels{0, 0, 1, kUnlabeled}, Labels{0, 2, 0, 0}, 4);
  const auto metrics = class_metrics(table);
  CHECK(metrics[1].precision == 0);
  CHECK(metrics[2].recall == 0);
  CHECK(metrics[3].f1 == 0);
  for (const ClassMetrics& one : metrics) {
    CHECK(one.precision <= 1);
    CHECK(one.recall <= 1);
    CHECK(one.f1 <= 1);
  }
  // F1 of class 0: 2 * 1 / (2 + 2); the mean is over classes 0, 1 and 2
  CHECK(macro_f1(table) == doctest::Approx(0.5 / 3));
}

TEST_CASE("without a row that has a truth the metrics are not numbers") {
  const Confusion table = confusion(Labels{kUnlabeled}, Labels{0}, 2);
  CHECK(table.total() == 0);
  CHECK(std::isnan(accuracy(table)));
  CHECK(std::isnan(macro_f1(table)));
  CHECK(std::isnan(micro_f1(table)));
  CHECK(std::isnan(auc(Labels{1, 1}, Doubles{1, 2})));
  CHECK(std::isnan(auc(Labels{}, Doubles{})));
}

TEST_CASE("auc agrees with comparing all pairs, ties counted half") {
  for (const std::uint64_t seed : {1, 2, 3}) {
    Random random(seed);
    Labels truth;
    Doubles scores;
    for (int i = 0; i < 200; ++i) {
      truth.push_back(static_cast<std::int32_t>(random.below(3)) - 1);
      // few distinct values: many ties
      scores.push_back(static_cast<double>(random.below(7)) + truth.back());
    }
    // both are quotients of the same exact counts
    CHECK(auc(truth, scores) == slow_auc(truth, scores));
  }
  CHECK(auc(Labels{0, 1}, Doubles{1, 2}) == 1);
  CHECK(auc(Labels{0, 1}, Doubles{2, 1}) == 0);
  CHECK(auc(Labels{0, 1, 1, 0}, Doubles(4, 3.0)) == 0.5);
}

TEST_CASE("metrics refuse what does not fit together") {
  CHECK_THROWS_AS((void)confusion(Labels{0}, Labels{0, 1}, 2), Invalid);
  CHECK_THROWS_AS((void)confusion(Labels{2}, Labels{0}, 2), Invalid);
  CHECK_THROWS_AS((void)confusion(Labels{0}, Labels{-1}, 2), Invalid);
  CHECK_THROWS_AS((void)auc(Labels{0, 2}, Doubles{1, 2}), Invalid);
  CHECK_THROWS_AS((void)auc(Labels{0}, Doubles{1, 2}), Invalid);
}

}  // namespace
}  // namespace semilin::test
