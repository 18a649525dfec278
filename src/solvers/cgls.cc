#include "semilin/solvers/cgls.h"

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

// image := C image; returns sum_i c_ik image_ik^2 per output.
SEMILIN_CLONES
void weigh_row(const float* curvature, float* image, Index stride,
               double* sums) {
  for (Index k = 0; k < stride; ++k) {
    const float weighted = curvature[k] * image[k];
    sums[k] += static_cast<double>(weighted) * static_cast<double>(image[k]);
    image[k] = weighted;
  }
}

std::vector<double> weigh(const CglsProblem& problem, std::span<float> image) {
  const int stride = problem.stride;
  std::vector<double> sums = sum_pieces(
      problem.rows.size(problem.x->rows()), stride, problem.x->threads(),
      stride, [&](Index begin, Index end, double* sum) {
        for (Index position = begin; position < end; ++position) {
          const Index i = problem.rows[position] * stride;
          weigh_row(problem.curvature.data() + i, image.data() + i, stride,
                    sum);
        }
      });
  problem.x->sum_over_rows(sums);
  return sums;
}

}  // namespace

CglsResult solve_cgls(const CglsProblem& problem, const CglsOptions& options,
                      std::span<float> residual, std::span<float> step,
                      CglsScratch& scratch) {
  const LinearOperator& x = *problem.x;
  const int stride = problem.stride;
  const int lanes = num_lanes(stride);
  const Index size = x.cols() * stride;
  require(static_cast<Index>(residual.size()) == size &&
              static_cast<Index>(step.size()) == size,
          "cgls: residual and step must have cols x stride numbers");
  require(problem.diagonal.empty() ||
              static_cast<Index>(problem.diagonal.size()) == x.cols(),
          "cgls: the preconditioner must have cols numbers");
  // The direction's old contents are first used with the factor 0.
  scratch.direction.resize(size);
  scratch.product.resize(size);
  scratch.image.resize(x.rows() * stride);
  if (problem.diagonal.empty()) scratch.zeros.resize(x.cols());
  const Vectors vectors{step.data(), residual.data(), scratch.direction.data(),
                        scratch.product.data(),
                        problem.diagonal.empty() ? scratch.zeros.data()
                                                 : problem.diagonal.data()};
  const auto start_pass = stride == 1 ? start<true> : start<false>;
  const auto advance_pass = stride == 1 ? advance<true> : advance<false>;
  const auto turn_pass = stride == 1 ? turn<true> : turn<false>;
  const std::vector<float> lambda = spread_lanes<float>(problem.lambda, stride);
  const auto pass = [&](int num_sums, const auto& numbers) {
    return sum_lanes(size, stride, x.threads(), num_sums, numbers);
  };

  std::vector<double> alpha(stride, 0.0);
  std::vector<double> beta(stride, 0.0);
  std::vector<double> energy(stride, 0.0);  // r.z of the step before
  std::vector<double> norms = pass(2, [&](Index begin, Index end, double* sum) {
    start_pass(vectors, begin, end, lanes, lambda.data(), sum);
  });
  CglsResult result;
  result.residual_norms.resize(stride);
  while (true) {
    bool moving = false;
    for (int k = 0; k < stride; ++k) {
      const double norm = std::sqrt(norms[k]);
      const double next = norms[stride + k];
      beta[k] = energy[k] > 0 ? next / energy[k] : 0.0;
      energy[k] = norm > kFreeRide * options.target[k] ? next : 0.0;
      moving = moving || norm > options.target[k];
      result.residual_norms[k] = norm;
    }
    if (!moving || result.iterations == options.max_iterations) return result;

    const std::vector<float> b = spread_lanes<float>(beta, stride);
    const std::vector<double> squares =
        pass(1, [&](Index begin, Index end, double* sum) {
          turn_pass(vectors, begin, end, lanes, b.data(), lambda.data(), sum);
        });
    x.apply(stride, std::span<const float>(scratch.direction), problem.rows,
            std::span<float>(scratch.image));
    const std::vector<double> bends = weigh(problem, scratch.image);
    for (int k = 0; k < stride; ++k) {
      const double bend = problem.lambda[k] * squares[k] + bends[k];
      alpha[k] = energy[k] > 0 && bend > 0 ? energy[k] / bend : 0.0;
    }
    x.apply_transpose(stride, std::span<const float>(scratch.image),
                      problem.rows, std::span<float>(scratch.product));
    const std::vector<float> a = spread_lanes<float>(alpha, stride);
    norms = pass(2, [&](Index begin, Index end, double* sum) {
      advance_pass(vectors, begin, end, lanes, a.data(), lambda.data(), sum);
    });
    ++result.iterations;
  }
}

}  // namespace semilin
