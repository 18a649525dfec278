// The expected accuracy of a model, estimated without a test set.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "semilin/base/progress.h"
#include "semilin/learn/train.h"
#include "semilin/matrix/dataset.h"

namespace semilin {

/// A share, and an interval that contains the true one in 95 % of cases.
struct Share {
  double value = 0;  ///< the best estimate
  double low = 0;    ///< beginning of the interval
  double high = 1;   ///< its end
};

/// Wilson's interval (JASA 22, 1927) for the share `right`, in [0, 1], of
/// `rows` > 0 rows, which need not be a whole number. Its value is `right`.
[[nodiscard]] Share wilson(double right, double rows);

/// The accuracy on all rows, estimated from a sample of them, each row being
/// drawn with probability drawn[i], as for LabelUse::Accuracy (suggest.h), and
/// counting 1 / drawn[i]. The interval is Wilson's for the number of rows to
/// which the variance within the predicted classes corresponds, with two
/// average rows added to each class, and for no more rows than there are. Rows
/// without truth (kUnlabeled) or with drawn[i] = 0 do not count. Throws
/// std::invalid_argument if none does or if sizes differ.
[[nodiscard]] Share sampled_accuracy(std::span<const std::int32_t> truth,
                                     std::span<const std::int32_t> predicted,
                                     std::span<const double> drawn);

/// A labeled row that was held out, as predicted by a model trained without
/// it.
struct HeldOutRow {
  Index row = 0;               ///< row of the data, from 0
  std::int32_t predicted = 0;  ///< position in the classes
  double confidence = 0;       ///< calibrated probability of `predicted`
  double weight = 0;           ///< weight of the row; weights sum to 1
};

/// The expected accuracy of a model on the unlabeled rows that it was trained
/// with.
struct ExpectedAccuracy {
  Share model;       ///< accuracy of the model
  Share supervised;  ///< accuracy of the supervised SVM
  /// The accuracy for each class; none if fewer than ten rows of it were held
  /// out.
  std::vector<std::optional<Share>> classes;
  std::vector<HeldOutRow> held_out;  ///< ascending; empty: interrupted
  double worth = 0;  ///< rows drawn by chance that are worth as much
  /// The accuracy with `more_labels` more labels, drawn at random; none unless
  /// the odds that more labels help are at least 9 to 1.
  std::optional<Share> with_more;
  Index more_labels = 0;  ///< see with_more
};

/// Trains seven more times in the way that `result` was trained on `data`:
/// without the labels of each fifth, then of each half of the labeled rows,
/// which remain as unlabeled ones. A committee trains only under the class
/// sizes that it chose, which is faster.
///
/// A row that was held out counts 1 / drawn (see sizes_of_drawn; `drawn` is
/// empty or one per row), so that suggested labels do not bias the estimate. A
/// row with 0 (not known) is treated as drawn at random; if the labels
/// contradict that, its class counts in proportion to its size. The share of
/// rows that are right is corrected by regression on the confidence, whose mean
/// over the unlabeled rows is known (Cochran, Sampling Techniques, 1977, ch.
/// 7); its interval is Wilson's with the quantile of Student's t, for the
/// number of rows to which its variance corresponds, and for no more than there
/// are, divided by 1 + k / (k - 1), since the models of the k folds share most
/// of their labels (Nadeau and Bengio, Machine Learning 52, 2003). Since they
/// had fewer labels l, the share is corrected by errors ~ l^-c, where c is
/// estimated from both kinds of folds with the prior 0.2 +- 0.2. A labeled row
/// that is the only one of its class cannot be held out and is assumed to be
/// right half as often as others, plus or minus that half. Unlabeled rows
/// without a feature get the class that the model predicts for them; it is
/// right as often as for labeled rows without one, if there are ten, otherwise
/// as often as among the labels. Of copies of a row one counts.
///
/// Throws DataError if fewer than two classes have two labeled rows,
/// std::invalid_argument for multi-label data.
[[nodiscard]] ExpectedAccuracy expected_accuracy(
    const Dataset& data, const TrainOptions& options, const TrainResult& result,
    std::span<const double> drawn = {}, const Progress& progress = {});

}  // namespace semilin
