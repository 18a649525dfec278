// Vectors of rows that are made of words.
#pragma once

#include "semilin/matrix/csr.h"
#include "semilin/matrix/dataset.h"

namespace semilin {

/// The vector of each row s of `seeds`, in the vectors' own columns and of the
/// length `length`: the direction of sum_i (x_i's) e_i over the rows [x_i, e_i]
/// of the data, the mean vector of the documents that hold its words.
[[nodiscard]] CsrStore seed_vectors(const Dataset& data, const CsrStore& seeds,
                                    double length);

}  // namespace semilin
