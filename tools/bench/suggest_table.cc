// What suggested labels are worth beside labels drawn by chance: the table in
// docs/design-log.md.
//
//   suggest_table DATA_DIR [--draws N] [--rows N] [--rounds N] [--set NAME]
//
// DATA_DIR holds one folder a set (datasets/README.md); sets that are absent
// are skipped, saying so. Of each, so many rows are drawn, of which 20 by
// chance and one of each class have a label; each round labels 20 more. A line
// is the accuracy of annealing on the rows without a label, by rounds, mean
// over the draws; `gain` is the mean over rounds of the difference from chance,
// with its standard error. `sizes off` is half the sum of the differences of
// class sizes told by 50 rows of --for sizes and by 50 rows drawn by chance,
// beside the model of the last round.
#include <cmath>
#include <cstdio>
#include <string>
#include <vector>

#include "semilin/learn/suggest.h"
#include "semilin/learn/train.h"

#include "bench/draws.h"
#include "bench/study.h"

namespace {

// NOLINTNEXTLINE(google-build-using-namespace): a program
using namespace semilin;

const std::vector<double> kShares = {1, 0.5, 0.2};
constexpr Index kStep = 20;
constexpr Index kSample = 50;

Model annealed(const Dataset& data, bool probabilities) {
  Trainer trainer(data, {LinearOptions{}, 1});
  TrainResult result = trainer.train();
  if (probabilities) trainer.calibrate(result);
  return result.model;
}

double sizes_off(const Model& model, const bench::Draw& draw, LabelUse use,
                 std::uint64_t seed) {
  const Suggestions found =
      suggest(model, draw.shown, {kSample, use, 1, seed, 1});
  std::vector<std::int32_t> labels;
  std::vector<double> drawn;
  for (const Suggestion& one : found.rows) {
    labels.push_back(draw.truth[one.row]);
    // by chance all rows are equal, disputed or not
    drawn.push_back(use == LabelUse::Sizes ? one.probability : 1);
  }
  const std::vector<double> truth = bench::hidden_sizes(draw);
  const std::vector<double> sizes =
      sizes_of_drawn(labels, drawn, truth.size()).sizes;
  double off = 0;
  for (std::size_t k = 0; k < truth.size(); ++k)
    off += std::abs(sizes[k] - truth[k]) / 2;
  return off;
}

struct Course {
  std::vector<double> accuracy;  // by rounds
  double by_strata = 0, by_chance = 0;
};

Course follow(const Dataset& data, double share, int rounds,
              std::uint64_t seed) {
  bench::Draw draw =
      bench::hide_all_but(data, bench::first_rows(data, kStep, seed));
  Course course;
  for (int round = 0;; ++round) {
    const bool last = round == rounds;
    const Model model = annealed(draw.shown, last);
    course.accuracy.push_back(hidden_accuracy(draw, model));
    if (last) {
      course.by_strata = sizes_off(model, draw, LabelUse::Sizes, seed);
      course.by_chance = sizes_off(model, draw, LabelUse::Training, seed);
      return course;
    }
    const Suggestions found =
        suggest(model, draw.shown,
                {kStep, LabelUse::Training, share, seed * 1000 + round, 1});
    for (const Suggestion& one : found.rows)
      draw.shown.labels[one.row] = draw.truth[one.row];
  }
}

// Mean and its standard error.
struct Mean {
  double value = 0, error = 0;
};
Mean mean_of(const std::vector<double>& all) {
  Mean mean;
  const auto n = static_cast<double>(all.size());
  for (const double x : all)
    mean.value += x / n;
  for (const double x : all)
    mean.error += (x - mean.value) * (x - mean.value);
  mean.error = all.size() < 2 ? 0 : std::sqrt(mean.error / (n - 1) / n);
  return mean;
}

void print_line(const std::string& set, double share,
                const std::vector<Course>& ours,
                const std::vector<Course>& chance) {
  std::printf("| %s | %.0f |", set.c_str(), 100 * share);
  const std::size_t rounds = ours[0].accuracy.size();
  for (std::size_t r = 0; r < rounds; ++r) {
    double sum = 0;
    for (const Course& one : ours)
      sum += one.accuracy[r];
    std::printf(" %.1f |", 100 * sum / static_cast<double>(ours.size()));
  }
  std::vector<double> gain, strata, sample;
  for (std::size_t d = 0; d < ours.size(); ++d) {
    double sum = 0;
    for (std::size_t r = 1; r < rounds; ++r)
      sum += ours[d].accuracy[r] - chance[d].accuracy[r];
    gain.push_back(100 * sum / static_cast<double>(rounds - 1));
    strata.push_back(100 * ours[d].by_strata);
    sample.push_back(100 * ours[d].by_chance);
  }
  const Mean mean = mean_of(gain);
  std::printf(" %+.1f (%.1f) | %.1f | %.1f |\n", mean.value, mean.error,
              mean_of(strata).value, mean_of(sample).value);
}

void print_set(const bench::StudyArguments& arguments, const std::string& set,
               const Dataset& all) {
  std::vector<Course> chance;
  for (const double share : kShares) {
    std::vector<Course> ours;
    for (int seed = 1; seed <= arguments.draws; ++seed) {
      const Dataset data = bench::subset(all, arguments.rows, seed);
      ours.push_back(follow(data, share, arguments.rounds, seed));
    }
    if (chance.empty()) chance = ours;
    print_line(set, share, ours, chance);
  }
}

}  // namespace

int main(int argc, char** argv) {
  return bench::run_study(
      argc, argv, {.rounds = 5},
      "| set | random, % | rounds ... | gain | sizes off | by chance |",
      print_set);
}
