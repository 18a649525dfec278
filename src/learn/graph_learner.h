// A method on a graph of the rows.
#ifndef SEMILIN_SRC_LEARN_GRAPH_LEARNER_H_
#define SEMILIN_SRC_LEARN_GRAPH_LEARNER_H_

#include <memory>
#include <string_view>

#include "semilin/advanced/kernel/graph_points.h"

#include "learn/learner.h"

namespace semilin {

/// The rows as points; what the options leave to the data is filled in. Throws
/// DataError for a graph of another number of nodes, Interrupted if `progress`
/// returned false while neighbors were searched.
[[nodiscard]] std::shared_ptr<GraphPoints> make_points(
    const CsrStore& rows, GraphTraining& training, int threads,
    const Progress& progress);

/// A method on such points. It begins with the supervised SVM with default
/// options.
[[nodiscard]] std::unique_ptr<Learner> make_graph_learner(
    std::string_view name, std::shared_ptr<GraphPoints> points,
    const GraphTraining& training);

}  // namespace semilin

#endif  // SEMILIN_SRC_LEARN_GRAPH_LEARNER_H_
