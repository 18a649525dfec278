#include "cli/train/training.h"

#include <algorithm>
#include <set>
#include <utility>

#include "semilin/advanced/io/label_text.h"
#include "semilin/advanced/io/output_file.h"
#include "semilin/base/error.h"
#include "semilin/io/archive_file.h"
#include "semilin/io/dataset_file.h"
#include "semilin/io/store.h"
#include "semilin/linear/calibration.h"
#include "semilin/linear/cross_validation.h"
#include "semilin/linear/multilabel.h"
#include "semilin/matrix/label_sets.h"
#include "semilin/text/vocabulary.h"

#include "cli/command/command.h"
#include "cli/command/console.h"
#include "cli/data/label_tables.h"
#include "cli/data/model_file.h"
#include "cli/data/predictions.h"
#include "cli/data/vectors.h"

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
    warn(purpose + ": needs two classes with two labelled rows each; " +
         instead);
    return possible;
  }
  warn(purpose + ": " + rare.front() +
       (rare.size() == 1 ? " has"
                         : " and " + std::to_string(rare.size() - 1) +
                               " more classes have") +
       " fewer than two labelled rows, " + of_rare);
  return possible;
}

// One row with two labels makes a whole file multi-label: warns where few rows
// have a number of labels other than one.
void warn_of_rare_sets(const Dataset& data) {
  constexpr double kRare = 0.01;
  const LabelSets sets = label_sets(data);
  Index odd = 0;
  std::string example;
  for (const std::int32_t label : data.labels) {
    if (label == kUnlabeled || sets.of_class[label].size() == 1) continue;
    if (odd++ == 0) example = data.classes[label];
  }
  if (static_cast<double>(odd) > kRare * static_cast<double>(data.labeled())) {
    return;
  }
  if (odd == 0) {
    warn("the labels are sets, and every labelled row has one label");
    return;
  }
  warn("the labels '" + example +
       "' of a row make the data multi-label, and only " + std::to_string(odd) +
       " of " + std::to_string(data.labeled()) +
       " labelled rows have other than one label");
}

// What travels with a store: vocabulary, ids, and how its rows were drawn.
// Returns the words that tell its classes, if it has any.
std::string take_attachments(const TrainArguments& options,
                             TrainingData& training) {
  const std::string& path = options.data;
  const Store store = open_store(path);
  if (options.with_ids && options.read.unlabeled_files.empty())
    training.ids = row_ids(store, path);
  if (keeps_labels(options.read)) training.drawn = row_drawn(store, path);
  const auto found = store.attachments.find(kVocabularyKey);
  if (found != store.attachments.end()) {
    training.vocabulary = archive_from_bytes(found->second, path);
  }
  const auto words = store.attachments.find(kSeedWordsKey);
  return words == store.attachments.end() ? "" : words->second;
}

// Whether --vocabulary is a text of the features' names.
bool names_features(const TrainArguments& options) {
  return !options.seeds.words.empty() && !options.vocabulary.empty() &&
         content_of(options.vocabulary) == Content::Data;
}

void take_documents(const TrainArguments& options, TrainingData& training) {
  if (!options.read.label_files.empty()) {
    throw UsageError(
        "--labels: documents have their own labels; a table with their ids and "
        "labels (.csv, .tsv or .jsonl) adds to these");
  }
  TextInput input = options.input;
  input.threads = options.linear.threads;
  input.columns.unlabeled_label = options.read.unlabeled_label;
  input.quiet = options.quiet;
  input.expects_labels = false;  // an error names them
  const TextFiles files{{options.data}, options.read.unlabeled_files};
  Corpus corpus;
  if (options.vocabulary.empty()) {
    corpus = learn_corpus(files, input, options.terms);
  } else {
    corpus.vocabulary = read_vocabulary(options.vocabulary);
    corpus.documents = read_documents(files, input, corpus.vocabulary);
  }
  static_cast<Documents&>(training) = std::move(corpus.documents);
  training.vocabulary = to_archive(corpus.vocabulary);
}

// Returns the words that tell classes, if the data are a store that has any.
std::string take_rows(const TrainArguments& options, TrainingData& training) {
  ReadOptions read = options.read;
  read.threads = options.linear.threads;
  std::string words;
  if (content_of(options.data) == Content::Store)
    words = take_attachments(options, training);
  if (!options.vocabulary.empty() && !names_features(options)) {
    training.vocabulary = to_archive(read_vocabulary(options.vocabulary));
  }
  training.data = read_plain_rows(options.data, read);
  return words;
}

void take_words(const TrainArguments& options, const std::string& kept,
                TrainingData& training) {
  FeatureNames features{training.vocabulary, {}};
  if (names_features(options))
    features.names = read_feature_names(options.vocabulary);
  training.seeds =
      take_seed_words(options.seeds, options.own_file ? "" : kept, features,
                      options.data, options.quiet, training.data);
  if (training.seeds.rows.rows.rows() > 0 && !options.graph_file.empty())
    throw UsageError(
        "--seed-words: not with --graph, which has no nodes for words");
}

