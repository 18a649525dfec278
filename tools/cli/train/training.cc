#include "cli/train/training.h"

#include <filesystem>
#include <utility>

#include "semilin/advanced/io/label_text.h"
#include "semilin/advanced/io/output_file.h"
#include "semilin/io/dataset_file.h"

#include "cli/command/command.h"
#include "cli/command/console.h"
#include "cli/data/data_options.h"
#include "cli/data/graph_file.h"
#include "cli/data/model_file.h"
#include "cli/data/predictions.h"
#include "cli/data/processes.h"

namespace semilin::cli {
namespace {

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
  test.read.threads = options.run.train.threads;
  if (!options.quiet) test.doubt = warn;
  return test;
}

Source source_of(const TrainArguments& options) {
  Source source = options.source;
  source.read.threads = options.run.train.threads;
  source.ids |= !options.labels_out.empty();
  if (!options.quiet) source.doubt = warn;
  return source;
}

void require_method_of_parts(const std::string& method) {
  if (method.empty() || method_named(method).in_parts) return;
  throw UsageError("mpirun: " + method +
                   " needs a single process: name another method, --method "
                   "committee, rls, svm, tsvm, da or nb-em");
}

}  // namespace

void take_own_file(TrainArguments& options) {
  Source& source = options.source;
  share_work(source.read, options.quiet, options.log);
  if (is_alone()) return;
  if (options.labels_in_table())
    throw UsageError("mpirun: tables of --labels-out need a single process");
  require_method_of_parts(options.run.train.method);
  take_own_files(source);
}

void take_own_part(TrainArguments& options, Corpus& corpus) {
  if (is_alone()) return;
  require_method_of_parts(options.run.train.method);
  corpus.data = own_part(corpus.data, corpus.seeds.rows.nonzeros());
  corpus.drawn.clear();  // of all rows, and resolved
}

Corpus read_training_data(TrainArguments& options) {
  RunOptions& run = options.run;
  const auto require_options = [&](std::string_view method) {
    require_options_of(method_named(method), options);
  };
  if (!run.train.method.empty()) require_options(run.train.method);
  Corpus corpus = read_corpus(source_of(options));
  if (run.train.method.empty())
    require_options(default_run_method(run, corpus.data));
  if (options.run.graph_file.empty()) return corpus;
  if (corpus.seeds.rows.rows() > 0)
    throw UsageError(
        "--seed-words: not with --graph, which has no nodes for words");
  run.train.graph.graph = read_graph(options.run.graph_file);
  require_nodes(*run.train.graph.graph, corpus.data.rows.rows(),
                options.run.graph_file);
  return corpus;
}

void check_test_data(const TrainArguments& options) {
  if (options.test.empty()) return;
  if (!options.source.vectors.empty())
    throw UsageError(
        "--test: not with --vectors; use semilin evaluate, which takes both");
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

void write_labels(const Run& run, const Corpus& corpus,
                  const TrainArguments& options) {
  const std::string& path = options.labels_out;
  if (path.empty()) return;
  const ModelHead& model = run.model.head();
  if (options.labels_in_table()) {
    const Dataset& data = corpus.data;
    Predictions table = make_predictions(
        model, known_terms(data.rows, model),
        scores(run.model, data.rows, options.run.train.threads), false);
    table.ids = corpus.ids;
    for (std::size_t i = 0; i < data.labels.size(); ++i) {
      const bool known = data.labels[i] != kUnlabeled;
      table.given.push_back(known ? data.classes[data.labels[i]] : "");
      if (known) table.labels[i] = table.given[i];
    }
    write_predictions(table, model, prediction_format("", path), path);
    return;
  }
  std::string lines;
  const std::vector<std::int32_t>& labels = run.labels;
  const std::size_t width = model.multi_label ? model.classes.size() : 1;
  for (std::size_t i = 0; i < labels.size(); i += width) {
    lines += model.multi_label ? label_set(model, &labels[i])
                               : label_word(model.classes[labels[i]]);
    lines += '\n';
  }
  write_file(path, lines);
}

void put_doubts(const Run& run, const Corpus& corpus,
                nlohmann::ordered_json& json) {
  json["labels"] = nlohmann::ordered_json::parse(to_json(corpus.label_doubts));
  json["warnings"] = nlohmann::ordered_json::array();
  for (const auto* sentences : {&corpus.doubts, &run.warnings})
    for (const std::string& one : *sentences)
      json["warnings"].push_back(spelled(one));
}

void say_next_predict(const TrainArguments& options, const Corpus& corpus) {
  const Source& given = options.source;
  std::filesystem::path data = given.path;
  if (data.extension() == ".gz") data = data.stem();
  std::string ending = data.extension().string();
  if (ending == ".store" && corpus.has_texts()) ending = ".csv";
  // the model remembers the columns
  Source next = {.path = given.path == "-" ? "-" : "new" + ending};
  next.text = given.text;
  next.format = given.format;
  next.columns.separator = given.columns.separator;
  next.read.double_values = given.read.double_values;
  if (!given.vectors.empty()) next.vectors = "new.npy";
  say("Next: classify new " + corpus.noun() + ": semilin predict " +
      shell_word(options.model) + " " + file_words(next));
}

int say_interrupted(const TrainArguments& options) {
  if (!options.quiet) {
    warn("interrupted: " + options.model + " holds the best model so far");
  }
  return 1;
}

}  // namespace semilin::cli
