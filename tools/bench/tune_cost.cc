// tune_cost FILE [--labels N]: what cross-validating ten lambdas in five folds
// costs, fifty models, in training runs on the rows of the svmlight file. User
// seconds; a run is the mean over the ten lambdas. The supervised SVM on all
// labels, whose folds are outputs of shared batches; with --labels annealing on
// N labels per class, other labels hidden, which trains fold by fold.
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <string>
#include <vector>

#include <sys/resource.h>

#include "semilin/io/dataset_file.h"
#include "semilin/linear/cross_validation.h"

#include "bench/draws.h"

namespace {

using namespace semilin;  // NOLINT(google-build-using-namespace): a program

constexpr int kFolds = 5;
constexpr double kLambdas[] = {0.1,  0.03, 0.01, 3e-3, 1e-3,
                               3e-4, 1e-4, 3e-5, 1e-5, 3e-6};

double user_seconds() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return static_cast<double>(usage.ru_utime.tv_sec) +
         1e-6 * static_cast<double>(usage.ru_utime.tv_usec);
}

template <class Work>
double timed(Work&& work) {
  const double start = user_seconds();
  work();
  return user_seconds() - start;
}

double one_run(const Dataset& data, LinearOptions options) {
  double sum = 0;
  for (const double lambda : kLambdas) {
    options.lambda = lambda;
    sum += timed([&] { (void)train_linear(data, options); });
  }
  return sum / static_cast<double>(std::size(kLambdas));
}

void print(const char* what, double seconds, double run) {
  std::printf("%-44s %8.2f s %7.1f runs\n", what, seconds, seconds / run);
  std::fflush(stdout);
}

void measure(const Dataset& data, const LinearOptions& options,
             const std::vector<double>& tolerances) {
  std::vector<GridPoint> points;
  for (const double lambda : kLambdas)
    points.push_back({lambda, options.lambda_u});
  const Folds folds = stratified_folds(data, kFolds, 1);
  const double run = one_run(data, options);
  print("one training run", run, run);
  for (const double tolerance : tolerances) {
    HeldOutOptions held_out;
    held_out.fold_tolerance = tolerance;
    const double grid = timed([&] {
      (void)held_out_outputs(data, options, folds, points, held_out);
    });
    char what[64];
    std::snprintf(what, sizeof what, "10 lambdas x 5 folds, tolerance %.0e",
                  tolerance);
    print(what, grid, run);
  }
}

}  // namespace

int main(int count, char** words) {
  const bool hides = count == 4 && std::string(words[2]) == "--labels";
  if (count != 2 && !hides) {
    std::fprintf(stderr, "usage: tune_cost FILE [--labels N]\n");
    return 2;
  }
  try {
    const Dataset data = read_dataset({words[1]}, {});
    LinearOptions options;
    if (hides) {
      const auto kept = bench::draw_per_class(data, std::atoi(words[3]), 1);
      measure(bench::hide_all_but(data, kept).shown, options, {1e-3});
    } else {
      options.method = Method::Svm;
      measure(data, options, {1e-3, options.tolerance});
    }
    return 0;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "tune_cost: %s\n", error.what());
    return 1;
  }
}
