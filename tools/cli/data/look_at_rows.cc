#include "cli/data/look_at_rows.h"

#include <algorithm>
#include <unordered_map>
#include <utility>

#include "semilin/linear/calibration.h"

#include "cli/data/predictions.h"

namespace semilin::cli {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t kShown = 10;
constexpr std::size_t kLetters = 200;  // bytes of a text

// The first `count` of those that `wanted` takes.
template <class Wanted>
std::vector<SaidRow> first(const std::vector<SaidRow>& rows, Wanted wanted) {
  std::vector<SaidRow> found;
  for (const SaidRow& one : rows) {
    if (found.size() == kShown) break;
    if (wanted(one)) found.push_back(one);
  }
  return found;
}

Json list_of(const std::vector<SaidRow>& rows,
             const std::unordered_map<Index, std::string>& texts,
             bool with_label, const RowNames& names) {
  const bool with_texts =
      std::any_of(texts.begin(), texts.end(),
                  [](const auto& one) { return !one.second.empty(); });
  Json list = Json::array();
  for (const SaidRow& one : rows) {
    Json record = {{"id", names.ids.empty() ? std::to_string(one.row + 1)
                                            : names.ids[one.row]}};
    if (with_label) record["label"] = names.classes[one.label];
    record["predicted"] = names.classes[one.predicted];
    record["confidence"] = one.confidence;
    if (with_texts) record["text"] = beginning(texts.at(one.row), kLetters);
    list.push_back(std::move(record));
  }
  return list;
}

}  // namespace

std::unordered_map<Index, std::string> texts_of(const Source& source,
                                                std::span<const Index> rows) {
  std::unordered_map<Index, std::string> texts;
  for (const Index row : rows)
    texts[row];
  if (source.path == "-" || !source.holds_documents()) return texts;
  for_each_text(source, [&](Index row, std::string& text) {
    const auto wanted = texts.find(row);
    if (wanted != texts.end()) wanted->second = std::move(text);
  });
  return texts;
}

std::string beginning(std::string text, std::size_t bytes) {
  if (text.size() <= bytes) return text;
  std::size_t end = bytes;
  while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0) == 0x80)
    --end;  // inside a letter
  text.resize(end);
  return text + " ...";
}

std::vector<SaidRow> said_rows(const ModelHead& model, const CsrStore& data,
                               std::span<const double> outputs,
                               std::span<const std::int32_t> labels,
                               bool known) {
  std::vector<SaidRow> rows;
  if (model.calibration.slopes.empty() || model.multi_label) return rows;
  const std::vector<double> p = label_probabilities(model, outputs);
  const std::vector<std::int32_t> predicted = predict(model, outputs);
  const std::vector<Index> terms = known_terms(data, model);
  for (std::size_t i = 0; i < labels.size(); ++i) {
    if (terms[i] == 0 || (!known && labels[i] != kUnlabeled)) continue;
    rows.push_back({static_cast<Index>(i), predicted[i], labels[i],
                    p[i * model.classes.size() + predicted[i]]});
  }
  return rows;
}

Json rows_to_look_at(std::vector<SaidRow> rows, std::vector<SaidRow> held_out,
                     const RowNames& names) {
  const auto surer = [](const SaidRow& a, const SaidRow& b) {
    return a.confidence > b.confidence;
  };
  std::stable_sort(rows.begin(), rows.end(), surer);
  const auto any = [](const SaidRow&) { return true; };
  const auto surest = first(rows, any);
  held_out.insert(held_out.end(), rows.begin(), rows.end());
  std::stable_sort(held_out.begin(), held_out.end(), surer);
  const auto contradicted = first(held_out, [](const SaidRow& one) {
    return one.label != kUnlabeled && one.label != one.predicted;
  });
  std::reverse(rows.begin(), rows.end());
  const auto least = first(rows, any);
  std::vector<Index> shown;
  for (const auto* list : {&surest, &least, &contradicted})
    for (const SaidRow& one : *list)
      shown.push_back(one.row);
  const auto texts = texts_of(names.source, shown);
  return {{"surest", list_of(surest, texts, false, names)},
          {"least_sure", list_of(least, texts, false, names)},
          {"contradicted", list_of(contradicted, texts, true, names)}};
}

}  // namespace semilin::cli
