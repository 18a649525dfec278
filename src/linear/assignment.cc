#include "linear/assignment.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <tuple>
#include <utility>

namespace semilin {
namespace {

using Labels = std::vector<std::int32_t>;

// Temperatures at which multipliers are found one after the other, each from
// the last: low enough to round, high enough for Newton.
constexpr double kTemperatures[] = {1.0, 0.3, 0.1, 0.03, 0.01};

std::vector<double> outputs_of(const BeliefProblem& problem) {
  std::vector<double> outputs;
  for (const Index row : problem.rows)
    outputs.push_back(problem.outputs[row * problem.stride]);
  return outputs;
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

// The `positive` largest outputs of `rows` rows; ties by position.
Labels assign_binary(const BeliefProblem& problem, Index rows, Index positive) {
  Labels labels(problem.rows.size(), 0);
  if (positive == 0) return labels;
  const std::vector<double> outputs = outputs_of(problem);
  const double least = problem.ranks.nth_smallest(outputs, rows - positive);
  const auto above =
      std::count_if(outputs.begin(), outputs.end(),
                    [least](double output) { return output > least; });
  const auto ties = std::count(outputs.begin(), outputs.end(), least);
  Index left = positive - problem.ranks.total(above);
  left -= problem.ranks.before(ties);
  for (std::size_t j = 0; j < labels.size(); ++j) {
    const bool tied = outputs[j] == least && left-- > 0;
    labels[j] = outputs[j] > least || tied ? 1 : 0;
  }
  return labels;
}

// Moves rows from classes with too many to classes with too few, cheapest
// first. Every rank goes through the moves of all.
class Repair {
 public:
  Repair(const BeliefProblem& problem, const std::vector<double>& multipliers,
         std::vector<Index> excess, Labels& labels)
      : problem_(problem),
        multipliers_(multipliers),
        excess_(std::move(excess)),
        labels_(labels),
        first_(problem.ranks.before(std::ssize(labels))) {}

  void run() {
    // A class that fills up closes to the rows still waiting for it, so that
    // they choose again in the next sweep.
    while (*std::max_element(excess_.begin(), excess_.end()) > 0)
      sweep();
  }

 private:
  struct Move {
    double cost;
    Index row;  // its position among the rows of all ranks
    std::int32_t from, to;
    bool operator<(const Move& other) const {
      return cost != other.cost ? cost < other.cost : row < other.row;
    }
  };

  // Costs and multipliers apart: rows of equal costs tie whatever the last
  // digits of the multipliers, which several ranks sum in another order.
  double price_of(Index j, std::int32_t from, std::int32_t to) const {
    const Index row = problem_.rows[j];
    return (class_cost(problem_, row, to) - class_cost(problem_, row, from)) -
           (multipliers_[to] - multipliers_[from]);
  }

  std::vector<Move> own_moves() const {
    std::vector<Move> moves;
    const auto classes = static_cast<std::int32_t>(excess_.size());
    for (Index j = 0; j < static_cast<Index>(labels_.size()); ++j) {
      if (excess_[labels_[j]] <= 0) continue;
      Move best{std::numeric_limits<double>::infinity(), first_ + j, labels_[j],
                -1};
      for (std::int32_t k = 0; k < classes; ++k) {
        if (excess_[k] >= 0) continue;
        const double cost = price_of(j, labels_[j], k);
        if (best.to < 0 || cost < best.cost) {
          best.cost = cost;
          best.to = k;
        }
      }
      moves.push_back(best);
    }
    return moves;
  }

  // Between two classes no more can move than one has too many and the other
  // too few.
  std::vector<Move> possible(const std::vector<Move>& sorted) const {
    std::map<std::pair<std::int32_t, std::int32_t>, Index> counts;
    std::vector<Move> moves;
    for (const Move& move : sorted) {
      const Index most = std::min(excess_[move.from], -excess_[move.to]);
      if (counts[{move.from, move.to}]++ < most) moves.push_back(move);
    }
    return moves;
  }

  void sweep() {
    std::vector<Move> moves = own_moves();
    std::sort(moves.begin(), moves.end());
    if (problem_.ranks.many()) {
      moves = problem_.ranks.shared(std::span<const Move>(possible(moves)));
      std::sort(moves.begin(), moves.end());
    }
    for (const Move& move : moves) {
      if (excess_[move.from] <= 0 || excess_[move.to] >= 0) continue;
      const Index own = move.row - first_;
      if (own >= 0 && own < std::ssize(labels_)) labels_[own] = move.to;
      --excess_[move.from];
      ++excess_[move.to];
    }
  }

  const BeliefProblem& problem_;
  const std::vector<double>& multipliers_;
  std::vector<Index> excess_;
  Labels& labels_;
  Index first_;  // position of the first one among the rows of all ranks
};

Labels assign_batch(const BeliefProblem& problem,
                    const std::vector<Index>& counts) {
  const std::vector<double> multipliers = cold_multipliers(problem);
  Labels labels(problem.rows.size());
  std::vector<double> assigned(counts.size());
  for (std::size_t j = 0; j < labels.size(); ++j) {
    double least = std::numeric_limits<double>::infinity();
    for (int k = 0; k < problem.outputs_per_row; ++k) {
      const double price =
          class_cost(problem, problem.rows[j], k) - multipliers[k];
      if (!(price < least)) continue;  // NaN
      least = price;
      labels[j] = k;
    }
    ++assigned[labels[j]];
  }
  problem.ranks.sum(assigned);
  std::vector<Index> excess;
  for (std::size_t k = 0; k < counts.size(); ++k)
    excess.push_back(static_cast<Index>(assigned[k]) - counts[k]);
  Repair(problem, multipliers, std::move(excess), labels).run();
  return labels;
}

// A row that would gain by leaving its class for another.
struct Wish {
  double gain;
  Index row;  // its position among the rows of all ranks
};

// The `count` largest gains first (all: falling order).
void sort_wishes(std::vector<Wish>& wishes, std::size_t count) {
  const auto middle = wishes.begin() + static_cast<std::ptrdiff_t>(
                                           std::min(count, wishes.size()));
  std::partial_sort(wishes.begin(), middle, wishes.end(),
                    [](const Wish& a, const Wish& b) {
                      return a.gain != b.gain ? a.gain > b.gain : a.row < b.row;
                    });
}

// One round of switches.
class Switching {
 public:
  Switching(const BeliefProblem& problem, Index rows, double least,
            std::span<std::int32_t> labels)
      : problem_(problem),
        rows_(static_cast<double>(rows)),
        least_(least),
        classes_(problem.outputs_per_row == 1 ? 2 : problem.outputs_per_row),
        labels_(labels),
        first_(problem.ranks.before(std::ssize(labels))),
        best_(best_gains()),
        members_(classes_),
        moved_(labels.size(), 0) {
    for (std::size_t j = 0; j < labels.size(); ++j)
      members_[labels[j]].push_back(static_cast<Index>(j));
  }

  // Switches at most `limit` pairs of rows, those of the pair of classes with
  // the largest gain first; returns how many.
  Index run(Index limit) {
    std::vector<std::tuple<double, std::int32_t, std::int32_t>> pairs;
    for (std::int32_t a = 0; a < classes_; ++a) {
      for (std::int32_t b = 0; b < a; ++b) {
        const double gain = best(a, b) + best(b, a);
        if (gain > least_) pairs.emplace_back(-gain, a, b);
      }
    }
    std::sort(pairs.begin(), pairs.end());
    Index switched = 0;
    for (const auto& [gain, a, b] : pairs)
      switched += switch_pairs(a, b, limit - switched);
    return switched;
  }

 private:
  // The gain of row j from leaving class `from` for `to`: by the rule of SK06
  // for rows of equal costs, otherwise weighted by cost over mean cost, so that
  // the objective falls by the sum of a pair's gains.
  double gain_of(Index j, std::int32_t from, std::int32_t to) const {
    const Index row = problem_.rows[j];
    return rows_ * problem_.weights[j] *
           (class_cost(problem_, row, from) - class_cost(problem_, row, to));
  }

  // Largest gain of leaving one class for another, [from * classes + to].
  std::vector<double> best_gains() const {
    const std::size_t pairs = static_cast<std::size_t>(classes_) * classes_;
    std::vector<double> best(pairs, -std::numeric_limits<double>::infinity());
    for (std::size_t j = 0; j < labels_.size(); ++j) {
      const std::int32_t from = labels_[j];
      for (std::int32_t to = 0; to < classes_; ++to) {
        if (to == from) continue;
        double& most = best[from * classes_ + to];
        most = std::max(most, gain_of(static_cast<Index>(j), from, to));
      }
    }
    const auto all = problem_.ranks.shared(std::span<const double>(best));
    for (std::size_t i = 0; i < all.size(); ++i)
      best[i % pairs] = std::max(best[i % pairs], all[i]);
    return best;
  }
  double best(std::int32_t from, std::int32_t to) const {
    return best_[from * classes_ + to];
  }

  Index switch_pairs(std::int32_t a, std::int32_t b, Index limit) {
    if (limit == 0) return 0;
    std::vector<Wish> from_a = wishes(a, b);
    std::vector<Wish> from_b = wishes(b, a);
    sort_wishes(from_a, limit);
    sort_wishes(from_b, limit);
    const Index most =
        std::min({std::ssize(from_a), std::ssize(from_b), limit});
    Index pair = 0;
    for (; pair < most; ++pair) {
      if (from_a[pair].gain + from_b[pair].gain <= least_) break;
      move(from_a[pair].row, b);
      move(from_b[pair].row, a);
    }
    return pair;
  }

  // The wishes, among the rows of all ranks, that a row of the other class can
  // be paired with.
  std::vector<Wish> wishes(std::int32_t from, std::int32_t to) const {
    std::vector<Wish> wishes;
    for (const Index j : members_[from]) {
      const double gain = gain_of(j, from, to);
      if (moved_[j] == 0 && gain + best(to, from) > least_)
        wishes.push_back({gain, first_ + j});
    }
    return problem_.ranks.many()
               ? problem_.ranks.shared(std::span<const Wish>(wishes))
               : wishes;
  }

  void move(Index row, std::int32_t to) {
    const Index own = row - first_;
    if (own < 0 || own >= std::ssize(labels_)) return;
    labels_[own] = to;
    moved_[own] = 1;
  }

  const BeliefProblem& problem_;
  double rows_;  // rows of all ranks
  double least_;
  std::int32_t classes_;
  std::span<std::int32_t> labels_;
  Index first_;  // position of the first one among the rows of all ranks
  std::vector<double> best_;
  std::vector<std::vector<Index>> members_;
  Labels moved_;
};

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
  const Index rows = problem.ranks.total(std::ssize(problem.rows));
  const std::vector<Index> counts = class_counts(problem.class_sizes, rows);
  return problem.outputs_per_row == 1 ? assign_binary(problem, rows, counts[1])
                                      : assign_batch(problem, counts);
}

Index switch_labels(const BeliefProblem& problem, Index max_pairs, double least,
                    std::span<std::int32_t> labels) {
  const Index rows = problem.ranks.total(std::ssize(labels));
  return Switching(problem, rows, least, labels)
      .run(max_pairs > 0 ? max_pairs : rows);
}

}  // namespace semilin
