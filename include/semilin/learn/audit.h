// Labeled rows that look wrong.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "semilin/base/progress.h"
#include "semilin/learn/train.h"
#include "semilin/matrix/dataset.h"

namespace semilin {

/// The verdict on a label by a model that was trained without it.
struct AuditedLabel {
  Index row = 0;               ///< row of the data, from 0
  std::int32_t given = 0;      ///< its label
  std::int32_t suggested = 0;  ///< the most probable other class
  double p_wrong = 0;          ///< probability that it is wrong
  double p_suggested = 0;      ///< probability that `suggested` is right
};

/// The labels of all rows that can be held out, the most doubtful label first.
struct Audit {
  std::vector<AuditedLabel> labels;  ///< one per row held out
  Index left_out = 0;         ///< rows not judged: the only one of their class
  double expected_wrong = 0;  ///< sum of p_wrong
  std::string method;         ///< method of the models
  int folds = 0;  ///< 0: the run was interrupted, and there are no labels
};

/// The default method of an audit: annealing where unlabeled rows can help,
/// that is with up to 1000 labeled rows; otherwise least squares.
[[nodiscard]] std::string_view audit_method(const Dataset& data);

/// Doubts labels by two witnesses: the model says that a row has the class of
/// its label with probability p, by its output, the output's place among those
/// of the row, and the labels of each class. It is the model of options.method
/// that is trained without the label and those of copies, in up to five folds,
/// and with at most 20,000 unlabeled rows, drawn by chance. The label itself is
/// wrong with probability e, and then any of the other K - 1 classes alike:
///
///   P(right) = (1 - e) p / ((1 - e) p + e (1 - p) / (K - 1))
///
/// e is the mean of P(wrong) over all labels and twenty others of which one is
/// wrong. Expectation and maximization find it and how far outputs can be
/// trusted (src/learn/label_witnesses.h). The order is that of 1 - p, the
/// self-confidence of Northcutt, Jiang, Chuang (Confident learning, JAIR 70,
/// 2021). Throws as Trainer::calibrate does, std::invalid_argument for
/// multi-label data.
[[nodiscard]] Audit audit(const Dataset& data, const TrainOptions& options,
                          const Progress& progress = {});

}  // namespace semilin
