#include "cli/data/judged_rows.h"

#include <algorithm>
#include <array>
#include <utility>

#include "semilin/base/number_text.h"
#include "semilin/linear/calibration.h"

#include "cli/data/predictions.h"

namespace semilin::cli {
namespace {

using RowTexts = std::unordered_map<Index, std::string>;

constexpr std::size_t kBins = 10;
constexpr std::array kSurest = {0.2, 0.5, 0.8, 1.0};
constexpr std::size_t kShown = 10;     // rows in a list
constexpr std::size_t kLetters = 200;  // bytes of a text
constexpr std::size_t kClassesDrawn = 200;
constexpr std::size_t kPointsDrawn = 60;       // of a curve in a report
constexpr std::size_t kPointsInTable = 1'000;  // of a curve in a table

bool is_surer(const JudgedRow& a, const JudgedRow& b) {
  return a.confidence > b.confidence;
}

Json bins_json(const std::vector<JudgedRow>& rows, double all) {
  std::array<std::array<double, 3>, kBins> bins{};
  for (const JudgedRow& one : rows) {
    const auto place = static_cast<std::size_t>(one.confidence * kBins);
    const double share = one.weight / all;
    auto& [weight, right, confidence] = bins[std::min(place, kBins - 1)];
    weight += share;
    right += one.predicted == one.label ? share : 0;
    confidence += share * one.confidence;
  }
  Json json = Json::array();
  for (const auto& [weight, right, confidence] : bins)
    json.push_back(
        {{"weight", weight}, {"right", right}, {"confidence", confidence}});
  return json;
}

// Accuracy of the rows with the largest confidence, each share of all.
Json surest_json(std::vector<JudgedRow> rows, double all) {
  std::stable_sort(rows.begin(), rows.end(), is_surer);
  Json json = Json::array();
  double seen = 0, right = 0;
  auto share = kSurest.begin();
  for (const JudgedRow& one : rows) {
    seen += one.weight;
    right += one.predicted == one.label ? one.weight : 0;
    const bool last = &one == &rows.back();
    for (; share != kSurest.end() && (last || seen >= *share * all); ++share)
      json.push_back({*share, right / seen});
  }
  return json;
}

// The figures if the rows of at least this score are called positive.
struct CurvePoint {
  double threshold = 0;
  double recall = 0;           // share of positive rows called positive
  double false_positives = 0;  // share of negative rows called positive
  double precision = 0;        // share of rows called positive that are
};

// One class against all others.
struct ClassCurve {
  std::string name;
  double area = 0;  // under the ROC curve of all points
  std::vector<CurvePoint> points;
};

// A score and whether its row is positive.
using Scored = std::pair<double, bool>;

ClassCurve curve_of(const std::string& name, std::vector<Scored> rows,
                    std::size_t most) {
  std::sort(rows.begin(), rows.end(),
            [](const Scored& a, const Scored& b) { return a.first > b.first; });
  const auto positives = static_cast<double>(std::count_if(
      rows.begin(), rows.end(), [](const Scored& row) { return row.second; }));
  const auto negatives = static_cast<double>(rows.size()) - positives;
  ClassCurve curve;
  curve.name = name;
  if (positives == 0 || negatives == 0) return curve;
  const auto steps = static_cast<double>(most);
  double kept = 0, kept_right = 0;  // at the last point
  double seen = 0, seen_right = 0;  // at the last distinct score
  double right = 0;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    right += rows[i].second ? 1 : 0;
    const bool last = i + 1 == rows.size();
    const bool tied = !last && rows[i + 1].first == rows[i].first;
    const auto called = static_cast<double>(i + 1);
    const bool near = (called - kept) * steps < positives + negatives &&
                      (right - kept_right) * steps < positives;
    if (tied) continue;
    const double wrong = called - right - (seen - seen_right);
    curve.area += wrong / negatives * (right + seen_right) / 2 / positives;
    seen = called;
    seen_right = right;
    if (near && !last) continue;
    kept = called;
    kept_right = right;
    curve.points.push_back({rows[i].first, right / positives,
                            (called - right) / negatives, right / called});
  }
  return curve;
}

std::vector<ClassCurve> class_curves(const ModelHead& model,
                                     const Evaluation& evaluation,
                                     std::size_t most) {
  const std::vector<std::int32_t>& truth = evaluation.truth;
  const std::size_t classes = model.classes.size();
  const std::vector<double> found =
      model.calibration.slopes.empty()
          ? class_scores(model, evaluation.outputs)
          : label_probabilities(model, evaluation.outputs);
  std::vector<ClassCurve> curves;
  for (std::size_t k = 0; k < classes; ++k) {
    std::vector<Scored> rows;
    for (std::size_t i = 0; i < truth.size(); ++i)
      if (truth[i] != kUnlabeled)
        rows.emplace_back(found[i * classes + k],
                          truth[i] == static_cast<std::int32_t>(k));
    ClassCurve curve = curve_of(model.classes[k], std::move(rows), most);
    if (!curve.points.empty()) curves.push_back(std::move(curve));
  }
  return curves;
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

std::vector<JudgedRow> judged_rows(const ModelHead& model,
                                   std::span<const double> outputs,
                                   std::span<const std::int32_t> labels) {
  if (model.calibration.slopes.empty() || model.multi_label) return {};
  const std::vector<double> p = label_probabilities(model, outputs);
  const std::vector<std::int32_t> predicted = predict(model, outputs);
  std::vector<JudgedRow> rows;
  for (std::size_t i = 0; i < labels.size(); ++i)
    rows.push_back({{static_cast<Index>(i), predicted[i],
                     p[i * model.classes.size() + predicted[i]], 1},
                    labels[i]});
  return rows;
}

std::vector<JudgedRow> judged_rows(const ExpectedAccuracy& expected,
                                   std::span<const std::int32_t> labels) {
  std::vector<JudgedRow> rows;
  for (const HeldOutRow& one : expected.held_out)
    rows.push_back({one, labels[one.row]});
  return rows;
}

Json confidence_json(const std::vector<JudgedRow>& rows, const ModelHead& model,
                     const std::string& whose) {
  std::vector<JudgedRow> known;
  double all = 0;
  for (const JudgedRow& one : rows) {
    if (one.label < 0 || one.label >= std::ssize(model.classes)) continue;
    known.push_back(one);
    all += one.weight;
  }
  if (known.empty()) return nullptr;
  return {{"whose", whose},
          {"bins", bins_json(known, all)},
          {"surest", surest_json(known, all)}};
}

Json rows_to_look_at(const ModelHead& model, std::vector<JudgedRow> rows,
                     std::vector<JudgedRow> held_out, const Source& source,
                     const Corpus& corpus,
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
  const RowTexts texts = texts_of(source, shown);
  return {
      {"surest", list_of(surest, texts, false, corpus, classes)},
      {"least_sure", list_of(least, texts, false, corpus, classes)},
      {"contradicted", list_of(contradicted, texts, true, corpus, classes)}};
}

RowTexts texts_of(const Source& source, std::span<const Index> rows) {
  if (source.path == "-" || !source.holds_documents()) return {};
  RowTexts texts;
  for (const Index row : rows)
    texts[row];
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

Json curves_json(const ModelHead& model, const Evaluation& evaluation) {
  Json json = Json::array();
  if (evaluation.multi_label || model.classes.size() > kClassesDrawn)
    return json;
  for (const ClassCurve& curve :
       class_curves(model, evaluation, kPointsDrawn)) {
    Json points = Json::array();
    for (const CurvePoint& point : curve.points)
      points.push_back({point.recall, point.false_positives, point.precision});
    json.push_back(
        {{"name", curve.name}, {"area", curve.area}, {"points", points}});
  }
  return json;
}

std::string curves_table(const ModelHead& model, const Evaluation& evaluation) {
  std::string text;
  append_record(
      {"class", "threshold", "recall", "false_positive_rate", "precision"},
      '\t', text);
  for (const ClassCurve& curve :
       class_curves(model, evaluation, kPointsInTable))
    for (const CurvePoint& point : curve.points)
      append_record(
          {curve.name, exact_number(point.threshold),
           exact_number(point.recall), exact_number(point.false_positives),
           exact_number(point.precision)},
          '\t', text);
  return text;
}

}  // namespace semilin::cli
