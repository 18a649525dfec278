#include "semilin/learn/model.h"

#include <algorithm>
#include <cmath>
#include <string>

#include "semilin/base/error.h"

namespace semilin {
namespace {

void require_finite(const std::vector<double>& scores, Index outputs,
                    Index first) {
  const auto bad =
      std::find_if_not(scores.begin(), scores.end(),
                       [](double score) { return std::isfinite(score); });
  if (bad == scores.end()) return;
  const Index row = first + (bad - scores.begin()) / outputs;
  throw DataError("row " + std::to_string(row) +
                  " (from 0): expected finite scores, found " +
                  (std::isnan(*bad) ? "nan" : "inf") +
                  ": its values are too large for the model");
}

}  // namespace

std::vector<double> scores(const Model& model, const CsrStore& rows,
                           int threads, Index first) {
  std::vector<double> found = model.kernel() != nullptr
                                  ? scores(*model.kernel(), rows, threads)
                                  : scores(*model.linear(), rows, threads);
  require_finite(found, model.head().outputs(), first);
  return found;
}

Archive to_archive(const Model& model) {
  return model.kernel() != nullptr ? to_archive(*model.kernel())
                                   : to_archive(*model.linear());
}

Model model_from_archive(const Archive& archive) {
  if (archive.kind == kKernelModelKind) {
    return kernel_model_from_archive(archive);
  }
  return linear_model_from_archive(archive);
}

std::optional<LinearModel> linear_part(const Model& model) {
  return model.kernel() != nullptr ? linear_part(*model.kernel())
                                   : std::optional(*model.linear());
}

}  // namespace semilin
