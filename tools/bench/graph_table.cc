// Errors of the graph methods on points whose labels are hidden: the tables in
// docs/graph-results.md.
//
//   graph_table DATA_DIR SET... [--labels 1,5,10,50] [--draws N]
//               [--methods a,b] [--kernel NAME] [--gamma X] [--lambda X]
//               [--starts N] [--sizes equal|estimate|true] [--weights NAME]
//               [--metric cosine|euclidean] [--search exact|approximate]
//               [--held-out] [--each]
//
// SET: usps-49 (digits 4 and 9), usps-0149, usps, mnist, 20news_stripped,
// reuters_r8 (all rows, training and test), or ssl_digit1, ssl_usps, ssl_g241c,
// ssl_text (their official splits). Labels are drawn per class (seeds 1,
// 2, ...). Errors in % of the rows whose labels are hidden: mean over the
// draws, and the mean seconds of a draw without graph and kernel.
// The other methods: "poisson" (Poisson learning), "svm" and "da" (supervised
// SVM and annealing, class sizes estimated). --held-out: the rows are those
// of the training set alone; the model's error on the test set stands behind
// "out", and behind "in" the error on the same test rows of a run that had them
// among its unlabeled rows. --each: the errors of the draws on standard error.
// The last line is the most memory that the program has taken.
#include <chrono>
#include <cmath>
#include <cstdio>
#include <exception>
#include <numeric>
#include <optional>
#include <sstream>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>
#include <sys/resource.h>

#include "semilin/advanced/base/random.h"
#include "semilin/advanced/graph/poisson.h"
#include "semilin/advanced/io/line_source.h"
#include "semilin/advanced/kernel/graph_points.h"
#include "semilin/base/error.h"
#include "semilin/graph/neighbor_graph.h"
#include "semilin/io/dataset_file.h"
#include "semilin/kernel/train.h"
#include "semilin/learn/train.h"

#include "learn/class_sizes/laplacian.h"

namespace {

using namespace semilin;  // NOLINT(google-build-using-namespace): a program

struct Arguments {
  std::string folder;
  std::vector<std::string> sets;
  std::vector<std::string> labels = {"1", "5", "10", "50"};
  int draws = 10;
  std::vector<std::string> methods = {"lap-rls", "lap-svm",     "tv-rls",
                                      "tv-svm",  "cheeger-rls", "cheeger-svm",
                                      "poisson"};
  std::string sizes = "equal";
  KernelForm kernel = KernelForm::Auto;
  bool held_out = false, each = false;
  Metric metric = Metric::Auto;
  Search search = Search::Auto;
  EdgeWeights weights = EdgeWeights::Auto;
  GraphOptions train;
};

template <class Values>
auto named(const Values& values, const std::string& kind,
           const std::string& name) {
  for (const auto value : values) {
    if (name == to_string(value)) return value;
  }
  throw DataError(kind + ": unknown name " + name);
}

double seconds_since(std::chrono::steady_clock::time_point begin) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin)
      .count();
}

// The rows of these classes, which are numbered anew.
Dataset only_classes(const Dataset& data,
                     const std::vector<std::string>& names) {
  std::vector<Index> rows;
  std::vector<std::int32_t> label_of(data.classes.size(), kUnlabeled);
  for (std::size_t k = 0; k < names.size(); ++k)
    label_of[find_class(data.classes, names[k])] = static_cast<std::int32_t>(k);
  for (std::size_t i = 0; i < data.labels.size(); ++i) {
    if (label_of[data.labels[i]] != kUnlabeled)
      rows.push_back(static_cast<Index>(i));
  }
  Dataset part = select(data, rows);
  for (std::int32_t& label : part.labels)
    label = label_of[label];
  part.classes = names;
  return part;
}

