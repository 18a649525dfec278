// The order of class names, as a rule that callers must keep.
#ifndef SEMILIN_SRC_MATRIX_CLASS_NAMES_H_
#define SEMILIN_SRC_MATRIX_CLASS_NAMES_H_

#include <span>
#include <string>

namespace semilin {

/// Throws std::invalid_argument unless the names are distinct and in the order
/// of sort_class_names.
void require_class_names(std::span<const std::string> classes);

}  // namespace semilin

#endif  // SEMILIN_SRC_MATRIX_CLASS_NAMES_H_
