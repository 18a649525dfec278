// What suggested labels are worth beside labels drawn by chance: the tables in
// docs/design-log.md.
//
//   suggest_table DATA_DIR [--cold] [--draws N] [--rows N] [--rounds N]
//                 [--set NAME]
//
// DATA_DIR holds one folder a set (datasets/README.md); sets that are absent
// are skipped, saying so. Of each, so many rows are drawn, of which 20 by
// chance and one of each class have a label; each round labels 20 more. With
// --cold no row has a label, and the first round is suggested without a model.
// A line is the accuracy of annealing on the rows without a label, by rounds,
// mean over the draws, followed by its mean difference from chance with the
// standard error of that, and "below" where it is below 0 by more than one;
// `gain` is the mean over rounds of the difference, `half more` the difference
// of the last round from half as many labels more drawn by chance. `sizes off`
// is half the sum of the differences of class sizes told by 50 rows of --for
// sizes and by 50 rows drawn by chance, beside the model of the last round.
#include <cmath>
#include <cstdio>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "semilin/learn/suggest.h"
#include "semilin/learn/train.h"

#include "bench/draws.h"
#include "bench/study.h"

namespace {

// NOLINTNEXTLINE(google-build-using-namespace): a program
using namespace semilin;

using Share = std::optional<double>;

const std::vector<Share> kShares = {1, 0.5};
const std::vector<Share> kSharesFromCold = {1, std::nullopt};
constexpr Index kStep = 20;
constexpr Index kSample = 50;

Model annealed(const Dataset& data, bool probabilities) {
  TrainOptions options;
  options.method = kDa;
  options.threads = 1;
  Trainer trainer(data, options);
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

// What all rows are taken for where labels are of one class.
double share_of_class(const bench::Draw& draw, const std::string& name) {
  return bench::hidden_sizes(draw)[find_class(draw.shown.classes, name)];
}

// Labels by chance are drawn for half as many rounds more, rounded up.
int rounds_of(Share share, int rounds) {
  return share == 1 ? rounds + (rounds + 1) / 2 : rounds;
}

Course follow(const Dataset& data, Share share, bool cold, int rounds,
              std::uint64_t seed) {
  bench::Draw draw = bench::hide_all_but(
      data, cold ? std::vector<Index>() : bench::first_rows(data, kStep, seed));
  Course course;
  for (int round = 0;; ++round) {
    const bool tells_sizes = round == rounds && !cold;
    const SuggestOptions options{kStep, LabelUse::Training, share,
                                 seed * 1000 + round, 1};
    const Dataset known = bench::with_known_classes(draw.shown);
    Suggestions found;
    if (known.classes.size() < 2) {
      if (round > 0)
        course.accuracy.push_back(share_of_class(draw, known.classes[0]));
      found = suggest(known, options);
    } else {
      const Model model = annealed(known, tells_sizes);
      course.accuracy.push_back(hidden_accuracy(draw, model));
      if (tells_sizes) {
        course.by_strata = sizes_off(model, draw, LabelUse::Sizes, seed);
        course.by_chance = sizes_off(model, draw, LabelUse::Training, seed);
      }
      found = suggest(model, known, options);
    }
    if (round == rounds_of(share, rounds)) return course;
    for (const Suggestion& one : found.rows)
      draw.shown.labels[one.row] = draw.truth[one.row];
  }
}

// In percent, by draws.
std::vector<double> differences(const std::vector<Course>& ours,
                                const std::vector<Course>& chance,
                                std::size_t round) {
  std::vector<double> all;
  for (std::size_t d = 0; d < ours.size(); ++d)
    all.push_back(100 * (ours[d].accuracy[round] - chance[d].accuracy[round]));
  return all;
}

// The last round beside half as many labels more that were drawn by chance, in
// percent, by draws; half a round is the mean of two.
std::vector<double> beside_more(const std::vector<Course>& ours,
                                const std::vector<Course>& chance, int rounds) {
  std::vector<double> all;
  for (std::size_t d = 0; d < ours.size(); ++d) {
    const std::vector<double>& by_chance = chance[d].accuracy;
    const std::size_t end = by_chance.size() - 1;
    const double more = (by_chance[end] + by_chance[end - rounds % 2]) / 2;
    const double last = *(ours[d].accuracy.end() - 1 -
                          (&ours == &chance ? (rounds + 1) / 2 : 0));
    all.push_back(100 * (last - more));
  }
  return all;
}

void print_line(const bench::StudyArguments& arguments, const std::string& set,
                Share share, const std::vector<Course>& ours,
                const std::vector<Course>& chance) {
  std::printf("| %s | %s |", set.c_str(),
              share ? std::to_string(std::lround(100 * *share)).c_str() : "");
  const std::size_t first = arguments.cold ? 0 : 1;  // the start is alike
  const std::size_t rounds = arguments.rounds + first;
  std::vector<double> gain(ours.size()), strata, sample;
  for (std::size_t r = 0; r < rounds; ++r) {
    double sum = 0;
    for (const Course& one : ours)
      sum += one.accuracy[r];
    std::printf(" %.1f", 100 * sum / static_cast<double>(ours.size()));
    if (r >= first && &ours != &chance) {
      const std::vector<double> all = differences(ours, chance, r);
      const bench::Mean mean = bench::mean_of(all);
      std::printf(", %+.1f (%.1f)%s", mean.value, mean.error,
                  mean.value < -mean.error ? " below" : "");
      for (std::size_t d = 0; d < all.size(); ++d)
        gain[d] += all[d] / static_cast<double>(rounds - first);
    }
    std::printf(" |");
  }
  const bench::Mean mean = bench::mean_of(gain);
  std::printf(" %+.1f (%.1f) |", mean.value, mean.error);
  const bench::Mean beside =
      bench::mean_of(beside_more(ours, chance, arguments.rounds));
  std::printf(" %+.1f (%.1f) |", beside.value, beside.error);
  for (const Course& one : ours) {
    strata.push_back(100 * one.by_strata);
    sample.push_back(100 * one.by_chance);
  }
  if (!arguments.cold)
    std::printf(" %.1f | %.1f |", bench::mean_of(strata).value,
                bench::mean_of(sample).value);
  std::printf("\n");
}

void print_set(const bench::StudyArguments& arguments, const std::string& set,
               const Dataset& all) {
  std::vector<Course> chance;
  for (const Share share : arguments.cold ? kSharesFromCold : kShares) {
    std::vector<Course> ours;
    for (int seed = 1; seed <= arguments.draws; ++seed) {
      const Dataset data = bench::subset(all, arguments.rows, seed);
      ours.push_back(
          follow(data, share, arguments.cold, arguments.rounds, seed));
    }
    if (chance.empty()) {
      chance = std::move(ours);
      print_line(arguments, set, share, chance, chance);
    } else {
      print_line(arguments, set, share, ours, chance);
    }
  }
}

}  // namespace

int main(int argc, char** argv) {
  return bench::run_study(argc, argv, {.rounds = 5},
                          "| set | by chance, % | rounds ... | gain | half "
                          "more | sizes off | by chance |",
                          print_set);
}
