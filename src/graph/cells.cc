#include "graph/cells.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "semilin/advanced/base/parallel.h"
#include "semilin/advanced/base/random.h"

namespace semilin {
namespace {

// Rounds of k-means, and the rows per centre that they see.
constexpr Index kMeansRounds = 3;
constexpr Index kMeansRows = 32;
// A part has at most so many times as many cells as there are parts: a bound
// where most rows are equal.
constexpr Index kMostCells = 8;
// Rows of a task.
constexpr Index kCellBlockRows = 1024;

// Means of the rows that are nearest to each centre, which stays without any.
DenseRows means(const DenseRows& rows, const RowIds& nearest,
                DenseRows centres) {
  Eigen::MatrixXd sums = Eigen::MatrixXd::Zero(rows.cols(), centres.rows());
  std::vector<Index> members(centres.rows(), 0);
  for (Index i = 0; i < std::ssize(nearest); ++i) {
    sums.col(nearest[i]) += rows.row(i).transpose().cast<double>();
    ++members[nearest[i]];
  }
  for (Index c = 0; c < centres.rows(); ++c) {
    if (members[c] == 0) continue;
    sums.col(c) /= static_cast<double>(members[c]);
    centres.row(c) = sums.col(c).transpose().cast<float>();
  }
  return centres;
}

// Lloyd's algorithm; `rows` are in random order.
DenseRows k_means(const DenseRows& rows, Index count) {
  const RowIds seen = row_numbers(0, std::min(rows.rows(), count * kMeansRows));
  DenseRows centres = DenseRows::Zero(count, rows.cols());
  const Index drawn = std::min(count, rows.rows());
  centres.topRows(drawn) = rows.topRows(drawn);
  RowIds nearest(seen.size());
  for (Index round = 0; round < kMeansRounds; ++round) {
    Centres(centres).find(rows, seen, nearest);
    centres = means(rows, nearest, std::move(centres));
  }
  return centres;
}

RowIds nearest_of(const Centres& centres, const DenseRows& rows, int threads) {
  RowIds nearest(rows.rows());
  for_ranges(rows.rows(), kCellBlockRows, threads, [&](Index begin, Index end) {
    centres.find(rows, row_numbers(begin, end), nearest);
  });
  return nearest;
}

DenseRows gathered(const DenseRows& rows, std::span<const std::int32_t> ids) {
  DenseRows some(std::ssize(ids), rows.cols());
  for (Index s = 0; s < some.rows(); ++s)
    some.row(s) = rows.row(ids[s]);
  return some;
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
Centres::Centres(const DenseRows& points)
    : panels_(points.rows(), points.cols() + 1) {
  for (Index c = 0; c < points.rows(); ++c) {
    const float* x = points.row(c).data();
    for (Index t = 0; t < points.cols(); ++t)
      panels_.at(c, t) = x[t];
    panels_.at(c, points.cols()) = -dot(x, x, points.cols()) / 2;
  }
}

void Centres::score(
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

void Centres::find(const DenseRows& rows, std::span<const std::int32_t> ids,
                   RowIds& nearest) const {
  score(rows, ids, [&](std::int32_t i, const float* scores) {
    nearest[i] = static_cast<std::int32_t>(
        std::max_element(scores, scores + count()) - scores);
  });
}

Cells::Cells(const DenseRows& rows, Index size, int threads) {
  const Index parts = std::max<Index>(
      1, std::lround(std::sqrt(static_cast<double>(rows.rows()) /
                               static_cast<double>(size))));
  RowIds order = row_numbers(0, rows.rows());
  Random(1).shuffle(order);
  const Index seen = std::min(rows.rows(), parts * kMeansRows);
  parts_.emplace_back(
      k_means(gathered(rows, std::span(order).first(seen)), parts));
  const RowIds part = nearest_of(parts_[0], rows, threads);
  std::vector<RowIds> members(parts);  // in random order
  for (const std::int32_t i : order)
    members[part[i]].push_back(i);
  std::vector<DenseRows> centres(parts);
  parallel_for(parts, threads, [&](Index p) {
    const Index count = std::clamp<Index>(
        (std::ssize(members[p]) + size / 2) / size, 1, kMostCells * parts);
    const auto kept = std::min(members[p].size(),
                               static_cast<std::size_t>(count * kMeansRows));
    centres[p] =
        k_means(gathered(rows, std::span(members[p]).first(kept)), count);
  });
  Index cells = 0;
  for (const DenseRows& some : centres) {
    first_.push_back(cells);
    cells_.emplace_back(some);
    cells += some.rows();
  }
  centres_.resize(cells, rows.cols());
  for (Index p = 0; p < parts; ++p)
    centres_.middleRows(first_[p], centres[p].rows()) = centres[p];
}

RowIds Cells::cells_of(const DenseRows& rows, int threads) const {
  RowIds cell = nearest_of(parts_[0], rows, threads);
  const ByKey parts(cell, parts_[0].count());
  parallel_for(parts_[0].count(), threads, [&](Index p) {
    cells_[p].find(rows, parts.of(p), cell);
    for (const std::int32_t i : parts.of(p))
      cell[i] += static_cast<std::int32_t>(first_[p]);
  });
  return cell;
}

}  // namespace semilin
