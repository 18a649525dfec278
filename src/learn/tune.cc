#include "semilin/learn/tune.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <tuple>
#include <utility>

#include "semilin/advanced/kernel/kernel.h"
#include "semilin/base/error.h"
#include "semilin/matrix/label_sets.h"

#include "base/progress_parts.h"
#include "base/stopwatch.h"
#include "learn/learner.h"
#include "learn/training_rows.h"
#include "linear/trainable.h"

namespace semilin {
namespace {

constexpr int kRowsHeldOut = 100;  // over all repeats, at least ...
constexpr int kMostRepeats = 5;    // ... in at most this many

bool measured(const TunePoint& point) {
  return !std::isnan(point.accuracy);
}

// What train does without settings comes first; then small lambda_u and gamma,
// since the unlabeled rows must prove their use.
bool plainer(const TunePoint& a, const TunePoint& b) {
  const auto order = [](const TunePoint& point) {
    return std::tuple(!point.untuned, point.lambda_u, point.gamma,
                      -point.lambda, point.neighbors, -point.width);
  };
  return order(a) < order(b);
}

// Within the best point's standard error; or within that of the difference, as
// if the two were measured on different rows, which is cautious.
bool is_as_good(const TunePoint& point, const TunePoint& best) {
  const double error =
      point.untuned ? std::hypot(best.standard_error, point.standard_error)
                    : best.standard_error;
  return point.accuracy >= best.accuracy - error;
}

int repeats_for(const TuneOptions& options, Index labeled) {
  if (options.folds == 0) return 1;
  if (options.repeats > 0) return options.repeats;
  const auto rows = static_cast<int>(std::min<Index>(labeled, kRowsHeldOut));
  return std::clamp((kRowsHeldOut + rows - 1) / std::max(rows, 1), 1,
                    kMostRepeats);
}

std::vector<Folds> draw_folds(const Dataset& data, const TuneOptions& options,
                              int repeats) {
  std::vector<Folds> draws;
  draws.reserve(repeats);
  for (int repeat = 0; repeat < repeats; ++repeat) {
    draws.push_back(
        options.folds == 0
            ? leave_one_out(data)
            : stratified_folds(data, options.folds, options.seed + repeat));
  }
  return draws;
}

// A grid in order, or the one value that stands for an empty one.
template <class T, class Before>
std::vector<T> axis(std::vector<T> grid, T otherwise, Before before) {
  if (grid.empty()) return {otherwise};
  std::sort(grid.begin(), grid.end(), before);
  grid.erase(std::unique(grid.begin(), grid.end()), grid.end());
  return grid;
}

// `point` with each combination of the grids in place of its own values.
std::vector<TunePoint> grid_around(TunePoint point,
                                   const TuneOptions& options) {
  std::vector<TunePoint> points = {point};
  const auto vary = [&points](auto TunePoint::*field, const auto& grid,
                              auto before) {
    std::vector<TunePoint> finer;
    for (const TunePoint& coarse : points) {
      for (const auto value : axis(grid, coarse.*field, before))
        (finer.emplace_back(coarse)).*field = value;
    }
    points = std::move(finer);
  };
  vary(&TunePoint::neighbors, options.neighbors, std::less<>());
  vary(&TunePoint::width, options.width, std::greater<>());
  vary(&TunePoint::lambda, options.lambda, std::greater<>());
  vary(&TunePoint::gamma, options.gamma, std::less<>());
  vary(&TunePoint::lambda_u, options.lambda_u, std::less<>());
  return points;
}

// Measures the points of one method.
class Tuning {
 public:
  Tuning(const Dataset& data, const TuneOptions& options, const Method& method,
         const Progress& progress)
      : data_(data),
        options_(options),
        method_(method),
        progress_(progress),
        class_weights_(data.classes.size(), 1.0),
        untuned_(options.train),
        draws_(
            draw_folds(data, options, repeats_for(options, data.labeled()))) {
    TunePoint first = first_point();
    first.accuracy = first.standard_error = std::nan("");
    points_ = grid_around(first, options);
    first.untuned = true;
    if (!options.untuned.empty()) points_.push_back(first);
    untuned_.method = options.untuned;
    accuracies_.resize(points_.size());
  }

  // False: interrupted.
  bool cross_validate(TuneResult& result) {
    const bool complete = try_all(result.products);
    for (std::size_t p = 0; p < points_.size(); ++p)
      if (!accuracies_[p].empty()) set_mean(accuracies_[p], points_[p]);
    result.points = points_;
    result.repeats = static_cast<int>(draws_.size());
    result.folds = draws_[0].count;
    return complete;
  }

  [[nodiscard]] const TrainOptions& untuned() const { return untuned_; }

