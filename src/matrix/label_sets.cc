#include "semilin/matrix/label_sets.h"

#include <algorithm>

#include "semilin/base/error.h"

namespace semilin {

std::vector<std::string> split_labels(std::string_view list) {
  std::vector<std::string> names;
  while (!list.empty()) {
    const std::size_t comma = std::min(list.find(','), list.size());
    if (comma > 0) names.emplace_back(list.substr(0, comma));
    list.remove_prefix(std::min(comma + 1, list.size()));
  }
  return names;
}

std::string join_labels(const std::vector<std::string>& names) {
  if (names.empty()) return ",";
  std::string list = names[0];
  for (std::size_t i = 1; i < names.size(); ++i)
    list.append(",").append(names[i]);
  return list;
}

bool has_label_sets(const Dataset& data) {
  return std::any_of(data.classes.begin(), data.classes.end(),
                     [](const std::string& name) {
                       return name.find(',') != std::string::npos;
                     });
}

LabelSets label_sets(const Dataset& data) {
  LabelSets sets;
  for (const std::string& list : data.classes) {
    for (std::string& name : split_labels(list))
      sets.names.push_back(std::move(name));
  }
  sets.names = sort_class_names(std::move(sets.names));
  for (const std::string& list : data.classes) {
    std::vector<std::int32_t>& set = sets.of_class.emplace_back();
    for (const std::string& name : split_labels(list))
      set.push_back(find_class(sets.names, name));
    std::sort(set.begin(), set.end());
    set.erase(std::unique(set.begin(), set.end()), set.end());
  }
  return sets;
}

Dataset one_label(const Dataset& data, const LabelSets& sets, std::int32_t k) {
  Dataset binary;
  binary.rows = data.rows;
  binary.classes = {"-1", "1"};
  binary.costs = data.costs;
  for (const std::int32_t label : data.labels) {
    if (label == kUnlabeled) {
      binary.labels.push_back(kUnlabeled);
      continue;
    }
    require(label >= 0 && label < static_cast<Index>(sets.of_class.size()),
            "one_label: a label is no class");
    const std::vector<std::int32_t>& set = sets.of_class[label];
    const bool has = std::binary_search(set.begin(), set.end(), k);
    binary.labels.push_back(has ? 1 : 0);
  }
  return binary;
}

}  // namespace semilin
