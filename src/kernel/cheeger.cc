#include "kernel/cheeger.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <utility>

#include <Eigen/Core>

#include "kernel/smo.h"
#include "solvers/blocks.h"

namespace semilin {
namespace {

// Position of q among n sorted entries: a share `above` lies behind it.
std::size_t balance_position(std::size_t n, double above) {
  const double position = (1 - above) * static_cast<double>(n);
  return std::min(static_cast<std::size_t>(position), n - 1);
}

// The e step of the SVM: a box QP over the labeled rows for each column, in
// G = (lambda K^-1 + r I)^-1.
class HingeStep {
 public:
  HingeStep(const GraphProblem& problem, Smoother& space)
      : problem_(problem),
        // two classes: y (e + b); more: y (2 e - 1 + b)
        scale_(problem.columns() == 1 ? 1 : 2),
        count_(static_cast<Index>(problem.labeled.size())),
        y_(count_),
        p_(count_),
        beta_(problem.columns(), std::vector<double>(count_, 0.0)) {
    std::vector<double> units(problem.points->size() * count_, 0.0);
    for (Index i = 0; i < count_; ++i)
      units[problem.labeled[i] * count_ + i] = 1 / problem.r;
    std::vector<double> images(units.size());
    space.smooth(static_cast<int>(count_), units, images);
    space.forget();
    gram_.resize(count_, count_);
    for (Index i = 0; i < count_; ++i) {
      for (Index j = 0; j < count_; ++j)
        gram_(i, j) = scale_ * scale_ * images[problem.labeled[i] * count_ + j];
    }
  }

  // Given e0 = F(g), adds to the labeled rows of g what makes F(g) the
  // minimizer.
  void add_forces(std::span<const double> e0, std::span<double> g) {
    const int columns = problem_.columns();
    for (int k = 0; k < columns; ++k) {
      for (Index i = 0; i < count_; ++i) {
        const double e = e0[problem_.labeled[i] * columns + k];
        y_[i] = problem_.sign(i, k);
        p_[i] = 1 - y_[i] * (columns == 1 ? e : 2 * e - 1);
      }
      solve_smo(gram_, p_, y_, problem_.weight, beta_[k]);
      for (Index i = 0; i < count_; ++i) {
        g[problem_.labeled[i] * columns + k] +=
            scale_ * y_[i] * beta_[k][i] / problem_.r;
      }
    }
  }

 private:
  const GraphProblem& problem_;
  double scale_;
  Index count_;
  std::vector<double> y_, p_;
  Eigen::MatrixXd gram_;  // of the scaled outputs
  std::vector<std::vector<double>> beta_;
};

class CheegerDescent {
 public:
  CheegerDescent(const GraphProblem& problem, std::vector<double> start,
                 Smoother& space)
      : problem_(problem),
        space_(space),
        columns_(problem.columns()),
        above_(columns_ == 1 ? problem.sizes[1] : 0.5),
        f_(std::move(start)),
        column_(problem.points->size()),
        slope_(problem.points->size()),
        theta_(columns_),
        classes_(problem.points->size(), -1) {
    f_.resize(column_.size() * columns_);
    g_ = e_ = f_;
    if (problem.hinge) hinge_.emplace_back(problem, space);
    (void)decide(columns_, f_, classes_);
  }

  [[nodiscard]] const GraphStatus& status() const { return status_; }
  void step() {
    previous_ = f_;
    climb();
    smooth();
    denoise();
    recenter();
    clamp_labels();
    normalize_columns();
    measure();
  }

  // e of the last f, and for two classes where it is parted.
  GraphSolution finish() {
    g_ = f_;
    smooth();
    GraphSolution solution;
    solution.expansion = expansion_of(space_, columns_);
    solution.f = e_;
    solution.status = status_;
    if (columns_ > 1) return solution;
    const double cut = best_cut(problem_.points->graph(), e_, above_);
    solution.expansion.offsets[0] = -cut;
    for (double& value : solution.f)
      value -= cut;
    return solution;
  }

 private:
  // g = f + c s(f), and theta = 2 c / E.
  void climb() {
    const std::vector<double> variation =
        problem_.points->variation().value(f_, columns_);
    status_.variation = 0;
    status_.energy = 0;
    for (int k = 0; k < columns_; ++k) {
      take_column(f_, k);
      const Balance b = balance(column_, above_, scratch_, slope_);
      const double ratio = b.value > 0 ? variation[k] / b.value : 0;
      theta_[k] = ratio > 0 ? 2 * problem_.c / ratio : 0;
      for (std::size_t i = 0; i < slope_.size(); ++i)
        g_[i * columns_ + k] = column_[i] + problem_.c * slope_[i];
      status_.variation += variation[k];
      status_.energy += ratio;
    }
  }

