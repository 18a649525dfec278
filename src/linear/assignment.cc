#include "linear/assignment.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "base/selection.h"

namespace semilin {
namespace {

using Labels = std::vector<std::int32_t>;

// Temperatures at which multipliers are found one after the other, each from
// the last: low enough to round, high enough for Newton.
constexpr double kTemperatures[] = {1.0, 0.3, 0.1, 0.03, 0.01};

double output_of(const BeliefProblem& problem, Index j) {
  return problem.outputs[problem.rows[j] * problem.stride];
}

std::vector<double> cold_multipliers(const BeliefProblem& problem) {
  BeliefProblem soft = problem;
  soft.rho = std::numeric_limits<double>::infinity();
  soft.tolerance = 1e-5;
  std::vector<double> multipliers;
  for (const double temperature : kTemperatures) {
    (void)solve_multipliers(soft, temperature, multipliers);
  }
  return multipliers;
}

// Rows in the order of falling output; ties by position.
std::vector<Index> by_falling_output(const BeliefProblem& problem) {
  std::vector<Index> order(problem.rows.size());
  std::iota(order.begin(), order.end(), Index{0});
  std::stable_sort(order.begin(), order.end(), [&](Index a, Index b) {
    return output_of(problem, a) > output_of(problem, b);
  });
  return order;
}

// The same cut as balance_offsets makes, among the rows of all ranks.
double threshold_of_ranks(const BeliefProblem& problem) {
  std::vector<double> outputs;
  for (Index j = 0; j < std::ssize(problem.rows); ++j)
    outputs.push_back(output_of(problem, j));
  const auto [low, high] = cut_by_weight(
      problem.ranks, outputs, problem.weights, problem.class_sizes[1]);
  if (std::isinf(high)) return low;
  if (std::isinf(low)) return std::min(high - 1, -1.0);
  return low + (high - low) / 2;
}

Labels assign_binary(const BeliefProblem& problem, Index positive) {
  Labels labels(problem.rows.size(), 0);
  const std::vector<Index> order = by_falling_output(problem);
  for (Index j = 0; j < positive; ++j)
    labels[order[j]] = 1;
  return labels;
}

// Moves rows from classes with too many to classes with too few, cheapest
// first.
class Repair {
 public:
  Repair(const BeliefProblem& problem, const std::vector<double>& multipliers,
         std::vector<Index> excess, Labels& labels)
      : problem_(problem),
        multipliers_(multipliers),
        excess_(std::move(excess)),
        labels_(labels) {}

  void run() {
    // A class that fills up closes to the rows still waiting for it, so that
    // they choose again in the next sweep.
    while (*std::max_element(excess_.begin(), excess_.end()) > 0)
      sweep();
  }

 private:
  struct Move {
    double cost;
    Index row;
    std::int32_t to;
  };

  double price(Index j, std::int32_t label) const {
    return class_cost(problem_, problem_.rows[j], label) - multipliers_[label];
  }

  void sweep() {
    std::vector<Move> moves;
    const auto classes = static_cast<std::int32_t>(excess_.size());
    for (Index j = 0; j < static_cast<Index>(labels_.size()); ++j) {
      if (excess_[labels_[j]] <= 0) continue;
      Move best{std::numeric_limits<double>::infinity(), j, -1};
      for (std::int32_t k = 0; k < classes; ++k) {
        if (excess_[k] >= 0) continue;
        const double cost = price(j, k) - price(j, labels_[j]);
        if (best.to < 0 || cost < best.cost) best = {cost, j, k};
      }
      moves.push_back(best);
    }
    std::sort(moves.begin(), moves.end(), [](const Move& a, const Move& b) {
      return a.cost != b.cost ? a.cost < b.cost : a.row < b.row;
    });
    for (const Move& move : moves) {
      const std::int32_t from = labels_[move.row];
      if (excess_[from] <= 0 || excess_[move.to] >= 0) continue;
      labels_[move.row] = move.to;
      --excess_[from];
      ++excess_[move.to];
    }
  }

