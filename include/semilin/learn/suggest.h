// Which rows to label next.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "semilin/base/option.h"
#include "semilin/base/progress.h"
#include "semilin/learn/model.h"
#include "semilin/linear/class_sizes.h"
#include "semilin/matrix/dataset.h"

namespace semilin {

/// The purpose of the labels. Training suggests rows drawn at random and rows
/// on which models disagree. Sizes and Accuracy draw the sample that estimates
/// the class sizes, or the accuracy of the model, most precisely: each stratum,
/// the rows predicted as one class, gets rows in proportion to its size times
/// the standard deviation within it (Neyman, JRSS 97, 1934), which is computed
/// from the model's probabilities, rounded up or down by chance. Finding takes
/// the rows that are most likely of one class, the surest first.
enum class LabelUse { Training, Sizes, Accuracy, Finding };
/// All of them.
inline constexpr std::array kLabelUses = {
    LabelUse::Training, LabelUse::Sizes, LabelUse::Accuracy, LabelUse::Finding};
/// "training", "sizes", "accuracy", "finding".
[[nodiscard]] std::string_view to_string(LabelUse use);

/// How a row was drawn from the unlabeled rows.
enum class DrawnFrom {
  All,       ///< drawn at random from all of them
  Disputed,  ///< chosen: typical of a part of those on which the models
             ///< disagree
  Stratum,   ///< drawn at random from those of its predicted class
  Typical,   ///< chosen: typical of a part of the data
  First,     ///< one of SuggestOptions::first
  Surest,    ///< chosen: most likely of the class to find
};
/// "random", "disputed", "stratum", "typical", "undecided", "surest".
[[nodiscard]] std::string_view to_string(DrawnFrom from);

/// The options of suggest.
struct SuggestOptions {
  Index count = 25;                   ///< number of rows
  LabelUse use = LabelUse::Training;  ///< purpose of the labels
  /// Training: the share of the rows drawn from all. None: 0.5, without a model
  /// 0.2.
  std::optional<double> random_share;
  std::uint64_t seed = 1;  ///< seed of the draws
  int threads = 0;         ///< 0: all available; never changes the result
  SeedRows seeds = {};     ///< seed words on which the members are trained, too
  /// Rows that come before all others if they have no label, in random order,
  /// such as predictions that are not sure. No probability is then known.
  std::vector<Index> first = {};
  /// Finding: the class. Empty: the one that the model was trained to find
  /// (TrainOptions::find).
  std::string find = {};
};

/// Names the options that a user has; see base/option.h.
template <MaybeConst<SuggestOptions> Options, class Visit>
void describe(Options& options, Visit&& visit) {
  visit("count", options.count, kNotNegative, "number of documents");
  visit("for", options.use, kLabelUses,
        "purpose of the labels: training, a sample that best estimates the "
        "class sizes or the accuracy of the model, or finding one class");
  visit("find", options.find, Text{"NAME"},
        "the class to find (default: that of the training)");
  visit("random-share", options.random_share, kFraction,
        "share of the documents drawn from all, for training; the others are "
        "typical of parts on which models disagree, or without a model of all "
        "documents (default 0.5, without a model 0.2)");
  visit("seed", options.seed, kNotNegative, "seed of the draws");
  visit("threads", options.threads, kThreads, "number of threads; 0: all");
}

/// A row to label.
struct Suggestion {
  Index row = 0;                    ///< row of the data, from 0
  DrawnFrom from = DrawnFrom::All;  ///< how it was drawn
  /// The probability that the row is drawn; its label counts 1 / probability
  /// where labels represent all rows. That of a typical or disputed row is 1,
  /// since it represents itself alone, or 0 (not known) if no row is drawn by
  /// chance beside it, nor ever if it is one of the surest.
  double probability = 0;
  /// The prediction of each member: positions in Suggestions::classes, or
  /// kUnlabeled for a class that the model given does not have.
  std::vector<std::int32_t> opinions;
};

/// Rows to label. Every prefix of the list has the same mix.
struct Suggestions {
  std::vector<std::string> members;  ///< "model", "svm", "nb-em"
  /// The classes of the model, or the label sets predicted (join_labels).
  std::vector<std::string> classes;
  std::vector<Suggestion> rows;  ///< rows to label, in this order
  Index unlabeled = 0;           ///< rows to choose from
  Index disputed = 0;            ///< those on which the members disagree
  /// Finding: how many of the unlabeled rows are expected to be of the class,
  /// by the size that training assumed for it, less the labels of it since
  /// then; or by the model's probabilities, if it has some.
  std::optional<double> expected = {};
};

/// Draws from the unlabeled rows of `data`, on whose labels `model` was
/// trained. For Training the members that may disagree are the model, the
/// supervised SVM and naive Bayes with EM (for rows without negative values),
/// both trained now, with at most 20,000 unlabeled rows. Among the rows on
/// which they disagree it suggests those that are typical of their parts
/// (below); if there are too few, or no labels of two classes, the rest is
/// drawn from all. A label set counts as one class. Throws
/// std::invalid_argument for options out of bounds.
[[nodiscard]] Suggestions suggest(const Model& model, const Dataset& data,
                                  const SuggestOptions& options = {},
                                  const Progress& progress = {});

/// The same before there is a model, with no labels or a few. For Training it
/// suggests rows that are typical of different parts of the data (up to 50
/// clusters of similar rows; rows of zeros, outliers, and the parts of labeled
/// rows give none), and rows drawn by chance from the others, including all
/// rows in excess of the parts. For other uses all rows are drawn by chance.
/// There are no members and no opinions.
[[nodiscard]] Suggestions suggest(const Dataset& data,
                                  const SuggestOptions& options = {},
                                  const Progress& progress = {});

/// Class sizes (SizeSource::Given) from labels of rows that were drawn with
/// these probabilities: each label counts w = 1 / probability (Horvitz,
/// Thompson, JASA 47, 1952), divided by the sum of all w; `rows` is (sum w)^2 /
/// sum w^2, the number of rows that a plain sample would need. Labels that are
/// kUnlabeled, and those of probability 0 (not known), do not count; without
/// any others the result is the default, Estimate. A class without labels
/// counts as half a label of mean w, since no size may be 0.
[[nodiscard]] ClassSizeOptions sizes_of_drawn(
    std::span<const std::int32_t> labels, std::span<const double> probabilities,
    std::size_t classes);

}  // namespace semilin
