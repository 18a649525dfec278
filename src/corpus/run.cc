#include "semilin/run.h"

#include <algorithm>
#include <utility>

#include <nlohmann/json.hpp>

#include "semilin/base/error.h"
#include "semilin/base/number_text.h"
#include "semilin/learn/model_file.h"
#include "semilin/learn/suggest.h"
#include "semilin/linear/calibration.h"
#include "semilin/matrix/label_sets.h"

#include "base/json.h"
#include "base/progress_parts.h"
#include "base/stopwatch.h"
#include "corpus/steps.h"
#include "learn/labeled_digest.h"
#include "matrix/row_check.h"

namespace semilin {
namespace {

using Ordered = nlohmann::ordered_json;

ClassSizeOptions sizes_of(const RunOptions& options, const Corpus& corpus) {
  const Dataset& data = corpus.data;
  ClassSizeOptions given = options.class_sizes.empty()
                               ? options.train.class_sizes
                               : class_size_options(options.class_sizes, data);
  if (given.source != SizeSource::Estimate) return given;
  if (const std::vector<double>& voted = data.voted.class_sizes;
      corpus.votes.given == 0 && voted.size() == data.classes.size())
    return {SizeSource::Votes, voted,
            static_cast<double>(data.all_rows() - data.all_labeled())};
  if (corpus.drawn.empty() || has_label_sets(data)) return given;
  ClassSizeOptions drawn =
      sizes_of_drawn(data.labels, corpus.drawn, data.classes.size());
  const auto classes = static_cast<double>(data.classes.size());
  return drawn.rows >= kEnoughDrawn * classes ? drawn : given;
}

void set_costs(const Method& method, RunOptions& options, const Dataset& data) {
  LinearOptions& linear = options.train.linear;
  const std::string weights = std::exchange(options.class_weight, {});
  if (!method.linear) {
    const auto weighs = [](double cost) { return cost != 0 && cost != 1; };
    require(std::none_of(data.costs.begin(), data.costs.end(), weighs) &&
                weights.empty() && linear.class_weights.empty() && !options.c,
            std::string(method.name) +
                " takes no C, no class weights and no row weights but 0 and 1");
  }
  if (!weights.empty()) linear.class_weights = class_weights(weights, data);
  const std::optional<double> c = std::exchange(options.c, {});
  if (!c) return;
  require(!linear.lambda, "C and lambda exclude each other");
  require(!has_label_sets(data) || linear.class_weights.empty(),
          "C: with class weights and multi-label data give lambda instead");
  linear.lambda = lambda_from_c(*c, summed_costs(data, linear.class_weights));
}

// The classes, or labels of multi-label data, that cannot be held out.
std::vector<std::string> rare_names(const Dataset& data) {
  std::vector<std::string> names;
  if (!has_label_sets(data)) {
    for (const std::int32_t k : rare_classes(data))
      names.push_back(data.classes[k]);
    return names;
  }
  const LabelSets sets = label_sets(data);
  for (std::size_t k = 0; k < sets.names.size(); ++k) {
    const Dataset one = one_label(data, sets, static_cast<std::int32_t>(k));
    if (!rare_classes(one).empty()) names.push_back(sets.names[k]);
  }
  return names;
}

// One run, step by step.
class Running {
 public:
  Running(const Corpus& corpus, const RunOptions& options,
          const Progress& progress)
      : corpus_(corpus),
        data_(corpus.data),
        options_(resolved(options, corpus)),
        parts_(progress, (options.tune ? kTuning : 1) +
                             kFolds * (options.probabilities ? 1 : 0) +
                             kMoreFolds * (options.expected_accuracy ? 1 : 0)) {
  }

  Run run() {
    TrainOptions options = options_.train;
    run_.report.classes = label_sets(data_).names;
    run_.report.votes = corpus_.votes;
    run_.report.graph_file = options_.graph_file;
    const bool probabilities =
        holds_out(options_.probabilities, "probabilities",
                  "and the shift of the other classes");
    const bool expected =
        holds_out(options_.expected_accuracy, "expected accuracy",
                  "which are assumed to be right half as often as others");
    const Stopwatch watch;
    const Progress first = part(options_.tune ? kTuning : 1);
    if (options_.tune) options = tuned(std::move(options), first);
    // what tune trained need not be trained again
    const bool again = probabilities || expected;
    std::optional<Trainer> trainer;
    if (!options_.tune || again)
      trainer.emplace(data_, std::move(options), first);
    run_.report.seconds.setup = options_.tune ? 0 : watch.seconds();
    if (!options_.tune) {
      run_.report.options = trainer->options();
      result() = trainer->train(first);
    }
    if (probabilities && goes_on()) trainer->calibrate(run_, part(kFolds));
    if (expected && goes_on()) expect(trainer->options());
    trainer.reset();  // what follows reads the rows as they were given
    run_.report.seconds.solve = watch.seconds() - run_.report.seconds.setup;
    return finished();
  }

 private:
  // The cost of each stage, in trainings.
  static constexpr double kTuning = 20, kFolds = 5, kMoreFolds = 7;

  // The next steps of this many trainings.
  Progress part(double trainings) {
    return parts_.part(std::exchange(done_, done_ + trainings), trainings);
  }
  [[nodiscard]] TrainResult& result() { return run_; }
  [[nodiscard]] bool goes_on() const { return !run_.interrupted(); }

