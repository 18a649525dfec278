#include "solvers/newton.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>

#include "semilin/base/error.h"

#include "solvers/blocks.h"
#include "solvers/line_search.h"

namespace semilin {
namespace {

using Doubles = std::vector<double>;

// The preconditioner is lambda + kDamping diag(X' C X) at zero outputs. The
// full diagonal doubles the CG iterations on l2-normalized tf-idf rows; from
// 0.0003 to 0.003 of it saves a tenth to a third (cf. Hsia, Chiang, Lin 2018,
// who mix it with the identity at 0.01).
constexpr double kDamping = 0.001;

// Relative gradient norm below which float products end: they are good to some
// 1e-6 of the gradient at zero.
constexpr double kFloatLimit = 1e-4;

// The constant column's part of the gradient: at most this of what is asked of
// all of it.
constexpr double kConstantShare = 0.01;

void require_valid(const BatchProblem& problem, const NewtonOptions& options,
                   const BatchIterate& iterate) {
  require(problem.x != nullptr, "newton: no operator");
  const auto stride = static_cast<std::size_t>(problem.stride);
  const std::size_t rows = problem.x->rows();
  require(problem.lambda.size() == stride, "newton: one lambda per output");
  for (const double lambda : problem.lambda) {
    require(lambda > 0,
            "newton: lambda must be positive, got " + std::to_string(lambda));
  }
  require(problem.costs.size() == rows, "newton: one cost per row");
  require(problem.beliefs.size() == rows * stride,
          "newton: beliefs must be rows x stride");
  require(
      problem.multiples.empty() || problem.multiples.size() == rows * stride,
      "newton: multiples must be rows x stride");
  require(iterate.weights.size() == problem.x->cols() * stride &&
              iterate.outputs.size() == rows * stride,
          "newton: the iterate has another size than the problem");
  require(options.tolerance > 0, "newton: tolerance must be positive");
  require(options.reference.empty() || options.reference.size() == stride,
          "newton: one reference per output");
}

// Smaller values are raised to this: either is lost in rounding beside the
// other rows, but subnormal products take many times as long.
constexpr float kLeast = 1e-30F;

void store(double x, double& place) {
  place = x;
}

void store(double x, float& place) {
  place = static_cast<float>(x);
  if (place != 0 && std::abs(place) < kLeast)
    place = std::copysign(kLeast, place);
}

// Writes row i's phi'/2 to half_slope and phi''/2 to curvature, adds phi to
// value.
template <class T>
SEMILIN_CLONES void evaluate_row(const BatchProblem& problem, Index i,
                                 const double* o, T* half_slope,
                                 float* curvature, double* value) {
  const Loss h = problem.loss;
  const Index stride = problem.stride;
  const double* p = problem.beliefs.data() + i * stride;
  for_costs(problem.costs[i], multiples_of(problem, i), stride,
            [&](Index k, double cost) {
              const double a = cost * p[k];
              const double b = cost - a;
              store(pair_half_slope(h, a, b, o[k]), half_slope[k]);
              store(pair_curvature(h, a, b, o[k]), curvature[k]);
              value[k] += pair_value(h, a, b, o[k]);
            });
}

// Fills half_slopes and curvature; returns sum_i phi per output. Row i's
// outputs begin at outputs + i * pitch.
template <class T>
Doubles evaluate_rows(const BatchProblem& problem, const double* outputs,
                      Index pitch, std::vector<T>& half_slopes,
                      std::vector<float>& curvature) {
  const Index stride = problem.stride;
  half_slopes.resize(problem.x->rows() * stride);
  curvature.resize(problem.x->rows() * stride);
  return sum_rows(*problem.x, problem.rows, problem.stride, problem.stride,
                  [&](Index begin, Index end, double* sum) {
                    for (Index position = begin; position < end; ++position) {
                      const Index i = problem.rows[position];
                      evaluate_row(problem, i, outputs + i * pitch,
                                   half_slopes.data() + i * stride,
                                   curvature.data() + i * stride, sum);
                    }
                  });
}

// lambda w, in groups of `lanes` numbers.
struct Ridge {
  const double* lambda;
  const double* weights;
  int lanes;
};

// residual := -(gradient + lambda w) over the numbers [begin, end), squares
// added to sums; `gradient` may be `residual`.
template <class T>
SEMILIN_CLONES void complete_gradient(const T* gradient, const Ridge& ridge,
                                      Index begin, Index end, float* residual,
                                      double* sums) {
  const auto [lambda, weights, lanes] = ridge;
  for (Index e = begin; e < end; e += lanes) {
    const Index width = std::min<Index>(lanes, end - e);
    for (Index k = 0; k < width; ++k) {
      const double g =
          static_cast<double>(gradient[e + k]) + lambda[k] * weights[e + k];
      residual[e + k] = static_cast<float>(-g);
      sums[k] += g * g;
    }
  }
}

// residual := -(lambda w + X' half_slopes); returns its norms. X' half_slopes
// is formed in `product`, which may be `residual`.
template <class T>
Doubles compute_gradient(const BatchProblem& problem,
                         std::span<const double> lambda, const Doubles& weights,
                         const std::vector<T>& half_slopes,
                         std::vector<T>& product,
                         std::vector<float>& residual) {
  product.resize(weights.size());
  residual.resize(weights.size());
  problem.x->apply_transpose(problem.stride, std::span<const T>(half_slopes),
                             problem.rows, std::span<T>(product));
  const Doubles lambdas = spread_lanes<double>(lambda, problem.stride);
  const Ridge ridge{lambdas.data(), weights.data(), num_lanes(problem.stride)};
  Doubles norms = sum_lanes(static_cast<Index>(weights.size()), problem.stride,
                            problem.x->threads(), 1,
                            [&](Index begin, Index end, double* sum) {
                              complete_gradient(product.data(), ridge, begin,
                                                end, residual.data(), sum);
                            });
  for (double& norm : norms)
    norm = std::sqrt(norm);
  return norms;
}

template <class U, class V>
SEMILIN_CLONES void add_products(const U* u, const V* v, Index begin, Index end,
                                 int lanes, double* sums) {
  for (Index e = begin; e < end; e += lanes) {
    const Index width = std::min<Index>(lanes, end - e);
    for (Index k = 0; k < width; ++k) {
      sums[k] += static_cast<double>(u[e + k]) * static_cast<double>(v[e + k]);
    }
  }
}

// u_k.v_k for every column k of two blocks.
template <class U, class V>
Doubles column_dots(const BatchProblem& problem, const std::vector<U>& u,
                    const std::vector<V>& v) {
  return sum_lanes(static_cast<Index>(u.size()), problem.stride,
                   problem.x->threads(), 1,
                   [&](Index begin, Index end, double* sum) {
                     add_products(u.data(), v.data(), begin, end,
                                  num_lanes(problem.stride), sum);
                   });
}

// Rows that are curved in an output that is still open.
RowSet choose_active(const BatchProblem& problem, const std::vector<bool>& open,
                     NewtonScratch& scratch) {
  const Index stride = problem.stride;
  const Index rows = problem.rows.size(problem.x->rows());
  scratch.active.clear();
  for (Index position = 0; position < rows; ++position) {
    const Index i = problem.rows[position];
    bool curved = false;
    for (Index k = 0; k < stride; ++k) {
      curved = curved || (open[k] && scratch.curvature[i * stride + k] > 0);
    }
    if (curved) scratch.active.push_back(i);
  }
  if (problem.rows.all && static_cast<Index>(scratch.active.size()) == rows) {
    return {};
  }
  return RowSet::listed(scratch.active, problem.rows.whole);
}

// The state of one solve, so that the loop below reads like the paper.
class Newton {
 public:
  Newton(const BatchProblem& problem, const NewtonOptions& options,
         BatchIterate& iterate, NewtonScratch& scratch)
      : problem_(problem),
        options_(options),
        iterate_(iterate),
        scratch_(scratch) {}

