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
#include "linear/pulse.h"
#include "linear/settled.h"
#include "linear/trainable.h"
#include "linear/transductive.h"
#include "solvers/simplex.h"

namespace semilin {
namespace {

bool semisupervised(const LinearOptions& options, const OutputBatch& batch) {
  return is_semisupervised(options.method) && options.lambda_u > 0 &&
         batch.summary.unlabeled > 0;
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

// What rank 0 says to a record is said by all.
Progress agreed(const Progress& progress, const Ranks& ranks) {
  if (!ranks.many()) return progress;
  return [&progress, ranks](const ProgressRecord& record) {
    return ranks.first_says(!progress || progress(record));
  };
}

// Writes objective and gradient of the iterate.
void measure(OutputBatch& batch) {
  batch.summary.objective = batch.objective();
  batch.summary.gradient_norm = batch.relative_gradient_norm();
}

// Trains `batch`, which knows the supervised model of `result`, on all rows.
// Returns the classes of the unlabelled rows.
std::vector<std::int32_t> train_on_unlabeled(OutputBatch& batch,
                                             const Dataset& data,
                                             const LinearOptions& options,
                                             const Progress& progress,
                                             BatchCheckpointer& checkpoint,
                                             LinearResult& result) {
  LinearSummary& summary = batch.summary;
  const ClassSizes wanted = class_sizes(batch, options);
  std::vector<std::int32_t> supervised = predicted_classes(batch);
  const LinearSummary before = summary;
  summary.class_sizes = wanted.sizes;
  summary.class_sizes_source = to_string(options.class_sizes.source);
  if (options.method == Method::NbEm) {
    require_counts(data);
    std::vector<double> offsets =
        train_naive_bayes(batch, data, options, wanted, progress);
    result.model = batch.take_model();
    result.model.offsets = std::move(offsets);
  } else {
    const auto solve =
        options.method == Method::Tsvm ? train_transductive : anneal;
    solve(batch, options, wanted, progress, checkpoint);
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

  const std::string_view first =
      to_string(options.method == Method::Rls ? Method::Rls : Method::Svm);
  const Progress all = agreed(progress, data.ranks);
  Pulse pulse(all, first);
  // each rank's clock is its own, so that many would not ask together
  if (!data.ranks.many()) batch.go_on = pulse.go_on();
  const Progress heard = pulse.progress();
  batch.train_labeled(options.tolerance);
  measure(batch);
  LinearResult result;
  result.supervised = batch.model();
  bool interrupted = false;
  report(batch, first, watch.seconds(), heard, interrupted);
  std::vector<std::int32_t> classes;
  if (semi && !interrupted) {
    BatchCheckpointer checkpointer(checkpoint, batch, options);
    classes =
        train_on_unlabeled(batch, data, options, heard, checkpointer, result);
  } else {
    require(checkpoint.resume == nullptr,
            "train: only tsvm and da with unlabelled rows resume");
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
  summary.traffic = data.ranks.traffic();
  result.summary = summary;
  return result;
}

}  // namespace semilin
