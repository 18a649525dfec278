#include "linear/assignment.h"

#include "semilin/linear/model.h"

#include "linear/thresholds.h"
#include "support/belief_rows.h"
#include "support/rank_threads.h"

namespace semilin::test {
namespace {

// All rows weigh the same.
BeliefRows random_outputs(int outputs, Index count, std::uint64_t seed) {
  return random_belief_rows(outputs, count, seed, true);
}

// sum_j v_j cost(j, its class): twice the rows' part of the objective.
double total_cost(const BeliefRows& rows, const Labels& labels) {
  double sum = 0;
  for (std::size_t j = 0; j < labels.size(); ++j)
    sum += rows.weights[j] *
           class_cost(rows.problem(), rows.unlabeled[j], labels[j]);
  return sum;
}

std::vector<Index> sizes_of(const BeliefRows& rows, const Labels& labels) {
  std::vector<Index> sizes(rows.classes(), 0);
  for (const std::int32_t label : labels)
    ++sizes[label];
  return sizes;
}

Labels random_labels(const BeliefRows& rows, std::uint64_t seed) {
  Labels labels;
  for (std::size_t j = 0; j < rows.unlabeled.size(); ++j)
    labels.push_back(static_cast<std::int32_t>(j) % rows.classes());
  Random(seed).shuffle(labels);
  return labels;
}

double best_pair_gain(const BeliefRows& rows, const Labels& labels) {
  double best = -kHard;
  for (std::size_t i = 0; i < labels.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      if (labels[i] == labels[j]) continue;
      Labels switched = labels;
      std::swap(switched[i], switched[j]);
      best =
          std::max(best, total_cost(rows, labels) - total_cost(rows, switched));
    }
  }
  return best;
}

}  // namespace

TEST_CASE("class counts are the sizes rounded to whole rows") {
  CHECK(class_counts(Doubles{0.5, 0.5}, 4) == std::vector<Index>{2, 2});
  CHECK(class_counts(Doubles{0.7, 0.3}, 10) == std::vector<Index>{7, 3});
  CHECK(class_counts(Doubles{0.26, 0.74}, 10) == std::vector<Index>{3, 7});
  CHECK(class_counts(Doubles{0.1, 0.9}, 0) == std::vector<Index>{0, 0});
  Random random(1);
  for (int trial = 0; trial < 200; ++trial) {
    Doubles class_sizes(1 + random.below(9));
    for (double& share : class_sizes)
      share = random.uniform() + 1e-3;
    make_sum_one(class_sizes);
    const Index rows = random.below(1000);
    const std::vector<Index> counts = class_counts(class_sizes, rows);
    CHECK(std::accumulate(counts.begin(), counts.end(), Index{0}) == rows);
    for (std::size_t k = 0; k < class_sizes.size(); ++k) {
      CHECK(std::abs(static_cast<double>(counts[k]) -
                     class_sizes[k] * static_cast<double>(rows)) <= 1);
    }
  }
}

TEST_CASE("two classes: the rows of the largest outputs get class 1") {
  BeliefRows rows = random_outputs(1, 101, 2);
  for (const double r : {0.01, 0.3, 0.5, 0.99}) {
    rows.class_sizes = {1 - r, r};
    const Labels labels = assign_classes(rows.problem());
    CHECK(sizes_of(rows, labels) == class_counts(rows.class_sizes, 101));
    double lowest_up = kHard;
    double highest_down = -kHard;
    for (std::size_t j = 0; j < labels.size(); ++j) {
      const double o = rows.block[rows.unlabeled[j]];
      if (labels[j] == 1) lowest_up = std::min(lowest_up, o);
      if (labels[j] == 0) highest_down = std::max(highest_down, o);
    }
    CHECK(lowest_up >= highest_down);
  }
}

TEST_CASE("many classes: the counts are exact, also with ties") {
  for (const int classes : {3, 5, 20}) {
    for (const Index count : {1, 2, 19, 300}) {
      BeliefRows rows = random_outputs(classes, count, 3);
      CHECK(sizes_of(rows, assign_classes(rows.problem())) ==
            class_counts(rows.class_sizes, count));
      std::fill(rows.block.begin(), rows.block.end(), 0.5);
      CHECK(sizes_of(rows, assign_classes(rows.problem())) ==
            class_counts(rows.class_sizes, count));
    }
  }
}

