// Vectors of rows, embeddings of documents for example, beside their features:
// each row becomes [x, b e], its features x and its vector e.
#pragma once

#include <functional>

#include "semilin/base/index.h"
#include "semilin/matrix/csr.h"

namespace semilin {

struct Dataset;  // which has VectorColumns

/// The columns of the rows that hold vectors: the last ones.
struct VectorColumns {
  Index first = 0;   ///< the columns before it are the features
  Index count = 0;   ///< 0: the rows have no vectors
  double scale = 1;  ///< b, positive

  /// Compares all members.
  bool operator==(const VectorColumns&) const = default;
};

/// Gives the vectors of the rows from `begin` to `end` - 1, as rows of `count`
/// columns.
using ReadVectors = std::function<CsrStore(Index begin, Index end)>;

/// The rows with their vectors, which are read some rows at a time, in order.
/// Features of the column at.first and beyond are left out. Throws
/// std::invalid_argument for 2^31 columns and more.
[[nodiscard]] CsrStore with_vectors(const CsrStore& rows,
                                    const VectorColumns& at,
                                    const ReadVectors& read);

/// The same for rows to train on: vectors of `count` columns stand behind all
/// features, and b gives them the mean norm that the features have (1 where one
/// of the norms is 0).
[[nodiscard]] Dataset with_vectors(const Dataset& data, Index count,
                                   const ReadVectors& read);

/// The rows, the numbers of their vectors times `factor`.
[[nodiscard]] CsrStore with_scaled_vectors(const Dataset& data, double factor);

/// The features of the rows.
[[nodiscard]] CsrStore features_of(const Dataset& data);

/// The features that are no pieces, each row as long as all its features.
[[nodiscard]] CsrStore words_of(const Dataset& data);

/// The points of methods on a graph: the vectors, or the words if the rows have
/// none.
[[nodiscard]] CsrStore points_of(const Dataset& data);

}  // namespace semilin
