// Small problems for the numerical tests: generated, or tiny with the answer in
// the comment.
#pragma once

#include <Eigen/Dense>

#include "semilin/matrix/dataset.h"

#include "matrix/csr_operator.h"
#include "solvers/batch_problem.h"
#include "support/test.h"

namespace semilin::test {

using Eigen::MatrixXd;
using Eigen::VectorXd;

/// Entries are normal with probability `density`, so rows and columns may be
/// empty.
template <class Value>
[[nodiscard]] CsrStore random_rows(Index rows, Index cols, double density,
                                   std::uint64_t seed);

/// The rows as floats that may be changed, or followed by others.
[[nodiscard]] CsrMatrix<float> float_copy(const CsrStore& rows);

/// Adds an entry to the row that is not ended.
template <class Value, class Number>
void push(CsrMatrix<Value>& rows, Index column, Number value) {
  rows.columns.push_back(static_cast<std::int32_t>(column));
  rows.values.push_back(static_cast<Value>(value));
}

/// [rows, bias] as a dense matrix.
[[nodiscard]] MatrixXd dense(const CsrStore& rows, double bias);

/// The non-zeros of a dense matrix, as doubles.
[[nodiscard]] CsrStore sparse(const MatrixXd& matrix);

/// Owns what a BatchProblem borrows.
struct OwnedProblem {
  CsrStore rows;
  double bias = 1;
  Loss loss;
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

/// One output alone.
[[nodiscard]] OwnedProblem only_output(const OwnedProblem& problem, int k);

/// Text-like: `classes` topics of 30 words each among `words` words; a document
/// has 12 words of its topic and 18 of any, l2-normalized. `labeled` documents
/// of every class keep their label; truth gives all.
struct Topics {
  Dataset data;
  Labels truth;
};
[[nodiscard]] Topics topics(int classes, Index documents, Index labeled,
                            std::uint64_t seed);

/// A point in the plane for each class, in that order: Gaussian around the
/// center of its cluster, `distance` from 0 and 2.1 radians from the next.
[[nodiscard]] MatrixXd clusters_in_plane(std::span<const std::int32_t> classes,
                                         double distance, Random& random);

/// Share of the unlabeled rows that `labels` gets right.
[[nodiscard]] double hidden_accuracy(const Topics& corpus,
                                     const Labels& labels);

}  // namespace semilin::test
