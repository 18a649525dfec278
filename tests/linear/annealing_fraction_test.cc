#include "linear/annealing_fraction.h"

#include <cmath>
#include <initializer_list>

#include <doctest/doctest.h>

namespace semilin {
namespace {

constexpr double kEnd = 1e-5;

AnnealingFraction fraction_of(int classes, double change = 1e-3,
                              int early_step = 1) {
  return AnnealingFraction({.classes = classes,
                            .change = change,
                            .end = kEnd,
                            .late = 0.02 * std::log(classes),
                            .early_step = early_step});
}

// What is done after one retraining that leaves `entropy`: 1 / (1 + rest).
double rest_after(AnnealingFraction fraction, double entropy,
                  bool sampled = false) {
  return 1 / fraction.after_retraining(entropy, sampled) - 1;
}

TEST_CASE("an undecided annealing has its alternations before it") {
  CHECK(rest_after(fraction_of(2), std::log(2)) ==
        doctest::Approx(0.25 * std::log(std::log(2) / kEnd) + 72 + 2.3));
  CHECK(rest_after(fraction_of(20), std::log(20)) ==
        doctest::Approx(0.25 * std::log(std::log(20) / kEnd) + 43 + 1.8));
}

TEST_CASE("an annealing without entropy has the last solve before it") {
  CHECK(rest_after(fraction_of(2), 0) == doctest::Approx(2.3));
  CHECK(rest_after(fraction_of(20), 0) == doctest::Approx(1.8));
  // a rough one solves roughly
  CHECK(rest_after(fraction_of(20, 1e-2), 0) ==
        doctest::Approx(1.8 * std::pow(0.1, 0.4)));
}

TEST_CASE(
    "what runs with that entropy still took is told within a factor two") {
  // Retrainings left at h = entropy / log K at the ends of temperatures, the
  // last solve as two: of runs on reuters_r8, generated documents and pcmac.
  struct Left {
    int classes;
    double share, retrainings;
  };
  for (const Left& left :
       {Left{8, 0.034, 12}, Left{8, 0.0009, 5}, Left{20, 0.36, 23},
        Left{20, 0.05, 10}, Left{2, 0.28, 32}, Left{2, 0.95, 92},
        Left{2, 0.016, 9}}) {
    CAPTURE(left.classes);
    CAPTURE(left.share);
    const double told = rest_after(fraction_of(left.classes),
                                   left.share * std::log(left.classes));
    CHECK(told < 2 * left.retrainings);
    CHECK(told > left.retrainings / 2);
  }
}

TEST_CASE("the fraction never falls, and leaves the last solve") {
  AnnealingFraction fraction = fraction_of(3);
  double told = 0;
  for (const double entropy : {1.0, 0.3, 0.2, 0.9, 0.1, 0.01, 0.5, 1e-4, 0.0}) {
    const double next = fraction.after_retraining(entropy, false);
    CHECK(next >= told);
    CHECK(next < 1);
    told = next;
  }
  // nine retrainings gone, the last solve to come
  CHECK(told == doctest::Approx(9 / (9 + 1.8)));
}

TEST_CASE("a retraining of a sample is a part of one") {
  const double all = std::log(5);
  const double late = rest_after(fraction_of(5), 0.02 * all);
  const double early = rest_after(fraction_of(5), all) - late;
  AnnealingFraction fraction = fraction_of(5, 1e-3, 4);
  CHECK(fraction.after_retraining(all, true) ==
        doctest::Approx(0.35 / (0.35 + 0.35 * early + late)));
  CHECK(fraction.after_retraining(0.02 * all, false) ==
        doctest::Approx(1.35 / (1.35 + late)));
}

}  // namespace
}  // namespace semilin
