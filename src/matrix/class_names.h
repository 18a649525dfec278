// Checks of class names, labels and costs.
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "semilin/matrix/dataset.h"

namespace semilin {

/// Throws std::invalid_argument unless the names are distinct and in the order
/// of sort_class_names.
void require_class_names(std::span<const std::string> classes);

/// The first of the classes whose name is the same number as `name`, which is
/// the shortest spelling of it, or find_class for a name that is no number.
[[nodiscard]] std::int32_t shortest_spelling(
    std::span<const std::string> classes, const std::string& name);

/// All that require_valid(data) demands, but of the rows only their number.
void require_valid_labels(const Dataset& data);

}  // namespace semilin
