// Kernel matrices that are formed: by a function of the rows, or given.
//
// f_w = K alpha with alpha = S (lambda I + S K S)^-1 S v and S^2 = D': the
// matrix to factor has no eigenvalue below lambda, whatever the rank of K and
// however many weights are 0.
#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

#include <Eigen/Cholesky>
#include <Eigen/Core>

#include "semilin/advanced/kernel/kernel.h"
#include "semilin/base/error.h"

#include "kernel/dense_block.h"
#include "kernel/kernel_rows.h"
#include "matrix/row_check.h"

namespace semilin {
namespace {

// New rows whose kernel values are held at a time.
constexpr Index kPredictRows = 1024;

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
          "kernel: expected a positive semi-definite matrix, found "
          "one with a negative eigenvalue");
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

class DenseKernel : public Kernel {
 public:
  DenseKernel(Eigen::MatrixXd k, double delta)
      : Kernel(k.rows(), delta), k_(std::move(k)) {}

  [[nodiscard]] Index coefficients() const override { return rows(); }
  void apply(int k, std::span<const double> alpha,
             std::span<double> out) const override {
    Out(out.data(), rows(), k).noalias() = k_ * In(alpha.data(), rows(), k);
  }
  void predict(const CsrStore&, int, std::span<const double>,
               std::span<double>) const override {
    require(false, "precomputed_kernel: does not know new rows");
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

  Eigen::MatrixXd k_;
};

// One that knows its function and so its values at new rows.
class FunctionKernel final : public DenseKernel {
 public:
  FunctionKernel(KernelRows rows, Eigen::MatrixXd k, double delta)
      : DenseKernel(std::move(k), delta), training_(std::move(rows)) {}

  void predict(const CsrStore& new_rows, int k, std::span<const double> alpha,
               std::span<double> out) const override {
    const In coefficients(alpha.data(), rows(), k);
    Out result(out.data(), new_rows.rows(), k);
    for (Index first = 0; first < new_rows.rows(); first += kPredictRows) {
      const Index last = std::min(first + kPredictRows, new_rows.rows());
      result.middleRows(first, last - first).noalias() =
          training_.against(new_rows, first, last).transpose() * coefficients;
    }
  }

 private:
  KernelRows training_;
};

// The lower triangle above the diagonal too.
void mirror(Eigen::MatrixXd& k) {
  for (Index j = 0; j < k.cols(); ++j) {
    for (Index i = 0; i < j; ++i)
      k(i, j) = k(j, i);
  }
}

std::string place(Index i, Index j) {
  return "row " + std::to_string(i + 1) + ", column " + std::to_string(j + 1);
}

void require_symmetric(const Eigen::MatrixXd& k) {
  const double tolerance = 1e-6 * k.cwiseAbs().maxCoeff();
  for (Index j = 0; j < k.cols(); ++j) {
    for (Index i = j; i < k.rows(); ++i) {
      if (std::isfinite(k(i, j)) && std::isfinite(k(j, i)) &&
          std::abs(k(i, j) - k(j, i)) <= tolerance) {
        continue;
      }
      throw DataError(
          "kernel: expected a symmetric matrix of finite numbers, "
          "found " +
          std::to_string(k(i, j)) + " in " + place(i, j) + " and " +
          std::to_string(k(j, i)) + " in " + place(j, i));
    }
  }
}

}  // namespace

std::unique_ptr<Kernel> dense_kernel(const CsrStore& rows,
                                     const KernelFunction& function,
                                     double delta, int threads) {
  KernelRows training(rows, function, threads);
  Eigen::MatrixXd k = training.against(rows, 0, rows.rows());
  mirror(k);
  return std::make_unique<FunctionKernel>(std::move(training), std::move(k),
                                          delta);
}

std::unique_ptr<Kernel> precomputed_kernel(const CsrStore& matrix,
                                           double delta) {
  if (matrix.rows() != matrix.cols()) {
    throw DataError("kernel: expected a square matrix, found " +
                    std::to_string(matrix.rows()) + " rows and " +
                    std::to_string(matrix.cols()) + " columns");
  }
  const std::string fault = row_fault(matrix, false, 0);
  require(fault.empty(), "kernel: " + fault);
  Eigen::MatrixXd k = Eigen::MatrixXd::Zero(matrix.rows(), matrix.cols());
  matrix.visit([&k](const auto& view) {
    for (Index i = 0; i < view.rows; ++i) {
      for (Index z = view.offsets[i]; z < view.offsets[i + 1]; ++z)
        k(i, view.columns[z]) = view.values[z];
    }
  });
  if (k.size() > 0) require_symmetric(k);
  mirror(k);
  return std::make_unique<DenseKernel>(std::move(k), delta);
}

}  // namespace semilin
