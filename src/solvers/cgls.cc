#include "semilin/solvers/cgls.h"

#include <algorithm>
#include <cmath>

#include "semilin/base/error.h"

#include "solvers/blocks.h"

namespace semilin {
namespace {

// A single column is treated as kLanes of them, with the same coefficient.
constexpr int kLanes = 8;

// The column-space arrays as one list of numbers, dealt to `lanes` columns.
struct Columns {
  Index size = 0;  // numbers
  int lanes = 1;
  int threads = 1;
};

// Coefficients of each lane.
std::vector<float> spread(std::span<const double> values, int lanes) {
  std::vector<float> spread(lanes);
  for (int k = 0; k < lanes; ++k) {
    spread[k] = static_cast<float>(values[values.size() == 1 ? 0 : k]);
  }
  return spread;
}

// Folds the lanes of `count` sums back to `stride` columns.
std::vector<double> fold(const std::vector<double>& sums, int lanes,
                         int stride) {
  if (lanes == stride) return sums;
  std::vector<double> folded(sums.size() / lanes, 0.0);
  for (std::size_t s = 0; s < sums.size(); ++s)
    folded[s / lanes] += sums[s];
  return folded;
}

struct Vectors {
  double* step;
  float* residual;
  float* direction;
  const float* product;
  const float* inverse;  // or null
};

// The numbers [begin, end) lie in whole groups of `lanes`, but for the last.
SEMILIN_CLONES
void advance(const Vectors& v, Index begin, Index end, int lanes,
             const float* alpha, const float* lambda, double* sums) {
  double* squares = sums;
  double* scaled = sums + lanes;
  for (Index e = begin; e < end; e += lanes) {
    const Index width = std::min<Index>(lanes, end - e);
    for (Index k = 0; k < width; ++k) {
      const float p = v.direction[e + k];
      v.step[e + k] += static_cast<double>(alpha[k] * p);
      const float r =
          v.residual[e + k] - alpha[k] * (v.product[e + k] + lambda[k] * p);
      v.residual[e + k] = r;
      const double square = static_cast<double>(r) * static_cast<double>(r);
      squares[k] += square;
      scaled[k] +=
          v.inverse ? square * static_cast<double>(v.inverse[e + k]) : square;
    }
  }
}

SEMILIN_CLONES
void turn(const Vectors& v, Index begin, Index end, int lanes,
          const float* beta, double* sums) {
  for (Index e = begin; e < end; e += lanes) {
    const Index width = std::min<Index>(lanes, end - e);
    for (Index k = 0; k < width; ++k) {
      const float z =
          v.inverse ? v.residual[e + k] * v.inverse[e + k] : v.residual[e + k];
      const float p = z + beta[k] * v.direction[e + k];
      v.direction[e + k] = p;
      sums[k] += static_cast<double>(p) * static_cast<double>(p);
    }
  }
}

template <class Pass>
std::vector<double> over_columns(const Columns& columns, int num_sums,
                                 int stride, const Pass& pass) {
  const Index groups = (columns.size + columns.lanes - 1) / columns.lanes;
  return fold(sum_pieces(groups, columns.lanes, columns.threads,
                         num_sums * columns.lanes,
                         [&](Index begin, Index end, double* sums) {
                           pass(begin * columns.lanes,
                                std::min(end * columns.lanes, columns.size),
                                sums);
                         }),
              columns.lanes, stride);
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
                      std::span<float> residual, std::span<double> step,
                      CglsScratch& scratch) {
  const LinearOperator& x = *problem.x;
  const int stride = problem.stride;
  const Columns columns{x.cols() * stride, stride == 1 ? kLanes : stride,
                        x.threads()};
  require(static_cast<Index>(residual.size()) == columns.size &&
              static_cast<Index>(step.size()) == columns.size,
          "cgls: residual and step must have cols x stride numbers");
  // Their old contents are first used with the factor 0.
  scratch.direction.resize(columns.size);
  scratch.product.resize(columns.size);
  scratch.image.resize(x.rows() * stride);
  std::fill(step.begin(), step.end(), 0.0);
  const Vectors vectors{step.data(), residual.data(), scratch.direction.data(),
                        scratch.product.data(),
                        problem.inverse_diagonal.empty()
                            ? nullptr
                            : problem.inverse_diagonal.data()};
  const std::vector<float> lambda = spread(problem.lambda, columns.lanes);

  std::vector<double> alpha(stride, 0.0);  // 0 at first: only measures
  std::vector<double> beta(stride, 0.0);
  std::vector<double> energy(stride, 0.0);  // r.z of the step before
  CglsResult result;
  while (true) {
    // step += alpha p,  r -= alpha (X'C X p + lambda p)
    const std::vector<float> a = spread(alpha, columns.lanes);
    const std::vector<double> sums = over_columns(
        columns, 2, stride, [&](Index begin, Index end, double* sum) {
          advance(vectors, begin, end, columns.lanes, a.data(), lambda.data(),
                  sum);
        });
    result.residual_norms.resize(stride);
    bool moving = false;
    for (int k = 0; k < stride; ++k) {
      result.residual_norms[k] = std::sqrt(sums[k]);
      const double next = sums[stride + k];
      const bool open = result.residual_norms[k] > options.target[k];
      beta[k] = energy[k] > 0 ? next / energy[k] : 0.0;
      energy[k] = open ? next : 0.0;
      moving = moving || open;
    }
    if (!moving || result.iterations == options.max_iterations) return result;

    // p = z + beta p,  q = X p
    const std::vector<float> b = spread(beta, columns.lanes);
    const std::vector<double> squares = over_columns(
        columns, 1, stride, [&](Index begin, Index end, double* sum) {
          turn(vectors, begin, end, columns.lanes, b.data(), sum);
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
    ++result.iterations;
  }
}

}  // namespace semilin
