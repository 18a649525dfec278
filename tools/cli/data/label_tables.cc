#include "cli/data/label_tables.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <unordered_map>

#include "semilin/base/error.h"
#include "semilin/text/documents.h"

#include "cli/command/console.h"
#include "cli/data/predictions.h"

namespace semilin::cli {
namespace {

std::string shown(const std::string& text) {
  return "'" + text.substr(0, 40) + "'";
}

constexpr Index kSeveral = -1;  // rows have the name

// The row with each name: its id, or its number from 1.
std::unordered_map<std::string, Index> rows_by_name(const Documents& all) {
  std::unordered_map<std::string, Index> rows;
  for (Index i = 0; i < all.data.rows.rows(); ++i) {
    const auto [place, first] =
        rows.emplace(all.ids.empty() ? std::to_string(i + 1) : all.ids[i], i);
    if (!first) place->second = kSeveral;
  }
  return rows;
}

// Where a row stands, for messages.
std::string where(const Documents& documents, Index row) {
  const bool lines = !documents.lines.empty() && documents.lines[row] > 0;
  return lines ? "line " + std::to_string(documents.lines[row])
               : "row " + std::to_string(row + 1);
}

}  // namespace

bool is_label_table(const std::string& path) {
  return prediction_format("", path) != PredictionFormat::Labels;
}

void for_each_label(const std::string& path, const TableColumns& rules,
                    const std::function<void(const TableLabel&)>& use) {
  TableColumns columns = rules;
  columns.text = {"label"};
  columns.label = "label";
  columns.id = "id";
  const PredictionFormat format = prediction_format("", path);
  DocumentReader reader(path,
                        format == PredictionFormat::Tsv ? TextFormat::Tsv
                        : format == PredictionFormat::Csv
                            ? TextFormat::Csv
                            : TextFormat::JsonLines,
                        columns);
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
                      Documents& documents) {
  const auto rows = rows_by_name(documents);
  Dataset& data = documents.data;
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
    documents.drawn.resize(labels.size(), 0.0);
    documents.drawn[row->second] = one.probability;
  });
  set_labels(labels, data, sets);
}

void require_own_ids(const Documents& documents, const std::string& path) {
  std::unordered_map<std::string_view, Index> first;
  for (Index i = 0; i < std::ssize(documents.ids); ++i) {
    const auto [place, is_first] = first.emplace(documents.ids[i], i);
    if (is_first) continue;
    throw DataError(path, "expected an id for each document, found " +
                              shown(documents.ids[i]) + " of " +
                              where(documents, place->second) + " again on " +
                              where(documents, i));
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

void warn_of_labels(const Dataset& data, const std::string& path) {
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
      warn(path + ": most labels are '" + name + "', which is a class; if it " +
           "means that there is no label, add --unlabeled-label '" + name +
           "'");
    if (data.multi_label && name == "," && counts[k] > 0)
      warn(path + ": " + std::to_string(counts[k]) + " of " +
           std::to_string(data.labeled()) +
           " labelled rows have the empty set of labels; if their labels are "
           "unknown, add --unlabeled-label ','");
  }
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

}  // namespace semilin::cli
