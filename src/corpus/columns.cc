#include <nlohmann/json.hpp>

#include "semilin/corpus.h"

namespace semilin {

std::string with_columns(const std::string& info, const TableColumns& columns) {
  auto json = nlohmann::ordered_json::parse(info);
  auto& own = json["columns"];
  if (columns.text != TableColumns().text) own["text_column"] = columns.text;
  if (columns.label) own["label_column"] = *columns.label;
  if (columns.id) own["id_column"] = *columns.id;
  if (!columns.label_separator.empty())
    own["label_separator"] = columns.label_separator;
  if (own.is_null()) return info;
  return json.dump();
}

void recall_columns(const ModelHead& model, Source& source) {
  const auto info = nlohmann::ordered_json::parse(model.info, nullptr, false);
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
  } catch (const nlohmann::json::exception&) {
    return;  // another program's
  }
}

}  // namespace semilin
