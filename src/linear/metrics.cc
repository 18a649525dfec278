#include "semilin/linear/metrics.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <utility>

#include "semilin/base/error.h"
#include "semilin/linear/multilabel.h"
#include "semilin/matrix/dataset.h"

namespace semilin {
namespace {

double quotient(Index part, Index whole) {
  return whole == 0 ? 0
                    : static_cast<double>(part) / static_cast<double>(whole);
}

Index correct_rows(const Confusion& table) {
  Index correct = 0;
  for (Index k = 0; k < table.classes; ++k)
    correct += table.at(k, k);
  return correct;
}

constexpr double kNone = std::numeric_limits<double>::quiet_NaN();

}  // namespace

Index Confusion::total() const {
  return std::accumulate(counts.begin(), counts.end(), Index{0});
}

Confusion confusion(std::span<const std::int32_t> truth,
                    std::span<const std::int32_t> predicted, Index classes) {
  require(truth.size() == predicted.size(),
          "confusion: truth and predictions differ in number");
  require(classes >= 0, "confusion: classes must not be negative");
  Confusion table{classes, std::vector<Index>(classes * classes)};
  for (std::size_t i = 0; i < truth.size(); ++i) {
    if (truth[i] == kUnlabeled) continue;
    require(truth[i] >= 0 && truth[i] < classes && predicted[i] >= 0 &&
                predicted[i] < classes,
            "confusion: a class out of range");
    ++table.counts[truth[i] * classes + predicted[i]];
  }
  return table;
}

std::vector<ClassMetrics> class_metrics(const Confusion& table) {
  std::vector<ClassMetrics> metrics(table.classes);
  for (Index t = 0; t < table.classes; ++t) {
    metrics[t].correct = table.at(t, t);
    for (Index p = 0; p < table.classes; ++p) {
      metrics[t].support += table.at(t, p);
      metrics[p].predicted += table.at(t, p);
    }
  }
  complete(metrics);
  return metrics;
}

void complete(std::span<ClassMetrics> metrics) {
  for (ClassMetrics& one : metrics) {
    one.precision = quotient(one.correct, one.predicted);
    one.recall = quotient(one.correct, one.support);
    one.f1 = quotient(2 * one.correct, one.support + one.predicted);
  }
}

double accuracy(const Confusion& table) {
  const Index rows = table.total();
  return rows == 0 ? kNone : quotient(correct_rows(table), rows);
}

double macro_f1(std::span<const ClassMetrics> metrics) {
  double sum = 0;
  Index classes = 0;
  for (const ClassMetrics& one : metrics) {
    if (one.support + one.predicted == 0) continue;
    sum += one.f1;
    ++classes;
  }
  return classes == 0 ? kNone : sum / static_cast<double>(classes);
}

double macro_f1(const Confusion& table) {
  return macro_f1(class_metrics(table));
}

double micro_f1(std::span<const ClassMetrics> metrics) {
  Index correct = 0;
  Index decisions = 0;
  for (const ClassMetrics& one : metrics) {
    correct += one.correct;
    decisions += one.support + one.predicted;
  }
  return decisions == 0 ? kNone : quotient(2 * correct, decisions);
}

double micro_f1(const Confusion& table) {
  return accuracy(table);
}

double auc(std::span<const std::int32_t> truth,
           std::span<const double> scores) {
  require(truth.size() == scores.size(),
          "auc: truth and scores differ in number");
  std::vector<std::pair<double, std::int32_t>> rows;
  for (std::size_t i = 0; i < truth.size(); ++i) {
    if (truth[i] == kUnlabeled) continue;
    require(truth[i] == 0 || truth[i] == 1, "auc: needs the classes 0 and 1");
    require(!std::isnan(scores[i]), "auc: needs scores that are numbers");
    rows.emplace_back(scores[i], truth[i]);
  }
  std::sort(rows.begin(), rows.end());
  // Mann and Whitney: pairs won, a group of equal scores at a time.
  double negatives = 0, positives = 0, won = 0;
  for (std::size_t first = 0; first < rows.size();) {
    std::size_t last = first;
    double group = 0;  // positives among equals
    for (; last < rows.size() && rows[last].first == rows[first].first; ++last)
      group += rows[last].second;
    const double others = static_cast<double>(last - first) - group;
    won += group * (negatives + others / 2);
    negatives += others;
    positives += group;
    first = last;
  }
  return negatives > 0 && positives > 0 ? won / (negatives * positives) : kNone;
}

SetMetrics set_metrics(std::span<const std::int32_t> truth,
                       std::span<const std::int32_t> predicted, Index labels) {
  require(labels > 0 && truth.size() == predicted.size() &&
              truth.size() % labels == 0,
          "set_metrics: truth and predictions must be rows x labels");
  SetMetrics metrics;
  metrics.rows = static_cast<Index>(truth.size()) / labels;
  metrics.labels.resize(labels);
  Index right = 0;
  Index wrong = 0;
  for (Index i = 0; i < metrics.rows; ++i) {
    Index errors = 0;
    for (Index k = 0; k < labels; ++k) {
      const bool is = truth[i * labels + k] != 0;
      const bool has_predicted = predicted[i * labels + k] != 0;
      ClassMetrics& one = metrics.labels[k];
      one.support += is ? 1 : 0;
      one.predicted += has_predicted ? 1 : 0;
      one.correct += is && has_predicted ? 1 : 0;
      errors += is == has_predicted ? 0 : 1;
    }
    right += errors == 0 ? 1 : 0;
    wrong += errors;
  }
  complete(metrics.labels);
  const auto rows = static_cast<double>(metrics.rows);
  metrics.subset_accuracy = static_cast<double>(right) / rows;
  metrics.hamming_loss =
      static_cast<double>(wrong) / (rows * static_cast<double>(labels));
  return metrics;
}

}  // namespace semilin