  NewtonResult run() {
    set_reference();
    set_preconditioner();
    while (true) {
      settle_constant();
      measure();
      if (all_closed()) return finish(Stop::Converged);
      if (result_.iterations == options_.max_iterations) {
        return finish(Stop::MaxIterations);
      }
      if (ended(options_.go_on)) return finish(Stop::Interrupted);
      solve_for_step();
      if (!go_to_minimum_along_step()) {
        if (exact_ || !options_.certify) return finish(Stop::NoProgress);
        become_exact();
        continue;
      }
      ++result_.iterations;
      if (result_.iterations == options_.max_iterations && !options_.certify) {
        result_.objectives =
            evaluate_rows(problem_, iterate_.outputs.data(), problem_.stride,
                          scratch_.cgls.image, scratch_.curvature);
        return finish(Stop::MaxIterations);
      }
    }
  }

 private:
  void set_reference() {
    if (!options_.reference.empty()) {
      result_.reference.assign(options_.reference.begin(),
                               options_.reference.end());
      return;
    }
    const Doubles zeros(problem_.stride, 0.0);
    evaluate_rows(problem_, zeros.data(), 0, scratch_.exact_outputs,
                  scratch_.curvature);
    result_.reference = compute_gradient(problem_, zeros, iterate_.weights,
                                         scratch_.exact_outputs, scratch_.exact,
                                         scratch_.residual);
    ++result_.products;
  }

