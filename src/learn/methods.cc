#include "semilin/learn/methods.h"

#include <algorithm>
#include <array>
#include <stdexcept>
#include <string>

#include "semilin/base/error.h"
#include "semilin/learn/train.h"
#include "semilin/matrix/label_sets.h"
#include "semilin/matrix/vectors.h"

#include "learn/learner.h"
#include "learn/one_class.h"
#include "linear/naive_bayes.h"
#include "linear/semisupervised.h"
#include "linear/thresholds.h"
#include "linear/trainable.h"

namespace semilin {
namespace {

// The entry of a linear method in the table of methods.
struct LinearMethod {
  std::string_view name;
  BatchKind kind;
  // Continues from the batch trained on its labeled rows; null: nothing
  // follows.
  void (*solve)(OutputBatch& batch, const LinearOptions& options,
                const ClassSizes& wanted, const Progress& progress) = nullptr;
  bool sizes_are_offsets = false;  // log r is added to the outputs
};

class LinearLearner : public Learner {
 public:
  LinearLearner(const LinearMethod& method, const LinearOptions& options)
      : Learner(options, method.kind), method_(method) {}

  std::unique_ptr<Learner> at(const GridPoint& point) const override {
    LinearOptions options = linear();
    if (point.lambda) options.lambda = point.lambda;
    if (point.lambda_u) options.lambda_u = *point.lambda_u;
    options.tolerance = std::max(options.tolerance, point.tolerance);
    return std::make_unique<LinearLearner>(method_, options);
  }

  Fit fit(OutputBatch& batch, const FoundSizes& sizes, const Progress& progress,
          TrainSummary& summary) override {
    solve(batch, sizes, progress);
    Fit fit;
    LinearModel model = batch.take_model();
    if (method_.sizes_are_offsets)
      model.offsets = log_sizes(sizes.sizes);
    else if (linear().threshold)
      model.offsets = thresholds(batch, sizes.known());
    fit.predicted = predicted_classes(batch, model.offsets);
    fit.labels = batch.labels();
    put_votes(fit.predicted, batch, fit.labels);
    summary.objective = batch.summary.objective;
    summary.stop = batch.summary.stop;
    summary.class_sizes = sizes.sizes;
    summary.linear = batch.summary;
    fit.model = std::move(model);
    return fit;
  }

  Votes vote(OutputBatch& batch, const ClassSizes& sizes,
             const Progress& progress) override {
    if (method_.solve == nullptr) return predicted_classes(batch);
    solve(batch, sizes, progress);
    return settled_classes(batch);
  }

 private:
  void solve(OutputBatch& batch, const ClassSizes& sizes,
             const Progress& progress) const {
    method_.solve(batch, linear(), sizes, named(progress, method_.name));
  }

  const LinearMethod& method_;
};

constexpr BatchKind kSteady{.steady = true};

const std::array kLinearMethods = {
    LinearMethod{kRls, {.loss = Loss::squares()}}, LinearMethod{kSvm, {}},
    LinearMethod{kTsvm, kSteady, train_transductive},
    LinearMethod{kDa, kSteady, anneal},
    LinearMethod{kNbEm, {}, train_naive_bayes, true}};

constexpr Method supervised(std::string_view name, std::string_view help) {
  return {.name = name,
          .help = help,
          .linear = true,
          .label_sets = true,
          .in_parts = true};
}

constexpr Method semisupervised(std::string_view name, std::string_view help) {
  Method row = supervised(name, help);
  row.semisupervised = row.after_svm = row.gives_way = true;
  return row;
}

constexpr Method on_graph(GraphMethod method, std::string_view name,
                          std::string_view help) {
  return {.name = name,
          .help = help,
          .semisupervised = true,
          .graph = true,
          .gives_way = true,
          .graph_method = method};
}

constexpr std::array kMethods = {
    supervised(kRls, "least squares"),
    supervised(kSvm, "squared-hinge SVM"),
    semisupervised(kTsvm, "transductive SVM"),
    semisupervised(kDa, "deterministic annealing"),
    semisupervised(kNbEm, "naive Bayes with EM"),
    on_graph(GraphMethod::LapRls, kLapRls,
             "Laplacian of a graph of neighbors, squares"),
    on_graph(GraphMethod::LapSvm, kLapSvm,
             "Laplacian of a graph of neighbors, hinge"),
    on_graph(GraphMethod::TvRls, kTvRls,
             "total variation on a graph of neighbors, squares"),
    on_graph(GraphMethod::TvSvm, kTvSvm,
             "total variation on a graph of neighbors, hinge"),
    on_graph(GraphMethod::CheegerRls, kCheegerRls,
             "Cheeger's ratio on a graph of neighbors, squares"),
    on_graph(GraphMethod::CheegerSvm, kCheegerSvm,
             "Cheeger's ratio on a graph of neighbors, hinge"),
    Method{.name = kCommittee,
           .help = "da, tv-rls and nb-em together (of dense rows lap-rls and "
                   "the SVM instead of nb-em), under the class sizes on which "
                   "they agree",
           .semisupervised = true,
           .linear = true,
           .graph = true,
           .in_parts = true,
           .after_svm = true},
};

}  // namespace

std::span<const Method> methods() {
  return kMethods;
}

const Method& method_named(std::string_view name) {
  const auto* found = std::find_if(
      kMethods.begin(), kMethods.end(),
      [name](const Method& method) { return method.name == name; });
  if (found != kMethods.end()) return *found;
  std::string known;
  for (const Method& method : kMethods)
    known += (known.empty() ? "" : ", ") + std::string(method.name);
  throw std::invalid_argument("there is no method '" + std::string(name) +
                              "' but: " + known);
}

std::unique_ptr<Learner> make_learner(const Method& method, const Dataset& data,
                                      TrainOptions& options,
                                      const Progress& progress) {
  if (method.name == kCommittee) return make_committee(data, options);
  if (method.graph) {
    options.graph.options.method = method.graph_method;
    return make_graph_learner(method.name,
                              make_points(data, points_of(data), options.graph,
                                          options.threads, progress),
                              options.graph);
  }
  const auto* linear = std::find_if(
      kLinearMethods.begin(), kLinearMethods.end(),
      [&](const LinearMethod& one) { return one.name == method.name; });
  require_trainable(data, options.linear);
  return std::make_unique<LinearLearner>(*linear, options.linear);
}

std::vector<Setting> settings_of_method(const Method& method,
                                        TrainOptions& options) {
  std::vector<Setting> all;
  const auto add = [&all](auto& part) {
    for (Setting& one : settings_of(part))
      all.push_back(std::move(one));
  };
  if (method.linear) add(options.linear);
  if (!method.graph) return all;
  add(options.graph.options);
  add(options.graph.kernel);
  add(options.graph.making.neighbors);
  add(options.graph.making.edges);
  return all;
}

std::string_view default_method(const Dataset& data,
                                std::optional<double> lambda_u) {
  if (lambda_u == 0.0) return kSvm;
  return has_label_sets(data) || has_one_class(data) ? kDa : kCommittee;
}

}  // namespace semilin
