// Rows with any number of labels: their classes are sets of labels.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "semilin/matrix/dataset.h"

namespace semilin {

/// The labels of a data set, and which of them each class has. A class of
/// multi-label data is a set of labels; any other class is the set of its own
/// name.
struct LabelSets {
  /// The labels, in the order of sort_class_names.
  std::vector<std::string> names;
  /// Per class of the data: the positions of its labels in `names`, ascending.
  std::vector<std::vector<std::int32_t>> of_class;
};

/// A set of labels as one name: its members in the order of sort_class_names,
/// with the separator between; a member that has one or begins with a quote
/// stands in double quotes, each quote inside doubled. The empty set is the
/// separator alone.
[[nodiscard]] std::string join_labels(std::vector<std::string> members,
                                      std::string_view separator = ",");

/// The reverse, of commas; empty parts are ignored.
[[nodiscard]] std::vector<std::string> split_labels(std::string_view list);

/// True if the classes are sets (data.multi_label).
[[nodiscard]] bool has_label_sets(const Dataset& data);

/// The sets that the classes are. If they are no sets, each class is one of
/// itself, and the names are the classes in their order.
[[nodiscard]] LabelSets label_sets(const Dataset& data);

/// The binary data set of label k: class "1" for the rows that have it, "-1"
/// for the other labeled rows. Shares the rows.
[[nodiscard]] Dataset one_label(const Dataset& data, const LabelSets& sets,
                                std::int32_t k);

}  // namespace semilin
