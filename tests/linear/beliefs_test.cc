#include "linear/beliefs.h"

#include "linear/softmax_rows.h"
#include "support/belief_rows.h"

namespace semilin::test {
namespace {

// Mean beliefs, recomputed.
Doubles mean_of(const BeliefRows& rows, const Doubles& beliefs) {
  Doubles mean(rows.classes(), 0.0);
  for (std::size_t j = 0; j < rows.unlabeled.size(); ++j) {
    const double* p = beliefs.data() + rows.unlabeled[j] * rows.stride;
    if (rows.outputs == 1) {
      mean[1] += rows.weights[j] * p[0];
      mean[0] += rows.weights[j] * (1 - p[0]);
    } else {
      for (int k = 0; k < rows.outputs; ++k)
        mean[k] += rows.weights[j] * p[k];
    }
  }
  return mean;
}

// Every belief in [0, 1], summing to 1 in a batch; no NaN.
void check_simplex(const BeliefRows& rows, const Doubles& beliefs) {
  bool holds = true;
  for (const Index row : rows.unlabeled) {
    const double* p = beliefs.data() + row * rows.stride;
    double sum = 0;
    for (int k = 0; k < rows.outputs; ++k) {
      holds = holds && p[k] >= 0 && p[k] <= 1;
      sum += p[k];
    }
    holds = holds && (rows.outputs == 1 || std::abs(sum - 1) <= 1e-13);
  }
  CHECK(holds);
}

BeliefResult update(const BeliefRows& rows, double temperature,
                    Doubles& multipliers, Doubles& beliefs) {
  return update_beliefs(rows.problem(), temperature, multipliers, beliefs);
}

// What a cold start leads to.
struct Updated {
  explicit Updated(const BeliefRows& rows, double temperature,
                   double from = 0.5)
      : beliefs(rows.block.size(), from),
        result(update(rows, temperature, nu, beliefs)) {}

  Doubles nu, beliefs;
  BeliefResult result;
};

// Temperatures at which beliefs are updated one after the other, multipliers
// carried on; from 10 down by 1.5, as the annealing does.
struct Cooling {
  double violation = 1e-9;  // the largest allowed, but for rounding
  Doubles temperatures = {};
  Doubles nu = {};

