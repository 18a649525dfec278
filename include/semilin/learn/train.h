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
#include <span>
#include <string>
#include <vector>

#include "semilin/base/progress.h"
#include "semilin/graph/graph.h"
#include "semilin/graph/neighbor_graph.h"
#include "semilin/graph/neighbors.h"
#include "semilin/kernel/model.h"
#include "semilin/kernel/train.h"
#include "semilin/learn/committee.h"
#include "semilin/learn/methods.h"
#include "semilin/learn/model.h"
#include "semilin/linear/class_sizes.h"
#include "semilin/linear/cross_validation.h"
#include "semilin/linear/options.h"
#include "semilin/linear/summary.h"
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

/// What a graph method needs: its options, a kernel and a graph.
struct GraphTraining {
  GraphOptions options;  ///< its method is set by TrainOptions::method
  KernelSpec kernel;     ///< of the penalty |f|_K^2
  GraphMaking making;    ///< of the graph, unless it is given
  /// Taken as it is; without one it is made from the rows. `making.neighbors`
  /// then only says which rows a new row takes its remainder from.
  std::optional<Graph> graph;
};

/// A method with its options. A method reads those of its kind
/// (Method::linear, Method::graph); a committee reads both for its members.
struct TrainOptions {
  std::string method;            ///< its name; empty: default_method(data)
  LinearOptions linear;          ///< of a linear method
  GraphTraining graph;           ///< of a graph method
  ClassSizeOptions class_sizes;  ///< of the unlabelled rows, for all methods
  int threads = 0;  ///< 0: those of `linear`; never changes the result
};

/// visit(part) for each structure of the options that the method reads, whose
/// fields describe() names.
template <MaybeConst<TrainOptions> Options, class Visit>
void visit_parts(const Method& method, Options& options, const Visit& visit) {
  if (method.linear) visit(options.linear);
  if (!method.graph) return;
  visit(options.graph.options);
  visit(options.graph.kernel);
  visit(options.graph.making.neighbors);
  visit(options.graph.making.edges);
}

/// What a run did.
struct TrainSummary : RunSummary {
  std::string method;  ///< that made the model: svm, if it fell back
  std::optional<LinearFigures> linear;        ///< of a linear method
  std::optional<GraphFigures> graph;          ///< of a graph method
  std::optional<CommitteeFigures> committee;  ///< of a committee
};

/// What training gives.
struct TrainResult {
  Model model;           ///< the classifier
  TrainSummary summary;  ///< what the run did
  /// Per row of the data: the class that training settled on: its own for
  /// labelled rows. Multi-label data: rows x labels, 1 for each one it has.
  std::vector<std::int32_t> labels;
  /// The supervised SVM, trained before: with the same options, where the
  /// method is linear. Equal to the model where the method is supervised.
  LinearModel supervised;
};

/// Options that a grid varies; those that are empty stay as they are, and what
/// a method does not have is not read.
struct GridPoint {
  std::optional<double> lambda = {};    ///< of LinearOptions or GraphOptions
  std::optional<double> lambda_u = {};  ///< 0: the supervised model
  std::optional<double> gamma = {};     ///< of GraphOptions
  double tolerance = 0;                 ///< of LinearOptions, at least
};

/// Outputs of rows that were held out.
struct HeldOut {
  /// Per point, rows of the folds x outputs; empty: interrupted.
  std::vector<std::vector<double>> outputs;
  Index products = 0;  ///< linear methods: with the data, single or batched
};

class NumberedData;

/// One data set and one method, prepared once (a graph method: graph and
/// kernel) for training and for what is measured by training again.
class Trainer {
 public:
  /// Borrows the data. Throws std::invalid_argument on a method that there is
  /// not, on options out of bounds and on data that require_valid
  /// (matrix/dataset.h) refuses, DataError if a class has no labelled row, if
  /// the graph has another number of nodes than the data have rows, or for
  /// multi-label data and a method that cannot train on them, Interrupted if
  /// `progress` returned false while a graph method searched for neighbours.
  /// With many data.ranks only linear methods train, each rank calling with its
  /// part of the data and the same options and getting the same model and the
  /// labels of its rows; what rank 0's progress says goes for all, and rank 0's
  /// checkpoint is saved. Nothing is calibrated or cross-validated then:
  /// std::invalid_argument.
  explicit Trainer(const Dataset& data, TrainOptions options = {},
                   const Progress& progress = {});
  ~Trainer();

