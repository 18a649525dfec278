// Rows with any number of labels: class names that are comma lists.
#ifndef SEMILIN_MATRIX_LABEL_SETS_H_
#define SEMILIN_MATRIX_LABEL_SETS_H_

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "semilin/matrix/dataset.h"

namespace semilin {

/// What the class names of a multi-label data set say. A row's "class" is its
/// set of labels, spelled `1,5,7`; a lone comma is the empty set.
struct LabelSets {
  /// The labels, in the order of sort_class_names.
  std::vector<std::string> names;
  /// Per class of the data: the positions of its labels in `names`, ascending.
  std::vector<std::vector<std::int32_t>> of_class;
};

/// The labels in a comma list; empty parts are left out.
[[nodiscard]] std::vector<std::string> split_labels(std::string_view list);

/// The reverse; ",", the empty set.
[[nodiscard]] std::string join_labels(const std::vector<std::string>& names);

/// True if a class name has a comma: then the data set is multi-label.
[[nodiscard]] bool has_label_sets(const Dataset& data);

/// What data.classes say.
[[nodiscard]] LabelSets label_sets(const Dataset& data);

/// The binary data set of label k: class "1" for the rows that have it, "-1"
/// for the other labelled rows. Shares the rows.
[[nodiscard]] Dataset one_label(const Dataset& data, const LabelSets& sets,
                                std::int32_t k);

}  // namespace semilin

#endif  // SEMILIN_MATRIX_LABEL_SETS_H_
