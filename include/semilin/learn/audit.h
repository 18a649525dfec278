// Labelled rows that look wrong.
#ifndef SEMILIN_LEARN_AUDIT_H_
#define SEMILIN_LEARN_AUDIT_H_

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "semilin/base/progress.h"
#include "semilin/learn/train.h"
#include "semilin/matrix/dataset.h"

namespace semilin {

/// What models that did not see a labelled row say of its label.
struct AuditedLabel {
  Index row = 0;            ///< of the data, from 0
  std::int32_t given = 0;   ///< its label
  std::int32_t better = 0;  ///< the most probable other class
  double doubt = 0;         ///< 1 - p(given)
  double support = 0;       ///< p(better)
};

/// The labels of all rows that can be held out, the most doubtful first.
struct Audit {
  std::vector<AuditedLabel> labels;  ///< one per row held out
  Index left_out = 0;  ///< labelled rows that are the only one of their class
  std::string method;  ///< of the models
  int folds = 0;       ///< 0: interrupted, and no labels
};

/// The method that an audit takes unless it is told: where unlabelled rows can
/// help, with up to 1000 labelled ones, annealing; otherwise least squares.
[[nodiscard]] std::string_view audit_method(const Dataset& data);

/// Ranks labels by the probability of another class: p is the calibrated output
/// (calibration.h) of the model of options.method that is trained without its
/// label, in up to five folds, and beside at most 20,000 unlabelled rows, drawn
/// by chance. Ranking by 1 - p(given) is the self-confidence of Northcutt,
/// Jiang, Chuang (Confident learning, JAIR 70, 2021). Throws as
/// Trainer::calibrate does, std::invalid_argument for multi-label data.
[[nodiscard]] Audit audit(const Dataset& data, const TrainOptions& options,
                          const Progress& progress = {});

}  // namespace semilin

#endif  // SEMILIN_LEARN_AUDIT_H_