TEST_CASE("many classes: the total cost is near the least of all") {
  for (std::uint64_t seed = 0; seed < 10; ++seed) {
    CAPTURE(seed);
    BeliefRows rows = random_outputs(3, 9, seed);
    rows.class_sizes = {3.0 / 9, 4.0 / 9, 2.0 / 9};
    const Labels labels = assign_classes(rows.problem());
    // All 9! / (3! 4! 2!) = 1260 assignments.
    Labels trial = {0, 0, 0, 1, 1, 1, 1, 2, 2};
    double least = kHard;
    double sum = 0;
    int count = 0;
    do {
      const double cost = total_cost(rows, trial);
      least = std::min(least, cost);
      sum += cost;
      ++count;
    } while (std::next_permutation(trial.begin(), trial.end()));
    // Beliefs at T = 0.01 are rounded: of the gap between the mean and the
    // least cost, nearly all is closed.
    CHECK(count == 1260);
    CHECK(total_cost(rows, labels) - least <= 0.05 * (sum / count - least));
  }
}

TEST_CASE("switching lowers the objective and keeps the class sizes") {
  for (const int outputs : {1, 3, 6}) {
    for (const Index limit : {0, 1, 4}) {
      for (const bool equal : {true, false}) {
        if (!equal && limit != 1) continue;
        CAPTURE(outputs);
        CAPTURE(limit);
        BeliefRows rows = random_outputs(outputs, 60, 4);
        for (std::size_t j = 0; j < 60 && !equal; ++j)
          rows.weights[j] = std::pow(10.0, static_cast<double>(j % 4) - 2);
        make_sum_one(rows.weights);
        Labels labels = random_labels(rows, 5);
        const std::vector<Index> sizes = sizes_of(rows, labels);
        Index switched = 1;
        for (int rounds = 0; switched > 0; ++rounds) {
          REQUIRE(rounds < 1000);
          const Labels before = labels;
          switched = switch_labels(rows.problem(), limit, 1e-9, labels);
          CHECK(sizes_of(rows, labels) == sizes);
          CHECK((limit == 0 || switched <= limit));
          if (switched > 0)
            CHECK(total_cost(rows, labels) < total_cost(rows, before));
          else
            CHECK(labels == before);
        }
        CHECK(best_pair_gain(rows, labels) <= (equal ? 2e-9 / 60 : 1e-9));
      }
    }
  }
}

TEST_CASE("max_pairs = 1 takes the best pair of all") {
  for (const int outputs : {1, 3}) {
    const BeliefRows rows = random_outputs(outputs, 30, 6);
    Labels labels = random_labels(rows, 7);
    const double best = best_pair_gain(rows, labels);
    const double before = total_cost(rows, labels);
    CHECK(switch_labels(rows.problem(), 1, 0, labels) == 1);
    CHECK(before - total_cost(rows, labels) ==
          doctest::Approx(best).epsilon(1e-10));
  }
}

TEST_CASE("two classes: SK06's walk switches while o(L+) < o(L-)") {
  // L+ ascending: -2, -1, 3; L- descending: 2, -1.5, -4. Pairs (-2, 2) and
  // (-1, -1.5): the second does not cross, so one pair switches.
  BeliefRows rows = random_outputs(1, 6, 1);
  for (std::size_t j = 0; j < 6; ++j)
    rows.block[rows.unlabeled[j]] = Doubles{-2, -1, 3, 2, -1.5, -4}[j];
  Labels labels = {1, 1, 1, 0, 0, 0};
  CHECK(switch_labels(rows.problem(), 0, 1e-9, labels) == 1);
  CHECK(labels == Labels{0, 1, 1, 1, 0, 0});
  CHECK(switch_labels(rows.problem(), 0, 1e-9, labels) == 0);
}

TEST_CASE("no rows and single rows switch nothing") {
  const BeliefRows none = random_outputs(3, 0, 1);
  Labels labels;
  CHECK(switch_labels(none.problem(), 0, 1e-9, labels) == 0);
  const BeliefRows one = random_outputs(3, 1, 1);
  labels = {2};
  CHECK(switch_labels(one.problem(), 0, 1e-9, labels) == 0);
}

