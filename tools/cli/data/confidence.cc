#include "cli/data/confidence.h"

#include <algorithm>
#include <array>
#include <numeric>

#include "semilin/base/number_text.h"
#include "semilin/linear/calibration.h"
#include "semilin/matrix/dataset.h"

#include "cli/data/predictions.h"

namespace semilin::cli {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t kBins = 10;
constexpr std::size_t kClassesDrawn = 200;
constexpr std::size_t kPointsDrawn = 60;  // for a curve
constexpr std::array kSurest = {0.2, 0.5, 0.8, 1.0};

Json bins_json(const SureRows& rows, double all) {
  std::array<std::array<double, 3>, kBins> bins{};
  for (std::size_t i = 0; i < rows.weight.size(); ++i) {
    const auto place = static_cast<std::size_t>(rows.confidence[i] * kBins);
    const double share = rows.weight[i] / all;
    auto& [weight, right, confidence] = bins[std::min(place, kBins - 1)];
    weight += share;
    right += share * rows.right[i];
    confidence += share * rows.confidence[i];
  }
  Json json = Json::array();
  for (const auto& [weight, right, confidence] : bins)
    json.push_back(
        {{"weight", weight}, {"right", right}, {"confidence", confidence}});
  return json;
}

// Accuracy of the rows with the largest confidence, each share of all.
Json surest_json(const SureRows& rows, double all) {
  std::vector<std::size_t> order(rows.weight.size());
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) {
                     return rows.confidence[a] > rows.confidence[b];
                   });
  Json json = Json::array();
  double seen = 0, right = 0;
  auto share = kSurest.begin();
  for (const std::size_t i : order) {
    seen += rows.weight[i];
    right += rows.weight[i] * rows.right[i];
    const bool last = i == order.back();
    for (; share != kSurest.end() && (last || seen >= *share * all); ++share)
      json.push_back({*share, right / seen});
  }
  return json;
}

// A score and whether its row is positive.
using Scored = std::pair<double, bool>;

ClassCurve curve_of(std::int32_t of, std::vector<Scored> rows,
                    std::size_t most) {
  std::sort(rows.begin(), rows.end(),
            [](const Scored& a, const Scored& b) { return a.first > b.first; });
  const auto positives = static_cast<double>(std::count_if(
      rows.begin(), rows.end(), [](const Scored& row) { return row.second; }));
  const auto negatives = static_cast<double>(rows.size()) - positives;
  ClassCurve curve;
  curve.of = of;
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

}  // namespace

SureRows sure_rows(const ModelHead& model, const Evaluation& evaluation) {
  SureRows rows;
  if (model.calibration.slopes.empty() || evaluation.multi_label) return rows;
  const std::vector<double> p = label_probabilities(model, evaluation.outputs);
  const std::size_t classes = model.classes.size();
  for (std::size_t i = 0; i < evaluation.truth.size(); ++i) {
    const std::int32_t truth = evaluation.truth[i];
    if (truth < 0 || truth >= std::ssize(model.classes)) continue;
    const std::int32_t predicted = evaluation.predicted[i];
    rows.confidence.push_back(p[i * classes + predicted]);
    rows.right.push_back(predicted == evaluation.truth[i] ? 1 : 0);
    rows.weight.push_back(1);
  }
  return rows;
}

SureRows sure_rows(const ExpectedAccuracy& expected,
                   const std::vector<std::int32_t>& labels) {
  SureRows rows;
  for (const HeldOutRow& one : expected.held_out) {
    rows.confidence.push_back(one.confidence);
    rows.right.push_back(one.predicted == labels[one.row] ? 1 : 0);
    rows.weight.push_back(one.weight);
  }
  return rows;
}

Json confidence_json(const SureRows& rows, const std::string& whose) {
  if (rows.weight.empty()) return nullptr;
  const double all =
      std::accumulate(rows.weight.begin(), rows.weight.end(), 0.0);
  return {{"whose", whose},
          {"bins", bins_json(rows, all)},
          {"surest", surest_json(rows, all)}};
}

Json curves_json(const ModelHead& model, const Evaluation& evaluation) {
  Json json = Json::array();
  if (evaluation.multi_label || model.classes.size() > kClassesDrawn)
    return json;
  for (const ClassCurve& curve : class_curves(model, evaluation.outputs,
                                              evaluation.truth, kPointsDrawn)) {
    Json points = Json::array();
    for (const CurvePoint& point : curve.points)
      points.push_back({point.recall, point.false_positives, point.precision});
    json.push_back({{"name", model.classes[curve.of]},
                    {"area", curve.area},
                    {"points", points}});
  }
  return json;
}

std::vector<ClassCurve> class_curves(const ModelHead& model,
                                     std::span<const double> outputs,
                                     std::span<const std::int32_t> truth,
                                     std::size_t most) {
  const std::size_t classes = model.classes.size();
  const std::vector<double> found = model.calibration.slopes.empty()
                                        ? class_scores(model, outputs)
                                        : label_probabilities(model, outputs);
  std::vector<ClassCurve> curves;
  for (std::size_t k = 0; k < classes; ++k) {
    const auto of = static_cast<std::int32_t>(k);
    std::vector<Scored> rows;
    for (std::size_t i = 0; i < truth.size(); ++i)
      if (truth[i] != kUnlabeled)
        rows.emplace_back(found[i * classes + k], truth[i] == of);
    ClassCurve curve = curve_of(of, std::move(rows), most);
    if (!curve.points.empty()) curves.push_back(std::move(curve));
  }
  return curves;
}

std::string to_tsv(const std::vector<ClassCurve>& curves,
                   const std::vector<std::string>& classes) {
  std::string text;
  append_record(
      {"class", "threshold", "recall", "false_positive_rate", "precision"},
      '\t', text);
  for (const ClassCurve& curve : curves)
    for (const CurvePoint& point : curve.points)
      append_record(
          {classes[curve.of], exact_number(point.threshold),
           exact_number(point.recall), exact_number(point.false_positives),
           exact_number(point.precision)},
          '\t', text);
  return text;
}

}  // namespace semilin::cli
