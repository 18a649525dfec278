#include "cli/train/training.h"

#include <utility>

#include "semilin/advanced/io/label_text.h"
#include "semilin/advanced/io/output_file.h"
#include "semilin/base/error.h"
#include "semilin/io/dataset_file.h"
#include "semilin/linear/calibration.h"
#include "semilin/linear/cross_validation.h"
#include "semilin/linear/multilabel.h"
#include "semilin/matrix/label_sets.h"

#include "cli/command/command.h"
#include "cli/command/console.h"
#include "cli/data/model_file.h"
#include "cli/data/predictions.h"

namespace semilin::cli {
namespace {

// The classes, or labels of multi-label data, without enough rows to calibrate.
std::vector<std::string> rare_names(const Dataset& data) {
  std::vector<std::string> names;
  if (!has_label_sets(data)) {
    for (const std::int32_t k : rare_classes(data))
      names.push_back(data.classes[k]);
    return names;
  }
  const LabelSets sets = label_sets(data);
  for (std::size_t k = 0; k < sets.names.size(); ++k) {
    const Dataset one = one_label(data, sets, static_cast<std::int32_t>(k));
    if (!rare_classes(one).empty()) names.push_back(sets.names[k]);
  }
  return names;
}

// True if rows of two classes can be held out for `purpose`. Otherwise it warns
// and names what is done `instead`; for rare classes it prints `of_rare`.
bool can_hold_out(const Dataset& data, bool quiet, const std::string& purpose,
                  const std::string& instead, const std::string& of_rare) {
  const std::vector<std::string> rare = rare_names(data);
  const bool sets = has_label_sets(data);
  const std::size_t all =
      sets ? label_sets(data).names.size() : data.classes.size();
  const bool possible = all - rare.size() >= (sets ? 1 : 2);
  if (quiet || (possible && rare.empty())) return possible;
  if (!possible) {
    warn(purpose + ": needs two classes with two labeled rows each; " +
         instead);
    return possible;
  }
  warn(purpose + ": " + rare.front() +
       (rare.size() == 1 ? " has"
                         : " and " + std::to_string(rare.size() - 1) +
                               " more classes have") +
       " fewer than two labeled rows, " + of_rare);
  return possible;
}

// --test, read as DATA are.
Source source_of_test(const TrainArguments& options) {
  const Source& data = options.source;
  Source test{.path = options.test, .purpose = Purpose::Read};
  test.text = data.text;
  test.format = data.format;
  test.columns = data.columns;
  test.read.zero_based = data.read.zero_based;
  test.read.double_values = data.read.double_values;
  test.read.unlabeled_label = data.read.unlabeled_label;
  test.read.trust = data.read.trust;
  test.read.threads = options.linear.threads;
  if (!options.quiet) test.doubt = warn;
  return test;
}

}  // namespace

Source source_of(const TrainArguments& options) {
  Source source = options.source;
  source.read.threads = options.linear.threads;
  source.ids |= !options.labels_out.empty();
  if (!options.quiet) source.doubt = warn;
  if (options.own_file) source.purpose = Purpose::Read;
  return source;
}

TrainingData read_training_data(const TrainArguments& options) {
  TrainingData training{read_corpus(source_of(options))};
  const Dataset& data = training.data;
  if (training.seeds.rows.rows() > 0 && !options.graph_file.empty())
    throw UsageError(
        "--seed-words: not with --graph, which has no nodes for words");
  for (const auto& [asked, name] :
       {std::pair{options.cross_validate, "--cross-validate"},
        std::pair{options.expected_accuracy, "--expected-accuracy"}})
    if (asked && has_label_sets(data))
      throw UsageError(std::string(name) + ": not with multi-label data");
  training.probabilities = options.with_probabilities() &&
                           can_hold_out(data, options.quiet, "probabilities",
                                        "there are scores instead",
                                        "and the shift of the other classes");
  training.cross_validate =
      options.cross_validate &&
      can_hold_out(data, options.quiet, "cross-validation", "it is skipped",
                   "which are in every training and not counted");
  training.expected_accuracy =
      options.expected_accuracy &&
      can_hold_out(data, options.quiet, "expected accuracy", "it is skipped",
                   "which are assumed to be right half as often as others");
  return training;
}

void check_test_data(const TrainArguments& options) {
  if (options.test.empty()) return;
  if (!options.source.vectors.empty())
    throw UsageError("--test: not with --vectors, which evaluate takes, too");
  const Source test = source_of_test(options);
  if (test.holds_documents())
    for_each_text(test, [](Index, const std::string&) {});
  else
    static_cast<void>(read_dataset({test.path}, test.read));
}

Dataset read_test_data(const TrainArguments& options, const Model& model) {
  return read_corpus(source_of_test(options), model, options.model).data;
}

bool TrainArguments::labels_in_table() const {
  return prediction_format("", labels_out) != PredictionFormat::Labels;
}

void write_labels(const TrainResult& result, const TrainingData& training,
                  const TrainArguments& options) {
  const std::string& path = options.labels_out;
  if (path.empty()) return;
  const ModelHead& model = result.model.head();
  if (options.labels_in_table()) {
    const Dataset& data = training.data;
    Predictions table = make_predictions(
        model, known_terms(data.rows, model),
        scores(result.model, data.rows, options.linear.threads), false);
    table.ids = training.ids;
    for (std::size_t i = 0; i < data.labels.size(); ++i) {
      const bool known = data.labels[i] != kUnlabeled;
      table.given.push_back(known ? data.classes[data.labels[i]] : "");
      if (known) table.labels[i] = table.given[i];
    }
    write_predictions(table, model, prediction_format("", path), path);
    return;
  }
  std::string lines;
  const std::vector<std::int32_t>& labels = result.labels;
  const std::size_t width = model.multi_label ? model.classes.size() : 1;
  for (std::size_t i = 0; i < labels.size(); i += width) {
    lines += model.multi_label ? label_set(model, &labels[i])
                               : label_word(model.classes[labels[i]]);
    lines += '\n';
  }
  write_file(path, lines);
}

int say_interrupted(const TrainArguments& options) {
  if (!options.quiet) {
    warn("interrupted: " + options.model + " holds the best model so far");
  }
  return 1;
}

}  // namespace semilin::cli
