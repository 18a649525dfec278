// A trained classifier of any method: scores, predictions and archives.
#pragma once

#include <optional>
#include <utility>
#include <variant>
#include <vector>

#include "semilin/base/archive.h"
#include "semilin/kernel/model.h"
#include "semilin/linear/calibration.h"
#include "semilin/linear/model.h"
#include "semilin/linear/multilabel.h"
#include "semilin/matrix/csr.h"

namespace semilin {

/// The model that `train` returns (semilin/learn/train.h): a head, which names
/// the outputs, and a body, the weights of a linear method or the expansion of
/// a graph method. `predict`, `predict_sets` and `probabilities` need only the
/// head.
class Model {
 public:
  Model() = default;
  /// The model of a linear method.
  // NOLINTNEXTLINE(google-explicit-constructor): a linear model is a model
  Model(LinearModel model) : body_(std::move(model)) {}
  /// The model of a graph method.
  // NOLINTNEXTLINE(google-explicit-constructor): and so is this one
  Model(KernelModel model) : body_(std::move(model)) {}

  /// Names, offsets and calibration of the outputs.
  [[nodiscard]] const ModelHead& head() const {
    return std::visit(
        [](const auto& model) -> const ModelHead& { return model; }, body_);
  }
  /// The same, for changes.
  [[nodiscard]] ModelHead& head() {
    return std::visit([](auto& model) -> ModelHead& { return model; }, body_);
  }
  /// A model is used by its head in predict(model, scores).
  // NOLINTNEXTLINE(google-explicit-constructor)
  operator const ModelHead&() const { return head(); }

  /// The body, if it is that of a linear method; otherwise null.
  [[nodiscard]] const LinearModel* linear() const {
    return std::get_if<LinearModel>(&body_);
  }
  /// The body, if it is that of a graph method; otherwise null.
  [[nodiscard]] const KernelModel* kernel() const {
    return std::get_if<KernelModel>(&body_);
  }

 private:
  std::variant<LinearModel, KernelModel> body_;
};

/// n x outputs, row-major. Columns beyond the model's features are ignored.
/// Throws std::invalid_argument for a model whose parts do not agree, DataError
/// for a row whose scores are not finite numbers; the error names the row by
/// its number, where the first row has the number `first`.
[[nodiscard]] std::vector<double> scores(const Model& model,
                                         const CsrStore& rows, int threads = 0,
                                         Index first = 0);

/// The model as kind "linear-model" or "kernel-model".
[[nodiscard]] Archive to_archive(const Model& model);
/// The model in an archive. Throws DataError if it holds none.
[[nodiscard]] Model model_from_archive(const Archive& archive);

/// The weights of single features: a linear model itself, or the linear part of
/// a model with the linear kernel. Other kernels have none.
[[nodiscard]] std::optional<LinearModel> linear_part(const Model& model);

}  // namespace semilin
