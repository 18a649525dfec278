// The linear kernel on sparse rows: ridge regressions of all columns as one
// batch, by CGLS with iterative refinement.
#include <algorithm>
#include <cmath>
#include <functional>

#include "semilin/advanced/kernel/kernel.h"

#include "matrix/csr_operator.h"
#include "solvers/blocks.h"
#include "solvers/cgls.h"

namespace semilin {
namespace {

// The gain of a solve in floats after which its residual is computed anew.
constexpr double kFloatGain = 1e-4;

std::vector<double> column_norms(std::span<const double> block, int k,
                                 int threads) {
  std::vector<double> sums =
      sum_pieces(static_cast<Index>(block.size()) / k, k, threads, k,
                 [&](Index begin, Index end, double* sum) {
                   for (Index i = begin; i < end; ++i) {
                     for (int c = 0; c < k; ++c)
                       sum[c] += block[i * k + c] * block[i * k + c];
                   }
                 });
  for (double& sum : sums)
    sum = std::sqrt(sum);
  return sums;
}

// (lambda I + X'D'X) w = X'D'v.
class LinearSmoother final : public Smoother {
 public:
  LinearSmoother(const CsrOperator& x, double lambda, double delta,
                 std::span<const double> weights, SmootherOptions options)
      : Smoother(lambda, delta, weights), x_(x), options_(options) {}

 private:
  void fit(int k, std::span<const double> v, std::vector<double>& w,
           std::span<double> fitted) override {
    start(k, v, w);
    if (options_.tolerance == 0) {
      advance_in_float(k, v, w);
    } else {
      refine(k, v, w);
    }
    std::copy(image_.begin(), image_.end(), fitted.begin());
  }

  // Solves to the tolerance, by steps of CGLS from residuals in double.
  void refine(int k, std::span<const double> v, std::vector<double>& w) {
    for (int left = options_.max_iterations; left > 0;) {
      const std::vector<double> norms = compute_residual(k, v, w);
      if (std::ranges::equal(norms, target_, std::less_equal())) break;
      const int spent = advance(k, left, norms, w);
      if (spent == 0) break;
      left -= spent;
      x_.apply(k, std::span<const double>(w), {}, std::span<double>(image_));
    }
  }

  // The iterations asked for, from where the last call ended. As many of them
  // as are asked for leave more undone than floats do.
  void advance_in_float(int k, std::span<const double> v,
                        std::vector<double>& w) {
    step_image_.resize(v.size());
    for_each(v.size(), [&](Index e) {
      step_image_[e] = curvature_[e] * static_cast<float>(v[e] - image_[e]);
    });
    x_.apply_transpose(k, std::span<const float>(step_image_), {},
                       std::span<float>(residual_));
    for_each(w.size(), [&](Index e) {
      residual_[e] -= static_cast<float>(lambda_ * w[e]);
    });
    solve(k, options_.max_iterations, target_, step_image_, w);
    for_each(v.size(), [&](Index e) {
      image_[e] += static_cast<double>(step_image_[e]);
    });
  }

  template <class Each>
  void for_each(std::size_t size, const Each& each) const {
    for_rows(static_cast<Index>(size), 1, x_.threads(), each);
  }

  // Sizes everything, and sets the targets.
  void start(int k, std::span<const double> v, std::vector<double>& w) {
    const Index size = x_.cols() * k;
    if (static_cast<Index>(w.size()) != size || image_.size() != v.size()) {
      w.assign(size, 0.0);
      image_.assign(v.size(), 0.0);
    }
    residual_.resize(size);
    step_.resize(size);
    if (curvature_.size() != v.size()) {
      curvature_.resize(v.size());
      for (std::size_t e = 0; e < v.size(); ++e)
        curvature_[e] = static_cast<float>(reduced_[e / k]);
    }
    lambdas_.assign(k, lambda_);
    target_.assign(k, 0.0);
    if (options_.tolerance == 0) return;
    gradient_.resize(size);
    weighted_.resize(v.size());
    weigh(k, v, false);
    target_ = column_norms(gradient_, k, x_.threads());
    for (double& target : target_)
      target *= options_.tolerance;
  }

