#include "semilin/learn/train.h"

#include <string>
#include <utility>

#include "semilin/base/error.h"
#include "semilin/linear/multilabel.h"
#include "semilin/matrix/label_sets.h"

#include "learn/committee.h"
#include "learn/graph_trainer.h"
#include "learn/numbered_data.h"
#include "learn/single_rank.h"
#include "linear/held_out_rows.h"

namespace semilin {
namespace {

TrainResult train_with(const Dataset& data, const LinearOptions& options,
                       const Progress& progress, const Checkpoint& checkpoint) {
  LinearResult result = has_label_sets(data)
                            ? train_multilabel(data, options, progress)
                            : train_linear(data, options, progress, checkpoint);
  return {std::move(result.model), std::move(result.summary),
          std::move(result.labels), std::move(result.supervised)};
}

// Outputs of the folds' rows by committees that did not know their labels;
// empty: interrupted.
std::vector<double> held_out_by_committee(const Dataset& data,
                                          const CommitteeOptions& options,
                                          int threads, const Folds& folds,
                                          const Progress& progress) {
  return fold_by_fold(
      data, folds, [&](int fold, const CsrStore& rows) -> std::vector<double> {
        const TrainResult found = train_committee(
            with_unlabeled(data, folds, fold), options, threads, progress);
        if (found.summary().stop == Stop::Interrupted) return {};
        return scores(found.model, rows, threads);
      });
}

// The supervised SVM on the same folds; empty: interrupted.
std::vector<double> held_out_by_svm(const Dataset& data, int threads,
                                    const Folds& folds,
                                    const Progress& progress) {
  LinearOptions svm;
  svm.method = Method::Svm;
  svm.threads = threads;
  const GridPoint point{default_lambda(data, threads), 0};
  return held_out_outputs(data, svm, folds, {&point, 1}, {}, progress)
      .outputs[0];
}

}  // namespace

std::string_view method_name(const TrainOptions& options) {
  if (const auto* linear = std::get_if<LinearOptions>(&options.method)) {
    return to_string(linear->method);
  }
  if (const auto* graph = std::get_if<GraphTraining>(&options.method)) {
    return to_string(graph->options.method);
  }
  return kCommittee;
}

std::string_view default_method(const Dataset& data, double lambda_u) {
  if (lambda_u == 0 || data.labeled() == data.rows.rows())
    return to_string(Method::Svm);
  return has_label_sets(data) ? to_string(Method::Da) : kCommittee;
}

struct Trainer::OnGraph : GraphTrainer {
  using GraphTrainer::GraphTrainer;
};

Trainer::Trainer(const Dataset& data, TrainOptions options,
                 const Progress& progress)
    : numbered_(std::make_unique<NumberedData>(data, options.threads)),
      data_(numbered_->data()),
      options_(std::move(options)) {
  auto* linear = std::get_if<LinearOptions>(&options_.method);
  if (linear == nullptr || has_label_sets(data)) {
    require_single_rank(data_,
                        "train: a committee, graph or several labels per row");
  }
  if (linear != nullptr) {
    if (options_.threads != 0) linear->threads = options_.threads;
  } else if (auto* training = std::get_if<GraphTraining>(&options_.method)) {
    on_graph_ =
        std::make_unique<OnGraph>(data_, *training, options_.threads, progress);
  }
}

Trainer::~Trainer() = default;

TrainResult Trainer::train(const Progress& progress,
                           const Checkpoint& checkpoint) {
  TrainResult result = train_numbered(progress, checkpoint);
  numbered_->name_features(result);
  return result;
}

TrainResult Trainer::train_numbered(const Progress& progress,
                                    const Checkpoint& checkpoint) {
  if (on_graph_) return on_graph_->train(progress, checkpoint);
  if (const auto* committee = std::get_if<CommitteeOptions>(&options_.method)) {
    require(!checkpoint.save && checkpoint.resume == nullptr,
            "train: a committee has no state for a checkpoint");
    return train_committee(data_, *committee, options_.threads, progress);
  }
  return train_with(data_, std::get<LinearOptions>(options_.method), progress,
                    checkpoint);
}

std::vector<double> Trainer::held_out(const Folds& folds,
                                      const Progress& progress) {
  if (on_graph_) return on_graph_->held_out(folds, progress);
  return held_out_by_committee(data_,
                               std::get<CommitteeOptions>(options_.method),
                               options_.threads, folds, progress);
}

void Trainer::calibrate(TrainResult& result, const Progress& progress) {
  require_single_rank(data_, "calibrate");
  RunSummary& summary = result.summary();
  Calibration& fit = result.model.head().calibration;
  const auto* given = std::get_if<LinearOptions>(&options_.method);
  if (given == nullptr && !summary.fell_back) {
    const Folds folds = few_folds(data_);
    const std::vector<double> outputs = held_out(folds, progress);
    if (!outputs.empty()) fit = calibrate_outputs(data_, folds, outputs, {});
  } else {  // of the model there is: the supervised SVM, if it fell back
    LinearOptions linear = given != nullptr ? *given : LinearOptions{};
    if (summary.fell_back) linear.method = Method::Svm;
    fit = has_label_sets(data_) ? calibrate_multilabel(data_, linear, progress)
                                : semilin::calibrate(data_, linear, progress);
  }
  if (fit.slopes.empty()) summary.stop = Stop::Interrupted;
}

void Trainer::cross_validate(TrainResult& result, const Progress& progress) {
  require_single_rank(data_, "cross_validate");
  RunSummary& summary = result.summary();
  const std::vector<double>& sizes = summary.class_sizes;
  if (const auto* linear = std::get_if<LinearOptions>(&options_.method)) {
    summary.cross_validated = compare_held_out(data_, *linear, sizes, progress);
  } else {
    const Folds folds = few_folds(data_);
    const std::vector<double> ours = held_out(folds, progress);
    const std::vector<double> theirs =
        ours.empty()
            ? ours
            : held_out_by_svm(data_, options_.threads, folds, progress);
    if (!theirs.empty()) {
      summary.cross_validated =
          compare_outputs(data_, folds, ours, theirs, sizes);
    }
  }
  if (summary.cross_validated.folds == 0) summary.stop = Stop::Interrupted;
}

TrainResult train(const Dataset& data, const TrainOptions& options,
                  const Progress& progress, const Checkpoint& checkpoint) {
  return Trainer(data, options, progress).train(progress, checkpoint);
}

}  // namespace semilin
