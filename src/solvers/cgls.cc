#include "solvers/cgls.h"

#include <algorithm>
#include <cmath>

#include "semilin/base/error.h"

#include "solvers/blocks.h"

namespace semilin {
namespace {

// Part of its target at which an output stops riding along with the others.
constexpr double kFreeRide = 0.01;

struct Vectors {
  float* step;
  float* residual;
  float* direction;
  const float* product;
  const float* diagonal;
};

// 1 / M of number e + k, k-th of its group: a single column has a diagonal
// entry each, a batch one for the group.
template <bool kSingle>
float inverse(const Vectors& v, const float* lambda, Index e, int lanes,
              Index k) {
  return 1.0F / (lambda[k] + v.diagonal[kSingle ? e + k : e / lanes]);
}

// Passes over the numbers [begin, end), which lie in whole groups of `lanes`
// but for the last. start and advance add r.r and r.z to sums, z = r / M.
template <bool kSingle>
SEMILIN_CLONES void start(const Vectors& v, Index begin, Index end, int lanes,
                          const float* lambda, double* sums) {
  double* squares = sums;
  double* scaled = sums + lanes;
  for (Index e = begin; e < end; e += lanes) {
    const Index width = std::min<Index>(lanes, end - e);
    for (Index k = 0; k < width; ++k) {
      v.step[e + k] = 0;
      const auto r = static_cast<double>(v.residual[e + k]);
      squares[k] += r * r;
      scaled[k] +=
          r * r * static_cast<double>(inverse<kSingle>(v, lambda, e, lanes, k));
    }
  }
}

// step += alpha p,  r -= alpha (X'C X p + lambda p)
template <bool kSingle>
SEMILIN_CLONES void advance(const Vectors& v, Index begin, Index end, int lanes,
                            const float* alpha, const float* lambda,
                            double* sums) {
  double* squares = sums;
  double* scaled = sums + lanes;
  for (Index e = begin; e < end; e += lanes) {
    const Index width = std::min<Index>(lanes, end - e);
    SEMILIN_IVDEP
    for (Index k = 0; k < width; ++k) {
      const float p = v.direction[e + k];
      v.step[e + k] += alpha[k] * p;
      const float r =
          v.residual[e + k] - alpha[k] * (v.product[e + k] + lambda[k] * p);
      v.residual[e + k] = r;
      const double square = static_cast<double>(r) * static_cast<double>(r);
      squares[k] += square;
      scaled[k] += square * static_cast<double>(
                                inverse<kSingle>(v, lambda, e, lanes, k));
    }
  }
}

// step += alpha p, for numbers [first, first + width) of a group of lanes: to
// the bits of advance.
SEMILIN_CLONES void add_direction(const Vectors& v, Index first, Index width,
                                  const float* alpha) {
  for (Index k = 0; k < width; ++k)
    v.step[first + k] += alpha[k] * v.direction[first + k];
}

// p = z + beta p; adds p.p to sums.
template <bool kSingle>
SEMILIN_CLONES void turn(const Vectors& v, Index begin, Index end, int lanes,
                         const float* beta, const float* lambda, double* sums) {
  for (Index e = begin; e < end; e += lanes) {
    const Index width = std::min<Index>(lanes, end - e);
    for (Index k = 0; k < width; ++k) {
      const float z =
          v.residual[e + k] * inverse<kSingle>(v, lambda, e, lanes, k);
      const float p = z + beta[k] * v.direction[e + k];
      v.direction[e + k] = p;
      sums[k] += static_cast<double>(p) * static_cast<double>(p);
    }
  }
}

// sums += c_ik o_ik, then c_ik
SEMILIN_CLONES
void add_moments(const float* curvature, const float* image, Index stride,
                 double* sums) {
  for (Index k = 0; k < stride; ++k) {
    const auto c = static_cast<double>(curvature[k]);
    sums[k] += c * static_cast<double>(image[k]);
    sums[stride + k] += c;
  }
}

// weighted = C (image - mean), which may be the same row; sums +=
// c_ik (image_ik - mean_k)^2
SEMILIN_CLONES
void weigh_row(const float* curvature, const float* mean, const float* image,
               float* weighted, Index stride, double* sums) {
  SEMILIN_IVDEP
  for (Index k = 0; k < stride; ++k) {
    const float centered = image[k] - mean[k];
    const float product = curvature[k] * centered;
    sums[k] += static_cast<double>(product) * static_cast<double>(centered);
    weighted[k] = product;
  }
}

// sum += alpha (image - mean)
SEMILIN_CLONES
void add_row(const double* alpha, const float* mean, const float* image,
             float* sum, Index stride) {
  SEMILIN_IVDEP
  for (Index k = 0; k < stride; ++k)
    sum[k] += static_cast<float>(alpha[k]) * (image[k] - mean[k]);
}

// Calls add(i, sums) for the first number of each row that takes part; returns
// the sums over the rows of all processes.
template <class Add>
std::vector<double> sum_image(const CglsProblem& problem, int num_sums,
                              const Add& add) {
  return sum_rows(*problem.x, problem.rows, problem.stride, num_sums,
                  [&](Index begin, Index end, double* sum) {
                    for (Index position = begin; position < end; ++position)
                      add(problem.rows[position] * problem.stride, sum);
                  });
}

// The weight of the constant column, which is never searched for: it is at its
// minimum for whatever direction p the others take,
//
//   p_b = -mean / b,    mean = sum_i c_i o_i / (sum_i c_i + lambda / b^2),
//
// o = X p without it, so that X p = o - mean and the gradient's part there
// stays 0. That takes the largest eigenvalue by far, which all rows share, out
// of the system: it would cost an iteration, and grow back from rounding.
class Constant {
 public:
  explicit Constant(const CglsProblem& problem)
      : problem_(problem),
        mean_(problem.stride, 0.0F),
        weight_(problem.stride, 0.0) {}

