#include "kernel/deformation.h"

#include <algorithm>

#include "graph/laplacian.h"
#include "kernel/dense_block.h"

namespace semilin {
namespace {

// Columns of K that are made together.
constexpr Index kFactoredColumns = 64;

}  // namespace

GraphPoints::Deformation::Deformation(const GraphPoints& points, double lambda,
                                      double gamma)
    : lambda_(lambda), gamma_(gamma) {
  const Index n = points.size();
  const Laplacian laplacian(points.graph(), points.threads());
  Eigen::MatrixXd matrix(n, n);
  Block units(n, kFactoredColumns), columns(n, kFactoredColumns),
      image(n, kFactoredColumns);
  const auto span = [](Block& block) {
    return std::span<double>(block.data(),
                             static_cast<std::size_t>(block.size()));
  };
  for (Index first = 0; first < n; first += kFactoredColumns) {
    const Index count = std::min(kFactoredColumns, n - first);
    units.setZero();
    for (Index k = 0; k < count; ++k)
      units(first + k, k) = 1;
    points.kernel().multiply(kFactoredColumns, span(units), span(columns));
    laplacian.apply(kFactoredColumns, span(columns), span(image));
    matrix.middleCols(first, count) = gamma * image.leftCols(count);
  }
  matrix.diagonal().array() += lambda;
  factors_.compute(matrix);
}

}  // namespace semilin
