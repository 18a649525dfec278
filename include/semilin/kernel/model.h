// A trained kernel classifier: expands in training rows or features, predicts
// unseen rows.
#ifndef SEMILIN_KERNEL_MODEL_H_
#define SEMILIN_KERNEL_MODEL_H_

#include <array>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "semilin/base/archive.h"
#include "semilin/graph/neighbors.h"
#include "semilin/linear/model.h"
#include "semilin/matrix/csr.h"

namespace semilin {

/// Which kernel K over the rows, and how it is held.
enum class KernelForm {
  Auto,    ///< Linear for sparse rows; for dense ones Rbf up to 5000 rows, else
           ///< None
  Linear,  ///< X X' + delta I
  Rbf,     ///< dense, exp(-|x - y|^2 / (2 width^2)) + delta [x = y]
  Nystrom,  ///< the same through `features` landmarks
  Fourier,  ///< the same through `features` random frequencies
  None,     ///< I: a pure graph method
};
/// All of them.
inline constexpr std::array kKernelForms = {
    KernelForm::Auto,    KernelForm::Linear,  KernelForm::Rbf,
    KernelForm::Nystrom, KernelForm::Fourier, KernelForm::None};
/// "auto", "linear", "rbf", "nystrom", "fourier", "none".
[[nodiscard]] std::string_view to_string(KernelForm form);

/// Features that stand for a kernel function: N x features doubles.
struct FeatureOptions {
  Index features = 300;    ///< m >= 1
  std::uint64_t seed = 1;  ///< of the landmarks, or frequencies
};

/// A kernel by name. NaN stands for a default by the data.
struct KernelSpec {
  KernelForm form = KernelForm::Auto;  ///< Auto: by the data
  /// Of Rbf and what stands for it; NaN: the mean distance to the 10th
  /// neighbour.
  double width = std::numeric_limits<double>::quiet_NaN();
  /// Weight of the identity; NaN: 0.02 for Linear, 0 for Rbf, 0.3 for Nystrom
  /// and Fourier.
  double delta = std::numeric_limits<double>::quiet_NaN();
  FeatureOptions low_rank = {};  ///< of Nystrom and Fourier
};

/// Output k of a row x:  o_k = sum_j K(x, x_j) alpha_jk + offsets[k], that is
/// phi(x)'w + offsets[k] for a linear kernel, plus, where delta > 0
/// (advanced/kernel/kernel.h), sum_c h_c u_c over the nearest training rows, h
/// = hull_weights (graph/neighbors.h). Two classes have one output, positive
/// for classes[1]; more have one per class, the largest wins.
struct KernelModel : ModelHead {
  KernelSpec kernel;  ///< resolved
  /// The training rows that the outputs depend on: all of them for Rbf and
  /// where delta > 0, else the landmarks of Nystrom, else none.
  CsrStore rows;
  std::vector<double> coefficients;  ///< see Kernel::coefficients
  std::vector<double> remainder;     ///< u, N x outputs, or empty
  /// How many training rows share their u with a new row, and by which metric
  /// they are its nearest: set them to those of the graph.
  Index neighbors = 10;
  Metric metric = Metric::Auto;  ///< see `neighbors`
};

/// The kind of its archive.
inline constexpr const char* kKernelModelKind = "kernel-model";

/// The model as kind "kernel-model".
[[nodiscard]] Archive to_archive(const KernelModel& model);
/// The model again. Throws DataError for an archive that is none.
[[nodiscard]] KernelModel kernel_model_from_archive(const Archive& archive);

/// n x outputs(), row-major. Columns beyond the model's features are ignored.
[[nodiscard]] std::vector<double> scores(const KernelModel& model,
                                         const CsrStore& rows, int threads = 0);

/// The weights of a linear kernel as a linear model, without the remainder;
/// none for other kernels.
[[nodiscard]] std::optional<LinearModel> linear_part(const KernelModel& model);

}  // namespace semilin

#endif  // SEMILIN_KERNEL_MODEL_H_