  // Follows the direction whose image this is.
  void follow(std::span<const float> image) {
    const double b = problem_.constant;
    const int stride = problem_.stride;
    if (b == 0) return;
    const std::vector<double> sums =
        sum_image(problem_, 2 * stride, [&](Index i, double* sum) {
          add_moments(problem_.curvature.data() + i, image.data() + i, stride,
                      sum);
        });
    for (int k = 0; k < stride; ++k) {
      const double mean =
          sums[k] / (sums[stride + k] + problem_.lambda[k] / (b * b));
      mean_[k] = static_cast<float>(mean);
      weight_[k] = -mean / b;
    }
  }

  // weighted = C X p of image = X p without the constant, and may be the same
  // block; returns p.(X'C X + lambda) p, `squares` being p.p without it.
  [[nodiscard]] std::vector<double> weigh(std::vector<double> squares,
                                          std::span<const float> image,
                                          std::span<float> weighted) const {
    const int stride = problem_.stride;
    std::vector<double> bends =
        sum_image(problem_, stride, [&](Index i, double* sum) {
          weigh_row(problem_.curvature.data() + i, mean_.data(),
                    image.data() + i, weighted.data() + i, stride, sum);
        });
    for (int k = 0; k < stride; ++k)
      bends[k] += problem_.lambda[k] * (squares[k] + weight_[k] * weight_[k]);
    return bends;
  }

  // sum += alpha X p of image = X p without the constant.
  void add_image(std::span<const double> alpha, std::span<const float> image,
                 std::span<float> sum) const {
    const int stride = problem_.stride;
    for_rows(problem_.rows.size(problem_.x->rows()), stride,
             problem_.x->threads(), [&](Index position) {
               const Index i = problem_.rows[position] * stride;
               add_row(alpha.data(), mean_.data(), image.data() + i,
                       sum.data() + i, stride);
             });
  }

  void move(std::span<const double> alpha, std::span<float> step) const {
    if (problem_.constant == 0) return;
    const std::span<float> last = step.last(problem_.stride);
    for (int k = 0; k < problem_.stride; ++k)
      last[k] += static_cast<float>(alpha[k] * weight_[k]);
  }

 private:
  const CglsProblem& problem_;
  std::vector<float> mean_;
  std::vector<double> weight_;  // p_b
};

// Columns whose weights are searched for.
Index searched(const CglsProblem& problem) {
  return problem.x->cols() - (problem.constant != 0 ? 1 : 0);
}

// The passes over the vectors of one solve, for all outputs at once.
class Passes {
 public:
  Passes(const CglsProblem& problem, const Vectors& vectors)
      : vectors_(vectors),
        size_(searched(problem) * problem.stride),
        stride_(problem.stride),
        threads_(problem.x->threads()),
        lanes_(num_lanes(problem.stride)),
        lambda_(spread_lanes<float>(problem.lambda, problem.stride)) {}

  // step = 0; returns r.r of each output, then r.z.
  [[nodiscard]] std::vector<double> begin() const {
    const auto pass = stride_ == 1 ? start<true> : start<false>;
    return sum(2, [&](Index begin, Index end, double* sums) {
      pass(vectors_, begin, end, lanes_, lambda_.data(), sums);
    });
  }
  // step += alpha p,  r -= alpha (X'C X p + lambda p); returns r.r, then r.z.
  [[nodiscard]] std::vector<double> move(std::span<const double> alpha) const {
    const auto pass = stride_ == 1 ? advance<true> : advance<false>;
    const std::vector<float> a = spread_lanes<float>(alpha, stride_);
    return sum(2, [&](Index begin, Index end, double* sums) {
      pass(vectors_, begin, end, lanes_, a.data(), lambda_.data(), sums);
    });
  }
  // step += alpha p alone.
  void move_step(std::span<const double> alpha) const {
    const std::vector<float> a = spread_lanes<float>(alpha, stride_);
    for_rows((size_ + lanes_ - 1) / lanes_, lanes_, threads_, [&](Index i) {
      const Index first = i * lanes_;
      add_direction(vectors_, first, std::min<Index>(lanes_, size_ - first),
                    a.data());
    });
  }
  // p = z + beta p; returns p.p.
  [[nodiscard]] std::vector<double> redirect(
      std::span<const double> beta) const {
    const auto pass = stride_ == 1 ? turn<true> : turn<false>;
    const std::vector<float> b = spread_lanes<float>(beta, stride_);
    return sum(1, [&](Index begin, Index end, double* sums) {
      pass(vectors_, begin, end, lanes_, b.data(), lambda_.data(), sums);
    });
  }

