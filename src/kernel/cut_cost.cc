#include "kernel/cut_cost.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "semilin/matrix/dataset.h"

#include "graph/laplacian.h"

namespace semilin {
namespace {

constexpr double kRestart = 0.01;
constexpr double kTolerance = 1e-4;  // tolerance of the walks
constexpr double kMostWitnesses = 100;
constexpr double kLeastAgreement = 1e-6;

}  // namespace

ClassCuts class_cuts(const Graph& graph, std::size_t classes,
                     std::span<const std::int32_t> partition) {
  ClassCuts sums{std::vector<double>(classes * classes, 0.0),
                 std::vector<double>(classes, 0.0),
                 std::vector<double>(classes, 0.0)};
  const auto& w = graph.weights();
  for (Index i = 0; i < graph.nodes(); ++i) {
    const std::int32_t own = partition[i];
    if (own == kUnlabeled) continue;
    sums.points[own] += 1;
    for (Index e = w.offsets[i]; e < w.offsets[i + 1]; ++e) {
      const std::int32_t other = partition[w.columns[e]];
      if (other == own) continue;
      const auto weight = static_cast<double>(w.values[e]);
      sums.cut[own] += weight;
      if (other != kUnlabeled) sums.between[own * classes + other] += weight;
    }
  }
  return sums;
}

double balanced_cut(const Graph& graph, std::span<const double> sizes,
                    std::span<const std::int32_t> partition) {
  const ClassCuts sums = class_cuts(graph, sizes.size(), partition);
  double points = 0;
  double total = 0;
  for (std::size_t k = 0; k < sizes.size(); ++k) {
    if (sums.points[k] == 0) return std::numeric_limits<double>::infinity();
    points += sums.points[k];
    total += sums.cut[k] * sizes[k] / (2 * sums.points[k]);
  }
  return total * points;
}

// b_ik = [label i = k] / (labels k), (L + restart D) u = b: a walk ends at i
// with probability restart d_i u_i.
CutCost::CutCost(const GraphProblem& problem)
    : problem_(problem), classes_(problem.classes()) {
  const GraphPoints& points = *problem.points;
  std::vector<double> labeled(classes_, 0.0);
  for (const std::int32_t k : problem.classes_of)
    labeled[k] += 1;
  const int stride = batch_stride(classes_);
  std::vector<double> b(points.size() * stride, 0.0);
  for (std::size_t i = 0; i < problem.labeled.size(); ++i) {
    const std::int32_t k = problem.classes_of[i];
    b[problem.labeled[i] * stride + k] = 1 / labeled[k];
  }
  const Laplacian laplacian(points.graph(), points.threads());
  const std::vector<double>& degrees = laplacian.degrees();
  const std::vector<double> u = solve_laplacian_system(
      laplacian, kRestart, stride, b, {.tolerance = kTolerance});
  walks_.resize(points.size() * classes_);
  for (Index i = 0; i < points.size(); ++i) {
    for (int k = 0; k < classes_; ++k) {
      const Index p = i * stride + k;
      walks_[i * classes_ + k] =
          degrees[i] > 0 ? kRestart * degrees[i] * u[p] : b[p];
    }
  }
}

double CutCost::operator()(std::span<const std::int32_t> partition) const {
  const std::vector<double> ends = walk_ends(partition);
  double agreement = 0;
  for (int k = 0; k < classes_; ++k)
    agreement += ends[k * classes_ + k] / classes_;
  const double witnesses = std::min(
      static_cast<double>(problem_.labeled.size()) / classes_, kMostWitnesses);
  return std::log(balanced_cut(problem_.points->graph(), problem_.sizes,
                               partition)) -
         witnesses * std::log(std::max(agreement, kLeastAgreement));
}

std::vector<double> CutCost::walk_ends(
    std::span<const std::int32_t> partition) const {
  std::vector<double> ends(Index{classes_} * classes_, 0.0);
  for (std::size_t i = 0; i < partition.size(); ++i) {
    if (partition[i] == kUnlabeled) continue;
    for (int k = 0; k < classes_; ++k)
      ends[k * classes_ + partition[i]] += walks_[i * classes_ + k];
  }
  return ends;
}

}  // namespace semilin
