#include "cli/train/training.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <limits>

#include <sys/resource.h>
#include <unistd.h>

#include "semilin/matrix/label_sets.h"

#include "cli/data/descriptions.h"

namespace semilin::cli {
namespace {

Source source_of(const TrainArguments& options) {
  Source source = options.source;
  source.read.threads = options.run.train.threads;
  source.ids |= !options.labels_out.empty();
  if (!options.quiet) source.doubt = warn;
  source.before_votes = [path = source.path](const Dataset& data) {
    TrainOptions supervised;  // the least that follows
    supervised.method = "svm";
    require_memory(data, supervised, path, true);
  };
  return source;
}

constexpr double kGigabyte = 1e9;

double outputs_of(const Dataset& data) {
  if (has_label_sets(data)) return 1;  // one label is trained at a time
  return data.classes.size() > 2 ? static_cast<double>(data.classes.size()) : 1;
}

// Measured: a training takes ten numbers for every output of every row and six
// for every output of every feature, and less than half of that without
// unlabeled rows.
double bytes_taken(const Dataset& data, const TrainOptions& options) {
  const auto rows = static_cast<double>(data.rows.rows());
  // columns that never occur take no memory where there are so many
  constexpr Index kManyColumns = Index{1} << 24;
  const Index cols = data.rows.cols();
  const auto features = static_cast<double>(
      cols > kManyColumns ? std::min(cols, data.rows.nonzeros()) : cols);
  const double part = method_named(options.method).semisupervised ? 1 : 0.45;
  return sizeof(double) * outputs_of(data) * part * (10 * rows + 6 * features);
}

// The number in a file of the system; infinite if it has none.
double limit_in(const std::string& path) {
  std::ifstream file(path);
  double bytes = 0;
  return file >> bytes ? bytes : std::numeric_limits<double>::infinity();
}

// The limits of the control groups that this process is in, and of those around
// them, of either version.
double limit_of_groups() {
  double least = std::numeric_limits<double>::infinity();
  std::ifstream groups("/proc/self/cgroup");
  for (std::string line; std::getline(groups, line);) {
    const bool second = line.starts_with("0::");
    const std::size_t name = line.find(":memory:");
    if (!second && name == line.npos) continue;
    const std::filesystem::path root =
        second ? "/sys/fs/cgroup" : "/sys/fs/cgroup/memory";
    const char* file = second ? "memory.max" : "memory.limit_in_bytes";
    std::filesystem::path group = line.substr(second ? 3 : name + 8);
    for (; group.has_relative_path(); group = group.parent_path())
      least = std::min(least, limit_in(root / group.relative_path() / file));
    least = std::min(least, limit_in(root / file));
  }
  return least;
}

// The memory of the machine, or as much of it as this process may take.
double memory_of_machine() {
  const double machine = static_cast<double>(::sysconf(_SC_PHYS_PAGES)) *
                         static_cast<double>(::sysconf(_SC_PAGESIZE));
  rlimit limit{};
  const bool limited =
      ::getrlimit(RLIMIT_AS, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY;
  const double own = limited ? static_cast<double>(limit.rlim_cur) : machine;
  return std::min({machine, own, limit_of_groups()});
}

std::string gigabytes(double bytes) {
  return number(bytes / kGigabyte, 3) + " GB";
}

}  // namespace

void require_memory(const Dataset& data, const TrainOptions& options,
                    const std::string& file, bool quiet) {
  const double bytes = bytes_taken(data, options);
  const std::string shape = grouped(data.rows.rows()) + " rows, " +
                            grouped(data.rows.cols()) + " features and " +
                            grouped(std::ssize(data.classes)) + " classes";
  if (bytes > memory_of_machine()) {
    throw DataError(file, "expected a training that fits the " +
                              gigabytes(memory_of_machine()) +
                              " available, found one of about " +
                              gigabytes(bytes) + ": " + shape);
  }
  if (bytes > kGigabyte && !quiet) {
    say("Training takes about " + gigabytes(bytes) + " of memory: " + shape);
  }
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
