// Dense rows: a search by scores, most of which are bounded in fewer columns.
//
// With m the mean row, c = x - m, and P orthonormal directions that hold most
// of the variance, c = P y + r:
//
//   -|x_i - x_j|^2 / 2 + |c_i|^2 / 2 = c_i.c_j - |c_j|^2 / 2
//                                   <= y_i.y_j + |r_i| |r_j| - |c_j|^2 / 2,
//
// which is the product of (y_i, |r_i|, 1) and (y_j, |r_j|, -|c_j|^2 / 2). The
// left side, the score, is computed for those rows alone whose bound reaches
// the scores already found. Any orthonormal P is right; ours is made from the
// principal components of a sample. Taking the mean off keeps rounding errors
// small where it is large.
#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include <Eigen/Core>
#include <Eigen/Eigenvalues>

#include "semilin/advanced/base/parallel.h"
#include "semilin/advanced/base/random.h"
#include "semilin/graph/neighbors.h"

#include "graph/candidates.h"
#include "graph/dense_rows.h"
#include "graph/score_panels.h"
#include "graph/top_scores.h"

namespace semilin {
namespace {

// Directions kept, if there are more columns; rows they are made from.
constexpr Index kDirections = 80;
constexpr Index kSample = 1000;
// Queries of a task and rows of a block: their bounds stay in the cache.
constexpr Index kTaskGroups = 16;
constexpr Index kDenseQueries = kTaskGroups * ScorePanels::kQueries;
constexpr Index kDenseBlockRows = 512;
// What rounding may take from a bound, as a part of the lengths' product.
constexpr float kDenseSlack = 1e-5F;
// The bound of a row that needs no look, or none any more.
constexpr float kRefused = -std::numeric_limits<float>::infinity();
// Rows that one task prepares.
constexpr Index kPrepareRows = 512;

// P, cols x directions: the principal components of a sample of the centred
// rows, by the eigenvectors of its Gram matrix.
DenseRows directions_of(const DenseRows& centred) {
  const Index cols = centred.cols();
  if (cols <= kDirections) return DenseRows::Identity(cols, cols);
  std::vector<Index> order(centred.rows());
  std::iota(order.begin(), order.end(), Index{0});
  Random(1).shuffle(order);
  const Index size = std::min(centred.rows(), kSample);
  Eigen::MatrixXd sample(size, cols);
  for (Index s = 0; s < size; ++s)
    sample.row(s) = centred.row(order[s]).cast<double>();
  const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> eigen(
      sample * sample.transpose());
  const double least = 1e-9 * std::max(0.0, eigen.eigenvalues().maxCoeff());
  const Index positive = (eigen.eigenvalues().array() > least).count();
  const Index kept = std::min(positive, kDirections);
  const Eigen::MatrixXd left = eigen.eigenvectors().rightCols(kept);
  const Eigen::VectorXd scale =
      eigen.eigenvalues().tail(kept).cwiseSqrt().cwiseInverse();
  return (sample.transpose() * left * scale.asDiagonal()).cast<float>();
}

// |r|, from |c| and |y|.
float rest(float c_square, float y_square) {
  return std::sqrt(std::max(0.0F, c_square - y_square));
}

// The task's own memory.
struct Scratch {
  DenseRows centred;            // queries
  std::vector<float> extended;  // (y, |r|, 1) of each
  std::vector<float> bounds;    // queries x kDenseBlockRows
};

// The rows, and what a query needs of them.
class DenseSearch {
 public:
  explicit DenseSearch(const CandidateProblem& problem)
      : problem_(problem),
        mean_(mean_row(problem.rows)),
        centred_(problem.rows.rows, problem.rows.cols) {
    for_rows([&](Index begin, Index end) {
      fill_centred(problem.rows, begin, end, mean_,
                   centred_.middleRows(begin, end - begin));
    });
    directions_ = directions_of(centred_);
    panels_ = ScorePanels(centred_.rows(), directions_.cols() + 2);
    halves_.resize(centred_.rows());
    for_rows([&](Index begin, Index end) { fill_panels(begin, end); });
    longest_ =
        centred_.rows() == 0
            ? 0
            : std::sqrt(2 * *std::max_element(halves_.begin(), halves_.end()));
  }

