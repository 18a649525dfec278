// Products of sparse rows through an inverted index, after Buckley & Lewit 1985
// and Bayardo et al. 2007: the terms that most rows hold weigh little, so they
// are left out of the index and only bounded,
//
//   x.y = x_R.y_R + x_F.y_F <= x_R.y_R + |x_F| |y_F|,
//
// with F the frequent terms and R the rest. x_R.y_R is added up for all rows at
// once; x_F.y_F is computed for those alone whose bound reaches the scores
// already found. The score of a row is x.y, less |y|^2/2 for the Euclidean
// metric: the higher, the nearer.
#include <algorithm>
#include <cmath>
#include <limits>

#include "semilin/graph/neighbors.h"

#include "base/parallel.h"
#include "graph/candidates.h"
#include "graph/sparse_rows.h"
#include "graph/top_scores.h"

namespace semilin {
namespace {

// Rows that are searched together: their sums stay in the second-level cache.
constexpr Index kSparseBlockRows = 32768;
// A term is frequent if one row in kFrequent holds it, and has little company.
constexpr Index kFrequent = 8;
constexpr Index kMaxFrequentTerms = 64;
// The loss of a bound by rounding, relative to the numbers added up.
constexpr float kSparseSlack = 1e-5F;

// Queries of one task.
constexpr Index kSparseQueries = 128;

constexpr float kMinusInfinity = -std::numeric_limits<float>::infinity();

// For each column, whether it is frequent among the rows.
std::vector<char> frequent_terms(const CsrView<float>& rows) {
  std::vector<Index> count(rows.cols, 0);
  for (Index z = 0; z < rows.nonzeros(); ++z)
    ++count[rows.columns[z]];
  std::vector<Index> counts;
  for (const Index c : count) {
    if (c > rows.rows / kFrequent) counts.push_back(c);
  }
  std::sort(counts.rbegin(), counts.rend());
  const bool many = static_cast<Index>(counts.size()) > kMaxFrequentTerms;
  const Index least = many ? counts[kMaxFrequentTerms] : rows.rows / kFrequent;
  std::vector<char> frequent(rows.cols);
  for (Index t = 0; t < rows.cols; ++t)
    frequent[t] = count[t] > least;
  return frequent;
}

// A part of each row, and its length.
struct Part {
  CsrMatrix<float> rows;
  std::vector<float> lengths;
};

Part part_of(const CsrView<float>& rows, const std::vector<char>& frequent,
             bool wanted) {
  Part part;
  part.rows.cols = rows.cols;
  for (Index i = 0; i < rows.rows; ++i) {
    double square = 0;
    for (Index z = rows.offsets[i]; z < rows.offsets[i + 1]; ++z) {
      if ((frequent[rows.columns[z]] != 0) != wanted) continue;
      const double value = rows.values[z];
      square += value * value;
      part.rows.columns.push_back(rows.columns[z]);
      part.rows.values.push_back(rows.values[z]);
    }
    part.rows.end_row();
    part.lengths.push_back(static_cast<float>(std::sqrt(square)));
  }
  return part;
}

struct Block {
  Index begin = 0;
  CsrMatrix<float> index;  // for each term who holds it: the rare part
};

class SparseSearch {
 public:
  explicit SparseSearch(const CandidateProblem& problem)
      : problem_(problem),
        frequent_(frequent_terms(problem.rows)),
        common_(part_of(problem.rows, frequent_, true)),
        query_rare_(part_of(problem.queries, frequent_, false)),
        query_common_(part_of(problem.queries, frequent_, true)) {
    const Part rare = part_of(problem.rows, frequent_, false);
    const Index rows = problem.rows.rows;
    for (Index j = 0; j < rows; ++j) {
      const float length = std::hypot(rare.lengths[j], common_.lengths[j]);
      longest_ = std::max(longest_, length);
      if (problem.metric == Metric::Euclidean)
        bias_.push_back(-length * length / 2);
    }
    const Index count =
        std::max<Index>(1, (rows + kSparseBlockRows - 1) / kSparseBlockRows);
    blocks_.resize(count);
    parallel_for(count, problem.threads, [&](Index b) {
      const Index begin = rows * b / count;
      blocks_[b] = {
          begin, transposed(rare.rows.view(), begin, rows * (b + 1) / count)};
    });
  }

  // The candidates of queries begin..end-1.
  void run(Index begin, Index end, Candidates& out) const {
    std::vector<TopScores> best(end - begin, TopScores(problem_.count));
    Scratch scratch;
    scratch.common.assign(problem_.rows.cols, 0.0F);
    for (const Block& block : blocks_) {
      for (Index q = begin; q < end; ++q)
        search_block(block, q, scratch, best[q - begin]);
    }
    store(best, begin, out);
  }