  const BeliefProblem& problem_;
  const std::vector<double>& multipliers_;
  std::vector<Index> excess_;
  Labels& labels_;
};

Labels assign_batch(const BeliefProblem& problem,
                    const std::vector<Index>& counts) {
  const std::vector<double> multipliers = cold_multipliers(problem);
  Labels labels(problem.rows.size());
  std::vector<Index> excess(counts.size());
  for (std::size_t k = 0; k < counts.size(); ++k)
    excess[k] = -counts[k];
  for (std::size_t j = 0; j < labels.size(); ++j) {
    const double* o = problem.outputs.data() + problem.rows[j] * problem.stride;
    std::int32_t best = 0;
    double least = std::numeric_limits<double>::infinity();
    for (int k = 0; k < problem.outputs_per_row; ++k) {
      const double price = belief_cost(problem, o[k]) - multipliers[k];
      if (price < least) {
        least = price;
        best = k;
      }
    }
    labels[j] = best;
    ++excess[best];
  }
  Repair(problem, multipliers, std::move(excess), labels).run();
  return labels;
}

// What row j gains by leaving class `from` for `to`: by the rule of SK06 for
// rows of equal costs, else weighted by cost over mean cost, so that a pair of
// gains is what the objective falls by.
double gain_of(const BeliefProblem& problem, Index j, std::int32_t from,
               std::int32_t to) {
  const Index row = problem.rows[j];
  const auto rows = static_cast<double>(problem.rows.size());
  return rows * problem.weights[j] *
         (class_cost(problem, row, from) - class_cost(problem, row, to));
}

// A row that would gain by leaving its class for another.
struct Wish {
  double gain;
  Index row;
};

std::vector<Wish> wishes(const BeliefProblem& problem,
                         const std::vector<Index>& members, const Labels& moved,
                         std::int32_t from, std::int32_t to) {
  std::vector<Wish> wishes;
  wishes.reserve(members.size());
  for (const Index j : members) {
    if (moved[j] == 0) wishes.push_back({gain_of(problem, j, from, to), j});
  }
  return wishes;
}

// The `count` largest gains first (all: falling order).
void sort_wishes(std::vector<Wish>& wishes, std::size_t count) {
  const auto middle = wishes.begin() + static_cast<std::ptrdiff_t>(
                                           std::min(count, wishes.size()));
  std::partial_sort(wishes.begin(), middle, wishes.end(),
                    [](const Wish& a, const Wish& b) {
                      return a.gain != b.gain ? a.gain > b.gain : a.row < b.row;
                    });
}

struct ClassPair {
  double gain;  // of its best pair of rows
  std::int32_t a;
  std::int32_t b;
};

// Largest gain of leaving `from` for `to`, for all pairs of classes.
std::vector<double> best_gains(const BeliefProblem& problem,
                               std::span<const std::int32_t> labels,
                               int classes) {
  std::vector<double> best(static_cast<std::size_t>(classes) * classes,
                           -std::numeric_limits<double>::infinity());
  for (std::size_t j = 0; j < labels.size(); ++j) {
    const std::int32_t from = labels[j];
    for (std::int32_t to = 0; to < classes; ++to) {
      if (to == from) continue;
      double& most = best[from * classes + to];
      most = std::max(most, gain_of(problem, static_cast<Index>(j), from, to));
    }
  }
  return best;
}

}  // namespace

std::vector<Index> class_counts(std::span<const double> class_sizes,
                                Index rows) {
  std::vector<Index> counts(class_sizes.size());
  std::vector<std::pair<double, std::size_t>> remainders;
  Index left = rows;
  for (std::size_t k = 0; k < class_sizes.size(); ++k) {
    const double exact = class_sizes[k] * static_cast<double>(rows);
    counts[k] = std::min(static_cast<Index>(std::floor(exact)), left);
    left -= counts[k];
    remainders.emplace_back(static_cast<double>(counts[k]) - exact, k);
  }
  std::sort(remainders.begin(), remainders.end());
  for (Index extra = 0; extra < left; ++extra) {
    ++counts[remainders[extra % remainders.size()].second];
  }
  return counts;
}

double class_cost(const BeliefProblem& problem, Index row, std::int32_t label) {
  const double* o = problem.outputs.data() + row * problem.stride;
  if (problem.outputs_per_row > 1) return belief_cost(problem, o[label]);
  return label == 1 ? belief_cost(problem, *o) : 0.0;
}

std::vector<std::int32_t> assign_classes(const BeliefProblem& problem) {
  const std::vector<Index> counts = class_counts(
      problem.class_sizes, static_cast<Index>(problem.rows.size()));
  return problem.outputs_per_row == 1 ? assign_binary(problem, counts[1])
                                      : assign_batch(problem, counts);
}

Index switch_labels(const BeliefProblem& problem, Index max_pairs, double least,
                    std::span<std::int32_t> labels) {
  const int classes =
      problem.outputs_per_row == 1 ? 2 : problem.outputs_per_row;
  const std::vector<double> best = best_gains(problem, labels, classes);
  std::vector<ClassPair> pairs;
  for (std::int32_t a = 0; a < classes; ++a) {
    for (std::int32_t b = 0; b < a; ++b) {
      const double gain = best[a * classes + b] + best[b * classes + a];
      if (gain > least) pairs.push_back({gain, a, b});
    }
  }
  std::stable_sort(
      pairs.begin(), pairs.end(),
      [](const ClassPair& x, const ClassPair& y) { return x.gain > y.gain; });

  std::vector<std::vector<Index>> members(classes);
  for (std::size_t j = 0; j < labels.size(); ++j) {
    members[labels[j]].push_back(static_cast<Index>(j));
  }
  Labels moved(labels.size(), 0);
  const Index limit =
      max_pairs > 0 ? max_pairs : static_cast<Index>(labels.size());
  Index switched = 0;
  for (const auto& [gain, a, b] : pairs) {
    if (switched == limit) break;
    std::vector<Wish> from_a = wishes(problem, members[a], moved, a, b);
    std::vector<Wish> from_b = wishes(problem, members[b], moved, b, a);
    sort_wishes(from_a, limit - switched);
    sort_wishes(from_b, limit - switched);
    const std::size_t most = std::min(from_a.size(), from_b.size());
    for (std::size_t pair = 0; pair < most && switched < limit; ++pair) {
      if (from_a[pair].gain + from_b[pair].gain <= least) break;
      labels[from_a[pair].row] = b;
      labels[from_b[pair].row] = a;
      moved[from_a[pair].row] = 1;
      moved[from_b[pair].row] = 1;
      ++switched;
    }
  }
  return switched;
}

std::vector<double> balance_offsets(BeliefProblem problem) {
  if (problem.ranks.total(std::ssize(problem.rows)) == 0) {
    return std::vector<double>(problem.outputs_per_row, 0.0);
  }
  if (problem.outputs_per_row > 1) {
    problem.linear = true;
    std::vector<double> offsets = cold_multipliers(problem);
    const double mean = std::accumulate(offsets.begin(), offsets.end(), 0.0) /
                        static_cast<double>(offsets.size());
    for (double& offset : offsets)
      offset -= mean;
    return offsets;
  }
  if (problem.ranks.many()) return {-threshold_of_ranks(problem)};
  // The cut lies half way between two neighbouring outputs.
  const std::vector<Index> order = by_falling_output(problem);
  double above = 0;
  std::size_t cut = 0;
  while (cut < order.size() &&
         above + problem.weights[order[cut]] / 2 < problem.class_sizes[1]) {
    above += problem.weights[order[cut++]];
  }
  const double high = output_of(problem, order[cut > 0 ? cut - 1 : 0]);
  const double low = output_of(problem, order[std::min(cut, order.size() - 1)]);
  const double threshold = cut == 0              ? high
                           : cut == order.size() ? std::min(low - 1, -1.0)
                                                 : low + (high - low) / 2;
  return {-threshold};
}

}  // namespace semilin