  void smooth() {
    space_.smooth(columns_, g_, e_);
    if (hinge_.empty()) return;
    hinge_.front().add_forces(e_, g_);
    space_.smooth(columns_, g_, e_);
  }

  void denoise() {
    const TvOptions options{.tolerance = 0,
                            .max_iterations = problem_.sweeps,
                            .check_interval = problem_.sweeps,
                            .go_on = problem_.go_on};
    status_.gap =
        problem_.points->variation().prox(e_, theta_, options, dual_, f_).gap;
    dual_.flow.clear();  // theta changes
  }

  void recenter() {
    for (int k = 0; k < columns_; ++k) {
      take_column(f_, k);
      const double point = balance(column_, above_, scratch_, slope_).point;
      for (std::size_t i = 0; i < column_.size(); ++i)
        f_[i * columns_ + k] -= point;
    }
  }

  void clamp_labels() {
    for (std::size_t i = 0; i < problem_.labeled.size(); ++i) {
      for (int k = 0; k < columns_; ++k)
        f_[problem_.labeled[i] * columns_ + k] = problem_.target(i, k);
    }
  }

  void normalize_columns() {
    if (columns_ > 1) return normalize(problem_, f_);
    const double one = 1;
    scale_columns(problem_.shape(), {&one, 1}, 0, f_);
  }

  void measure() {
    double moved = 0;
    double size = 0;
    for (std::size_t e = 0; e < f_.size(); ++e) {
      moved += (f_[e] - previous_[e]) * (f_[e] - previous_[e]);
      size += f_[e] * f_[e];
    }
    status_.dual_residual = size > 0 ? std::sqrt(moved / size) : 0;
    status_.primal_residual = status_.dual_residual;
    status_.changed = decide(columns_, f_, classes_);
    ++status_.iteration;
  }

  void take_column(const std::vector<double>& block, int k) {
    for (std::size_t i = 0; i < column_.size(); ++i)
      column_[i] = block[i * columns_ + k];
  }

  const GraphProblem& problem_;
  Smoother& space_;
  int columns_;
  double above_;
  std::vector<double> f_, g_, e_, previous_, column_, slope_, theta_, scratch_;
  std::vector<std::int32_t> classes_;
  std::vector<HingeStep> hinge_;  // none or one
  TvState dual_;
  GraphStatus status_;
};

}  // namespace

Balance balance(std::span<const double> f, double above,
                std::vector<double>& scratch, std::span<double> slope) {
  scratch.assign(f.begin(), f.end());
  const auto middle = scratch.begin() + static_cast<std::ptrdiff_t>(
                                            balance_position(f.size(), above));
  std::nth_element(scratch.begin(), middle, scratch.end());
  Balance result{*middle, 0};
  double sum = 0;
  double ties = 0;
  for (std::size_t i = 0; i < f.size(); ++i) {
    const double x = f[i] - result.point;
    slope[i] = x > 0 ? 2 * (1 - above) : x < 0 ? -2 * above : 0;
    result.value += slope[i] * x;
    sum += slope[i];
    ties += x == 0 ? 1 : 0;
  }
  for (std::size_t i = 0; i < f.size(); ++i) {
    if (f[i] == result.point) slope[i] = -sum / ties;
  }
  return result;
}

double best_cut(const Graph& graph, std::span<const double> f, double above) {
  std::vector<Index> order(f.size());
  std::iota(order.begin(), order.end(), Index{0});
  std::stable_sort(order.begin(), order.end(),
                   [&](Index a, Index b) { return f[a] > f[b]; });
  std::vector<char> inside(f.size(), 0);
  const auto& weights = graph.weights();
  const auto n = static_cast<double>(f.size());
  double cut = 0;
  double best = std::numeric_limits<double>::infinity();
  double threshold = 0;
  for (std::size_t taken = 0; taken + 1 < order.size(); ++taken) {
    const Index i = order[taken];
    inside[i] = 1;
    for (Index e = weights.offsets[i]; e < weights.offsets[i + 1]; ++e)
      cut +=
          inside[weights.columns[e]] ? -weights.values[e] : weights.values[e];
    const double next = f[order[taken + 1]];
    if (next == f[i]) continue;  // no threshold parts equal values
    const double size = static_cast<double>(taken + 1);
    const double value = cut / std::min((1 - above) * size, above * (n - size));
    if (value < best) {
      best = value;
      threshold = (f[i] + next) / 2;
    }
  }
  return threshold;
}

GraphSolution solve_cheeger(const GraphProblem& problem,
                            const GraphStopping& stopping,
                            std::vector<double> start, Smoother& space,
                            const GraphReport& report) {
  CheegerDescent descent(problem, std::move(start), space);
  const Stop stop = iterate(descent, stopping, report);
  GraphSolution solution = descent.finish();
  solution.stop = stop;
  return solution;
}

}  // namespace semilin
