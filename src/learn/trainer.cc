// Training, the same for every method: see Trainer::train.
#include <algorithm>
#include <utility>

#include "semilin/advanced/learn/memory.h"
#include "semilin/base/error.h"
#include "semilin/learn/train.h"
#include "semilin/matrix/label_sets.h"

#include "base/stopwatch.h"
#include "learn/committee/roster.h"
#include "learn/label_sets.h"
#include "learn/learner.h"
#include "learn/one_class.h"
#include "learn/training_rows.h"
#include "linear/labels_held_out.h"
#include "linear/repeated_progress.h"
#include "linear/thresholds.h"
#include "linear/trainable.h"
#include "solvers/simplex.h"

namespace semilin {
namespace {

TrainOptions with_method(TrainOptions options, const Dataset& data) {
  if (options.method.empty())
    options.method = options.find.empty()
                         ? default_method(data, options.linear.lambda_u)
                         : kDa;
  if (options.threads != 0) options.linear.threads = options.threads;
  return options;
}

Loss loss_of(const Method& method) {
  return method.name == kRls ? Loss::squares() : Loss::squared_hinge();
}

// Defaults that depend on the data.
void fill_in(const Method& method, const Dataset& data, LinearOptions& options,
             const Progress& progress) {
  if (!method.linear) return;
  require_trainable(data, options);
  options.lambda = chosen_lambda(data, options, loss_of(method), progress);
  if (!options.lambda_u) options.lambda_u = default_lambda_u(data);
}

// The first of several processes answers a record for all of them.
Progress agreed(const Progress& progress, const Dataset& data) {
  if (data.whole()) return progress;
  return [&](const ProgressRecord& record) {
    return data.agreed(!progress || progress(record));
  };
}

// False: interrupted.
bool report_supervised(const OutputBatch& batch, std::string_view stage,
                       double seconds, const Progress& progress) {
  if (!progress) return true;
  ProgressRecord record;
  record.stage = stage;
  record.iteration = batch.summary.retrainings;
  record.seconds = seconds;
  record.objective = batch.objective();
  return progress(record);
}

// The fit of a batch that has been trained on its labeled rows and nothing
// more. `thresholds`: set by labels held out.
Fit supervised_fit(OutputBatch& batch, bool with_thresholds) {
  Fit fit;
  LinearModel model = batch.model();
  if (with_thresholds) model.offsets = thresholds(batch, ClassSizes{{}, 1});
  fit.labels = batch.labels();
  put_votes(predicted_classes(batch, model.offsets), batch, fit.labels);
  fit.model = std::move(model);
  return fit;
}

// Compares the two models on the unlabeled rows.
void compare(const OutputBatch& batch, const Votes& supervised,
             const Votes& predicted, RunSummary& summary) {
  const auto weights = batch.unlabeled_weights();
  const auto sizes_of = [&](const Votes& votes) {
    return batch.data().sum_rows(batch.classes(), [&](auto& sizes) {
      for (std::size_t j = 0; j < votes.size(); ++j)
        sizes[votes[j]] += weights[j];
    });
  };
  summary.predicted = sizes_of(predicted);
  summary.supervised_predicted = sizes_of(supervised);
  double same = 0;
  for (std::size_t j = 0; j < predicted.size(); ++j)
    if (predicted[j] == supervised[j]) same += weights[j];
  summary.agreement =
      std::min(1.0, batch.data().sum(same));  // but for rounding
}

// A method beside the supervised SVM, which is what `batch` holds.
struct BesideSvm {
  const Method& method;
  Learner& learner;
  const ClassSizeOptions& wanted;
  OutputBatch& batch;
  const Votes& votes;  // those of the SVM
  TrainResult& result;
  GramInverse* inverse;  // see hold_out()

  Fit fit(const Progress& progress) const {
    TrainSummary& summary = result.summary;
    const LinearSummary before = batch.summary;
    const FoundSizes sizes = find_sizes(
        batch, wanted,
        [&](const HeldOutRls& held_out) {
          return learner.estimate(batch, held_out);
        },
        inverse);
    Fit fit = learner.fit(batch, sizes, progress, summary);
    result.supervised.calibration = fit.supervised;
    summary.method = method.name;
    if (!summary.class_sizes.empty()) {
      summary.class_sizes_source = sizes.estimate && !took_estimate()
                                       ? SizeSource::Labels
                                       : wanted.source;
      if (batch.summary.unlabeled > 0) {
        compare(batch, votes, fit.predicted, summary);
        summary.labels_sampled = sizes.sampled;
        summary.held_out_rows = sizes.held_out_rows;
        summary.held_out_accuracy = sizes.held_out_accuracy;
      }
    }
    if (summary.stop != Stop::Interrupted && gives_way())
      fall_back(before, fit);
    return fit;
  }

