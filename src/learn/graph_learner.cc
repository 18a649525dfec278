#include <algorithm>
#include <cstdint>
#include <numeric>
#include <utility>
#include <vector>

#include "semilin/base/error.h"

#include "kernel/graph_problem.h"
#include "learn/class_sizes/laplacian.h"
#include "learn/learner.h"
#include "learn/training_rows.h"
#include "linear/model_head.h"
#include "matrix/row_functions.h"

namespace semilin {
namespace {

LinearOptions svm_options(int threads) {
  LinearOptions options;
  options.threads = threads;
  return options;
}

// The columns of the rows that the points have.
std::vector<std::int32_t> columns_of_points(const VectorColumns& vectors) {
  std::vector<std::int32_t> columns(vectors.count);
  std::iota(columns.begin(), columns.end(),
            static_cast<std::int32_t>(vectors.first));
  return columns;
}

// The rows but for those of cost 0 that have neither a value nor an edge.
std::vector<Index> rows_that_count(const Dataset& data, const CsrStore& points,
                                   const Graph& graph) {
  std::vector<Index> rows;
  const std::vector<Index> empty = empty_rows(points);
  auto next = empty.begin();
  for (Index i = 0; i < points.rows(); ++i) {
    const bool has_value = next == empty.end() || *next != i;
    if (!has_value) ++next;
    if (has_value || data.cost(i) > 0 ||
        !graph.weights().row_columns(i).empty())
      rows.push_back(i);
  }
  return rows;
}

// Without nodes that have no edge.
Graph subgraph(const Graph& graph, const std::vector<Index>& nodes) {
  const std::vector<std::int32_t> numbers(nodes.begin(), nodes.end());
  return Graph(renumbered(graph.store().select(nodes), numbers));
}

class GraphLearner : public Learner {
 public:
  GraphLearner(std::string_view name, PointsOfRows on,
               const GraphOptions& options, const NeighborOptions& neighbors)
      : Learner(svm_options(on.points->threads()), {}),
        name_(name),
        on_(std::move(on)),
        options_(options),
        neighbors_(neighbors) {}

  std::unique_ptr<Learner> at(const GridPoint& point) const override {
    GraphOptions options = options_;
    if (point.lambda) options.lambda = point.lambda;
    if (point.gamma) options.gamma = point.gamma;
    return std::make_unique<GraphLearner>(name_, on_, options, neighbors_);
  }

  FoundSizes estimate(const OutputBatch& start,
                      const HeldOutRls& held_out) const override {
    const Index documents =
        std::ranges::lower_bound(on_.rows, start.data().documents()) -
        on_.rows.begin();
    return graph_sizes(*on_.points, labels_of(start), documents, start,
                       held_out);
  }

  Fit fit(OutputBatch& start, const FoundSizes& sizes, const Progress& progress,
          TrainSummary& summary) override {
    GraphResult found =
        train_graph(*on_.points, labels_of(start), start.data().classes, sizes,
                    options_, named(progress, name_));
    if (!all_finite(found.model.coefficients) ||
        !all_finite(found.model.remainder)) {
      throw DataError(
          "expected values of moderate size, found outputs that overflow");
    }
    found.model.feature_numbers = columns_of_points(start.data().vectors);
    found.model.neighbors = neighbors_.neighbors;
    found.model.metric = neighbors_.metric;
    found.model.search = neighbors_.search;
    Fit fit;
    fit.model = std::move(found.model);
    fit.labels.assign(start.labels().size(), kUnlabeled);
    for (std::size_t p = 0; p < on_.rows.size(); ++p)
      fit.labels[on_.rows[p]] = found.labels[p];
    for (const Index row : start.unlabeled())
      fit.predicted.push_back(fit.labels[row]);
    summary.objective = found.objective;
    summary.stop = found.stop;
    summary.class_sizes = sizes.sizes;
    summary.graph = std::move(found.figures);
    return fit;
  }

  Votes vote(OutputBatch& start, const ClassSizes& sizes,
             const Progress& progress) override {
    const Votes all =
        graph_votes(*on_.points, labels_of(start), start.data().classes, sizes,
                    options_, start_, named(progress, name_));
    Votes votes;
    std::size_t p = 0;
    for (const Index row : start.unlabeled()) {
      while (on_.rows[p] < row)
        ++p;
      votes.push_back(all[p]);
    }
    return votes;
  }

 private:
  // The labels of the points.
  [[nodiscard]] Votes labels_of(const OutputBatch& batch) const {
    Votes labels;
    for (const Index row : on_.rows)
      labels.push_back(batch.labels()[row]);
    return labels;
  }

  std::string_view name_;
  PointsOfRows on_;
  GraphOptions options_;
  NeighborOptions neighbors_;
  GraphStart start_;
};

}  // namespace

GraphMaking resolved(GraphMaking making, const Neighbors& found) {
  making.neighbors.metric = found.metric;
  making.neighbors.search = found.search;
  making.edges.weights = resolved(making.edges.weights, found.metric);
  return making;
}

Graph make_graph(const CsrStore& rows, GraphTraining& training, int threads,
                 const Progress& progress) {
  if (training.graph) {
    require_nodes(*training.graph, rows.rows());
    return *training.graph;
  }
  GraphMaking& making = training.making;
  NeighborOptions search = making.neighbors;
  search.threads = threads;
  const Neighbors neighbors = nearest_neighbors(rows, search, progress);
  making = resolved(making, neighbors);
  return neighbor_graph(neighbors, making.edges);
}

PointsOfRows make_points(const Dataset& data, const CsrStore& points,
                         GraphTraining& training, int threads,
                         const Progress& progress) {
  Graph graph = make_graph(points, training, threads, progress);
  PointsOfRows found{{}, rows_that_count(data, points, graph)};
  CsrStore rows = points;
  if (std::ssize(found.rows) < points.rows()) {
    rows = points.select(found.rows);
    graph = subgraph(graph, found.rows);
  }
  found.points = std::make_shared<GraphPoints>(
      std::move(rows), std::move(graph), training.kernel, threads);
  training.kernel = found.points->kernel_spec();
  return found;
}

std::unique_ptr<Learner> make_graph_learner(std::string_view name,
                                            PointsOfRows points,
                                            const GraphTraining& training) {
  return std::make_unique<GraphLearner>(
      name, std::move(points), training.options, training.making.neighbors);
}

}  // namespace semilin
