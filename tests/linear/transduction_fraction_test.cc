#include "linear/transduction_fraction.h"

#include <cmath>
#include <initializer_list>

#include <doctest/doctest.h>

namespace semilin {
namespace {

constexpr int kStages = 19;

// Seconds left, as told after one retraining.
double left_after(TransductionFraction fraction,
                  const TransductionFraction::Spent& spent, int stage,
                  bool settled) {
  const double done = fraction.after_retraining(spent, stage, settled);
  return spent.seconds * (1 - done) / done;
}

TEST_CASE("after the last stage of a transduction the last solve is left") {
  // a product took 0.02 s
  CHECK(left_after({2, kStages, 0}, {9, 8, 400}, kStages - 1, true) ==
        doctest::Approx(34 * 0.02));
  CHECK(left_after({5, kStages, 0}, {9, 8, 400}, kStages - 1, true) ==
        doctest::Approx(46 * 0.02));
}

TEST_CASE("a transduction with as many products as others has their rest") {
  const double half = 60 * std::pow(9 / 18.2, 2.3);
  const auto products = static_cast<Index>(std::lround(half));
  const double solving = static_cast<double>(products);  // a second each
  CHECK(left_after({2, kStages, 0}, {solving, solving, products}, 8, true) ==
        doctest::Approx(60 - half + 34).epsilon(0.02));
}

TEST_CASE("the time between the solves is foretold per stage") {
  // without a product's time: three seconds for each of ten stages
  CHECK(left_after({4, kStages, 0}, {30, 0, 100}, 9, true) ==
        doctest::Approx(3 * 9));
  // and of a run that resumed at the fifth, for each of five
  CHECK(left_after({4, kStages, 5}, {15, 0, 100}, 9, true) ==
        doctest::Approx(3 * 9));
}

TEST_CASE("a run that costs more per product or stage has more before it") {
  const double left = left_after({2, kStages, 0}, {5, 4, 100}, 9, true);
  CHECK(left_after({2, kStages, 0}, {10, 8, 100}, 9, true) ==
        doctest::Approx(2 * left));
  // as long per product, but ten times as many
  CHECK(left_after({2, kStages, 0}, {41, 40, 1000}, 9, true) > 2 * left);
}

TEST_CASE("a stage that goes on leaves more than one that is settled") {
  for (const int stage : {0, 9, kStages - 1}) {
    CAPTURE(stage);
    CHECK(left_after({3, kStages, 0}, {5, 4, 100}, stage, false) >
          left_after({3, kStages, 0}, {5, 4, 100}, stage, true));
  }
}

TEST_CASE("what runs still took is told within a factor of two") {
  // Runs on 20news_stripped and rcv1_subsets_ccat with 5 labels per class, on
  // pcmac and reuters_r8 with 25; seconds of the processor.
  struct Run {
    int classes, stage;
    TransductionFraction::Spent spent;
    double left;
  };
  for (const Run& run :
       std::initializer_list<Run>{{20, 6, {0.5507, 0.1043, 27}, 1.995},
                                  {20, 12, {1.29, 0.4645, 121}, 1.256},
                                  {2, 6, {0.004268, 0.00304, 43}, 0.02609},
                                  {2, 12, {0.01484, 0.01258, 192}, 0.01552},
                                  {2, 6, {0.06086, 0.04267, 52}, 0.5084},
                                  {2, 12, {0.2335, 0.1985, 245}, 0.3358},
                                  {8, 6, {0.09076, 0.01367, 23}, 0.2524},
                                  {8, 12, {0.1989, 0.06068, 103}, 0.1442}}) {
    CAPTURE(run.classes);
    CAPTURE(run.stage);
    const double told =
        left_after({run.classes, kStages, 0}, run.spent, run.stage, true);
    CHECK(told < 2 * run.left);
    CHECK(told > run.left / 2);
  }
}

TEST_CASE("the fraction of a transduction never falls") {
  // the switching took most of the time, then comes a long solve
  TransductionFraction fraction(20, kStages, 0);
  const double told = fraction.after_retraining({10, 1, 27}, 6, true);
  CHECK(told > TransductionFraction(20, kStages, 0)
                   .after_retraining({20, 11, 40}, 7, true));
  CHECK(fraction.after_retraining({20, 11, 40}, 7, true) == told);
  CHECK(fraction.after_retraining({90, 80, 400}, kStages - 1, true) > told);
}

}  // namespace
}  // namespace semilin
