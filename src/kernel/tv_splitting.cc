#include "kernel/tv_splitting.h"

#include <algorithm>
#include <cmath>
#include <cstddef>

#include "kernel/loss_step.h"
#include "solvers/blocks.h"

namespace semilin {
namespace {

// Iterations between two looks at gap and energy, which nothing depends on.
constexpr int kLookInterval = 5;

class TvSplitting {
 public:
  TvSplitting(const GraphProblem& problem, TvIterate& iterate, Smoother& space)
      : problem_(problem),
        it_(iterate),
        space_(space),
        columns_(problem.columns()),
        size_(problem.points->size() * columns_),
        theta_(columns_, problem.gamma / problem.r),
        v_(size_),
        previous_(size_),
        classes_(problem.points->size()) {
    it_.g.resize(size_);
    it_.f = it_.h = it_.g;
    it_.l1.assign(size_, 0.0);
    it_.l2.assign(size_, 0.0);
    for (std::size_t i = 0; i < problem.labeled.size(); ++i)
      labeled_y_.push_back(problem.target(i, 0));
    labeled_h_.resize(labeled_y_.size());
    breakpoints_.reserve(2 * labeled_y_.size());
    decide(columns_, it_.f, classes_);
  }

  [[nodiscard]] const GraphStatus& status() const { return status_; }
  void step() {
    const bool look = status_.iteration++ % kLookInterval == 0;
    smooth_f();
    fit_h();
    denoise_g(look);
    normalize(problem_, it_.g);
    update_multipliers();
    measure_residuals();
    if (look) measure_energy();
  }

  // Also computes gap and energy.
  GraphStatus finish() {
    status_.gap = denoise(0, 1, previous_);
    measure_energy();
    return status_;
  }

  // f = argmin lambda/2 |f|_K^2 + r/2 |f - v|^2, v = g - l1 / r (Eqs. 16, 64).
  void smooth_f() {
    for_all([&](Index p) { v_[p] = it_.g[p] - it_.l1[p] / problem_.r; });
    space_.smooth(columns_, v_, it_.f);
    // |f|_K^2 = alpha'f with alpha = (r / lambda) (v - f)
    norm_ = sum([&](Index p) { return (v_[p] - it_.f[p]) * it_.f[p]; }) *
            problem_.r / problem_.lambda;
  }

  // h = argmin loss + r/2 |h - e|^2, e = g - l2 / r (Eqs. 19, 71).
  void fit_h() {
    for_all([&](Index p) { it_.h[p] = it_.g[p] - it_.l2[p] / problem_.r; });
    if (problem_.hinge && columns_ == 1) return fit_hinge_with_bias();
    for (std::size_t i = 0; i < problem_.labeled.size(); ++i) {
      for (int k = 0; k < columns_; ++k) {
        double& h = it_.h[problem_.labeled[i] * columns_ + k];
        h = problem_.hinge ? unit_hinge_step(problem_.sign(i, k), h,
                                             problem_.weight, problem_.r)
                           : square_step(problem_.target(i, k), h,
                                         problem_.weight, problem_.r);
      }
    }
  }

  // g = argmin gamma TV(g) + r |g - z|^2, z = (f + h + (l1 + l2) / r) / 2
  // (Eqs. 20, 25, 72).
  void denoise_g(bool look) {
    std::swap(previous_, it_.g);
    for_all([&](Index p) {
      v_[p] = (it_.f[p] + it_.h[p] + (it_.l1[p] + it_.l2[p]) / problem_.r) / 2;
    });
    it_.g.resize(size_);
    const double gap =
        denoise(problem_.sweeps, look ? problem_.sweeps : 0, it_.g);
    if (look) status_.gap = gap;
  }

  void update_multipliers() {
    for_all([&](Index p) {
      it_.l1[p] += problem_.r * (it_.f[p] - it_.g[p]);
      it_.l2[p] += problem_.r * (it_.h[p] - it_.g[p]);
    });
  }

 private:
  // Denoises z = v_. Returns the relative gap.
  double denoise(int sweeps, int check_interval, std::vector<double>& g) {
    return problem_.points->variation()
        .prox(v_, theta_,
              {.tolerance = 0,
               .max_iterations = sweeps,
               .check_interval = check_interval,
               .go_on = problem_.go_on},
              dual_, g)
        .gap;
  }

  void fit_hinge_with_bias() {
    const std::vector<Index>& labeled = problem_.labeled;
    for (std::size_t i = 0; i < labeled.size(); ++i)
      labeled_h_[i] = it_.h[labeled[i]];
    bias_ = hinge_step(labeled_y_, labeled_h_, problem_.weight, problem_.r,
                       breakpoints_);
    for (std::size_t i = 0; i < labeled.size(); ++i)
      it_.h[labeled[i]] = labeled_h_[i];
  }

  [[nodiscard]] double loss() const {
    double sum = 0;
    for (std::size_t i = 0; i < problem_.labeled.size(); ++i) {
      for (int k = 0; k < columns_; ++k) {
        const double y = problem_.target(i, k);
        const double h = it_.h[problem_.labeled[i] * columns_ + k];
        const double margin =
            columns_ == 1 ? y * (h + bias_) : problem_.sign(i, k) * (2 * h - 1);
        sum +=
            problem_.hinge ? std::max(0.0, 1 - margin) : (y - h) * (y - h) / 2;
      }
    }
    return problem_.weight * sum;
  }

  void measure_residuals() {
    const auto square = [](double x) { return x * x; };
    const double size = sum([&](Index p) { return square(it_.g[p]); });
    const double apart_f =
        sum([&](Index p) { return square(it_.f[p] - it_.g[p]); });
    const double apart_h =
        sum([&](Index p) { return square(it_.h[p] - it_.g[p]); });
    const double moved =
        sum([&](Index p) { return square(it_.g[p] - previous_[p]); });
    status_.primal_residual = std::sqrt(std::max(apart_f, apart_h) / size);
    status_.dual_residual = std::sqrt(moved / size);
    status_.changed = decide(columns_, it_.f, classes_);
  }

  void measure_energy() {
    status_.variation = 0;
    for (const double value :
         problem_.points->variation().value(it_.g, columns_))
      status_.variation += value;
    status_.energy = loss() + problem_.lambda / 2 * norm_ +
                     problem_.gamma * status_.variation;
  }

  template <class Term>
  [[nodiscard]] double sum(const Term& term) const {
    return sum_pieces(size_, 1, problem_.points->threads(), 1,
                      [&](Index begin, Index end, double* part) {
                        for (Index p = begin; p < end; ++p)
                          *part += term(p);
                      })[0];
  }

  template <class Body>
  void for_all(const Body& body) const {
    for_rows(size_, 1, problem_.points->threads(), body);
  }

  const GraphProblem& problem_;
  TvIterate& it_;
  Smoother& space_;
  int columns_;
  Index size_;
  std::vector<double> theta_, v_, previous_;
  std::vector<std::int32_t> classes_;
  TvState dual_;
  std::vector<double> labeled_y_, labeled_h_;
  Breakpoints breakpoints_;
  double bias_ = 0, norm_ = 0;
  GraphStatus status_;
};

}  // namespace

Stop solve_tv(const GraphProblem& problem, const GraphStopping& stopping,
              TvIterate& iterate, Smoother& space, const GraphReport& report) {
  TvSplitting splitting(problem, iterate, space);
  const Stop stop = semilin::iterate(splitting, stopping, report);
  iterate.status = splitting.finish();
  return stop;
}

}  // namespace semilin
