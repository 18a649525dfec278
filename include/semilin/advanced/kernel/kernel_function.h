// Kernel functions of two rows.
#ifndef SEMILIN_ADVANCED_KERNEL_KERNEL_FUNCTION_H_
#define SEMILIN_ADVANCED_KERNEL_KERNEL_FUNCTION_H_

#include <cstdint>
#include <string_view>

#include "semilin/graph/neighbors.h"
#include "semilin/matrix/csr.h"

namespace semilin {

/// The formula of a kernel function.
enum class KernelShape {
  Rbf,         ///< exp(-|x - y|^2 / (2 width^2))
  Polynomial,  ///< (x.y + offset)^degree
  Cosine,      ///< x.y / (|x| |y|), 0 for an empty row
};
/// "rbf", "polynomial", "cosine".
[[nodiscard]] std::string_view to_string(KernelShape shape);

/// A kernel function of two rows.
struct KernelFunction {
  KernelShape shape = KernelShape::Rbf;  ///< says which of these count
  double width = 1;                      ///< Rbf; > 0, see default_width
  int degree = 2;                        ///< Polynomial; >= 1
  double offset = 1;                     ///< Polynomial; >= 0
};

/// The mean distance to the 10th neighbour (the last where there are fewer
/// rows), over at most 1000 rows drawn with `seed`; 1 if all rows are the same.
[[nodiscard]] double default_width(const CsrStore& rows, int threads = 0,
                                   std::uint64_t seed = 1);

}  // namespace semilin

#endif  // SEMILIN_ADVANCED_KERNEL_KERNEL_FUNCTION_H_
