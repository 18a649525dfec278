// The kernel of m landmarks (Nystrom). The m x m system is factored once.
#include <algorithm>
#include <utility>

#include <Eigen/Cholesky>
#include <Eigen/Core>
#include <Eigen/Eigenvalues>

#include "semilin/advanced/kernel/kernel.h"
#include "semilin/base/error.h"

#include "base/parallel.h"
#include "kernel/kernel_rows.h"

namespace semilin {
namespace {

// Rows, and features, of one task.
constexpr Index kTaskRows = 1024;
constexpr Index kTaskFeatures = 64;
// An eigenvalue of the landmarks' matrix below this part of the largest is
// noise.
constexpr double kLeastEigenvalue = 1e-10;

// task(begin, size) for consecutive pieces of 0..count-1.
template <class Task>
void for_pieces(Index count, Index piece, int threads, const Task& task) {
  for_ranges(count, piece, threads,
             [&](Index begin, Index end) { task(begin, end - begin); });
}

// phi(x) = S^(-1/2) U' k(x), where U S U' is the landmarks' matrix.
class NystromMap {
 public:
  NystromMap(const CsrStore& landmarks, double width, int threads)
      : landmarks_(landmarks, width, threads) {
    if (landmarks.rows() == 0) return;
    const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> eigen(
        landmarks_.against(landmarks, 0, landmarks.rows()));
    const double least =
        kLeastEigenvalue * std::max(0.0, eigen.eigenvalues().maxCoeff());
    const Index kept = (eigen.eigenvalues().array() > least).count();
    root_ =
        eigen.eigenvectors().rightCols(kept) *
        eigen.eigenvalues().tail(kept).cwiseSqrt().cwiseInverse().asDiagonal();
  }

  [[nodiscard]] Block features(const CsrStore& rows) const {
    Block phi(rows.rows(), root_.cols());
    landmarks_.multiply(rows, root_, Out(phi.data(), phi.rows(), phi.cols()));
    return phi;
  }

 private:
  KernelRows landmarks_;
  Eigen::MatrixXd root_;  // U S^(-1/2)
};

// out = Phi w.
void apply_features(const Block& phi, const In& w, int threads, Out out) {
  for_pieces(phi.rows(), kTaskRows, threads, [&](Index begin, Index size) {
    out.middleRows(begin, size).noalias() = phi.middleRows(begin, size) * w;
  });
}

// out = Phi' v.
void apply_transpose(const Block& phi, const In& v, int threads, Out out) {
  for_pieces(phi.cols(), kTaskFeatures, threads, [&](Index begin, Index size) {
    out.middleRows(begin, size).noalias() =
        phi.middleCols(begin, size).transpose() * v;
  });
}

// (lambda I + Phi'D'Phi) w = Phi'D'v.
class LowRankSmoother final : public Smoother {
 public:
  LowRankSmoother(const Block& phi, double lambda, double delta,
                  std::span<const double> weights, int threads)
      : Smoother(lambda, delta, weights), phi_(phi), threads_(threads) {
    const Eigen::Map<const Eigen::VectorXd> d(reduced_.data(), phi.rows());
    Eigen::MatrixXd system(phi.cols(), phi.cols());
    for_pieces(phi.cols(), kTaskFeatures, threads,
               [&](Index begin, Index size) {
                 const Index rest =
                     phi.cols() - begin;  // the lower triangle is enough
                 system.block(begin, begin, rest, size).noalias() =
                     phi.rightCols(rest).transpose() *
                     (d.asDiagonal() * phi.middleCols(begin, size)).eval();
               });
    system.diagonal().array() += lambda;
    factor_.compute(system);
  }

 private:
  void fit(int k, std::span<const double> v, std::vector<double>& coefficients,
           std::span<double> fitted) override {
    const Eigen::Map<const Eigen::VectorXd> d(reduced_.data(), phi_.rows());
    weighted_.resize(phi_.rows(), k);
    weighted_ = d.asDiagonal() * In(v.data(), phi_.rows(), k);
    coefficients.resize(phi_.cols() * k);
    Out w(coefficients.data(), phi_.cols(), k);
    apply_transpose(phi_, In(weighted_.data(), phi_.rows(), k), threads_, w);
    factor_.solveInPlace(w);
    apply_features(phi_, In(w.data(), phi_.cols(), k), threads_,
                   Out(fitted.data(), phi_.rows(), k));
  }

  const Block& phi_;
  int threads_;
  Block weighted_;
  Eigen::LLT<Eigen::MatrixXd> factor_;
};

class LowRankKernel final : public Kernel {
 public:
  LowRankKernel(NystromMap map, const CsrStore& rows, double delta, int threads)
      : Kernel(rows.rows(), delta),
        map_(std::move(map)),
        phi_(map_.features(rows)),
        threads_(threads) {}

  [[nodiscard]] Index coefficients() const override { return phi_.cols(); }
  void apply(int k, std::span<const double> w,
             std::span<double> out) const override {
    apply_features(phi_, In(w.data(), phi_.cols(), k), threads_,
                   Out(out.data(), rows(), k));
  }
  void predict(const CsrStore& new_rows, int k, std::span<const double> w,
               std::span<double> out) const override {
    apply_features(map_.features(new_rows), In(w.data(), phi_.cols(), k),
                   threads_, Out(out.data(), new_rows.rows(), k));
  }
  void coefficients_of(int k, std::span<const double> alpha,
                       std::span<double> out) const override {
    apply_transpose(phi_, In(alpha.data(), rows(), k), threads_,
                    Out(out.data(), phi_.cols(), k));
  }

 private:
  [[nodiscard]] std::unique_ptr<Smoother> make_smoother(
      double lambda, std::span<const double> weights,
      const SmootherOptions&) const override {
    return std::make_unique<LowRankSmoother>(phi_, lambda, delta(), weights,
                                             threads_);
  }

  NystromMap map_;
  Block phi_;
  int threads_;
};

}  // namespace

CsrStore nystrom_landmarks(const CsrStore& rows,
                           const FeatureOptions& options) {
  return drawn_rows(rows, options.features, options.seed);
}

std::unique_ptr<Kernel> nystrom_kernel(const CsrStore& rows, double width,
                                       double delta,
                                       const FeatureOptions& options,
                                       int threads) {
  require(options.features >= 1, "nystrom_kernel: needs a feature");
  return std::make_unique<LowRankKernel>(
      NystromMap(nystrom_landmarks(rows, options), width, threads), rows, delta,
      threads);
}

}  // namespace semilin
