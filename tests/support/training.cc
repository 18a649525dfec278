#include "support/training.h"

#include "learn/class_sizes/laplacian.h"

namespace semilin::test {

LinearTraining::operator TrainOptions() const {
  TrainOptions train;
  train.method = method;
  train.linear = *this;
  train.class_sizes = class_sizes;
  return train;
}

LinearFit train_linear(const Dataset& data, const LinearTraining& training,
                       const Progress& progress) {
  TrainResult result = train(data, training, progress);
  LinearFit fit;
  static_cast<TrainSummary&>(fit.summary) = result.summary;
  if (result.summary.linear)
    static_cast<LinearFigures&>(fit.summary) = *result.summary.linear;
  fit.model = *result.model.linear();
  fit.labels = std::move(result.labels);
  fit.supervised = std::move(result.supervised);
  return fit;
}

Calibration calibrate(const Dataset& data, const LinearTraining& training,
                      const Progress& progress) {
  TrainResult result;
  Trainer(data, training).calibrate(result, progress);
  return result.model.head().calibration;
}

OwnedProblem supervised_problem(const Dataset& data,
                                const LinearTraining& options) {
  OwnedProblem problem;
  problem.rows = data.rows;
  problem.bias = options.bias;
  if (options.method == kRls) problem.loss = Loss::squares();
  const auto classes = static_cast<int>(data.classes.size());
  problem.outputs = classes == 2 ? 1 : classes;
  problem.lambda.assign(problem.stride(), *options.lambda);
  problem.beliefs.assign(data.rows.rows() * problem.stride(), 0.5);
  double sum = 0;
  for (Index i = 0; i < data.rows.rows(); ++i) {
    const std::int32_t label = data.labels[i];
    double cost = data.cost(i);
    if (label == kUnlabeled) cost = 0;
    if (cost > 0 && !options.class_weights.empty())
      cost *= options.class_weights[label];
    problem.costs.push_back(cost);
    sum += cost;
    if (label == kUnlabeled) continue;
    for (int k = 0; k < problem.outputs; ++k) {
      problem.beliefs[i * problem.stride() + k] =
          problem.outputs == 1 ? label : (label == k ? 1 : 0);
    }
  }
  for (double& cost : problem.costs)
    cost /= sum;
  problem.use_threads(1);
  return problem;
}

BatchOptimality optimality(const OwnedProblem& problem,
                           const LinearModel& model) {
  // a model of fewer features has zeros there
  Doubles block(problem.x->cols() * problem.stride(), 0.0);
  const auto copy_row = [&](Index from, Index to) {
    for (int k = 0; k < problem.outputs; ++k)
      block[to * problem.stride() + k] =
          model.weights[from * problem.outputs + k];
  };
  for (Index j = 0; j < std::min(model.features, problem.rows.cols()); ++j)
    copy_row(j, j);
  if (problem.bias != 0) copy_row(model.features, problem.rows.cols());
  BatchOptimality sum;
  for (int k = 0; k < problem.outputs; ++k) {
    const Optimality at = optimality(problem, block, k);
    sum.objective += at.objective;
    sum.relative = std::max(sum.relative, at.relative());
  }
  return sum;
}

GraphFit train_on_graph(GraphPoints& points, const Labels& labels,
                        const Strings& classes, const GraphOptions& options,
                        const ClassSizeOptions& sizes,
                        const Progress& progress) {
  Dataset data;
  data.rows = points.rows();
  data.labels = labels;
  data.classes = classes;
  LinearOptions svm;
  svm.threads = points.threads();
  OutputBatch batch(data, svm);
  batch.train_labeled(svm.tolerance);
  const FoundSizes found =
      find_sizes(batch, sizes, [&](const HeldOutRls& held_out) {
        return graph_sizes(points, batch.labels(), points.size(), batch,
                           held_out);
      });
  GraphFit fit;
  static_cast<GraphResult&>(fit) =
      train_graph(points, labels, classes, found, options, progress);
  fit.class_sizes = found.sizes;
  return fit;
}

TrainOptions graph_training(std::string_view method, Index neighbors) {
  TrainOptions train = training_of(method);
  train.graph.making.neighbors.neighbors = neighbors;
  return train;
}

TrainOptions training_of(std::string_view method, SizeSource source) {
  TrainOptions train;
  train.method = method;
  train.class_sizes.source = source;
  return train;
}

Dataset without_fold(Dataset data, const Folds& folds, int fold) {
  for (std::size_t i = 0; i < folds.rows.size(); ++i)
    if (folds.fold[i] == fold) data.labels[folds.rows[i]] = kUnlabeled;
  return data;
}

TrainOptions one_thread(std::string_view method) {
  TrainOptions train = training_of(method);
  train.threads = 1;
  return train;
}

ClassSizes equal_sizes(std::size_t classes) {
  return {Doubles(classes, 1 / static_cast<double>(classes))};
}

RunSummary summary_of(double agreement, double accuracy, Index rows) {
  RunSummary summary;
  summary.class_sizes_source = SizeSource::Estimate;
  summary.predicted = summary.supervised_predicted = {0.5, 0.5};
  summary.agreement = agreement;
  summary.labeled = rows + 2;
  summary.held_out_rows = rows;
  summary.held_out_accuracy = accuracy;
  return summary;
}

}  // namespace semilin::test