  // Calls check(t, result, nu, mean beliefs) at each.
  template <class Check>
  void run(const BeliefRows& rows, const Check& check) {
    const bool given = !temperatures.empty();
    for (double t = 10; t > 1e-8 && !given; t /= 1.5)
      temperatures.push_back(t);
    Doubles beliefs(rows.block.size(), 0.5);
    for (const double t : temperatures) {
      CAPTURE(t);
      const BeliefResult result = update(rows, t, nu, beliefs);
      const Doubles mean = mean_of(rows, beliefs);
      check_simplex(rows, beliefs);
      CHECK(apart(mean, result.sizes) <= 1e-13);
      CHECK(std::isfinite(result.entropy));
      for (const double multiplier : nu)
        CHECK(std::isfinite(multiplier));
      // dp/dnu = p (1 - p)/T: one rounding of a logit's terms moves the mean
      // by up to 2^-52 / (2 T), and one of nu (up to 100) one of 150 rows.
      CHECK(result.violation <= violation + 2e-16 / t);
      check(t, result, nu, mean);
    }
  }
};

}  // namespace

TEST_CASE("fast_exp agrees with std::exp to 1e-14") {
  CHECK(fast_exp(0.0) == 1.0);
  CHECK(fast_exp(-701.0) == 0.0);
  CHECK(fast_exp(-kHard) == 0.0);
  CHECK(fast_exp(-1e300) == 0.0);
  double largest = 0;
  for (double x = 0; x > -699.9; x -= 0.0317)
    largest = std::max(largest, std::abs(fast_exp(x) / std::exp(x) - 1));
  for (double x = -1; x < -1e-300; x *= 0.1)
    largest = std::max(largest, std::abs(fast_exp(x) / std::exp(x) - 1));
  CHECK(largest <= 1e-14);
}

TEST_CASE("g is lambda_u [l2(o) - l2(-o)]") {
  BeliefProblem problem;
  problem.lambda_u = 3;
  CHECK(belief_cost(problem, 0) == 0);
  CHECK(belief_cost(problem, 0.5) == doctest::Approx(3 * (0.25 - 2.25)));
  CHECK(belief_cost(problem, 2) == doctest::Approx(-3 * 9));
  CHECK(belief_cost(problem, -2) == doctest::Approx(3 * 9));
}

TEST_CASE("mean beliefs are the class sizes at every temperature") {
  for (const int outputs : {1, 3, 20}) {
    CAPTURE(outputs);
    const BeliefRows rows = random_belief_rows(outputs, 200, 1);
    for (const double t : {10.0, 1.0, 1e-1, 1e-2})  // from a cold start
      CHECK(apart(mean_of(rows, Updated(rows, t).beliefs), rows.class_sizes) <=
            1e-9);
    Cooling().run(rows,
                  [&](double, const auto&, const auto&, const auto& mean) {
                    CHECK(apart(mean, rows.class_sizes) <= 1e-9);
                  });
  }
}

TEST_CASE("sizes are kept to 1e-11 where rounding hides the dual's fall") {
  for (std::uint64_t seed = 1; seed <= 10; ++seed) {
    CAPTURE(seed);
    const BeliefRows rows = random_belief_rows(20, 1000, seed);
    // A constant that all share changes nothing but what rounding takes.
    Cooling{1e-11, {1.0, 0.3, 0.1, 0.03, 0.01}, Doubles(20, 1000.0)}.run(
        rows, [&](double, const auto&, const auto&, const auto& mean) {
          CHECK(apart(mean, rows.class_sizes) <= 2e-11);
        });
  }
}

TEST_CASE("hundreds of classes keep their sizes, hard and soft") {
  BeliefRows rows = random_belief_rows(250, 500, 3);
  for (const double rho : {kHard, 1.0}) {
    CAPTURE(rho);
    rows.rho = rho;
    Cooling{1e-10, {3.0, 1.0, 0.3, 0.1, 0.03}}.run(rows, [](auto&&...) {});
  }
}

TEST_CASE("a solve for many classes ends where it is told to") {
  const BeliefRows rows = random_belief_rows(250, 500, 3);
  BeliefProblem problem = rows.problem();
  Index asked = 0;
  const GoOn no = [&asked] { return ++asked < 3; };
  problem.go_on = &no;
  Doubles multipliers;
  Doubles beliefs(rows.block.size());
  CHECK(update_beliefs(problem, 0.1, multipliers, beliefs).violation > 1e-10);
  CHECK(asked < 20);  // by each of its steps
  check_simplex(rows, beliefs);
}

TEST_CASE("beliefs are the softmax of (nu - g)/T, and others left alone") {
  for (const int outputs : {1, 3}) {
    const BeliefRows rows = random_belief_rows(outputs, 50, 3);
    const BeliefProblem problem = rows.problem();
    for (const double t : {5.0, 0.7, 0.3, 0.01}) {
      CAPTURE(t);
      const double near = 1e-12 / std::min(t, 1.0);
      const auto& [nu, beliefs, result] = Updated(rows, t, 0.125);
      for (Index i = 0; i < 100; ++i)  // of labeled rows, and the padding
        for (int k = i % 2 == 1 ? outputs : 0; k < rows.stride; ++k)
          CHECK(beliefs[i * rows.stride + k] == 0.125);
      double entropy = 0;
      for (std::size_t j = 0; j < rows.unlabeled.size(); ++j) {
        const Index first = rows.unlabeled[j] * rows.stride;
        Doubles p(rows.classes(), 0.0);
        for (int k = outputs == 1 ? 1 : 0; k < rows.classes(); ++k) {
          const int output = outputs == 1 ? 0 : k;
          const double cost = belief_cost(problem, rows.block[first + output]);
          p[k] = (nu[output] - cost) / t;
        }
        const double top = *std::max_element(p.begin(), p.end());
        double sum = 0;
        for (double& one : p)
          sum += one = std::exp(one - top);
        for (double& one : p) {
          one /= sum;
          if (one > 0) entropy -= rows.weights[j] * one * std::log(one);
        }
        for (int k = 0; k < outputs; ++k) {
          CHECK(beliefs[first + k] ==
                doctest::Approx(p[outputs == 1 ? 1 : k]).epsilon(near));
        }
      }
      CHECK(result.entropy == doctest::Approx(entropy).epsilon(near));
    }
  }
}

TEST_CASE("extreme outputs give beliefs, not NaN") {
  for (const int outputs : {1, 3, 20}) {
    BeliefRows rows = random_belief_rows(outputs, 100, 4);
    for (std::size_t e = 0; e < rows.block.size(); ++e)
      rows.block[e] *= std::pow(10.0, static_cast<double>(e % 13) - 6);
    for (const double rho : {kHard, 1.0, 0.01}) {
      rows.rho = rho;
      Cooling{kHard}.run(rows, [](auto&&...) {});
    }
  }
}

TEST_CASE("rare classes give beliefs, not NaN, and keep their sizes") {
  for (const double rare : {1e-3, 1e-5}) {
    for (const double rho : {kHard, 1.0, 0.1, 1e-3}) {
      CAPTURE(rare);
      CAPTURE(rho);
      for (const int outputs : {1, 3}) {
        BeliefRows rows = random_belief_rows(outputs, 200, 5);
        rows.class_sizes = outputs == 1 ? Doubles{1 - rare, rare}
                                        : Doubles{0.5 - rare, 0.5, rare};
        rows.rho = rho;
        Cooling().run(rows, [](double, const auto& result, auto&&...) {
          CHECK(result.violation <= 1e-9);
        });
      }
    }
  }
}

TEST_CASE("rows that are all alike share the class sizes") {
  for (const int outputs : {1, 3}) {
    BeliefRows rows = random_belief_rows(outputs, 60, 6);
    std::fill(rows.block.begin(), rows.block.end(), 0.5);
    Cooling().run(rows,
                  [&](double t, const auto&, const auto&, const auto& mean) {
                    CHECK(apart(mean, rows.class_sizes) <= 1e-9 + 2e-16 / t);
                  });
  }
}

TEST_CASE("soft sizes: nu_k = rho log(r_k / mean p_k) up to a constant") {
  for (const double rho : {0.1, 1.0, 30.0}) {
    for (const int outputs : {1, 3, 20}) {
      CAPTURE(rho);
      CAPTURE(outputs);
      BeliefRows rows = random_belief_rows(outputs, 150, 7);
      rows.rho = rho;
      Cooling().run(rows, [&](double t, const auto&, const Doubles& nu,
                              const Doubles& mean) {
        Doubles expected;
        for (int k = 0; k < rows.classes(); ++k)
          expected.push_back(rho * std::log(rows.class_sizes[k] / mean[k]));
        if (t < 1e-5) return;  // mean p moves by jumps of a row's weight
        // d nu = rho / mean p d mean p; mean p is good to 1e-9.
        const double tolerance =
            1e-8 * rho / *std::min_element(mean.begin(), mean.end()) + 1e-9;
        if (outputs == 1) {
          CHECK(std::abs(nu[0] - (expected[1] - expected[0])) <= tolerance);
          return;
        }
        for (int k = 1; k < outputs; ++k)
          CHECK(std::abs((nu[k] - nu[0]) - (expected[k] - expected[0])) <=
                2 * tolerance);
      });
    }
  }
}

TEST_CASE("soft sizes become hard as rho grows, free as it vanishes") {
  for (const int outputs : {1, 3}) {
    BeliefRows rows = random_belief_rows(outputs, 300, 8);
    const auto distance = [&](double rho) {
      rows.rho = rho;
      return apart(Updated(rows, 0.5).result.sizes, rows.class_sizes);
    };
    double last = distance(0.01);
    for (const double rho : {0.1, 1.0, 10.0, 1e3, 1e6}) {
      CHECK(distance(rho) < last);
      last = distance(rho);
    }
    CHECK(last <= 1e-5);
    // rho = 0: the plain softmax, nu = 0
    rows.rho = 1e-8;
    const Doubles nu = Updated(rows, 0.5).nu;
    for (const double multiplier : nu)
      CHECK(std::abs(multiplier - nu[0]) <= 1e-6);
  }
}

TEST_CASE("beliefs are the same bits for 1, 2, 4 threads") {
  for (const int outputs : {1, 20}) {
    BeliefRows rows = random_belief_rows(outputs, 36000 / outputs, 11);
    check_threads({2, 4}, [&](int threads) {
      rows.threads = threads;
      return Updated(rows, 0.3).beliefs;
    });
  }
}

TEST_CASE("a solve raises rho until the sizes keep to those asked for") {
  for (const int outputs : {1, 4}) {
    const BeliefRows rows = random_belief_rows(outputs, 60, 77);
    for (const double drift : {1e-2, 1e-4}) {
      BeliefProblem problem = rows.problem();
      problem.rho = 1e-3;
      problem.drift = drift;
      Doubles multipliers;
      problem.rho = solve_multipliers(problem, 0.1, multipliers);
      CHECK(problem.rho > 1e-3);
      Doubles beliefs(rows.block.size(), 0.0);
      const BeliefResult result =
          update_beliefs(problem, 0.1, multipliers, beliefs);
      const auto divergence = [&](const Doubles& sizes) {
        double sum = 0;
        for (std::size_t k = 0; k < sizes.size(); ++k)
          sum += sizes[k] * std::log(sizes[k] / rows.class_sizes[k]);
        return sum;
      };
      CHECK(divergence(result.sizes) <= drift + 1e-9);
      // a rho a step smaller would not do
      BeliefProblem softer = rows.problem();
      softer.rho = problem.rho / 1.3;
      Doubles nu = multipliers;
      (void)solve_multipliers(softer, 0.1, nu);
      CHECK(divergence(sizes_asked(softer, nu)) > drift);
    }
    BeliefProblem hard = rows.problem();
    hard.drift = 0;
    Doubles multipliers;
    CHECK(std::isinf(solve_multipliers(hard, 0.1, multipliers)));
  }
}

}  // namespace semilin::test