 private:
  struct Scratch {
    std::vector<float> sums;    // of a block: x_R.y_R + bias
    std::vector<float> common;  // x_F, dense
    std::vector<std::int32_t> open;
  };

  // sums = x_R.y_R + bias over the block
  void add_rare(const Block& block, Index q, std::vector<float>& sums) const {
    const Index rows = block.index.cols;
    sums.resize(rows);
    if (bias_.empty()) {
      std::fill(sums.begin(), sums.end(), 0.0F);
    } else {
      std::copy_n(bias_.begin() + block.begin, rows, sums.begin());
    }
    const CsrView<float> x = query_rare_.rows.view();
    const CsrView<float> index = block.index.view();
    for (Index z = x.offsets[q]; z < x.offsets[q + 1]; ++z) {
      const float value = x.values[z];
      const Index t = x.columns[z];
      for (Index p = index.offsets[t]; p < index.offsets[t + 1]; ++p)
        sums[index.columns[p]] += value * index.values[p];
    }
  }

  // x_F.y_F, x_F being scattered
  [[nodiscard]] float common_product(const std::vector<float>& x,
                                     Index j) const {
    const CsrView<float> y = common_.rows.view();
    float sum = 0;
    for (Index z = y.offsets[j]; z < y.offsets[j + 1]; ++z)
      sum += x[y.columns[z]] * y.values[z];
    return sum;
  }

  void scatter_common(Index q, std::vector<float>& x, bool clear) const {
    const CsrView<float> rows = query_common_.rows.view();
    for (Index z = rows.offsets[q]; z < rows.offsets[q + 1]; ++z)
      x[rows.columns[z]] = clear ? 0.0F : rows.values[z];
  }

  // The rows of the block with the highest sums, so that the scores of these
  // refuse most of the others.
  void push_promising(const Block& block, Scratch& scratch,
                      TopScores& best) const {
    TopScores promising(problem_.count);
    for (Index j = 0; j < block.index.cols; ++j) {
      if (scratch.sums[j] > promising.threshold())
        promising.push(scratch.sums[j], static_cast<std::int32_t>(j));
    }
    for (Index c = 0; c < promising.size(); ++c)
      push(block, promising[c].id, scratch, best);
  }

  // Scores row j of the block, once.
  void push(const Block& block, Index j, Scratch& scratch,
            TopScores& best) const {
    const Index id = block.begin + j;
    const float score = scratch.sums[j] + common_product(scratch.common, id);
    scratch.sums[j] = kMinusInfinity;
    if (bias_.empty() && score <= 0) return;
    best.push(score, static_cast<std::int32_t>(id));
  }

  void search_block(const Block& block, Index q, Scratch& scratch,
                    TopScores& best) const {
    add_rare(block, q, scratch.sums);
    scatter_common(q, scratch.common, false);
    if (problem_.same && q >= block.begin &&
        q < block.begin + block.index.cols) {
      scratch.sums[q - block.begin] = kMinusInfinity;
    }
    push_promising(block, scratch, best);
    collect_open(block, q, best.threshold(), scratch);
    for (const std::int32_t j : scratch.open)
      push(block, j, scratch, best);
    scatter_common(q, scratch.common, true);
  }

  // The rows whose bound reaches the threshold and that were not yet scored.
  void collect_open(const Block& block, Index q, float threshold,
                    Scratch& scratch) const {
    const float x = query_common_.lengths[q];
    const float slack = kSparseSlack * (query_rare_.lengths[q] + x) * longest_;
    const float* lengths = common_.lengths.data() + block.begin;
    const float least =
        std::max(threshold - slack, std::numeric_limits<float>::lowest());
    scratch.open.clear();
    for (Index begin = 0; begin < block.index.cols; begin += kScan) {
      const Index end = std::min(begin + kScan, block.index.cols);
      if (!any_reaches(scratch.sums.data() + begin, lengths + begin, x,
                       end - begin, least))
        continue;
      for (Index j = begin; j < end; ++j) {
        if (scratch.sums[j] + x * lengths[j] >= least)
          scratch.open.push_back(static_cast<std::int32_t>(j));
      }
    }
  }

  const CandidateProblem& problem_;
  std::vector<char> frequent_;
  Part common_, query_rare_, query_common_;
  std::vector<float> bias_;  // -|y_j|^2 / 2, or empty
  float longest_ = 0;        // max |y_j|
  std::vector<Block> blocks_;
};

}  // namespace

Candidates sparse_candidates(const CandidateProblem& problem) {
  return candidates_of(SparseSearch(problem), problem, kSparseQueries);
}

}  // namespace semilin
