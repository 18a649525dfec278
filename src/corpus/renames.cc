// Classes that are called otherwise, or merged.
#include <set>
#include <utility>

#include "semilin/advanced/io/label_text.h"
#include "semilin/base/error.h"
#include "semilin/matrix/label_sets.h"

#include "base/plain_text.h"
#include "corpus/steps.h"

namespace semilin {

Renames::Renames(const std::vector<std::string>& rules) {
  for (const std::string& rule : rules) {
    const std::size_t equals = rule.find('=');
    require(equals != rule.npos,
            "rename: expected OLD=NEW, got " + quote(rule));
    const std::string name = normal_name(rule.substr(equals + 1));
    require(can_name_class(name),
            "rename: expected OLD=NEW with the name of a class, got " +
                quote(rule));
    new_names_[normal_name(rule.substr(0, equals))] = name;
  }
}

std::string Renames::operator()(const std::string& name) const {
  const auto found = new_names_.find(name);
  return found == new_names_.end() ? name : found->second;
}

void Renames::rename(Dataset& data) const {
  if (new_names_.empty()) return;
  std::vector<std::string> names;
  for (const std::string& one : data.classes) {
    std::vector<std::string> members =
        data.multi_label ? split_labels(one) : std::vector{one};
    std::set<std::string> renamed;
    for (const std::string& member : members)
      renamed.insert((*this)(member));
    names.push_back(data.multi_label
                        ? join_labels({renamed.begin(), renamed.end()})
                        : *renamed.begin());
  }
  data.classes = sort_class_names(names);
  for (std::int32_t& label : data.labels)
    if (label != kUnlabeled) label = find_class(data.classes, names[label]);
}

}  // namespace semilin