TEST_CASE("offsets predict nearly the sizes, and sum to 0 of many classes") {
  const auto check = [](const BeliefRows& rows) {
    const Doubles offsets = balance_offsets(rows.problem(), 1e-7);
    std::vector<Index> sizes(rows.classes(), 0);
    for (const Index row : rows.unlabeled) {
      Doubles o(offsets.size());
      for (std::size_t k = 0; k < o.size(); ++k)
        o[k] = rows.block[row * rows.stride + k] + offsets[k];
      ++sizes[best_class(o)];
    }
    if (rows.outputs > 1)
      CHECK(std::abs(std::accumulate(offsets.begin(), offsets.end(), 0.0)) <=
            1e-10);
    // Sizes of beliefs at T = 0.01, against rows cut off sharply: some rows
    // within 0.01 of a boundary, which count in part.
    const auto count = static_cast<double>(rows.unlabeled.size());
    for (int k = 0; k < rows.classes(); ++k)
      CHECK(std::abs(static_cast<double>(sizes[k]) -
                     count * rows.class_sizes[k]) <=
            (rows.outputs == 1 ? 5 : 10));
  };
  check(random_outputs(5, 2000, 9));
  BeliefRows rows = random_outputs(1, 1001, 8);
  for (const double r : {0.01, 0.25, 0.5, 0.8, 0.995}) {
    CAPTURE(r);
    rows.class_sizes = {1 - r, r};
    check(rows);
  }
}

TEST_CASE("sizes that are right up to the drift move no threshold far") {
  BeliefRows rows = random_outputs(1, 1001, 8);
  Index positive = 0;
  for (const Index row : rows.unlabeled)
    positive += rows.block[row] > 0 ? 1 : 0;
  const double got = static_cast<double>(positive) / 1001;
  const double wanted = got + 0.02;
  rows.class_sizes = {1 - wanted, wanted};
  const double kl = got * std::log(got / wanted) +
                    (1 - got) * std::log((1 - got) / (1 - wanted));
  CHECK(balance_offsets(rows.problem(), 2 * kl)[0] < 0.01);
  CHECK(balance_offsets(rows.problem(), kl / 100)[0] > 0.03);
}

TEST_CASE("several ranks assign, switch and cut as a single one") {
  for (const int outputs : {1, 4}) {
    const BeliefRows untied = random_outputs(outputs, 121, 5);
    BeliefRows tied = untied;
    for (double& output : tied.block)
      output = std::round(8 * output) / 8;
    const BeliefProblem all = tied.problem();
    const Labels assigned = assign_classes(all);
    const Labels before(assigned.rbegin(), assigned.rend());
    Labels switched = before;
    const Index pairs = switch_labels(all, 9, 1e-6, switched);
    REQUIRE(pairs > 1);
    const Doubles offsets = balance_offsets(untied.problem(), 1e-4);
    const int size = 3;
    std::vector<Labels> parts(size), moved(size);
    std::vector<Index> numbers(size);
    std::vector<Doubles> cuts(size);
    run_ranks(size, [&](const Ranks& ranks) {
      const int rank = ranks.rank();
      const Index begin = 121 * rank / size;
      const Index end = 121 * (rank + 1) / size;
      BeliefProblem part = all;
      part.rows = all.rows.subspan(begin, end - begin);
      part.weights = all.weights.subspan(begin, end - begin);
      part.ranks = ranks;
      parts[rank] = assign_classes(part);
      moved[rank].assign(before.begin() + begin, before.begin() + end);
      numbers[rank] = switch_labels(part, 9, 1e-6, moved[rank]);
      part.outputs = untied.block;
      cuts[rank] = balance_offsets(part, 1e-4);
    });
    for (int rank = 0; rank < size; ++rank) {
      const Index begin = 121 * rank / size;
      const Index rows = 121 * (rank + 1) / size - begin;
      CHECK(std::ranges::equal(parts[rank],
                               std::span(assigned).subspan(begin, rows)));
      CHECK(std::ranges::equal(moved[rank],
                               std::span(switched).subspan(begin, rows)));
      CHECK(numbers[rank] == pairs);
      CHECK(apart(cuts[rank], offsets) < 1e-6);
    }
  }
}

}  // namespace semilin::test
