// What calibration and comparison share: few folds, and what their rows weigh.
#ifndef SEMILIN_SRC_LINEAR_HELD_OUT_ROWS_H_
#define SEMILIN_SRC_LINEAR_HELD_OUT_ROWS_H_

#include <span>
#include <string>
#include <vector>

#include "semilin/linear/cross_validation.h"

namespace semilin {

/// Five, or as many as the smallest class has rows. Throws DataError, naming
/// what `needs` them, if that is less than two.
[[nodiscard]] int few_folds(const Dataset& data, const std::string& needs);

/// Costs of the folds' rows, times what makes the labelled classes as large as
/// `ratio` says (empty: nothing).
[[nodiscard]] std::vector<double> weights_by_ratio(
    const Dataset& data, const Folds& folds, std::span<const double> ratio);

}  // namespace semilin

#endif  // SEMILIN_SRC_LINEAR_HELD_OUT_ROWS_H_
