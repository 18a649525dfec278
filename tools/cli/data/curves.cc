#include "cli/data/curves.h"

#include <algorithm>

#include "semilin/linear/calibration.h"
#include "semilin/matrix/dataset.h"

#include "cli/data/predictions.h"

namespace semilin::cli {
namespace {

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

std::vector<ClassCurve> class_curves(const ModelHead& model,
                                     std::span<const double> outputs,
                                     std::span<const std::int32_t> truth,
                                     std::size_t most) {
  const std::size_t classes = model.classes.size();
  const auto width = static_cast<std::size_t>(model.outputs());
  std::vector<double> p;
  if (!model.calibration.slopes.empty())
    p = label_probabilities(model, outputs);
  const auto score = [&](std::size_t i, std::size_t k) {
    if (!p.empty()) return p[i * classes + k];
    if (width == classes) return outputs[i * width + k];
    return k == 1 ? outputs[i] : -outputs[i];
  };
  std::vector<ClassCurve> curves;
  for (std::size_t k = 0; k < classes; ++k) {
    const auto of = static_cast<std::int32_t>(k);
    std::vector<Scored> rows;
    for (std::size_t i = 0; i < truth.size(); ++i)
      if (truth[i] != kUnlabeled)
        rows.emplace_back(score(i, k), truth[i] == of);
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
