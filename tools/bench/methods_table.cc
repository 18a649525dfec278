// Accuracy, time and objective of SVM, TSVM (S = 1, S = all) and annealing on
// documents whose labels are hidden.
//
//   methods_table DATA_DIR [--draws N] [--sets a,b] [--slow]
//
// DATA_DIR holds one folder a set (datasets/README.md); sets that are absent
// are skipped, saying so. Every number is the mean over the draws (seeds 1, 2,
// ...) or over the published splits. Accuracy is that of the model on the
// hidden labels of the training rows; they are used for nothing else, but for
// the class sizes where the row says "true".
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "semilin/io/dataset_file.h"
#include "semilin/learn/train.h"

#include "bench/draws.h"

namespace {

// NOLINTNEXTLINE(google-build-using-namespace): a program
using namespace semilin;
using namespace semilin::bench;  // NOLINT(google-build-using-namespace)

struct Arguments {
  std::string folder;
  int draws = 3;
  std::string sets;
  bool slow = false;  // S = 1 on many classes too
};

struct Column {
  double accuracy = 0;
  double seconds = 0;
  double objective = 0;
  double products = 0;
  int runs = 0;
};

void run(const Draw& draw, const TrainOptions& options, Column& column) {
  const TrainResult result = train(draw.shown, options);
  column.accuracy += hidden_accuracy(draw, result.model);
  column.seconds += result.summary.seconds;
  column.objective += result.summary.objective;
  column.products += static_cast<double>(result.summary.linear->products);
  ++column.runs;
}

std::string cell(const Column& column) {
  if (column.runs == 0) return "-";
  char text[96];
  std::snprintf(text, sizeof text, "%.2f (%.2f s, %.4f, %.0f)",
                100 * column.accuracy / column.runs,
                column.seconds / column.runs, column.objective / column.runs,
                column.products / column.runs);
  return text;
}

// One line of the table: all methods over all draws.
void print_row(const std::string& set, const std::string& labels,
               const std::vector<Draw>& draws, SizeSource source,
               bool single_switches) {
  Column svm;
  Column single;
  Column all;
  Column annealed;
  for (const Draw& draw : draws) {
    TrainOptions options;
    options.linear.lambda = 1e-3;
    options.class_sizes.source = source;
    if (source == SizeSource::Given)
      options.class_sizes.sizes = hidden_sizes(draw);
    options.method = kSvm;
    run(draw, options, svm);
    options.method = kTsvm;
    run(draw, options, all);
    if (single_switches) {
      options.linear.max_switches = 1;
      run(draw, options, single);
      options.linear.max_switches = 0;
    }
    options.method = kDa;
    run(draw, options, annealed);
  }
  const std::string name =
      source == SizeSource::Given ? "true" : std::string(to_string(source));
  std::printf("| %s | %s | %s | %s | %s | %s | %s |\n", set.c_str(),
              labels.c_str(), name.c_str(), cell(svm).c_str(),
              cell(single).c_str(), cell(all).c_str(), cell(annealed).c_str());
  std::fflush(stdout);
}

void print_rows(const std::string& set, const std::string& labels,
                const std::vector<Draw>& draws, bool slow) {
  const bool few = draws.front().shown.classes.size() <= 2;
  for (const SizeSource source :
       {SizeSource::Given, SizeSource::Labels, SizeSource::Estimate}) {
    print_row(set, labels, draws, source,
              few || (slow && source == SizeSource::Given));
  }
}

std::vector<Draw> seeded(const Dataset& data, Index per_class, int draws) {
  std::vector<Draw> result;
  for (int seed = 1; seed <= draws; ++seed) {
    result.push_back(hide_all_but(data, draw_per_class(data, per_class, seed)));
  }
  return result;
}

void per_class(const std::string& set, const Arguments& arguments,
               const std::vector<Index>& counts) {
  const Dataset data =
      read_dataset({arguments.folder + "/" + set + "/train.svm.gz"});
  for (const Index count : counts) {
    print_rows(set, std::to_string(count) + " per class",
               seeded(data, count, arguments.draws), arguments.slow);
  }
}

// SVMlin's example: 50 labels given, the truth in a file of its own.
void svmlin_example(const Arguments& arguments) {
  const std::string folder = arguments.folder + "/svmlin_example/";
  ReadOptions truth;
  truth.label_files = {folder + "train_true_labels.txt.gz"};
  const Dataset data = read_dataset({folder + "train.svm.gz"}, truth);
  std::vector<Index> keep(50);
  for (Index i = 0; i < 50; ++i)
    keep[i] = i;
  print_rows("svmlin_example", "50", {hide_all_but(data, keep)}, true);
}

// The ten published splits.
void text1(const Arguments& arguments) {
  const std::string folder = arguments.folder + "/text1_macwin/";
  const Dataset data = read_dataset({folder + "all.svm.gz"});
  print_rows("text1_macwin", "50, 10 splits",
             published_splits(data, folder + "splits_l50.txt.gz"), true);
}

using Run = void (*)(const Arguments&);

const std::map<std::string, Run>& all_sets() {
  static const std::map<std::string, Run> sets = {
      {"20news_stripped",
       [](const Arguments& a) {
         per_class("20news_stripped", a, {1, 5, 10});
       }},
      {"reuters_r8",
       [](const Arguments& a) {
         per_class("reuters_r8", a, {1, 5, 10});
       }},
      {"svmlin_example", svmlin_example},
      {"text1_macwin", text1},
      {"pcmac", [](const Arguments& a) { per_class("pcmac", a, {25}); }},
      {"rcv1_subsets_ccat",
       [](const Arguments& a) { per_class("rcv1_subsets_ccat", a, {25}); }}};
  return sets;
}

int run_table(int count, char** words) {
  Arguments arguments;
  for (int w = 1; w < count; ++w) {
    const std::string word = words[w];
    if (word == "--draws" && w + 1 < count) {
      arguments.draws = std::max(1, std::atoi(words[++w]));
    } else if (word == "--sets" && w + 1 < count) {
      arguments.sets = std::string(",").append(words[++w]).append(",");
    } else if (word == "--slow") {
      arguments.slow = true;
    } else {
      arguments.folder = word;
    }
  }
  if (arguments.folder.empty()) {
    std::fprintf(stderr,
                 "usage: methods_table DATA_DIR [--draws N] [--sets a,b] "
                 "[--slow]\n");
    return 2;
  }
  std::printf(
      "Accuracy in %% (seconds, objective, products with X).\n\n"
      "| set | labels | class sizes | SVM | TSVM S = 1 | TSVM S = all | "
      "annealing |\n|---|---|---|---|---|---|---|\n");
  for (const auto& [name, run] : all_sets()) {
    if (!arguments.sets.empty() &&
        arguments.sets.find("," + name + ",") == std::string::npos) {
      continue;
    }
    if (!std::filesystem::exists(arguments.folder + "/" + name)) {
      std::fprintf(stderr, "methods_table: no %s, skipped\n", name.c_str());
      continue;
    }
    run(arguments);
  }
  return 0;
}

}  // namespace

int main(int count, char** words) {
  try {
    return run_table(count, words);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "methods_table: %s\n", error.what());
    return 1;
  }
}
