// A method, prepared for one data set, which the Trainer trains, compares,
// calibrates and holds out.
#pragma once

#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "semilin/advanced/kernel/graph_points.h"
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
  Calibration supervised = {};  ///< of the supervised SVM, if it is known
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
  /// Fills in the summary's objective, stop and class sizes, the method's
  /// figures, and those of labels that it held out itself.
  [[nodiscard]] virtual Fit fit(OutputBatch& start, const FoundSizes& sizes,
                                const Progress& progress,
                                TrainSummary& summary) = 0;
  /// The classes of start.unlabeled() that fit would settle on, and no model.
  [[nodiscard]] virtual Votes vote(OutputBatch& start, const ClassSizes& sizes,
                                   const Progress& progress) {
    FoundSizes found;
    static_cast<ClassSizes&>(found) = sizes;
    TrainSummary summary;
    return fit(start, found, progress, summary).predicted;
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

/// Gives the model, if it has probabilities, those of rows without a feature:
/// the class sizes of the training, or those of the labels.
void know_empty_rows(Model& model, const Dataset& data,
                     const TrainSummary& summary);

/// Rows of the data as points of a graph.
struct PointsOfRows {
  std::shared_ptr<GraphPoints> points;
  std::vector<Index> rows;  ///< numbers of these rows
};

/// The graph that is given, or that the options make of the rows; what they
/// leave to the data is filled in. Throws DataError for a graph of another
/// number of nodes, Interrupted if `progress` returned false.
[[nodiscard]] Graph make_graph(const CsrStore& rows, GraphTraining& training,
                               int threads, const Progress& progress);

/// `points` are the data's features or vectors; those of cost 0 that have
/// neither a value nor an edge are left out. What the options leave to the data
/// is filled in. Throws DataError for a graph of another number of nodes,
/// Interrupted if `progress` returned false while neighbors were searched.
[[nodiscard]] PointsOfRows make_points(const Dataset& data,
                                       const CsrStore& points,
                                       GraphTraining& training, int threads,
                                       const Progress& progress);

/// A method on such points. It begins with the supervised SVM with default
/// options.
[[nodiscard]] std::unique_ptr<Learner> make_graph_learner(
    std::string_view name, PointsOfRows points, const GraphTraining& training);

/// The committee of the method of this name (committee/committee.cc).
[[nodiscard]] std::unique_ptr<Learner> make_committee(
    const Dataset& data, const TrainOptions& options);

/// The method that is tuned, whose name is filled in. Throws
/// std::invalid_argument for a committee.
const Method& tuned_method(TrainOptions& options, const Dataset& data);

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