  // Labels held out put the method below the SVM by two standard errors, for
  // unlabeled rows help more often than not; or it contradicts the SVM.
  [[nodiscard]] bool gives_way() const {
    const TrainSummary& summary = result.summary;
    const CrossValidated& found = summary.held_out;
    if (found.folds > 0)
      return found.accuracy + 2 * found.error < found.supervised;
    return method.gives_way && wanted.source == SizeSource::Estimate &&
           collapsed(summary);
  }

  // A committee that labels held out told to distrust their fractions.
  [[nodiscard]] bool took_estimate() const {
    const auto& committee = result.summary.committee;
    return committee && !committee->hypotheses.empty() &&
           committee->hypotheses[0].source == SizeSource::Estimate;
  }

  void fall_back(const LinearSummary& before, Fit& fit) const {
    TrainSummary& summary = result.summary;
    summary.fell_back = true;
    summary.method = kSvm;
    summary.predicted = summary.supervised_predicted;
    fit.model = result.supervised;
    summary.objective = before.objective;
    if (summary.linear) summary.linear->gradient_norm = before.gradient_norm;
    put_votes(votes, batch, fit.labels);
  }
};

// Gives a class to the rows of cost 0, which no method decides, the largest
// that is known to those without a feature; returns how many documents have
// neither a label nor a feature.
Index label_others(const OutputBatch& batch, std::vector<double> sizes,
                   Fit& fit) {
  if (sizes.empty() && batch.summary.labeled > 0) sizes = batch.labeled_sizes();
  const std::int32_t largest = sizes.empty() ? 0 : best_class(sizes);
  Index count = 0;
  for (const Index i : empty_rows(batch.data().rows)) {
    if (batch.labels()[i] != kUnlabeled) continue;
    ++count;
    if (fit.labels[i] == kUnlabeled) fit.labels[i] = largest;
  }
  for (std::size_t i = 0; i < fit.labels.size(); ++i) {
    if (fit.labels[i] == kUnlabeled)
      fit.labels[i] = predicted_class(batch, static_cast<Index>(i));
  }
  return batch.data().sum(count);
}

}  // namespace

void know_empty_rows(Model& model, const Dataset& data,
                     const TrainSummary& summary) {
  ModelHead& head = model.head();
  if (head.calibration.slopes.empty() || head.multi_label) return;
  std::vector<double> sizes = summary.class_sizes;
  if (sizes.empty()) {
    for (const Index count : data.count_classes())
      sizes.push_back(static_cast<double>(count));
    make_sum_one(sizes);
  }
  CsrMatrix<float> empty;
  empty.cols = data.rows.cols();
  empty.end_row();
  head.calibration.empty_outputs = scores(model, CsrStore(std::move(empty)), 1);
  head.calibration.class_sizes = std::move(sizes);
}

Trainer::Trainer(const Dataset& data, TrainOptions options,
                 const Progress& progress)
    : numbered_(
          std::make_unique<NumberedData>(data, options.seeds, options.threads)),
      data_(numbered_->data()),
      options_(with_method(std::move(options), data_)),
      method_(method_named(options_.method)) {
  require_memory(data_, options_.method);
  const bool sets = has_label_sets(data_);
  if (sets && options_.seeds.rows.rows() > 0)
    throw DataError("seed words: not with several labels per row");
  if (!method_.in_parts || sets) {
    require_whole(data_, sets ? "train: several labels per row"
                              : "train: " + options_.method);
  }
  if (method_.name == kCommittee) require_committee_of_ranks(data_);
  const bool one_class = !options_.find.empty() || has_one_class(data_);
  if (one_class) require_whole(data_, "train: labels of one class alone");
  if (!sets) require_class_sizes(options_.class_sizes, data_.classes.size());
  if (one_class) {
    require(!sets, "find: not with several labels per row");
  } else if (!sets) {
    fill_in(method_, data_, options_.linear, agreed(progress, data_));
    // dense features make no linear model of the committee
    if (method_.linear && !is_dense(features_of(data_))) {
      const double factor = chosen_vector_factor(data_, options_.linear,
                                                 loss_of(method_), progress);
      if (factor != 1) numbered_->scale_vectors(factor);
    }
    learner_ = make_learner(method_, data_, options_, progress);
  } else if (!method_.label_sets) {
    throw DataError("expected one label per row, found several: " +
                    options_.method + " does not know multi-label data");
  }
}

Trainer::~Trainer() = default;

TrainResult Trainer::train(const Progress& progress) {
  TrainResult result;
  if (learner_) {
    result = run(data_, *learner_, options_.class_sizes, progress);
  } else {
    const bool sets = has_label_sets(data_);
    GramInverse inverse;  // the labels of sets have the same rows
    const auto train_all = sets ? train_label_sets : train_one_class;
    result = train_all(
        data_, options_, progress,
        [&](const Dataset& one, TrainOptions options, const Progress& heard) {
          fill_in(method_, one, options.linear, heard);
          const auto learner = make_learner(method_, one, options, heard);
          return run(one, *learner, options.class_sizes, heard,
                     sets ? &inverse : nullptr);
        });
  }
  numbered_->name_features(result);
  if (options_.start && method_.name != kCommittee)
    result.summary.unfit = "no committee votes now";
  return result;
}

TrainResult Trainer::train_on(std::vector<std::int32_t> labels,
                              const Progress& progress) {
  require(learner_ != nullptr,
          "train_on: not of multi-label data, nor of labels of one class");
  Dataset data = data_;
  labels.insert(labels.end(), data_.labels.end() - data_.seeds,
                data_.labels.end());
  data.labels = std::move(labels);
  TrainResult result = run(data, *learner_, options_.class_sizes, progress);
  numbered_->name_features(result);
  return result;
}

TrainResult Trainer::run(const Dataset& data, Learner& learner,
                         const ClassSizeOptions& wanted,
                         const Progress& progress, GramInverse* inverse) const {
  const Stopwatch watch;
  const LinearOptions& options = learner.linear();
  require_trainable(data, options);
  OutputBatch batch(data, options, learner.kind());
  const std::string_view first = method_.semisupervised ? kSvm : method_.name;
  const Progress all = agreed(progress, data);
  RepeatedProgress repeated(all, first);
  // clocks differ, so that several processes would not ask together
  if (data.whole()) batch.go_on = repeated.go_on();
  const Progress heard = repeated.progress();
  batch.train_labeled(options.tolerance);
  batch.measure();

  TrainResult result;
  result.supervised = batch.model();
  TrainSummary& summary = result.summary;
  static_cast<RunSummary&>(summary) = batch.summary;
  summary.method = first;
  const bool goes_on =
      !repeated.ended() &&
      ((method_.semisupervised && !method_.after_svm) ||
       report_supervised(batch, first, watch.seconds(), heard));
  const Votes votes = predicted_classes(batch);
  const bool learns = goes_on && learns_from(batch.summary.unlabeled, options);
  Fit fit = learns ? BesideSvm{method_, learner, wanted, batch,
                               votes,   result,  inverse}
                         .fit(heard)
                   : supervised_fit(batch, goes_on && method_.semisupervised &&
                                               options.threshold &&
                                               batch.summary.unlabeled == 0);
  summary.empty = label_others(batch, summary.class_sizes, fit);
  if (!learns) summary.linear = batch.summary;
  if (!goes_on) summary.stop = Stop::Interrupted;
  summary.seconds = watch.seconds();
  result.model = std::move(fit.model);
  know_empty_rows(result.model, data, summary);
  fit.labels.resize(data.documents());
  result.labels = std::move(fit.labels);
  return result;
}

bool Trainer::learns_from(Index unlabeled, const LinearOptions& options) const {
  return method_.semisupervised && options.lambda_u.value_or(1) > 0 &&
         (unlabeled > 0 || !method_.after_svm);
}

TrainResult train(const Dataset& data, const TrainOptions& options,
                  const Progress& progress) {
  return Trainer(data, options, progress).train(progress);
}

}  // namespace semilin
