// How much of a TSVM is done.
#ifndef SEMILIN_SRC_LINEAR_TRANSDUCTION_FRACTION_H_
#define SEMILIN_SRC_LINEAR_TRANSDUCTION_FRACTION_H_

#include "semilin/base/index.h"

namespace semilin {

/// Estimates the seconds that are left of a run from what it has taken so far:
/// for the switching between the solves, as much per stage of lambda_u' as
/// before; for the solves, as much per product with the data as before. When
/// the part x of all stages is behind, runs have done about E x^q products, and
/// this one p; then
///
///   E (1 - x^q) (p + c) / (E x^q + c) + last
///
/// are to come, the last solve with them. A run that resumes knows the
/// products since then only. The constants, one set for two classes and one for
/// more, are a fit to runs (docs/design-log.md).
class TransductionFraction {
 public:
  /// The run begins with stage `first` of the `stages`, from 0.
  TransductionFraction(int classes, int stages, int first);

  /// What the run has spent since it began.
  struct Spent {
    double seconds;  ///< in all
    double solving;  ///< of them, in solves
    Index products;  ///< of the solves
  };
  /// The fraction of the work that is done after one more retraining at
  /// `stage`, which ends if `settled`; never less than before.
  double after_retraining(const Spent& spent, int stage, bool settled);

 private:
  /// The products of a run, when so many stages are behind it.
  [[nodiscard]] double expected(double stages) const;

  int classes_, stages_, first_;
  double done_ = 0;  // the fraction told
};

}  // namespace semilin

#endif  // SEMILIN_SRC_LINEAR_TRANSDUCTION_FRACTION_H_
