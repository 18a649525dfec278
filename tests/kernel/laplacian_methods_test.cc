#include "kernel/laplacian_methods.h"

#include "support/graphs.h"

namespace semilin::test {
namespace {

constexpr Index kLaplacianRows = 40;
constexpr RkhsStopping kExactSpace{.tolerance = 1e-15, .max_iterations = 4000};

// 40 rows, 7 of them labeled, on a random graph.
struct LaplacianCase {
  explicit LaplacianCase(KernelSpec kernel, int classes = 2)
      : rows(random_rows<double>(kLaplacianRows, 12, 0.4, 5)),
        points(rows, random_graph(kLaplacianRows, 0.2, 6), kernel, 2) {
    problem.points = &points;
    problem.labeled = {1, 4, 9, 17, 22, 30, 39};
    for (std::size_t i = 0; i < problem.labeled.size(); ++i)
      problem.classes_of.push_back(static_cast<std::int32_t>(i) % classes);
    problem.sizes.assign(classes, 1.0 / classes);
    problem.lambda = 0.3;
    problem.gamma = 1.7;
    problem.weight = 0.8;
  }

  // (lambda I + gamma L K)^-1
  [[nodiscard]] MatrixXd inverse() {
    return (problem.lambda *
                MatrixXd::Identity(kLaplacianRows, kLaplacianRows) +
            problem.gamma * dense_laplacian(points.graph()) *
                dense(points.kernel()))
        .inverse();
  }

  CsrStore rows;
  GraphPoints points;
  GraphProblem problem;
};

const KernelSpec kKernels[] = {
    {.form = KernelForm::None},
    {.form = KernelForm::Linear, .delta = 0.1},
    {.form = KernelForm::Linear, .delta = 0},
    {.form = KernelForm::Rbf, .width = 1.5, .delta = 0.05}};

TEST_CASE("Lap-RLS agrees with BZ's closed form to 1e-9") {
  for (const KernelSpec& kernel : kKernels) {
    LaplacianCase c(kernel, 3);
    const GraphSolution solution = laplacian_minimizer(c.problem, kExactSpace);
    const MatrixXd k = dense(c.points.kernel());
    MatrixXd y = MatrixXd::Zero(kLaplacianRows, 3);
    MatrixXd j = MatrixXd::Zero(kLaplacianRows, kLaplacianRows);
    for (std::size_t i = 0; i < c.problem.labeled.size(); ++i) {
      j(c.problem.labeled[i], c.problem.labeled[i]) = 1;
      y(c.problem.labeled[i], c.problem.classes_of[i]) = 1;
    }
    // (eta J K + lambda I + gamma L K) alpha = eta y              (Eq. 8)
    const MatrixXd system =
        c.problem.weight * j * k +
        c.problem.lambda * MatrixXd::Identity(kLaplacianRows, kLaplacianRows) +
        c.problem.gamma * dense_laplacian(c.points.graph()) * k;
    const MatrixXd f = k * system.partialPivLu().solve(c.problem.weight * y);
    CAPTURE(to_string(kernel.form));
    CHECK((by_rows(solution.f, 3) - f).cwiseAbs().maxCoeff() < 1e-9);
  }
}

TEST_CASE("the deformed kernel is symmetric and agrees with its closed form") {
  for (const KernelSpec& kernel : kKernels) {
    LaplacianCase c(kernel);
    const MatrixXd gram = LaplacianSpace(c.problem, kExactSpace).gram();
    const MatrixXd all = dense(c.points.kernel()) * c.inverse();
    CHECK((all - all.transpose()).cwiseAbs().maxCoeff() < 1e-10);
    for (std::size_t a = 0; a < c.problem.labeled.size(); ++a) {
      for (std::size_t b = 0; b < c.problem.labeled.size(); ++b) {
        CHECK(std::abs(gram(a, b) -
                       all(c.problem.labeled[a], c.problem.labeled[b])) < 1e-9);
      }
    }
  }
}

TEST_CASE("Lap-SVM has no duality gap") {
  for (const KernelSpec& kernel : kKernels) {
    LaplacianCase c(kernel);
    c.problem.hinge = true;
    c.problem.weight = 2;
    const GraphSolution solution = laplacian_minimizer(c.problem, kExactSpace);
    // f = G J'Y beta; from f the forces lambda K^-1 f + gamma L f = J'Y beta
    const auto labeled = static_cast<Index>(c.problem.labeled.size());
    const MatrixXd g = LaplacianSpace(c.problem, kExactSpace).gram();
    VectorXd f(labeled), y(labeled);
    for (Index i = 0; i < labeled; ++i) {
      f(i) = solution.f[c.problem.labeled[i]];
      y(i) = c.problem.target(i, 0);
    }
    const VectorXd forces = g.ldlt().solve(f);
    const VectorXd beta = y.cwiseProduct(forces);
    CHECK(beta.minCoeff() > -1e-6);
    CHECK(beta.maxCoeff() < c.problem.weight + 1e-6);
    CHECK(std::abs(forces.sum()) < 1e-6);
    // primal: mu sum hinge + 1/2 f'G^-1 f, least over the bias; dual: sum beta
    // - 1/2 f'G^-1 f
    const double norm = f.dot(forces);
    double primal = std::numeric_limits<double>::infinity();
    for (Index i = 0; i < labeled; ++i) {
      const double bias = y(i) - f(i);  // the loss is linear between these
      double loss = 0;
      for (Index j = 0; j < labeled; ++j)
        loss += std::max(0.0, 1 - y(j) * (f(j) + bias));
      primal = std::min(primal, c.problem.weight * loss + norm / 2);
    }
    CHECK(primal - (beta.sum() - norm / 2) < 1e-4);
    CHECK(primal - (beta.sum() - norm / 2) > -1e-6);
  }
}

TEST_CASE("Lap-RLS ends its linear solve where it is told to") {
  LaplacianCase lap({.form = KernelForm::Linear, .delta = 0.1}, 3);
  int asked = 0;
  const GoOn go_on = [&asked] { return ++asked < 4; };
  (void)laplacian_minimizer(lap.problem, {.tolerance = 1e-12, .go_on = &go_on});
  CHECK(asked == 4);
}

TEST_CASE("the columns of Lap methods get the moments of their classes") {
  LaplacianCase c({.form = KernelForm::None}, 3);
  c.problem.sizes = {0.2, 0.3, 0.5};
  const GraphSolution solution = solve_laplacian(c.problem, {});
  const Doubles moments = column_moments({3, 1}, solution.f);
  for (int k = 0; k < 3; ++k) {
    CHECK(moments[k] == doctest::Approx(c.problem.sizes[k]));
    CHECK(moments[3 + k] == doctest::Approx(c.problem.sizes[k]));
  }
}

}  // namespace
}  // namespace semilin::test
