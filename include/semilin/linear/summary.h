// What a training run of any method did.
#ifndef SEMILIN_LINEAR_SUMMARY_H_
#define SEMILIN_LINEAR_SUMMARY_H_

#include <string>
#include <vector>

#include "semilin/base/index.h"
#include "semilin/base/ranks.h"
#include "semilin/base/stop.h"

namespace semilin {

/// Both models on labelled rows that they did not see.
struct CrossValidated {
  int folds = 0;          ///< 0: it was not done
  Index rows = 0;         ///< that were held out
  double accuracy = 0;    ///< of the method
  double supervised = 0;  ///< of the supervised model, in the same folds
  /// Standard error of their difference, one more row counted as different.
  double error = 0;
};

/// The figures that linear and graph methods share.
struct RunSummary {
  Index rows = 0;       ///< of the data
  Index labeled = 0;    ///< with a label (linear methods: and a cost > 0)
  Index unlabeled = 0;  ///< without a label, likewise
  Index features = 0;   ///< columns of the data
  Index nonzeros = 0;   ///< values stored
  std::vector<double> class_sizes;  ///< used, summing to 1
  std::string class_sizes_source;   ///< to_string(SizeSource), or "none"
  bool labels_sampled = false;  ///< the labels' fractions went into the sizes
  /// Shares of the classes among the unlabelled rows, as the model predicts
  /// them; empty if the method is supervised.
  std::vector<double> predicted;
  std::vector<double> supervised_predicted;  ///< and as the supervised one does
  double agreement = 1;  ///< share of the unlabelled rows on which they agree
  /// Labelled rows held out, one of each class at a time, and the accuracy on
  /// them of least squares on the other labelled rows, the classes weighted by
  /// `class_sizes`. 0 rows: one label per class, or more than 2000 labels.
  Index held_out_rows = 0;
  double held_out_accuracy = 0;  ///< see held_out_rows
  /// Estimated sizes only: the semi-supervised model agreed with the supervised
  /// one on fewer rows than the latter's accuracy less three standard errors,
  /// and was dropped: model is the supervised SVM, the agreement is that of the
  /// model dropped.
  bool fell_back = false;
  CrossValidated cross_validated;  ///< filled in by Trainer::cross_validate
  double objective = 0;            ///< of the method, at the model returned
  Stop stop = Stop::Converged;     ///< why the last iteration stopped
  double seconds = 0;              ///< of training
};

/// What the linear methods count. The gradient is recomputed at the model
/// returned.
struct LinearFigures {
  double rho = 0;  ///< in force at the end, as in the options; infinity: hard
  double gradient_norm = 0;     ///< largest over outputs, relative
  double entropy = 0;           ///< last mean entropy (annealing)
  double temperature = 0;       ///< last T
  Index early_rows = 0;         ///< unlabelled ones of the early T; 0: all
  Index retrainings = 0;        ///< convex solves
  Index dual_epochs = 0;        ///< visits of the labelled rows before Newton
  Index newton_iterations = 0;  ///< summed over the retrainings
  Index cg_iterations = 0;      ///< summed over the Newton steps
  Index switches = 0;           ///< pairs of labels switched
  Index products = 0;  ///< with X or X' (or early rows), single or batched
  int ranks = 1;       ///< that had parts of the data (Dataset::ranks)
  Traffic traffic;     ///< of this rank with the others
};

/// (agreement - a) / s, where a is the supervised model's accuracy on the
/// labels held out and s its standard error (of Agresti and Coull: two rows
/// right and two wrong are added). Infinite if none was held out.
[[nodiscard]] double agreement_margin(const RunSummary& summary);

/// A model that is right agrees with the supervised one wherever that is right:
/// true if it does not by three standard errors (agreement_margin < -3).
[[nodiscard]] bool collapsed(const RunSummary& summary);

}  // namespace semilin

#endif  // SEMILIN_LINEAR_SUMMARY_H_
