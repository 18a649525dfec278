// What the class sizes are worth that the methods find: the tables in
// docs/class-sizes.md.
//
//   class_sizes_table DATA_DIR [--committee | --cells | --advice | --default]
//                     [--draws N] [--sets a,b] [--labels 1,5] [--rows N]
//                     [--per-class]
//
// DATA_DIR holds one folder a set (datasets/README.md); sets that are absent
// are skipped, saying so. Labels are drawn so many per class, or so many a
// class on average from all rows (seeds 1, 2, ...); other labels are hidden and
// used for nothing but the figures. Sets are cut to --rows rows (6000), and
// lose a class that then has none.
//
// Printed are the accuracy on the hidden labels of the supervised SVM, and the
// gain over it, with its standard error over the draws, of annealing with true
// sizes, with the labels' fractions and by default, and of the TSVM by default;
// `!` marks a loss of more than one standard error.
// With --committee: accuracy on the hidden labels, in %, of the supervised SVM,
// of annealing with true sizes, of annealing, naive Bayes with EM and tv-rls by
// default and of the committee, with standard errors over the draws, and of
// what the models of the last two predict for the same rows; and its seconds.
// With --cells: accuracy on the hidden labels of the supervised SVM, and the
// gain over it of annealing and of the committee with its standard error, `!`
// as above; then how many losses of that kind each has, and what the committee
// gains over annealing in the mean over the rows with at most 10 labels.
// With --advice: of each run of annealing and of the committee the gain over
// the supervised SVM on the hidden labels, what the summary says of the labels,
// and how the command's advice begins; then, of each beginning, how many runs
// had it, lost more than half a point, or gained as much.
// With --default: accuracy on the hidden labels of the supervised SVM, of the
// labels that the committee hands out and of what its model predicts for the
// same rows, each with its standard error, and the seconds.
// --per-class leaves out the draws at random; "--labels splits" are those that
// were published with a set.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <filesystem>
#include <functional>
#include <iterator>
#include <map>
#include <optional>
#include <sstream>
#include <string>
#include <vector>

#include "semilin/io/dataset_file.h"
#include "semilin/learn/report.h"

#include "bench/draws.h"
#include "linear/naive_bayes.h"

namespace {

// NOLINTNEXTLINE(google-build-using-namespace): a program
using namespace semilin;
using namespace semilin::bench;  // NOLINT(google-build-using-namespace)

struct Arguments {
  std::string folder;
  bool committee = false;
  bool cells = false;
  bool advice = false;
  bool as_default = false;
  int draws = 5;
  std::string sets;
  std::string labels = "1,5,10,50";
  Index rows = 6000;
  bool per_class = false;
};

// A regime and a number of labels of one set.
struct Setting {
  std::string name;
  int labels = 0;
  std::vector<Draw> draws;
};

struct Statistics {
  double sum = 0;
  double squares = 0;
  int count = 0;

