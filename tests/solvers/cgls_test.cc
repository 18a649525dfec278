#include "solvers/cgls.h"

#include "support/problems.h"

namespace semilin::test {
namespace {

struct System {
  CsrStore rows;
  int stride = 1;
  Doubles lambda;
  std::vector<float> curvature;
  std::vector<float> right;
  std::vector<float> diagonal;  // of the preconditioner
};

System random_system(CsrStore rows, int stride, std::uint64_t seed) {
  Random random(seed);
  System system{std::move(rows), stride, {}, {}, {}, {}};
  for (int k = 0; k < stride; ++k)
    system.lambda.push_back(0.1 * (k + 1));
  for (Index e = 0; e < system.rows.rows() * stride; ++e) {
    const double u = random.uniform();
    system.curvature.push_back(u < 0.3 ? 0.0F : static_cast<float>(u));
  }
  for (Index e = 0; e < (system.rows.cols() + 1) * stride; ++e)
    system.right.push_back(static_cast<float>(random.normal()));
  return system;
}

// lambda I + X' C X of output k.
MatrixXd normal_matrix(const System& system, int k) {
  const MatrixXd x = dense(system.rows, 1);
  const VectorXd c = column(system.curvature, system.stride, k);
  MatrixXd matrix = x.transpose() * c.asDiagonal() * x;
  matrix.diagonal().array() += system.lambda[k];
  return matrix;
}

// By the diagonal of the first output's matrix.
void precondition(System& system) {
  const VectorXd diagonal = normal_matrix(system, 0).diagonal();
  system.diagonal.assign(diagonal.begin(), diagonal.end());
}

VectorXd right_of(const System& system, int k) {
  return column(system.right, system.stride, k);
}

struct Solution {
  CglsResult result;
  std::vector<float> step;
  std::vector<float> residual;
};

Solution solve(const System& system, const Doubles& target,
               int max_iterations = 500, int threads = 1, RowSet active = {},
               double constant = 0) {
  const CsrOperator x(system.rows, 1, threads);
  Solution solution;
  solution.residual = system.right;
  solution.step.assign(system.right.size(), 99.0F);
  CglsScratch scratch;
  solution.result =
      solve_cgls({&x, system.stride, system.lambda, system.curvature, active,
                  system.diagonal, constant},
                 {.target = target, .max_iterations = max_iterations},
                 solution.residual, solution.step, scratch);
  return solution;
}

Doubles targets(const System& system, double relative) {
  Doubles target;
  for (int k = 0; k < system.stride; ++k)
    target.push_back(relative * right_of(system, k).norm());
  return target;
}

// |A d - b| / |b| of output k.
double residual_of(const System& system, const Solution& solution, int k) {
  const VectorXd d = column(solution.step, system.stride, k);
  const VectorXd b = right_of(system, k);
  return (normal_matrix(system, k) * d - b).norm() / b.norm();
}

}  // namespace

TEST_CASE("cgls agrees with the dense normal equations") {
  for (const auto& [n, d] : {std::pair{60, 20}, {15, 40}}) {
    for (const int stride : {1, 3, 4, 8, 24}) {
      CAPTURE(stride);
      const System system =
          random_system(random_rows<float>(n, d, 0.3, 1), stride, 2);
      const Solution solution = solve(system, targets(system, 1e-5));
      for (int k = 0; k < stride; ++k) {
        const MatrixXd a = normal_matrix(system, k);
        const VectorXd exact = a.ldlt().solve(right_of(system, k));
        const VectorXd d_k = column(solution.step, stride, k);
        // |d - exact| <= |A^-1| |residual|, lambda >= 0.1; the products are
        // float: twice the target.
        CHECK(residual_of(system, solution, k) <= 2e-5);
        CHECK((d_k - exact).norm() <=
              2e-5 * right_of(system, k).norm() / system.lambda[k]);
      }
    }
  }
}

TEST_CASE("an eliminated constant takes no iterations of its own") {
  for (const int stride : {1, 3, 8}) {
    CAPTURE(stride);
    System system =
        random_system(random_rows<float>(60, 20, 0.3, 1), stride, 2);
    std::fill(system.right.end() - stride, system.right.end(), 0.0F);
    const Solution searched = solve(system, targets(system, 1e-5));
    const Solution eliminated =
        solve(system, targets(system, 1e-5), 500, 1, {}, 1);
    for (int k = 0; k < stride; ++k)
      CHECK(residual_of(system, eliminated, k) <= 2e-5);
    CHECK(eliminated.result.iterations < searched.result.iterations);
  }
}

TEST_CASE("calling cgls again on the true residual adds five digits") {
  System system = random_system(random_rows<float>(60, 20, 0.3, 1), 1, 2);
  const MatrixXd a = normal_matrix(system, 0);
  const VectorXd b = right_of(system, 0);
  VectorXd d = VectorXd::Zero(b.size());
  for (int round = 0; round < 2; ++round) {
    const VectorXd residual = b - a * d;
    for (Index j = 0; j < b.size(); ++j)
      system.right[j] = static_cast<float>(residual[j]);
    d += column(solve(system, targets(system, 1e-5)).step, 1, 0);
  }
  CHECK((a * d - b).norm() <= 1e-9 * b.norm());
}

TEST_CASE("the residual left behind is the right-hand side minus the product") {
  const System system = random_system(random_rows<float>(30, 10, 0.5, 1), 4, 2);
  const Solution solution = solve(system, targets(system, 1e-2));
  for (int k = 0; k < 4; ++k) {
    const VectorXd residual = column(solution.residual, 4, k);
    const VectorXd d = column(solution.step, 4, k);
    const VectorXd expected =
        right_of(system, k) - normal_matrix(system, k) * d;
    CHECK((residual - expected).norm() <= 1e-5 * right_of(system, k).norm());
    CHECK(solution.result.residual_norms[k] ==
          doctest::Approx(residual.norm()).epsilon(1e-5));
    CHECK(solution.result.residual_norms[k] <=
          1e-2 * right_of(system, k).norm());
  }
}

TEST_CASE("an image is that of the step, and spares only what is left over") {
  for (const int stride : {1, 3, 4, 8}) {
    for (const double constant : {0.0, 1.0}) {
      CAPTURE(stride);
      CAPTURE(constant);
      System system =
          random_system(random_rows<float>(60, 20, 0.3, 1), stride, 2);
      if (constant != 0)
        std::fill(system.right.end() - stride, system.right.end(), 0.0F);
      const CsrOperator x(system.rows, 1, 1);
      const Doubles target(stride, 0.0);
      std::vector<float> residual = system.right, step(system.right.size());
      std::vector<float> image(60 * stride, 99.0F);
      CglsScratch scratch;
      const CglsResult result = solve_cgls(
          {&x, stride, system.lambda, system.curvature, {}, {}, constant},
          {.target = target, .max_iterations = 3, .image = image}, residual,
          step, scratch);
      CHECK(result.iterations == 3);
      CHECK(step == solve(system, target, 3, 1, {}, constant).step);
      const Solution before = solve(system, target, 2, 1, {}, constant);
      CHECK(residual == before.residual);
      CHECK(result.residual_norms == before.result.residual_norms);
      for (int k = 0; k < stride; ++k) {
        const VectorXd expected =
            dense(system.rows, 1) * column(step, stride, k);
        const VectorXd found = column(image, stride, k);
        CHECK((found - expected).norm() <= 1e-5 * expected.norm());
      }
    }
  }
}

TEST_CASE("an output at its target rides along until another is there too") {
  const System system = random_system(random_rows<float>(30, 10, 0.5, 1), 4, 2);
  Doubles target = targets(system, 1e-4);
  target[1] = 101 * right_of(system, 1).norm();  // never moves
  target[2] = 0.3 * right_of(system, 2).norm();  // there early
  const Solution together = solve(system, target);
  target[0] = target[3] = 1e9;
  const Solution early = solve(system, target);
  CHECK(column(together.step, 4, 1) == VectorXd::Zero(11));
  CHECK(residual_of(system, early, 2) <= 0.3);
  CHECK(residual_of(system, together, 2) <= 0.01);
  CHECK(together.result.residual_norms[2] >= 1e-4 * target[2]);
  CHECK(residual_of(system, together, 0) <= 2e-4);
  CHECK(residual_of(system, together, 3) <= 2e-4);
}

TEST_CASE("a preconditioner changes the way, not the solution") {
  for (const int stride : {1, 3, 8}) {
    System system =
        random_system(random_rows<float>(60, 20, 0.3, 3), stride, 4);
    const Solution plain = solve(system, targets(system, 1e-5));
    precondition(system);
    const Solution other = solve(system, targets(system, 1e-5));
    CHECK(other.step != plain.step);
    for (int k = 0; k < stride; ++k) {
      CHECK(residual_of(system, other, k) <= 2e-5);
      CHECK((column(other.step, stride, k) - column(plain.step, stride, k))
                .norm() <=
            4e-5 * right_of(system, k).norm() / system.lambda[k]);
    }
  }
}

TEST_CASE("a good preconditioner saves iterations on badly scaled columns") {
  MatrixXd x = dense(random_rows<double>(40, 10, 1, 5));
  for (int j = 0; j < 10; ++j)
    x.col(j) *= std::ldexp(1.0, j - 5);
  System system = random_system(sparse(x), 1, 6);
  const int without = solve(system, targets(system, 1e-4)).result.iterations;
  precondition(system);
  CHECK(solve(system, targets(system, 1e-4)).result.iterations < without);
}

TEST_CASE("rows outside the set do not count") {
  System system = random_system(random_rows<float>(30, 10, 0.5, 1), 4, 2);
  std::vector<Index> active;
  for (Index i = 0; i < 30; i += 2)
    active.push_back(i);
  const Solution some =
      solve(system, targets(system, 1e-5), 500, 1, RowSet::listed(active));
  for (Index i = 1; i < 30; i += 2)
    for (int k = 0; k < 4; ++k)
      system.curvature[i * 4 + k] = 0;
  for (int k = 0; k < 4; ++k)
    CHECK(residual_of(system, some, k) <= 2e-5);
}

TEST_CASE("the limit of iterations holds") {
  const System system = random_system(random_rows<float>(60, 20, 0.3, 1), 1, 2);
  CHECK(solve(system, {0}, 3).result.iterations == 3);
  CHECK(solve(system, {0}, 0).result.iterations == 0);
  CHECK(solve(system, {0}, 0).step == std::vector<float>(21, 0.0F));
}

TEST_CASE("a right-hand side of zeros is solved by zeros") {
  System system = random_system(random_rows<float>(9, 4, 0.5, 1), 4, 2);
  system.right.assign(system.right.size(), 0.0F);
  const Solution solution = solve(system, {0, 0, 0, 0});
  CHECK(solution.result.iterations == 0);
  CHECK(solution.step == std::vector<float>(20, 0.0F));
}

TEST_CASE("no rows leave lambda d = b") {
  const System system = random_system(random_rows<float>(0, 6, 0.5, 1), 4, 2);
  const Solution solution = solve(system, targets(system, 1e-6));
  for (int k = 0; k < 4; ++k) {
    const VectorXd exact = right_of(system, k) / system.lambda[k];
    CHECK((column(solution.step, 4, k) - exact).norm() <= 1e-6 * exact.norm());
  }
}

TEST_CASE("cgls is the same bits for 1, 2, 4 threads") {
  const System system =
      random_system(random_rows<float>(3000, 600, 0.01, 1), 8, 2);
  check_threads({2, 4}, [&](int threads) {
    return solve(system, targets(system, 1e-4), 500, threads).step;
  });
}

TEST_CASE("cgls refuses blocks of another size") {
  System system = random_system(random_rows<float>(9, 4, 0.5, 1), 1, 2);
  system.right.pop_back();
  CHECK_THROWS_AS((void)solve(system, {1}), Invalid);
}

}  // namespace semilin::test
