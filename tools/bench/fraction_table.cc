// How right the time left is that progress tells: the table in
// docs/design-log.md.
//
//   fraction_table DATA_DIR [FILE...] [--method da|tsvm] [--draws N]
//                  [--first N] [--labels L] [--rows N] [--set NAME]
//                  [--tolerance X] [--each]
//
// DATA_DIR holds one folder a set (datasets/README.md); sets that are absent
// are skipped, saying so. FILEs of labelled rows, such as make_corpus writes,
// are sets as well. L rows of each class keep their labels (without --labels 5,
// then 25), drawn with the seeds from --first on. Time is the processor's, and
// what is left of it is told as seconds (1 - done) / done; it is right within
// a factor of two of what the run then takes. Printed are, of all draws'
// records after the first tenth of a run and after a tenth is told, and over
// all records the largest factor; then the same of the lines that a terminal
// shows (0.1 s apart) and of those that a file gets (5 s apart), whose figures
// are right also where they would be but for the rounding.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <ctime>
#include <string>
#include <vector>

#include "semilin/linear/train.h"

#include "bench/draws.h"
#include "bench/study.h"

namespace {

// NOLINTNEXTLINE(google-build-using-namespace): a program
using namespace semilin;

constexpr double kTold = 0.1;         // of a run, before it tells what is left
constexpr double kLiveSeconds = 0.1;  // between lines on a terminal
constexpr double kPlainSeconds = 5;   // and in a file
constexpr double kFactor = 2;

double processor_seconds() {
  return static_cast<double>(std::clock()) / CLOCKS_PER_SEC;
}

struct Told {
  double seconds, done, entropy;
  [[nodiscard]] double left() const { return seconds * (1 - done) / done; }
};

struct Run {
  std::vector<Told> told;
  double seconds = 0;  // to the end
};

// The records of the method, from when its own clock began.
Run follow(const Dataset& data, const LinearOptions& options) {
  Run run;
  double begin = 0;
  const LinearResult result =
      train_linear(data, options, [&](const ProgressRecord& record) {
        const double now = processor_seconds();
        if (record.stage != to_string(options.method)) {
          begin = now;
        } else {
          if (run.told.empty()) begin = std::max(begin, now - record.seconds);
          run.told.push_back(
              {now - begin, record.fraction_done, record.entropy});
        }
        return true;
      });
  run.seconds = processor_seconds() - begin;
  return run;
}

void print_each(const Run& run) {
  for (const Told& told : run.told)
    std::fprintf(stderr, "%.5f %.5f %.4f %.4g\n", told.seconds,
                 run.seconds - told.seconds, told.done, told.entropy);
  std::fprintf(stderr, "\n");
}

struct Count {
  int right = 0, all = 0;
  double worst = 1;

  // Of a figure for `rest`, or for one that differs by no more than `rounding`.
  void add(double figure, double rest, double rounding = 0) {
    const double factor =
        std::max({1.0, (rest - rounding) / figure, figure / (rest + rounding)});
    right += factor <= kFactor ? 1 : 0;
    all += 1;
    worst = std::max(worst, factor);
  }
};

struct Counts {
  Count after_tenth, after_told, live, plain;
};

// As tools/cli/progress_printer.cc writes it.
void add_line(double left, double rest, Count& count) {
  const double unit = left < 10 ? 0.1 : left < 100 ? 1 : 60;
  count.add(unit * std::round(left / unit), rest, unit / 2);
}

void add_lines(const Run& run, double pause, Count& count) {
  double due = 0;
  for (const Told& told : run.told) {
    if (told.seconds < due) continue;
    due = told.seconds + pause;
    if (told.done >= kTold)
      add_line(told.left(), run.seconds - told.seconds, count);
  }
}

void add_run(const Run& run, Counts& counts) {
  for (const Told& told : run.told) {
    const double rest = run.seconds - told.seconds;
    if (told.seconds >= kTold * run.seconds)
      counts.after_tenth.add(told.left(), rest);
    if (told.done >= kTold) counts.after_told.add(told.left(), rest);
  }
  add_lines(run, kLiveSeconds, counts.live);
  add_lines(run, kPlainSeconds, counts.plain);
}

void print_set(const bench::StudyArguments& arguments, const std::string& set,
               const Dataset& data) {
  LinearOptions options;
  options.threads = 1;
  if (arguments.tolerance > 0) options.tolerance = arguments.tolerance;
  if (arguments.method == "tsvm") options.method = Method::Tsvm;
  const std::vector<Index> numbers = arguments.labels > 0
                                         ? std::vector<Index>{arguments.labels}
                                         : std::vector<Index>{5, 25};
  for (const Index labels : numbers) {
    Counts counts;
    double seconds = 0;
    for (int draw = 0; draw < arguments.draws; ++draw) {
      const std::uint64_t seed = arguments.first + draw;
      const Dataset some = bench::subset(data, arguments.rows, seed);
      const Run run = follow(
          bench::hide_all_but(some, bench::draw_per_class(some, labels, seed))
              .shown,
          options);
      add_run(run, counts);
      if (arguments.each) print_each(run);
      seconds += run.seconds / arguments.draws;
    }
    std::printf("| %s, %d | %.1f |", set.c_str(), static_cast<int>(labels),
                seconds);
    for (const Count& count :
         {counts.after_tenth, counts.after_told, counts.live, counts.plain})
      std::printf(" %d of %d | %.1f |", count.right, count.all, count.worst);
    std::printf("\n");
    std::fflush(stdout);
  }
}

}  // namespace

int main(int argc, char** argv) {
  return bench::run_study(
      argc, argv,
      {.rows = 1'000'000,
       .draws = 3,
       .sets = {"20news_stripped/train.svm.gz", "reuters_r8/train.svm.gz",
                "usps/train.svm.gz", "rcv1_subsets_ccat/train.svm.gz",
                "pcmac/train.svm.gz", "text1_macwin/all.svm.gz",
                "svmlin_example/test.svm.gz"}},
      "| set, labels of a class | s | right after a tenth | worst | right once "
      "told | worst | live lines | worst | plain lines | worst |\n"
      "|---|---|---|---|---|---|---|---|---|---|",
      print_set);
}
