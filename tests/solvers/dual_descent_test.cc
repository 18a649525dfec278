#include "solvers/dual_descent.h"

#include "support/oracles.h"

namespace semilin::test {
namespace {

struct Descended {
  BatchIterate iterate;
  Index epochs = 0;
};

Descended descend(const OwnedProblem& problem, double tolerance, int epochs,
                  const std::function<void(BatchProblem&)>& change = {}) {
  Descended found{problem.zero(), 0};
  NewtonScratch scratch;
  BatchProblem view = problem.view();
  if (change) change(view);
  found.epochs =
      descend_dual(view, {.tolerance = tolerance, .max_epochs = epochs},
                   found.iterate, scratch);
  return found;
}

// The first output's weights after one epoch seeded with what was found.
VectorXd reseeded(const OwnedProblem& problem, Descended found) {
  NewtonScratch scratch;
  const DualDescentOptions options{.max_epochs = 1, .seeded = true};
  (void)descend_dual(problem.view(), options, found.iterate, scratch);
  return column(found.iterate.weights, problem.stride(), 0);
}

VectorXd weights_of(const OwnedProblem& problem, const Descended& found,
                    int k) {
  return column(found.iterate.weights, problem.stride(), k);
}

// Output k has the minimum of `problem`, which may differ in costs from the one
// that was solved.
void check_minimum(const OwnedProblem& problem, const Descended& found, int k,
                   double tolerance = 1e-4) {
  CAPTURE(k);
  const VectorXd exact = minimize_slowly(problem, k);
  CHECK((weights_of(problem, found, k) - exact).norm() <=
        tolerance * exact.norm());
}

// The first output's objective, and the least one.
std::pair<double, double> objectives(const OwnedProblem& problem,
                                     const Descended& found) {
  const VectorXd exact = minimize_slowly(problem, 0);
  const Doubles best(exact.begin(), exact.end());
  return {optimality(problem, found.iterate.weights, 0).objective,
          optimality(problem, best, 0).objective};
}

}  // namespace

TEST_CASE("dual descent comes to the primal's minimum") {
  for (const Loss& loss : kLosses) {
    for (const int outputs : {3, 8, 26}) {
      CAPTURE(outputs);
      const OwnedProblem problem =
          random_problem(40, 60, 0.2, 1, outputs, Beliefs::Sure, loss);
      const Descended found = descend(problem, 1e-9, 500);
      for (int k = 0; k < outputs; ++k)
        check_minimum(problem, found, k);
    }
  }
}

TEST_CASE("dual descent takes doubles, no bias and costs of an output") {
  OwnedProblem problem =
      random_problem(random_rows<double>(40, 60, 0.2, 3), 3,
                     Loss::squared_hinge(), Beliefs::Sure, 4);
  problem.bias = 0;
  problem.use_threads(2);
  Doubles multiples(40 * 4, 1.0);
  for (Index i = 0; i < 40; ++i)
    multiples[i * 4 + 1] = i % 3 == 0 ? 0 : 2;
  const Descended found = descend(problem, 1e-9, 500, [&](BatchProblem& view) {
    view.multiples = multiples;
  });
  CHECK(found.epochs > 1);
  // Output 1 with its multiples as costs.
  OwnedProblem one = problem;
  for (Index i = 0; i < 40; ++i)
    one.costs[i] *= multiples[i * 4 + 1];
  check_minimum(one, found, 1);
  check_minimum(problem, found, 0);
}

TEST_CASE("a single output comes near, though rows at rest are left out") {
  for (const Loss& loss : kLosses) {
    const OwnedProblem problem =
        random_problem(300, 400, 0.05, 5, 1, Beliefs::Sure, loss);
    const auto& [reached, least] =
        objectives(problem, descend(problem, 1e-5, 100));
    CHECK(reached <= 1.01 * least);
  }
}

TEST_CASE("an epoch of a single output visits every row once") {
  // Orthogonal rows: one visit solves a row, another changes nothing.
  const Index rows = 1500;  // more chunks than one, the last cut short
  OwnedProblem problem =
      random_problem(rows_of(rows, rows,
                             [](Index i) -> Entries {
                               return {{i, 1}};
                             }),
                     1, Loss::squared_hinge(), Beliefs::Sure, 7);
  problem.bias = 0;
  problem.use_threads(1);
  const Descended found = descend(problem, 1e-3, 1);
  for (Index i = 0; i < rows; ++i) {
    const double expected = (2 * problem.beliefs[i] - 1) * problem.costs[i] /
                            (problem.costs[i] + problem.lambda[0]);
    CHECK(found.iterate.weights[i] == doctest::Approx(expected).epsilon(1e-5));
  }
}

TEST_CASE("from a single output's dual descent Newton comes to the minimum") {
  // Many rows per column, sorted by their class, and rows left at rest.
  const Index rows = 1500;
  OwnedProblem problem = random_problem(rows, 200, 0.05, 7, 1, Beliefs::Sure);
  for (Index i = 0; i < rows; ++i)
    problem.beliefs[i] = i < rows / 3 ? 1 : 0;
  Descended found = descend(problem, 1e-5, 200);
  const auto& [reached, least] = objectives(problem, found);
  CHECK(reached <= 1.05 * least);
  NewtonScratch scratch;
  const NewtonResult result =
      solve_newton(problem.view(), {.tolerance = 1e-8}, found.iterate, scratch);
  CHECK(result.stop == Stop::Converged);
  CHECK(optimality(problem, found.iterate.weights, 0).objective <=
        (1 + 1e-9) * least);
}

TEST_CASE("a seed at a neighbor's minimum saves epochs, not accuracy") {
  for (const Loss& loss : kLosses) {
    for (const int outputs : {1, 3, 26}) {
      CAPTURE(outputs);
      OwnedProblem problem =
          random_problem(60, 90, 0.2, 11, outputs, Beliefs::Sure, loss);
      Descended found = descend(problem, 1e-7, 500);
      for (double& lambda : problem.lambda)
        lambda /= 2;
      const Descended cold = descend(problem, 1e-7, 500);
      NewtonScratch scratch;
      const DualDescentOptions options{
          .tolerance = 1e-7, .max_epochs = 500, .seeded = true};
      found.epochs =
          descend_dual(problem.view(), options, found.iterate, scratch);
      CHECK(found.epochs <= cold.epochs);
      for (int k = 0; k < outputs; ++k)
        check_minimum(problem, found, k, outputs == 1 ? 1e-2 : 1e-3);
    }
  }
}

TEST_CASE("a seed starts at the best multiple of its multipliers") {
  // Outputs that ask for three times the multipliers of the minimum: the start
  // is the minimum, and an epoch has nothing to do.
  for (const Loss& loss : kLosses) {
    const OwnedProblem problem =
        random_problem(40, 60, 0.2, 13, 1, Beliefs::Sure, loss);
    const VectorXd exact = minimize_slowly(problem, 0);
    const VectorXd outputs = dense(problem.rows, problem.bias) * exact;
    Descended found{problem.zero(), 0};
    for (Index i = 0; i < 40; ++i) {
      const double y = 2 * problem.beliefs[i] - 1;
      found.iterate.outputs[i] = y * (1 - 3 * (1 - y * outputs[i]));
    }
    const VectorXd start = reseeded(problem, found);
    CHECK((start - exact).norm() <= 1e-5 * exact.norm());
  }
}

TEST_CASE("the outputs of dual descent are X w") {
  const OwnedProblem problem = random_problem(50, 70, 0.2, 7, 5, Beliefs::Sure);
  const Descended found = descend(problem, 1e-2, 3);
  const MatrixXd x = dense(problem.rows, problem.bias);
  for (int k = 0; k < 5; ++k) {
    const VectorXd expected = x * weights_of(problem, found, k);
    const VectorXd outputs = column(found.iterate.outputs, problem.stride(), k);
    CHECK((outputs - expected).norm() <= 1e-5 * expected.norm());
  }
}

TEST_CASE("only the rows of the problem count, and only labels") {
  OwnedProblem problem = random_problem(40, 60, 0.2, 9, 3, Beliefs::Sure);
  for (Index i = 0; i < 40; ++i)
    problem.beliefs[i * 4 + 2] = 0.5;
  const std::vector<Index> first = {0, 1, 2, 5, 8, 13, 21, 34};
  const Descended found = descend(problem, 1e-9, 500, [&](BatchProblem& view) {
    view.rows = RowSet::listed(first);
  });
  CHECK(weights_of(problem, found, 2).norm() == 0);
  CHECK(weights_of(problem, found, 3).norm() == 0);  // padding
  OwnedProblem alone = problem;
  for (Index i = 0; i < 40; ++i)
    if (!std::binary_search(first.begin(), first.end(), i)) alone.costs[i] = 0;
  check_minimum(alone, found, 0);
}

TEST_CASE("dual descent: the same bits for 1, 2, 4 threads") {
  for (const int outputs : {1, 3, 20, 30}) {
    CAPTURE(outputs);
    OwnedProblem problem =
        random_problem(500, 800, 0.03, 1, outputs, Beliefs::Sure);
    check_threads({2, 4}, [&](int threads) {
      problem.use_threads(threads);
      const Descended found = descend(problem, 1e-4, 20);
      return std::tuple(found.epochs, found.iterate.weights,
                        found.iterate.outputs, reseeded(problem, found));
    });
  }
}

TEST_CASE("dual descent pays where columns are many") {
  const auto pays = [](Index rows, Index cols, int stride, RowSet of = {}) {
    const CsrOperator x(random_rows<float>(rows, cols, 1, 1), 0, 1);
    BatchProblem problem;
    problem.x = &x;
    problem.stride = stride;
    problem.rows = of;
    return dual_descent_pays(problem);
  };
  CHECK(pays(5, 9, 1));
  CHECK_FALSE(pays(9, 5, 4));
  CHECK(pays(9, 5, 1));
  CHECK_FALSE(pays(51, 5, 1));
  const std::vector<Index> few = {1, 4, 7};
  CHECK(pays(9, 5, 4, RowSet::listed(few)));
  CHECK_FALSE(pays(9, 5, 1, RowSet::listed(few)));
}

}  // namespace semilin::test
