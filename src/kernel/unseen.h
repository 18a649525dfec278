// The model of a linear kernel on sparse rows for rows that a run has not seen.
#pragma once

#include <span>

#include "kernel/graph_problem.h"

namespace semilin {

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

}  // namespace semilin
