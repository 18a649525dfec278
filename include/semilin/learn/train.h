// Training with any method: linear, or on a graph of nearest neighbours. Start
// here.
//
//   const Dataset data = read_dataset({"news.svm"});
//   const TrainResult result = train(data);
//   write_archive(to_archive(result.model), "news.model");
#ifndef SEMILIN_LEARN_TRAIN_H_
#define SEMILIN_LEARN_TRAIN_H_

#include <cstdint>
#include <memory>
#include <optional>
#include <string_view>
#include <variant>
#include <vector>

#include "semilin/base/progress.h"
#include "semilin/graph/graph.h"
#include "semilin/graph/neighbor_graph.h"
#include "semilin/graph/neighbors.h"
#include "semilin/kernel/model.h"
#include "semilin/kernel/train.h"
#include "semilin/learn/committee.h"
#include "semilin/learn/model.h"
#include "semilin/linear/cross_validation.h"
#include "semilin/linear/train.h"
#include "semilin/matrix/dataset.h"

namespace semilin {

/// How a graph is made from rows; see `nearest_neighbors` and `neighbor_graph`.
struct GraphMaking {
  NeighborOptions neighbors;   ///< its threads are TrainOptions::threads
  NeighborGraphOptions edges;  ///< weights and symmetry
};
/// With the metric and the search that were used, and the weights that come
/// with them.
[[nodiscard]] GraphMaking resolved(GraphMaking making, const Neighbors& found);

/// A graph method, its kernel and its graph.
struct GraphTraining {
  GraphOptions options;  ///< of the method
  KernelSpec kernel;     ///< of the penalty |f|_K^2
  GraphMaking making;    ///< of the graph, unless it is given
  /// Taken as it is; without one it is made from the rows. `making.neighbors`
  /// then only says which rows a new row takes its remainder from.
  std::optional<Graph> graph;
};

/// The options that the members of a committee share; their methods are not
/// read. Class sizes are those of `linear`: Estimate looks for the sizes under
/// which the members agree.
struct CommitteeOptions {
  LinearOptions linear;  ///< of annealing, naive Bayes and the last fit
  GraphTraining graph;   ///< of the graph methods
};

/// A method with its options.
struct TrainOptions {
  /// Deterministic annealing, unless it says otherwise.
  std::variant<LinearOptions, GraphTraining, CommitteeOptions> method;
  int threads = 0;  ///< 0: the method's own, or all; never changes the result
};

/// "da", "tv-rls", ... "committee"
[[nodiscard]] std::string_view method_name(const TrainOptions& options);

/// The name of the method that serves without asking: the committee if there
/// are unlabelled rows to learn from, da if rows also have several labels;
/// otherwise, or if lambda_u is 0, svm.
[[nodiscard]] std::string_view default_method(const Dataset& data,
                                              double lambda_u = 1);

/// What training gives.
struct TrainResult {
  Model model;  ///< the classifier
  /// What the run did, as its kind of method tells it.
  std::variant<LinearSummary, GraphSummary, CommitteeSummary> figures;
  /// Per row of the data: the class that training settled on: its own for
  /// labelled rows. Multi-label data: rows x labels, 1 for each one it has.
  std::vector<std::int32_t> labels;
  /// The supervised SVM with the same options, trained beside it; equal to the
  /// model where the method is supervised itself.
  LinearModel supervised;

  /// What the figures of all methods have.
  [[nodiscard]] const RunSummary& summary() const {
    return std::visit([](const auto& f) -> const RunSummary& { return f; },
                      figures);
  }
  /// The same, to be filled in.
  [[nodiscard]] RunSummary& summary() {
    return std::visit([](auto& f) -> RunSummary& { return f; }, figures);
  }
};

class NumberedData;

/// One data set and one method, prepared once (a graph method: graph and
/// kernel) for training and for what is measured by training again.
class Trainer {
 public:
  /// Borrows the data. Throws std::invalid_argument on options out of bounds
  /// and on data that require_valid (matrix/dataset.h) refuses, DataError if a
  /// class has no labelled row, if the graph has another number of nodes than
  /// the data have rows, or for a graph method on multi-label data, Interrupted
  /// if `progress` returned false while a graph method searched for neighbours.
  /// With many data.ranks only linear methods train (see train_linear), and
  /// nothing is calibrated or cross-validated: std::invalid_argument.
  Trainer(const Dataset& data, TrainOptions options,
          const Progress& progress = {});
  ~Trainer();

  /// With defaults filled in that depend on the data.
  [[nodiscard]] const TrainOptions& options() const { return options_; }

  /// For Stop::Interrupted the model is the best so far.
  [[nodiscard]] TrainResult train(const Progress& progress = {},
                                  const Checkpoint& checkpoint = {});

  /// Puts a calibration into result.model, fitted to outputs of labelled rows
  /// by models that did not know them, in up to five folds; or, if that was
  /// interrupted, says so in its summary. Throws DataError if fewer than two
  /// classes have two labelled rows.
  void calibrate(TrainResult& result, const Progress& progress = {});

  /// Fills in summary().cross_validated likewise: the method and the supervised
  /// SVM on labelled rows held out. Throws likewise.
  void cross_validate(TrainResult& result, const Progress& progress = {});

 private:
  struct OnGraph;
  /// Likewise, of columns numbered anew.
  [[nodiscard]] TrainResult train_numbered(const Progress& progress,
                                           const Checkpoint& checkpoint);
  /// Outputs of the folds' rows, each by a model that did not know its label,
  /// of a method that is not linear; empty: interrupted.
  [[nodiscard]] std::vector<double> held_out(const Folds& folds,
                                             const Progress& progress);

  std::unique_ptr<const NumberedData> numbered_;
  const Dataset& data_;  // its own
  TrainOptions options_;
  std::unique_ptr<OnGraph> on_graph_;  // of a graph method
};

/// Trainer(data, options, progress).train(progress, checkpoint).
[[nodiscard]] TrainResult train(const Dataset& data,
                                const TrainOptions& options = {},
                                const Progress& progress = {},
                                const Checkpoint& checkpoint = {});

}  // namespace semilin

#endif  // SEMILIN_LEARN_TRAIN_H_
