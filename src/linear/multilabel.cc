#include "semilin/linear/multilabel.h"

#include "semilin/base/error.h"

namespace semilin {

std::vector<std::int32_t> predict_sets(const ModelHead& model,
                                       std::span<const double> scores) {
  require(model.multi_label && scores.size() % model.classes.size() == 0,
          "predict_sets: needs a multi-label model and rows x labels scores");
  std::vector<std::int32_t> sets(scores.size());
  for (std::size_t e = 0; e < scores.size(); ++e)
    sets[e] = scores[e] > 0 ? 1 : 0;
  return sets;
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