  // True if it is wanted and rows of two classes can be held out for it;
  // otherwise it is skipped with a warning, or one says what is assumed
  // `of_rare` classes.
  bool holds_out(bool wanted, const std::string& purpose,
                 const std::string& of_rare) {
    if (!wanted) return false;
    if (!rare_) rare_ = rare_names(data_);
    const bool sets = has_label_sets(data_);
    require(!sets || purpose == "probabilities",
            purpose + ": not with multi-label data");
    const bool possible =
        options_.train.find.empty() &&
        run_.report.classes.size() - rare_->size() >= (sets ? 1 : 2);
    if (!possible) {
      run_.warnings.push_back(
          purpose + ": needs two classes with two labels each; it is skipped");
    } else if (!rare_->empty()) {
      run_.warnings.push_back(
          purpose + ": " + rare_->front() +
          (rare_->size() == 1 ? " has"
                              : " and " + std::to_string(rare_->size() - 1) +
                                    " more classes have") +
          " fewer than two labels, " + of_rare);
    }
    return possible;
  }

  // Tunes, and returns the options chosen.
  TrainOptions tuned(TrainOptions options, const Progress& heard) {
    TuneOptions tuning = *options_.tune;
    tuning.train = std::move(options);  // no method: beside the default
    TuneResult found =
        tune(data_, with_default_grids(std::move(tuning), data_), heard);
    result() = std::exchange(found.refitted, {});
    run_.report.options = found.options;
    run_.tuning = std::move(found);
    return run_.report.options;
  }

  void expect(const TrainOptions& options) {
    ExpectedAccuracy found = expected_accuracy(data_, options, run_,
                                               corpus_.drawn, part(kMoreFolds));
    if (found.held_out.empty()) {
      run_.summary.stop = Stop::Interrupted;
    } else {
      run_.report.expected = std::move(found);
    }
  }

  // "the words contradict the labels: ..."
  [[nodiscard]] std::string told(const Contradiction& one) const {
    std::string text =
        "the " + one.evidence + " contradict the " + one.against + ": of " +
        counted(one.of, corpus_.noun(1)) + " with " + one.against +
        " they give " + grouped(one.rows) + " another class";
    if (one.example >= 0)
      text += ", such as " + corpus_.name_of(one.example) + ", '" + one.said +
              "' instead of '" + one.given + "'";
    return text;
  }

  Run finished() {
    run_.summary.texts = corpus_.has_texts();
    run_.summary.read_words = corpus_.read_words;
    run_.report.summary = run_.summary;
    if (run_.summary.committee)
      for (const Contradiction& one : run_.summary.committee->contradictions)
        run_.warnings.push_back(told(one));
    if (const std::string& why = run_.summary.unfit; !why.empty())
      run_.warnings.push_back("the training starts from nothing, not from " +
                              options_.start + ": " + why);
    if (goes_on() && data_.whole())
      for (std::string& text : warnings(data_, run_.report.options, run_))
        run_.warnings.push_back(std::move(text));
    ModelHead& head = run_.model.head();
    head.attachments = corpus_.vocabulary;
    Ordered info =
        Ordered::parse(with_columns(model_info(run_.report), corpus_.columns));
    if (run_.tuning) {
      info["tuning"] = Ordered::parse(to_json(*run_.tuning));
      info["tuning"].erase("seconds");  // equal runs give equal files
    }
    info["labeled_digest"] = labeled_digest(data_);
    head.info = text_of(info);
    return std::move(run_);
  }

  const Corpus& corpus_;
  const Dataset& data_;
  const RunOptions options_;
  ProgressParts parts_;
  double done_ = 0;  // trainings
  std::optional<std::vector<std::string>> rare_;
  Run run_;
};

}  // namespace

std::string_view default_run_method(const RunOptions& options,
                                    const Dataset& data) {
  if (!options.train.find.empty()) return kDa;
  return options.tune ? default_tuned_method(data)
                      : default_method(data, options.train.linear.lambda_u);
}

RunOptions resolved(RunOptions options, const Corpus& corpus) {
  const Dataset& data = corpus.data;
  TrainOptions& train = options.train;
  train.seeds = corpus.seeds;
  train.seed_words = corpus.seed_words;
  const bool usual =
      train.method.empty() || (train.method == kCommittee && !options.tune);
  const std::string method(usual ? default_run_method(options, data)
                                 : train.method);
  if (has_label_sets(data) && !method_named(method).label_sets)
    throw DataError("expected one label per row, found several: " + method +
                    " does not know multi-label data");
  if (!options.tune) train.method = method;
  if (!options.start.empty() && !train.start)
    train.start = earlier_vote(read_model(options.start).head());
  require_valid_labels(data);  // defaults depend on them
  train.class_sizes = sizes_of(options, corpus);
  set_costs(method_named(method), options, data);
  return options;
}

Run run(const Corpus& corpus, const RunOptions& options,
        const Progress& progress) {
  return Running(corpus, options, progress).run();
}

std::string to_json(const Run& run) {
  Ordered json = {{"summary", Ordered::parse(summary_json(run.report))},
                  {"advice", advice(run.report)},
                  {"warnings", run.warnings}};
  if (run.tuning) json["tuning"] = Ordered::parse(to_json(*run.tuning));
  return text_of(json);
}

}  // namespace semilin