  void add(double value) {
    sum += value;
    squares += value * value;
    ++count;
  }
  double mean() const { return sum / count; }
  double error() const {
    if (count < 2) return 0;
    const double variance = squares / count - mean() * mean();
    return std::sqrt(std::max(variance, 0.0) / (count - 1));
  }
};

// By more than a standard error. A single draw that loses, beside others that
// are even, lies at the border, which rounding may not cross.
bool loses(const Statistics& gain) {
  constexpr double kRounding = 1e-9;
  return gain.mean() < -gain.error() - kRounding;
}

// No hidden row of a class: as few as can be asked for.
std::vector<double> positive(std::vector<double> sizes) {
  for (double& size : sizes)
    size = std::max(size, 1e-6);
  double sum = 0;
  for (const double size : sizes)
    sum += size;
  for (double& size : sizes)
    size /= sum;
  return sizes;
}

struct Training {
  std::string_view method;
  SizeSource source;
};
constexpr Training kColumns[] = {{kDa, SizeSource::Given},
                                 {kDa, SizeSource::Labels},
                                 {kDa, SizeSource::Estimate},
                                 {kTsvm, SizeSource::Estimate}};

TrainOptions training_of(std::string_view method) {
  TrainOptions options;
  options.method = method;
  return options;
}

void print_gains(const Setting& setting, bool& titled) {
  if (!titled) {
    std::printf(
        "| set | labels | SVM | annealing, true sizes | labels | estimate | "
        "TSVM, estimate |\n|---|---|---|---|---|---|---|\n");
    titled = true;
  }
  Statistics svm;
  std::vector<Statistics> gains(std::size(kColumns));
  for (const Draw& draw : setting.draws) {
    for (std::size_t c = 0; c < gains.size(); ++c) {
      TrainOptions options = training_of(kColumns[c].method);
      options.class_sizes.source = kColumns[c].source;
      options.class_sizes.sizes = positive(hidden_sizes(draw));
      const TrainResult result = train(draw.shown, options);
      const double supervised = hidden_accuracy(draw, result.supervised);
      if (c == 0) svm.add(100 * supervised);
      gains[c].add(100 * (hidden_accuracy(draw, result.model) - supervised));
    }
  }
  std::printf("| %s | %.1f |", setting.name.c_str(), svm.mean());
  for (const Statistics& gain : gains) {
    std::printf(" %+.1f ± %.1f%s |", gain.mean(), gain.error(),
                loses(gain) ? " !" : "");
  }
  std::printf("\n");
  std::fflush(stdout);
}

double share_right(const Draw& draw, const std::vector<std::int32_t>& labels) {
  double right = 0;
  double hidden = 0;
  for (std::size_t i = 0; i < labels.size(); ++i) {
    if (draw.shown.labels[i] != kUnlabeled) continue;
    hidden += 1;
    right += labels[i] == draw.truth[i] ? 1 : 0;
  }
  return 100 * right / hidden;
}

// From this column on the model's own predictions are shown, too.
constexpr std::size_t kWithModels = 3;

// The methods of the committee table, the committee last; none: not for these
// rows.
std::vector<std::optional<TrainOptions>> committee_columns(const Draw& draw) {
  TrainOptions true_sizes = training_of(kDa);
  true_sizes.class_sizes = {SizeSource::Given, positive(hidden_sizes(draw))};
  std::vector<std::optional<TrainOptions>> columns = {
      true_sizes, training_of(kDa), training_of(kNbEm), training_of(kTvRls),
      training_of(kCommittee)};
  if (first_negative(draw.shown)) columns[2].reset();
  return columns;
}

void print_committee(const Setting& setting, bool& titled) {
  if (!titled) {
    std::printf(
        "| set | labels | SVM | annealing, true sizes | annealing | nb-em | "
        "tv-rls | its model | committee | its model | seconds |\n"
        "|---|---|---|---|---|---|---|---|---|---|---|\n");
    titled = true;
  }
  Statistics svm, seconds;
  std::vector<Statistics> columns(5), models(5);
  for (const Draw& draw : setting.draws) {
    const auto methods = committee_columns(draw);
    for (std::size_t c = 0; c < methods.size(); ++c) {
      if (!methods[c]) continue;
      const TrainResult result = train(draw.shown, *methods[c]);
      columns[c].add(share_right(draw, result.labels));
      if (c < kWithModels) continue;
      models[c].add(share_right(
          draw, predict(result.model, scores(result.model, draw.shown.rows))));
      if (c + 1 < methods.size()) continue;
      svm.add(100 * hidden_accuracy(draw, result.supervised));
      seconds.add(result.summary.seconds);
    }
  }
  std::printf("| %s | %.1f |", setting.name.c_str(), svm.mean());
  for (std::size_t c = 0; c < columns.size(); ++c) {
    columns[c].count == 0
        ? std::printf(" - |")
        : std::printf(" %.1f ± %.1f |", columns[c].mean(), columns[c].error());
    if (c >= kWithModels) std::printf(" %.1f |", models[c].mean());
  }
  std::printf(" %.1f |\n", seconds.mean());
  std::fflush(stdout);
}

// A run as most people have it: what the SVM has right of the hidden rows, and
// what the labels handed out have more.
struct Gain {
  TrainResult result;
  double svm = 0, gain = 0;
};

Gain gain_of(const Draw& draw, bool committee) {
  Gain found;
  found.result = train(draw.shown, training_of(committee ? kCommittee : kDa));
  found.svm = 100 * hidden_accuracy(draw, found.result.supervised);
  found.gain = share_right(draw, found.result.labels) - found.svm;
  return found;
}

void print_default(const Setting& setting, bool& titled) {
  if (!titled) {
    std::printf(
        "| set | labels | SVM | committee | its model | seconds |\n"
        "|---|---|---|---|---|---|\n");
    titled = true;
  }
  Statistics svm, labels, model, seconds;
  for (const Draw& draw : setting.draws) {
    const TrainResult result = train(draw.shown, training_of(kCommittee));
    svm.add(100 * hidden_accuracy(draw, result.supervised));
    labels.add(share_right(draw, result.labels));
    model.add(share_right(
        draw, predict(result.model, scores(result.model, draw.shown.rows))));
    seconds.add(result.summary.seconds);
  }
  std::printf("| %s | %.1f | %.1f ± %.1f | %.1f ± %.1f | %.1f |\n",
              setting.name.c_str(), svm.mean(), labels.mean(), labels.error(),
              model.mean(), model.error(), seconds.mean());
  std::fflush(stdout);
}

// What print_cells has seen of annealing and of the committee.
struct Cells {
  int count = 0;
  int losses[2] = {0, 0};
  Statistics over_annealing;
};

void print_cells(const Setting& setting, Cells& cells) {
  if (cells.count++ == 0)
    std::printf(
        "| set | labels | SVM | annealing | committee |\n"
        "|---|---|---|---|---|\n");
  Statistics svm, gains[2];
  for (const Draw& draw : setting.draws) {
    for (const bool committee : {false, true}) {
      const Gain found = gain_of(draw, committee);
      gains[committee].add(found.gain);
      if (committee) svm.add(found.svm);
    }
  }
  std::printf("| %s | %.1f |", setting.name.c_str(), svm.mean());
  for (const bool committee : {false, true}) {
    const Statistics& gain = gains[committee];
    const bool lost = loses(gain);
    cells.losses[committee] += lost ? 1 : 0;
    std::printf(" %+.1f ± %.1f%s |", gain.mean(), gain.error(),
                lost ? " !" : "");
  }
  std::printf("\n");
  std::fflush(stdout);
  if (setting.labels <= 10)
    cells.over_annealing.add(gains[1].mean() - gains[0].mean());
}

void print_losses(const Cells& cells) {
  std::printf(
      "%d rows; below the SVM by more than a standard error: annealing "
      "%d, committee %d",
      cells.count, cells.losses[0], cells.losses[1]);
  if (cells.over_annealing.count > 0) {
    std::printf("; committee less annealing, at most 10 labels: %+.1f ± %.1f",
                cells.over_annealing.mean(), cells.over_annealing.error());
  }
  std::printf("\n");
}

// How the runs ended that were given one advice.
struct Outcomes {
  int runs = 0, lost = 0, gained = 0;
};

void print_advice(const Setting& setting,
                  std::map<std::string, Outcomes>& all) {
  if (all.empty()) {
    std::printf(
        "| set | labels | method | SVM | gain | agreement | held out | rows | "
        "advice |\n|---|---|---|---|---|---|---|---|---|\n");
  }
  for (const Draw& draw : setting.draws) {
    for (const bool committee : {false, true}) {
      const Gain found = gain_of(draw, committee);
      const RunSummary& summary = found.result.summary;
      std::string words = advice(summary);
      words = words.substr(0, words.find_first_of(":."));
      std::printf("| %s | %s | %.1f | %+.1f | %.3f | %.3f | %lld | %s |\n",
                  setting.name.c_str(), committee ? "committee" : "da",
                  found.svm, found.gain, summary.agreement,
                  summary.held_out_accuracy,
                  static_cast<long long>(summary.held_out_rows), words.c_str());
      std::fflush(stdout);
      Outcomes& outcomes = all[words];
      ++outcomes.runs;
      outcomes.lost += found.gain < -0.5 ? 1 : 0;
      outcomes.gained += found.gain > 0.5 ? 1 : 0;
    }
  }
}

struct Set {
  const char* name;
  const char* file;
  double decay;  // 1: as it is
};

const Set kSets[] = {
    {"20news_stripped", "20news_stripped/train.svm.gz", 1},
    {"20news_skewed", "20news_stripped/train.svm.gz", 0.85},
    {"reuters_r8", "reuters_r8/train.svm.gz", 1},
    {"reuters_r52", "reuters_r52/train.svm.gz", 1},
    {"usps", "usps/train.svm.gz", 1},
    {"usps_skewed", "usps/train.svm.gz", 0.75},
    {"mnist", "mnist/train.svm.gz", 1},
    {"rcv1_subsets_ccat", "rcv1_subsets_ccat/train.svm.gz", 1},
    {"rcv1_skewed", "rcv1_subsets_ccat/train.svm.gz", 0.15},
    {"pcmac", "pcmac/train.svm.gz", 1},
    {"text1_macwin", "text1_macwin/all.svm.gz", 1},
    {"svmlin_example", "svmlin_example/train.svm.gz", 1},
    {"sms_spam", "sms_spam/all.svm.gz", 1},
    {"trec6", "trec6/train.svm.gz", 1},
    {"subjectivity", "subjectivity/all.svm.gz", 1},
    {"ohsumed_single23", "ohsumed_single23/train.svm.gz", 1},
    {"ssl_text", "ssl_text/all.svm.gz", 1},
    {"ssl_usps", "ssl_usps/all.svm.gz", 1},
    {"ssl_digit1", "ssl_digit1/all.svm.gz", 1},
    {"ssl_g241c", "ssl_g241c/all.svm.gz", 1},
};

Dataset read(const Set& set, const Arguments& arguments) {
  ReadOptions options;
  if (std::string(set.name) == "svmlin_example") {
    options.label_files = {arguments.folder +
                           "/svmlin_example/train_true_labels.txt.gz"};
  }
  const Dataset data =
      read_dataset({arguments.folder + "/" + set.file}, options);
  return with_known_classes(subset(
      set.decay < 1 ? skewed(data, set.decay, 1) : data, arguments.rows, 1));
}

// The splits that were published with the set, if it has any.
Setting published(const Set& set, const Dataset& data,
                  const Arguments& arguments) {
  const std::string folder =
      (std::filesystem::path(arguments.folder) / set.file).parent_path();
  Setting setting{std::string(set.name) + " | published", 0, {}};
  for (const char* file : {"/splits_l50.txt.gz", "/splits_l100.txt.gz"}) {
    if (std::filesystem::exists(folder + file))
      setting.draws = published_splits(data, folder + file);
  }
  return setting;
}

void for_each_setting(const Set& set, const Arguments& arguments,
                      const std::function<void(const Setting&)>& visit) {
  const Dataset data = read(set, arguments);
  std::istringstream counts(arguments.labels);
  for (std::string count; std::getline(counts, count, ',');) {
    if (count == "splits") {
      if (const Setting split = published(set, data, arguments);
          !split.draws.empty())
        visit(split);
      continue;
    }
    for (const bool per_class : {true, false}) {
      if (!per_class && arguments.per_class) continue;
      Setting setting{std::string(set.name) + " | " + count +
                          (per_class ? " per class" : " per class, at random"),
                      std::atoi(count.c_str()),
                      {}};
      const auto draw = per_class ? draw_per_class : draw_at_random;
      for (int seed = 1; seed <= arguments.draws; ++seed) {
        setting.draws.push_back(
            hide_all_but(data, draw(data, setting.labels, seed)));
      }
      visit(setting);
    }
  }
}

bool parse(int count, char** words, Arguments& arguments) {
  for (int w = 1; w < count; ++w) {
    const std::string word = words[w];
    const bool more = w + 1 < count;
    if (word == "--committee") {
      arguments.committee = true;
    } else if (word == "--cells") {
      arguments.cells = true;
    } else if (word == "--advice") {
      arguments.advice = true;
    } else if (word == "--default") {
      arguments.as_default = true;
    } else if (word == "--per-class") {
      arguments.per_class = true;
    } else if (word == "--draws" && more) {
      arguments.draws = std::max(1, std::atoi(words[++w]));
    } else if (word == "--rows" && more) {
      arguments.rows = std::max(100, std::atoi(words[++w]));
    } else if (word == "--labels" && more) {
      arguments.labels = words[++w];
    } else if (word == "--sets" && more) {
      arguments.sets = std::string(",").append(words[++w]).append(",");
    } else {
      arguments.folder = word;
    }
  }
  return !arguments.folder.empty();
}

// The table asked for, row by row, and what stands below it.
class Table {
 public:
  explicit Table(const Arguments& arguments) : arguments_(arguments) {}