  // diag(X' C X) with all costs as curvatures, scaled.
  void set_preconditioner() {
    if (options_.keep_preconditioner &&
        static_cast<Index>(scratch_.diagonal.size()) == problem_.x->cols()) {
      return;
    }
    std::vector<float>& costs = scratch_.cgls.image;
    costs.resize(iterate_.outputs.size());
    std::copy(problem_.costs.begin(), problem_.costs.end(), costs.begin());
    scratch_.diagonal.resize(problem_.x->cols());
    problem_.x->apply_squares(costs, problem_.rows, scratch_.diagonal);
    ++result_.products;
    for (float& d : scratch_.diagonal)
      d *= static_cast<float>(kDamping);
  }

  // Brings the constant column's weight to its minimum, which takes passes over
  // the outputs instead of products.
  void settle_constant() {
    const double constant = problem_.x->bias();
    if (constant == 0) return;
    const Index stride = problem_.stride;
    const std::span<double> weights = std::span(iterate_.weights).last(stride);
    Doubles enough(result_.reference);
    for (double& slope : enough)
      slope *= kConstantShare * options_.tolerance;
    const Doubles delta =
        constant_search(problem_, iterate_.outputs, weights, enough);
    for (Index k = 0; k < stride; ++k)
      weights[k] += delta[k];
    for_rows(problem_.rows.size(problem_.x->rows()), problem_.stride,
             problem_.x->threads(), [&](Index position) {
               double* o =
                   iterate_.outputs.data() + problem_.rows[position] * stride;
               for (Index k = 0; k < stride; ++k)
                 o[k] += delta[k] * constant;
             });
  }

  // Objectives, gradient norms and curvatures at the iterate.
  void measure() {
    if (!exact_) {
      measure_with(scratch_.cgls.image, scratch_.residual);
      if (!options_.certify || !is_near()) return;
      become_exact();
    }
    measure_with(scratch_.exact_outputs, scratch_.exact);
  }

  template <class T>
  void measure_with(std::vector<T>& half_slopes, std::vector<T>& product) {
    result_.objectives =
        evaluate_rows(problem_, iterate_.outputs.data(), problem_.stride,
                      half_slopes, scratch_.curvature);
    result_.gradient_norms =
        compute_gradient(problem_, problem_.lambda, iterate_.weights,
                         half_slopes, product, scratch_.residual);
    ++result_.products;
  }

  // Whether float products can be wrong about what is left to do.
  bool is_near() const {
    for (int k = 0; k < problem_.stride; ++k) {
      const double limit = std::max(options_.tolerance, kFloatLimit);
      if (!(result_.gradient_norms[k] <= limit * result_.reference[k])) {
        return false;
      }
    }
    return true;
  }

