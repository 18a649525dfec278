#include "semilin/solvers/newton.h"

#include <algorithm>
#include <cmath>
#include <string>

#include "semilin/base/error.h"
#include "semilin/solvers/line_search.h"

#include "solvers/blocks.h"

namespace semilin {
namespace {

using Doubles = std::vector<double>;

// Share of the full diagonal in the preconditioner: on l2-normalised tf-idf
// rows the full one doubles the CG iterations, this share saves a tenth to a
// quarter (cf. Hsia, Chiang, Lin 2018, who mix it with the identity at 0.01).
constexpr double kDamping = 0.01;

void require_valid(const BatchProblem& problem, const NewtonOptions& options,
                   const BatchIterate& iterate) {
  require(problem.x != nullptr, "newton: no operator");
  const auto stride = static_cast<std::size_t>(problem.stride);
  const std::size_t rows = problem.x->rows();
  require(problem.lambda.size() == stride, "newton: one lambda an output");
  for (const double lambda : problem.lambda) {
    require(lambda > 0,
            "newton: lambda must be positive, got " + std::to_string(lambda));
  }
  require(problem.costs.size() == rows, "newton: one cost a row");
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
          "newton: one reference an output");
}

// Writes row i's phi'/2 to half_slope and phi''/2 to curvature, adds phi to
// value.
SEMILIN_CLONES
void evaluate_row(const Loss& loss, double cost, const double* multiples,
                  const double* p, const double* o, Index stride,
                  double* half_slope, float* curvature, double* value) {
  const Loss h = loss;
  for (Index k = 0; k < stride; ++k) {
    const double c = multiples ? cost * multiples[k] : cost;
    const double a = c * p[k];
    const double b = c - a;
    half_slope[k] = pair_half_slope(h, a, b, o[k]);
    curvature[k] = static_cast<float>(pair_curvature(h, a, b, o[k]));
    value[k] += pair_value(h, a, b, o[k]);
  }
}

// Fills step_outputs with phi'/2 and curvature; returns sum_i phi per output.
Doubles evaluate_rows(const BatchProblem& problem, const Doubles& outputs,
                      NewtonScratch& scratch) {
  const Index stride = problem.stride;
  scratch.step_outputs.resize(outputs.size());
  scratch.curvature.resize(outputs.size());
  Doubles values = sum_pieces(
      problem.rows.size(problem.x->rows()), problem.stride,
      problem.x->threads(), problem.stride,
      [&](Index begin, Index end, double* sum) {
        for (Index position = begin; position < end; ++position) {
          const Index i = problem.rows[position];
          evaluate_row(problem.loss, problem.costs[i], multiples_of(problem, i),
                       problem.beliefs.data() + i * stride,
                       outputs.data() + i * stride, stride,
                       scratch.step_outputs.data() + i * stride,
                       scratch.curvature.data() + i * stride, sum);
        }
      });
  problem.x->sum_over_rows(values);
  return values;
}

SEMILIN_CLONES
void add_products(const double* u, const double* v, Index rows, Index stride,
                  double* sums) {
  for (Index j = 0; j < rows; ++j) {
    for (Index k = 0; k < stride; ++k) {
      sums[k] += u[j * stride + k] * v[j * stride + k];
    }
  }
}

// u_k.v_k for every column k of two blocks.
Doubles column_dots(const BatchProblem& problem, const Doubles& u,
                    const Doubles& v) {
  const Index stride = problem.stride;
  return sum_pieces(problem.x->cols(), problem.stride, problem.x->threads(),
                    problem.stride, [&](Index begin, Index end, double* sum) {
                      add_products(u.data() + begin * stride,
                                   v.data() + begin * stride, end - begin,
                                   stride, sum);
                    });
}

// gradient := lambda w + X' phi'/2; returns its norms.
Doubles complete_gradient(const BatchProblem& problem, const Doubles& weights,
                          NewtonScratch& scratch) {
  const Index stride = problem.stride;
  scratch.gradient.resize(weights.size());
  problem.x->apply_transpose(problem.stride,
                             std::span<const double>(scratch.step_outputs),
                             problem.rows, std::span<double>(scratch.gradient));
  Doubles norms = sum_pieces(
      problem.x->cols(), problem.stride, problem.x->threads(), problem.stride,
      [&](Index begin, Index end, double* sum) {
        for (Index j = begin; j < end; ++j) {
          for (Index k = 0; k < stride; ++k) {
            const double g = scratch.gradient[j * stride + k] +
                             problem.lambda[k] * weights[j * stride + k];
            scratch.gradient[j * stride + k] = g;
            sum[k] += g * g;
          }
        }
      });
  for (double& norm : norms)
    norm = std::sqrt(norm);
  return norms;
}

// |grad f_k(0)|.
Doubles gradient_norms_at_zero(const BatchProblem& problem,
                               const BatchIterate& iterate,
                               NewtonScratch& scratch) {
  const Doubles zero_outputs(iterate.outputs.size(), 0.0);
  const Doubles zero_weights(iterate.weights.size(), 0.0);
  evaluate_rows(problem, zero_outputs, scratch);
  return complete_gradient(problem, zero_weights, scratch);
}

// Rows that are curved in an output that is still open; closed outputs lose
// their curvature, so that CGLS leaves them alone.
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
  return RowSet::of(scratch.active);
}

}  // namespace

