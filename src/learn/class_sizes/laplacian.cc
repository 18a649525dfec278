#include "learn/class_sizes/laplacian.h"

#include <Eigen/Cholesky>

#include "kernel/laplacian_methods.h"
#include "solvers/simplex.h"

namespace semilin {
namespace {

constexpr double kEta = 1;
// With more labeled rows than this, the sizes are those that Lap-RLS predicts,
// because it costs as much to hold out a row as a class.
constexpr std::size_t kMostLabeled = 200;

// Shares of the classes among the rows without label, by f.
std::vector<double> predicted_shares(const GraphProblem& problem,
                                     const std::vector<double>& f) {
  std::vector<std::int32_t> classes(problem.points->size(), 0);
  (void)decide(problem.columns(), f, classes);
  std::vector<double> shares(problem.sizes.size(), 0.0);
  for (const std::int32_t label : classes)
    shares[label] += 1;
  for (const Index i : problem.labeled)
    shares[classes[i]] -= 1;
  make_sum_one(shares);
  return shares;
}

// What Lap-RLS says of each labeled row without its label; and of the others
// with all.
SizeEvidence left_out(const GraphProblem& problem, const LaplacianSpace& space,
                      Index documents) {
  const Index classes = problem.classes();
  const Eigen::MatrixXd y = targets(problem);
  Eigen::MatrixXd b = space.gram();
  b.diagonal().array() += 1 / kEta;
  const Eigen::LLT<Eigen::MatrixXd> factor(b);
  const Eigen::MatrixXd a = factor.solve(y);
  const Eigen::VectorXd inverse =
      factor.solve(Eigen::MatrixXd::Identity(b.rows(), b.cols())).diagonal();
  SizeEvidence evidence;
  evidence.confusion.assign(classes * classes, 0.0);
  evidence.labeled.assign(classes, 0.0);
  for (Index i = 0; i < b.rows(); ++i) {
    if (problem.labeled[i] >= documents) continue;
    evidence.labeled[problem.classes_of[i]] += 1;
    const Eigen::RowVectorXd left_out = y.row(i) - a.row(i) / inverse(i);
    const std::int32_t best = best_class(
        {left_out.data(), static_cast<std::size_t>(left_out.size())});
    evidence.confusion[problem.classes_of[i] * classes + best] += 1;
  }
  evidence.predicted =
      predicted_shares(problem, space.solve(problem.columns(), a, 0).f);
  return evidence;
}

}  // namespace

FoundSizes graph_sizes(GraphPoints& points,
                       std::span<const std::int32_t> labels, Index documents,
                       const OutputBatch& batch, const HeldOutRls& held_out) {
  if (points.kernel_spec().form == KernelForm::Linear)
    return estimated_sizes(batch, held_out);
  GraphProblem problem;
  problem.points = &points;
  take_labels(labels, problem);
  problem.sizes.assign(batch.classes(), 1.0 / batch.classes());
  problem.lambda = kLaplacianLambda;
  problem.gamma = kLaplacianGamma;
  const auto rows = static_cast<double>(problem.labeled.size());
  const LaplacianSpace space(problem);
  if (problem.labeled.size() > kMostLabeled) {
    std::vector<double> shares = predicted_shares(
        problem,
        space.solve(problem.columns(), kEta * targets(problem), kEta).f);
    for (double& share : shares)
      share += 1 / static_cast<double>(problem.points->size());
    make_sum_one(shares);
    return soft_sizes(std::move(shares), rows);
  }
  // the labels' rows, and the prior's: one per class
  return soft_sizes(
      sizes_from_evidence(left_out(problem, space, documents), false),
      rows + static_cast<double>(problem.classes()));
}

}  // namespace semilin
