#include "semilin/matrix/label_sets.h"

#include <algorithm>
#include <utility>

#include "semilin/base/error.h"

#include "base/plain_text.h"

namespace semilin {

std::string join_labels(std::vector<std::string> members,
                        std::string_view separator) {
  if (members.empty()) return std::string(separator);
  std::string list;
  for (const std::string& name : sort_class_names(std::move(members))) {
    const bool plain =
        !name.starts_with('"') && name.find(separator) == name.npos;
    list.append(list.empty() ? "" : separator);
    list.append(plain ? name : in_quotes(name));
  }
  return list;
}

std::vector<std::string> split_labels(std::string_view list) {
  std::vector<std::string> names;
  while (!list.empty()) {
    std::string name;
    std::size_t end = read_quoted(list, name);
    if (end == 0 || (end < list.size() && list[end] != ',')) {
      end = std::min(list.find(','), list.size());
      name = list.substr(0, end);
    }
    if (!name.empty()) names.push_back(std::move(name));
    list.remove_prefix(std::min(end + 1, list.size()));
  }
  return names;
}

bool has_label_sets(const Dataset& data) {
  return data.multi_label;
}

LabelSets label_sets(const Dataset& data) {
  LabelSets sets;
  if (!data.multi_label) {
    sets.names = data.classes;
    for (std::int32_t k = 0; k < std::ssize(data.classes); ++k)
      sets.of_class.push_back({k});
    return sets;
  }
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
  binary.vectors = data.vectors;
  binary.pieces = data.pieces;
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
