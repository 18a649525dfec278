#include "semilin/learn/model.h"

namespace semilin {

std::vector<double> scores(const Model& model, const CsrStore& rows,
                           int threads) {
  return model.kernel() != nullptr ? scores(*model.kernel(), rows, threads)
                                   : scores(*model.linear(), rows, threads);
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
