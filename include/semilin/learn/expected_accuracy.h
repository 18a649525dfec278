// How often a model is likely to be right, told without a test set.
#ifndef SEMILIN_LEARN_EXPECTED_ACCURACY_H_
#define SEMILIN_LEARN_EXPECTED_ACCURACY_H_

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "semilin/base/progress.h"
#include "semilin/learn/train.h"
#include "semilin/matrix/dataset.h"

namespace semilin {

/// A share, and the interval that holds the true one in 95 % of cases.
struct Share {
  double value = 0;  ///< the likeliest
  double low = 0;    ///< beginning of the interval
  double high = 1;   ///< its end
};

/// Wilson's interval (JASA 22, 1927) for the share `right`, in [0, 1], of
/// `rows` > 0 rows, which need not be a whole number. Its value is `right`.
[[nodiscard]] Share wilson(double right, double rows);

/// Accuracy on all rows drawn from, told by a sample of them, each drawn with
/// probability drawn[i], as for LabelUse::Accuracy (suggest.h), and counting 1
/// / drawn[i]. Wilson's interval for as many rows as the variance within the
/// predicted classes is worth, two rows like all added to each, and not more
/// than there are. Rows without truth (kUnlabeled) or with drawn[i] = 0 do not
/// count. Throws std::invalid_argument if none does or if sizes differ.
[[nodiscard]] Share sampled_accuracy(std::span<const std::int32_t> truth,
                                     std::span<const std::int32_t> predicted,
                                     std::span<const double> drawn);

/// What models trained without a labelled row say of it.
struct LeftOutRow {
  Index row = 0;               ///< of the data, from 0
  std::int32_t predicted = 0;  ///< position in the classes
  double confidence = 0;       ///< calibrated probability of `predicted`
  double weight = 0;           ///< what it counts; they sum to 1
};

/// How often a model is right on the unlabelled rows that it was trained with.
struct ExpectedAccuracy {
  Share model;       ///< of the unlabelled rows
  Share supervised;  ///< likewise, of the supervised SVM
  /// Of the unlabelled rows of each class; none: fewer than ten rows left out.
  std::vector<std::optional<Share>> classes;
  std::vector<LeftOutRow> left_out;  ///< ascending; empty: interrupted
  double worth = 0;  ///< of the rows left out, in rows drawn by chance
  /// With `more_labels` more labels, drawn by chance; none: the labels cannot
  /// tell, by 9 to 1, that this is any better.
  std::optional<Share> with_more;
  Index more_labels = 0;  ///< see with_more
};

/// Trains seven times more as `result` was trained on `data`: without the
/// labels of each fifth, then of each half of the labelled rows, which stay as
/// unlabelled ones; a committee under the class sizes that it chose, which
/// takes a part of its time.
///
/// A row that was left out counts 1 / drawn (see sizes_of_drawn; `drawn` is
/// empty or one per row), so that suggested labels do not mislead; one with 0
/// (not known) is taken for one drawn by chance, unless the labels contradict
/// that, when its class counts as much as its size says. The share of rows that
/// are right is corrected by regression on the confidence, whose mean over the
/// unlabelled rows is known (Cochran, Sampling Techniques, 1977, ch. 7); its
/// interval is Wilson's with the quantile of Student's t, for as many rows as
/// its variance is worth. Since the models of the folds had fewer labels l, it
/// is corrected by errors ~ l^-c, where c is told by both kinds of folds and,
/// before, 0.2 +- 0.2. A labelled row that is the only one of its class cannot
/// be left out and is taken to be right half as often as others, give or take
/// that half.
///
/// Throws DataError if fewer than two classes have two labelled rows,
/// std::invalid_argument for multi-label data.
[[nodiscard]] ExpectedAccuracy expected_accuracy(
    const Dataset& data, const TrainOptions& options, const TrainResult& result,
    std::span<const double> drawn = {}, const Progress& progress = {});

}  // namespace semilin

#endif  // SEMILIN_LEARN_EXPECTED_ACCURACY_H_
