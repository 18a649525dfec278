#include "linear/output_batch.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "semilin/base/error.h"

#include "linear/trainable.h"
#include "matrix/row_functions.h"
#include "solvers/dual_descent.h"
#include "solvers/simplex.h"

namespace semilin {
namespace {

// Labeled rows are few if they are at most this share.
constexpr Index kFew = 8;

Index document_nonzeros(const Dataset& data) {
  return data.rows.visit([&](const auto& view) {
    return view.rows == 0 ? Index{0} : view.offsets[data.documents()];
  });
}

}  // namespace

OutputBatch::OutputBatch(const Dataset& data, const LinearOptions& options,
                         BatchKind kind, std::span<const Index> coarser_than)
    : data_(data),
      options_(options),
      kind_(kind),
      num_classes_(static_cast<int>(data.classes.size())),
      x_(data.rows, bias_value(options), options.threads, data.ranks,
         kind.steady, coarser_than),
      lambda_u_in_force_(options.lambda_u ? *options.lambda_u
                                          : default_lambda_u(data)) {
  const Index rows = x_.rows();
  costs_.resize(rows);
  beliefs_.assign(rows * stride(), 0.5);
  iterate_.weights.assign(x_.cols() * stride(), 0.0);
  iterate_.outputs.assign(rows * stride(), 0.0);
  lambda_.assign(stride(), lambda_in_force(data, options));
  take_rows();
  normalize_costs();
  summary.rows = data_.sum(data.documents());
  summary.labeled = data_.sum(std::ssize(labeled_documents()));
  summary.unlabeled = data_.sum(std::ssize(unlabeled_));
  summary.features = data.rows.cols();
  summary.pieces = data.pieces;
  summary.nonzeros = data_.sum(document_nonzeros(data));
}

void OutputBatch::take_rows() {
  for (Index i = 0; i < x_.rows(); ++i) {
    const double cost = row_cost(data_, options_, i);
    if (cost == 0) continue;
    if (data_.labels[i] == kUnlabeled) {
      unlabeled_.push_back(i);
      unlabeled_weights_.push_back(cost);
    } else {
      labeled_.push_back(i);
      if (i >= data_.documents()) ++seeds_;
      costs_[i] = cost;
      set_class(i, data_.labels[i]);
    }
  }
  labeled_cuts_ = cut_at(x_.pieces(), RowSet::listed(labeled_), x_.rows());
  unlabeled_cuts_ = cut_at(x_.pieces(), RowSet::listed(unlabeled_), x_.rows());
}

void OutputBatch::normalize_costs() {
  const double labeled_sum =
      data_.sum(sum_in_order(labeled_cuts_, 1, [&](Index i, double* sum) {
        *sum += costs_[labeled_[i]];
      })[0]);
  const double unlabeled_sum = sum_unlabeled(
      1, [&](Index j, double* sum) { *sum += unlabeled_weights_[j]; })[0];
  for (const Index i : labeled_)
    costs_[i] /= labeled_sum;
  for (double& weight : unlabeled_weights_)
    weight /= unlabeled_sum;
}

std::vector<double> OutputBatch::labeled_sizes() const {
  const std::vector<std::int32_t> given = given_labels(data_);
  std::vector<double> sizes = data_.sum(
      sum_in_order(labeled_cuts_, num_classes_, [&](Index i, double* sum) {
        const std::int32_t label = given[labeled_[i]];
        if (labeled_[i] < data_.documents() && label != kUnlabeled)
          sum[label] += costs_[labeled_[i]];
      }));
  if (summary.labeled == 0)
    throw DataError(
        "expected labeled rows, which class sizes are to be like, found none");
  if (data_.any(seeds_ > 0) || !data_.voted.labels.empty()) make_sum_one(sizes);
  return sizes;
}

OutputBatch::LabeledRows OutputBatch::labeled_rows() const {
  Dataset data = shared_selection(data_, labeled_);
  std::vector<double> costs;
  for (const Index i : labeled_)
    costs.push_back(costs_[i]);
  return {{std::move(data.rows), bias_value(options_), threads()},
          std::move(data.labels),
          data_.of_all(costs),
          data_.before(std::ssize(labeled_)),
          summary.labeled};
}

void OutputBatch::set_class(Index row, std::int32_t label) {
  double* p = beliefs_.data() + row * stride();
  if (outputs() == 1) {
    *p = label == 1 ? 1.0 : 0.0;
    return;
  }
  std::fill(p, p + outputs(), 0.0);
  p[label] = 1.0;
}

BatchProblem OutputBatch::problem(RowSet rows) const {
  return {&x_, kind_.loss, stride(), lambda_, costs_, beliefs_, rows};
}

BeliefProblem OutputBatch::belief_problem(
    std::span<const double> class_sizes) const {
  BeliefProblem problem;
  problem.outputs = iterate_.outputs;
  problem.stride = stride();
  problem.outputs_per_row = outputs();
  problem.rows = unlabeled_;
  problem.cuts = unlabeled_cuts_;
  problem.weights = unlabeled_weights_;
  problem.class_sizes = class_sizes;
  problem.threads = threads();
  problem.ranks = data_.ranks;
  problem.go_on = &go_on;
  return problem;
}

bool OutputBatch::set_unlabeled_costs(double lambda_u) {
  if (lambda_u == lambda_u_) return false;
  lambda_u_ = lambda_u;
  for (std::size_t j = 0; j < unlabeled_.size(); ++j) {
    costs_[unlabeled_[j]] = lambda_u * unlabeled_weights_[j];
  }
  return true;
}

void OutputBatch::require_finite() const {
  const std::span<const double> outputs = iterate_.outputs;
  const bool finite = std::all_of(outputs.begin(), outputs.end(),
                                  [](double o) { return std::isfinite(o); });
  if (!data_.any(!finite)) return;
  std::string message =
      "expected values of moderate size, found outputs that overflow";
  if (data_.whole()) {
    const std::vector<float> norms = squared_norms(data_.rows, threads());
    const auto longest = std::max_element(norms.begin(), norms.end());
    message += " (the longest row is number " +
               std::to_string(longest - norms.begin() + 1) + ")";
  }
  throw DataError(message);
}

void OutputBatch::solve(const BatchProblem& problem, NewtonOptions options) {
  options.go_on = &go_on;
  last_ = solve_newton(problem, options, iterate_, scratch_);
  ++summary.retrainings;
  summary.newton_iterations += last_.iterations;
  summary.cg_iterations += last_.cg_iterations;
  summary.products += last_.products;
  summary.stop = last_.stop;
  if (!std::isfinite(objective())) {
    throw DataError(
        "expected values of moderate size, found an objective that overflows");
  }
}

void OutputBatch::train_labeled(double tolerance) {
  if (!data_.whole() && summary.labeled * data_.parts() <= summary.rows) {
    train_labeled_alone(tolerance);
  } else if (summary.labeled == summary.rows) {
    solve_labeled({}, tolerance);
  } else {
    solve_labeled(RowSet::listed(labeled_, few_labeled()), tolerance);
    compute_outputs();
  }
  require_finite();
}

bool OutputBatch::few_labeled() const {
  return kFew * summary.labeled <= summary.rows;
}

// Every process solves for the few labeled rows of all, as one would.
void OutputBatch::train_labeled_alone(double tolerance) {
  const Dataset data = shared_selection(data_, labeled_);
  LinearOptions options = options_;
  options.lambda = lambda();
  OutputBatch alone(data, options, kind_);
  alone.solve_labeled(RowSet::listed(alone.labeled_, few_labeled()), tolerance);
  continue_from(alone);
}

void OutputBatch::solve_labeled(RowSet rows, double tolerance) {
  NewtonOptions options;
  options.tolerance = tolerance;
  options.max_iterations = options_.max_iterations;
  const BatchProblem labeled = problem(rows);
  // an epoch's visits follow each other: nothing for several processes
  if (data_.whole() && dual_descent_pays(labeled)) {
    summary.dual_epochs += descend_dual(labeled, {}, iterate_, scratch_);
  }
  solve(labeled, options);
  reference_ = last_.reference;
}

void OutputBatch::compute_outputs() {
  x_.apply(stride(), std::span<const double>(iterate_.weights), {},
           std::span<double>(iterate_.outputs));
  ++summary.products;
}

void OutputBatch::retrain(double lambda_u, double tolerance,
                          int max_iterations) {
  NewtonOptions options;
  options.keep_preconditioner = !set_unlabeled_costs(lambda_u);
  options.tolerance = tolerance;
  options.max_iterations = max_iterations;
  options.certify = false;
  options.reference = reference_;
  solve(problem({}), options);
}

void OutputBatch::finish(double lambda_u, double tolerance) {
  NewtonOptions options;
  options.keep_preconditioner = !set_unlabeled_costs(lambda_u);
  options.tolerance = tolerance;
  options.max_iterations = options_.max_iterations;
  solve(problem({}), options);
}

void OutputBatch::continue_from(const OutputBatch& other) {
  LinearSummary counts = other.summary;
  std::swap<RunSummary>(counts, summary);  // keeps the figures of its own rows
  counts.stop = other.summary.stop;
  summary = std::move(counts);
  iterate_.weights = other.iterate_.weights;
  reference_ = other.reference_;
  last_ = other.last_;
  compute_outputs();
}

OutputBatch::Snapshot OutputBatch::snapshot() const {
  return {iterate_.weights, iterate_.outputs, beliefs_, last_.objectives};
}

void OutputBatch::restore(const Snapshot& snapshot) {
  iterate_.weights = snapshot.weights;
  // In place: others hold a view of the outputs.
  std::ranges::copy(snapshot.outputs, iterate_.outputs.begin());
  std::ranges::copy(snapshot.beliefs, beliefs_.begin());
  last_.objectives = snapshot.objectives;
}

void OutputBatch::measure() {
  summary.objective = objective();
  double& largest = summary.gradient_norm = 0;
  for (int k = 0; k < outputs(); ++k) {
    if (last_.gradient_norms[k] > 0) {
      largest = std::max(largest, last_.gradient_norms[k] / last_.reference[k]);
    }
  }
}

double OutputBatch::objective() const {
  // The padding's outputs stay 0 and have a loss of their own.
  return std::accumulate(last_.objectives.begin(),
                         last_.objectives.begin() + outputs(), 0.0);
}

LinearModel OutputBatch::model() const {
  return with_weights(iterate_.weights);
}

LinearModel OutputBatch::take_model() {
  scratch_ = {};
  return with_weights(std::move(iterate_.weights));
}

LinearModel OutputBatch::with_weights(std::vector<double> padded) const {
  LinearModel model;
  model.classes = data_.classes;
  model.features = data_.rows.cols();
  model.bias = bias_value(options_);
  model.offsets.assign(outputs(), 0.0);
  model.weights = std::move(padded);
  if (stride() != outputs()) {
    for (Index j = 0; j < x_.cols(); ++j) {
      const auto from = model.weights.begin() + j * stride();
      std::copy(from, from + outputs(), model.weights.begin() + j * outputs());
    }
    model.weights.resize(x_.cols() * outputs());
    model.weights.shrink_to_fit();
  }
  return model;
}

std::int32_t predicted_class(const OutputBatch& batch, Index row,
                             std::span<const double> offsets) {
  const int outputs = batch.outputs();
  const double* o = batch.outputs_block().data() + row * batch.stride();
  const auto output = [&](int k) {
    return o[k] + (offsets.empty() ? 0.0 : offsets[k]);
  };
  if (outputs == 1) return output(0) > 0 ? 1 : 0;
  int best = 0;
  for (int k = 1; k < outputs; ++k)
    best = output(k) > output(best) ? k : best;
  return best;
}

std::vector<std::int32_t> predicted_classes(const OutputBatch& batch,
                                            std::span<const double> offsets) {
  std::vector<std::int32_t> classes;
  classes.reserve(batch.unlabeled().size());
  for (const Index row : batch.unlabeled())
    classes.push_back(predicted_class(batch, row, offsets));
  return classes;
}

}  // namespace semilin