// These files of a set.
Dataset read_files(const std::string& folder, const std::string& name,
                   const std::vector<std::string>& files, Index features = 0) {
  const std::string base = name.substr(0, name.find('-'));
  const std::string stem = folder + "/" + base + "/";
  std::vector<std::string> paths;
  paths.reserve(files.size());
  for (const std::string& file : files)
    paths.push_back(std::string(stem).append(file).append(".svm.gz"));
  ReadOptions read;
  read.features = features;
  Dataset data = read_dataset(paths, read);
  if (base == name) return data;
  std::vector<std::string> digits;
  for (const char digit : name.substr(base.size() + 1))
    digits.emplace_back(1, digit);
  return only_classes(data, digits);
}

Dataset read_set(const Arguments& arguments, const std::string& name,
                 bool held_out) {
  if (name.rfind("ssl_", 0) == 0)
    return read_files(arguments.folder, name, {"all"});
  if (held_out) return read_files(arguments.folder, name, {"train"});
  return read_files(arguments.folder, name, {"train", "test"});
}

// A seeded draw of `count` rows of each class.
std::vector<Index> draw_per_class(const Dataset& data, Index count, int seed) {
  std::vector<Index> order(data.labels.size());
  std::iota(order.begin(), order.end(), Index{0});
  Random(seed).shuffle(order);
  std::vector<Index> taken(data.classes.size(), 0);
  std::vector<Index> keep;
  for (const Index i : order) {
    if (taken[data.labels[i]]++ < count) keep.push_back(i);
  }
  return keep;
}

// Splits, one per line: the rows that keep their labels, counted from 1.
std::vector<std::vector<Index>> read_splits(const std::string& file) {
  std::vector<std::vector<Index>> splits;
  LineSource lines(file);
  while (const auto line = lines.next()) {
    std::istringstream numbers{std::string(*line)};
    std::vector<Index> keep;
    for (Index row = 0; numbers >> row;)
      keep.push_back(row - 1);
    if (!keep.empty()) splits.push_back(keep);
  }
  return splits;
}

std::vector<std::vector<Index>> draws_of(const Arguments& arguments,
                                         const std::string& set,
                                         const Dataset& data,
                                         const std::string& labels) {
  if (set.rfind("ssl_", 0) == 0) {
    return read_splits(arguments.folder + "/" + set + "/splits_l" + labels +
                       ".txt.gz");
  }
  std::vector<std::vector<Index>> draws;
  draws.reserve(arguments.draws);
  for (int draw = 0; draw < arguments.draws; ++draw) {
    draws.push_back(draw_per_class(data, std::stol(labels), 1 + draw));
  }
  return draws;
}

std::vector<double> true_sizes(const Dataset& data) {
  std::vector<double> sizes(data.classes.size(), 0.0);
  for (const std::int32_t label : data.labels)
    sizes[label] += 1 / static_cast<double>(data.labels.size());
  return sizes;
}

// Rows, their graph and their kernel.
struct Scene {
  Scene(const Arguments& arguments, const std::string& set, Dataset rows)
      : data(std::move(rows)) {
    auto begin = std::chrono::steady_clock::now();
    const Graph graph = neighbor_graph(
        nearest_neighbors(data.rows, {.metric = arguments.metric,
                                      .search = arguments.search}),
        {.weights = arguments.weights});
    const double graph_seconds = seconds_since(begin);
    KernelSpec kernel;
    kernel.form = arguments.kernel;
    begin = std::chrono::steady_clock::now();
    points.emplace(data.rows, graph, kernel);
    std::printf(
        "\n%s: %ld rows, %ld edges (%.1f s), kernel %s, delta %g (%.1f s)\n",
        set.c_str(), static_cast<long>(points->size()),
        static_cast<long>(graph.edges()), graph_seconds,
        std::string(to_string(points->kernel_spec().form)).c_str(),
        printable(points->kernel_spec().delta), seconds_since(begin));
  }

  Dataset data;
  std::optional<GraphPoints> points;
};

class Bench {
 public:
  Bench(const Arguments& arguments, const std::string& set)
      : arguments_(arguments),
        set_(set),
        scene_(arguments, set, read_set(arguments, set, arguments.held_out)) {
    if (!arguments.held_out) return;
    test_ =
        read_files(arguments.folder, set, {"test"}, scene_.data.rows.cols());
    together_.emplace(arguments, set, read_set(arguments, set, false));
  }

