// Searches some of many dense rows for those nearest to queries, by scores most
// of which are bounded in fewer columns.
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
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include <Eigen/Core>

#include "semilin/base/index.h"
#include "semilin/matrix/csr.h"

#include "graph/candidates.h"
#include "graph/score_panels.h"
#include "graph/top_scores.h"

namespace semilin {

using DenseRows =
    Eigen::Matrix<float, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

using RowIds = std::vector<std::int32_t>;

/// begin, ..., end - 1.
[[nodiscard]] RowIds row_numbers(Index begin, Index end);

/// Rows ids[0], ids[1], ...
[[nodiscard]] DenseRows gathered(const DenseRows& rows,
                                 std::span<const std::int32_t> ids);

/// The mean of rows, 0 if there are none, and P.
class DenseFrame {
 public:
  explicit DenseFrame(const CsrView<float>& rows);

  /// Whether P has fewer directions than there are columns.
  [[nodiscard]] bool reduces() const { return directions_.count() > 0; }
  /// c of the rows with these ids; 0 for kNoNeighbor.
  [[nodiscard]] DenseRows centered(const CsrView<float>& rows,
                                   std::span<const std::int32_t> ids) const;
  /// (y, |r|) of each, which depends on no other.
  [[nodiscard]] DenseRows projected(const DenseRows& centered) const;
  /// Columns of `projected`.
  [[nodiscard]] Index depth() const {
    return (reduces() ? directions_.count() : mean_.cols()) + 1;
  }

 private:
  Eigen::RowVectorXf mean_;
  ScorePanels directions_{0, 0};  // empty: P = I
};

/// Queries that are searched for together.
struct DenseQueries {
  RowIds ids;
  bool same = false;  // row i of them is row i
  DenseRows centered, projected;
  std::vector<TopScores> best;  // nearest rows of each query
  // Scratch.
  std::vector<float> factors, bounds;
};

/// The rows, and what a query needs of them.
class DenseSearch {
 public:
  /// The rows are searched in the order of `slots`, their numbers; kNoNeighbor
  /// is none. Throws Interrupted.
  DenseSearch(const CandidateProblem& problem, const DenseFrame& frame,
              RowIds slots, Steps& steps);

  [[nodiscard]] DenseQueries queries(const CsrView<float>& from, bool same,
                                     RowIds ids) const;

  /// Puts the rows of slots first, ..., last - 1 before queries.ids[q] for each
  /// q of `asking`; `first` is a multiple of ScorePanels::kWidth.
  void search(DenseQueries& queries, std::span<const std::int32_t> asking,
              Index first, Index last) const;

  /// Puts all rows before all queries, `size` slots at a time: a multiple of
  /// ScorePanels::kWidth.
  void search_all(DenseQueries& queries, Index size) const;

  /// Puts these rows before query q. `projected`: of all rows.
  void search_rows(DenseQueries& queries, Index q, const DenseRows& projected,
                   std::span<const std::int32_t> ids) const;

 private:
  void fill(Index begin, Index end);
  void search_block(DenseQueries& queries, Index q, float* bounds, Index first,
                    Index last) const;
  [[nodiscard]] float score(const DenseQueries& queries, Index q, Index slot,
                            float bound) const;

  const CandidateProblem& problem_;
  const DenseFrame& frame_;
  RowIds slots_;
  RowIds slot_of_;
  DenseRows centered_;  // rows of the slots
  ScorePanels panels_;
  std::vector<float> halves_;  // |c_j|^2 / 2
  float longest_ = 0;          // max |c_j|
};

}  // namespace semilin
