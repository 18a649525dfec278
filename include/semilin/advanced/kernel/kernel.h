// Kernels in one form, with the one operation that the graph methods need:
// smoothing values in their Hilbert space.
//
//   K = Phi Phi' + delta I,    f = Phi w + u,
//   |f|_K^2 = min over (w, u) of that f:  |w|^2 + |u|^2 / delta
//
// with a row of Phi for each of N training points: the sparse rows themselves,
// m features (landmarks, random frequencies), or a square root of a dense
// kernel matrix; or nothing (K = delta I). delta I lets f follow values that
// the features cannot express. It has no effect on new points.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "semilin/base/index.h"
#include "semilin/kernel/model.h"
#include "semilin/matrix/csr.h"

namespace semilin {

/// The precision of a Smoother.
struct SmootherOptions {
  /// For the linear kernel alone, which is iterative: column k stops when
  ///   |Phi'D'(v - f_w) - lambda w| <= tolerance * |Phi'D'v|,   f_w = Phi w,
  /// with D' = lambda D / (lambda + delta D). 0: max_iterations steps in
  /// floats, with an error of some 1e-7 of v.
  double tolerance = 1e-6;
  /// Steps of CGLS of one call to smooth, two products each. Inside an outer
  /// iteration that starts from the last solution two are enough.
  int max_iterations = 200;
};

/// The map, for fixed lambda > 0 and weights D = diag(d_1, ..., d_N) >= 0,
///
///   F(v; D) = argmin_f  lambda/2 |f|_K^2 + 1/2 (f - v)' D (f - v)
///           = K (lambda I + D K)^-1 D v,
///
/// for many columns v at once. Eliminating u leaves
/// (lambda I + Phi'D'Phi) w = Phi'D'v with D' = lambda D / (lambda + delta D);
/// u = delta D / (lambda + delta D) (v - Phi w).
///
/// So G b with G = (lambda K^-1 + D)^-1 is F(b/d; D). Blocks are row-major with
/// k columns. Not for use by several threads at a time.
class Smoother {
 public:
  virtual ~Smoother() = default;
  Smoother(const Smoother&) = delete;
  Smoother& operator=(const Smoother&) = delete;

  /// f = F(v; D); v and f are N x k and may not overlap. The linear kernel
  /// starts from the coefficients of the last call with as many columns.
  void smooth(int k, std::span<const double> v, std::span<double> f);

  /// The coefficients of the last f for Kernel::predict: w (features x k), or
  /// alpha (N x k) of a dense kernel; empty if there are no features.
  [[nodiscard]] std::span<const double> coefficients() const {
    return coefficients_;
  }
  /// u of the last f, N x k; empty if delta = 0. New points take it from their
  /// neighbors (KernelModel).
  [[nodiscard]] std::span<const double> remainder() const { return remainder_; }
  /// Starts the next call from nothing.
  void forget();

 protected:
  /// weights: the diagonal of D.
  Smoother(double lambda, double delta, std::span<const double> weights);

  /// Solves for the coefficients, and sets f = Phi w.
  virtual void fit(int k, std::span<const double> v,
                   std::vector<double>& coefficients,
                   std::span<double> fitted) = 0;

  double lambda_;                     ///< weight of the penalty
  std::vector<double> reduced_;       ///< D'
  std::vector<double> coefficients_;  ///< those of the last call

 private:
  std::vector<double> share_;  ///< delta D / (lambda + delta D)
  std::vector<double> remainder_;
};

/// A kernel over N training points.
class Kernel {
 public:
  virtual ~Kernel() = default;
  Kernel(const Kernel&) = delete;
  Kernel& operator=(const Kernel&) = delete;

  /// N.
  [[nodiscard]] Index rows() const { return rows_; }
  /// Weight of the identity in K.
  [[nodiscard]] double delta() const { return delta_; }
  /// Rows of the coefficients: features, N for a dense kernel, or 0.
  [[nodiscard]] virtual Index coefficients() const = 0;

