#include "semilin/learn/audit.h"

#include <algorithm>

#include "semilin/base/error.h"
#include "semilin/linear/calibration.h"
#include "semilin/linear/cross_validation.h"
#include "semilin/matrix/label_sets.h"

#include "learn/training_rows.h"
#include "linear/held_out_rows.h"

namespace semilin {
namespace {

constexpr Index kFewLabels = 1000;

AuditedLabel audited(Index row, std::int32_t given,
                     std::span<const double> probabilities) {
  AuditedLabel found{row, given, given == 0 ? 1 : 0, 1 - probabilities[given]};
  for (std::size_t k = 0; k < probabilities.size(); ++k) {
    const auto other = static_cast<std::int32_t>(k);
    if (other == given || probabilities[k] <= probabilities[found.suggested])
      continue;
    found.suggested = other;
  }
  found.p_suggested = probabilities[found.suggested];
  return found;
}

Audit audit_all(const Dataset& given, const TrainOptions& options,
                const Progress& progress) {
  const Dataset data = without_empty_rows(given);
  const Folds folds = few_folds(data);
  const GridPoint point;
  Trainer trainer(data, options, progress);
  const HeldOut held_out = trainer.held_out(folds, {&point, 1}, {}, progress);
  Audit found{{}, 0, trainer.options().method, 0};
  if (held_out.outputs[0].empty()) return found;
  ModelHead head;
  head.classes = data.classes;
  head.calibration = calibrate_outputs(data, folds, held_out.outputs[0], {});
  const std::vector<double> all = probabilities(head, held_out.outputs[0]);
  const std::size_t classes = data.classes.size();
  for (std::size_t i = 0; i < folds.rows.size(); ++i) {
    if (folds.fold[i] < 0) {
      ++found.left_out;
      continue;
    }
    const Index row = folds.rows[i];
    found.labels.push_back(
        audited(row, data.labels[row], {all.data() + i * classes, classes}));
  }
  std::stable_sort(found.labels.begin(), found.labels.end(),
                   [](const AuditedLabel& a, const AuditedLabel& b) {
                     return a.p_wrong > b.p_wrong;
                   });
  found.folds = folds.count;
  return found;
}

}  // namespace

std::string_view audit_method(const Dataset& data) {
  const Index labeled = data.labeled();
  return labeled < data.rows.rows() && labeled <= kFewLabels ? kDa : kRls;
}

Audit audit(const Dataset& data, const TrainOptions& given,
            const Progress& progress) {
  require_whole(data, "audit");
  require(!has_label_sets(data), "audit: not of multi-label data");
  TrainOptions options = given;
  if (options.method.empty()) options.method = audit_method(data);
  if (!method_named(options.method).semisupervised ||
      data.rows.rows() - data.labeled() <= kUnlabeledSeen)
    return audit_all(data, options, progress);
  require_valid(data, options.threads);
  Random random(1);
  const std::vector<Index> rows =
      labeled_and_sample(data, kUnlabeledSeen, random);
  Audit found = audit_all(select(data, rows), options, progress);
  for (AuditedLabel& one : found.labels)
    one.row = rows[one.row];
  return found;
}

}  // namespace semilin
