// How much of an annealing is done.
#ifndef SEMILIN_SRC_LINEAR_ANNEALING_FRACTION_H_
#define SEMILIN_SRC_LINEAR_ANNEALING_FRACTION_H_

namespace semilin {

/// Counts the retrainings of this run, and estimates from the entropy H that is
/// left how many are to come,
///
///   rest(H) = a log(H / H_end) + b (H / log K)^c + s,
///
/// for the temperatures that end at H_end, for alternating at them (the longer
/// the less is decided), and for the last solve, which costs as much as s
/// retrainings. The constants, one set for two classes and one for more, are a
/// fit to runs (docs/design-log.md).
class AnnealingFraction {
 public:
  /// Down to the entropy `late`, retrainings may be of a sample of the rows,
  /// one in `early_step`, and cost so much less.
  AnnealingFraction(int classes, double end, double late, int early_step);

  /// The fraction of the work that is done after one more retraining; never
  /// less than before.
  double after_retraining(double entropy, bool sampled);

 private:
  [[nodiscard]] double rest(double entropy) const;

  int classes_;
  double end_;
  int early_step_;
  double late_rest_;
  double gone_ = 0;  // in retrainings of all rows
  double done_ = 0;  // the fraction told
};

}  // namespace semilin

#endif  // SEMILIN_SRC_LINEAR_ANNEALING_FRACTION_H_
