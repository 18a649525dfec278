// Classes that are called otherwise, or merged, and names of numbers.
#include <algorithm>
#include <set>
#include <utility>

#include "semilin/advanced/io/label_text.h"
#include "semilin/advanced/io/line_source.h"
#include "semilin/base/error.h"
#include "semilin/matrix/label_sets.h"

#include "base/plain_text.h"
#include "corpus/steps.h"
#include "text/json_records.h"

namespace semilin {
namespace {

using NumberNames = std::vector<std::pair<std::string, std::string>>;

bool is_number(std::string_view text) {
  return !text.empty() && std::all_of(text.begin(), text.end(), [](char c) {
    return c >= '0' && c <= '9';
  });
}

// NUMBER<TAB>NAME, or with another separator; no number: the line is a name.
std::pair<std::string, std::string> numbered_name(std::string_view line) {
  const std::size_t end = std::min(line.find_first_of("\t,;: "), line.size());
  const std::string_view number = trimmed(line.substr(0, end));
  if (!is_number(number) || end == line.size()) return {"", std::string(line)};
  const std::string rest(trimmed(line.substr(end + 1)));
  const std::vector<std::string> names = split_list(rest);
  return {std::string(number), names.size() == 1 ? names[0] : rest};
}

// A first line without a number, before numbers, is a header.
NumberNames names_in_lines(const std::vector<std::string>& lines) {
  NumberNames names;
  for (const std::string& line : lines)
    names.push_back(numbered_name(line));
  const auto numbered = [](const auto& one) { return !one.first.empty(); };
  if (names.size() > 1 && !numbered(names[0]) &&
      std::all_of(names.begin() + 1, names.end(), numbered))
    names.erase(names.begin());
  if (!std::all_of(names.begin(), names.end(), numbered))
    for (auto& one : names)
      one.first.clear();
  return names;
}

// An object {"0": "a"}, which may be inside another one, or a list.
NumberNames names_in_json(const std::string& path, std::string text) {
  if (text[0] == '[') text = "{\"names\":" + text + "}";
  JsonRecord record;
  if (const auto fault = read_json_record(text, record, true))
    throw DataError(path,
                    "expected an object {\"0\": \"name\", ...} or a list "
                    "of names, found " +
                        fault->found);
  NumberNames numbered, listed;
  for (const auto& [member, value] : record.members) {
    const std::string number = member.substr(member.rfind('.') + 1);
    for (const std::string& name : value.texts)
      if (is_number(number))
        numbered.emplace_back(number, name);
      else if (value.list)
        listed.emplace_back("", name);
  }
  return numbered.empty() ? listed : numbered;
}

NumberNames names_in_file(const std::string& path) {
  LineSource source(path);
  std::vector<std::string> lines;
  std::string text;
  while (const auto line = source.next()) {
    if (trimmed(*line).empty()) continue;
    lines.emplace_back(trimmed(*line));
    text += lines.back() + '\n';
  }
  NumberNames names = text.starts_with('{') || text.starts_with('[')
                          ? names_in_json(path, text)
                          : names_in_lines(lines);
  for (auto& [number, name] : names) {
    name = normal_name(name);
    if (!can_name_class(name))
      throw DataError(path, "expected names of classes, found " + quote(name));
  }
  return names;
}

// Numbers names that have none: from 0 if that is a label, from 1 if their
// count is one.
void number_names(const std::string& path,
                  const std::vector<std::string>& labels, NumberNames& names) {
  const auto seen = [&](std::size_t number) {
    return std::find(labels.begin(), labels.end(), std::to_string(number)) !=
           labels.end();
  };
  const bool from_0 = seen(0), from_1 = seen(names.size());
  if (from_0 == from_1)
    throw DataError(
        path,
        "expected numbers before the names (0<TAB>name), found names "
        "alone, which may count from 0 or from 1");
  for (std::size_t k = 0; k < names.size(); ++k)
    names[k].first = std::to_string(k + (from_1 ? 1 : 0));
}

}  // namespace

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

void Renames::add_names(const std::string& path,
                        const std::vector<std::string>& labels) {
  NumberNames names = names_in_file(path);
  if (std::any_of(names.begin(), names.end(),
                  [](const auto& one) { return one.first.empty(); }))
    number_names(path, labels, names);
  new_names_.insert(names.begin(), names.end());
  for (const std::string& label : labels)
    if (is_number(label) && !new_names_.contains(label))
      throw DataError(path, "expected a name of the class " + quote(label) +
                                ", found none");
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
