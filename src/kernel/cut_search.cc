#include "kernel/cut_search.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <utility>

#include "semilin/base/random.h"
#include "semilin/matrix/dataset.h"

#include "kernel/starts.h"
#include "kernel/tv_splitting.h"
#include "linear/class_ratio.h"

namespace semilin {
namespace {

constexpr int kMostRanks = 10;
constexpr int kDissolveSweeps = 100;
constexpr int kSplitStarts = 12;
constexpr int kSplitIterations = 15;
// Of the linear systems behind a random start, which need not be solved.
constexpr double kNoiseTolerance = 0.1;
constexpr int kNoiseIterations = 50;

std::vector<Index> members(const Partition& partition, std::int32_t which) {
  std::vector<Index> nodes;
  for (std::size_t i = 0; i < partition.size(); ++i) {
    if (partition[i] == which) nodes.push_back(static_cast<Index>(i));
  }
  return nodes;
}

// Of each point the position among `nodes`, or -1.
std::vector<Index> positions(Index points, std::span<const Index> nodes) {
  std::vector<Index> position(points, -1);
  for (std::size_t n = 0; n < nodes.size(); ++n)
    position[nodes[n]] = static_cast<Index>(n);
  return position;
}

// The graph between these nodes.
Graph induced(const Graph& graph, std::span<const Index> nodes) {
  const auto& w = graph.weights();
  const std::vector<Index> position = positions(graph.nodes(), nodes);
  CsrMatrix<float> part;
  part.cols = static_cast<Index>(nodes.size());
  part.offsets.assign(1, 0);
  for (const Index i : nodes) {
    for (Index e = w.offsets[i]; e < w.offsets[i + 1]; ++e) {
      const Index j = position[w.columns[e]];
      if (j < 0) continue;
      part.columns.push_back(static_cast<std::int32_t>(j));
      part.values.push_back(w.values[e]);
    }
    part.offsets.push_back(static_cast<Index>(part.columns.size()));
  }
  return Graph(CsrStore(std::move(part)));
}

GraphPoints points_without_features(Graph graph, int threads) {
  CsrMatrix<float> rows;
  rows.offsets.assign(graph.nodes() + 1, 0);
  KernelSpec none;
  none.form = KernelForm::None;
  return {CsrStore(std::move(rows)), std::move(graph), none, threads};
}

// Random and smooth, one number a node: Poisson learning, once smoothed, from
// at most 2 or 20 random points of random class, and a random number a
// component.
std::vector<double> smooth_noise(const GraphPoints& points,
                                 const Components& components,
                                 std::uint64_t seed) {
  Random random(seed);
  std::vector<Index> order(points.size());
  std::iota(order.begin(), order.end(), Index{0});
  random.shuffle(order);
  std::vector<std::int32_t> labels(points.size(), kUnlabeled);
  const Index count = std::min<Index>(points.size(), seed % 2 == 1 ? 2 : 20);
  for (Index n = 0; n < count; ++n)
    labels[order[n]] = static_cast<std::int32_t>(n % 2);
  std::vector<double> f = poisson_block(points, labels, 2,
                                        {.smoothings = 1,
                                         .tolerance = kNoiseTolerance,
                                         .max_iterations = kNoiseIterations});
  double square = 0;
  for (const double value : f)
    square += value * value / static_cast<double>(f.size());
  if (components.count() == 1) return f;
  std::vector<double> level(components.count());
  for (double& value : level)
    value = random.normal() * (square > 0 ? std::sqrt(square) : 1);
  for (std::size_t i = 0; i < f.size(); ++i)
    f[i] += level[components.of_node[i]];
  return f;
}

}  // namespace

CutSearch::CutSearch(const GraphProblem& problem, std::function<bool()> go_on)
    : problem_(problem),
      go_on_(std::move(go_on)),
      cost_(problem),
      reached_(problem.points->size(), 0) {
  const Components components = connected_components(problem.points->graph());
  const std::vector<bool> labels =
      labeled_components(components, labels_of(problem));
  for (std::size_t i = 0; i < reached_.size(); ++i)
    reached_[i] = labels[components.of_node[i]];
}

Partition CutSearch::partition_of(std::span<const double> f) const {
  Partition partition(problem_.points->size(), 0);
  (void)decide(problem_.columns(), f, partition);
  for (std::size_t i = 0; i < partition.size(); ++i) {
    if (!reached_[i]) partition[i] = kUnlabeled;
  }
  put_labels(problem_, partition);
  return partition;
}

std::vector<double> CutSearch::start_from(
    std::span<const std::int32_t> partition) const {
  const int columns = problem_.columns();
  std::vector<double> g(partition.size() * columns);
  for (std::size_t i = 0; i < partition.size(); ++i) {
    for (int k = 0; k < columns; ++k) {
      const int own = columns == 1 ? 1 : k;
      const double share = partition[i] == kUnlabeled ? problem_.sizes[own]
                           : partition[i] == own      ? 1
                                                      : 0;
      g[i * columns + k] = columns == 1 ? 2 * share - 1 : share;
    }
  }
  normalize(problem_, g);
  return g;
}

int CutSearch::ranks() const {
  // Of two classes either leaves one behind, which is split.
  return classes() == 2 ? 1 : std::min(classes(), kMostRanks);
}

Partition CutSearch::resplit(Partition partition, int rank) {
  const ClassCuts sums =
      class_cuts(problem_.points->graph(), classes(), partition);
  std::vector<std::int32_t> order(classes());
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(), [&](auto a, auto b) {
    return sums.cut[a] * sums.points[b] > sums.cut[b] * sums.points[a];
  });
  const std::int32_t part = order[rank];
  dissolve(partition, part);
  std::vector<double> fullness(classes(), 0.0);
  for (const std::int32_t k : partition) {
    if (k != kUnlabeled && k != part) fullness[k] += 1 / problem_.sizes[k];
  }
  const auto whole = static_cast<std::int32_t>(
      std::max_element(fullness.begin(), fullness.end()) - fullness.begin());
  if (!split(partition, whole, part)) return {};
  name_classes(partition);
  put_labels(problem_, partition);
  return partition;
}