  // gradient = X'D'v, or X'D'(v - X w)
  void weigh(int k, std::span<const double> v, bool less_fitted) {
    for_each(v.size(), [&](Index e) {
      weighted_[e] = reduced_[e / k] * (less_fitted ? v[e] - image_[e] : v[e]);
    });
    x_.apply_transpose(k, std::span<const double>(weighted_), {},
                       std::span<double>(gradient_));
  }

  // gradient = X'D'(v - X w) - lambda w, and the norms of its columns.
  std::vector<double> compute_residual(int k, std::span<const double> v,
                                       const std::vector<double>& w) {
    weigh(k, v, true);
    for_each(w.size(), [&](Index e) { gradient_[e] -= lambda_ * w[e]; });
    return column_norms(gradient_, k, x_.threads());
  }

  // w += a step of CGLS iterations; returns how many.
  int advance(int k, int most, const std::vector<double>& norms,
              std::vector<double>& w) {
    std::copy(gradient_.begin(), gradient_.end(), residual_.begin());
    std::vector<double> targets(k);
    for (int c = 0; c < k; ++c)
      targets[c] = std::max(target_[c], kFloatGain * norms[c]);
    return solve(k, most, targets, {}, w);
  }

  // w += step, by CGLS for the residual; returns the iterations. If there is an
  // image, it is that of the step.
  int solve(int k, int most, const std::vector<double>& targets,
            std::span<float> image, std::vector<double>& w) {
    const CglsProblem problem{&x_, k, lambdas_, curvature_, {}, {}};
    const CglsResult result = solve_cgls(
        problem, {.target = targets, .max_iterations = most, .image = image},
        residual_, step_, scratch_);
    for_each(w.size(), [&](Index e) { w[e] += static_cast<double>(step_[e]); });
    return result.iterations;
  }

  const CsrOperator& x_;
  SmootherOptions options_;
  std::vector<double> image_;  // X w
  std::vector<double> gradient_, weighted_, lambdas_, target_;
  std::vector<float> residual_, step_, step_image_, curvature_;
  CglsScratch scratch_;
};

class LinearKernel final : public Kernel {
 public:
  LinearKernel(const CsrStore& rows, double delta, int threads)
      : Kernel(rows.rows(), delta), x_(rows, 0, threads) {}

  [[nodiscard]] Index coefficients() const override { return x_.cols(); }
  void apply(int k, std::span<const double> w,
             std::span<double> out) const override {
    x_.apply(k, w, {}, out);
  }
  void predict(const CsrStore& rows, int k, std::span<const double> w,
               std::span<double> out) const override {
    require_valid(rows, x_.threads());
    // a column without a weight counts for nothing
    const Index cols = std::max(rows.cols(), x_.cols());
    std::vector<double> padded(w.begin(), w.end());
    padded.resize(cols * k, 0.0);
    const CsrOperator x(rows.with_cols(cols), 0, x_.threads());
    x.apply(k, std::span<const double>(padded), {}, out);
  }
  void coefficients_of(int k, std::span<const double> alpha,
                       std::span<double> out) const override {
    x_.apply_transpose(k, alpha, {}, out);
  }

 private:
  [[nodiscard]] std::unique_ptr<Smoother> make_smoother(
      double lambda, std::span<const double> weights,
      const SmootherOptions& options) const override {
    return std::make_unique<LinearSmoother>(x_, lambda, delta(), weights,
                                            options);
  }

  CsrOperator x_;
};

}  // namespace

std::unique_ptr<Kernel> linear_kernel(const CsrStore& rows, double delta,
                                      int threads) {
  return std::make_unique<LinearKernel>(rows, delta, threads);
}

}  // namespace semilin
