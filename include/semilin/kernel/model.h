// A trained kernel classifier, expanded in training rows or features, which
// predicts unseen rows.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "semilin/base/archive.h"
#include "semilin/base/option.h"
#include "semilin/graph/neighbors.h"
#include "semilin/linear/model.h"
#include "semilin/matrix/csr.h"

namespace semilin {

/// The kernel K over the rows, and how it is stored.
enum class KernelForm {
  Auto,    ///< Linear for sparse rows; for dense ones Rbf up to 5000 rows, else
           ///< None
  Linear,  ///< X X' + delta I
  Rbf,     ///< dense, exp(-|x - y|^2 / (2 width^2)) + delta [x = y]
  Nystrom,  ///< the same through `features` landmarks
  None,     ///< I: a pure graph method
};
/// All of them.
inline constexpr std::array kKernelForms = {
    KernelForm::Auto, KernelForm::Linear, KernelForm::Rbf, KernelForm::Nystrom,
    KernelForm::None};
/// "auto", "linear", "rbf", "nystrom", "none".
[[nodiscard]] std::string_view to_string(KernelForm form);
/// Whether the form is Rbf or approximates it.
[[nodiscard]] bool has_width(KernelForm form);

/// Features that approximate a kernel function: N x features doubles.
struct FeatureOptions {
  Index features = 300;    ///< m >= 1
  std::uint64_t seed = 1;  ///< draws the landmarks
};

/// A kernel by name. An empty field gets a default that depends on the data.
struct KernelSpec {
  KernelForm form = KernelForm::Auto;  ///< Auto: the data decide
  /// The width of Rbf and its approximations. Empty: the mean distance to the
  /// 10th neighbor.
  std::optional<double> width = {};
  /// The weight of the identity. Empty: 0.02 for Linear, 0 for Rbf, 0.3 for
  /// Nystrom.
  std::optional<double> delta = {};
  FeatureOptions low_rank = {};  ///< features of Nystrom
};

/// Names every option; see base/option.h.
template <MaybeConst<KernelSpec> Spec, class Visit>
void describe(Spec& spec, Visit&& visit) {
  visit("kernel", spec.form, kKernelForms,
        "linear; rbf: exact, for some thousand rows; nystrom: rbf through "
        "landmarks; none: the graph alone; or auto: linear for sparse rows, "
        "rbf for up to 5000 dense ones, otherwise none");
  visit("kernel-width", spec.width, kPositive,
        "width of the rbf kernel exp(-|x - y|^2 / (2 width^2)) (default: mean "
        "distance to the 10th neighbor)");
  visit("kernel-delta", spec.delta, kNotNegative,
        "weight of the identity in the kernel, which lets rows differ from "
        "what the features can express (default: linear 0.02, rbf 0, nystrom "
        "0.3)");
  visit("rank", spec.low_rank.features, kPositive, "landmarks of nystrom");
  visit("kernel-seed", spec.low_rank.seed, kNotNegative,
        "seed that draws the landmarks");
}

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
  /// The number of training rows that share their u with a new row. `metric`
  /// decides which are the nearest to it, and `search` how they are found among
  /// sparse rows (Auto: exactly, as among dense rows). Set them to those of the
  /// graph.
  Index neighbors = 10;
  Metric metric = Metric::Auto;  ///< see `neighbors`
  Search search = Search::Auto;  ///< see `neighbors`
};

/// The kind of its archive.
inline constexpr const char* kKernelModelKind = "kernel-model";

/// The model as kind "kernel-model".
[[nodiscard]] Archive to_archive(const KernelModel& model);
/// The model in an archive. Throws DataError if it holds none.
[[nodiscard]] KernelModel kernel_model_from_archive(const Archive& archive);

/// n x outputs(), row-major. Columns beyond the model's features are ignored.
[[nodiscard]] std::vector<double> scores(const KernelModel& model,
                                         const CsrStore& rows, int threads = 0);

/// The weights of a linear kernel as a linear model, without the remainder.
/// Other kernels have none.
[[nodiscard]] std::optional<LinearModel> linear_part(const KernelModel& model);

}  // namespace semilin
