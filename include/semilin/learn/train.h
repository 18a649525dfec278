// Training with any method, linear or on a graph of nearest neighbors. Start
// here.
//
//   const Dataset data = read_dataset({"news.svm"});
//   const TrainResult result = train(data);
//   write_archive(to_archive(result.model), "news.model");
#pragma once

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

/// The options with which a graph is made from rows; see `nearest_neighbors`
/// and `neighbor_graph`.
struct GraphMaking {
  NeighborOptions neighbors;   ///< its threads are TrainOptions::threads
  NeighborGraphOptions edges;  ///< weights and symmetry
};
/// The same with the metric and the search that were used, and the weights that
/// follow from them.
[[nodiscard]] GraphMaking resolved(GraphMaking making, const Neighbors& found);

/// The options of a graph method: its own, a kernel and a graph.
struct GraphTraining {
  GraphOptions options;  ///< its method is set by TrainOptions::method
  KernelSpec kernel;     ///< kernel of the penalty |f|_K^2
  GraphMaking making;    ///< how the graph is made, unless it is given
  /// A graph to be used as it is, or none: it is made from the rows. If it is
  /// given, `making.neighbors` only decides from which rows a new row takes its
  /// remainder.
  std::optional<Graph> graph;
};

/// Graphs that trainings have made, each of which a later one takes if its rows
/// and options are the same. Not for use by several threads at a time.
class KeptGraphs;
/// None so far.
[[nodiscard]] std::shared_ptr<KeptGraphs> keep_graphs();

/// A method with its options. A method reads those of its kind
/// (Method::linear, Method::graph); a committee reads both for its members.
struct TrainOptions {
  std::string method;    ///< its name; empty: default_method(data)
  LinearOptions linear;  ///< options of a linear method
  GraphTraining graph;   ///< options of a graph method
  ClassSizeOptions
      class_sizes;  ///< class sizes of the unlabeled rows, for all methods
  /// Rows made of seed words (learn/seed_words.h). They train every method like
  /// labeled rows and count nowhere else. A class that has one needs no labeled
  /// row.
  SeedRows seeds;
  /// The class to find among all others, of two: its labels may be any of its
  /// rows, and rows drawn from the unlabeled ones stand for the other class
  /// beside its labels, if there are any. Empty: such a class only if the other
  /// one has no label.
  std::string find = {};
  int threads = 0;  ///< 0: linear.threads; never changes the result
  /// The words of the seeds, for the model's info.
  std::vector<ClassWords> seed_words = {};
  /// Trainer::train takes the weights of this vote, and asks those members
  /// alone that have some; it holds out no label and tries no hypothesis. A
  /// vote that does not fit is not taken (TrainSummary::unfit).
  std::optional<EarlierVote> start = {};
  /// Where a committee finds its graphs, and leaves them; null: nowhere.
  std::shared_ptr<KeptGraphs> graphs = {};
};

/// The settings that the method reads: linear ones, then those of a graph, of
/// which two may have one name.
[[nodiscard]] std::vector<Setting> settings_of_method(const Method& method,
                                                      TrainOptions& options);

/// What was assumed where one class is looked for (TrainOptions::find).
struct OneClassFigures {
  std::int32_t found = 0;  ///< that class
  double size = 0;         ///< its share of the unlabeled rows
  bool estimated = false;  ///< whether the size was not given
  Index labeled = 0;       ///< labels of the class
  Index again = 0;  ///< estimated: those found again when they were held out
  Index drawn = 0;  ///< unlabeled rows that stand for the other class each time
};

/// The report of a run.
struct TrainSummary : RunSummary {
  std::string method;  ///< method of the model; svm if the method was dropped
  std::optional<LinearFigures> linear;        ///< figures of a linear method
  std::optional<GraphFigures> graph;          ///< figures of a graph method
  std::optional<CommitteeFigures> committee;  ///< figures of a committee
  std::optional<OneClassFigures> one_class;   ///< if one class is looked for
  /// Why TrainOptions::start was not taken; empty: it was, or there is none.
  std::string unfit = {};
};

/// The result of training.
struct TrainResult {
  Model model;           ///< the classifier
  TrainSummary summary;  ///< report of the run
  /// The class that training decided on for each row of the data; labeled rows
  /// keep theirs. For multi-label data rows x labels, 1 for each label that a
  /// row has.
  std::vector<std::int32_t> labels;
  /// The supervised SVM that was trained first, with the same options if the
  /// method is linear. It is equal to the model if the method is supervised.
  LinearModel supervised;
};

