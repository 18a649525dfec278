// Small problems for the numerical tests: generated, or tiny with the answer in
// the comment.
#pragma once

#include <Eigen/Dense>

#include "semilin/linear/model.h"
#include "semilin/matrix/dataset.h"

#include "matrix/csr_operator.h"
#include "solvers/batch_problem.h"
#include "support/test.h"

namespace semilin::test {

using Eigen::MatrixXd;
using Eigen::VectorXd;

/// Columns and values of a row.
using Entries = std::vector<std::pair<Index, double>>;

/// Rows with the entries that `entries(row)` gives, columns ascending.
template <class Value = float, class Give>
CsrMatrix<Value> csr_of(Index rows, Index cols, const Give& entries) {
  CsrMatrix<Value> matrix{cols, {0}, {}, {}};
  for (Index i = 0; i < rows; ++i) {
    for (const auto& [column, value] : entries(i)) {
      matrix.columns.push_back(static_cast<std::int32_t>(column));
      matrix.values.push_back(static_cast<Value>(value));
    }
    matrix.end_row();
  }
  return matrix;
}
template <class Value = float, class Give>
CsrStore rows_of(Index rows, Index cols, const Give& entries) {
  return CsrStore(csr_of<Value>(rows, cols, entries));
}

/// Entries are normal with probability `density`, so rows and columns may be
/// empty.
template <class Value>
[[nodiscard]] CsrStore random_rows(Index rows, Index cols, double density,
                                   std::uint64_t seed);

/// [rows, bias] as a dense matrix.
[[nodiscard]] MatrixXd dense(const CsrStore& rows, double bias = 0);

/// The non-zeros of a dense matrix, as doubles.
[[nodiscard]] CsrMatrix<double> csr(const MatrixXd& matrix);
[[nodiscard]] CsrStore sparse(const MatrixXd& matrix);

/// A block of numbers, row by row, as the library has them.
template <class Block>
MatrixXd by_rows(const Block& block, Index cols) {
  using Value = std::remove_cvref_t<decltype(block[0])>;
  return Eigen::Map<const Eigen::Matrix<Value, -1, -1, Eigen::RowMajor>>(
             block.data(), std::ssize(block) / cols, cols)
      .template cast<double>();
}
/// Output k of a block (rows of `stride` numbers).
template <class Block>
VectorXd column(const Block& block, int stride, int k) {
  return by_rows(block, stride).col(k);
}

/// So many normal numbers.
[[nodiscard]] Doubles normal(Index count, std::uint64_t seed);
[[nodiscard]] Doubles normal(Index count, Random& random);

/// A linear model of normal weights and offsets.
[[nodiscard]] LinearModel random_model(Strings classes, Index features,
                                       double bias, std::uint64_t seed);

/// Six rows of two entries, four columns.
[[nodiscard]] CsrMatrix<double> six_rows();

/// Rows that break each rule of require_valid once.
struct InvalidRows {
  std::string fault;  ///< a part of the message
  CsrStore rows;      ///< six_rows with one fault
};
[[nodiscard]] std::vector<InvalidRows> invalid_rows();

/// Checks that what `act` throws names the fault.
template <class Act>
void check_refused(const std::string& fault, const Act& act) {
  CAPTURE(fault);
  CHECK_THROWS_WITH_AS(act(), doctest::Contains(fault.c_str()), Invalid);
}

/// Owns what a BatchProblem borrows.
struct OwnedProblem {
  CsrStore rows;
  double bias = 1;
  Loss loss = Loss::squared_hinge();
  int outputs = 1;
  Doubles lambda;   ///< stride
  Doubles costs;    ///< a row
  Doubles beliefs;  ///< rows x stride; 1/2 in the padding
  std::shared_ptr<const CsrOperator> x;

  [[nodiscard]] int stride() const { return batch_stride(outputs); }
  [[nodiscard]] BatchProblem view() const {
    return {x.get(), loss, stride(), lambda, costs, beliefs, {}};
  }
  [[nodiscard]] BatchIterate zero() const;
  /// Makes x anew for `count` threads.
  void use_threads(int count);
  [[nodiscard]] double belief(Index row, int k) const {
    return beliefs[row * stride() + k];
  }
};

const std::vector<Loss> kLosses = {Loss::squares(), Loss::squared_hinge()};

enum class Beliefs { Sure, Pairs };

/// Random beliefs (0 and 1, or between) and costs in (0.5, 1.5), over random
/// rows.
[[nodiscard]] OwnedProblem random_problem(CsrStore rows, int outputs, Loss loss,
                                          Beliefs kind, std::uint64_t seed);

/// Over random rows of floats; the seed of the beliefs is the next one.
[[nodiscard]] OwnedProblem random_problem(Index rows, Index cols,
                                          double density, std::uint64_t seed,
                                          int outputs, Beliefs kind,
                                          Loss loss = Loss::squared_hinge());

/// The row 1 of class 1 with this cost, without a bias; lambda is 1.
[[nodiscard]] OwnedProblem one_row_problem(double cost);

/// One output alone.
[[nodiscard]] OwnedProblem only_output(const OwnedProblem& problem, int k);

/// Data of the classes "0", "1", ..., and the class of every row.
struct Topics {
  Dataset data;
  Labels truth;
};

/// The first labeled[k] rows of each class k keep their label.
[[nodiscard]] Topics few_labels(CsrStore rows, Labels truth,
                                std::vector<Index> labeled);

/// The rows listed.
[[nodiscard]] Topics select(const Topics& corpus, const std::vector<Index>& of);

/// Text-like: `classes` topics of 30 words each among `words` words; a document
/// has 12 words of its topic and 18 of any, l2-normalized. `labeled` documents
/// of every class keep their label.
[[nodiscard]] Topics topics(int classes, Index documents, Index labeled,
                            std::uint64_t seed);

/// 0, 1, ..., classes - 1, 0, 1, ...
[[nodiscard]] Labels in_turns(Index rows, int classes);

/// A point in the plane for each class, in that order: Gaussian around the
/// center of its cluster, `distance` from 0 and 2.1 radians from the next.
[[nodiscard]] CsrStore clusters_in_plane(const Labels& classes, double distance,
                                         std::uint64_t seed);

/// The class of each row by the model.
template <class AnyModel>
Labels predicted(const AnyModel& model, const CsrStore& rows) {
  return predict(model, scores(model, rows));
}

/// Share of the unlabeled rows that `labels` gets right.
[[nodiscard]] double hidden_accuracy(const Topics& corpus,
                                     const Labels& labels);

}  // namespace semilin::test
