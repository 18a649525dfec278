#include "cli/train/training.h"

#include <algorithm>
#include <filesystem>

#include "semilin/advanced/learn/memory.h"

#include "cli/data/descriptions.h"

namespace semilin::cli {
namespace {

Source source_of(const TrainArguments& options) {
  Source source = options.source;
  source.read.threads = options.run.train.threads;
  source.ids |= !options.labels_out.empty();
  if (!options.quiet) source.doubt = warn;
  return source;
}

}  // namespace

void require_memory(const Dataset& data, const TrainOptions& options,
                    const std::string& file, bool quiet) {
  constexpr double kGigabyte = 1e9;
  try {
    semilin::require_memory(data, options.method);
  } catch (const DataError& error) {
    throw error.in(file);
  }
  const double bytes = training_bytes(data, options.method);
  if (bytes > kGigabyte && !quiet)
    say("Training takes about " + number(bytes / kGigabyte, 3) +
        " GB of memory: " + grouped(data.rows.rows()) + " rows, " +
        grouped(data.rows.cols()) + " features and " +
        grouped(std::ssize(data.classes)) + " classes");
}

Corpus read_training_data(TrainArguments& options) {
  RunOptions& run = options.run;
  if ((run.c || (run.tune && !run.tune->c.empty())) &&
      std::any_of(options.settings.begin(), options.settings.end(),
                  [](const auto& one) { return one.name == "lambda"; }))
    throw UsageError("-C: not with --set lambda, of which it is another form");
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

void put_doubts(const Run& run, const Corpus& corpus, Json& json) {
  json["labels"] = Json::parse(to_json(corpus.label_doubts));
  json["warnings"] = Json::array();
  for (const auto* sentences : {&corpus.doubts, &run.warnings})
    for (const std::string& one : *sentences)
      json["warnings"].push_back(spelled(one));
}

void say_next_predict(const TrainArguments& options, const Corpus& corpus) {
  const Source& given = options.source;
  std::string ending =
      std::filesystem::path(without_gz(given.path)).extension().string();
  if (ending == ".store" && corpus.has_texts()) ending = ".csv";
  // the model remembers how they are read
  say("Next: classify new " + corpus.noun() + ": semilin predict " +
      shell_word(options.model) + " " +
      (given.path == "-" ? "-" : shell_word("new" + ending)) +
      (given.vectors.empty() ? "" : " --vectors new.npy"));
}

int say_interrupted(const TrainArguments& options) {
  if (!options.quiet) {
    warn("interrupted: " + options.model + " holds the best model so far");
  }
  return 1;
}

}  // namespace semilin::cli