/// Options that a grid varies. Those that are empty stay as they are, and those
/// that a method does not have are not read.
struct GridPoint {
  std::optional<double> lambda = {};    ///< see LinearOptions or GraphOptions
  std::optional<double> lambda_u = {};  ///< 0: the supervised model
  std::optional<double> gamma = {};     ///< see GraphOptions
  double tolerance = 0;                 ///< least tolerance of LinearOptions
};

/// Outputs of rows that were held out.
struct HeldOut {
  /// Rows of the folds x outputs for each point; empty: interrupted.
  std::vector<std::vector<double>> outputs;
  Index products = 0;  ///< products with the data, for linear methods
};

class GramInverse;
class Learner;
class NumberedData;

/// One data set and one method, prepared once (with graph and kernel for a
/// graph method) for training and for all estimates that train again.
class Trainer {
 public:
  /// Borrows the data. Throws std::invalid_argument for an unknown method, for
  /// options out of bounds and for data that require_valid (matrix/dataset.h)
  /// refuses; DataError if a class has no labeled row, if the graph has
  /// another number of nodes than the data have rows, or for multi-label data
  /// and a method or seeds that cannot train on them; Interrupted if `progress`
  /// returned false while a graph method searched for neighbors. On data
  /// that are not whole() only linear methods train: each process calls with
  /// its part and the same options, and gets the same model and the labels of
  /// its rows. The first one's progress decides for all. Calibration
  /// then throws std::invalid_argument.
  explicit Trainer(const Dataset& data, TrainOptions options = {},
                   const Progress& progress = {});
  ~Trainer();

  /// The options, with defaults filled in that depend on the data.
  [[nodiscard]] const TrainOptions& options() const { return options_; }

  /// Trains the supervised SVM, finds the class sizes, trains the method under
  /// these, and returns the SVM instead if the method contradicts it. On
  /// multi-label data it solves the problem "has it or not" for every label,
  /// with its own class sizes and threshold: class_sizes.sizes and
  /// class_weights are then one number per label, the fraction of the
  /// unlabeled rows that have it and the weight of labeled rows that do; in
  /// the summary class_sizes has one number per label, objective and counts are
  /// sums, gradient_norm is the largest, and stop the first that is not
  /// Converged. For Stop::Interrupted the model is the best so far.
  [[nodiscard]] TrainResult train(const Progress& progress = {});

  /// Trains on the same rows with other labels, one per row.
  [[nodiscard]] TrainResult train_on(std::vector<std::int32_t> labels,
                                     const Progress& progress = {});

  /// The outputs of folds.rows for each point, each row's by a model that did
  /// not know its label: a row that is held out counts as unlabeled. The
  /// methods rls and svm, any with lambda_u = 0 and any without an unlabeled
  /// row learn from the labels alone, as HeldOutOptions describes.
  [[nodiscard]] HeldOut held_out(const Folds& folds,
                                 std::span<const GridPoint> points,
                                 const HeldOutOptions& options = {},
                                 const Progress& progress = {});

  /// Puts a calibration into result.model, fitted to outputs of labeled rows
  /// by models that did not know them, in up to five folds (few_folds), label
  /// by label for multi-label data. If it is interrupted, it sets summary.stop
  /// instead. Throws DataError if fewer than two classes have two labeled
  /// rows.
  void calibrate(TrainResult& result, const Progress& progress = {});

 private:
  [[nodiscard]] TrainResult run(const Dataset& data, Learner& learner,
                                const ClassSizeOptions& wanted,
                                const Progress& progress,
                                GramInverse* inverse = nullptr) const;
  /// Whether it learns from this many unlabeled rows, or from the labels
  /// alone.
  [[nodiscard]] bool learns_from(Index unlabeled,
                                 const LinearOptions& options) const;
  /// The same for one problem; empty: interrupted.
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

  std::unique_ptr<NumberedData> numbered_;
  const Dataset& data_;  // its own
  TrainOptions options_;
  const Method& method_;
  std::unique_ptr<Learner> learner_;  // null: several problems, one by one
};

/// Trainer(data, options, progress).train(progress).
[[nodiscard]] TrainResult train(const Dataset& data,
                                const TrainOptions& options = {},
                                const Progress& progress = {});

}  // namespace semilin
