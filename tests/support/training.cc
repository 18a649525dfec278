#include "support/training.h"

#include "learn/class_sizes/laplacian.h"

namespace semilin::test {

TrainOptions LinearTraining::options() const {
  TrainOptions train;
  train.method = method;
  train.linear = *this;
  train.class_sizes = class_sizes;
  return train;
}

LinearFit train_linear(const Dataset& data, const LinearTraining& training,
                       const Progress& progress) {
  TrainResult result = train(data, training.options(), progress);
  LinearFit fit;
  static_cast<TrainSummary&>(fit.summary) = result.summary;
  if (result.summary.linear)
    static_cast<LinearFigures&>(fit.summary) = *result.summary.linear;
  fit.model = *result.model.linear();
  fit.labels = std::move(result.labels);
  fit.supervised = std::move(result.supervised);
  return fit;
}

HeldOut held_out_outputs(const Dataset& data, const LinearTraining& training,
                         const Folds& folds, std::span<const GridPoint> points,
                         const HeldOutOptions& held_out,
                         const Progress& progress) {
  return Trainer(data, training.options())
      .held_out(folds, points, held_out, progress);
}

Calibration calibrate(const Dataset& data, const LinearTraining& training,
                      const Progress& progress) {
  TrainResult result;
  Trainer(data, training.options()).calibrate(result, progress);
  return result.model.head().calibration;
}

CrossValidated compare_held_out(const Dataset& data,
                                const LinearTraining& training,
                                const Doubles& class_sizes,
                                const Progress& progress) {
  TrainResult result;
  result.summary.class_sizes = class_sizes;
  Trainer(data, training.options()).cross_validate(result, progress);
  return result.summary.cross_validated;
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
  summary.class_sizes_source = "estimate";
  summary.predicted = summary.supervised_predicted = {0.5, 0.5};
  summary.agreement = agreement;
  summary.labeled = rows + 2;
  summary.held_out_rows = rows;
  summary.held_out_accuracy = accuracy;
  return summary;
}

}  // namespace semilin::test
