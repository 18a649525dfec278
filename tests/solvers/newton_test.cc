#include "solvers/newton.h"

#include "support/oracles.h"

namespace semilin::test {
namespace {

struct Solved {
  NewtonResult result;
  BatchIterate iterate;
};

Solved solve(const BatchProblem& problem, BatchIterate from,
             const NewtonOptions& options) {
  NewtonScratch scratch;
  const NewtonResult result = solve_newton(problem, options, from, scratch);
  return {result, std::move(from)};
}

Solved solve(const OwnedProblem& problem, double tolerance) {
  return solve(problem.view(), problem.zero(), {.tolerance = tolerance});
}

VectorXd weights_of(const OwnedProblem& problem, const Solved& solved, int k) {
  return column(solved.iterate.weights, problem.stride(), k);
}

// The outputs reported with the weights are X w.
void check_outputs(const OwnedProblem& problem, const Solved& solved) {
  const MatrixXd x = dense(problem.rows, problem.bias);
  for (int k = 0; k < problem.outputs; ++k) {
    const VectorXd o = column(solved.iterate.outputs, problem.stride(), k);
    const VectorXd expected = x * weights_of(problem, solved, k);
    CHECK((o - expected).norm() <= 1e-12 * (1 + expected.norm()));
  }
}

// Converged, and what is reported is what is found from scratch. The norm is
// the difference of terms of the size of the reference, good to 1e-13 of it.
void check_optimal(const OwnedProblem& problem, const Solved& solved,
                   double tolerance) {
  CHECK(solved.result.stop == Stop::Converged);
  for (int k = 0; k < problem.outputs; ++k) {
    CAPTURE(k);
    const Optimality at = optimality(problem, solved.iterate.weights, k);
    CHECK(at.gradient_norm <= (tolerance + 1e-13) * at.gradient_norm_at_zero);
    CHECK(std::abs(solved.result.gradient_norms[k] - at.gradient_norm) <=
          1e-13 * at.gradient_norm_at_zero);
    CHECK(solved.result.reference[k] ==
          doctest::Approx(at.gradient_norm_at_zero).epsilon(1e-12));
    CHECK(solved.result.objectives[k] ==
          doctest::Approx(at.objective).epsilon(1e-12));
  }
  for (int k = problem.outputs; k < problem.stride(); ++k)  // padding
    CHECK(weights_of(problem, solved, k).isZero(0));
  check_outputs(problem, solved);
}

// f is lambda-strongly convex: |w - w*| <= |grad f(w)| / lambda.
void check_weights(const OwnedProblem& problem, const Solved& solved, int k,
                   const VectorXd& exact) {
  const Optimality at = optimality(problem, solved.iterate.weights, k);
  const double bound = at.gradient_norm / problem.lambda[k] + 1e-12;
  CHECK((weights_of(problem, solved, k) - exact).norm() <= bound);
}

}  // namespace

TEST_CASE("the recomputed gradient is below the tolerance reported") {
  for (const Loss& loss : kLosses) {
    for (const Beliefs kind : {Beliefs::Sure, Beliefs::Pairs}) {
      for (const double tolerance : {1e-2, 1e-5, 1e-10}) {
        for (const int outputs : {1, 3, 8, 11, 40}) {
          CAPTURE(tolerance);
          CAPTURE(outputs);
          OwnedProblem problem =
              random_problem(80, 30, 0.2, 1, outputs, kind, loss);
          problem.lambda.front() = 1e-3;
          check_optimal(problem, solve(problem, tolerance), tolerance);
        }
      }
    }
  }
}

TEST_CASE("lambdas and costs of many scales are solved to 1e-10") {
  for (const Loss& loss : kLosses) {
    OwnedProblem problem =
        random_problem(90, 40, 0.3, 4, 4, Beliefs::Sure, loss);
    problem.lambda = {1e-3, 1e-1, 1, 1e4};
    for (std::size_t i = 0; i < problem.costs.size(); ++i)
      problem.costs[i] = std::pow(10.0, static_cast<double>(i % 7) - 5);
    check_optimal(problem, solve(problem, 1e-10), 1e-10);
  }
}

TEST_CASE("a solve that is told to end does so with the iterate it has") {
  const OwnedProblem problem =
      random_problem(80, 30, 0.2, 1, 60, Beliefs::Sure);
  const double converged = solve(problem, 1e-10).result.objectives[0];
  double before = std::numeric_limits<double>::infinity();
  for (const int allowed : {0, 1, 2, 4, 8}) {
    CAPTURE(allowed);
    int asked = 0;
    const GoOn go_on = [&] { return ++asked <= allowed; };
    const NewtonOptions options{.tolerance = 1e-10, .go_on = &go_on};
    const NewtonResult result =
        solve(problem.view(), problem.zero(), options).result;
    CHECK(result.stop == Stop::Interrupted);
    CHECK(result.cg_iterations <= allowed);
    CHECK(result.objectives[0] <= before);
    CHECK(result.objectives[0] >= converged);
    before = result.objectives[0];
  }
}

TEST_CASE("one row's minimizer is known") {
  // f(w) = lambda/2 w^2 + c/2 h(1 - w), x = 1, no bias: lambda w = c (1 - w)
  CHECK(solve(one_row_problem(3), 1e-12).iterate.weights[0] ==
        doctest::Approx(0.75));
}

TEST_CASE("planted: the weights that make the gradient vanish are found") {
  // Any w* is the minimizer of the problem with rows x_i if
  // lambda w* = X' s with s_i in the range of minus half slopes: choose s by
  // the dual and set each cost so that c_i (1 - y_i o_i) y_i = s_i.
  const CsrStore rows = random_rows<double>(40, 10, 0.6, 3);
  const MatrixXd x = dense(rows, 1);
  Random random(1);
  VectorXd s(40);
  for (Index i = 0; i < 40; ++i)
    s[i] = random.uniform() < 0.3 ? 0.0 : random.normal();
  const double lambda = 60;  // large, so that y o < 1 where s is not 0
  const VectorXd planted = x.transpose() * s / lambda;
  const VectorXd o = x * planted;
  OwnedProblem problem;
  problem.rows = rows;
  problem.lambda = {lambda};
  for (Index i = 0; i < 40; ++i) {
    const double y = s[i] > 0 ? 1 : -1;
    REQUIRE((s[i] == 0 || y * o[i] < 1));
    problem.costs.push_back(s[i] == 0 ? 0.0 : s[i] * y / (1 - y * o[i]));
    problem.beliefs.push_back(y > 0 ? 1 : 0);
  }
  problem.use_threads(1);
  const Solved solved = solve(problem, 1e-10);
  CHECK((weights_of(problem, solved, 0) - planted).norm() <=
        1e-8 * planted.norm());
}

TEST_CASE("outputs solved together agree with each alone") {
  for (const Loss& loss : kLosses) {
    OwnedProblem problem =
        random_problem(80, 30, 0.2, 1, 7, Beliefs::Pairs, loss);
    for (int k = 0; k < 7; ++k)
      problem.lambda[k] = std::pow(10.0, -k % 4);
    const Solved together = solve(problem, 1e-10);
    for (int k = 0; k < 7; ++k) {
      const OwnedProblem one = only_output(problem, k);
      const Solved alone = solve(one, 1e-10);
      CHECK(together.result.objectives[k] ==
            doctest::Approx(alone.result.objectives[0]).epsilon(1e-9));
      check_weights(problem, together, k, minimize_slowly(one, 0));
    }
  }
}

TEST_CASE("outputs weigh rows each in its own way, as if alone") {
  for (const Loss& loss : kLosses) {
    const OwnedProblem problem =
        random_problem(80, 30, 0.2, 5, 31, Beliefs::Pairs, loss);
    Doubles multiples(problem.beliefs.size(), 1.0);
    for (Index i = 0; i < 80; ++i) {
      for (int k = 0; k < 31; ++k)
        multiples[i * problem.stride() + k] =
            static_cast<double>((i + k) % 3);  // 0: left out
    }
    BatchProblem view = problem.view();
    view.multiples = multiples;
    const Solved solved = solve(view, problem.zero(), {.tolerance = 1e-10});
    CHECK(solved.result.stop == Stop::Converged);
    for (const int k : {0, 1, 27, 28, 30}) {
      OwnedProblem one = only_output(problem, k);
      for (Index i = 0; i < 80; ++i)
        one.costs[i] *= static_cast<double>((i + k) % 3);
      const VectorXd found = weights_of(problem, solved, k);
      const VectorXd expected = minimize_slowly(one, 0);
      CHECK((found - expected).norm() <= 1e-7 * expected.norm());
    }
  }
}

TEST_CASE("flipping all labels flips the sign, bit by bit") {
  for (const Loss& loss : kLosses) {
    const OwnedProblem problem =
        random_problem(40, 12, 0.3, 3, 1, Beliefs::Sure, loss);
    OwnedProblem flipped = problem;
    for (double& p : flipped.beliefs)
      p = 1 - p;
    const Solved a = solve(problem, 1e-8);
    const Solved b = solve(flipped, 1e-8);
    CHECK(weights_of(problem, a, 0) == -weights_of(flipped, b, 0));
  }
}

TEST_CASE("any shape is solved: none, one, wide, tall, with empty rows") {
  for (const auto& shape :
       {std::pair{0, 3}, {1, 1}, {1, 0}, {3, 50}, {50, 3}, {5, 0}}) {
    const int n = shape.first;
    const int d = shape.second;
    for (const int outputs : {1, 3}) {
      CAPTURE(n);
      CAPTURE(d);
      const OwnedProblem problem =
          random_problem(n, d, 0.3, 3, outputs, Beliefs::Sure);
      check_optimal(problem, solve(problem, 1e-10), 1e-10);
    }
  }
}

TEST_CASE("rows of zeros without a bias leave the weights at zero") {
  OwnedProblem problem = random_problem(4, 3, 0.0, 3, 1, Beliefs::Sure);
  problem.bias = 0;
  problem.use_threads(1);
  const Solved solved = solve(problem, 1e-5);
  CHECK(solved.result.stop == Stop::Converged);
  CHECK(solved.iterate.weights == Doubles(3, 0.0));
}

TEST_CASE("the same bits for 1, 2, 4 threads") {
  for (const int outputs : {1, 20, 60}) {
    OwnedProblem problem =
        random_problem(2000, 100, 0.05, 1, outputs, Beliefs::Pairs);
    check_threads({2, 4}, [&](int threads) {
      problem.use_threads(threads);
      const Solved found = solve(problem, 1e-6);
      return std::tuple(found.iterate.weights, found.iterate.outputs,
                        found.result.objectives);
    });
  }
}

TEST_CASE("a seed at the minimum is accepted without a step") {
  const OwnedProblem problem =
      random_problem(40, 12, 0.3, 3, 3, Beliefs::Pairs);
  const Solved solved = solve(problem, 1e-9);
  const Solved again =
      solve(problem.view(), solved.iterate, {.tolerance = 2e-9});
  CHECK(again.result.iterations == 0);
  CHECK(again.result.stop == Stop::Converged);
  CHECK(again.iterate.weights == solved.iterate.weights);
}

TEST_CASE("the limit of iterations is told, the objective has fallen") {
  const OwnedProblem problem =
      random_problem(200, 50, 0.3, 3, 1, Beliefs::Sure);
  double last = optimality(problem, problem.zero().weights, 0).objective;
  for (const int limit : {1, 2, 3}) {
    const auto [result, iterate] =
        solve(problem.view(), problem.zero(),
              {.tolerance = 1e-12, .max_iterations = limit});
    CHECK(result.stop == Stop::MaxIterations);
    CHECK(result.iterations == limit);
    const double objective = optimality(problem, iterate.weights, 0).objective;
    CHECK(objective < last);
    last = objective;
  }
}

TEST_CASE("a tolerance below rounding ends with no progress, not forever") {
  const OwnedProblem problem =
      random_problem(60, 20, 0.3, 3, 4, Beliefs::Pairs);
  const Solved solved = solve(problem, 1e-30);
  CHECK(solved.result.stop != Stop::Converged);
  for (int k = 0; k < 4; ++k)
    CHECK(optimality(problem, solved.iterate.weights, k).relative() <= 1e-13);
}

TEST_CASE("only the rows of the problem count") {
  OwnedProblem problem = random_problem(40, 12, 0.3, 3, 30, Beliefs::Sure);
  std::vector<Index> list;
  for (Index i = 1; i < 40; i += 3)
    list.push_back(i);
  BatchProblem view = problem.view();
  view.rows = RowSet::listed(list);
  const BatchIterate iterate =
      solve(view, problem.zero(), {.tolerance = 1e-10}).iterate;
  for (Index i = 0; i < 40; ++i)
    problem.costs[i] *= i % 3 == 1 ? 1 : 0;
  for (int k = 0; k < 30; ++k)
    CHECK(optimality(problem, iterate.weights, k).relative() <= 1.1e-10);
}

TEST_CASE("newton refuses what it cannot solve") {
  OwnedProblem problem = random_problem(4, 3, 0.5, 3, 1, Beliefs::Sure);
  problem.lambda = {0};
  CHECK_THROWS_WITH_AS((void)solve(problem, 1e-5),
                       doctest::Contains("lambda must be positive"), Invalid);
  problem.lambda = {1};
  CHECK_THROWS_AS((void)solve(problem, 0), Invalid);
  BatchProblem view = problem.view();
  const Doubles too_few(3, 1.0);
  view.multiples = too_few;
  CHECK_THROWS_AS((void)solve(view, problem.zero(), {}), Invalid);
  problem.costs.pop_back();
  CHECK_THROWS_AS((void)solve(problem, 1e-5), Invalid);
}

}  // namespace semilin::test
