#include "kernel/cut_search.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <utility>

#include "semilin/advanced/base/random.h"
#include "semilin/matrix/dataset.h"

#include "kernel/tv_splitting.h"
#include "solvers/simplex.h"

namespace semilin {
namespace {

constexpr int kMostMoves = 12;
constexpr int kDissolveSweeps = 100;
constexpr int kSplitStarts = 12;
constexpr int kSplitIterations = 15;
// The linear systems behind a random start need not be solved further.
constexpr double kNoiseTolerance = 0.1;
constexpr int kNoiseIterations = 50;

std::vector<Index> members(const Partition& partition, std::int32_t which) {
  std::vector<Index> nodes;
  for (std::size_t i = 0; i < partition.size(); ++i) {
    if (partition[i] == which) nodes.push_back(static_cast<Index>(i));
  }
  return nodes;
}

// The position of each point among `nodes`, or -1.
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

// Random and smooth, one number per node: Poisson learning, once smoothed, from
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

// Prices keep agreement(k, j) <= worth_j + price_k, with equality where class j
// is named k. Each class in turn is named along the path that raises the least
// excess, over names that pass from class to class.
std::vector<std::int32_t> optimal_assignment(
    int classes, std::span<const double> agreement) {
  constexpr std::int32_t kNone = -1;
  std::vector<double> worth(classes, 0.0), price(classes, 0.0);
  for (std::int32_t k = 0; k < classes; ++k) {
    for (int j = 0; j < classes; ++j)
      worth[j] = std::max(worth[j], agreement[k * classes + j]);
  }
  std::vector<std::int32_t> holder(classes, kNone), name(classes, kNone);
  std::vector<std::int32_t> before(classes);  // the class before each name
  for (std::int32_t first = 0; first < classes; ++first) {
    // the excess of the path to each name
    std::vector<double> excess(classes,
                               std::numeric_limits<double>::infinity());
    std::vector<bool> reached(classes, false);
    std::int32_t nearest = kNone;
    double length = 0;
    for (std::int32_t j = first; j != kNone; j = holder[nearest]) {
      nearest = kNone;
      for (std::int32_t k = 0; k < classes; ++k) {
        if (reached[k]) continue;
        const double path =
            length + worth[j] + price[k] - agreement[k * classes + j];
        if (path < excess[k]) {
          excess[k] = path;
          before[k] = j;
        }
        if (nearest == kNone || excess[k] < excess[nearest]) nearest = k;
      }
      reached[nearest] = true;
      length = excess[nearest];
    }
    worth[first] -= length;
    for (std::int32_t k = 0; k < classes; ++k) {
      if (!reached[k] || k == nearest) continue;
      price[k] += length - excess[k];
      worth[holder[k]] -= length - excess[k];
    }
    for (std::int32_t k = nearest; k != kNone;) {
      holder[k] = before[k];
      k = std::exchange(name[before[k]], k);
    }
  }
  return name;
}

CutSearch::CutSearch(const GraphProblem& problem, std::function<bool()> go_on)
    : problem_(problem),
      go_on_(std::move(go_on)),
      cost_(problem),
      reached_(problem.points->size(), 0) {
  const Components components = connected_components(problem.points->graph());
  const std::vector<bool> has_label =
      labeled_components(components, labels_of(problem));
  for (std::size_t i = 0; i < reached_.size(); ++i)
    reached_[i] = has_label[components.of_node[i]];
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

int CutSearch::moves() const {
  // Two classes are one pair.
  return classes() == 2 ? 1 : std::min(2 * classes(), kMostMoves);
}

Partition CutSearch::resplit(Partition partition, int move,
                             std::uint64_t attempt) const {
  const ClassCuts cuts =
      class_cuts(problem_.points->graph(), classes(), partition);
  const int rank = move / 2;
  const Pair pair = move % 2 == 0 ? dissolve_worst(cuts, rank, partition)
                                  : join_worst(cuts, rank, partition);
  if (!split(partition, pair.whole, pair.part, attempt)) return {};
  return named(std::move(partition));
}

CutSearch::Pair CutSearch::join_worst(const ClassCuts& cuts, int rank,
                                      Partition& partition) const {
  std::vector<Pair> pairs;
  for (std::int32_t a = 0; a < classes(); ++a) {
    for (std::int32_t b = a + 1; b < classes(); ++b)
      pairs.push_back({a, b});
  }
  const auto cost = [&](const Pair& pair) {
    const auto each = [&](std::int32_t k) {
      return problem_.sizes[k] / std::max(cuts.points[k], 1.0);
    };
    return cuts.between[pair.whole * classes() + pair.part] *
           (each(pair.whole) + each(pair.part));
  };
  std::stable_sort(
      pairs.begin(), pairs.end(),
      [&](const Pair& a, const Pair& b) { return cost(a) > cost(b); });
  const Pair pair = pairs[rank];
  std::replace(partition.begin(), partition.end(), pair.part, pair.whole);
  return pair;
}

CutSearch::Pair CutSearch::dissolve_worst(const ClassCuts& cuts, int rank,
                                          Partition& partition) const {
  std::vector<std::int32_t> order(classes());
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(), [&](auto a, auto b) {
    return cuts.cut[a] * cuts.points[b] > cuts.cut[b] * cuts.points[a];
  });
  const std::int32_t part = order[rank];
  dissolve(partition, part);
  std::vector<double> fullness(classes(), 0.0);
  for (const std::int32_t k : partition) {
    if (k != kUnlabeled && k != part) fullness[k] += 1 / problem_.sizes[k];
  }
  const auto whole = static_cast<std::int32_t>(
      std::max_element(fullness.begin(), fullness.end()) - fullness.begin());
  return {whole, part};
}

// Dissolves the class by Gauss-Seidel sweeps over u_i = sum_j w_ij u_j / d_i at
// its points, where u starts at 0 and is the indicators elsewhere. Points that
// the sweeps do not reach stay.
void CutSearch::dissolve(Partition& partition, std::int32_t which) const {
  const auto& w = problem_.points->graph().weights();
  const std::vector<Index> nodes = members(partition, which);
  const std::vector<Index> position = positions(problem_.points->size(), nodes);
  std::vector<double> u(nodes.size() * classes(), 0.0);
  std::vector<double> sum(classes());
  // sum_k = sum_j w_ij u_jk; returns d_i.
  const auto add_neighbors = [&](Index i) {
    std::fill(sum.begin(), sum.end(), 0.0);
    double degree = 0;
    for (Index e = w.offsets[i]; e < w.offsets[i + 1]; ++e) {
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
    return degree;
  };
  for (int sweep = 0; sweep < kDissolveSweeps; ++sweep) {
    for (std::size_t n = 0; n < nodes.size(); ++n) {
      const double degree = add_neighbors(nodes[n]);
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
                      std::int32_t part, std::uint64_t attempt) const {
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
    iterate.g =
        smooth_noise(points, components, attempt * kSplitStarts + start + 1);
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

Partition CutSearch::named(Partition partition) const {
  const std::vector<std::int32_t> name =
      optimal_assignment(classes(), cost_.walk_ends(partition));
  for (std::int32_t& k : partition) {
    if (k != kUnlabeled) k = name[k];
  }
  put_labels(problem_, partition);
  return partition;
}

}  // namespace semilin
