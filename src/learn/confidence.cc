#include <algorithm>
#include <array>
#include <utility>

#include "semilin/learn/evaluate.h"

#include "base/json.h"

namespace semilin {
namespace {

using Ordered = nlohmann::ordered_json;

constexpr std::array kSurest = {0.1, 0.2, 0.3, 0.4, 0.5,
                                0.6, 0.7, 0.8, 0.9, 1.0};

bool is_surer(const JudgedRow& a, const JudgedRow& b) {
  return a.confidence > b.confidence;
}

Confidence::Bin& bin_of(const JudgedRow& row, Confidence& found) {
  const auto bins = found.bins.size();
  return found.bins[std::min(
      static_cast<std::size_t>(row.confidence * static_cast<double>(bins)),
      bins - 1)];
}

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

std::optional<Confidence> confidence(const std::vector<JudgedRow>& rows,
                                     const ModelHead& model) {
  std::vector<JudgedRow> known;
  double all = 0;
  for (const JudgedRow& one : rows) {
    if (one.label < 0 || one.label >= std::ssize(model.classes)) continue;
    known.push_back(one);
    all += one.weight;
  }
  if (known.empty()) return std::nullopt;
  Confidence found;
  for (const JudgedRow& one : known) {
    const double share = one.weight / all;
    Confidence::Bin& bin = bin_of(one, found);
    bin.weight += share;
    bin.right += one.predicted == one.label ? share : 0;
    bin.confidence += share * one.confidence;
  }
  std::stable_sort(known.begin(), known.end(), is_surer);
  double seen = 0, right = 0;
  auto share = kSurest.begin();
  for (const JudgedRow& one : known) {
    seen += one.weight;
    right += one.predicted == one.label ? one.weight : 0;
    const bool last = &one == &known.back();
    for (; share != kSurest.end() && (last || seen >= *share * all); ++share)
      found.surest.emplace_back(*share, right / seen);
  }
  return found;
}

std::string to_json(const Confidence& confidence) {
  Ordered bins = Ordered::array();
  for (const auto& [weight, right, sure] : confidence.bins)
    bins.push_back(
        {{"weight", weight}, {"right", right}, {"confidence", sure}});
  return text_of({{"bins", bins}, {"surest", confidence.surest}});
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

std::string to_json(const std::vector<ClassCurve>& curves) {
  Ordered list = Ordered::array();
  for (const ClassCurve& curve : curves) {
    Ordered points = Ordered::array();
    for (const CurvePoint& point : curve.points)
      points.push_back({point.recall, point.false_positives, point.precision});
    list.push_back(
        {{"name", curve.name}, {"area", curve.area}, {"points", points}});
  }
  return text_of(list);
}

}  // namespace semilin
