// A run: all steps from a corpus to a model.
//
//   const Corpus news = read_corpus({"news.csv"});
//   write_model(run(news).model, "news.model");
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "semilin/base/option.h"
#include "semilin/base/progress.h"
#include "semilin/corpus.h"
#include "semilin/learn/report.h"
#include "semilin/learn/train.h"
#include "semilin/learn/tune.h"

namespace semilin {

/// The options of a run.
struct RunOptions {
  /// The method and its options. The corpus adds its seed words, and the three
  /// members below add what depends on the data.
  TrainOptions train;
  /// Class sizes among the unlabeled rows: "estimate", "labels", "equal", or
  /// given ones, "P,..." in the order of the classes or "NAME=P,..." (for two
  /// classes "P" is that of the second, and one name may be missing). Fractions
  /// sum to 1; for multi-label data each label has its own. Empty: those of
  /// `train`, or sizes estimated from rows that were drawn with known
  /// probabilities (Corpus::drawn) if these are worth kEnoughDrawn rows of
  /// each class.
  std::string class_sizes;
  /// Costs of the classes' labeled rows: "balanced", "NAME=W,..." (1 for the
  /// others), or "W,..." in the order of the classes; empty: those of `train`.
  std::string class_weight;
  /// LIBLINEAR's C in place of lambda = 1 / (2 C l), l the summed cost of the
  /// labeled rows.
  std::optional<double> c;
  /// The grids from which options of `train` are chosen first; their own
  /// `train` is not read.
  std::optional<TuneOptions> tune;
  /// The name of train.graph.graph in the model's info; empty: none.
  std::string graph_file;
  /// The file of the model whose vote is TrainOptions::start; empty: none.
  std::string start;
  bool probabilities = false;      ///< Trainer::calibrate
  bool expected_accuracy = false;  ///< expected_accuracy
};

/// Names the options that a user has, but for those of the method and the grids
/// (described beside their own structs); see base/option.h.
template <MaybeConst<RunOptions> Options, class Visit>
void describe(Options& options, Visit&& visit) {
  visit("method", options.train.method, Text{"METHOD"},
        "see semilin methods (default: committee; da for label sets)");
  visit("C", options.c, kPositive,
        "LIBLINEAR's parameter in place of lambda = 1 / (2 C l), where l is "
        "the summed cost of the labels");
  visit("class-sizes", options.class_sizes, Text{"SIZES", true},
        "sizes of the classes among the unlabeled documents: estimate, equal, "
        "labels (as among the labels) or fractions, NAME=P,... or P,... "
        "(default estimate)");
  visit("find", options.train.find, Text{"NAME"},
        "find this class, of two, where labels were not drawn at random: "
        "documents drawn from the unlabeled ones stand for the other, too");
  visit("start", options.start, Text{"MODEL"},
        "begin with this model's vote: half of the time");
  visit("class-weights", options.class_weight, Text{"WEIGHTS", true},
        "costs of the classes' labels: balanced (inverse to their numbers), "
        "NAME=W,... or W,...");
  visit("probabilities", options.probabilities, kFlag,
        "fit probabilities by five more trainings, for methods that have none "
        "(the default method has some)");
  visit("expected-accuracy", options.expected_accuracy, kFlag,
        "estimate the accuracy on the unlabeled documents, with an interval "
        "(seven more trainings)");
  visit("threads", options.train.threads, kThreads,
        "number of threads; 0: all");
}

/// See RunOptions::class_sizes.
inline constexpr double kEnoughDrawn = 15;

/// The result of a run: that of its training, whose model has its info and the
/// corpus' vocabulary, and all estimates.
struct Run : TrainResult {
  TrainReport report;  ///< report; its seconds do not include files
  /// The result of tuning, if options were tuned, without its model.
  std::optional<TuneResult> tuning;
  std::vector<std::string> warnings;  ///< one sentence each

  /// True if `progress` ended the training: the model is the best so far.
  [[nodiscard]] bool interrupted() const {
    return summary.stop == Stop::Interrupted;
  }
};

/// The method of a run that names none: default_method, or
/// default_tuned_method if options are tuned.
[[nodiscard]] std::string_view default_run_method(const RunOptions& options,
                                                  const Dataset& data);

/// The options after run() has put into `train` what depends on the corpus: the
/// method (unless it is tuned), seed words, and class sizes, class weights and
/// C as numbers, whose own members are then empty. Resolving them again changes
/// nothing. Throws std::invalid_argument for a class that the data do not
/// have, DataError for multi-label data that the method does not know.
[[nodiscard]] RunOptions resolved(RunOptions options, const Corpus& corpus);

/// Tunes if that is wanted, trains, and computes the estimates that are wanted.
/// Those for which there are too few labels are skipped with a warning. If
/// `progress` returns false, the model is the best so far. Throws as Trainer
/// and tune do.
[[nodiscard]] Run run(const Corpus& corpus, const RunOptions& options = {},
                      const Progress& progress = {});

/// A JSON object: the summary (summary_json), the advice, the warnings and the
/// tuning.
[[nodiscard]] std::string to_json(const Run& run);

}  // namespace semilin
