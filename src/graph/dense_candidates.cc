// Products of dense rows by blocks. With m the mean row,
//
//   -|x - y|^2 / 2 = (x - m).(y - m) - |y - m|^2 / 2 - |x - m|^2 / 2,
//
// and the last term does not depend on y. Taking the mean off keeps rounding
// errors small where it is large.
#include <algorithm>

#include <Eigen/Core>

#include "semilin/base/parallel.h"
#include "semilin/graph/neighbors.h"

#include "graph/candidates.h"
#include "graph/top_scores.h"

namespace semilin {
namespace {

using Matrix =
    Eigen::Matrix<float, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

// Queries and rows of one product.
constexpr Index kQueries = 128;
constexpr Index kRows = 1024;

Eigen::RowVectorXf mean_row(const CsrView<float>& rows) {
  Eigen::RowVectorXd sum = Eigen::RowVectorXd::Zero(rows.cols);
  for (Index z = 0; z < rows.nonzeros(); ++z)
    sum[rows.columns[z]] += rows.values[z];
  return (sum / static_cast<double>(std::max<Index>(rows.rows, 1)))
      .cast<float>();
}

// Rows begin..end-1 with their zeros, less the mean.
Matrix centred_rows(const CsrView<float>& rows, Index begin, Index end,
                    const Eigen::RowVectorXf& mean) {
  Matrix dense = Matrix::Zero(end - begin, rows.cols);
  for (Index i = begin; i < end; ++i) {
    for (Index z = rows.offsets[i]; z < rows.offsets[i + 1]; ++z)
      dense(i - begin, rows.columns[z]) = rows.values[z];
  }
  dense.rowwise() -= mean;
  return dense;
}

// Offers the scores of a block to each query's best.
void push_block(const Matrix& scores, Index first_query, Index first_row,
                bool same, std::vector<TopScores>& best) {
  for (Index q = 0; q < scores.rows(); ++q) {
    TopScores& top = best[q];
    for (Index r = 0; r < scores.cols(); ++r) {
      if (scores(q, r) < top.threshold()) continue;
      if (same && first_row + r == first_query + q) continue;
      top.push(scores(q, r), static_cast<std::int32_t>(first_row + r));
    }
  }
}

}  // namespace

Candidates dense_candidates(const CandidateProblem& problem) {
  const Index queries = problem.queries.rows;
  const Eigen::RowVectorXf mean = mean_row(problem.rows);
  const Matrix rows = centred_rows(problem.rows, 0, problem.rows.rows, mean);
  const Eigen::RowVectorXf bias = -rows.rowwise().squaredNorm() / 2;
  Candidates found(queries * problem.count, kNoNeighbor);
  parallel_for(
      (queries + kQueries - 1) / kQueries, problem.threads, [&](Index task) {
        const Index begin = task * kQueries;
        const Index end = std::min(begin + kQueries, queries);
        const Matrix block = centred_rows(problem.queries, begin, end, mean);
        std::vector<TopScores> best(end - begin, TopScores(problem.count));
        Matrix scores;
        for (Index first = 0; first < rows.rows(); first += kRows) {
          const Index size = std::min(kRows, rows.rows() - first);
          scores.noalias() = block * rows.middleRows(first, size).transpose();
          scores.rowwise() += bias.segment(first, size);
          push_block(scores, begin, first, problem.same, best);
        }
        store(best, begin, found);
      });
  return found;
}

}  // namespace semilin
