#include "solvers/newton.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <type_traits>

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

// A step's system is solved to this part of the gradient, or as far as the
// tolerance asks for, whichever is looser; in this many iterations at most.
constexpr double kForcing = 0.2;
constexpr int kMostCgIterations = 200;

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

// x as a number of this kind.
template <class T>
T stored(double x) {
  if constexpr (std::is_same_v<T, double>) return x;
  const auto place = static_cast<T>(x);
  const bool lost = place != 0 && std::abs(place) < kLeast;
  return lost ? std::copysign(kLeast, place) : place;
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
  for_costs(
      problem.costs[i], multiples_of(problem, i),
      stride, [&](Index k, double cost) __attribute__((always_inline)) {
        const double a = cost * p[k];
        const double b = cost - a;
        half_slope[k] = stored<T>(pair_half_slope(h, a, b, o[k]));
        curvature[k] = stored<float>(pair_curvature(h, a, b, o[k]));
        value[k] += pair_value(h, a, b, o[k]);
      });
}

// residual := -(gradient + lambda w) over the numbers [begin, end), squares
// added to sums; `gradient` may be `residual`.
template <class T>
SEMILIN_CLONES void complete_gradient(const T* gradient, const double* lambda,
                                      const double* weights, int lanes,
                                      Index begin, Index end, float* residual,
                                      double* sums) {
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

template <class U, class V>
SEMILIN_CLONES void add_products(const U* u, const V* v, Index begin, Index end,
                                 int lanes, double* sums) {
  for (Index e = begin; e < end; e += lanes) {
    const Index width = std::min<Index>(lanes, end - e);
    for (Index k = 0; k < width; ++k)
      sums[k] += static_cast<double>(u[e + k]) * static_cast<double>(v[e + k]);
  }
}

// The state of one solve, so that the loop below reads like the paper.
class Newton {
 public:
  Newton(const BatchProblem& problem, const NewtonOptions& options,
         BatchIterate& iterate, NewtonScratch& scratch)
      : problem_(problem),
        x_(*problem.x),
        stride_(problem.stride),
        options_(options),
        iterate_(iterate),
        scratch_(scratch) {}

  NewtonResult run() {
    set_reference();
    set_preconditioner();
    while (true) {
      settle_constant();
      measure();
      if (all_converged(options_.tolerance)) return finish(Stop::Converged);
      if (result_.iterations == options_.max_iterations)
        return finish(Stop::MaxIterations);
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
            evaluate(iterate_.outputs.data(), stride_, scratch_.cgls.image);
        return finish(Stop::MaxIterations);
      }
    }
  }

 private:
  // Fills half_slopes and the curvature; returns sum_i phi per output. Row i's
  // outputs begin at outputs + i * pitch.
  template <class T>
  Doubles evaluate(const double* outputs, Index pitch,
                   std::vector<T>& half_slopes) {
    half_slopes.resize(iterate_.outputs.size());
    scratch_.curvature.resize(iterate_.outputs.size());
    return sum_rows(x_, problem_.rows, stride_, stride_,
                    [&](Index begin, Index end, double* sum) {
                      for (Index p = begin; p < end; ++p) {
                        const Index i = problem_.rows[p];
                        evaluate_row(problem_, i, outputs + i * pitch,
                                     half_slopes.data() + i * stride_,
                                     scratch_.curvature.data() + i * stride_,
                                     sum);
                      }
                    });
  }

  // residual := -(lambda w + X' half_slopes); returns its norms. X' half_slopes
  // is formed in `product`, which may be the residual.
  template <class T>
  Doubles gradient_norms(std::span<const double> lambda,
                         const std::vector<T>& half_slopes,
                         std::vector<T>& product) {
    const Doubles& weights = iterate_.weights;
    product.resize(weights.size());
    scratch_.residual.resize(weights.size());
    x_.apply_transpose(stride_, std::span<const T>(half_slopes), problem_.rows,
                       std::span<T>(product));
    const Doubles lambdas = spread_lanes<double>(lambda, stride_);
    Doubles norms = sum_columns([&](Index begin, Index end, double* sum) {
      complete_gradient(product.data(), lambdas.data(), weights.data(),
                        num_lanes(stride_), begin, end,
                        scratch_.residual.data(), sum);
    });
    for (double& norm : norms)
      norm = std::sqrt(norm);
    return norms;
  }

  // u_k.v_k for every column k of two blocks of weights.
  template <class U, class V>
  Doubles column_dots(const std::vector<U>& u, const std::vector<V>& v) const {
    return sum_columns([&](Index begin, Index end, double* sum) {
      add_products(u.data(), v.data(), begin, end, num_lanes(stride_), sum);
    });
  }

  template <class Pass>
  Doubles sum_columns(const Pass& pass) const {
    return sum_lanes(std::ssize(iterate_.weights), stride_, x_.threads(), 1,
                     pass);
  }

  // Calls each(row) for the rows that take part.
  template <class Each>
  void for_outputs(const Each& each) const {
    for_rows(problem_.rows.size(x_.rows()), stride_, x_.threads(),
             [&](Index position) { each(problem_.rows[position]); });
  }

  // Rows that are curved in an output that is still open.
  RowSet active_rows() {
    const Index rows = problem_.rows.size(x_.rows());
    std::vector<Index>& active = scratch_.active;
    active.clear();
    for (Index position = 0; position < rows; ++position) {
      const Index i = problem_.rows[position];
      bool curved = false;
      for (Index k = 0; k < stride_; ++k)
        curved =
            curved || (open_[k] && scratch_.curvature[i * stride_ + k] > 0);
      if (curved) active.push_back(i);
    }
    if (problem_.rows.all && std::ssize(active) == rows) return {};
    return RowSet::listed(active, problem_.rows.whole);
  }

  void set_reference() {
    if (!options_.reference.empty()) {
      result_.reference.assign(options_.reference.begin(),
                               options_.reference.end());
      return;
    }
    const Doubles zeros(stride_, 0.0);
    evaluate(zeros.data(), 0, scratch_.exact_outputs);
    result_.reference =
        gradient_norms(zeros, scratch_.exact_outputs, scratch_.exact);
    ++result_.products;
  }

  // diag(X' C X) with all costs as curvatures, scaled.
  void set_preconditioner() {
    if (options_.keep_preconditioner &&
        static_cast<Index>(scratch_.diagonal.size()) == x_.cols()) {
      return;
    }
    std::vector<float>& costs = scratch_.cgls.image;
    costs.resize(iterate_.outputs.size());
    std::copy(problem_.costs.begin(), problem_.costs.end(), costs.begin());
    scratch_.diagonal.resize(x_.cols());
    x_.apply_squares(costs, problem_.rows, scratch_.diagonal);
    ++result_.products;
    for (float& d : scratch_.diagonal)
      d *= static_cast<float>(kDamping);
  }

  // Brings the constant column's weight to its minimum, which takes passes over
  // the outputs instead of products.
  void settle_constant() {
    const double constant = x_.bias();
    if (constant == 0) return;
    const std::span<double> weights = std::span(iterate_.weights).last(stride_);
    Doubles enough(result_.reference);
    for (double& slope : enough)
      slope *= kConstantShare * options_.tolerance;
    const Doubles delta =
        constant_search(problem_, iterate_.outputs, weights, enough);
    for (Index k = 0; k < stride_; ++k)
      weights[k] += delta[k];
    for_outputs([&](Index i) {
      double* o = iterate_.outputs.data() + i * stride_;
      for (Index k = 0; k < stride_; ++k)
        o[k] += delta[k] * constant;
    });
  }

  // Objectives, gradient norms and curvatures at the iterate.
  void measure() {
    if (!exact_) {
      measure_with(scratch_.cgls.image, scratch_.residual);
      if (!options_.certify) return;
      // float products can be wrong about what is left to do
      if (!all_converged(std::max(options_.tolerance, kFloatLimit))) return;
      become_exact();
    }
    measure_with(scratch_.exact_outputs, scratch_.exact);
  }

  template <class T>
  void measure_with(std::vector<T>& half_slopes, std::vector<T>& product) {
    result_.objectives =
        evaluate(iterate_.outputs.data(), stride_, half_slopes);
    result_.gradient_norms =
        gradient_norms(problem_.lambda, half_slopes, product);
    ++result_.products;
  }

  // Goes on in double, from outputs that equal X w up to rounding.
  void become_exact() {
    exact_ = true;
    x_.apply(stride_, std::span<const double>(iterate_.weights), problem_.rows,
             std::span<double>(iterate_.outputs));
    ++result_.products;
  }

  // Whether the gradient is small enough. One that is not a number is not.
  [[nodiscard]] bool has_converged(Index k, double tolerance) const {
    return result_.gradient_norms[k] <= tolerance * result_.reference[k];
  }

  [[nodiscard]] bool all_converged(double tolerance) const {
    for (Index k = 0; k < stride_; ++k)
      if (!has_converged(k, tolerance)) return false;
    return true;
  }

  // An output that has converged takes no step.
  void solve_for_step() {
    open_.assign(stride_, false);
    Doubles target(stride_, std::numeric_limits<double>::infinity());
    for (Index k = 0; k < stride_; ++k) {
      if (has_converged(k, options_.tolerance)) continue;
      open_[k] = true;
      target[k] = std::max(kForcing * result_.gradient_norms[k],
                           0.5 * options_.tolerance * result_.reference[k]);
    }
    scratch_.step.resize(iterate_.weights.size());
    const CglsProblem system{
        problem_.x,    stride_,           problem_.lambda, scratch_.curvature,
        active_rows(), scratch_.diagonal, x_.bias()};
    const CglsResult cgls =
        solve_cgls(system, {target, kMostCgIterations, options_.go_on},
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
    x_.apply(stride_, std::span<const T>(step), problem_.rows,
             std::span<T>(step_outputs));
    ++result_.products;
    const Doubles alpha = line_search(
        problem_, iterate_.outputs, std::span<const T>(step_outputs),
        column_dots(iterate_.weights, step), column_dots(step, step));
    if (*std::max_element(alpha.begin(), alpha.end()) <= 0) return false;
    const auto add = [&](Doubles& to, const std::vector<T>& from, Index row) {
      for (Index k = 0; k < stride_; ++k) {
        to[row * stride_ + k] +=
            alpha[k] * static_cast<double>(from[row * stride_ + k]);
      }
    };
    for_rows(x_.cols(), stride_, x_.threads(),
             [&](Index j) { add(iterate_.weights, step, j); });
    for_outputs([&](Index i) { add(iterate_.outputs, step_outputs, i); });
    return true;
  }

  NewtonResult finish(Stop stop) {
    const Doubles squares = column_dots(iterate_.weights, iterate_.weights);
    for (int k = 0; k < stride_; ++k) {
      result_.objectives[k] =
          (problem_.lambda[k] * squares[k] + result_.objectives[k]) / 2;
    }
    result_.stop = stop;
    return result_;
  }

  const BatchProblem& problem_;
  const CsrOperator& x_;
  const int stride_;
  const NewtonOptions& options_;
  BatchIterate& iterate_;
  NewtonScratch& scratch_;
  bool exact_ = false;
  std::vector<bool> open_;
  NewtonResult result_;
};

// A block of numbers, and the first column that is meant.
template <class T>
struct Columns {
  T* numbers;
  int stride;
  int first = 0;
};

// Copies `count` columns of these rows.
void copy_columns(Columns<const double> from, Columns<double> to, int count,
                  RowSet set, Index rows, int threads) {
  for_rows(set.size(rows), count, threads, [&](Index position) {
    const Index row = set[position];
    std::copy_n(from.numbers + row * from.stride + from.first, count,
                to.numbers + row * to.stride + to.first);
  });
}

// A batch's blocks of columns, one after another.
class Blocks {
 public:
  Blocks(const BatchProblem& problem, const NewtonOptions& options,
         BatchIterate& iterate, NewtonScratch& scratch)
      : problem_(problem),
        options_(options),
        iterate_(iterate),
        scratch_(scratch) {}

  NewtonResult run() {
    for (int first = 0; first < problem_.stride; first += kNewtonBlock) {
      const int count = std::min(kNewtonBlock, problem_.stride - first);
      take(first, count);
      add(solve(first, count));
      give_back(first, count);
      options_.keep_preconditioner = true;
    }
    return std::move(result_);
  }

 private:
  [[nodiscard]] NewtonBlock& block() { return scratch_.block; }

  // The rows that take part of a block of the batch.
  void copy_rows(Columns<const double> from, Columns<double> to, int count) {
    copy_columns(from, to, count, problem_.rows, problem_.x->rows(),
                 problem_.x->threads());
  }

  void copy_weights(Columns<const double> from, Columns<double> to, int count) {
    copy_columns(from, to, count, {}, problem_.x->cols(),
                 problem_.x->threads());
  }

  void take(int first, int count) {
    const auto take_rows = [&](std::span<const double> from,
                               std::vector<double>& to) {
      to.resize(problem_.x->rows() * count);
      copy_rows({from.data(), problem_.stride, first}, {to.data(), count},
                count);
    };
    take_rows(problem_.beliefs, block().beliefs);
    take_rows(iterate_.outputs, block().iterate.outputs);
    if (!problem_.multiples.empty())
      take_rows(problem_.multiples, block().multiples);
    block().iterate.weights.resize(problem_.x->cols() * count);
    copy_weights({iterate_.weights.data(), problem_.stride, first},
                 {block().iterate.weights.data(), count}, count);
  }

  NewtonResult solve(int first, int count) {
    BatchProblem problem = problem_;
    problem.stride = count;
    problem.lambda = problem_.lambda.subspan(first, count);
    problem.beliefs = block().beliefs;
    if (!problem_.multiples.empty()) problem.multiples = block().multiples;
    NewtonOptions options = options_;
    if (!options.reference.empty())
      options.reference = options_.reference.subspan(first, count);
    return Newton(problem, options, block().iterate, scratch_).run();
  }

  void give_back(int first, int count) {
    copy_rows({block().iterate.outputs.data(), count},
              {iterate_.outputs.data(), problem_.stride, first}, count);
    copy_weights({block().iterate.weights.data(), count},
                 {iterate_.weights.data(), problem_.stride, first}, count);
  }

  // The stop is that of a block that did not converge, if there is one.
  void add(const NewtonResult& one) {
    const auto append = [](Doubles& to, const Doubles& from) {
      to.insert(to.end(), from.begin(), from.end());
    };
    append(result_.objectives, one.objectives);
    append(result_.gradient_norms, one.gradient_norms);
    append(result_.reference, one.reference);
    if (one.stop != Stop::Converged) result_.stop = one.stop;
    if (one.products <= result_.products) return;
    result_.iterations = one.iterations;
    result_.cg_iterations = one.cg_iterations;
    result_.products = one.products;
  }

  const BatchProblem& problem_;
  NewtonOptions options_;
  BatchIterate& iterate_;
  NewtonScratch& scratch_;
  NewtonResult result_;
};

}  // namespace

NewtonResult solve_newton(const BatchProblem& problem,
                          const NewtonOptions& options, BatchIterate& iterate,
                          NewtonScratch& scratch) {
  require_valid(problem, options, iterate);
  return problem.stride <= kNewtonBlock
             ? Newton(problem, options, iterate, scratch).run()
             : Blocks(problem, options, iterate, scratch).run();
}

}  // namespace semilin
