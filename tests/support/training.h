// Training with a linear method, its options and its figures in one place.
#pragma once

#include "semilin/learn/train.h"

#include "support/oracles.h"

namespace semilin::test {

/// The options of a linear method and its name.
struct LinearTraining : LinearOptions {
  LinearTraining() = default;
  explicit LinearTraining(std::string_view name, int count = 0) : method(name) {
    threads = count;
  }

  std::string_view method = kDa;
  ClassSizeOptions class_sizes;

  operator TrainOptions() const;  // NOLINT(google-explicit-constructor)
};

/// The result of such a training.
struct LinearFit {
  struct Summary : TrainSummary, LinearFigures {};

  LinearModel model;
  Summary summary;
  Labels labels;
  LinearModel supervised;
};

[[nodiscard]] LinearFit train_linear(const Dataset& data,
                                     const LinearTraining& training,
                                     const Progress& progress = {});

/// Trainer::calibrate.
[[nodiscard]] Calibration calibrate(const Dataset& data,
                                    const LinearTraining& training,
                                    const Progress& progress = {});
/// The data without the labels of a fold.
[[nodiscard]] Dataset without_fold(Dataset data, const Folds& folds, int fold);

/// The convex problem behind train_linear, written down anew from the data:
/// costs c_i / sum of c on labeled rows, 0 on others; beliefs 0 and 1.
[[nodiscard]] OwnedProblem supervised_problem(const Dataset& data,
                                              const LinearTraining& options);

/// Objectives summed, norms the largest relative one, over outputs.
struct BatchOptimality {
  double objective = 0;
  double relative = 0;
};
[[nodiscard]] BatchOptimality optimality(const OwnedProblem& problem,
                                         const LinearModel& model);

/// train_graph under class sizes that are found as Trainer finds them.
struct GraphFit : GraphResult {
  Doubles class_sizes;
};
[[nodiscard]] GraphFit train_on_graph(GraphPoints& points, const Labels& labels,
                                      const Strings& classes,
                                      const GraphOptions& options,
                                      const ClassSizeOptions& sizes = {},
                                      const Progress& progress = {});

/// A method with default options, of sizes from a source.
[[nodiscard]] TrainOptions training_of(
    std::string_view method, SizeSource source = SizeSource::Estimate);
/// On one thread.
[[nodiscard]] TrainOptions one_thread(std::string_view method);
/// On a graph of so many neighbors.
[[nodiscard]] TrainOptions graph_training(std::string_view method,
                                          Index neighbors = 5);

/// Equal class sizes, which bind hard.
[[nodiscard]] ClassSizes equal_sizes(std::size_t classes);

/// What a run came to: agreement with the supervised SVM, and this accuracy of
/// so many rows held out.
[[nodiscard]] RunSummary summary_of(double agreement, double accuracy,
                                    Index rows);

}  // namespace semilin::test
