#include "corpus/labels.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <unordered_map>

#include "semilin/advanced/corpus/evidence.h"
#include "semilin/base/error.h"
#include "semilin/learn/seed_words.h"
#include "semilin/matrix/label_sets.h"

namespace semilin {
namespace {

std::string shown(const std::string& text) {
  return "'" + text.substr(0, 40) + "'";
}

// The format of a table by its name; Auto: none.
TextFormat table_format(std::string_view name) {
  if (name.ends_with(".gz")) name.remove_suffix(3);
  if (name.ends_with(".csv")) return TextFormat::Csv;
  if (name.ends_with(".tsv")) return TextFormat::Tsv;
  return name.ends_with(".jsonl") || name.ends_with(".json")
             ? TextFormat::JsonLines
             : TextFormat::Auto;
}

constexpr Index kSeveral = -1;  // rows have the name

// The row with each name: its id, or its number from 1.
std::unordered_map<std::string, Index> rows_by_name(const Corpus& all) {
  std::unordered_map<std::string, Index> rows;
  for (Index i = 0; i < all.data.rows.rows(); ++i) {
    const auto [place, first] =
        rows.emplace(all.ids.empty() ? std::to_string(i + 1) : all.ids[i], i);
    if (!first) place->second = kSeveral;
  }
  return rows;
}

// Where a row stands, for messages.
std::string where(const Corpus& corpus, Index row) {
  const bool lines = !corpus.lines.empty() && corpus.lines[row] > 0;
  return lines ? "line " + std::to_string(corpus.lines[row])
               : "row " + std::to_string(row + 1);
}

}  // namespace

bool is_label_table(const std::string& path) {
  return table_format(path) != TextFormat::Auto;
}

void for_each_label(const std::string& path, const TableColumns& rules,
                    const std::function<void(const TableLabel&)>& use) {
  TableColumns columns = rules;
  columns.text = {"label"};
  columns.label = "label";
  columns.id = "id";
  DocumentReader reader(path, table_format(path), columns);
  DocumentBatch batch;
  std::vector<TableLabel> all;
  std::unordered_map<std::string, std::size_t> place;
  while (reader.next(batch)) {
    for (std::size_t i = 0; i < batch.ids.size(); ++i) {
      const auto [found, first] = place.emplace(batch.ids[i], all.size());
      if (first) all.emplace_back();
      all[found->second] = {batch.ids[i], batch.lines[i], batch.labels[i],
                            batch.sets[i], batch.drawn[i]};
    }
  }
  std::for_each(all.begin(), all.end(), use);
}

void take_label_table(const std::string& path, const TableColumns& rules,
                      Corpus& corpus) {
  const auto rows = rows_by_name(corpus);
  Dataset& data = corpus.data;
  std::vector<std::string> labels(data.labels.size());
  std::vector<bool> sets(data.labels.size(), data.multi_label);
  for (std::size_t i = 0; i < labels.size(); ++i)
    if (data.labels[i] != kUnlabeled) labels[i] = data.classes[data.labels[i]];
  for_each_label(path, rules, [&](const TableLabel& one) {
    const auto row = rows.find(one.id);
    if (row == rows.end())
      throw DataError(path, one.line, 1, "the id of a row", shown(one.id));
    if (row->second == kSeveral)
      throw DataError(path, one.line, 1, "the id of one row",
                      shown(one.id) + ", which several have");
    if (one.label.empty()) return;
    labels[row->second] = one.label;
    sets[row->second] = one.set;
    if (one.probability == 0) return;
    corpus.drawn.resize(labels.size(), 0.0);
    corpus.drawn[row->second] = one.probability;
  });
  set_labels(labels, data, sets);
}

void require_own_ids(const Corpus& corpus, const std::string& path) {
  std::unordered_map<std::string_view, Index> first;
  for (Index i = 0; i < std::ssize(corpus.ids); ++i) {
    const auto [place, is_first] = first.emplace(corpus.ids[i], i);
    if (is_first) continue;
    throw DataError(path, "expected an id for each document, found " +
                              shown(corpus.ids[i]) + " of " +
                              where(corpus, place->second) + " again on " +
                              where(corpus, i));
  }
}

std::string without_labels(const std::vector<std::string>& other_columns) {
  constexpr std::size_t kMostListed = 10;
  std::string text = "no column 'label' (others:";
  for (std::size_t i = 0; i < other_columns.size() && i < kMostListed; ++i)
    text += (i == 0 ? " " : ", ") + shown(other_columns[i]);
  return text + (other_columns.size() > kMostListed ? ", ..." : "") +
         "): --label-column names one";
}

void doubt_labels(const Dataset& data, const std::string& path,
                  const Doubt& doubt) {
  constexpr std::array<std::string_view, 10> kMarkers = {
      "nan", "NaN", "None", "none", "null", "NULL", "N/A", "NA", "\\N", "-1"};
  std::vector<Index> counts(data.classes.size());
  for (const std::int32_t label : data.labels)
    if (label != kUnlabeled) ++counts[label];
  for (std::size_t k = 0; k < counts.size(); ++k) {
    const std::string& name = data.classes[k];
    const bool marker =
        std::find(kMarkers.begin(), kMarkers.end(), name) != kMarkers.end();
    // -1 is a class like any other where there are two.
    const bool odd = marker && (name != "-1" || counts.size() > 2);
    if (odd && 2 * counts[k] > data.labeled())
      doubt(
          path + ": most labels are '" + name + "', which is a class; if it " +
          "means that there is no label, add --unlabeled-label '" + name + "'");
    if (data.multi_label && name == "," && counts[k] > 0)
      doubt(path + ": " + std::to_string(counts[k]) + " of " +
            std::to_string(data.labeled()) +
            " labeled rows have the empty set of labels; if their labels are "
            "unknown, add --unlabeled-label ','");
  }
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

void keep_classes(const std::vector<bool>& kept, Corpus& corpus) {
  Dataset& data = corpus.data;
  std::vector<std::int32_t> places(kept.size(), kUnlabeled);
  std::vector<std::string> names;
  for (std::size_t k = 0; k < kept.size(); ++k) {
    if (!kept[k]) continue;
    places[k] = static_cast<std::int32_t>(names.size());
    names.push_back(std::move(data.classes[k]));
  }
  for (auto* labels : {&data.labels, &corpus.seeds.labels})
    for (std::int32_t& label : *labels)
      if (label != kUnlabeled) label = places[label];
  data.classes = std::move(names);
}

void drop_empty_classes(const std::string& path, const Doubt& doubt,
                        Corpus& corpus) {
  const Dataset& data = corpus.data;
  std::vector<bool> known(data.classes.size()), seen(data.classes.size());
  Index empty = 0;
  data.rows.visit([&](const auto& view) {
    for (Index i = 0; i < view.rows; ++i) {
      if (data.labels[i] == kUnlabeled) continue;
      seen[data.labels[i]] = true;
      if (!view.row_columns(i).empty())
        known[data.labels[i]] = true;
      else
        ++empty;
    }
  });
  if (data.multi_label ||
      std::none_of(known.begin(), known.end(), [](bool any) { return any; }))
    return;
  for (std::size_t k = 0; k < known.size(); ++k) {
    known[k] = known[k] || !seen[k];
    if (!known[k])
      doubt(path + ": no row labeled '" + data.classes[k] +
            "' has a feature; the class is left out, unless it has seed words");
  }
  if (empty > 0)
    doubt(path + ": labeled rows without a feature, from which nothing is " +
          "learned: " + std::to_string(empty));
  keep_classes(known, corpus);
}

void require_two_classes(const Corpus& corpus, const std::string& path,
                         const std::vector<std::string>& other_columns) {
  const std::vector<bool> known = known_classes(corpus.data, corpus.seeds);
  const auto classes = std::count(known.begin(), known.end(), true);
  if (classes >= 2) return;
  if (classes == 0 && !other_columns.empty())
    throw DataError(path, without_labels(other_columns));
  const auto only = std::find(known.begin(), known.end(), true) - known.begin();
  throw DataError(
      path,
      "expected labels of at least two classes, found " +
          (classes == 0 ? "none" : "only '" + corpus.data.classes[only] + "'") +
          "; semilin suggest " + path +
          " finds rows to label, and --seed-words needs none");
}

bool keeps_labels(const ReadOptions& read) {
  return read.unlabeled_files.empty() && read.label_files.empty() &&
         !read.ignore_labels;
}

std::vector<std::string> split_label_tables(ReadOptions& read) {
  auto& files = read.label_files;
  const auto first = std::stable_partition(
      files.begin(), files.end(),
      [](const auto& file) { return !is_label_table(file); });
  std::vector<std::string> tables(first, files.end());
  files.erase(first, files.end());
  return tables;
}

}  // namespace semilin