  // The candidates of queries begin..end-1.
  void run(Index begin, Index end, Candidates& out) const {
    std::vector<TopScores> best(end - begin, TopScores(problem_.count));
    Scratch scratch;
    prepare(begin, end, scratch);
    for (Index first = 0; first < centred_.rows(); first += kDenseBlockRows) {
      const Index last = std::min(first + kDenseBlockRows, centred_.rows());
      panels_.multiply(scratch.extended.data(), kTaskGroups, first, last,
                       scratch.bounds.data(), kDenseBlockRows);
      for (Index q = begin; q < end; ++q) {
        search_block(scratch, q - begin, problem_.same ? q : -1, first, last,
                     best[q - begin]);
      }
    }
    store(best, begin, out);
  }

 private:
  template <class Function>
  void for_rows(const Function& function) const {
    const Index rows = problem_.rows.rows;
    parallel_for((rows + kPrepareRows - 1) / kPrepareRows, problem_.threads,
                 [&](Index task) {
                   const Index begin = task * kPrepareRows;
                   function(begin, std::min(begin + kPrepareRows, rows));
                 });
  }

  void fill_panels(Index begin, Index end) {
    const auto block = centred_.middleRows(begin, end - begin);
    const DenseRows y = block * directions_;
    const Index depth = directions_.cols();
    for (Index j = begin; j < end; ++j) {
      const float square = block.row(j - begin).squaredNorm();
      for (Index t = 0; t < depth; ++t)
        panels_.at(j, t) = y(j - begin, t);
      panels_.at(j, depth) = rest(square, y.row(j - begin).squaredNorm());
      panels_.at(j, depth + 1) = problem_.excludes(j) ? kRefused : -square / 2;
      halves_[j] = square / 2;
    }
  }

  void prepare(Index begin, Index end, Scratch& scratch) const {
    const Index depth = directions_.cols();
    scratch.centred.resize(end - begin, centred_.cols());
    fill_centred(problem_.queries, begin, end, mean_, scratch.centred);
    scratch.extended.assign(kDenseQueries * (depth + 2), 0.0F);
    scratch.bounds.resize(kDenseQueries * kDenseBlockRows);
    const DenseRows y = scratch.centred * directions_;
    for (Index q = 0; q < end - begin; ++q) {
      float* extended = scratch.extended.data() + q * (depth + 2);
      std::copy_n(y.row(q).data(), depth, extended);
      extended[depth] =
          rest(scratch.centred.row(q).squaredNorm(), y.row(q).squaredNorm());
      extended[depth + 1] = 1;
    }
  }

  // Query q of the task against rows first..last-1, without row `self`.
  void search_block(Scratch& scratch, Index q, Index self, Index first,
                    Index last, TopScores& best) const {
    float* bounds = scratch.bounds.data() + q * kDenseBlockRows;
    if (self >= first && self < last) bounds[self - first] = kRefused;
    const float* x = scratch.centred.row(q).data();
    const auto push = [&](Index j) {
      const float score =
          dot(x, centred_.row(first + j).data(), centred_.cols()) -
          halves_[first + j];
      bounds[j] = kRefused;
      best.push(score, static_cast<std::int32_t>(first + j));
    };
    if (!best.full()) push_promising(bounds, last - first, push);
    const float slack = kDenseSlack * longest_ * scratch.centred.row(q).norm();
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

  // Scores the rows with the highest bounds first, so that their scores refuse
  // most of the others.
  template <class Push>
  void push_promising(const float* bounds, Index size, const Push& push) const {
    TopScores promising(problem_.count);
    for (Index j = 0; j < size; ++j) {
      if (bounds[j] > promising.threshold())
        promising.push(bounds[j], static_cast<std::int32_t>(j));
    }
    for (Index c = 0; c < promising.size(); ++c)
      push(promising[c].id);
  }

  const CandidateProblem& problem_;
  DenseRow mean_;
  DenseRows centred_, directions_;
  ScorePanels panels_{0, 0};
  std::vector<float> halves_;  // |c_j|^2 / 2
  float longest_ = 0;          // max |c_j|
};

}  // namespace

Candidates dense_candidates(const CandidateProblem& problem) {
  const Index queries = problem.queries.rows;
  Candidates found(queries * problem.count, kNoNeighbor);
  const DenseSearch search(problem);
  for_queries(problem, kDenseQueries,
              [&](Index begin, Index end) { search.run(begin, end, found); });
  return found;
}

}  // namespace semilin
