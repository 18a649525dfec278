// How often the interval of expected_accuracy (semilin/learn) holds the true
// accuracy, though labels were suggested: the table in docs/design-log.md.
//
//   expected_accuracy_table DATA_DIR [--draws N] [--rows N] [--rounds N]
//                           [--set NAME] [--method da|svm|committee]
//
// DATA_DIR holds one folder a set (datasets/README.md); sets that are absent
// are skipped, saying so. Of each, so many rows are drawn, of which 20 by
// chance and one of each class have a label; each round labels 20 more that
// suggest names. A line: runs (those whose
// labels had two rows of two classes), labels, mean true accuracy of the model
// on the rows without a label, mean of what was expected and of the interval's
// width, runs in which the interval held the truth, likewise for the SVM; runs
// that foretold the gain of 50 labels by chance, the mean foretold, the mean
// true one, and how often it was inside.
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <filesystem>
#include <string>
#include <vector>

#include "semilin/advanced/base/random.h"
#include "semilin/io/dataset_file.h"
#include "semilin/learn/expected_accuracy.h"
#include "semilin/learn/suggest.h"
#include "semilin/learn/train.h"
#include "semilin/linear/calibration.h"

#include "bench/draws.h"

namespace {

// NOLINTNEXTLINE(google-build-using-namespace): a program
using namespace semilin;

const std::vector<std::string> kSets = {
    "sms_spam/all.svm.gz", "reuters_r8/train.svm.gz",
    "rcv1_subsets_ccat/train.svm.gz", "20news_stripped/train.svm.gz"};
constexpr Index kStep = 20;

struct Arguments {
  std::string folder, set, method = "da";
  Index rows = 2500;
  int draws = 10, rounds = 4;
};

TrainOptions options_of(const std::string& method) {
  if (method == "committee") return {CommitteeOptions{}, 1};
  LinearOptions linear;
  if (method == "svm") linear.method = Method::Svm;
  return {linear, 1};
}

double accuracy_of(const Model& model, const bench::Draw& draw) {
  const auto said = predict(model, scores(model, draw.shown.rows, 1));
  double right = 0, hidden = 0;
  for (std::size_t i = 0; i < said.size(); ++i) {
    if (draw.shown.labels[i] != kUnlabeled) continue;
    ++hidden;
    right += said[i] == draw.truth[i] ? 1 : 0;
  }
  return right / hidden;
}

// What the sum is of, one per run.
struct Line {
  double runs = 0, labels = 0, truth = 0, value = 0, width = 0, held = 0;
  double svm_truth = 0, svm_value = 0, svm_held = 0;
  double foretold = 0, later = 0, true_later = 0, later_held = 0;
};

bool holds(const Share& share, double truth) {
  return share.low <= truth && truth <= share.high;
}

// The accuracy with so many more labels by chance.
double with_more(bench::Draw draw, const TrainOptions& options, Index count,
                 std::uint64_t seed) {
  std::vector<Index> hidden;
  for (std::size_t i = 0; i < draw.truth.size(); ++i)
    if (draw.shown.labels[i] == kUnlabeled)
      hidden.push_back(static_cast<Index>(i));
  Random random(seed);
  random.shuffle(hidden);
  for (Index i = 0; i < count; ++i)
    draw.shown.labels[hidden[i]] = draw.truth[hidden[i]];
  return accuracy_of(train(draw.shown, options).model, draw);
}

void add_run(const bench::Draw& draw, const std::vector<double>& drawn,
             const TrainOptions& options, const TrainResult& result,
             std::uint64_t seed, Line& line) {
  const ExpectedAccuracy found =
      expected_accuracy(draw.shown, options, result, drawn);
  const double truth = accuracy_of(result.model, draw);
  const double svm = accuracy_of(result.supervised, draw);
  ++line.runs;
  line.labels += static_cast<double>(draw.shown.labeled());
  line.truth += truth;
  line.value += found.model.value;
  line.width += found.model.high - found.model.low;
  line.held += holds(found.model, truth) ? 1 : 0;
  line.svm_truth += svm;
  line.svm_value += found.supervised.value;
  line.svm_held += holds(found.supervised, svm) ? 1 : 0;
  if (!found.with_more) return;
  const double later = with_more(draw, options, found.more_labels, seed);
  ++line.foretold;
  line.later += found.with_more->value;
  line.true_later += later;
  line.later_held += holds(*found.with_more, later) ? 1 : 0;
}

// Without them there is nothing to expect.
bool two_classes(const Dataset& data) {
  return data.classes.size() - rare_classes(data).size() >= 2;
}

// Labels of `draw` by rounds, a line of the table each second one.
void follow(const Arguments& arguments, const Dataset& data, std::uint64_t seed,
            std::vector<Line>& lines) {
  bench::Draw draw =
      bench::hide_all_but(data, bench::first_rows(data, kStep, seed));
  const TrainOptions options = options_of(arguments.method);
  std::vector<double> drawn(data.labels.size(), 0.0);
  for (int round = 0; round <= arguments.rounds; ++round) {
    const TrainResult result = train(draw.shown, options);
    if (round % 2 == 0 && two_classes(draw.shown))
      add_run(draw, drawn, options, result, seed, lines[round / 2]);
    const Suggestions found =
        suggest(result.model, draw.shown,
                {kStep, LabelUse::Training, 0.5, seed * 1000 + round, 1});
    for (const Suggestion& one : found.rows) {
      draw.shown.labels[one.row] = draw.truth[one.row];
      drawn[one.row] = one.probability;
    }
  }
}

void print(const std::string& set, const Line& line) {
  const double n = std::max(1.0, line.runs),
               told = std::max(1.0, line.foretold);
  std::printf(
      "| %s | %.0f | %.0f | %.1f | %.1f | %.1f | %.0f | %.1f | %.1f | "
      "%.0f | %.0f | %.1f | %.1f | %.0f |\n",
      set.c_str(), n, line.labels / n, 100 * line.truth / n,
      100 * line.value / n, 100 * line.width / n, line.held,
      100 * line.svm_truth / n, 100 * line.svm_value / n, line.svm_held,
      line.foretold, 100 * line.later / told, 100 * line.true_later / told,
      line.later_held);
  std::fflush(stdout);
}

void print_set(const Arguments& arguments, const std::string& set) {
  const Dataset all = read_dataset({arguments.folder + "/" + set});
  std::vector<Line> lines(arguments.rounds / 2 + 1);
  for (int seed = 1; seed <= arguments.draws; ++seed)
    follow(arguments, bench::subset(all, arguments.rows, seed), seed, lines);
  for (const Line& line : lines)
    print(set.substr(0, set.find('/')), line);
}

Arguments parse(int argc, char** argv) {
  Arguments arguments;
  for (int i = 1; i < argc; ++i) {
    const std::string word = argv[i];
    const auto next = [&]() -> std::string {
      return i + 1 < argc ? argv[++i] : "";
    };
    if (word == "--draws") {
      arguments.draws = std::atoi(next().c_str());
    } else if (word == "--rows") {
      arguments.rows = std::atoi(next().c_str());
    } else if (word == "--rounds") {
      arguments.rounds = std::atoi(next().c_str());
    } else if (word == "--set") {
      arguments.set = next();
    } else if (word == "--method") {
      arguments.method = next();
    } else {
      arguments.folder = word;
    }
  }
  return arguments;
}

}  // namespace

int main(int argc, char** argv) {
  try {
    const Arguments arguments = parse(argc, argv);
    std::printf(
        "| set | runs | labels | true | expected | width | held | SVM "
        "true | expected | held | foretold | later | true | held |\n");
    for (const std::string& set : kSets) {
      if (!set.starts_with(arguments.set)) continue;
      if (std::filesystem::exists(arguments.folder + "/" + set)) {
        print_set(arguments, set);
      } else {
        std::fprintf(stderr, "skipped: no %s\n", set.c_str());
      }
    }
    return 0;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "expected_accuracy_table: %s\n", error.what());
    return 1;
  }
}
