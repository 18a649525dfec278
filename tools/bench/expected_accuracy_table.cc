// How often the interval of expected_accuracy (semilin/learn) holds the true
// accuracy, though labels were suggested (docs/design-log.md).
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
#include <string>
#include <vector>

#include "semilin/advanced/base/random.h"
#include "semilin/learn/expected_accuracy.h"
#include "semilin/learn/suggest.h"
#include "semilin/learn/train.h"
#include "semilin/linear/calibration.h"

#include "bench/draws.h"
#include "bench/study.h"

namespace {

// NOLINTNEXTLINE(google-build-using-namespace): a program
using namespace semilin;

constexpr Index kStep = 20;

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
  return hidden_accuracy(draw, train(draw.shown, options).model);
}

void add_run(const bench::Draw& draw, const std::vector<double>& drawn,
             const TrainOptions& options, const TrainResult& result,
             std::uint64_t seed, Line& line) {
  const ExpectedAccuracy found =
      expected_accuracy(draw.shown, options, result, drawn);
  const double truth = hidden_accuracy(draw, result.model);
  const double svm = hidden_accuracy(draw, result.supervised);
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
void follow(const bench::StudyArguments& arguments, const Dataset& data,
            std::uint64_t seed, std::vector<Line>& lines) {
  bench::Draw draw =
      bench::hide_all_but(data, bench::first_rows(data, kStep, seed));
  const TrainOptions options = bench::options_of(arguments.method);
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
}

void print_set(const bench::StudyArguments& arguments, const std::string& set,
               const Dataset& all) {
  std::vector<Line> lines(arguments.rounds / 2 + 1);
  for (int seed = 1; seed <= arguments.draws; ++seed)
    follow(arguments, bench::subset(all, arguments.rows, seed), seed, lines);
  for (const Line& line : lines)
    print(set, line);
}

}  // namespace

int main(int argc, char** argv) {
  return bench::run_study(
      argc, argv, {.rounds = 4},
      "| set | runs | labels | true | expected | width | held | SVM true | "
      "expected | held | foretold | later | true | held |",
      print_set);
}