  /// out = Phi coefficients, N x k: the part of f that new points share.
  virtual void apply(int k, std::span<const double> coefficients,
                     std::span<double> out) const = 0;
  /// out = the same for new rows, rows.rows() x k. Throws std::invalid_argument
  /// where there is no kernel.
  virtual void predict(const CsrStore& rows, int k,
                       std::span<const double> coefficients,
                       std::span<double> out) const = 0;
  /// The coefficients of K alpha (w = Phi' alpha): coefficients() x k.
  virtual void coefficients_of(int k, std::span<const double> alpha,
                               std::span<double> out) const = 0;
  /// out = K alpha = Phi Phi' alpha + delta alpha, N x k.
  void multiply(int k, std::span<const double> alpha,
                std::span<double> out) const;

  /// F(.; D) for lambda > 0 and N weights >= 0. Costs a factorization where the
  /// kernel is dense (N^3/3) or of low rank (N m^2). The kernel must outlive
  /// it. Throws std::invalid_argument, and DataError if a dense K is singular
  /// and lambda is too small to correct that.
  [[nodiscard]] std::unique_ptr<Smoother> smoother(
      double lambda, std::span<const double> weights,
      const SmootherOptions& options = {}) const;

 protected:
  Kernel(Index rows, double delta);  ///< N and delta.
  /// smoother() for arguments that it found valid.
  [[nodiscard]] virtual std::unique_ptr<Smoother> make_smoother(
      double lambda, std::span<const double> weights,
      const SmootherOptions& options) const = 0;

 private:
  Index rows_;
  double delta_;
};

/// K = X X' + delta I; never formed. Coefficients are the weights of a linear
/// model without bias. threads 0: all available.
[[nodiscard]] std::unique_ptr<Kernel> linear_kernel(const CsrStore& rows,
                                                    double delta,
                                                    int threads = 0);

/// K_ij = exp(-|x_i - x_j|^2 / (2 width^2)) + delta [i = j], formed: 8 N^2
/// bytes, for N up to some 10,000.
[[nodiscard]] std::unique_ptr<Kernel> dense_kernel(const CsrStore& rows,
                                                   double width, double delta,
                                                   int threads = 0);

/// The same as K = Phi Phi' + delta I with Phi = K_nm (K_mm)^(-1/2), m rows
/// drawn as landmarks (Nystrom; Williams, Seeger 2001): exact on these, and the
/// best approximation that they give on the others. m is at most N; directions
/// in which the landmarks hardly differ (eigenvalues below 1e-10 of the
/// largest) are dropped.
[[nodiscard]] std::unique_ptr<Kernel> nystrom_kernel(
    const CsrStore& rows, double width, double delta,
    const FeatureOptions& options = {}, int threads = 0);

/// The landmarks of nystrom_kernel. Drawn from themselves they are the same, so
/// a kernel over them alone predicts as one over all rows.
[[nodiscard]] CsrStore nystrom_landmarks(const CsrStore& rows,
                                         const FeatureOptions& options);

/// K = I over N points: a pure graph method.
[[nodiscard]] std::unique_ptr<Kernel> no_kernel(Index rows);

/// The mean distance to the 10th neighbor (the last where there are fewer
/// rows), over at most 1000 rows drawn with `seed`; 1 if all rows are the same.
[[nodiscard]] double default_width(const CsrStore& rows, int threads = 0,
                                   std::uint64_t seed = 1);
/// The spec with every default filled in for `rows`.
[[nodiscard]] KernelSpec resolve(const KernelSpec& spec, const CsrStore& rows,
                                 int threads = 0);
/// The kernel over `rows` that a resolved spec names.
[[nodiscard]] std::unique_ptr<Kernel> make_kernel(const KernelSpec& spec,
                                                  const CsrStore& rows,
                                                  int threads = 0);

}  // namespace semilin
