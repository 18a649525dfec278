#include <algorithm>
#include <array>
#include <numeric>
#include <string_view>
#include <unordered_map>
#include <utility>

#include "semilin/matrix/label_sets.h"

#include "base/plain_text.h"
#include "corpus/steps.h"
#include "matrix/row_check.h"

namespace semilin {
namespace {

// "['a', 'b']", "[0, 1]", "('a', 1)" or "{'choices': ...}", as programs print
// lists, and "{}" as they print sets.
bool is_list_as_text(const std::string& name) {
  if (name.size() < 3) return false;
  const char next = name[1];
  const bool quoted = next == '\'' || next == '"';
  const bool number = next >= '0' && next <= '9' && name.find(',') != name.npos;
  return (name[0] == '[' && name.back() == ']' && (quoted || number)) ||
         (name[0] == '(' && name.back() == ')' && (quoted || number)) ||
         (name[0] == '{' && name.back() == '}' && quoted);
}

std::vector<std::string_view> parts_of(std::string_view name, char separator) {
  std::vector<std::string_view> parts;
  while (true) {
    const std::size_t end = std::min(name.find(separator), name.size());
    parts.push_back(trimmed(name.substr(0, end)));
    if (end == name.size()) return parts;
    name.remove_prefix(end + 1);
  }
}

// Names that are made of other names, or between ; | , and # of parts of other
// such names, too.
void doubt_joined(const std::vector<std::string>& names,
                  const std::string& path, const Doubt& doubt) {
  for (const char separator : std::string_view(";|,#/+& ")) {
    std::unordered_map<std::string_view, int> uses;
    for (const std::string& name : names)
      if (const auto parts = parts_of(name, separator); parts.size() == 1)
        uses[name] = 2;
      else if (std::string_view("/+& ").find(separator) == std::string::npos)
        for (const std::string_view part : parts)
          ++uses[part];
    std::string example;
    Index joined = 0;
    for (const std::string& name : names) {
      const auto parts = parts_of(name, separator);
      if (parts.size() > 1 &&
          std::all_of(parts.begin(), parts.end(),
                      [&](const auto part) { return uses[part] > 1; }) &&
          ++joined == 1)
        example = name;
    }
    if (joined == 0) continue;
    const std::string more = std::to_string(joined - 1);
    doubt(path + ": the class " + quote(example) +
          (joined == 1 ? " is" : " and " + more + " others are") +
          " made of names of others; if labels are sets, add the option "
          "label_separator '" +
          separator + "'");
    return;
  }
}

std::string without_digits(const std::string& name) {
  std::string rest = name;
  std::erase_if(rest, [](char c) { return c >= '0' && c <= '9'; });
  return rest;
}

// The number of bytes to insert, delete or replace, if that is at most `most`.
bool is_near(const std::string& a, const std::string& b, std::size_t most) {
  std::vector<std::size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 0; i < a.size(); ++i) {
    std::size_t before = std::exchange(row[0], i + 1);
    for (std::size_t j = 0; j < b.size(); ++j) {
      const std::size_t changed = before + (a[i] == b[j] ? 0 : 1);
      before = row[j + 1];
      row[j + 1] = std::min({changed, before + 1, row[j] + 1});
    }
  }
  return row.back() <= most;
}

// A name of a few labels may be a much larger one, misspelled.
bool is_misspelled(const std::string& name, Index labels,
                   const std::string& larger, Index of_larger) {
  constexpr Index kFew = 2;
  if (labels > kFew || of_larger < 3 * labels || name.size() < 4) return false;
  const std::size_t most = name.size() < 8 ? 1 : 2;
  return std::max(name.size(), larger.size()) -
                 std::min(name.size(), larger.size()) <=
             most &&
         is_near(name, larger, most) &&
         without_digits(name) != without_digits(larger);
}

// Pairs of names that look alike, the smaller class first.
std::vector<std::pair<std::size_t, std::size_t>> names_alike(
    const std::vector<std::string>& names, const std::vector<Index>& counts) {
  constexpr std::size_t kMostNames = 2000;  // the search is quadratic
  std::vector<std::pair<std::size_t, std::size_t>> alike;
  std::unordered_map<std::string, std::size_t> largest;  // by folded name
  std::vector<std::string> plain;
  for (std::size_t k = 0; k < names.size(); ++k) {
    plain.push_back(folded(names[k]));
    const auto [other, first] = largest.emplace(plain[k], k);
    if (first || plain[k].empty()) continue;
    const bool larger = counts[k] > counts[other->second];
    const std::size_t before = other->second;
    if (larger) other->second = k;
    alike.emplace_back(larger ? before : k, larger ? k : before);
  }
  for (std::size_t k = 0; k < names.size() && names.size() <= kMostNames; ++k) {
    std::size_t best = names.size();
    for (std::size_t j = 0; j < names.size(); ++j)
      if (counts[k] > 0 && plain[j] != plain[k] &&
          is_misspelled(plain[k], counts[k], plain[j], counts[j]) &&
          (best == names.size() || counts[j] > counts[best]))
        best = j;
    if (best < names.size()) alike.emplace_back(k, best);
  }
  return alike;
}

// Says which names look alike, and removes these from `single`.
void doubt_alike(const std::vector<std::string>& names,
                 const std::vector<Index>& counts, const std::string& path,
                 const Doubt& doubt, std::vector<std::string>& single) {
  std::vector<std::string> pairs;
  std::string first;
  for (const auto& [small, large] : names_alike(names, counts)) {
    if (pairs.empty()) first = names[small] + "=" + names[large];
    pairs.push_back(quote(names[small]) + " and " + quote(names[large]));
    std::erase(single, names[small]);
  }
  if (!pairs.empty())
    doubt(path + ": classes whose names look alike: " + listed(pairs) +
          "; merge them with the option rename '" + first + "'");
}

void doubt_names(std::vector<std::string> names,
                 const std::vector<std::string>& known, const std::string& path,
                 const Doubt& doubt) {
  const auto list = std::find_if(names.begin(), names.end(), is_list_as_text);
  if (list != names.end())
    doubt(path + ": the label " + quote(*list) +
          " is a list as text, which is one class; sets of labels are lists in "
          "JSON lines, or 'a;b' with the label separator ';'");
  names.insert(names.end(), known.begin(), known.end());
  names = sort_class_names(std::move(names));
  for (std::size_t k = 0; k < names.size(); ++k) {
    const std::int32_t same = shortest_spelling(names, names[k]);
    if (same == static_cast<std::int32_t>(k)) continue;
    doubt(path + ": " + quote(names[same]) + " and " + quote(names[k]) +
          " are two classes, although one number");
    return;
  }
}

}  // namespace

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
  const std::vector<std::string> names = label_sets(data).names;
  if (!data.multi_label) doubt_joined(names, path, doubt);
  doubt_names(names, known, path, doubt);
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
  if (2 * several < std::ssize(counts)) single.clear();
  std::vector<std::string> others = single;
  doubt_alike(sets.names, counts, path, doubt, others);
  if (!others.empty())
    doubt(path + ": classes with a single label beside larger ones: " +
          listed(others) + "; misspelled?");
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
