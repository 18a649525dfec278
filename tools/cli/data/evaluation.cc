#include "cli/data/evaluation.h"

#include <algorithm>
#include <cmath>
#include <cstddef>

#include "semilin/base/number_text.h"

#include "cli/command/console.h"
#include "cli/data/predictions.h"

namespace semilin::cli {
namespace {

constexpr std::size_t kPointsInTable = 1'000;  // of a curve

std::string class_table(const Evaluation& evaluation, const std::string& noun) {
  Table table = {{"class", noun, "predicted", "precision", "recall", "F1"}};
  for (std::size_t k = 0; k < evaluation.metrics.size(); ++k) {
    const ClassMetrics& one = evaluation.metrics[k];
    table.push_back({evaluation.classes[k], grouped(one.support),
                     grouped(one.predicted), percent(one.precision),
                     percent(one.recall), percent(one.f1)});
  }
  return to_text(table);
}

// The largest ones, where a table of all would be too wide.
std::string largest_confusions(const Evaluation& evaluation,
                               const std::string& noun) {
  constexpr std::size_t kMost = 20;
  std::vector<std::pair<Index, Index>> found;
  const auto& table = evaluation.table;
  for (Index t = 0; t < table.classes; ++t)
    for (Index p = 0; p < table.classes; ++p)
      if (t != p && table.at(t, p) > 0) found.emplace_back(t, p);
  std::stable_sort(found.begin(), found.end(), [&](auto a, auto b) {
    return table.at(a.first, a.second) > table.at(b.first, b.second);
  });
  if (found.empty()) return {};
  Table lines = {{"true", "predicted", noun}};
  for (std::size_t i = 0; i < std::min(found.size(), kMost); ++i) {
    const auto& [t, p] = found[i];
    lines.push_back({evaluation.classes[t], evaluation.classes[p],
                     grouped(table.at(t, p))});
  }
  return "\nThe most frequent confusions:\n" + to_text(lines);
}

std::string confusion_table(const Evaluation& evaluation) {
  std::vector<std::string> head = {"true \\ predicted"};
  head.insert(head.end(), evaluation.classes.begin(), evaluation.classes.end());
  Table table = {head};
  for (Index t = 0; t < evaluation.table.classes; ++t) {
    std::vector<std::string> row = {evaluation.classes[t]};
    for (Index p = 0; p < evaluation.table.classes; ++p)
      row.push_back(grouped(evaluation.table.at(t, p)));
    table.push_back(row);
  }
  return to_text(table);
}

}  // namespace

std::string to_text(const Evaluation& evaluation, const std::string& noun) {
  std::string text = "Evaluated " + grouped(evaluation.rows) + " " + noun;
  if (const Index others = evaluation.unlabeled; others > 0)
    text += "; " + grouped(others) + " more " + (others == 1 ? "has" : "have") +
            " no label";
  if (const Index known = evaluation.in_training; known > 0)
    text += ".\n" + grouped(known) + " of them " +
            (known == 1 ? "was" : "were") +
            " in the training with a label; on new " + noun +
            " the model is right less often";
  text += ".\nAccuracy" +
          std::string(evaluation.multi_label ? " of whole label sets" : "") +
          ": " + percent(evaluation.accuracy) +
          ", macro F1: " + percent(evaluation.macro_f1) +
          ", micro F1: " + percent(evaluation.micro_f1) + ".\n";
  if (evaluation.multi_label)
    text += "Hamming loss: " + number(evaluation.hamming_loss, 4) + ".\n";
  if (evaluation.auc && std::isfinite(*evaluation.auc))
    text += "Area under the ROC curve: " + number(*evaluation.auc, 4) + ".\n";
  if (evaluation.reliability && std::isfinite(evaluation.reliability->ece)) {
    text += "Calibration error of the probabilities: " +
            number(evaluation.reliability->ece, 4) +
            ", log loss: " + number(evaluation.reliability->log_loss, 4) +
            ", Brier score: " + number(evaluation.reliability->brier, 4) +
            ".\n";
  }
  if (const auto& decided = evaluation.decided)
    text += "Decided " + grouped(decided->rows) + " (" +
            percent(decided->coverage) + ")" +
            (decided->rows > 0 ? ": accuracy " + percent(decided->accuracy) +
                                     ", macro F1 " + percent(decided->macro_f1)
             : decided->least_probability >= kNoneSure
                 ? ": the labels held out do not show such a precision"
                 : "") +
            ".\n";
  return text;
}

std::string tables(const Evaluation& evaluation, const std::string& noun,
                   bool with_confusion) {
  std::string text = "\n" + class_table(evaluation, noun);
  if (evaluation.multi_label) return text;
  return text + (with_confusion ? "\n" + confusion_table(evaluation)
                                : largest_confusions(evaluation, noun));
}

std::vector<Json> class_records(const Evaluation& evaluation) {
  std::vector<Json> records;
  for (std::size_t k = 0; k < evaluation.metrics.size(); ++k) {
    const ClassMetrics& one = evaluation.metrics[k];
    records.push_back({{"class", evaluation.classes[k]},
                       {"rows", one.support},
                       {"predicted", one.predicted},
                       {"precision", one.precision},
                       {"recall", one.recall},
                       {"f1", one.f1}});
  }
  return records;
}

std::string lowest_classes(const Evaluation& evaluation) {
  std::vector<std::size_t> order;  // classes that are not all right
  for (std::size_t k = 0; k < evaluation.metrics.size(); ++k)
    if (evaluation.metrics[k].f1 < 1) order.push_back(k);
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) {
                     return evaluation.metrics[a].f1 < evaluation.metrics[b].f1;
                   });
  constexpr std::size_t kWeakest = 3;
  order.resize(std::min(order.size(), kWeakest));
  std::string text;
  for (const std::size_t k : order) {
    text += (k == order.front() ? "Lowest F1: " : ", ") +
            evaluation.classes[k] + " " + percent(evaluation.metrics[k].f1);
  }
  return text + (order.empty() ? "" : ".\n") +
         "-v prints each class and the table of confusions.\n";
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
