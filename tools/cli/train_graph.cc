#include "cli/train_graph.h"

#include <iostream>
#include <optional>
#include <utility>
#include <vector>

#include "semilin/base/error.h"
#include "semilin/graph/neighbor_graph.h"
#include "semilin/io/archive_file.h"
#include "semilin/io/output_file.h"

#include "cli/clock.h"
#include "cli/console.h"
#include "cli/descriptions.h"
#include "cli/graph_file.h"
#include "cli/html_report.h"
#include "cli/interrupt.h"
#include "cli/progress_printer.h"
#include "cli/train_graph_report.h"
#include "cli/training.h"

namespace semilin::cli {
namespace {

using Json = nlohmann::ordered_json;

// Resolves how it is made, if it is.
Graph graph_of(const TrainOptions& options, const Dataset& data,
               GraphTraining& training) {
  if (!training.file.empty()) {
    Graph graph = read_graph(training.file);
    require_nodes(graph, data.rows.rows(), training.file);
    return graph;
  }
  NeighborOptions search = training.making.neighbors;
  search.threads = options.linear.threads;
  const Neighbors neighbors = nearest_neighbors(data.rows, search);
  training.making = resolved(training.making, neighbors.metric);
  return neighbor_graph(neighbors, training.making.graph);
}

GraphTrainResult learn(GraphPoints& points, const Dataset& data,
                       const GraphTrainOptions& options, bool quiet,
                       std::vector<ProgressRecord>& course) {
  const InterruptGuard guard;
  ProgressPrinter printer(quiet);
  return train_graph(points, data.labels, data.classes, options,
                     [&](const ProgressRecord& record) {
                       course.push_back(record);
                       printer.print(record);
                       return !guard.interrupted();
                     });
}

void warn_of_unreached(const GraphSummary& summary) {
  if (summary.unreached == 0) return;
  warn(std::to_string(summary.unreached) +
       " rows are in components without a label: the graph says nothing of "
       "their classes");
}

// Chance and noise contradict a label here and there.
void warn_of_contradictions(const GraphSummary& summary) {
  const Index count = summary.contradicted;
  if (count < 2 || 20 * count <= summary.labeled) return;
  warn("training would give " + std::to_string(count) + " of the " +
       std::to_string(summary.labeled) +
       " labelled rows another class than their own: the classes may not be "
       "clusters of the graph (a smaller --gamma relies less on it), or their "
       "sizes may be others (--ratio)");
}

Evaluation run_test(const TrainOptions& options, const KernelModel& model) {
  const Dataset data = read_test_data(options, model.features);
  try {
    return evaluate({frame_of(model), model}, data, options.linear.threads);
  } catch (const DataError& error) {
    throw DataError(options.test, error.what());
  }
}

void write_report(const TrainOptions& options, const GraphTrainReport& report,
                  const KernelModel& model,
                  const std::vector<ProgressRecord>& course) {
  if (options.report.empty()) return;
  const std::optional<LinearModel> linear = linear_part(model);
  write_file(
      options.report,
      html_report("semilin train: " + options.model, course, to_json(report),
                  linear ? heaviest_features(*linear, kFeaturesReported)
                         : Json::object()));
}

}  // namespace

int train_on_graph(const TrainOptions& options) {
  Clock clock;
  GraphTrainReport report;
  report.training = options.graph;
  const Archive attachments = vocabulary(options);
  const Dataset data = read_training_data(options);
  report.options = resolve_graph(options, data);
  report.classes = data.classes;
  report.read = clock.lap();
  GraphPoints points(data.rows, graph_of(options, data, report.training),
                     options.graph.kernel, options.linear.threads);
  report.kernel = points.kernel_spec();
  report.setup = clock.lap();
  std::vector<ProgressRecord> course;
  GraphTrainResult result =
      learn(points, data, report.options, options.quiet, course);
  report.summary = result.summary;
  report.solve = clock.lap();
  const NeighborOptions& search = report.training.making.neighbors;
  result.model.neighbors = search.neighbors;
  result.model.metric = search.metric;
  result.model.info = model_info(report).dump();
  result.model.attachments = attachments;
  write_archive(to_archive(result.model), options.model);
  write_labels(frame_of(result.model), result.labels, options.labels_out);
  report.write = clock.lap();
  report.test_file = options.test;
  if (!options.test.empty()) report.test = run_test(options, result.model);
  write_json(to_json(report), options.summary);
  write_report(options, report, result.model, course);
  if (!options.quiet) {
    std::cerr << to_text(report) << std::flush;
    warn_of_unreached(result.summary);
    warn_of_contradictions(result.summary);
  }
  return result.summary.stop == Stop::Interrupted ? say_interrupted(options)
                                                  : 0;
}

}  // namespace semilin::cli
