// A method, prepared for one data set, which the Trainer trains, compares,
// calibrates and cross-validates.
#pragma once

#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "semilin/learn/train.h"

#include "learn/class_sizes/evidence.h"
#include "learn/committee/votes.h"
#include "linear/output_batch.h"

namespace semilin {

/// The result of a method.
struct Fit {
  Model model;
  /// The class of each row of the data; kUnlabeled: that of the batch.
  Votes labels;
  Votes predicted;  ///< per unlabeled row of the batch, by the model
  double objective = 0;
  Stop stop = Stop::Converged;
  std::vector<double> class_sizes;  ///< class sizes used
  std::optional<LinearFigures> linear;
  std::optional<GraphFigures> graph;
  std::optional<CommitteeFigures> committee;
  /// The model and the supervised SVM on labels held out.
  std::optional<CrossValidated> held_out;
};

class Learner {
 public:
  /// Every run begins with a batch of the data, of these options and this kind,
  /// trained on its labeled rows: the supervised SVM, but for rls.
  Learner(LinearOptions linear, BatchKind kind)
      : linear_(std::move(linear)), kind_(kind) {}
  virtual ~Learner() = default;
  Learner(const Learner&) = delete;
  Learner& operator=(const Learner&) = delete;

  [[nodiscard]] const LinearOptions& linear() const { return linear_; }
  [[nodiscard]] const BatchKind& kind() const { return kind_; }

  /// The same method with other options, sharing what was prepared.
  [[nodiscard]] virtual std::unique_ptr<Learner> at(
      const GridPoint& point) const = 0;

  /// Class sizes of the unlabeled rows, unless they are given.
  [[nodiscard]] virtual FoundSizes estimate(const OutputBatch& start,
                                            const HeldOutRls& held_out) const {
    return estimated_sizes(start, held_out);
  }

  /// Trains on all rows, going on from `start`, whose iterate it may change.
  [[nodiscard]] virtual Fit fit(OutputBatch& start, const FoundSizes& sizes,
                                const Progress& progress) = 0;
  /// The classes of start.unlabeled() that fit would settle on, and no model.
  [[nodiscard]] virtual Votes vote(OutputBatch& start, const ClassSizes& sizes,
                                   const Progress& progress) {
    FoundSizes found;
    static_cast<ClassSizes&>(found) = sizes;
    return fit(start, found, progress).predicted;
  }

 private:
  LinearOptions linear_;
  BatchKind kind_;
};

/// Fills in options whose defaults depend on the data, and prepares the method.
[[nodiscard]] std::unique_ptr<Learner> make_learner(const Method& method,
                                                    const Dataset& data,
                                                    TrainOptions& options,
                                                    const Progress& progress);

/// The committee of the method of this name (committee/committee.cc).
[[nodiscard]] std::unique_ptr<Learner> make_committee(
    const Dataset& data, const TrainOptions& options);

/// Gives votes on the rows of batch.unlabeled() to labels of all rows.
inline void put_votes(const Votes& votes, const OutputBatch& batch,
                      Votes& labels) {
  for (std::size_t j = 0; j < votes.size(); ++j)
    labels[batch.unlabeled()[j]] = votes[j];
}

/// Records whose stage is the name of a method. Both are borrowed.
[[nodiscard]] inline Progress named(const Progress& progress,
                                    std::string_view name) {
  if (!progress) return {};
  return [&progress, name](ProgressRecord record) {
    record.stage = name;
    return progress(record);
  };
}

}  // namespace semilin