  // The options of a point, with its graph.
  [[nodiscard]] TrainOptions at(const TunePoint& point) {
    if (point.untuned) return untuned_;
    TrainOptions train = options_.train;  // a method reads its own
    train.linear.lambda = point.lambda;
    train.linear.lambda_u = point.lambda_u;
    GraphTraining& training = train.graph;
    training.options.lambda = point.lambda;
    training.options.gamma = point.gamma;
    training.kernel = kernel_;
    if (point.width > 0) training.kernel.width = point.width;
    if (found_.k == 0) return train;  // no graph is made
    training.making.neighbors.neighbors = point.neighbors;
    training.making = resolved(training.making, found_);
    training.graph = neighbor_graph(nearest_of(found_, point.neighbors),
                                    training.making.edges);
    return train;
  }

  // Rows held out count as the unlabeled ones do if the classes have these
  // sizes.
  void weigh(const std::vector<double>& sizes) {
    std::vector<double> counts(sizes.size());
    for (Index i = 0; i < data_.documents(); ++i) {
      if (data_.labels[i] != kUnlabeled && !sizes.empty())
        counts[data_.labels[i]] += row_cost(data_, options_.train.linear, i);
    }
    for (std::size_t k = 0; k < sizes.size(); ++k)
      class_weights_[k] = counts[k] > 0 ? sizes[k] / counts[k] : 1;
  }

 private:
  TunePoint first_point() {
    return method_.graph ? graph_point() : linear_point();
  }

  TunePoint linear_point() {
    require(options_.gamma.empty() && options_.neighbors.empty() &&
                options_.width.empty(),
            "tune: a linear method has no gamma, neighbors or kernel width");
    const LinearOptions& linear = options_.train.linear;
    return {.lambda = lambda_in_force(data_, linear),
            .lambda_u = linear.lambda_u.value_or(default_lambda_u(data_))};
  }

  // Searches the neighbors, too.
  TunePoint graph_point() {
    const GraphTraining& training = options_.train.graph;
    require(options_.lambda_u.empty(), "tune: a graph method has no lambda-u");
    require(options_.gamma.empty() ||
                penalty_of(training.options.method) != GraphPenalty::Cheeger,
            "tune: Cheeger methods have no gamma");
    require(!training.graph || options_.neighbors.empty(),
            "tune: the graph that is given has its own neighbors");
    const int threads = options_.train.threads;
    const CsrStore points = points_of(data_);
    kernel_ = resolve(training.kernel, points, threads);
    const bool wide = has_width(kernel_.form);
    require(options_.width.empty() || wide,
            "tune: the kernel '" + std::string(to_string(kernel_.form)) +
                "' has no width");
    NeighborOptions search = training.making.neighbors;
    if (!training.graph) {
      const std::vector<Index> counts =
          axis(options_.neighbors, search.neighbors, std::greater<>());
      search.neighbors = counts.front();
      search.threads = threads;
      found_ = nearest_neighbors(points, search, progress_);
    }
    const GraphOptions graph =
        resolve(training.options, kernel_, points, data_.classes.size());
    return {.lambda = *graph.lambda,
            .lambda_u = 1,
            .gamma = *graph.gamma,
            .neighbors = training.making.neighbors.neighbors,
            .width = wide ? *kernel_.width : 0};
  }

  // One trainer for all points of a graph and a kernel.
  bool try_all(Index& products) {
    ProgressParts parts(progress_,
                        static_cast<double>(points_.size() * draws_.size()),
                        "folds");
    bool complete = true;
    for (std::size_t end = 0, p = 0; p < points_.size() && complete; p = end) {
      std::vector<GridPoint> points;
      for (; end < points_.size() &&
             points_[end].neighbors == points_[p].neighbors &&
             points_[end].width == points_[p].width &&
             points_[end].untuned == points_[p].untuned;
           ++end)
        points.push_back(points_[p].untuned ? GridPoint{}
                                            : GridPoint{points_[end].lambda,
                                                        points_[end].lambda_u,
                                                        points_[end].gamma});
      Trainer trainer(data_, at(points_[p]));
      if (points_[p].untuned) fill_in_untuned(trainer.options().linear);
      for (std::size_t draw = 0; draw < draws_.size() && complete; ++draw) {
        const auto done =
            static_cast<double>(p * draws_.size() + draw * points.size());
        const HeldOut held_out = trainer.held_out(
            draws_[draw], points, options_.held_out,
            parts.part(done, static_cast<double>(points.size())));
        products += held_out.products;
        for (std::size_t q = 0; q < points.size(); ++q)
          complete = add(p + q, draws_[draw], held_out.outputs[q]) && complete;
      }
    }
    return complete;
  }

  // Defaults that the data chose.
  void fill_in_untuned(const LinearOptions& linear) {
    untuned_.linear = linear;
    if (linear.lambda) points_.back().lambda = *linear.lambda;
    if (linear.lambda_u) points_.back().lambda_u = *linear.lambda_u;
  }

