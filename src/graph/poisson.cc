#include "graph/poisson.h"

#include <algorithm>
#include <utility>

#include "semilin/matrix/dataset.h"

namespace semilin {
namespace {

// block_k -= its mean over each component, weighted by `weights`, at the nodes
// that have a weight.
void center_components(const Components& components,
                       std::span<const double> weights, int stride,
                       std::vector<double>& block) {
  std::vector<double> total(components.count(), 0.0);
  std::vector<double> sums(components.count() * stride, 0.0);
  for (std::size_t i = 0; i < weights.size(); ++i) {
    const Index component = components.of_node[i];
    total[component] += weights[i];
    for (int k = 0; k < stride; ++k)
      sums[component * stride + k] += weights[i] * block[i * stride + k];
  }
  for (std::size_t i = 0; i < weights.size(); ++i) {
    const Index component = components.of_node[i];
    if (weights[i] == 0) continue;
    for (int k = 0; k < stride; ++k)
      block[i * stride + k] -= sums[component * stride + k] / total[component];
  }
}

std::vector<double> point_sources(std::span<const std::int32_t> labels,
                                  int classes, int stride) {
  std::vector<double> share(classes, 0.0);
  double labeled = 0;
  for (const std::int32_t label : labels) {
    if (label == kUnlabeled) continue;
    share[label] += 1;
    labeled += 1;
  }
  std::vector<double> sources(labels.size() * stride, 0.0);
  for (std::size_t i = 0; i < labels.size(); ++i) {
    if (labels[i] == kUnlabeled) continue;
    for (int k = 0; k < classes; ++k)
      sources[i * stride + k] = (labels[i] == k ? 1 : 0) - share[k] / labeled;
  }
  return sources;
}

}  // namespace

std::vector<double> poisson_learning(const Graph& graph,
                                     std::span<const std::int32_t> labels,
                                     int classes, const RkhsStopping& stopping,
                                     int threads) {
  const Laplacian laplacian(graph, threads);
  const int stride = batch_stride(classes);
  const Components components = connected_components(graph);
  std::vector<double> block = point_sources(labels, classes, stride);
  // b must sum to zero: spread what is left evenly over the labeled nodes.
  std::vector<double> is_labeled(labels.size());
  std::transform(
      labels.begin(), labels.end(), is_labeled.begin(),
      [](std::int32_t label) { return label == kUnlabeled ? 0 : 1; });
  center_components(components, is_labeled, stride, block);
  std::vector<double> solution =
      solve_laplacian_system(laplacian, 0, stride, std::move(block), stopping);
  center_components(components, laplacian.degrees(), stride, solution);
  std::vector<double> result(labels.size() * classes);
  for (std::size_t i = 0; i < labels.size(); ++i)
    std::copy_n(solution.begin() + i * stride, classes,
                result.begin() + i * classes);
  return result;
}

}  // namespace semilin
