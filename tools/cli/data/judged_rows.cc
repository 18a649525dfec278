#include "cli/data/judged_rows.h"

#include <algorithm>
#include <utility>

#include "semilin/advanced/corpus/word_contributions.h"

namespace semilin::cli {
namespace {

using RowTexts = std::unordered_map<Index, std::string>;

constexpr std::size_t kShown = 10;     // rows in a list
constexpr std::size_t kLetters = 200;  // bytes of a text
constexpr std::size_t kClassesDrawn = 200;
constexpr std::size_t kPointsDrawn = 60;  // of a curve

bool is_surer(const JudgedRow& a, const JudgedRow& b) {
  return a.confidence > b.confidence;
}

std::vector<JudgedRow> first_of(const std::vector<JudgedRow>& rows) {
  return {rows.begin(), rows.begin() + std::min(rows.size(), kShown)};
}

Json list_of(const std::vector<JudgedRow>& rows, const RowTexts& texts,
             bool with_label, const Corpus& corpus,
             const std::vector<std::string>& classes) {
  Json list = Json::array();
  for (const JudgedRow& one : rows) {
    Json record = {{"id", corpus.name_of(one.row)}};
    if (with_label) record["label"] = classes[one.label];
    record["predicted"] = classes[one.predicted];
    record["confidence"] = one.confidence;
    if (!texts.empty()) record["text"] = beginning(texts.at(one.row), kLetters);
    list.push_back(std::move(record));
  }
  return list;
}

}  // namespace

Json confidence_json(const std::vector<JudgedRow>& rows, const ModelHead& model,
                     const std::string& whose) {
  const std::optional<Confidence> found = confidence(rows, model);
  if (!found) return nullptr;
  Json json = {{"whose", whose}};
  json.update(Json::parse(to_json(*found)));
  return json;
}

Json rows_to_look_at(const ModelHead& model, std::vector<JudgedRow> rows,
                     std::vector<JudgedRow> held_out, const Corpus& corpus,
                     const std::vector<std::string>& classes) {
  if (!rows.empty()) {
    const std::vector<Index> terms = known_terms(corpus.data.rows, model);
    std::erase_if(rows,
                  [&](const JudgedRow& one) { return terms[one.row] == 0; });
  }
  std::stable_sort(rows.begin(), rows.end(), is_surer);
  const auto surest = first_of(rows);
  held_out.insert(held_out.end(), rows.begin(), rows.end());
  std::erase_if(held_out, [](const JudgedRow& one) {
    return one.label == kUnlabeled || one.label == one.predicted;
  });
  std::stable_sort(held_out.begin(), held_out.end(), is_surer);
  const auto contradicted = first_of(held_out);
  std::reverse(rows.begin(), rows.end());
  const auto least = first_of(rows);
  std::vector<Index> shown;
  for (const auto* list : {&surest, &least, &contradicted})
    for (const JudgedRow& one : *list)
      shown.push_back(one.row);
  const RowTexts texts = read_texts(corpus.source, shown);
  return {
      {"surest", list_of(surest, texts, false, corpus, classes)},
      {"least_sure", list_of(least, texts, false, corpus, classes)},
      {"contradicted", list_of(contradicted, texts, true, corpus, classes)}};
}

std::string beginning(std::string text, std::size_t bytes) {
  if (text.size() <= bytes) return text;
  std::size_t end = bytes;
  while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0) == 0x80)
    --end;  // inside a letter
  text.resize(end);
  return text + " ...";
}

Json curves_json(const ModelHead& model, const Evaluation& evaluation) {
  if (evaluation.multi_label || model.classes.size() > kClassesDrawn)
    return Json::array();
  return Json::parse(to_json(class_curves(model, evaluation, kPointsDrawn)));
}

}  // namespace semilin::cli
