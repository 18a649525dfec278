// A graph method on one data set, beside the supervised SVM.
#ifndef SEMILIN_SRC_LEARN_GRAPH_TRAINER_H_
#define SEMILIN_SRC_LEARN_GRAPH_TRAINER_H_

#include <optional>
#include <span>
#include <vector>

#include "semilin/advanced/kernel/graph_points.h"
#include "semilin/learn/train.h"
#include "semilin/linear/cross_validation.h"

namespace semilin {

class GraphTrainer {
 public:
  /// Borrows both; fills in what the training leaves to the data. `progress` is
  /// of the search for neighbours, as nearest_neighbors has it.
  GraphTrainer(const Dataset& data, GraphTraining& training, int threads,
               const Progress& progress = {});

  [[nodiscard]] TrainResult train(const Progress& progress,
                                  const Checkpoint& checkpoint);
  /// Outputs of the folds' rows, each by a run that did not know its label;
  /// empty: interrupted. `progress` is called for each fold, too.
  [[nodiscard]] std::vector<double> held_out(const Folds& folds,
                                             const Progress& progress);
  /// The method alone, with the options now in `training`.
  [[nodiscard]] GraphResult run(std::span<const std::int32_t> labels,
                                const Progress& progress,
                                const Checkpoint& checkpoint = {});

 private:
  void stand_beside_svm(TrainResult& result);
  void fall_back(const LinearModel& svm, std::span<const Index> unlabeled,
                 const std::vector<std::int32_t>& labels, TrainResult& result);

  const Dataset& data_;
  const GraphTraining& training_;
  int threads_;
  GraphPoints points_;
};

}  // namespace semilin

#endif  // SEMILIN_SRC_LEARN_GRAPH_TRAINER_H_
