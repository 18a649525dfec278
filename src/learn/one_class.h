// Labels of one class alone: rows that are drawn from the unlabeled ones stand
// for all others.
#pragma once

#include <functional>

#include "semilin/learn/train.h"

namespace semilin {

/// Whether the data have two classes, of which one has a label.
[[nodiscard]] bool has_one_class(const Dataset& data);

/// The mean of five linear models of the class that options.find names, or
/// that has labels. `train_one` trains each on the labels and on rows drawn
/// from the unlabeled ones as labels of the other class, 5 for each label,
/// under the class sizes given. A few of these labels are wrong, and each draw
/// has others.
///
/// If the sizes are not given, the class has the size p, of 1 %, 2 %, 4 %, ...,
/// 64 %, that maximizes r^2 / p: r is the share of its labels that such a model
/// finds again, trained under p without a quarter of them (of fewer than 20, an
/// eighth). Where p is the share of rows that the model gives to the class, r^2
/// / p is precision times recall but for a constant (Lee, Liu, ICML 2003):
/// among models of one recall it prefers the one of fewest rows. A model under
/// wrong sizes loses both. Throws DataError without unlabeled rows, or for a
/// method whose models have no mean.
[[nodiscard]] TrainResult train_one_class(
    const Dataset& data, const TrainOptions& options, const Progress& progress,
    const std::function<TrainResult(const Dataset&, TrainOptions,
                                    const Progress&)>& train_one);

}  // namespace semilin
