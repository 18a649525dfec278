#include "learn/graph_learner.h"

#include <cstdint>
#include <numeric>
#include <utility>
#include <vector>

#include "semilin/base/error.h"

#include "kernel/graph_votes.h"
#include "learn/class_sizes/laplacian.h"
#include "linear/model_head.h"

namespace semilin {
namespace {

LinearOptions svm_options(int threads) {
  LinearOptions options;
  options.threads = threads;
  return options;
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

// The columns of the rows that the points have.
std::vector<std::int32_t> columns_of_points(const VectorColumns& vectors) {
  std::vector<std::int32_t> columns(vectors.count);
  std::iota(columns.begin(), columns.end(),
            static_cast<std::int32_t>(vectors.first));
  return columns;
}

class GraphLearner : public Learner {
 public:
  GraphLearner(std::string_view name, std::shared_ptr<GraphPoints> points,
               const GraphOptions& options, const NeighborOptions& neighbors)
      : Learner(svm_options(points->threads()), {}),
        name_(name),
        points_(std::move(points)),
        options_(options),
        neighbors_(neighbors) {}

  std::unique_ptr<Learner> at(const GridPoint& point) const override {
    GraphOptions options = options_;
    if (point.lambda) options.lambda = point.lambda;
    if (point.gamma) options.gamma = point.gamma;
    return std::make_unique<GraphLearner>(name_, points_, options, neighbors_);
  }

  FoundSizes estimate(const OutputBatch& start,
                      const HeldOutRls& held_out) const override {
    return graph_sizes(*points_, start, held_out);
  }

  Fit fit(OutputBatch& start, const FoundSizes& sizes,
          const Progress& progress) override {
    GraphResult found =
        train_graph(*points_, start.labels(), start.data().classes, sizes,
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
    fit.labels = std::move(found.labels);
    for (const Index row : start.unlabeled())
      fit.predicted.push_back(fit.labels[row]);
    fit.objective = found.objective;
    fit.stop = found.stop;
    fit.class_sizes = sizes.sizes;
    fit.graph = std::move(found.figures);
    return fit;
  }

  Votes vote(OutputBatch& start, const ClassSizes& sizes,
             const Progress& progress) override {
    const Votes all =
        graph_votes(*points_, start.labels(), start.data().classes, sizes,
                    options_, start_, named(progress, name_));
    Votes votes;
    for (const Index row : start.unlabeled())
      votes.push_back(all[row]);
    return votes;
  }

 private:
  std::string_view name_;
  std::shared_ptr<GraphPoints> points_;
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

std::shared_ptr<GraphPoints> make_points(const CsrStore& rows,
                                         GraphTraining& training, int threads,
                                         const Progress& progress) {
  Graph graph = make_graph(rows, training, threads, progress);
  auto points = std::make_shared<GraphPoints>(rows, std::move(graph),
                                              training.kernel, threads);
  training.kernel = points->kernel_spec();
  return points;
}

std::unique_ptr<Learner> make_graph_learner(std::string_view name,
                                            std::shared_ptr<GraphPoints> points,
                                            const GraphTraining& training) {
  return std::make_unique<GraphLearner>(
      name, std::move(points), training.options, training.making.neighbors);
}

}  // namespace semilin
