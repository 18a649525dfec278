#include "semilin/learn/methods.h"

#include <algorithm>
#include <array>
#include <stdexcept>
#include <string>

#include "semilin/base/error.h"
#include "semilin/learn/train.h"
#include "semilin/matrix/label_sets.h"
#include "semilin/matrix/vectors.h"

#include "learn/committee/committee.h"
#include "learn/graph_learner.h"
#include "learn/linear_learner.h"
#include "linear/annealing.h"
#include "linear/naive_bayes.h"
#include "linear/thresholds.h"
#include "linear/transductive.h"

namespace semilin {
namespace {

std::vector<double> fitted_thresholds(OutputBatch& batch,
                                      const LinearOptions& options,
                                      const ClassSizes&,
                                      const ClassSizes& known) {
  return options.threshold ? thresholds(batch, known)
                           : std::vector<double>(batch.outputs(), 0.0);
}

constexpr BatchKind kSteady{.steady = true};

const LinearMethod kRlsMethod{kRls, {.loss = Loss::squares()}};
const LinearMethod kSvmMethod{kSvm, {}};
const LinearMethod kTsvmMethod{kTsvm, kSteady, train_transductive,
                               fitted_thresholds};
const LinearMethod kDaMethod{kDa, kSteady, anneal, fitted_thresholds};
const LinearMethod kNbEmMethod{
    kNbEm,
    {},
    [](OutputBatch& batch, const LinearOptions& options,
       const ClassSizes& wanted, const Progress& progress) {
      require_counts(batch.data());
      train_naive_bayes(batch, options, wanted, progress);
    },
    [](OutputBatch&, const LinearOptions&, const ClassSizes& wanted,
       const ClassSizes&) { return log_sizes(wanted.sizes); }};

std::unique_ptr<Learner> make_linear(const Method& self, const Dataset& data,
                                     TrainOptions& options, const Progress&) {
  return make_linear_learner(*self.linear_method, data, options.linear);
}

std::unique_ptr<Learner> make_on_graph(const Method& self, const Dataset& data,
                                       TrainOptions& options,
                                       const Progress& progress) {
  options.graph.options.method = self.graph_method;
  return make_graph_learner(self.name,
                            make_points(data, points_of(data), options.graph,
                                        options.threads, progress),
                            options.graph);
}

constexpr Method supervised(const LinearMethod& method, std::string_view name,
                            std::string_view help) {
  return {.name = name,
          .help = help,
          .linear = true,
          .label_sets = true,
          .ranks = true,
          .linear_method = &method,
          .make = make_linear};
}

constexpr Method semisupervised(const LinearMethod& method,
                                std::string_view name, std::string_view help) {
  Method row = supervised(method, name, help);
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
          .graph_method = method,
          .make = make_on_graph};
}

constexpr std::array kMethods = {
    supervised(kRlsMethod, kRls, "least squares"),
    supervised(kSvmMethod, kSvm, "squared-hinge SVM"),
    semisupervised(kTsvmMethod, kTsvm, "transductive SVM"),
    semisupervised(kDaMethod, kDa, "deterministic annealing"),
    semisupervised(kNbEmMethod, kNbEm, "naive Bayes with EM"),
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
           .after_svm = true,
           .make = make_committee},
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

std::string_view default_method(const Dataset& data,
                                std::optional<double> lambda_u) {
  if (lambda_u == 0.0) return kSvm;
  return has_label_sets(data) ? kDa : kCommittee;
}

}  // namespace semilin