namespace {

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
    while (true) {
      measure();
      if (all_closed()) return finish(Stop::Converged);
      if (result_.iterations == options_.max_iterations) {
        return finish(Stop::MaxIterations);
      }
      solve_for_step();
      if (!go_to_minimum_along_step()) return finish(Stop::NoProgress);
      ++result_.iterations;
      if (result_.iterations == options_.max_iterations &&
          !options_.measure_last) {
        result_.objectives =
            evaluate_rows(problem_, iterate_.outputs, scratch_);
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
    result_.reference = gradient_norms_at_zero(problem_, iterate_, scratch_);
    ++result_.products;
  }

  // Objectives, gradients and curvatures at the iterate.
  void measure() {
    result_.objectives = evaluate_rows(problem_, iterate_.outputs, scratch_);
    result_.gradient_norms =
        complete_gradient(problem_, iterate_.weights, scratch_);
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

  // each(j) for 0 <= j < count, in parallel pieces.
  template <class Each>
  void for_pieces(Index count, const Each& each) {
    const Index pieces = num_pieces(count, problem_.stride);
    parallel_for(pieces, problem_.x->threads(), [&](Index task) {
      for (Index j = count * task / pieces; j < count * (task + 1) / pieces;
           ++j) {
        each(j);
      }
    });
  }

  void solve_for_step() {
    const Index stride = problem_.stride;
    const Index size = static_cast<Index>(iterate_.weights.size());
    scratch_.residual.resize(size);
    Doubles target(problem_.stride);
    for (int k = 0; k < problem_.stride; ++k) {
      target[k] =
          open_[k] ? std::max(options_.forcing * result_.gradient_norms[k],
                              0.5 * options_.tolerance * result_.reference[k])
                   : 2 * result_.gradient_norms[k];
    }
    for_pieces(problem_.x->cols(), [&](Index j) {
      for (Index e = j * stride; e < (j + 1) * stride; ++e) {
        scratch_.residual[e] = static_cast<float>(-scratch_.gradient[e]);
      }
    });
    const RowSet active = choose_active(problem_, open_, scratch_);
    CglsProblem system{problem_.x,      problem_.stride,
                       problem_.lambda, scratch_.curvature,
                       active,          precondition(active)};
    const CglsResult cgls =
        solve_cgls(system, {target, options_.max_cg_iterations},
                   scratch_.residual, scratch_.gradient, scratch_.cgls);
    result_.cg_iterations += cgls.iterations;
    result_.products += 2 * cgls.iterations;
  }

  // 1 / M with M = lambda + kDamping diag(X' C X).
  std::span<const float> precondition(RowSet active) {
    std::vector<float>& inverse = scratch_.inverse_diagonal;
    inverse.resize(iterate_.weights.size());
    problem_.x->apply_squares(problem_.stride,
                              std::span<const float>(scratch_.curvature),
                              active, std::span<float>(inverse));
    ++result_.products;
    const Index stride = problem_.stride;
    for_pieces(problem_.x->cols(), [&](Index j) {
      for (Index k = 0; k < stride; ++k) {
        float& m = inverse[j * stride + k];
        m = static_cast<float>(1 / (problem_.lambda[k] + kDamping * m));
      }
    });
    return inverse;
  }

  // False if no output can descend any more.
  bool go_to_minimum_along_step() {
    const Doubles& step = scratch_.gradient;
    problem_.x->apply(problem_.stride, std::span<const double>(step),
                      problem_.rows, std::span<double>(scratch_.step_outputs));
    ++result_.products;
    const Doubles alpha =
        line_search(problem_, iterate_.outputs, scratch_.step_outputs,
                    column_dots(problem_, iterate_.weights, step),
                    column_dots(problem_, step, step));
    if (*std::max_element(alpha.begin(), alpha.end()) <= 0) return false;
    const Index stride = problem_.stride;
    const auto add = [&](Doubles& to, const Doubles& from, Index row) {
      for (Index k = 0; k < stride; ++k) {
        to[row * stride + k] += alpha[k] * from[row * stride + k];
      }
    };
    for_pieces(problem_.x->cols(),
               [&](Index j) { add(iterate_.weights, step, j); });
    for_pieces(problem_.rows.size(problem_.x->rows()), [&](Index position) {
      add(iterate_.outputs, scratch_.step_outputs, problem_.rows[position]);
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
