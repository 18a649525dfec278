#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

#include "semilin/matrix/label_sets.h"

#include "base/plain_text.h"
#include "corpus/steps.h"
#include "matrix/row_check.h"

namespace semilin {
namespace {

// "['a', 'b']", as programs print a list.
bool is_list_as_text(const std::string& name) {
  return (name.starts_with("['") || name.starts_with("[\"")) &&
         name.ends_with(']');
}

void doubt_names(std::vector<std::string> names,
                 const std::vector<std::string>& known, const std::string& path,
                 const Doubt& doubt) {
  const auto list = std::find_if(names.begin(), names.end(), is_list_as_text);
  if (list != names.end())
    doubt(path + ": the label " + shown(*list) +
          " is a list as text, which is one class; sets of labels are lists in "
          "JSON lines, or 'a;b' with the label separator ';'");
  names.insert(names.end(), known.begin(), known.end());
  names = sort_class_names(std::move(names));
  for (std::size_t k = 0; k < names.size(); ++k) {
    const std::int32_t same = shortest_spelling(names, names[k]);
    if (same == static_cast<std::int32_t>(k)) continue;
    doubt(path + ": " + shown(names[same]) + " and " + shown(names[k]) +
          " are two classes, although one number");
    return;
  }
}

}  // namespace

std::string shown(const std::string& text) {
  return "'" + text.substr(0, 40) + "'";
}

void doubt_labels(const Dataset& data, const std::vector<std::string>& known,
                  const std::string& path, const Doubt& doubt) {
  constexpr std::array<std::string_view, 11> kMarkers = {
      "nan", "NaN", "None", "none", "null", "NULL",
      "N/A", "NA",  "\\N",  "-1",   "0"};
  const std::vector<Index> counts = data.count_classes();
  const Index labeled = data.all_labeled();
  for (std::size_t k = 0; k < counts.size(); ++k) {
    const std::string& name = data.classes[k];
    const bool marker =
        std::find(kMarkers.begin(), kMarkers.end(), name) != kMarkers.end();
    // -1 and 0 are classes like any other where there are two
    const bool odd =
        marker && ((name != "-1" && name != "0") || counts.size() > 2);
    if (odd && 2 * counts[k] > labeled)
      doubt(path + ": most labels are '" + name +
            "', which is a class; if it " +
            "means that there is no label, add the option unlabeled_label '" +
            name + "'");
    if (data.multi_label && name == "," && counts[k] > 0)
      doubt(path + ": " + std::to_string(counts[k]) + " of " +
            std::to_string(labeled) +
            " labeled rows have the empty set of labels; if their labels are "
            "unknown, add the option unlabeled_label ','");
  }
  doubt_names(label_sets(data).names, known, path, doubt);
}

std::vector<std::string> single_labels(const Dataset& data,
                                       const std::string& path,
                                       const Doubt& doubt) {
  constexpr Index kSeveralRows = 5;
  const LabelSets sets = label_sets(data);
  const std::vector<Index> rows = data.count_classes();
  std::vector<Index> counts(sets.names.size());
  for (std::size_t k = 0; k < rows.size(); ++k)
    for (const std::int32_t name : sets.of_class[k])
      counts[name] += rows[k];
  std::vector<std::string> single;
  Index several = 0;
  for (std::size_t k = 0; k < counts.size(); ++k) {
    if (counts[k] == 1) single.push_back(sets.names[k]);
    several += counts[k] >= kSeveralRows ? 1 : 0;
  }
  if (single.empty() || 2 * several < std::ssize(counts)) return {};
  doubt(path + ": classes with a single label beside larger ones: " +
        listed(single) + "; misspelled?");
  return single;
}

void doubt_rare_sets(const Dataset& data, const Doubt& doubt) {
  constexpr double kRare = 0.01;
  const LabelSets sets = label_sets(data);
  Index odd = 0;
  std::string example;
  for (const std::int32_t label : data.labels) {
    if (label == kUnlabeled || sets.of_class[label].size() == 1) continue;
    if (odd++ == 0) example = data.classes[label];
  }
  if (odd == 0)
    doubt("the labels are sets, and every labeled row has one label");
  else if (static_cast<double>(odd) <=
           kRare * static_cast<double>(data.labeled()))
    doubt("the labels '" + example +
          "' of a row make the data multi-label, and only " +
          std::to_string(odd) + " of " + std::to_string(data.labeled()) +
          " labeled rows have other than one label");
}

}  // namespace semilin
