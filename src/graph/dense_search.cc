#include "graph/dense_search.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <utility>

#include <Eigen/Eigenvalues>

#include "semilin/advanced/base/random.h"
#include "semilin/graph/neighbors.h"

namespace semilin {
namespace {

// Directions kept, if there are more columns; rows they are made from.
constexpr Index kDirections = 80;
constexpr Index kSample = 1000;
// The loss of a bound by rounding, relative to the product of the lengths.
constexpr float kDenseSlack = 1e-5F;
// The bound of a row that needs no look, or none any more.
constexpr float kRefused = -std::numeric_limits<float>::infinity();
// Rows that one task prepares.
constexpr Index kPrepareRows = 512;
// Queries of a task and rows of a block: their bounds stay in the cache.
constexpr Index kDenseQueries = 16 * ScorePanels::kQueries;
constexpr Index kDenseBlockRows = 512;

RowIds sample_of(const CsrView<float>& rows) {
  RowIds order = row_numbers(0, rows.rows);
  Random(1).shuffle(order);
  order.resize(std::min(rows.rows, kSample));
  return order;
}

// P, cols x directions: the principal components of a sample of the centered
// rows, by the eigenvectors of the smaller of its products with itself.
DenseRows directions_of(const DenseRows& centered) {
  const Index cols = centered.cols();
  const Eigen::MatrixXd sample = centered.cast<double>();
  const bool wide = cols > sample.rows();
  const Eigen::MatrixXd product =
      wide ? Eigen::MatrixXd(sample * sample.transpose())
           : Eigen::MatrixXd(sample.transpose() * sample);
  const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> eigen(product);
  const double least = 1e-9 * std::max(0.0, eigen.eigenvalues().maxCoeff());
  const Index positive = (eigen.eigenvalues().array() > least).count();
  const Index kept = std::min({positive, kDirections, cols});
  const Eigen::MatrixXd left = eigen.eigenvectors().rightCols(kept);
  if (!wide) return left.cast<float>();
  const Eigen::VectorXd scale =
      eigen.eigenvalues().tail(kept).cwiseSqrt().cwiseInverse();
  return (sample.transpose() * left * scale.asDiagonal()).cast<float>();
}

TopScores highest_of(const float* bounds, Index size, Index count) {
  TopScores highest(count);
  for (Index j = 0; j < size; ++j) {
    if (bounds[j] > highest.threshold())
      highest.push(bounds[j], static_cast<std::int32_t>(j));
  }
  return highest;
}

}  // namespace

DenseFrame::DenseFrame(const CsrView<float>& rows) {
  Eigen::RowVectorXd sum = Eigen::RowVectorXd::Zero(rows.cols);
  for (Index z = 0; z < rows.nonzeros(); ++z)
    sum[rows.columns[z]] += rows.values[z];
  mean_ =
      (sum / static_cast<double>(std::max<Index>(rows.rows, 1))).cast<float>();
  if (rows.cols <= kDirections) return;
  const DenseRows directions = directions_of(centered(rows, sample_of(rows)));
  directions_ = ScorePanels(directions.cols(), rows.cols);
  for (Index d = 0; d < directions.cols(); ++d) {
    for (Index t = 0; t < rows.cols; ++t)
      directions_.at(d, t) = directions(t, d);
  }
}

DenseRows DenseFrame::centered(const CsrView<float>& rows,
                               std::span<const std::int32_t> ids) const {
  DenseRows centered = DenseRows::Zero(std::ssize(ids), mean_.cols());
  for (std::size_t s = 0; s < ids.size(); ++s) {
    const std::int32_t i = ids[s];
    if (i == kNoNeighbor) continue;
    for (Index z = rows.offsets[i]; z < rows.offsets[i + 1]; ++z)
      centered(s, rows.columns[z]) = rows.values[z];
    centered.row(s) -= mean_;
  }
  return centered;
}

DenseRows DenseFrame::projected(const DenseRows& centered) const {
  const Index count = centered.rows(), cols = centered.cols();
  DenseRows all = DenseRows::Zero(count, depth());
  if (!reduces()) {
    all.leftCols(cols) = centered;
    return all;
  }
  constexpr Index kGroup = ScorePanels::kQueries;
  const Index kept = directions_.count();
  const Index pitch = ScorePanels::padded(kept);
  DenseRows group = DenseRows::Zero(kGroup, cols);
  DenseRows products(kGroup, pitch);
  for (Index begin = 0; begin < count; begin += kGroup) {
    const Index size = std::min(kGroup, count - begin);
    group.topRows(size) = centered.middleRows(begin, size);
    directions_.multiply(group.data(), 1, 0, kept, products.data(), pitch);
    for (Index g = 0; g < size; ++g) {
      const float* x = group.row(g).data();
      const float* y = products.row(g).data();
      std::copy_n(y, kept, all.row(begin + g).data());
      all(begin + g, kept) =
          std::sqrt(std::max(0.0F, dot(x, x, cols) - dot(y, y, kept)));
    }
  }
  return all;
}

DenseSearch::DenseSearch(const CandidateProblem& problem,
                         const DenseFrame& frame, RowIds slots, Steps& steps)
    : problem_(problem),
      frame_(frame),
      slots_(std::move(slots)),
      slot_of_(problem.rows.rows, kNoNeighbor),
      centered_(frame.reduces() ? std::ssize(slots_) : 0, problem.rows.cols),
      panels_(std::ssize(slots_), frame.depth() + 1),
      halves_(slots_.size()) {
  for (std::size_t s = 0; s < slots_.size(); ++s) {
    if (slots_[s] != kNoNeighbor)
      slot_of_[slots_[s]] = static_cast<std::int32_t>(s);
  }
  steps(Steps::kPreparing, std::ssize(slots_), kPrepareRows,
        [this](Index begin, Index end) { fill(begin, end); });
  if (!slots_.empty())
    longest_ = std::sqrt(2 * *std::max_element(halves_.begin(), halves_.end()));
}

void DenseSearch::fill(Index begin, Index end) {
  const std::span<const std::int32_t> ids(slots_.data() + begin, end - begin);
  const DenseRows centered = frame_.centered(problem_.rows, ids);
  const DenseRows projected = frame_.projected(centered);
  if (frame_.reduces()) centered_.middleRows(begin, end - begin) = centered;
  const Index depth = frame_.depth();
  for (Index j = begin; j < end; ++j) {
    const std::int32_t id = slots_[j];
    for (Index t = 0; t < depth; ++t)
      panels_.at(j, t) = projected(j - begin, t);
    const float* x = centered.row(j - begin).data();
    halves_[j] = dot(x, x, centered.cols()) / 2;
    panels_.at(j, depth) =
        id == kNoNeighbor || problem_.excludes(id) ? kRefused : -halves_[j];
  }
}

DenseQueries DenseSearch::queries(const CsrView<float>& from, bool same,
                                  RowIds ids) const {
  DenseQueries queries;
  queries.same = same;
  queries.best = std::vector<TopScores>(ids.size(), TopScores(problem_.count));
  queries.centered = frame_.centered(from, ids);
  queries.projected = frame_.projected(queries.centered);
  queries.ids = std::move(ids);
  return queries;
}

void DenseSearch::search(DenseQueries& queries,
                         std::span<const std::int32_t> asking, Index first,
                         Index last) const {
  constexpr Index kGroup = ScorePanels::kQueries;
  const Index depth = frame_.depth();
  const Index groups = (std::ssize(asking) + kGroup - 1) / kGroup;
  const Index pitch = ScorePanels::padded(last - first);
  queries.factors.assign(groups * kGroup * (depth + 1), 0.0F);
  queries.bounds.resize(groups * kGroup * pitch);
  float* factors = queries.factors.data();
  for (const std::int32_t q : asking) {
    factors = std::copy_n(queries.projected.row(q).data(), depth, factors);
    *factors++ = 1;
  }
  panels_.multiply(queries.factors.data(), groups, first, last,
                   queries.bounds.data(), pitch);
  float* bounds = queries.bounds.data();
  for (const std::int32_t q : asking) {
    search_block(queries, q, bounds, first, last);
    bounds += pitch;
  }
}

void DenseSearch::search_all(DenseQueries& queries, Index size) const {
  const RowIds all = row_numbers(0, std::ssize(queries.ids));
  for (Index first = 0; first < std::ssize(slots_); first += size)
    search(queries, all, first, std::min(first + size, std::ssize(slots_)));
}

void DenseSearch::search_block(DenseQueries& queries, Index q, float* bounds,
                               Index first, Index last) const {
  TopScores& best = queries.best[q];
  const auto self = queries.same ? queries.ids[q] : kNoNeighbor;
  const auto push = [&](Index j) {
    const float bound = std::exchange(bounds[j], kRefused);
    if (bound == kRefused || slots_[first + j] == self) return;
    best.push(score(queries, q, first + j, bound), slots_[first + j]);
  };
  if (!best.full()) {
    // the rows with the highest bounds first, so that their scores refuse most
    // of the others
    const TopScores promising = highest_of(
        bounds, last - first, problem_.count + 1);  // one may be the query
    for (Index c = 0; c < promising.size(); ++c)
      push(promising[c].id);
  }
  const float slack = kDenseSlack * longest_ * queries.centered.row(q).norm();
  for (Index begin = 0; begin < last - first; begin += kScan) {
    const Index end = std::min(begin + kScan, last - first);
    if (!any_reaches(bounds + begin, end - begin, best.threshold() - slack))
      continue;
    for (Index j = begin; j < end; ++j) {
      if (bounds[j] > kRefused && bounds[j] >= best.threshold() - slack)
        push(j);
    }
  }
}

float DenseSearch::score(const DenseQueries& queries, Index q, Index slot,
                         float bound) const {
  if (!frame_.reduces()) return bound;
  return dot(queries.centered.row(q).data(), centered_.row(slot).data(),
             centered_.cols()) -
         halves_[slot];
}

void DenseSearch::search_rows(DenseQueries& queries, Index q,
                              const DenseRows& projected,
                              std::span<const std::int32_t> ids) const {
  constexpr std::size_t kAhead = 4;
  constexpr Index kLine = 16;  // floats of a line of the cache
  TopScores& best = queries.best[q];
  const float* y = queries.projected.row(q).data();
  const auto self = queries.same ? queries.ids[q] : kNoNeighbor;
  for (std::size_t s = 0; s < ids.size(); ++s) {
    if (s + kAhead < ids.size()) {
      const float* next = projected.row(ids[s + kAhead]).data();
      for (Index t = 0; t < projected.cols(); t += kLine)
        __builtin_prefetch(next + t);
    }
    const Index slot = slot_of_[ids[s]];
    if (ids[s] == self || slot == kNoNeighbor) continue;
    const float bound =
        dot(y, projected.row(ids[s]).data(), projected.cols()) - halves_[slot];
    if (bound >= best.threshold())
      best.push(score(queries, q, slot, bound), ids[s]);
  }
}

RowIds row_numbers(Index begin, Index end) {
  RowIds numbers(end - begin);
  std::iota(numbers.begin(), numbers.end(), static_cast<std::int32_t>(begin));
  return numbers;
}

DenseRows gathered(const DenseRows& rows, std::span<const std::int32_t> ids) {
  DenseRows some(std::ssize(ids), rows.cols());
  for (Index s = 0; s < some.rows(); ++s)
    some.row(s) = rows.row(ids[s]);
  return some;
}

Candidates dense_candidates(const CandidateProblem& problem) {
  const Index rows = problem.rows.rows;
  Steps steps(problem);
  Candidates found(problem.queries.rows * problem.count, kNoNeighbor);
  const DenseFrame frame(problem.rows);
  const DenseSearch search(problem, frame, row_numbers(0, rows), steps);
  steps(1, problem.queries.rows, kDenseQueries, [&](Index begin, Index end) {
    DenseQueries queries =
        search.queries(problem.queries, problem.same, row_numbers(begin, end));
    search.search_all(queries, kDenseBlockRows);
    store(queries.best, begin, found);
  });
  return found;
}

}  // namespace semilin
