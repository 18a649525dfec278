// The state of every linear method: the data as one batch of outputs, its costs
// and beliefs, and the iterate that is retrained again and again.
#pragma once

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "semilin/base/progress.h"
#include "semilin/linear/model.h"
#include "semilin/linear/options.h"
#include "semilin/linear/summary.h"

#include "linear/beliefs.h"
#include "matrix/csr_operator.h"
#include "matrix/row_pieces.h"
#include "solvers/newton.h"

namespace semilin {

/// The properties of a batch that a method chooses.
struct BatchKind {
  Loss loss = Loss::squared_hinge();
  /// The last digits decide at times which optimum the method comes to, so that
  /// several processes had better have those of a single one.
  bool steady = false;
};

/// The figures of a batch: what all methods have, and the counts of its solves.
struct LinearSummary : RunSummary, LinearFigures {};

/// Rows, costs and beliefs of a training run (docs/methods.md's J with the
/// costs normalized: c_i / l on labeled rows, lambda_u c_j / u on unlabeled
/// ones). Two classes have one output, K > 2 have K. Rows are those of
/// a part of the data, if it is one; weights, sums over rows and the summary
/// are those of all rows.
class OutputBatch {
 public:
  /// Borrows data and options. coarser_than: as of CsrOperator.
  OutputBatch(const Dataset& data, const LinearOptions& options,
              BatchKind kind = {}, std::span<const Index> coarser_than = {});

  [[nodiscard]] const Dataset& data() const { return data_; }
  [[nodiscard]] const LinearOptions& options() const { return options_; }
  [[nodiscard]] const BatchKind& kind() const { return kind_; }
  [[nodiscard]] int classes() const { return num_classes_; }
  [[nodiscard]] int outputs() const {
    return num_classes_ == 2 ? 1 : num_classes_;
  }
  [[nodiscard]] int stride() const { return batch_stride(outputs()); }
  [[nodiscard]] int threads() const { return x_.threads(); }
  [[nodiscard]] const CsrOperator& x() const { return x_; }
  [[nodiscard]] double lambda() const { return lambda_.front(); }
  [[nodiscard]] double lambda_u() const { return lambda_u_in_force_; }
  /// X_l, all labeled rows, with the bias; their classes, their
  /// costs divided by the sum of these, which of them is labeled()[0], and the
  /// number of those that are documents, which come first.
  struct LabeledRows {
    CsrOperator x;
    std::vector<std::int32_t> labels;
    std::vector<double> costs;
    Index first;
    Index documents;
  };
  [[nodiscard]] LabeledRows labeled_rows() const;
  [[nodiscard]] std::span<const Index> labeled() const { return labeled_; }
  /// The labeled rows that are documents; the others come last.
  [[nodiscard]] std::span<const Index> labeled_documents() const {
    return labeled().first(labeled_.size() - seeds_);
  }
  [[nodiscard]] std::span<const Index> unlabeled() const { return unlabeled_; }
  /// v_j of unlabeled()[j]: costs divided by their sum.
  [[nodiscard]] std::span<const double> unlabeled_weights() const {
    return unlabeled_weights_;
  }
  /// Calls add(j, sums) for each j of unlabeled(); returns the sums, those of
  /// all rows.
  template <class Add>
  [[nodiscard]] std::vector<double> sum_unlabeled(std::size_t num_sums,
                                                  const Add& add) const {
    return data_.sum(sum_in_order(unlabeled_cuts_, num_sums, add));
  }
  /// Fractions of the classes among the labeled documents, weighted by cost.
  /// Throws DataError if there is none.
  [[nodiscard]] std::vector<double> labeled_sizes() const;
  [[nodiscard]] const std::vector<std::int32_t>& labels() const {
    return data_.labels;
  }

  /// Outputs of all rows, rows x stride, at the iterate.
  [[nodiscard]] std::span<const double> outputs_block() const {
    return iterate_.outputs;
  }
  /// The iterate itself, for methods that do not minimize a loss.
  [[nodiscard]] BatchIterate& iterate() { return iterate_; }
  /// Beliefs of all rows, rows x stride; a labeled row's are its label.
  [[nodiscard]] std::span<double> beliefs() { return beliefs_; }
  /// The p step at these outputs, which follows them: lambda_u is 1, and
  /// `class_sizes`, which is borrowed, a constraint, until the caller changes
  /// this.
  [[nodiscard]] BeliefProblem belief_problem(
      std::span<const double> class_sizes) const;
  /// Beliefs 1 and 0 for the class of an unlabeled row.
  void set_class(Index row, std::int32_t label);

