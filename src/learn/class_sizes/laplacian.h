// Class sizes by the outputs of Lap-RLS for labeled rows held out.
#pragma once

#include <cstdint>
#include <span>

#include "semilin/advanced/kernel/graph_points.h"

#include "learn/class_sizes/evidence.h"

namespace semilin {

/// The estimate of a method on a graph: with the linear kernel that of the
/// linear methods, estimated_sizes(). Otherwise their evidence is that of
/// leave-one-out predictions of Lap-RLS on the labeled rows, in closed form,
///
///   y_i - f_i^(-i) = a_i / (B^-1)_ii,   B = G_ll + I / eta,  B a = y,
///
/// with its predictions on the other rows, f = G a. `labels`: a class for each
/// point, or kUnlabeled; points after the first `documents` train and are no
/// evidence.
[[nodiscard]] FoundSizes graph_sizes(GraphPoints& points,
                                     std::span<const std::int32_t> labels,
                                     Index documents, const OutputBatch& batch,
                                     const HeldOutRls& held_out);

}  // namespace semilin