  // The accuracy of each fold; false if there are no outputs.
  bool add(std::size_t point, const Folds& folds,
           const std::vector<double>& outputs) {
    if (outputs.empty()) return false;
    const LinearOptions& weighing = options_.train.linear;
    const std::size_t width = outputs.size() / folds.rows.size();
    std::vector<double> right(folds.count, 0.0);
    std::vector<double> all(folds.count, 0.0);
    for (std::size_t i = 0; i < folds.rows.size(); ++i) {
      const std::int32_t label = data_.labels[folds.rows[i]];
      const double cost =
          row_cost(data_, weighing, folds.rows[i]) * class_weights_[label];
      all[folds.fold[i]] += cost;
      if (best_class({&outputs[i * width], width}) == label)
        right[folds.fold[i]] += cost;
    }
    for (int fold = 0; fold < folds.count; ++fold)
      accuracies_[point].push_back(right[fold] / all[fold]);
    return true;
  }

  void set_mean(const std::vector<double>& accuracies, TunePoint& point) const {
    const auto count = static_cast<double>(accuracies.size());
    double mean = 0;
    for (const double accuracy : accuracies)
      mean += accuracy / count;
    double squares = 0;
    for (const double accuracy : accuracies)
      squares += (accuracy - mean) * (accuracy - mean);
    point.accuracy = std::min(mean, 1.0);  // its weights are rounded
    point.standard_error =
        count > 1 ? std::sqrt(squares / (count - 1) / draws_[0].count) : 0.0;
  }

  const Dataset& data_;
  const TuneOptions& options_;
  const Method& method_;
  const Progress& progress_;
  std::vector<double> class_weights_;  // factors of rows held out
  TrainOptions untuned_;
  std::vector<Folds> draws_;
  KernelSpec kernel_;  // resolved
  Neighbors found_;    // the most that are asked for
  std::vector<TunePoint> points_;
  std::vector<std::vector<double>> accuracies_;  // by point and fold
};

}  // namespace

std::string_view to_string(Choice choice) {
  return choice == Choice::Best ? "best" : "one-se";
}

std::size_t choose_point(const std::vector<TunePoint>& points, Choice choice,
                         std::size_t& best) {
  best = points.size();
  for (std::size_t p = 0; p < points.size(); ++p) {
    if (!measured(points[p])) continue;
    if (best == points.size() || points[p].accuracy > points[best].accuracy ||
        (points[p].accuracy == points[best].accuracy &&
         plainer(points[p], points[best]))) {
      best = p;
    }
  }
  require(best < points.size(), "tune: no point was measured");
  if (choice == Choice::Best) return best;
  std::size_t chosen = best;
  for (std::size_t p = 0; p < points.size(); ++p) {
    if (measured(points[p]) && is_as_good(points[p], points[best]) &&
        plainer(points[p], points[chosen])) {
      chosen = p;
    }
  }
  return chosen;
}

namespace {

void require_tunable(const Dataset& data, const TuneOptions& options) {
  require(options.folds == 0 || options.folds >= 2,
          "tune: folds must be 0 (leave one out) or at least 2, got " +
              std::to_string(options.folds));
  require(options.repeats >= 0, "tune: repeats must not be negative");
  if (has_label_sets(data)) {
    throw DataError(
        "expected one label per row, found label sets; tune chooses for one "
        "problem at a time");
  }
}

}  // namespace

TuneResult tune(const Dataset& given_data, const TuneOptions& given,
                const Progress& progress) {
  require_whole(given_data, "tune");
  const Stopwatch watch;
  const NumberedData numbered(given_data, given.train.seeds,
                              given.train.threads);
  const Dataset& data = numbered.data();
  TuneOptions options = given;
  options.train.seeds = {};  // they are among the data now
  const Method& method = tuned_method(options.train, data);
  require_tunable(data, options);
  // a training before the points and one after them, about a tenth each
  ProgressParts parts(progress, 10);
  const Progress tried = parts.part(1, 8);
  Tuning tuning(data, options, method, tried);
  TuneResult result;
  if (!options.untuned.empty()) {
    result.refitted = train(data, tuning.untuned(), parts.part(0));
    tuning.weigh(result.refitted.summary.class_sizes);
  }
  const bool complete = tuning.cross_validate(result);
  result.method = method.name;
  result.untuned = options.untuned;
  result.choice = options.choice;
  result.seed = options.seed;
  result.seconds = watch.seconds();
  const bool chose =
      std::any_of(result.points.begin(), result.points.end(), measured);
  if (chose)
    result.chosen = choose_point(result.points, options.choice, result.best);
  result.options = tuning.at(result.points[result.chosen]);
  if (!result.points[result.chosen].untuned || !complete) {
    result.refitted = train(
        data, result.options,
        complete ? parts.part(9) : [](const ProgressRecord&) { return false; });
  }
  result.options.seeds = given.train.seeds;
  numbered.name_features(result.refitted);
  return result;
}

}  // namespace semilin