  /// Minimizes over w on the labeled rows alone; then computes all outputs.
  void train_labeled(double tolerance);
  /// Minimizes over w for the beliefs in force, seeded with the iterate, the
  /// unlabeled rows weighted by `lambda_u`. The tolerance is relative to the
  /// gradient at w = 0 of the labeled problem, which costs no product.
  void retrain(double lambda_u, double tolerance, int max_iterations);
  /// The same, relative to the gradient at w = 0 of this very problem.
  void finish(double lambda_u, double tolerance);

  /// Takes the weights and the counts of a batch of the same data, or of some
  /// of its rows; then computes all outputs.
  void continue_from(const OutputBatch& other);

  /// All that the next retraining depends on, of this rank.
  struct Snapshot {
    std::vector<double> weights, outputs, beliefs, objectives;
  };
  [[nodiscard]] Snapshot snapshot() const;
  /// Back to a state of this batch.
  void restore(const Snapshot& snapshot);

  /// Writes objective and gradient of the last solve into the summary, the
  /// largest |grad f_k| / |grad f_k(0)|.
  void measure();
  /// lambda/2 |w|^2 + losses, summed over outputs, of the last solve.
  [[nodiscard]] double objective() const;
  [[nodiscard]] LinearModel model() const;
  /// The same, taking the weights, after which nothing can be trained.
  [[nodiscard]] LinearModel take_model();

  /// Counts of all solves; gradient_norm and stop of the last one.
  LinearSummary summary;
  /// Called inside a solve, which ends if it returns false
  /// (src/linear/repeated_progress.h).
  GoOn go_on;

 private:
  /// Parts the rows that count.
  void take_rows();
  void normalize_costs();
  [[nodiscard]] LinearModel with_weights(std::vector<double> padded) const;
  [[nodiscard]] BatchProblem problem(RowSet rows) const;
  /// False: they are so already.
  bool set_unlabeled_costs(double lambda_u);
  /// Whether there are so few labeled rows that sums over them have one piece,
  /// with or without the other rows.
  [[nodiscard]] bool few_labeled() const;
  void train_labeled_alone(double tolerance);
  void solve_labeled(RowSet rows, double tolerance);
  void solve(const BatchProblem& problem, NewtonOptions options);
  void compute_outputs();
  /// Throws DataError where an output of any row is not finite.
  void require_finite() const;

  const Dataset& data_;
  const LinearOptions& options_;
  BatchKind kind_;
  int num_classes_;
  CsrOperator x_;
  std::vector<Index> labeled_;
  Index seeds_ = 0;  // the last of these
  std::vector<Index> unlabeled_;
  std::vector<Index> labeled_cuts_, unlabeled_cuts_;  // into pieces of rows
  std::vector<double> unlabeled_weights_;
  std::vector<double> costs_;
  double lambda_u_in_force_;
  double lambda_u_ = 0;  // the one in the costs
  std::vector<double> lambda_;
  std::vector<double> beliefs_;
  std::vector<double> reference_;
  BatchIterate iterate_;
  NewtonScratch scratch_;
  NewtonResult last_;
};

/// Data and a batch of them.
struct BatchOfData {
  Dataset data;
  OutputBatch batch;

  /// Borrows the options.
  BatchOfData(Dataset own, const LinearOptions& options, BatchKind kind)
      : data(std::move(own)), batch(data, options, kind) {}
  BatchOfData(const BatchOfData&) = delete;
  BatchOfData& operator=(const BatchOfData&) = delete;
};

/// The class of a row by outputs + offsets. No offsets: zeros.
[[nodiscard]] std::int32_t predicted_class(
    const OutputBatch& batch, Index row, std::span<const double> offsets = {});

/// The same for each unlabeled row, in their order.
[[nodiscard]] std::vector<std::int32_t> predicted_classes(
    const OutputBatch& batch, std::span<const double> offsets = {});

}  // namespace semilin
