#include <nlohmann/json.hpp>

#include "semilin/corpus.h"

#include "base/json.h"

namespace semilin {
namespace {

using ColumnsJson = nlohmann::ordered_json;

}  // namespace

std::string to_json(const LabelDoubts& doubts) {
  return text_of({{"replaced", doubts.replaced},
                  {"single", doubts.single},
                  {"empty_tables", doubts.empty_tables}});
}

std::string columns_of(const Source& source) {
  const TableColumns& columns = source.columns;
  ColumnsJson own;
  if (columns.text != TableColumns().text) own["text_column"] = columns.text;
  if (columns.label) own["label_column"] = *columns.label;
  if (columns.id) own["id_column"] = *columns.id;
  if (!columns.label_separator.empty())
    own["label_separator"] = columns.label_separator;
  if (columns.header) own["header"] = *columns.header;
  if (columns.backslash) own["backslash"] = true;
  if (source.read.unlabeled_label)
    own["unlabeled_label"] = *source.read.unlabeled_label;
  if (source.read.zero_based) own["zero_based"] = true;
  return own.is_null() ? "" : own.dump();
}

std::string with_columns(const std::string& info, const std::string& columns) {
  if (columns.empty()) return info;
  auto json = ColumnsJson::parse(info);
  json["columns"] = ColumnsJson::parse(columns);
  return json.dump();
}

void recall_columns(const ModelHead& model, Source& source) {
  const auto info = ColumnsJson::parse(model.info, nullptr, false);
  if (!info.is_object() || !info.contains("columns")) return;
  const auto& recorded = info["columns"];
  TableColumns& columns = source.columns;
  try {
    if (columns.text == TableColumns().text)
      columns.text = recorded.value("text_column", columns.text);
    columns.usual_label = recorded.value("label_column", columns.usual_label);
    columns.usual_id = recorded.value("id_column", columns.usual_id);
    if (columns.label_separator.empty())
      columns.label_separator =
          recorded.value("label_separator", std::string());
    if (!columns.header && recorded.contains("header"))
      columns.header = recorded["header"].get<bool>();
    columns.backslash |= recorded.value("backslash", false);
    if (!source.read.unlabeled_label && recorded.contains("unlabeled_label"))
      source.read.unlabeled_label =
          recorded["unlabeled_label"].get<std::string>();
    source.read.zero_based |= recorded.value("zero_based", false);
  } catch (const ColumnsJson::exception&) {
    return;  // another program's
  }
}

}  // namespace semilin
