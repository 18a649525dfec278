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
  double p_wrong = 0;          ///< 1 - p(given)
  double p_suggested = 0;      ///< p(suggested)
};

/// The labels of all rows that can be held out, the most doubtful label first.
struct Audit {
  std::vector<AuditedLabel> labels;  ///< one per row held out
  Index left_out = 0;  ///< rows not judged: the only one of their class
  std::string method;  ///< method of the models
  int folds = 0;       ///< 0: the run was interrupted, and there are no labels
};

/// The default method of an audit: annealing where unlabeled rows can help,
/// that is with up to 1000 labeled rows; otherwise least squares.
[[nodiscard]] std::string_view audit_method(const Dataset& data);

/// Ranks labels by the probability of another class: p is the calibrated output
/// (calibration.h) of the model of options.method that is trained without the
/// label, in up to five folds, and with at most 20,000 unlabeled rows, drawn
/// by chance. Ranking by 1 - p(given) is the self-confidence of Northcutt,
/// Jiang, Chuang (Confident learning, JAIR 70, 2021). Throws as
/// Trainer::calibrate does, std::invalid_argument for multi-label data.
[[nodiscard]] Audit audit(const Dataset& data, const TrainOptions& options,
                          const Progress& progress = {});

}  // namespace semilin
