// What a model remembers of the source that it was trained on, in its info.
#include <algorithm>
#include <array>
#include <string_view>

#include "base/json.h"
#include "corpus/steps.h"
#include "text/document_source.h"

namespace semilin {
namespace {

using ColumnsJson = nlohmann::ordered_json;

// The settings of new files, too.
std::vector<Setting> remembered(Source& source) {
  constexpr std::array<std::string_view, 6> kOthers = {
      "text", "format",     "unlabeled-label",
      "none", "zero-based", "double-values"};
  std::vector<Setting> all = settings_of(source.columns);
  for (Setting& one : settings_of(source))
    if (std::count(kOthers.begin(), kOthers.end(), one.name) > 0)
      all.push_back(std::move(one));
  return all;
}

bool is_table(TextFormat format) {
  return format == TextFormat::Csv || format == TextFormat::Tsv ||
         format == TextFormat::JsonLines;
}

// What columns_of wrote.
void take_columns(const ColumnsJson& recorded, Source& source) {
  for (const Setting& one : remembered(source))
    set_from(one, recorded.value(json_name(one.name), ColumnsJson()));
  if (recorded.contains("text_column"))  // in older models
    source.columns.text = recorded["text_column"];
}

// Unless the file holds rows, and its name tells another format.
void recall_format(const Source& recorded, Source& source) {
  const bool texts = recorded.text || recorded.format != TextFormat::Auto;
  if (!texts || source.format != TextFormat::Auto || holds_rows(source.path))
    return;
  source.text = true;
  if (is_table(recorded.format) &&
      format_by_name(source.path) == TextFormat::Auto)
    source.format = recorded.format;
}

}  // namespace

std::string_view to_string(Purpose purpose) {
  constexpr std::array<std::string_view, 3> kNames = {"train", "suggest",
                                                      "read"};
  return kNames.at(static_cast<std::size_t>(purpose));
}

std::string to_json(const LabelDoubts& doubts) {
  return text_of({{"replaced", doubts.replaced},
                  {"single", doubts.single},
                  {"empty_tables", doubts.empty_tables}});
}

std::string columns_of(const Source& given) {
  Source source = given, standard;
  if (source.columns.header == false && source.format == TextFormat::Auto)
    source.format = format_by_name(source.path);
  const std::vector<Setting> usual = remembered(standard);
  ColumnsJson own;
  for (std::size_t i = 0; const Setting& one : remembered(source))
    if (one.get() != usual[i++].get()) own[json_name(one.name)] = json_of(one);
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
  Source recorded, standard;
  try {
    take_columns(info["columns"], recorded);
  } catch (const std::exception&) {
    return;  // another program's
  }
  TableColumns& columns = recorded.columns;
  source.columns.usual_label =
      std::exchange(columns.label, {}).value_or(source.columns.usual_label);
  source.columns.usual_id =
      std::exchange(columns.id, {}).value_or(source.columns.usual_id);
  recall_format(recorded, source);
  recorded.text = source.text;
  recorded.format = source.format;
  const auto usual = remembered(standard), all = remembered(recorded);
  for (std::size_t i = 0; const Setting& one : remembered(source)) {
    if (one.get() == usual[i].get()) one.put(all[i].get());
    ++i;
  }
}

}  // namespace semilin
