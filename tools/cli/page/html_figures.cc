#include "cli/page/html_figures.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>

#include "semilin/linear/calibration.h"
#include "semilin/matrix/dataset.h"

#include "cli/command/console.h"
#include "cli/data/curves.h"
#include "cli/page/html_page.h"

namespace semilin::cli {
namespace {

constexpr std::size_t kBins = 10;
constexpr std::size_t kClassesDrawn = 20;
constexpr std::size_t kPointsDrawn = 60;  // for a curve
constexpr std::array kSurest = {0.2, 0.5, 0.8, 1.0};

struct Bin {
  double weight = 0, right = 0, confidence = 0;
};

std::array<Bin, kBins> bins_of(const SureRows& rows) {
  std::array<Bin, kBins> bins;
  const double all =
      std::accumulate(rows.weight.begin(), rows.weight.end(), 0.0);
  for (std::size_t i = 0; i < rows.weight.size(); ++i) {
    const auto place = static_cast<std::size_t>(rows.confidence[i] * kBins);
    Bin& bin = bins[std::min(place, kBins - 1)];
    const double share = rows.weight[i] / all;
    bin.weight += share;
    bin.right += share * rows.right[i];
    bin.confidence += share * rows.confidence[i];
  }
  return bins;
}

std::string title(std::size_t place, const Bin& bin) {
  constexpr double kWidth = 1.0 / kBins;
  const double from = kWidth * static_cast<double>(place);
  return "confidence " + percent(from) + " to " + percent(from + kWidth) +
         ": " + percent(bin.weight) + " of the rows, right on " +
         percent(bin.right / bin.weight);
}

std::string reliability_plot(const std::array<Bin, kBins>& bins) {
  std::string marks = plot_line({{0, 0}, {1, 1}}, "ideal");
  for (std::size_t b = 0; b < kBins; ++b) {
    if (bins[b].weight == 0) continue;
    marks += plot_circle(
        {bins[b].confidence / bins[b].weight, bins[b].right / bins[b].weight},
        3 + 9 * std::sqrt(bins[b].weight), title(b, bins[b]));
  }
  return plot("How reliable the probabilities are", "confidence", "right",
              marks);
}

std::string histogram_plot(const std::array<Bin, kBins>& bins) {
  std::string marks;
  for (std::size_t b = 0; b < kBins; ++b) {
    const double left = static_cast<double>(b) / kBins;
    const double right = left + 0.9 / kBins;
    if (bins[b].weight == 0) continue;
    marks += plot_rectangle({left, 0}, {right, bins[b].weight}, "wrong",
                            title(b, bins[b])) +
             plot_rectangle({left, 0}, {right, bins[b].right}, "right",
                            title(b, bins[b]));
  }
  return plot("How sure it is (pale: wrong)", "confidence", "share of rows",
              marks);
}

// Accuracy of the rows with the largest confidence, each share of all.
std::string surest_table(const SureRows& rows) {
  std::vector<std::size_t> order(rows.weight.size());
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) {
                     return rows.confidence[a] > rows.confidence[b];
                   });
  const double all =
      std::accumulate(rows.weight.begin(), rows.weight.end(), 0.0);
  std::string html = "<table><tr><th>surest</th><th>right</th></tr>\n";
  double seen = 0, right = 0;
  auto share = kSurest.begin();
  for (std::size_t i = 0; i < order.size(); ++i) {
    seen += rows.weight[order[i]];
    right += rows.weight[order[i]] * rows.right[order[i]];
    const bool last = i + 1 == order.size();
    while (share != kSurest.end() && (last || seen >= *share * all)) {
      html += "<tr><th>" + percent(*share) + "</th><td>" + bar(right / seen) +
              "</td></tr>\n";
      ++share;
    }
  }
  return html + "</table>\n";
}

std::string class_plot(const ClassCurve& curve, const std::string& name) {
  std::vector<PlotPoint> roc = {{0, 0}}, precision;
  for (const CurvePoint& point : curve.points) {
    roc.push_back({point.false_positives, point.recall});
    precision.push_back({point.recall, point.precision});
  }
  return plot(name + ": area " + fixed_number(curve.area, 3),
              "false positives, recall", "recall, precision",
              plot_line({{0, 0}, {1, 1}}, "ideal") + plot_line(roc, "curve") +
                  plot_line(precision, "curve dashed"));
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

std::string confidence_figures(const SureRows& rows, const std::string& whose) {
  if (rows.weight.empty()) return "";
  const std::array<Bin, kBins> bins = bins_of(rows);
  return "<h2>Confidence " + escaped(whose) + "</h2>\n<div class=plots>" +
         reliability_plot(bins) + histogram_plot(bins) + "</div>\n" +
         surest_table(rows);
}

std::string curve_figures(const ModelHead& model,
                          const Evaluation& evaluation) {
  if (evaluation.multi_label) return "";
  const std::vector<ClassCurve> curves =
      class_curves(model, evaluation.outputs, evaluation.truth, kPointsDrawn);
  if (curves.empty()) return "";
  std::string html =
      "<h2>Each class against the others</h2>\n<p>ROC curve, and dashed "
      "precision against recall, over all thresholds.</p>\n<div class=plots>";
  const std::size_t drawn = std::min(curves.size(), kClassesDrawn);
  for (std::size_t k = 0; k < drawn; ++k)
    html += class_plot(curves[k], model.classes[curves[k].of]);
  html += "</div>\n";
  if (curves.size() > drawn)
    html += "<p>" + std::to_string(curves.size() - drawn) +
            " more classes are not shown.</p>\n";
  return html;
}

}  // namespace semilin::cli
