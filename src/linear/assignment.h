// Classes for unlabeled rows under fixed class sizes: the first labels of the
// transductive SVM, and its switches.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "semilin/base/index.h"

#include "linear/beliefs.h"

namespace semilin {

/// How many of `rows` rows each class gets: class_sizes times rows, rounded to
/// whole rows by the largest remainders.
[[nodiscard]] std::vector<Index> class_counts(
    std::span<const double> class_sizes, Index rows);

/// Cost of giving row `row` the class `label`, up to a constant of the row: g
/// of BeliefProblem.
[[nodiscard]] double class_cost(const BeliefProblem& problem, Index row,
                                std::int32_t label);

/// A class for every unlabeled row (in the order of problem.rows) with exactly
/// class_counts(problem.class_sizes) rows each and nearly the least total cost:
/// the beliefs of a low temperature, rounded, and the cheapest rows moved until
/// the counts are right. For two classes: the rows with the largest outputs get
/// class 1, exactly.
[[nodiscard]] std::vector<std::int32_t> assign_classes(
    const BeliefProblem& problem);

/// Switches labels of pairs of rows (SK06 section 3.1.2): for classes a and b,
/// rows of a by falling gain cost(a) - cost(b), rows of b by falling gain
/// cost(b) - cost(a), taken in step while the two gains sum to more than
/// `least`; at most `max_pairs` pairs (0: no limit), the pair of classes with
/// the largest first gain first. For two classes this is SK06's walk while
/// o(L+) < o(L-). Gains of rows of unequal costs are weighted by cost over mean
/// cost. Every switch lowers the objective at fixed outputs by (gain sum)/2
/// over the number of rows, and keeps all class sizes. Returns the number of
/// pairs.
Index switch_labels(const BeliefProblem& problem, Index max_pairs, double least,
                    std::span<std::int32_t> labels);

}  // namespace semilin
