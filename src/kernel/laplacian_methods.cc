#include "kernel/laplacian_methods.h"

#include <algorithm>
#include <utility>

#include "kernel/kernel_rows.h"
#include "kernel/smo.h"

namespace semilin {
namespace {

GraphSolution least_squares(const GraphProblem& problem,
                            const LaplacianSpace& space) {
  return space.solve(problem.columns(), problem.weight * targets(problem),
                     problem.weight);
}

// f = G J'Y beta, beta = argmin 1/2 beta'Q beta - 1'beta, Q = Y G_ll Y.
GraphSolution support_vectors(const GraphProblem& problem,
                              const LaplacianSpace& space) {
  const Eigen::MatrixXd gram = space.gram();
  const Index count = gram.rows();
  const std::vector<double> ones(count, 1.0);
  Eigen::MatrixXd b(count, problem.columns());
  std::vector<double> y(count);
  for (int k = 0; k < problem.columns(); ++k) {
    for (Index i = 0; i < count; ++i)
      y[i] = problem.sign(i, k);
    std::vector<double> beta(count, 0.0);
    solve_smo(gram, ones, y, problem.weight, beta);
    for (Index i = 0; i < count; ++i)
      b(i, k) = y[i] * beta[i];
  }
  return space.solve(problem.columns(), b, 0);
}

// Columns of K that are made together, and of G that are solved for together.
constexpr Index kFactoredColumns = 64;
constexpr Index kSolvedColumns = 16;

}  // namespace

GraphPoints::Deformation::Deformation(const GraphPoints& points, double lambda,
                                      double gamma)
    : for_lambda(lambda), for_gamma(gamma) {
  const Index n = points.size();
  const Laplacian laplacian(points.graph(), points.threads());
  Eigen::MatrixXd matrix(n, n);
  Block units(n, kFactoredColumns), columns(n, kFactoredColumns),
      image(n, kFactoredColumns);
  const auto span = [](Block& block) {
    return std::span<double>(block.data(),
                             static_cast<std::size_t>(block.size()));
  };
  for (Index first = 0; first < n; first += kFactoredColumns) {
    const Index count = std::min(kFactoredColumns, n - first);
    units.setZero();
    for (Index k = 0; k < count; ++k)
      units(first + k, k) = 1;
    points.kernel().multiply(kFactoredColumns, span(units), span(columns));
    laplacian.apply(kFactoredColumns, span(columns), span(image));
    matrix.middleCols(first, count) = gamma * image.leftCols(count);
  }
  matrix.diagonal().array() += lambda;
  factors.compute(matrix);
}

Eigen::MatrixXd targets(const GraphProblem& problem) {
  Eigen::MatrixXd y(problem.labeled.size(), problem.columns());
  for (Index i = 0; i < y.rows(); ++i) {
    for (int k = 0; k < problem.columns(); ++k)
      y(i, k) = problem.target(i, k);
  }
  return y;
}

GraphSolution laplacian_minimizer(const GraphProblem& problem,
                                  const RkhsStopping& stopping) {
  const LaplacianSpace space(problem, stopping);
  return problem.hinge ? support_vectors(problem, space)
                       : least_squares(problem, space);
}

GraphSolution solve_laplacian(const GraphProblem& problem,
                              const RkhsStopping& stopping) {
  GraphSolution solution = laplacian_minimizer(problem, stopping);
  std::vector<double> means = problem.sizes;
  if (problem.columns() == 1) means = {2 * problem.sizes[1] - 1};
  rescale(to_sizes(problem.shape(), means, solution.f), problem.shape(),
          solution);
  return solution;
}

LaplacianSpace::LaplacianSpace(const GraphProblem& problem,
                               RkhsStopping stopping)
    : problem_(problem),
      stopping_(stopping),
      laplacian_(problem.points->graph(), problem.points->threads()),
      dense_(problem.points->deformation(problem.lambda, problem.gamma)) {}

RkhsSolution LaplacianSpace::run(int stride, const Eigen::MatrixXd& b,
                                 double eta) const {
  if (dense_ != nullptr) return run_dense(stride, b, eta);
  const GraphPoints& points = *problem_.points;
  const Kernel& kernel = points.kernel();
  std::vector<double> inner(kernel.coefficients() * stride);
  RkhsProblem problem{.rows = points.size(),
                      .stride = stride,
                      .lambda = problem_.lambda,
                      .threads = points.threads()};
  problem.a = [&](std::span<const double> in, std::span<double> out) {
    laplacian_.apply(stride, in, out);
    for (double& value : out)
      value *= problem_.gamma;
    for (const Index i : problem_.labeled) {
      for (Index e = i * stride; e < (i + 1) * stride; ++e)
        out[e] += eta * in[e];
    }
  };
  problem.k = [&](std::span<const double> in, std::span<double> out) {
    kernel.coefficients_of(stride, in, inner);
    kernel.apply(stride, inner, out);
    for (std::size_t e = 0; e < out.size(); ++e)
      out[e] += kernel.delta() * in[e];
  };
  return solve_in_rkhs(problem, scatter(b), stopping_);
}

// alpha of (lambda K^-1 + gamma L + eta J) f = b by the dense factors, J by
// Woodbury's formula over the labeled rows: b falls by eta J f.
RkhsSolution LaplacianSpace::run_dense(int columns, const Eigen::MatrixXd& b,
                                       double eta) const {
  Eigen::MatrixXd forces = b;
  if (eta > 0) {
    Eigen::MatrixXd system = eta * gram();
    system.diagonal().array() += 1;
    // f_l = (I + eta G)^-1 G b, so b - eta f_l = (I + eta G)^-1 b
    forces = system.partialPivLu().solve(b);
  }
  RkhsSolution solved;
  solved.alpha = scatter(forces);
  const Index n = problem_.points->size();
  Out alpha(solved.alpha.data(), n, columns);
  const Eigen::MatrixXd by_columns = alpha;
  alpha = dense_->factors.solve(by_columns).eval();
  solved.x.resize(solved.alpha.size());
  problem_.points->kernel().multiply(columns, solved.alpha, solved.x);
  return solved;
}

std::vector<double> LaplacianSpace::scatter(const Eigen::MatrixXd& b) const {
  const Index columns = b.cols();
  std::vector<double> block(problem_.points->size() * columns, 0.0);
  for (Index i = 0; i < b.rows(); ++i) {
    for (Index k = 0; k < columns; ++k)
      block[problem_.labeled[i] * columns + k] = b(i, k);
  }
  return block;
}

GraphSolution LaplacianSpace::solve(int columns, const Eigen::MatrixXd& b,
                                    double eta) const {
  const Kernel& kernel = problem_.points->kernel();
  RkhsSolution solved = run(columns, b, eta);
  GraphSolution solution;
  solution.f = std::move(solved.x);
  solution.status.iteration = solved.iterations;
  Expansion& expansion = solution.expansion;
  expansion.coefficients.resize(kernel.coefficients() * columns);
  kernel.coefficients_of(columns, solved.alpha, expansion.coefficients);
  if (kernel.delta() > 0) {
    expansion.remainder = std::move(solved.alpha);
    for (double& value : expansion.remainder)
      value *= kernel.delta();
  }
  expansion.offsets.assign(columns, 0.0);
  return solution;
}

Eigen::MatrixXd LaplacianSpace::gram() const {
  const auto count = static_cast<Index>(problem_.labeled.size());
  Eigen::MatrixXd gram(count, count);
  for (Index first = 0; first < count; first += kSolvedColumns) {
    const Index columns = std::min(kSolvedColumns, count - first);
    const int stride = batch_stride(static_cast<int>(columns));
    Eigen::MatrixXd units = Eigen::MatrixXd::Zero(count, stride);
    for (Index k = 0; k < columns; ++k)
      units(first + k, k) = 1;
    const RkhsSolution solved = run(stride, units, 0);
    for (Index i = 0; i < count; ++i) {
      for (Index k = 0; k < columns; ++k)
        gram(i, first + k) = solved.x[problem_.labeled[i] * stride + k];
    }
  }
  return (gram + gram.transpose()) / 2;
}

}  // namespace semilin
