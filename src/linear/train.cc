#include "semilin/linear/train.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "semilin/base/error.h"

#include "base/stopwatch.h"
#include "linear/annealing.h"
#include "linear/assignment.h"
#include "linear/checkpoint.h"
#include "linear/class_sizes.h"
#include "linear/comparison.h"
#include "linear/naive_bayes.h"
#include "linear/output_batch.h"
#include "linear/trainable.h"
#include "linear/transductive.h"
#include "solvers/simplex.h"

namespace semilin {
namespace {

void require_data(const Dataset& data, const LinearOptions& options) {
  const std::size_t classes = data.classes.size();
  require_valid(data, options.threads);
  require(
      options.class_weights.empty() || options.class_weights.size() == classes,
      "train: one weight a class");
  for (const double weight : options.class_weights) {
    require_within("a class weight", weight, kPositive);
  }
  std::vector<bool> seen(classes, false);
  for (std::size_t i = 0; i < data.labels.size(); ++i) {
    const std::int32_t label = data.labels[i];
    const bool counts = data.costs.empty() || data.costs[i] > 0;
    if (label != kUnlabeled && counts) seen[label] = true;
  }
  const auto present = std::count(seen.begin(), seen.end(), true);
  if (present < 2) {
    throw DataError("expected labelled rows of at least two classes, found " +
                    std::to_string(present));
  }
  const auto missing = std::find(seen.begin(), seen.end(), false);
  if (missing != seen.end()) {
    throw DataError("expected a labelled row of every class, found none of " +
                    data.classes[missing - seen.begin()]);
  }
}

void require_finite(const OutputBatch& batch) {
  const std::span<const double> outputs = batch.outputs_block();
  if (std::all_of(outputs.begin(), outputs.end(),
                  [](double o) { return std::isfinite(o); })) {
    return;
  }
  throw DataError("expected values of moderate size: the outputs overflow");
}

bool semisupervised(const LinearOptions& options, const OutputBatch& batch) {
  return is_semisupervised(options.method) && options.lambda_u > 0 &&
         !batch.unlabeled().empty();
}

// Mean beliefs of the unlabelled rows.
std::vector<double> belief_sizes(OutputBatch& batch) {
  std::vector<double> sizes(batch.classes(), 0.0);
  for (std::size_t j = 0; j < batch.unlabeled().size(); ++j) {
    const double weight = batch.unlabeled_weights()[j];
    const double* p =
        batch.beliefs().data() + batch.unlabeled()[j] * batch.stride();
    if (batch.outputs() == 1) {
      sizes[1] += weight * *p;
      sizes[0] += weight * (1 - *p);
      continue;
    }
    for (int k = 0; k < batch.outputs(); ++k)
      sizes[k] += weight * p[k];
  }
  return sizes;
}

BeliefProblem belief_problem(const OutputBatch& batch,
                             std::span<const double> class_sizes) {
  BeliefProblem problem;
  problem.outputs = batch.outputs_block();
  problem.stride = batch.stride();
  problem.outputs_per_row = batch.outputs();
  problem.rows = batch.unlabeled();
  problem.weights = batch.unlabeled_weights();
  problem.class_sizes = class_sizes;
  problem.rho = std::numeric_limits<double>::infinity();
  problem.threads = batch.threads();
  return problem;
}

std::vector<double> thresholds(OutputBatch& batch) {
  std::vector<double> sizes = belief_sizes(batch);
  // A class without rows gets the size of half a row: its offset is finite.
  const double least = 0.5 / static_cast<double>(batch.unlabeled().size());
  for (double& size : sizes)
    size = std::max(size, least);
  make_sum_one(sizes);
  return balance_offsets(belief_problem(batch, sizes));
}

// The class of the largest belief of each unlabelled row.
std::vector<std::int32_t> settled_classes(OutputBatch& batch) {
  std::vector<std::int32_t> classes;
  for (const Index row : batch.unlabeled()) {
    const double* p = batch.beliefs().data() + row * batch.stride();
    classes.push_back(batch.outputs() == 1
                          ? (*p > 0.5 ? 1 : 0)
                          : static_cast<std::int32_t>(
                                std::max_element(p, p + batch.outputs()) - p));
  }
  return classes;
}

void report(const OutputBatch& batch, std::string_view stage, double seconds,
            const Progress& progress, bool& interrupted) {
  if (!progress) return;
  ProgressRecord record;
  record.stage = stage;
  record.iteration = batch.summary.retrainings;
  record.seconds = seconds;
  record.objective = batch.objective();
  interrupted = !progress(record);
}

// Writes objective and gradient of the iterate.
void measure(OutputBatch& batch) {
  batch.summary.objective = batch.objective();
  batch.summary.gradient_norm = batch.relative_gradient_norm();
}

// Trains `batch`, which knows the supervised model of `result`, on all rows.
// Returns the classes of the unlabelled rows.
std::vector<std::int32_t> train_on_unlabeled(
    OutputBatch& batch, const Dataset& data, const LinearOptions& options,
    const Progress& progress, Checkpointer& checkpoint, LinearResult& result) {
  LinearSummary& summary = batch.summary;
  const ClassSizes wanted = class_sizes(batch, options);
  std::vector<std::int32_t> supervised = predicted_classes(batch);
  const LinearSummary before = summary;
  summary.class_sizes = wanted.sizes;
  summary.class_sizes_source = to_string(options.class_sizes.source);
  if (options.method == Method::Tsvm) {
    train_transductive(batch, options, wanted, progress, checkpoint);
  } else if (options.method == Method::Da) {
    anneal(batch, options, wanted, progress, checkpoint);
  }
  if (options.method == Method::NbEm) {
    std::vector<double> offsets =
        train_naive_bayes(batch, data, options, wanted, progress);
    result.model = batch.take_model();
    result.model.offsets = std::move(offsets);
  } else {
    measure(batch);
    result.model = batch.take_model();
    if (options.threshold) result.model.offsets = thresholds(batch);
  }
  compare(batch, wanted, supervised,
          predicted_classes(batch, result.model.offsets), summary);
  if (options.class_sizes.source != SizeSource::Estimate ||
      !collapsed(summary) || summary.stop == Stop::Interrupted) {
    return settled_classes(batch);
  }
  summary.fell_back = true;
  summary.method = Method::Svm;
  summary.objective = before.objective;
  summary.gradient_norm = before.gradient_norm;
  summary.predicted = summary.supervised_predicted;
  result.model = result.supervised;
  return supervised;
}

}  // namespace

void require_trainable(const Dataset& data, const LinearOptions& options) {
  require_within_bounds(options);
  require_class_sizes(options.class_sizes, data.classes.size());
  require_data(data, options);
}

Loss loss_of(const LinearOptions& options) {
  return options.method == Method::Rls ? Loss::squares()
                                       : Loss::squared_hinge();
}

double row_cost(const Dataset& data, const LinearOptions& options, Index row) {
  const double cost = data.costs.empty() ? 1.0 : data.costs[row];
  const std::int32_t label = data.labels[row];
  if (label == kUnlabeled || options.class_weights.empty()) return cost;
  return cost * options.class_weights[label];
}

LinearResult train_linear(const Dataset& data, const LinearOptions& options,
                          const Progress& progress,
                          const Checkpoint& checkpoint) {
  const Stopwatch watch;
  require_trainable(data, options);
  OutputBatch batch(data, options);
  LinearSummary& summary = batch.summary;
  const bool semi = semisupervised(options, batch);
  summary.method =
      semi || options.method == Method::Rls ? options.method : Method::Svm;
  summary.class_sizes_source = "none";

  batch.train_labeled(options.tolerance);
  require_finite(batch);
  measure(batch);
  LinearResult result;
  result.supervised = batch.model();
  bool interrupted = false;
  report(batch,
         to_string(options.method == Method::Rls ? Method::Rls : Method::Svm),
         watch.seconds(), progress, interrupted);
  std::vector<std::int32_t> classes;
  if (semi && !interrupted) {
    Checkpointer checkpointer(checkpoint, batch, options);
    classes = train_on_unlabeled(batch, data, options, progress, checkpointer,
                                 result);
  } else {
    classes = predicted_classes(batch);
    result.model = batch.take_model();
  }
  if (interrupted) summary.stop = Stop::Interrupted;
  result.labels = batch.labels();
  for (std::size_t j = 0; j < classes.size(); ++j)
    result.labels[batch.unlabeled()[j]] = classes[j];
  for (std::size_t i = 0; i < result.labels.size(); ++i) {  // of cost 0
    if (result.labels[i] == kUnlabeled)
      result.labels[i] = predicted_class(batch, static_cast<Index>(i));
  }
  summary.seconds = watch.seconds();
  result.summary = summary;
  return result;
}

}  // namespace semilin