  void print() {
    std::printf("| method |");
    for (const std::string& labels : arguments_.labels)
      std::printf(" %s |", labels.c_str());
    std::printf("\n|---|");
    for (std::size_t k = 0; k < arguments_.labels.size(); ++k)
      std::printf("---|");
    std::printf("\n");
    for (const std::string& method : arguments_.methods) {
      std::printf("| %s |", method.c_str());
      for (const std::string& labels : arguments_.labels)
        print_cell(method, labels);
      std::printf("\n");
    }
  }

 private:
  void print_cell(const std::string& method, const std::string& labels) {
    double sum = 0;
    double squares = 0;
    out_of_sample_ = 0;
    double in_sample = 0;
    const auto begin = std::chrono::steady_clock::now();
    const auto draws = draws_of(arguments_, set_, scene_.data, labels);
    for (const auto& keep : draws) {
      const double error = 100 * error_of(method, scene_, keep, 0);
      if (arguments_.each)
        std::fprintf(stderr, "%s %s %.2f\n", method.c_str(), labels.c_str(),
                     error);
      sum += error;
      squares += error * error;
      if (together_) {
        in_sample +=
            error_of(method, *together_, keep, scene_.data.labels.size());
      }
    }
    const auto count = static_cast<double>(draws.size());
    const double mean = sum / count;
    std::printf(" %.2f", mean);
    if (out_of_sample_ > 0)
      std::printf(", out %.2f", 100 * out_of_sample_ / count);
    if (together_) std::printf(", in %.2f", 100 * in_sample / count);
    std::printf(" (sd %.2f, %.2f s) |",
                std::sqrt(std::max(0.0, squares / count - mean * mean)),
                seconds_since(begin) / count);
    std::fflush(stdout);
  }

  // The errors in the rows from `first` on that are not kept.
  double error_of(const std::string& method, Scene& scene,
                  const std::vector<Index>& keep, std::size_t first) {
    const std::vector<std::int32_t>& truth = scene.data.labels;
    std::vector<std::int32_t> labels(truth.size(), kUnlabeled);
    for (const Index i : keep)
      labels[i] = truth[i];
    const std::vector<std::int32_t> found = train(method, scene, labels);
    double wrong = 0;
    double hidden = 0;
    for (std::size_t i = first; i < labels.size(); ++i) {
      if (labels[i] != kUnlabeled) continue;
      wrong += found[i] != truth[i] ? 1 : 0;
      ++hidden;
    }
    return wrong / hidden;
  }

  std::vector<std::int32_t> train(const std::string& method, Scene& scene,
                                  const std::vector<std::int32_t>& labels) {
    if (method == "poisson") return poisson(scene, labels);
    if (method_named(method).linear) return linear(method, scene, labels);
    GraphOptions options = arguments_.train;
    options.method = method_named(method).graph_method;
    ClassSizeOptions sizes;
    sizes.source = arguments_.sizes == "estimate" ? SizeSource::Estimate
                                                  : SizeSource::Equal;
    if (arguments_.sizes == "true")
      sizes = {SizeSource::Given, true_sizes(scene.data)};
    GraphResult result =
        train_graph(*scene.points, labels, scene.data.classes,
                    class_sizes(scene, labels, sizes), options);
    if (arguments_.each)
      std::fprintf(
          stderr, "objective %.6g, %ld labels contradicted: ", result.objective,
          static_cast<long>(result.figures.contradicted));
    if (test_ && &scene == &scene_) {
      result.model.metric = arguments_.metric;
      count_errors(predict(result.model, scores(result.model, test_->rows)));
    }
    return std::move(result.labels);
  }

  // The class sizes that Trainer finds.
  static ClassSizes class_sizes(Scene& scene,
                                const std::vector<std::int32_t>& labels,
                                const ClassSizeOptions& sizes) {
    Dataset shown = scene.data;
    shown.labels = labels;
    const LinearOptions svm;
    OutputBatch batch(shown, svm);
    batch.train_labeled(svm.tolerance);
    return find_sizes(batch, sizes, [&](const HeldOutRls& held_out) {
      return graph_sizes(*scene.points, labels,
                         static_cast<Index>(labels.size()), batch, held_out);
    });
  }