// By Gauss-Seidel sweeps over u_i = sum_j w_ij u_j / d_i at its points, u the
// indicators elsewhere and 0 to begin with. Points that they do not reach stay.
void CutSearch::dissolve(Partition& partition, std::int32_t which) const {
  const auto& w = problem_.points->graph().weights();
  const std::vector<Index> nodes = members(partition, which);
  const std::vector<Index> position = positions(problem_.points->size(), nodes);
  std::vector<double> u(nodes.size() * classes(), 0.0);
  std::vector<double> sum(classes());
  for (int sweep = 0; sweep < kDissolveSweeps; ++sweep) {
    for (std::size_t n = 0; n < nodes.size(); ++n) {
      std::fill(sum.begin(), sum.end(), 0.0);
      double degree = 0;
      for (Index e = w.offsets[nodes[n]]; e < w.offsets[nodes[n] + 1]; ++e) {
        const auto weight = static_cast<double>(w.values[e]);
        const Index j = w.columns[e];
        degree += weight;
        if (position[j] < 0) {
          sum[partition[j]] += weight;
          continue;
        }
        for (std::int32_t k = 0; k < classes(); ++k)
          sum[k] += weight * u[position[j] * classes() + k];
      }
      for (std::int32_t k = 0; k < classes() && degree > 0; ++k)
        u[n * classes() + k] = sum[k] / degree;
    }
  }
  for (std::size_t n = 0; n < nodes.size(); ++n) {
    const auto row = u.begin() + static_cast<Index>(n) * classes();
    const auto best = std::max_element(row, row + classes());
    if (*best > 0) partition[nodes[n]] = static_cast<std::int32_t>(best - row);
  }
}

bool CutSearch::split(Partition& partition, std::int32_t whole,
                      std::int32_t part) {
  const std::vector<Index> nodes = members(partition, whole);
  GraphPoints points = points_without_features(
      induced(problem_.points->graph(), nodes), problem_.points->threads());
  const Components components = connected_components(points.graph());
  GraphProblem problem;
  problem.points = &points;
  problem.sizes = {problem_.sizes[whole], problem_.sizes[part]};
  make_sum_one(problem.sizes);
  Smoother& space = points.smoother(problem.lambda, problem.r, problem.steps);
  Partition halves(nodes.size(), 0);
  Partition best = halves;
  double least = std::numeric_limits<double>::infinity();
  for (int start = 0; start < kSplitStarts; ++start) {
    if (!go_on_()) return false;
    TvIterate iterate;
    iterate.g = smooth_noise(points, components, seed_++);
    normalize(problem, iterate.g);
    (void)solve_tv(problem, {.max_iterations = kSplitIterations}, iterate,
                   space, {});
    (void)decide(problem.columns(), iterate.f, halves);
    const double cut = balanced_cut(points.graph(), problem.sizes, halves);
    if (!(cut < least)) continue;
    least = cut;
    best = halves;
  }
  for (std::size_t n = 0; n < nodes.size(); ++n) {
    if (best[n] == 1) partition[nodes[n]] = part;
  }
  return true;
}

// Exchanges names while more walks end in their own class by it.
void CutSearch::name_classes(Partition& partition) const {
  constexpr double kNothing = 1e-9;
  const std::vector<double> ends = cost_.walk_ends(partition);
  std::vector<std::int32_t> name(classes());  // of a class of the partition
  std::iota(name.begin(), name.end(), 0);
  const auto own = [&](std::int32_t named, std::int32_t at) {
    return ends[name[named] * classes() + at];
  };
  for (bool changed = true; changed;) {
    changed = false;
    for (std::int32_t a = 0; a < classes(); ++a) {
      for (std::int32_t b = a + 1; b < classes(); ++b) {
        if (own(b, a) + own(a, b) <= own(a, a) + own(b, b) + kNothing) continue;
        std::swap(name[a], name[b]);
        changed = true;
      }
    }
  }
  for (std::int32_t& k : partition) {
    if (k != kUnlabeled) k = name[k];
  }
}

}  // namespace semilin