void take_label_tables(const std::vector<std::string>& tables,
                       const TrainArguments& options, TrainingData& training) {
  TableColumns rules = options.input.columns;
  rules.unlabeled_label = options.read.unlabeled_label;
  for (const std::string& table : tables)
    take_label_table(table, rules, training);
}

// A class of empty rows that has no words either would attract every row that
// resembles no other.
void leave_out_empty_classes(const std::string& path, bool quiet,
                             TrainingData& training) {
  Dataset& data = training.data;
  std::vector<std::int32_t>& seeds = training.seeds.rows.labels;
  std::vector<bool> known(data.classes.size()), seen(data.classes.size());
  Index empty = 0;
  data.rows.visit([&](const auto& view) {
    for (Index i = 0; i < view.rows; ++i) {
      if (data.labels[i] == kUnlabeled) continue;
      seen[data.labels[i]] = true;
      if (!view.row_columns(i).empty())
        known[data.labels[i]] = true;
      else
        ++empty;
    }
  });
  for (const std::int32_t label : seeds)
    known[label] = true;
  if (data.multi_label ||
      std::none_of(known.begin(), known.end(), [](bool any) { return any; }))
    return;
  std::vector<bool> kept(data.classes.size());
  for (std::size_t k = 0; k < kept.size(); ++k) {
    kept[k] = known[k] || !seen[k];
    if (!kept[k] && !quiet) {
      warn(path + ": no row labelled '" + data.classes[k] +
           "' has a feature; the class is left out");
    }
  }
  if (empty > 0 && !quiet) {
    warn(path + ": labelled rows without a feature, from which nothing is " +
         "learnt: " + std::to_string(empty));
  }
  const std::vector<std::int32_t> places = keep_classes(kept, data);
  for (std::int32_t& label : seeds)
    label = places[label];
}

void require_two_classes(const TrainingData& training,
                         const std::string& path) {
  const Dataset& data = training.data;
  std::set<std::int32_t> seen(data.labels.begin(), data.labels.end());
  const SeedRows& seeds = training.seeds.rows;
  seen.insert(seeds.labels.begin(), seeds.labels.end());
  seen.erase(kUnlabeled);
  if (seen.size() >= 2) return;
  if (seen.empty() && !training.other_columns.empty())
    throw DataError(path, without_labels(training.other_columns));
  throw DataError(
      path, "expected labels of at least two classes, found " +
                (seen.empty() ? "none"
                              : "only '" + data.classes[*seen.begin()] + "'") +
                "; semilin suggest " + path +
                " finds rows to label, and --seed-words needs none");
}

// How the rows of --test are read, whatever the model.
ReadOptions rows_of_test(const TrainArguments& options) {
  ReadOptions read;
  read.zero_based = options.read.zero_based;
  read.double_values = options.read.double_values;
  read.trust = options.read.trust;
  read.threads = options.linear.threads;
  return read;
}

}  // namespace

TrainingData read_training_data(const TrainArguments& given) {
  TrainArguments options = given;
  const std::vector<std::string> tables = split_label_tables(options.read);
  options.with_ids |= !options.labels_out.empty() || !tables.empty();
  TrainingData training;
  std::string words;  // of a store
  if (options.input.takes(options.data))
    take_documents(options, training);
  else
    words = take_rows(options, training);
  take_label_tables(tables, options, training);
  const bool alone = options.read.unlabeled_files.empty();
  RowVectors(options.input.vectors,
             options.data + (alone ? "" : " with --unlabeled"))
      .put_beside(training.data);
  take_words(options, words, training);
  if (!options.own_file) {
    leave_out_empty_classes(options.data, options.quiet, training);
    require_two_classes(training, options.data);
  }
  Dataset& data = training.data;
  if (!options.quiet) warn_of_labels(data, options.data);
  if (has_label_sets(data) && !options.quiet) warn_of_rare_sets(data);
  apply_row_weights(options, data);
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
  if (!options.input.vectors.empty())
    throw UsageError("--test: not with --vectors, which evaluate takes, too");
  if (options.input.takes(options.test)) {
    for_each_batch(options.test, options.input, [](const DocumentBatch&) {});
    return;
  }
  static_cast<void>(read_dataset({options.test}, rows_of_test(options)));
}

Dataset read_test_data(const TrainArguments& options, const ModelHead& model) {
  if (options.input.takes(options.test)) {
    TextInput input = options.input;
    input.threads = options.linear.threads;
    input.columns.unlabeled_label = options.read.unlabeled_label;
    return read_documents(options.test, input, model, options.model).data;
  }
  ReadOptions read = rows_of_test(options);
  read.unlabeled_label = options.read.unlabeled_label;
  read.features = model.features;
  read.known_classes = model.classes;
  return read_dataset({options.test}, read);
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

void write_json(const nlohmann::ordered_json& json, const std::string& path) {
  if (path.empty()) return;
  write_file(
      path, json.dump(2, ' ', false, nlohmann::json::error_handler_t::replace) +
                "\n");
}

int say_interrupted(const TrainArguments& options) {
  if (!options.quiet) {
    warn("interrupted: " + options.model + " holds the best model so far");
  }
  return 1;
}

}  // namespace semilin::cli
