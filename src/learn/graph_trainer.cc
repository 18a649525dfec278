#include "learn/graph_trainer.h"

#include <utility>

#include "semilin/base/error.h"
#include "semilin/matrix/label_sets.h"

#include "linear/class_sizes.h"
#include "linear/comparison.h"
#include "linear/held_out_rows.h"
#include "linear/model_head.h"
#include "linear/output_batch.h"

namespace semilin {
namespace {

Graph graph_for(const Dataset& data, GraphTraining& training, int threads,
                const Progress& progress) {
  if (has_label_sets(data)) {
    throw DataError(
        "expected one label per row, found several: graph methods do not know "
        "multi-label data");
  }
  if (training.graph) {
    require_nodes(*training.graph, data.rows.rows());
    return *training.graph;
  }
  GraphMaking& making = training.making;
  NeighborOptions search = making.neighbors;
  search.threads = threads;
  const Neighbors neighbors = nearest_neighbors(data.rows, search, progress);
  making = resolved(making, neighbors);
  return neighbor_graph(neighbors, making.edges);
}

LinearOptions svm_options(int threads) {
  LinearOptions options;
  options.method = Method::Svm;
  options.threads = threads;
  return options;
}

}  // namespace

GraphMaking resolved(GraphMaking making, const Neighbors& found) {
  making.neighbors.metric = found.metric;
  making.neighbors.search = found.search;
  making.edges.weights = resolved(making.edges.weights, found.metric);
  return making;
}

GraphTrainer::GraphTrainer(const Dataset& data, GraphTraining& training,
                           int threads, const Progress& progress)
    : data_(data),
      training_(training),
      threads_(threads),
      points_(data.rows, graph_for(data, training, threads, progress),
              training.kernel, threads) {
  training.kernel = points_.kernel_spec();
}

GraphResult GraphTrainer::run(std::span<const std::int32_t> labels,
                              const Progress& progress,
                              const Checkpoint& checkpoint) {
  GraphResult result = train_graph(points_, labels, data_.classes,
                                   training_.options, progress, checkpoint);
  if (!all_finite(result.model.coefficients) ||
      !all_finite(result.model.remainder)) {
    throw DataError(
        "expected values of moderate size, found outputs that overflow");
  }
  result.model.neighbors = training_.making.neighbors.neighbors;
  result.model.metric = training_.making.neighbors.metric;
  result.model.search = training_.making.neighbors.search;
  return result;
}

TrainResult GraphTrainer::train(const Progress& progress,
                                const Checkpoint& checkpoint) {
  GraphResult found = run(data_.labels, progress, checkpoint);
  TrainResult result{std::move(found.model),
                     std::move(found.summary),
                     std::move(found.labels),
                     {}};
  stand_beside_svm(result);
  return result;
}

// The figures of linear/comparison.h, and what they advise against.
void GraphTrainer::stand_beside_svm(TrainResult& result) {
  const LinearOptions options = svm_options(threads_);
  OutputBatch batch(data_, options);
  batch.train_labeled(options.tolerance);
  result.supervised = batch.model();
  if (batch.unlabeled().empty()) return;
  RunSummary& summary = result.summary();
  LinearOptions sized = options;
  sized.class_sizes = {SizeSource::Given, summary.class_sizes};
  const std::vector<std::int32_t> supervised = predicted_classes(batch);
  std::vector<std::int32_t> predicted;
  for (const Index row : batch.unlabeled())
    predicted.push_back(result.labels[row]);
  compare(batch, class_sizes(batch, sized), supervised, predicted, summary);
  const ClassSizeOptions& wanted = training_.options.class_sizes;
  if (wanted.source == SizeSource::Estimate && collapsed(summary) &&
      summary.stop != Stop::Interrupted) {
    fall_back(result.supervised, batch.unlabeled(), supervised, result);
  }
}

void GraphTrainer::fall_back(const LinearModel& svm,
                             std::span<const Index> unlabeled,
                             const std::vector<std::int32_t>& labels,
                             TrainResult& result) {
  RunSummary& summary = result.summary();
  summary.fell_back = true;
  summary.predicted = summary.supervised_predicted;
  result.model = svm;
  for (std::size_t j = 0; j < labels.size(); ++j)
    result.labels[unlabeled[j]] = labels[j];
}

std::vector<double> GraphTrainer::held_out(const Folds& folds,
                                           const Progress& progress) {
  int done = 0;
  const Progress part = [&](ProgressRecord record) {
    record.fraction_done = (done + record.fraction_done) / folds.count;
    return !progress || progress(record);
  };
  return fold_by_fold(
      data_, folds, [&](int fold, const CsrStore& rows) -> std::vector<double> {
        done = fold;
        if (!part({.stage = to_string(training_.options.method),
                   .unit = "iterations"}))
          return {};
        const GraphResult result =
            run(labels_without(data_, folds, fold), part);
        if (result.summary.stop == Stop::Interrupted) return {};
        return scores(result.model, rows, threads_);
      });
}

}  // namespace semilin
