// tune_cost FILE: what cross-validating ten lambdas in five folds costs, fifty
// models as outputs of shared batches, in training runs on the labelled rows of
// the svmlight file. User seconds; a run is the mean over the ten lambdas.
#include <cstdio>
#include <exception>
#include <vector>

#include <sys/resource.h>

#include "semilin/io/dataset_file.h"
#include "semilin/linear/cross_validation.h"

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
}

void measure(const Dataset& data) {
  LinearOptions options;
  options.method = Method::Svm;
  std::vector<GridPoint> points;
  for (const double lambda : kLambdas)
    points.push_back({lambda, 0});
  const Folds folds = stratified_folds(data, kFolds, 1);
  const double run = one_run(data, options);
  print("one training run", run, run);
  for (const double tolerance : {1e-3, options.tolerance}) {
    HeldOutOptions held_out;
    held_out.fold_tolerance = tolerance;
    const double batch = timed([&] {
      (void)held_out_outputs(data, options, folds, points, held_out);
    });
    char what[64];
    std::snprintf(what, sizeof what, "10 lambdas x 5 folds, tolerance %.0e",
                  tolerance);
    print(what, batch, run);
  }
}

}  // namespace

int main(int count, char** words) {
  if (count != 2) {
    std::fprintf(stderr, "usage: tune_cost FILE\n");
    return 2;
  }
  try {
    measure(read_dataset({words[1]}, {}));
    return 0;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "tune_cost: %s\n", error.what());
    return 1;
  }
}
