// Training on a graph: Laplacian, total-variation and Cheeger methods with a
// kernel, least squares or SVM, binary and multi-class.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "semilin/base/option.h"
#include "semilin/base/progress.h"
#include "semilin/base/stop.h"
#include "semilin/graph/graph.h"
#include "semilin/kernel/model.h"
#include "semilin/linear/class_sizes.h"
#include "semilin/matrix/dataset.h"

namespace semilin {

class GraphPoints;  // semilin/advanced/kernel/graph_points.h

/// The penalty on the graph, with squares or the hinge on the labeled rows
/// (Bresson, Zhang, TV-SVM, equations BZ):
///
/// Lap is the Dirichlet energy gamma/2 f'Lf (Belkin, Niyogi, Sindhwani 2006; BZ
/// 6, 51). Tv is gamma TV(f) on a sphere or in a scaled simplex (BZ 11, 59,
/// 104, 132). Cheeger is TV(f) / sum |f - median f|, with the labels held fixed
/// (BZ 28, 81, 112, 144). Of each penalty first the squares, then the hinge.
enum class GraphMethod { LapRls, LapSvm, TvRls, TvSvm, CheegerRls, CheegerSvm };
/// All of them.
inline constexpr std::array kGraphMethods = {
    GraphMethod::LapRls, GraphMethod::LapSvm,     GraphMethod::TvRls,
    GraphMethod::TvSvm,  GraphMethod::CheegerRls, GraphMethod::CheegerSvm};
/// Whether labeled rows have the hinge loss (the methods named svm).
[[nodiscard]] bool uses_hinge(GraphMethod method);
/// The penalty of a method on the graph.
enum class GraphPenalty { Laplacian, Variation, Cheeger };
/// Laplacian for lap-rls and lap-svm, and so on.
[[nodiscard]] GraphPenalty penalty_of(GraphMethod method);

/// The options of graph methods, which minimize over f in the kernel's space
///
///   loss(f on labeled rows) + lambda/2 |f|_K^2 + the penalty on the graph,
///
/// where f lies in C for Tv: for two classes |f|^2 = N and the mean is 2 size_1
/// - 1; for more the rows lie in the simplex, then the columns have |f_k|^2 = N
/// size_k (or q_k, see train_graph). Cheeger methods hold the labels fixed and
/// lower the ratio. A field that is empty, or 0 where a default is named,
/// stands for that default.
struct GraphOptions {
  GraphMethod method = GraphMethod::TvRls;  ///< penalty and loss
  /// Weight of the norm, > 0; by default 0.01 for Lap, 0.1 for the others.
  std::optional<double> lambda = {};
  /// Weight of the penalty; by default 4 for Lap; for Tv 0.5 for two classes,
  /// 0.4 for more, 0.05 with the linear kernel.
  std::optional<double> gamma = {};
  double eta = 1;  ///< weight of the squares; > 0
  /// Weight of the hinge, > 0; by default 100 for Lap, 1 for the others.
  std::optional<double> mu = {};
  double penalty = 1;  ///< r of the splitting; > 0
  /// Step of Cheeger methods, > 0; by default 0.1 for two classes, 0.03 for
  /// more.
  std::optional<double> step = {};
  /// Passes over the edges per iteration; 0: 5, Cheeger 10, in a committee 2.
  int sweeps = 0;
  int max_iterations = 80;  ///< most iterations of the method
  /// The method stops when both residuals are smaller.
  double tolerance = 1e-3;
  /// It also stops if no class changes in this many iterations.
  int steady = 10;
};

/// The options with every default filled in for a resolved kernel over these
/// rows. Throws std::invalid_argument on options out of bounds.
[[nodiscard]] GraphOptions resolve(const GraphOptions& options,
                                   const KernelSpec& kernel,
                                   const CsrStore& rows, std::size_t classes);

/// The figures that graph methods report.
struct GraphFigures {
  Index edges = 0;             ///< edges of the graph, each counted once
  Index components = 0;        ///< components of the graph
  Index unreached = 0;         ///< rows in components without a label
  Index contradicted = 0;      ///< labeled rows to which f gives another class
  LabeledEdges labeled_edges;  ///< edges between labeled rows
  std::string kernel;          ///< form of the kernel used
  double lambda = 0;           ///< lambda used
  double gamma = 0;            ///< gamma used
  double drift = 0;  ///< drift allowed to the class sizes; 0: they bind hard
  double variation = 0;  ///< TV, summed over columns; not set by Lap
  double gap = 0;        ///< relative gap of the last proximal map
  /// Relative residual of the splitting; for Cheeger methods the dual one.
  double primal_residual = 0;
  double dual_residual = 0;  ///< change of the iterate, relative
  Index changed = 0;         ///< classes that the last iteration changed
  int iterations = 0;        ///< iterations of the method
};

/// The result of train_graph.
struct GraphResult {
  KernelModel model;     ///< the classifier
  GraphFigures figures;  ///< what the run did
  /// The objective of the problem, which is not convex for tv; for cheeger the
  /// sum of the ratios.
  double objective = 0;
  Stop stop = Stop::Converged;  ///< why the run ended
  /// The class of each row of the data: its own, or the one that training gave
  /// it.
  std::vector<std::int32_t> labels;
};

/// Trains on the points with these labels, one per row: a position in
/// `classes`, or kUnlabeled. Sizes bind hard, except that Tv and Cheeger
/// methods of more than two classes let sizes with a finite rho bind softly:
/// the iteration's own sizes q may have KL(q, sizes) <= drift. With the linear
/// kernel on sparse rows the model is meant for unseen rows: a ridge regression
/// of the run's result, and neighbors; otherwise it is f itself. For
/// Stop::Interrupted the model is that of the last iteration. Its `neighbors`
/// and `metric` keep their defaults: a graph does not know how it was made.
/// Throws std::invalid_argument for options out of bounds, for sizes that are
/// not one per class and for labels and classes that require_valid would refuse
/// in a Dataset; DataError if a class has no labeled row.
[[nodiscard]] GraphResult train_graph(GraphPoints& points,
                                      std::span<const std::int32_t> labels,
                                      const std::vector<std::string>& classes,
                                      const ClassSizes& sizes,
                                      const GraphOptions& options,
                                      const Progress& progress = {});

/// Names every option that is a number; see base/option.h.
template <MaybeConst<GraphOptions> Options, class Visit>
void describe(Options& options, Visit&& visit) {
  visit("lambda", options.lambda, kPositive,
        "weight of lambda/2 |f|^2 in the space of the kernel (default: lap "
        "0.01, others 0.1)");
  visit("gamma", options.gamma, kNotNegative,
        "weight of the penalty on the graph (default: lap 4; tv 0.5 for two "
        "classes, 0.4 for more, 0.05 with the linear kernel on sparse rows)");
  visit("eta", options.eta, kPositive,
        "weight of the squares on labeled rows (lap, tv)");
  visit("mu", options.mu, kPositive,
        "weight of the hinge on labeled rows (default: lap 100, others 1)");
  visit("step", options.step, kPositive,
        "step of the Cheeger methods (default: 0.1 for two classes, 0.03 for "
        "more)");
  visit("penalty", options.penalty, kPositive,
        "penalty r of the splitting (tv), weight of the step (cheeger)");
  visit("sweeps", options.sweeps,
        Bound{.low = 0, .high = 1000, .open_low = false, .open_high = false},
        "sweeps over the edges in one iteration; 0: 5, cheeger 10, in a "
        "committee 2");
  visit("max-iterations", options.max_iterations, kPositive,
        "most iterations (tv, cheeger)");
  visit(
      "tolerance", options.tolerance, kPositive,
      "stop when both residuals of the splitting are below this (tv, cheeger)");
  visit("steady", options.steady, kPositive,
        "also stop when no class has changed in N iterations (tv, cheeger)");
}

}  // namespace semilin