  void print(const Setting& setting) {
    arguments_.committee    ? print_committee(setting, titled_)
    : arguments_.cells      ? print_cells(setting, cells_)
    : arguments_.advice     ? print_advice(setting, advised_)
    : arguments_.as_default ? print_default(setting, titled_)
                            : print_gains(setting, titled_);
  }
  void print_end() const {
    if (cells_.count > 0) print_losses(cells_);
    for (const auto& [words, outcomes] : advised_) {
      std::printf("%s: %d runs, %d lost, %d gained\n", words.c_str(),
                  outcomes.runs, outcomes.lost, outcomes.gained);
    }
  }

 private:
  const Arguments& arguments_;
  bool titled_ = false;
  Cells cells_;
  std::map<std::string, Outcomes> advised_;
};

int run_table(const Arguments& arguments) {
  Table table(arguments);
  for (const Set& set : kSets) {
    const std::string name = "," + std::string(set.name) + ",";
    if (!arguments.sets.empty() &&
        arguments.sets.find(name) == std::string::npos) {
      continue;
    }
    if (!std::filesystem::exists(arguments.folder + "/" + set.file)) {
      std::fprintf(stderr, "class_sizes_table: no %s, skipped\n", set.file);
      continue;
    }
    for_each_setting(set, arguments,
                     [&](const Setting& setting) { table.print(setting); });
  }
  table.print_end();
  return 0;
}

}  // namespace

int main(int count, char** words) {
  Arguments arguments;
  if (!parse(count, words, arguments)) {
    std::fprintf(
        stderr,
        "usage: class_sizes_table DATA_DIR [--committee | --cells | --advice | "
        "--default] [--draws N] [--sets a,b] [--labels 1,5] [--rows N] "
        "[--per-class]\n");
    return 2;
  }
  try {
    return run_table(arguments);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "class_sizes_table: %s\n", error.what());
    return 1;
  }
}
