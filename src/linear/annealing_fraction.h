// How much of an annealing is done.
#ifndef SEMILIN_SRC_LINEAR_ANNEALING_FRACTION_H_
#define SEMILIN_SRC_LINEAR_ANNEALING_FRACTION_H_

namespace semilin {

/// Counts the retrainings of this run, and estimates from the entropy H that is
/// left how many are to come,
///
///   rest(H) = a log(H / H_end) + (b (H / log K)^c + s) (0.001 / change)^d,
///
/// for the temperatures that are left, for alternating at them (the longer, the
/// less is decided), and for the last solve, which costs as much as s
/// retrainings. The constants, one set for two classes and one for more, are a
/// fit to runs (docs/design-log.md).
class AnnealingFraction {
 public:
  struct Course {
    int classes;    ///< K
    double change;  ///< of the objective, with which a temperature ends
    double end;     ///< H_end
    /// Down to the entropy `late`, retrainings may be of a sample of the rows,
    /// one in `early_step`: a part 1.4 / early_step of one of all rows.
    double late;
    int early_step;
  };

  explicit AnnealingFraction(const Course& course);

  /// The fraction of the work that is done after one more retraining; never
  /// less than before.
  double after_retraining(double entropy, bool sampled);

 private:
  [[nodiscard]] double rest(double entropy) const;

  Course course_;
  double gone_ = 0;  // in retrainings of all rows
  double done_ = 0;  // the fraction told
};

}  // namespace semilin

#endif  // SEMILIN_SRC_LINEAR_ANNEALING_FRACTION_H_
