// Which rows to label next.
#ifndef SEMILIN_LEARN_SUGGEST_H_
#define SEMILIN_LEARN_SUGGEST_H_

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "semilin/base/progress.h"
#include "semilin/learn/model.h"
#include "semilin/linear/class_sizes.h"
#include "semilin/matrix/dataset.h"

namespace semilin {

/// What the labels are for. Training: rows drawn by chance, and rows on which
/// models disagree. Sizes, Accuracy: a sample that tells the class sizes, or
/// the accuracy of the model, most sharply: strata of the predicted class, of
/// which each gets rows in proportion to its size times the standard deviation
/// within it (Neyman, JRSS 97, 1934), as the model's probabilities tell it,
/// rounded up or down by chance.
enum class LabelUse { Training, Sizes, Accuracy };
/// All of them.
inline constexpr std::array kLabelUses = {LabelUse::Training, LabelUse::Sizes,
                                          LabelUse::Accuracy};
/// "training", "sizes", "accuracy".
[[nodiscard]] std::string_view to_string(LabelUse use);

/// How a row was drawn from the unlabelled rows.
enum class DrawnFrom {
  All,       ///< by chance from all of them
  Disputed,  ///< not by chance: typical of a part of those on which the
             ///< models disagree
  Stratum,   ///< by chance from those of its predicted class
  Typical,   ///< not by chance: typical of a part of the data
};
/// "random", "disputed", "stratum", "typical".
[[nodiscard]] std::string_view to_string(DrawnFrom from);

/// What is asked for.
struct SuggestOptions {
  Index count = 25;                   ///< rows
  LabelUse use = LabelUse::Training;  ///< what for
  /// Training: of the rows, from all. None: 0.5, without a model 0.2.
  std::optional<double> random_share;
  std::uint64_t seed = 1;  ///< of the draws
  int threads = 0;         ///< 0: all; never changes the result
};

/// A row to label.
struct Suggestion {
  Index row = 0;                    ///< of the data, from 0
  DrawnFrom from = DrawnFrom::All;  ///< how it was drawn
  /// That it is among those drawn: what its label must be divided by where
  /// labels stand for all rows. Of a typical or disputed row 1, since it stands
  /// for itself alone, or 0 (not known) where no row is drawn by chance beside
  /// it.
  double probability = 0;
  /// What each model says: positions in the classes of the model given.
  std::vector<std::int32_t> opinions;
};

/// Rows to label, of which any first ones are mixed as all are.
struct Suggestions {
  std::vector<std::string> members;  ///< "model", "svm", "nb-em"
  std::vector<Suggestion> rows;      ///< to label, in this order
  Index unlabeled = 0;               ///< rows to choose from
  Index disputed = 0;  ///< of these, on which the members disagree
};

/// Draws from the unlabelled rows of `data`, on whose labels `model` was
/// trained. For Training the members that may disagree are the model, the
/// supervised SVM and naive Bayes with EM (for rows without negative values),
/// both trained now, beside at most 20,000 unlabelled rows. Of the rows on
/// which they disagree those are suggested that are typical of their parts
/// (below); where there are too few, or no labels of two classes, the rest is
/// drawn from all. Throws std::invalid_argument for options out of bounds and
/// multi-label data.
[[nodiscard]] Suggestions suggest(const Model& model, const Dataset& data,
                                  const SuggestOptions& options = {},
                                  const Progress& progress = {});

/// Likewise before there is a model, with no label or a few. For Training rows
/// that are typical of different parts of the data (clusters of rows alike, of
/// up to 50; rows of zeros, outliers, and the parts of labelled rows give
/// none), and rows drawn by chance from the others, all there are in excess of
/// the parts; for other uses all by chance. No members, no opinions.
[[nodiscard]] Suggestions suggest(const Dataset& data,
                                  const SuggestOptions& options = {},
                                  const Progress& progress = {});

/// Class sizes (SizeSource::Given) from labels of rows that were drawn with
/// these probabilities: each label counts w = 1 / probability (Horvitz,
/// Thompson, JASA 47, 1952), divided by their sum; `rows` is (sum w)^2 / sum
/// w^2, as many rows as a plain sample would need. Labels that are kUnlabeled,
/// and those of probability 0 (not known), do not count; without any others the
/// result is the default, Estimate. A class that has none counts as half a
/// label of mean w, for no size may be 0.
[[nodiscard]] ClassSizeOptions sizes_of_drawn(
    std::span<const std::int32_t> labels, std::span<const double> probabilities,
    std::size_t classes);

}  // namespace semilin

#endif  // SEMILIN_LEARN_SUGGEST_H_
