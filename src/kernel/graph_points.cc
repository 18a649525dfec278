#include "semilin/advanced/kernel/graph_points.h"

#include <utility>
#include <vector>

#include "kernel/laplacian_methods.h"

namespace semilin {
namespace {

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

const GraphPoints::Deformation* GraphPoints::deformation(double lambda,
                                                         double gamma) {
  if (spec_.form != KernelForm::Rbf) return nullptr;
  if (!deformation_ || deformation_->for_lambda != lambda ||
      deformation_->for_gamma != gamma) {
    deformation_ = std::make_unique<Deformation>(*this, lambda, gamma);
  }
  return deformation_.get();
}

Smoother& GraphPoints::smoother(double lambda, double weight, int steps) {
  const std::tuple wanted(lambda, weight, steps);
  if (!smoother_ || smoother_for_ != wanted) {
    const std::vector<double> weights(size(), weight);
    smoother_ = kernel_->smoother(lambda, weights,
                                  {.tolerance = 0, .max_iterations = steps});
    smoother_for_ = wanted;
  }
  smoother_->forget();
  return *smoother_;
}

}  // namespace semilin