  /// With defaults filled in that depend on the data.
  [[nodiscard]] const TrainOptions& options() const { return options_; }

  /// The supervised SVM; the class sizes; the method under these; the SVM
  /// instead where that contradicts it. On multi-label data, for every label
  /// the problem "has it or not", with its own class sizes and threshold:
  /// class_sizes.sizes and class_weights are one number per label then, the
  /// fraction of the unlabelled rows that have it and the weight of labelled
  /// rows that do; of the summary class_sizes holds one number per label,
  /// objective and counts are sums, gradient_norm is the largest, stop the
  /// first that is not Converged. For Stop::Interrupted the model is the best
  /// so far.
  [[nodiscard]] TrainResult train(const Progress& progress = {},
                                  const Checkpoint& checkpoint = {});

  /// The same rows with other labels, one per row.
  [[nodiscard]] TrainResult train_on(std::vector<std::int32_t> labels,
                                     const Progress& progress = {});

  /// For each point the outputs of folds.rows, each row's by a model that did
  /// not know its label: a row that is held out is an unlabelled one. Of the
  /// labels alone learn the methods rls and svm, any with lambda_u = 0 and
  /// those without an unlabelled row: HeldOutOptions says how.
  [[nodiscard]] HeldOut held_out(const Folds& folds,
                                 std::span<const GridPoint> points,
                                 const HeldOutOptions& options = {},
                                 const Progress& progress = {});

  /// Puts a calibration into result.model, fitted to outputs of labelled rows
  /// by models that did not know them, in up to five folds (few_folds), label
  /// by label for multi-label data; or, if that was interrupted, says so in the
  /// summary. Throws DataError if fewer than two classes have two labelled
  /// rows.
  void calibrate(TrainResult& result, const Progress& progress = {});

  /// Fills in summary.cross_validated likewise: the method and the supervised
  /// SVM on labelled rows held out. A row weighs its cost x (class size used /
  /// among the labelled rows). Throws likewise.
  void cross_validate(TrainResult& result, const Progress& progress = {});

 private:
  [[nodiscard]] TrainResult run(const Dataset& data, Learner& learner,
                                const ClassSizeOptions& wanted,
                                const Progress& progress,
                                const Checkpoint& checkpoint) const;
  /// From so many unlabelled rows, or else the labels alone.
  [[nodiscard]] bool learns_from(Index unlabeled,
                                 const LinearOptions& options) const;
  /// Of one problem; empty: interrupted.
  [[nodiscard]] HeldOut held_out(const Dataset& data, const Learner& learner,
                                 const ClassSizeOptions& wanted,
                                 const Folds& folds,
                                 std::span<const GridPoint> points,
                                 const HeldOutOptions& options,
                                 const Progress& progress) const;
  [[nodiscard]] Calibration calibration(const Dataset& data,
                                        const Learner& learner,
                                        const ClassSizeOptions& wanted,
                                        bool fell_back,
                                        const Progress& progress) const;

  std::unique_ptr<const NumberedData> numbered_;
  const Dataset& data_;  // its own
  TrainOptions options_;
  const Method& method_;
  std::unique_ptr<Learner> learner_;  // null: multi-label data
};

/// Trainer(data, options, progress).train(progress, checkpoint).
[[nodiscard]] TrainResult train(const Dataset& data,
                                const TrainOptions& options = {},
                                const Progress& progress = {},
                                const Checkpoint& checkpoint = {});

}  // namespace semilin

#endif  // SEMILIN_LEARN_TRAIN_H_