  void count_errors(const std::vector<std::int32_t>& found) {
    double wrong = 0;
    for (std::size_t i = 0; i < found.size(); ++i)
      wrong += found[i] != test_->labels[i] ? 1 : 0;
    out_of_sample_ += wrong / static_cast<double>(found.size());
  }

  std::vector<std::int32_t> poisson(const Scene& scene,
                                    const std::vector<std::int32_t>& labels) {
    const auto classes = static_cast<int>(scene.data.classes.size());
    const std::vector<double> u =
        poisson_learning(scene.points->graph(), labels, classes);
    std::vector<std::int32_t> found(labels);
    for (std::size_t i = 0; i < labels.size(); ++i) {
      if (labels[i] != kUnlabeled) continue;
      const auto row = u.begin() + static_cast<Index>(i) * classes;
      found[i] =
          static_cast<std::int32_t>(std::max_element(row, row + classes) - row);
    }
    return found;
  }

  std::vector<std::int32_t> linear(const std::string& method,
                                   const Scene& scene,
                                   const std::vector<std::int32_t>& labels) {
    Dataset shown = scene.data;
    shown.labels = labels;
    TrainOptions options;
    options.linear.lambda = 1e-3;
    options.method = method;
    const TrainResult result = semilin::train(shown, options);
    if (test_ && &scene == &scene_) {
      count_errors(predict(result.model, scores(result.model, test_->rows)));
    }
    std::vector<std::int32_t> found =
        predict(result.model, scores(result.model, scene.data.rows));
    for (std::size_t i = 0; i < labels.size(); ++i)
      if (labels[i] != kUnlabeled) found[i] = labels[i];
    return found;
  }

  const Arguments& arguments_;
  std::string set_;
  Scene scene_;
  std::optional<Dataset> test_;
  std::optional<Scene> together_;  // training and test rows
  double out_of_sample_ = 0;       // summed over the draws
};

template <class Values, class Value>
void add_named(CLI::App& app, const std::string& option, const Values& values,
               Value& field) {
  app.add_option_function<std::string>(
      option, [&values, &field, option](const std::string& name) {
        field = named(values, option, name);
      });
}

void add_options(CLI::App& app, Arguments& arguments) {
  app.add_option("DATA_DIR", arguments.folder)->required();
  app.add_option("SET", arguments.sets)->required();
  app.add_option("--labels", arguments.labels)
      ->delimiter(',')
      ->allow_extra_args(false);
  app.add_option("--methods", arguments.methods)
      ->delimiter(',')
      ->allow_extra_args(false);
  app.add_option("--draws", arguments.draws);
  add_named(app, "--kernel", kKernelForms, arguments.kernel);
  app.add_option("--sizes", arguments.sizes);
  app.add_flag("--held-out", arguments.held_out);
  add_named(app, "--weights", kEdgeWeights, arguments.weights);
  add_named(app, "--metric", kMetrics, arguments.metric);
  add_named(app, "--search", kSearches, arguments.search);
  app.add_flag("--each", arguments.each);
  app.add_option("--gamma", arguments.train.gamma);
  app.add_option("--lambda", arguments.train.lambda);
  app.add_option("--starts", arguments.train.starts);
  app.add_option("--step", arguments.train.c);
}

}  // namespace

int main(int count, char** words) {
  try {
    CLI::App app("Errors of the graph methods on points with hidden labels");
    Arguments arguments;
    add_options(app, arguments);
    CLI11_PARSE(app, count, words);
    for (const std::string& set : arguments.sets)
      Bench(arguments, set).print();
    rusage usage{};
    if (getrusage(RUSAGE_SELF, &usage) == 0)
      std::printf("\nmemory: %.0f MB\n",
                  static_cast<double>(usage.ru_maxrss) / 1024);
    return 0;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "graph_table: %s\n", error.what());
    return 1;
  }
}
