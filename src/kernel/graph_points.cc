#include "semilin/advanced/kernel/graph_points.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "graph/laplacian.h"
#include "kernel/deformation.h"
#include "kernel/dense_block.h"

namespace semilin {
namespace {

// Columns of K that are made together.
constexpr Index kFactoredColumns = 64;

CsrStore of_graph(CsrStore rows, const Graph& graph, int threads) {
  require_valid(rows, threads);
  require_nodes(graph, rows.rows());
  return rows;
}

}  // namespace

GraphPoints::GraphPoints(CsrStore rows, Graph graph, const KernelSpec& kernel,
                         int threads)
    : rows_(of_graph(std::move(rows), graph, threads)),
      graph_(std::move(graph)),
      threads_(threads),
      variation_(graph_, threads),
      spec_(resolve(kernel, rows_, threads)),
      kernel_(make_kernel(spec_, rows_, threads)) {}

GraphPoints::~GraphPoints() = default;

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

const GraphPoints::Deformation* GraphPoints::deformation(double lambda,
                                                         double gamma) {
  if (spec_.form != KernelForm::Rbf) return nullptr;
  if (!deformation_ || !deformation_->is_for(lambda, gamma)) {
    deformation_ = std::make_unique<Deformation>(*this, lambda, gamma);
  }
  return deformation_.get();
}

Smoother& GraphPoints::smoother(double lambda, double weight, int steps) {
  if (!smoother_ || lambda != smoother_lambda_ || weight != smoother_weight_ ||
      steps != smoother_steps_) {
    const std::vector<double> weights(size(), weight);
    smoother_ = kernel_->smoother(lambda, weights,
                                  {.tolerance = 0, .max_iterations = steps});
    smoother_lambda_ = lambda;
    smoother_weight_ = weight;
    smoother_steps_ = steps;
  }
  smoother_->forget();
  return *smoother_;
}

}  // namespace semilin
