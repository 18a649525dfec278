#include "semilin/advanced/kernel/kernel.h"

#include <algorithm>
#include <cmath>

#include "semilin/base/error.h"
#include "semilin/graph/neighbors.h"

#include "kernel/kernel_rows.h"

namespace semilin {
namespace {

constexpr Index kMostDenseRows = 5000;
// The default width is the mean distance of kSample rows to their kNeighbor-th
// neighbor.
constexpr Index kNeighbor = 10;
constexpr Index kSample = 1000;

// K = I, with no part that new points share.
class NoKernel final : public Kernel {
 public:
  explicit NoKernel(Index rows) : Kernel(rows, 1) {}

  [[nodiscard]] Index coefficients() const override { return 0; }
  void apply(int, std::span<const double>,
             std::span<double> out) const override {
    std::fill(out.begin(), out.end(), 0.0);
  }
  void predict(const CsrStore&, int, std::span<const double>,
               std::span<double>) const override {
    require(false, "no_kernel: a graph alone does not know new rows");
  }
  void coefficients_of(int, std::span<const double>,
                       std::span<double>) const override {}

 private:
  struct Shrinkage final : Smoother {
    Shrinkage(double lambda, std::span<const double> weights)
        : Smoother(lambda, 1, weights) {}
    void fit(int, std::span<const double>, std::vector<double>&,
             std::span<double> fitted) override {
      std::fill(fitted.begin(), fitted.end(), 0.0);
    }
  };
  [[nodiscard]] std::unique_ptr<Smoother> make_smoother(
      double lambda, std::span<const double> weights,
      const SmootherOptions&) const override {
    return std::make_unique<Shrinkage>(lambda, weights);
  }
};

}  // namespace

Smoother::Smoother(double lambda, double delta, std::span<const double> weights)
    : lambda_(lambda) {
  for (const double d : weights) {
    reduced_.push_back(lambda * d / (lambda + delta * d));
    if (delta > 0) share_.push_back(delta * d / (lambda + delta * d));
  }
}

void Smoother::smooth(int k, std::span<const double> v, std::span<double> f) {
  const Index size = static_cast<Index>(reduced_.size()) * k;
  require(k > 0 && static_cast<Index>(v.size()) == size &&
              static_cast<Index>(f.size()) == size,
          "smooth: v and f must have k numbers for each row");
  fit(k, v, coefficients_, f);
  if (share_.empty()) return;
  remainder_.resize(size);
  for (std::size_t i = 0; i < share_.size(); ++i) {
    for (std::size_t e = i * k; e < (i + 1) * k; ++e) {
      remainder_[e] = share_[i] * (v[e] - f[e]);
      f[e] += remainder_[e];
    }
  }
}

void Smoother::forget() {
  coefficients_.clear();
}

Kernel::Kernel(Index rows, double delta) : rows_(rows), delta_(delta) {
  require(delta >= 0, "kernel: delta must not be negative");
}

void Kernel::multiply(int k, std::span<const double> alpha,
                      std::span<double> out) const {
  std::vector<double> inner(coefficients() * k);
  coefficients_of(k, alpha, inner);
  apply(k, inner, out);
  for (std::size_t e = 0; e < out.size(); ++e)
    out[e] += delta_ * alpha[e];
}

std::unique_ptr<Smoother> Kernel::smoother(
    double lambda, std::span<const double> weights,
    const SmootherOptions& options) const {
  require(lambda > 0, "smoother: lambda must be positive");
  require(static_cast<Index>(weights.size()) == rows_,
          "smoother: needs a weight for each row");
  require(std::all_of(weights.begin(), weights.end(),
                      [](double d) { return d >= 0; }),
          "smoother: weights must not be negative");
  return make_smoother(lambda, weights, options);
}

std::unique_ptr<Kernel> no_kernel(Index rows) {
  return std::make_unique<NoKernel>(rows);
}

std::string_view to_string(KernelForm form) {
  constexpr std::string_view kNames[] = {"auto", "linear", "rbf", "nystrom",
                                         "none"};
  return kNames[static_cast<std::size_t>(form)];
}

bool has_width(KernelForm form) {
  return form == KernelForm::Rbf || form == KernelForm::Nystrom;
}

double default_width(const CsrStore& rows, int threads, std::uint64_t seed) {
  if (rows.rows() < 2) return 1;
  // each row is its own first neighbor
  const Index k = std::min(kNeighbor + 1, rows.rows());
  const Neighbors found = nearest_neighbors(
      drawn_rows(rows, kSample, seed), rows,
      {.neighbors = k, .metric = Metric::Euclidean, .threads = threads});
  double sum = 0;
  for (Index i = 0; i < found.points(); ++i)
    sum += found.distances_of(i)[k - 1];
  if (!std::isfinite(sum)) {
    throw DataError(
        "expected values of moderate size, found distances that overflow");
  }
  return sum > 0 ? sum / static_cast<double>(found.points()) : 1;
}

KernelSpec resolve(const KernelSpec& spec, const CsrStore& rows, int threads) {
  require_within_bounds(spec);
  KernelSpec resolved = spec;
  if (spec.form == KernelForm::Auto) {
    resolved.form = !is_dense(rows)                ? KernelForm::Linear
                    : rows.rows() > kMostDenseRows ? KernelForm::None
                                                   : KernelForm::Rbf;
  }
  if (has_width(resolved.form) && !spec.width) {
    resolved.width = default_width(rows, threads);
  }
  if (!spec.delta) {
    resolved.delta = resolved.form == KernelForm::Linear    ? 0.02
                     : resolved.form == KernelForm::Nystrom ? 0.3
                                                            : 0;
  }
  return resolved;
}

std::unique_ptr<Kernel> make_kernel(const KernelSpec& spec,
                                    const CsrStore& rows, int threads) {
  const double width = printable(spec.width), delta = printable(spec.delta);
  switch (spec.form) {
    case KernelForm::Linear:
      return linear_kernel(rows, delta, threads);
    case KernelForm::Rbf:
      return dense_kernel(rows, width, delta, threads);
    case KernelForm::Nystrom:
      return nystrom_kernel(rows, width, delta, spec.low_rank, threads);
    default:
      return no_kernel(rows.rows());
  }
}

}  // namespace semilin