  // Goes on in double, from outputs that equal X w up to rounding.
  void become_exact() {
    exact_ = true;
    problem_.x->apply(problem_.stride,
                      std::span<const double>(iterate_.weights), problem_.rows,
                      std::span<double>(iterate_.outputs));
    ++result_.products;
  }

  bool all_closed() {
    open_.assign(problem_.stride, false);
    for (int k = 0; k < problem_.stride; ++k) {
      // written so that a norm that is not a number stays open
      open_[k] = !(result_.gradient_norms[k] <=
                   options_.tolerance * result_.reference[k]);
    }
    return std::find(open_.begin(), open_.end(), true) == open_.end();
  }

  // An output that has converged takes no step.
  void solve_for_step() {
    const Index stride = problem_.stride;
    Doubles target(stride, std::numeric_limits<double>::infinity());
    for (Index k = 0; k < stride; ++k) {
      if (!open_[k]) continue;
      target[k] = std::max(options_.forcing * result_.gradient_norms[k],
                           0.5 * options_.tolerance * result_.reference[k]);
    }
    scratch_.step.resize(iterate_.weights.size());
    const CglsProblem system{problem_.x,
                             problem_.stride,
                             problem_.lambda,
                             scratch_.curvature,
                             choose_active(problem_, open_, scratch_),
                             scratch_.diagonal,
                             problem_.x->bias()};
    const CglsResult cgls =
        solve_cgls(system, {target, options_.max_cg_iterations, options_.go_on},
                   scratch_.residual, scratch_.step, scratch_.cgls);
    result_.cg_iterations += cgls.iterations;
    result_.products += Index{2} * cgls.iterations;
  }

  // False if no output can descend any more.
  bool go_to_minimum_along_step() {
    if (!exact_) return go_along(scratch_.step, scratch_.cgls.image);
    std::copy(scratch_.step.begin(), scratch_.step.end(),
              scratch_.exact.begin());
    return go_along(scratch_.exact, scratch_.exact_outputs);
  }

  template <class T>
  bool go_along(const std::vector<T>& step, std::vector<T>& step_outputs) {
    problem_.x->apply(problem_.stride, std::span<const T>(step), problem_.rows,
                      std::span<T>(step_outputs));
    ++result_.products;
    const Doubles alpha = line_search(
        problem_, iterate_.outputs, std::span<const T>(step_outputs),
        column_dots(problem_, iterate_.weights, step),
        column_dots(problem_, step, step));
    if (*std::max_element(alpha.begin(), alpha.end()) <= 0) return false;
    const Index stride = problem_.stride;
    const auto add = [&](Doubles& to, const std::vector<T>& from, Index row) {
      for (Index k = 0; k < stride; ++k) {
        to[row * stride + k] +=
            alpha[k] * static_cast<double>(from[row * stride + k]);
      }
    };
    const int threads = problem_.x->threads();
    for_rows(problem_.x->cols(), problem_.stride, threads,
             [&](Index j) { add(iterate_.weights, step, j); });
    for_rows(problem_.rows.size(problem_.x->rows()), problem_.stride, threads,
             [&](Index position) {
               add(iterate_.outputs, step_outputs, problem_.rows[position]);
             });
    return true;
  }

  NewtonResult finish(Stop stop) {
    const Doubles squares =
        column_dots(problem_, iterate_.weights, iterate_.weights);
    for (int k = 0; k < problem_.stride; ++k) {
      result_.objectives[k] =
          (problem_.lambda[k] * squares[k] + result_.objectives[k]) / 2;
    }
    result_.stop = stop;
    return result_;
  }

  const BatchProblem& problem_;
  const NewtonOptions& options_;
  BatchIterate& iterate_;
  NewtonScratch& scratch_;
  bool exact_ = false;
  std::vector<bool> open_;
  NewtonResult result_;
};

}  // namespace

NewtonResult solve_newton(const BatchProblem& problem,
                          const NewtonOptions& options, BatchIterate& iterate,
                          NewtonScratch& scratch) {
  require_valid(problem, options, iterate);
  return Newton(problem, options, iterate, scratch).run();
}

}  // namespace semilin
