// Kernel matrices that are formed.
//
// f_w = K alpha with alpha = S (lambda I + S K S)^-1 S v and S^2 = D': the
// matrix to factor has no eigenvalue below lambda, whatever the rank of K and
// however many weights are 0.
#include <algorithm>
#include <utility>

#include <Eigen/Cholesky>
#include <Eigen/Core>

#include "semilin/advanced/kernel/kernel.h"
#include "semilin/base/error.h"

#include "kernel/kernel_rows.h"

namespace semilin {
namespace {

class DenseSmoother final : public Smoother {
 public:
  DenseSmoother(const Eigen::MatrixXd& k, double lambda, double delta,
                std::span<const double> weights)
      : Smoother(lambda, delta, weights), k_(k) {
    root_ = Eigen::Map<const Eigen::ArrayXd>(reduced_.data(), k.rows()).sqrt();
    Eigen::MatrixXd scaled = root_.asDiagonal() * k * root_.asDiagonal();
    scaled.diagonal().array() += lambda;
    factor_.compute(scaled);
    if (factor_.info() != Eigen::Success) {
      throw DataError(
          "kernel: the matrix of the rows is singular, and lambda too small "
          "to mend that");
    }
  }

 private:
  void fit(int k, std::span<const double> v, std::vector<double>& coefficients,
           std::span<double> fitted) override {
    coefficients.resize(v.size());
    Out alpha(coefficients.data(), k_.rows(), k);
    alpha = root_.asDiagonal() * In(v.data(), k_.rows(), k);
    factor_.solveInPlace(alpha);
    alpha = root_.asDiagonal() * alpha;
    Out(fitted.data(), k_.rows(), k).noalias() = k_ * alpha;
  }

  const Eigen::MatrixXd& k_;
  Eigen::VectorXd root_;  // S
  Eigen::LLT<Eigen::MatrixXd> factor_;
};

class DenseKernel final : public Kernel {
 public:
  DenseKernel(KernelRows rows, Eigen::MatrixXd k, double delta)
      : Kernel(k.rows(), delta), training_(std::move(rows)), k_(std::move(k)) {}

  [[nodiscard]] Index coefficients() const override { return rows(); }
  void apply(int k, std::span<const double> alpha,
             std::span<double> out) const override {
    Out(out.data(), rows(), k).noalias() = k_ * In(alpha.data(), rows(), k);
  }
  void predict(const CsrStore& new_rows, int k, std::span<const double> alpha,
               std::span<double> out) const override {
    training_.multiply(new_rows, In(alpha.data(), rows(), k),
                       Out(out.data(), new_rows.rows(), k));
  }
  void coefficients_of(int, std::span<const double> alpha,
                       std::span<double> out) const override {
    std::copy(alpha.begin(), alpha.end(), out.begin());
  }

 private:
  [[nodiscard]] std::unique_ptr<Smoother> make_smoother(
      double lambda, std::span<const double> weights,
      const SmootherOptions&) const override {
    return std::make_unique<DenseSmoother>(k_, lambda, delta(), weights);
  }

  KernelRows training_;
  Eigen::MatrixXd k_;
};

// The lower triangle above the diagonal too.
void mirror(Eigen::MatrixXd& k) {
  for (Index j = 0; j < k.cols(); ++j) {
    for (Index i = 0; i < j; ++i)
      k(i, j) = k(j, i);
  }
}

}  // namespace

std::unique_ptr<Kernel> dense_kernel(const CsrStore& rows, double width,
                                     double delta, int threads) {
  KernelRows training(rows, width, threads);
  Eigen::MatrixXd k = training.against(rows, 0, rows.rows());
  mirror(k);
  return std::make_unique<DenseKernel>(std::move(training), std::move(k),
                                       delta);
}

}  // namespace semilin
