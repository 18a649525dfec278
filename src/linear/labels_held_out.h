// Labeled rows by supervised models that did not know them: they choose the
// default lambda and set thresholds.
#pragma once

#include <functional>
#include <span>
#include <vector>

#include "semilin/base/progress.h"
#include "semilin/linear/cross_validation.h"
#include "semilin/linear/options.h"

#include "solvers/loss.h"

namespace semilin {

/// All labeled rows that count, or 20,000 spread evenly among
/// them, in at most five stratified folds.
class LabelsHeldOut {
 public:
  /// Borrows options.
  LabelsHeldOut(const Dataset& data, const LinearOptions& options, Loss loss);

  /// Two classes have two rows that can be held out.
  [[nodiscard]] bool possible() const { return folds_.count > 0; }
  [[nodiscard]] const Dataset& rows() const { return rows_; }
  [[nodiscard]] const Folds& folds() const { return folds_; }  ///< of rows()
  /// own()[i] of the data given is row first() + i of rows().
  [[nodiscard]] std::span<const Index> own() const { return own_; }
  [[nodiscard]] Index first() const { return first_; }

  /// The outputs of the rows of folds(), x K, for each of `lambdas`
  /// (descending). A lambda is that of all labeled rows; fewer rows keep its C.
  /// Empty: interrupted by `step`, which gets the part that is done.
  [[nodiscard]] std::vector<std::vector<double>> outputs(
      std::span<const double> lambdas,
      const std::function<bool(double)>& step) const;

 private:
  LinearOptions options_;
  Loss loss_;
  std::vector<Index> own_;
  Index first_ = 0;
  double thinned_ = 1;  // labeled rows over those taken
  Dataset rows_;
  Folds folds_;
};

/// options.lambda; or the default lambda, chosen by labels held out where more
/// labels than 1000 make it less than half of what few labels have: of that
/// one, the default and the mean of their logarithms the smallest whose
/// accuracy is not below the best by more than its standard error. So clean
/// labels get LIBLINEAR's C = 1, and wrong ones a larger penalty. Throws
/// Interrupted if `progress` returns false.
[[nodiscard]] double chosen_lambda(const Dataset& data,
                                   const LinearOptions& options, Loss loss,
                                   const Progress& progress);

/// A factor of the vectors' scale b for linear models: of the powers of two
/// from 1/8 to 8 that of the highest accuracy on labels held out, at
/// options.lambda; 1 if none is above it. The more labels tell about words, the
/// less vectors add to them. 1 where there are no vectors, or several
/// processes. Throws Interrupted if `progress` returns false.
[[nodiscard]] double chosen_vector_factor(const Dataset& data,
                                          const LinearOptions& options,
                                          Loss loss, const Progress& progress);

}  // namespace semilin
