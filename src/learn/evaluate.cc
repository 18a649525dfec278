#include "semilin/learn/evaluate.h"

#include <utility>

#include "semilin/base/error.h"
#include "semilin/linear/multilabel.h"
#include "semilin/matrix/label_sets.h"

#include "base/json.h"
#include "learn/labeled_digest.h"

namespace semilin {
namespace {

using Ordered = nlohmann::ordered_json;

// The position of each of the data's classes in `classes`, which grows by
// those that it lacks.
std::vector<std::int32_t> class_map(const std::vector<std::string>& from,
                                    std::vector<std::string>& classes) {
  const std::vector<std::string> known = classes;
  std::vector<std::int32_t> map;
  for (const std::string& name : from) {
    map.push_back(find_class(known, name));
    if (map.back() == kUnlabeled) {
      map.back() = static_cast<std::int32_t>(classes.size());
      classes.push_back(name);
    }
  }
  return map;
}

void evaluate_classes(const ModelHead& model, const Dataset& data,
                      std::vector<double> given, Evaluation& result) {
  result.outputs = std::move(given);
  const std::vector<double>& outputs = result.outputs;
  const auto map = class_map(data.classes, result.classes);
  std::vector<std::int32_t> truth(data.labels);
  for (std::int32_t& label : truth) {
    if (label == kUnlabeled)
      ++result.unlabeled;
    else
      label = map[label];
  }
  const auto classes = static_cast<Index>(result.classes.size());
  result.truth = truth;
  result.predicted = predict(model, outputs);
  result.table = confusion(truth, result.predicted, classes);
  result.rows = result.table.total();
  result.accuracy = accuracy(result.table);
  result.metrics = class_metrics(result.table);
  if (classes == 2) result.auc = auc(truth, outputs);
  if (model.calibration.slopes.empty()) return;
  const auto known = static_cast<std::int32_t>(model.classes.size());
  for (std::int32_t& label : truth)
    if (label >= known) label = kUnlabeled;
  result.reliability =
      reliability(label_probabilities(model, outputs), truth, known);
}

// The two probabilities of each label's decision: the label or not.
Reliability label_reliability(const ModelHead& model,
                              const std::vector<double>& outputs,
                              const std::vector<std::int32_t>& truth) {
  std::vector<double> pairs;
  for (const double p : probabilities(model, outputs)) {
    pairs.push_back(1 - p);
    pairs.push_back(p);
  }
  return reliability(pairs, truth, 2);
}

// The true and predicted sets of the labeled rows, as rows x classes.
void evaluate_sets(const ModelHead& model, const Dataset& data,
                   std::vector<double> outputs, Evaluation& result) {
  const LabelSets sets = label_sets(data);
  const auto map = class_map(sets.names, result.classes);
  const std::vector<std::int32_t> predicted_sets = predict_sets(model, outputs);
  const std::size_t known = model.classes.size();
  const std::size_t classes = result.classes.size();
  std::vector<std::int32_t> truth;
  std::vector<std::int32_t> predicted;
  // a decision a row and label of the model
  std::vector<std::int32_t> decisions(predicted_sets.size(), kUnlabeled);
  for (std::size_t i = 0; i < data.labels.size(); ++i) {
    if (data.labels[i] == kUnlabeled) continue;
    truth.resize(truth.size() + classes, 0);
    predicted.resize(truth.size(), 0);
    const std::size_t first = truth.size() - classes;
    for (const std::int32_t name : sets.of_class[data.labels[i]])
      truth[first + map[name]] = 1;
    for (std::size_t k = 0; k < known; ++k) {
      predicted[first + k] = predicted_sets[i * known + k];
      decisions[i * known + k] = truth[first + k];
    }
  }
  const SetMetrics metrics =
      set_metrics(truth, predicted, static_cast<Index>(classes));
  result.multi_label = true;
  result.rows = metrics.rows;
  result.unlabeled = static_cast<Index>(data.labels.size()) - metrics.rows;
  result.accuracy = metrics.subset_accuracy;
  result.hamming_loss = metrics.hamming_loss;
  result.metrics = metrics.labels;
  if (!model.calibration.slopes.empty()) {
    result.reliability = label_reliability(model, outputs, decisions);
  }
}

DecidedRows decided_rows(const ModelHead& model, const Evaluation& all,
                         double least) {
  const Decided found = decide(model, all.outputs, least);
  std::vector<std::int32_t> truth = all.truth;
  for (std::size_t i = 0; i < truth.size(); ++i)
    if (found.labels[i] == kUnlabeled) truth[i] = kUnlabeled;
  const Confusion table = confusion(truth, found.guesses, all.table.classes);
  DecidedRows rows;
  rows.least_probability = least;
  rows.rows = table.total();
  rows.coverage =
      static_cast<double>(rows.rows) / static_cast<double>(all.rows);
  rows.accuracy = accuracy(table);
  rows.macro_f1 = macro_f1(class_metrics(table));
  return rows;
}

Ordered json_of_decided(const DecidedRows& decided) {
  const double least = decided.least_probability;
  return {{"least_probability", least < kNoneSure ? Ordered(least) : Ordered()},
          {"rows", decided.rows},
          {"coverage", decided.coverage},
          {"accuracy", decided.accuracy},
          {"macro_f1", decided.macro_f1}};
}

}  // namespace

Evaluation evaluate(const ModelHead& model, const Dataset& data,
                    std::vector<double> outputs, const DecideOptions& options) {
  Evaluation result;
  result.classes = model.classes;
  const auto measure = model.multi_label ? evaluate_sets : evaluate_classes;
  measure(model, data, std::move(outputs), result);
  if (result.rows == 0) {
    throw DataError("expected labels, found none");
  }
  result.in_training = labeled_in_training(model.info, data);
  result.foreign_classes =
      static_cast<Index>(result.classes.size() - model.classes.size());
  result.macro_f1 = macro_f1(result.metrics);
  result.micro_f1 = micro_f1(result.metrics);
  if (!options.all())
    result.decided =
        decided_rows(model, result, least_probability(model, options));
  return result;
}

std::string to_json(const Evaluation& evaluation, bool with_confusion) {
  Ordered json = {{"rows", evaluation.rows},
                  {"unlabeled", evaluation.unlabeled},
                  {"in_training", evaluation.in_training},
                  {"accuracy", evaluation.accuracy},
                  {"macro_f1", evaluation.macro_f1},
                  {"micro_f1", evaluation.micro_f1}};
  if (evaluation.multi_label) json["hamming_loss"] = evaluation.hamming_loss;
  if (evaluation.auc) json["auc"] = *evaluation.auc;
  if (evaluation.reliability) {
    json["log_loss"] = evaluation.reliability->log_loss;
    json["brier"] = evaluation.reliability->brier;
    json["ece"] = evaluation.reliability->ece;
  }
  if (evaluation.decided)
    json["decided"] = json_of_decided(*evaluation.decided);
  json["classes"] = Ordered::array();
  for (std::size_t k = 0; k < evaluation.metrics.size(); ++k) {
    const ClassMetrics& one = evaluation.metrics[k];
    json["classes"].push_back({{"name", evaluation.classes[k]},
                               {"rows", one.support},
                               {"predicted", one.predicted},
                               {"correct", one.correct},
                               {"precision", one.precision},
                               {"recall", one.recall},
                               {"f1", one.f1}});
  }
  if (!with_confusion || evaluation.multi_label) return text_of(json);
  const Confusion& table = evaluation.table;
  json["confusion"] = Ordered::array();
  for (Index t = 0; t < table.classes; ++t) {
    const auto row = table.counts.begin() + t * table.classes;
    json["confusion"].push_back(std::vector<Index>(row, row + table.classes));
  }
  return text_of(json);
}

}  // namespace semilin