 private:
  template <class Pass>
  [[nodiscard]] std::vector<double> sum(int num_sums, const Pass& pass) const {
    return sum_lanes(size_, stride_, threads_, num_sums, pass);
  }

  Vectors vectors_;
  Index size_;
  int stride_, threads_, lanes_;
  std::vector<float> lambda_;
};

// Sizes the scratch.
Vectors prepare(const CglsProblem& problem, std::span<float> residual,
                std::span<float> step, std::span<const float> image,
                CglsScratch& scratch) {
  const CsrOperator& x = *problem.x;
  const Index size = x.cols() * problem.stride;
  require(static_cast<Index>(residual.size()) == size &&
              static_cast<Index>(step.size()) == size,
          "cgls: residual and step must have cols x stride numbers");
  require(image.empty() ||
              static_cast<Index>(image.size()) >= x.rows() * problem.stride,
          "cgls: the image must have rows x stride numbers");
  require(problem.diagonal.empty() ||
              static_cast<Index>(problem.diagonal.size()) == x.cols(),
          "cgls: the preconditioner must have cols numbers");
  // The direction's old contents are first used with the factor 0.
  scratch.direction.resize(size);
  scratch.product.resize(size);
  scratch.image.resize(x.rows() * problem.stride);
  scratch.weighted.resize(image.empty() ? 0 : scratch.image.size());
  if (problem.diagonal.empty()) scratch.zeros.resize(x.cols());
  for (Index n = searched(problem) * problem.stride; n < size; ++n)
    scratch.direction[n] = step[n] = 0;
  return {step.data(), residual.data(), scratch.direction.data(),
          scratch.product.data(),
          problem.diagonal.empty() ? scratch.zeros.data()
                                   : problem.diagonal.data()};
}

// The factors of the next direction and the energies of the outputs that still
// move along it, by the norms of their residuals; false: none moves.
bool turn_to(const std::vector<double>& norms, std::span<const double> target,
             std::vector<double>& beta, std::vector<double>& energy,
             std::vector<double>& residual_norms) {
  bool moving = false;
  const std::size_t stride = energy.size();
  for (std::size_t k = 0; k < stride; ++k) {
    const double norm = std::sqrt(norms[k]);
    const double next = norms[stride + k];
    beta[k] = energy[k] > 0 ? next / energy[k] : 0.0;
    energy[k] = norm > kFreeRide * target[k] ? next : 0.0;
    moving = moving || norm > target[k];
    residual_norms[k] = norm;
  }
  return moving;
}

// alpha_k = energy_k / bend_k, and 0 for outputs that rest.
void divide(const std::vector<double>& energy, const std::vector<double>& bends,
            std::vector<double>& alpha) {
  for (std::size_t k = 0; k < alpha.size(); ++k)
    alpha[k] = energy[k] > 0 && bends[k] > 0 ? energy[k] / bends[k] : 0.0;
}

}  // namespace

CglsResult solve_cgls(const CglsProblem& problem, const CglsOptions& options,
                      std::span<float> residual, std::span<float> step,
                      CglsScratch& scratch) {
  const CsrOperator& x = *problem.x;
  const int stride = problem.stride;
  const bool wants_image = !options.image.empty();
  const Passes passes(problem,
                      prepare(problem, residual, step, options.image, scratch));
  Constant constant(problem);
  std::vector<float>& weighted = wants_image ? scratch.weighted : scratch.image;
  std::fill(options.image.begin(), options.image.end(), 0.0F);
  std::vector<double> alpha(stride, 0.0);
  std::vector<double> beta(stride, 0.0);
  std::vector<double> energy(stride, 0.0);  // r.z of the step before
  std::vector<double> norms = passes.begin();
  CglsResult result;
  result.residual_norms.resize(stride);
  while (true) {
    const bool moving =
        turn_to(norms, options.target, beta, energy, result.residual_norms);
    if (!moving || result.iterations == options.max_iterations ||
        ended(options.go_on))
      return result;

    const std::vector<double> squares = passes.redirect(beta);
    x.apply(stride, std::span<const float>(scratch.direction), problem.rows,
            std::span<float>(scratch.image));
    constant.follow(scratch.image);
    const std::vector<double> bends =
        constant.weigh(squares, scratch.image, weighted);
    divide(energy, bends, alpha);
    constant.move(alpha, step);
    ++result.iterations;
    if (wants_image) constant.add_image(alpha, scratch.image, options.image);
    if (wants_image && result.iterations == options.max_iterations) {
      passes.move_step(alpha);
      return result;
    }
    x.apply_transpose(stride, std::span<const float>(weighted), problem.rows,
                      std::span<float>(scratch.product));
    norms = passes.move(alpha);
  }
}

}  // namespace semilin
