#include "cli/evaluation.h"

#include <algorithm>
#include <cstddef>

#include "semilin/base/error.h"

#include "cli/console.h"
#include "cli/table.h"

namespace semilin::cli {
namespace {

bool same_class(const std::string& a, const std::string& b) {
  return sort_class_names({a, b}).size() == 1;  // 1 is +1
}

// 0 means unlabelled beside +1 and -1, even in a file with one of them only.
bool is_unlabeled(const std::string& name,
                  const std::vector<std::string>& classes) {
  return same_class(name, "0") && classes.size() == 2 &&
         same_class(classes[0], "-1") && same_class(classes[1], "1");
}

// For each of the data's classes its position in `classes`, which grows by
// those that it lacks.
std::vector<std::int32_t> class_map(const std::vector<std::string>& from,
                                    std::vector<std::string>& classes) {
  const std::vector<std::string> known = classes;
  std::vector<std::int32_t> map;
  for (const std::string& name : from) {
    const auto found = std::find_if(
        known.begin(), known.end(),
        [&](const std::string& other) { return same_class(name, other); });
    if (found != known.end()) {
      map.push_back(static_cast<std::int32_t>(found - known.begin()));
    } else if (is_unlabeled(name, known)) {
      map.push_back(kUnlabeled);
    } else {
      map.push_back(static_cast<std::int32_t>(classes.size()));
      classes.push_back(name);
    }
  }
  return map;
}

std::string class_table(const Evaluation& evaluation) {
  Table table({"class", "rows", "predicted", "precision", "recall", "F1"});
  const auto metrics = class_metrics(evaluation.table);
  for (std::size_t k = 0; k < metrics.size(); ++k) {
    const ClassMetrics& one = metrics[k];
    table.add({evaluation.classes[k], std::to_string(one.support),
               std::to_string(one.predicted), fixed_number(one.precision, 4),
               fixed_number(one.recall, 4), fixed_number(one.f1, 4)});
  }
  return table.text();
}

std::string confusion_table(const Evaluation& evaluation) {
  std::vector<std::string> head = {"true \\ predicted"};
  head.insert(head.end(), evaluation.classes.begin(), evaluation.classes.end());
  Table table(head);
  for (Index t = 0; t < evaluation.table.classes; ++t) {
    std::vector<std::string> row = {evaluation.classes[t]};
    for (Index p = 0; p < evaluation.table.classes; ++p)
      row.push_back(std::to_string(evaluation.table.at(t, p)));
    table.add(row);
  }
  return table.text();
}

}  // namespace

Evaluation evaluate(const LinearModel& model, const Dataset& data,
                    int threads) {
  Evaluation result;
  result.classes = model.classes;
  const auto map = class_map(data.classes, result.classes);
  std::vector<std::int32_t> truth(data.labels);
  for (std::int32_t& label : truth) {
    if (label != kUnlabeled) label = map[label];
    if (label == kUnlabeled) ++result.unlabeled;
  }
  const std::vector<double> outputs = scores(model, data.rows, threads);
  const auto classes = static_cast<Index>(result.classes.size());
  result.foreign_classes = classes - static_cast<Index>(model.classes.size());
  result.table = confusion(truth, predict(model, outputs), classes);
  if (result.table.total() == 0) {
    throw DataError("expected rows with labels, found none");
  }
  result.binary = classes == 2;
  if (result.binary) result.auc = auc(truth, outputs);
  return result;
}

std::string to_text(const Evaluation& evaluation, bool with_confusion) {
  const Confusion& table = evaluation.table;
  std::string text = "rows      " + std::to_string(table.total());
  if (evaluation.unlabeled > 0) {
    text += " (and " + std::to_string(evaluation.unlabeled) + " unlabelled)";
  }
  text += "\naccuracy  " + fixed_number(accuracy(table), 6) + "\nmacro F1  " +
          fixed_number(macro_f1(table), 6) + "\nmicro F1  " +
          fixed_number(micro_f1(table), 6) + "\n";
  if (evaluation.binary) {
    text += "AUC       " + fixed_number(evaluation.auc, 6) + "\n";
  }
  text += "\n" + class_table(evaluation);
  if (with_confusion) text += "\n" + confusion_table(evaluation);
  return text;
}

nlohmann::ordered_json to_json(const Evaluation& evaluation,
                               bool with_confusion) {
  const Confusion& table = evaluation.table;
  nlohmann::ordered_json json = {{"rows", table.total()},
                                 {"unlabeled", evaluation.unlabeled},
                                 {"accuracy", accuracy(table)},
                                 {"macro_f1", macro_f1(table)},
                                 {"micro_f1", micro_f1(table)}};
  if (evaluation.binary) json["auc"] = evaluation.auc;
  json["classes"] = nlohmann::ordered_json::array();
  const auto metrics = class_metrics(table);
  for (std::size_t k = 0; k < metrics.size(); ++k) {
    const ClassMetrics& one = metrics[k];
    json["classes"].push_back({{"name", evaluation.classes[k]},
                               {"rows", one.support},
                               {"predicted", one.predicted},
                               {"correct", one.correct},
                               {"precision", one.precision},
                               {"recall", one.recall},
                               {"f1", one.f1}});
  }
  if (!with_confusion) return json;
  json["confusion"] = nlohmann::ordered_json::array();
  for (Index t = 0; t < table.classes; ++t) {
    const auto row = table.counts.begin() + t * table.classes;
    json["confusion"].push_back(std::vector<Index>(row, row + table.classes));
  }
  return json;
}

}  // namespace semilin::cli
