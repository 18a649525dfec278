// The classes that a graph method gives the rows themselves, without a model.
#ifndef SEMILIN_SRC_KERNEL_GRAPH_VOTES_H_
#define SEMILIN_SRC_KERNEL_GRAPH_VOTES_H_

#include "semilin/kernel/train.h"

namespace semilin {

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

#endif  // SEMILIN_SRC_KERNEL_GRAPH_VOTES_H_
