// The problem that graph methods minimize, its solution, and the steps to it.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "semilin/advanced/kernel/graph_points.h"
#include "semilin/base/progress.h"
#include "semilin/base/stop.h"
#include "semilin/kernel/train.h"

#include "kernel/normalize.h"

namespace semilin {

/// Two classes have one column, labels +-1; more have a column per class,
/// labels 0 and 1. Blocks are N x columns, row-major.
struct GraphProblem {
  GraphPoints* points = nullptr;
  std::vector<Index> labeled;
  std::vector<std::int32_t> classes_of;  ///< class of labeled[i]
  std::vector<double> sizes;             ///< per class, summing to 1
  double drift = 0;  ///< more than two classes: see normalize(); 0: sizes bind
  bool hinge = false;
  double weight = 1;  ///< weight of the loss: eta (squares) or mu (hinge)
  double lambda = 0.1, gamma = 0.5;
  double r = 1;     ///< penalty of the splitting
  double c = 0.1;   ///< step of the Cheeger methods
  int sweeps = 5;   ///< passes over the edges in one proximal map
  int steps = 200;  ///< steps of an iterative smoother
  /// start_of_labels(), if it is at hand; borrowed.
  const std::vector<double>* start = nullptr;
  /// Called inside linear solves, which end where it returns false; borrowed.
  const GoOn* go_on = nullptr;

  [[nodiscard]] int columns() const { return classes() == 2 ? 1 : classes(); }
  [[nodiscard]] int classes() const { return static_cast<int>(sizes.size()); }
  [[nodiscard]] bool all_labeled() const {
    return static_cast<Index>(labeled.size()) == points->size();
  }
  [[nodiscard]] BlockShape shape() const {
    return {columns(), points->threads()};
  }
  /// y of labeled[i] in column k.
  [[nodiscard]] double target(std::size_t i, int k) const {
    if (sizes.size() == 2) return classes_of[i] == 1 ? 1 : -1;
    return classes_of[i] == k ? 1 : 0;
  }
  /// The same as a sign.
  [[nodiscard]] double sign(std::size_t i, int k) const {
    return target(i, k) > 0 ? 1 : -1;
  }
};

/// How far an iterate is, after an iteration. The TV methods look at gap,
/// energy and variation every five iterations, and at the end.
struct GraphStatus {
  int iteration = 0;
  double primal_residual = 0;  ///< max(|f - g|, |h - g|) / |g|
  double dual_residual = 0;    ///< |g - g of the last iteration| / |g|
  double gap = 0;              ///< relative, of the last proximal map
  double energy = 0;           ///< energy of the method
  double variation = 0;        ///< TV, summed over columns
  Index changed = 0;           ///< rows whose class is another one now
};

/// The parts of f = K alpha that a model needs.
struct Expansion {
  std::vector<double> coefficients;  ///< see Kernel
  std::vector<double> remainder;     ///< N x columns, or empty
  std::vector<double> offsets;       ///< per column, added
};

/// The result of a method: the function and its values at the points, offsets
/// included.
struct GraphSolution {
  Expansion expansion;
  std::vector<double> f;
  GraphStatus status;
  Stop stop = Stop::Converged;
};

/// Fills in the labeled points, those that are not kUnlabeled.
void take_labels(std::span<const std::int32_t> labels, GraphProblem& problem);

/// Writes the classes of the labeled points over those at hand.
void put_labels(const GraphProblem& problem, std::span<std::int32_t> classes);

/// Per point the class of its label, or kUnlabeled.
[[nodiscard]] std::vector<std::int32_t> labels_of(const GraphProblem& problem);

/// The class of each row by f: f >= 0 or the largest. Returns how many are
/// others than `classes` had.
Index decide(int columns, std::span<const double> f,
             std::span<std::int32_t> classes);

/// Puts g into C: two classes |g|^2 = N and mean 2 sizes_1 - 1; more: rows into
/// the simplex, then columns to |g_k|^2 = N sizes_k, or as far from there as
/// drift lets them (scale_columns).
void normalize(const GraphProblem& problem, std::span<double> g);

/// The expansion of the last f of a smoother.
[[nodiscard]] Expansion expansion_of(const Smoother& smoother, int columns);

/// Maps f, values and expansion, column by column.
void rescale(const Affine& map, BlockShape shape, GraphSolution& solution);

/// N x columns: Lap-RLS with its defaults; with the linear kernel, for which
/// that costs as much as all that follows, Poisson learning. The columns of
/// more than two classes are z-scored. Class sizes play no part.
[[nodiscard]] std::vector<double> start_of_labels(const GraphProblem& problem);

/// Called after each iteration; false interrupts.
using GraphReport = std::function<bool(const GraphStatus&)>;

struct GraphStopping {
  /// Converged: both residuals <= tolerance, or for `steady` iterations no
  /// predicted class has changed.
  double tolerance = 1e-3;
  int steady = 10;
  int max_iterations = 80;
};

/// Calls method.step(), one iteration, until the method is at rest by its
/// status(), interrupted or out of iterations.
template <class Method>
Stop iterate(Method& method, const GraphStopping& stopping,
             const GraphReport& report) {
  int steady = 0;  // iterations in which no class changed
  while (true) {
    method.step();
    const GraphStatus& now = method.status();
    if (report && !report(now)) return Stop::Interrupted;
    steady = now.changed == 0 ? steady + 1 : 0;
    if (steady >= stopping.steady ||
        (now.primal_residual <= stopping.tolerance &&
         now.dual_residual <= stopping.tolerance)) {
      return Stop::Converged;
    }
    if (now.iteration >= stopping.max_iterations) return Stop::MaxIterations;
  }
}

/// The solution of a Tv or Cheeger method from the start of the labels, put
/// into C. `options` are resolved.
[[nodiscard]] GraphSolution solve_splitting(const GraphProblem& problem,
                                            const GraphOptions& options,
                                            const Progress& progress);

/// The expansion, from f of a run at its N rows, of
///
///   f(x) = (1 - s) x'w + s sum_c h_c t_c,
///   w = argmin lambda/2 |w|^2 + 1/(2N) |t - X w|^2,
///
/// with h = hull_weights of the nearest rows and t_ik = f_ik |f_ik| if
/// `squared`, so that rows weigh in as far as the run is sure of them,
/// otherwise f_ik, but the labels of the labeled rows. The Laplacian methods'
/// f is large near labels and small everywhere else: squares would leave little
/// but the rows beside labels. lambda is that of a linear model (default_lambda
/// in linear/options.h): some hundred times what it was inside the run, where w
/// may follow every row since the graph holds f. There f = x'w + s (v - x'w), s
/// = delta r / (lambda + delta r), at a row that ought to have v; for other
/// rows v comes from the neighbors.
[[nodiscard]] Expansion expand_to_unseen(
    const GraphProblem& problem, std::span<const double> f, bool squared,
    const SmootherOptions& regression = {.tolerance = 1e-5});

/// Where the iterations for these labels start, whatever the class sizes: kept
/// by the caller from one vote to the next.
struct GraphStart {
  std::vector<std::int32_t> labels;
  std::vector<double> block;
};

/// The class of each row as train_graph would decide, but that the regression
/// of text is solved to 1e-2.
[[nodiscard]] std::vector<std::int32_t> graph_votes(
    GraphPoints& points, std::span<const std::int32_t> labels,
    const std::vector<std::string>& classes, const ClassSizes& sizes,
    const GraphOptions& options, GraphStart& start, const Progress& progress);

}  // namespace semilin
