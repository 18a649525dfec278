// A method on a graph of the rows.
#pragma once

#include <memory>
#include <string_view>
#include <vector>

#include "semilin/advanced/kernel/graph_points.h"

#include "learn/learner.h"

namespace semilin {

/// Rows of the data as points of a graph.
struct PointsOfRows {
  std::shared_ptr<GraphPoints> points;
  std::vector<Index> rows;  ///< numbers of these rows
};

/// `points` are the data's features or vectors; those of cost 0 that have
/// neither a value nor an edge are left out. What the options leave to the data
/// is filled in. Throws DataError for a graph of another number of nodes,
/// Interrupted if `progress` returned false while neighbors were searched.
[[nodiscard]] PointsOfRows make_points(const Dataset& data,
                                       const CsrStore& points,
                                       GraphTraining& training, int threads,
                                       const Progress& progress);

/// A method on such points. It begins with the supervised SVM with default
/// options.
[[nodiscard]] std::unique_ptr<Learner> make_graph_learner(
    std::string_view name, PointsOfRows points, const GraphTraining& training);

}  // namespace semilin
