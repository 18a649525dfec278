// The report of a training run of any method.
#pragma once

#include <string>
#include <vector>

#include "semilin/base/index.h"
#include "semilin/base/stop.h"
#include "semilin/linear/class_sizes.h"

namespace semilin {

/// The accuracy of both models on labeled rows that were held out.
struct CrossValidated {
  int folds = 0;        ///< 0: nothing was held out
  Index rows = 0;       ///< rows that were held out
  double accuracy = 0;  ///< accuracy of the method
  /// Accuracy of the supervised model in the same folds.
  double supervised = 0;
  /// The standard error of their difference, with one more row counted as
  /// different.
  double error = 0;
};

/// The figures that linear and graph methods share.
struct RunSummary {
  Index rows = 0;       ///< rows of the data
  Index labeled = 0;    ///< rows with a label (linear methods: and a cost > 0)
  Index unlabeled = 0;  ///< rows without a label, likewise
  /// Documents with neither a label nor a feature. They get the largest class
  /// and count nowhere else.
  Index empty = 0;
  Index features = 0;               ///< columns of the data
  Index pieces = 0;                 ///< those of them that are pieces of words
  Index nonzeros = 0;               ///< values stored
  std::vector<double> class_sizes;  ///< used, summing to 1
  SizeSource class_sizes_source = SizeSource::None;  ///< source of class_sizes
  bool labels_sampled = false;  ///< whether labels count as a random sample
  /// The shares of the classes that the model predicts among the unlabeled
  /// rows; empty if the method is supervised.
  std::vector<double> predicted;
  std::vector<double> supervised_predicted;  ///< those of the supervised model
  double agreement = 1;  ///< share of the unlabeled rows on which they agree
  /// The number of labeled rows held out, one of each class at a time;
  /// held_out_accuracy is the accuracy on them of least squares on the other
  /// labeled rows, with the classes weighted by `class_sizes`. 0 rows: there
  /// is one label per class, or more than 2000 labels.
  Index held_out_rows = 0;
  double held_out_accuracy = 0;  ///< see held_out_rows
  /// The semi-supervised model was dropped: a committee's was right on fewer
  /// labels held out than the supervised SVM by two standard errors; another,
  /// under estimated sizes, agreed with the SVM on fewer rows than this one's
  /// accuracy less three standard errors. The model is then the supervised SVM,
  /// and the agreement is that of the dropped model.
  bool fell_back = false;
  /// For a committee: each half of the labels was held out from such a model
  /// and from the supervised SVM.
  CrossValidated held_out;
  double objective = 0;  ///< objective of the method at the model returned
  Stop stop = Stop::Converged;  ///< why the last iteration stopped
  double seconds = 0;           ///< seconds of training
  bool texts = false;           ///< the rows are documents
  bool read_words = false;      ///< see Corpus::read_words

  /// The word for so many rows in messages: "documents" or "rows".
  [[nodiscard]] std::string noun(Index count = 2) const {
    return std::string(texts ? "document" : "row") + (count == 1 ? "" : "s");
  }
};

/// The figures that linear methods report. The gradient is recomputed at the
/// model returned.
struct LinearFigures {
  double rho = 0;  ///< last rho (see LinearOptions); infinity: hard sizes
  double gradient_norm = 0;  ///< largest over outputs, relative
  double entropy = 0;        ///< last mean entropy (annealing)
  double temperature = 0;    ///< last temperature
  Index early_rows = 0;      ///< unlabeled rows at early temperatures; 0: all
  Index retrainings = 0;     ///< convex solves
  Index dual_epochs = 0;     ///< passes over the labeled rows before Newton
  Index newton_iterations = 0;  ///< summed over the retrainings
  Index cg_iterations = 0;      ///< summed over the Newton steps
  Index switches = 0;           ///< pairs of labels switched
  /// Products with X or X' (or early rows), single or batched.
  Index products = 0;
};

/// (agreement - a) / s, where a is the supervised model's accuracy on the
/// labels held out and s its standard error (of Agresti and Coull: two rows
/// right and two wrong are added). Infinite if no label was held out.
[[nodiscard]] double agreement_margin(const RunSummary& summary);

/// A model that is right agrees with the supervised one wherever that is right.
/// True if it agrees less often, by three standard errors (agreement_margin <
/// -3).
[[nodiscard]] bool collapsed(const RunSummary& summary);

}  // namespace semilin
