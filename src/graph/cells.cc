#include "graph/cells.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include "semilin/advanced/base/random.h"

namespace semilin {
namespace {

// Rounds of k-means, and the rows per center that they see.
constexpr Index kMeansRounds = 3;
constexpr Index kMeansRows = 32;
// A part has at most this many times as many cells as there are parts: a bound
// where most rows are equal.
constexpr Index kMostCells = 8;
// Rows of a task, and cells of one that keeps some hundred scores of each.
constexpr Index kCellBlockRows = 1024;
constexpr Index kAskingCells = 64;

// Means of the rows that are nearest to each center, which stays without any.
DenseRows means(const DenseRows& rows, const RowIds& nearest,
                DenseRows centers) {
  Eigen::MatrixXd sums = Eigen::MatrixXd::Zero(rows.cols(), centers.rows());
  std::vector<Index> members(centers.rows(), 0);
  for (Index i = 0; i < std::ssize(nearest); ++i) {
    sums.col(nearest[i]) += rows.row(i).transpose().cast<double>();
    ++members[nearest[i]];
  }
  for (Index c = 0; c < centers.rows(); ++c) {
    if (members[c] == 0) continue;
    sums.col(c) /= static_cast<double>(members[c]);
    centers.row(c) = sums.col(c).transpose().cast<float>();
  }
  return centers;
}

// Lloyd's algorithm; `rows` are in random order.
DenseRows k_means(const DenseRows& rows, Index count) {
  const RowIds seen = row_numbers(0, std::min(rows.rows(), count * kMeansRows));
  DenseRows centers = DenseRows::Zero(count, rows.cols());
  const Index drawn = std::min(count, rows.rows());
  centers.topRows(drawn) = rows.topRows(drawn);
  RowIds nearest(seen.size());
  for (Index round = 0; round < kMeansRounds; ++round) {
    Centers(centers).find(rows, seen, nearest);
    centers = means(rows, nearest, std::move(centers));
  }
  return centers;
}

RowIds nearest_of(const DenseRows& points, const DenseRows& rows,
                  Steps& steps) {
  const Centers centers(points);
  RowIds nearest(rows.rows());
  steps(Steps::kPreparing, rows.rows(), kCellBlockRows,
        [&](Index begin, Index end) {
          centers.find(rows, row_numbers(begin, end), nearest);
        });
  return nearest;
}

// Scores, each with minus its number, so that of equal scores the smaller
// number comes first.
using Scored = std::vector<std::pair<float, std::int32_t>>;

void add(const float* scores, const std::vector<Index>& sizes, Index begin,
         Index end, Scored& scored) {
  for (Index n = begin; n < end; ++n)
    if (sizes[n] > 0)
      scored.emplace_back(scores[n - begin], static_cast<std::int32_t>(-n));
}

// The cells with the highest scores, highest first, until there are `count` of
// them and their sizes add up to `least`.
RowIds highest(Scored scored, const std::vector<Index>& sizes, Index count,
               Index least) {
  std::make_heap(scored.begin(), scored.end());
  RowIds numbers;
  while (!scored.empty() && (std::ssize(numbers) < count || least > 0)) {
    std::pop_heap(scored.begin(), scored.end());
    numbers.push_back(-scored.back().second);
    least -= sizes[numbers.back()];
    scored.pop_back();
  }
  return numbers;
}

}  // namespace

ByKey::ByKey(const RowIds& keys, Index count)
    : order(keys.size()), begin(count + 1, 0) {
  for (const std::int32_t key : keys)
    ++begin[key + 1];
  std::partial_sum(begin.begin(), begin.end(), begin.begin());
  std::vector<Index> next(begin.begin(), begin.end() - 1);
  for (std::size_t i = 0; i < keys.size(); ++i)
    order[next[keys[i]]++] = static_cast<std::int32_t>(i);
}

// x.c - |c|^2 / 2 = |x|^2 / 2 - |x - c|^2 / 2
Centers::Centers(const DenseRows& points)
    : panels_(points.rows(), points.cols() + 1) {
  for (Index c = 0; c < points.rows(); ++c) {
    const float* x = points.row(c).data();
    for (Index t = 0; t < points.cols(); ++t)
      panels_.at(c, t) = x[t];
    panels_.at(c, points.cols()) = -dot(x, x, points.cols()) / 2;
  }
}

void Centers::score(
    const DenseRows& rows, std::span<const std::int32_t> ids,
    const std::function<void(std::int32_t, const float*)>& visit) const {
  constexpr std::size_t kGroup = ScorePanels::kQueries;
  const Index depth = panels_.depth(), pitch = ScorePanels::padded(count());
  std::vector<float> factors(kGroup * depth, 1.0F), scores(kGroup * pitch);
  for (std::size_t s = 0; s < ids.size(); s += kGroup) {
    const std::size_t size = std::min(kGroup, ids.size() - s);
    for (std::size_t g = 0; g < size; ++g)
      std::copy_n(rows.row(ids[s + g]).data(), depth - 1,
                  factors.data() + g * depth);
    panels_.multiply(factors.data(), 1, 0, count(), scores.data(), pitch);
    for (std::size_t g = 0; g < size; ++g)
      visit(ids[s + g], scores.data() + g * pitch);
  }
}

void Centers::find(const DenseRows& rows, std::span<const std::int32_t> ids,
                   RowIds& nearest) const {
  score(rows, ids, [&](std::int32_t i, const float* scores) {
    nearest[i] = static_cast<std::int32_t>(
        std::max_element(scores, scores + count()) - scores);
  });
}

Cells::Cells(const DenseRows& rows, Index size, Steps& steps) {
  const Index parts = std::max<Index>(
      1, std::lround(std::sqrt(static_cast<double>(rows.rows()) /
                               static_cast<double>(size))));
  RowIds order = row_numbers(0, rows.rows());
  Random(1).shuffle(order);
  const Index seen = std::min(rows.rows(), parts * kMeansRows);
  part_centers_ = k_means(gathered(rows, std::span(order).first(seen)), parts);
  const RowIds part = nearest_of(part_centers_, rows, steps);
  std::vector<RowIds> members(parts);  // in random order
  for (const std::int32_t i : order)
    members[part[i]].push_back(i);
  std::vector<DenseRows> centers(parts);
  steps(Steps::kPreparing, parts, 1, [&](Index p, Index) {
    const Index count = std::clamp<Index>(
        (std::ssize(members[p]) + size / 2) / size, 1, kMostCells * parts);
    const auto kept = std::min(members[p].size(),
                               static_cast<std::size_t>(count * kMeansRows));
    centers[p] =
        k_means(gathered(rows, std::span(members[p]).first(kept)), count);
  });
  first_.push_back(0);
  for (const DenseRows& some : centers) {
    cells_.emplace_back(some);
    first_.push_back(first_.back() + some.rows());
  }
  centers_.resize(first_.back(), rows.cols());
  for (Index p = 0; p < parts; ++p)
    centers_.middleRows(first_[p], centers[p].rows()) = centers[p];
}

RowIds Cells::cells_of(const DenseRows& rows, Steps& steps) const {
  RowIds cell = nearest_of(part_centers_, rows, steps);
  const ByKey by_part(cell, parts());
  steps(Steps::kPreparing, parts(), 1, [&](Index p, Index) {
    cells_[p].find(rows, by_part.with_key(p), cell);
    for (const std::int32_t i : by_part.with_key(p))
      cell[i] += static_cast<std::int32_t>(first_[p]);
  });
  return cell;
}

std::vector<RowIds> Cells::surroundings(const std::vector<Index>& sizes,
                                        Index least, Steps& steps) const {
  std::vector<Index> part_sizes;
  for (Index p = 0; p < parts(); ++p)
    part_sizes.push_back(std::accumulate(
        sizes.begin() + first_[p], sizes.begin() + first_[p + 1], Index{0}));
  const Centers part_centers(part_centers_);
  std::vector<RowIds> found(count());
  steps(Steps::kPreparing, count(), kAskingCells, [&](Index begin, Index end) {
    std::vector<RowIds> asking(parts());  // cells that look into each part
    part_centers.score(
        centers_, row_numbers(begin, end),
        [&](std::int32_t c, const float* scores) {
          Scored scored;
          add(scores, part_sizes, 0, parts(), scored);
          for (const std::int32_t p :
               highest(std::move(scored), part_sizes, kNearParts, least))
            asking[p].push_back(c);
        });
    std::vector<Scored> near(end - begin);
    for (Index p = 0; p < parts(); ++p) {
      cells_[p].score(
          centers_, asking[p], [&](std::int32_t c, const float* scores) {
            add(scores, sizes, first_[p], first_[p + 1], near[c - begin]);
          });
    }
    for (Index c = begin; c < end; ++c)
      found[c] = highest(std::move(near[c - begin]), sizes, 0, least);
  });
  return found;
}

}  // namespace semilin
