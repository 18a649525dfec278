// The points that a graph method works on: rows, graph and kernel.
#pragma once

#include <memory>
#include <tuple>

#include "semilin/advanced/graph/total_variation.h"
#include "semilin/advanced/kernel/kernel.h"
#include "semilin/graph/graph.h"
#include "semilin/kernel/model.h"
#include "semilin/matrix/csr.h"

namespace semilin {

/// Rows, their graph and a kernel over them. Prepared once for any number of
/// trainings on the same points: a dense kernel costs N^2 numbers and its
/// factors N^3/3 products. Not for use by several threads at a time.
class GraphPoints {
 public:
  struct Deformation;

  /// Row i is node i. The kernel's defaults are filled in. Throws as
  /// require_valid does for the rows, and DataError if the graph has another
  /// number of nodes. threads 0: all available.
  GraphPoints(CsrStore rows, Graph graph, const KernelSpec& kernel = {},
              int threads = 0);
  ~GraphPoints();

  /// N.
  [[nodiscard]] Index size() const { return graph_.nodes(); }
  /// The number of threads as given, 0 for all.
  [[nodiscard]] int threads() const { return threads_; }
  /// Row i is node i of the graph.
  [[nodiscard]] const CsrStore& rows() const { return rows_; }
  /// The graph as given.
  [[nodiscard]] const Graph& graph() const { return graph_; }
  /// TV on the graph.
  [[nodiscard]] const TotalVariation& variation() const { return variation_; }
  /// The kernel's options with the defaults filled in.
  [[nodiscard]] const KernelSpec& kernel_spec() const { return spec_; }
  /// The kernel over the rows.
  [[nodiscard]] const Kernel& kernel() const { return *kernel_; }

  /// The kernel's smoother for D = weight I (kernel.h), started from nothing;
  /// the last one is kept. `steps` is the number of steps of the linear
  /// kernel's CGLS at each call.
  [[nodiscard]] Smoother& smoother(double lambda, double weight, int steps);
  /// The factors of lambda I + gamma L K for a dense kernel, kept as above;
  /// null for other kernels, where conjugate gradients are cheaper.
  [[nodiscard]] const Deformation* deformation(double lambda, double gamma);

 private:
  CsrStore rows_;
  Graph graph_;
  int threads_;
  TotalVariation variation_;
  KernelSpec spec_;
  std::unique_ptr<Kernel> kernel_;
  std::unique_ptr<Smoother> smoother_;
  std::unique_ptr<Deformation> deformation_;
  std::tuple<double, double, int> smoother_for_;  // its arguments
};

}  // namespace semilin
