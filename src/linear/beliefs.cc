#include "linear/beliefs.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include <Eigen/Cholesky>
#include <Eigen/Core>

#include "linear/softmax_rows.h"
#include "solvers/blocks.h"

namespace semilin {
namespace {

using Doubles = std::vector<double>;

constexpr int kMaxNewton = 100;
// Up to this many classes steps come from the whole Hessian, which costs K^2
// numbers for each row and K^3 for each step; beyond it from products with it.
constexpr int kMostWhole = 200;
constexpr int kMaxProducts = 200;        // for a step
constexpr double kStepError = 1e-2;      // of the slope, which is left
constexpr double kLeastDamping = 1e-14;  // of the largest of the Hessian
// A fall of the dual by a smaller part of its terms is lost in rounding.
constexpr double kVisible = 1e-12;
constexpr double kHarder = 1.25;  // rho is multiplied by this
// |nu_k - base_k| / T up to which the exponentials at base serve: with terms
// from e^-700 to 1 before, sums stay above e^-300 and miss nothing.
constexpr double kReach = 300;

// The logits' exponentials at one nu, the base, which give those at others by
// multiplication: exp((nu_k - g_jk)/T) = exp((base_k - g_jk)/T) a_k with
// a_k = exp((nu_k - base_k)/T). Only the first dual of a problem costs
// exponentials.
struct Exponentials {
  Doubles base;         // empty at first
  Doubles own;          // where the problem brings no scratch
  Doubles* table;       // rows x K: divided by the row's largest
  double log_tops = 0;  // sum_j v_j log of that largest
};

// The dual at nu: value, mean beliefs and their covariance.
struct Dual {
  double value = 0;
  double terms = 0;            // their absolute sum, which cancels in value
  Doubles mean;                // K
  Eigen::MatrixXd covariance;  // diag(mean p) - mean p p'; none of many classes
  Eigen::VectorXd variance;    // its diagonal, for many classes
};

class BeliefSolver {
 public:
  BeliefSolver(const BeliefProblem& problem, double temperature)
      : problem_(problem),
        temperature_(temperature),
        rho_(problem.rho),
        width_(problem.outputs_per_row) {
    exponentials_.table =
        problem.scratch ? problem.scratch : &exponentials_.own;
  }

  // Raises rho until drift holds; returns it.
  double solve(Doubles& nu) {
    minimize(nu);
    while (!hard() && drift(nu) > problem_.drift && !stopped()) {
      rho_ *= kHarder;
      minimize(nu);
    }
    return rho_;
  }

  BeliefResult write(const Doubles& nu, std::span<double> beliefs) {
    const Softmax softmax = at(nu);
    const Doubles factor = width_ == 1 ? Doubles{} : factors(nu);
    const int sums_per_piece = width_ + 1;
    const Doubles sums = sum_rows(
        width_, sums_per_piece, [&](Index begin, Index end, double* sum) {
          Doubles logit(width_);
          for (Index j = begin; j < end; ++j) {
            const Index row = problem_.rows[j];
            const double v = problem_.weights[j];
            double* p = beliefs.data() + row * problem_.stride;
            const double entropy =
                width_ == 1 ? sigmoid_row(softmax, row, p)
                            : softmax_row(softmax, factor, j, p, logit);
            sum[width_] += v * entropy;
            for (int k = 0; k < width_; ++k)
              sum[k] += v * p[k];
          }
        });
    BeliefResult result;
    result.rho = rho_;
    result.entropy = sums[width_];
    result.sizes.assign(sums.begin(), sums.begin() + width_);
    if (width_ == 1) result.sizes = {1 - sums[0], sums[0]};
    const Doubles wanted = prior(nu);
    for (std::size_t k = 0; k < wanted.size(); ++k) {
      result.violation = std::max(
          result.violation,
          std::abs(result.sizes[k + (width_ == 1 ? 1 : 0)] - wanted[k]));
    }
    return result;
  }

  // Per class, also of two.
  Doubles sizes_asked(const Doubles& nu) const {
    Doubles wanted = prior(nu);
    if (width_ == 1) wanted.insert(wanted.begin(), 1 - wanted[0]);
    return wanted;
  }

 private:
  void minimize(Doubles& nu) {
    nu.resize(width_, 0.0);
    if (width_ == 1) {
      solve_binary(nu);
    } else {
      solve_newton(nu);
    }
  }

  // KL(s, r) for the sizes s that nu asks for.
  double drift(const Doubles& nu) const {
    const Doubles sizes = sizes_asked(nu);
    double sum = 0;
    for (std::size_t k = 0; k < sizes.size(); ++k) {
      if (sizes[k] > 0)
        sum += sizes[k] * std::log(sizes[k] / problem_.class_sizes[k]);
    }
    return sum;
  }

  Index num_rows() const { return static_cast<Index>(problem_.rows.size()); }

  // sum_pieces over the unlabeled rows of all ranks.
  template <class Piece>
  Doubles sum_rows(int stride, int num_sums, const Piece& piece) const {
    const int threads = problem_.threads;
    Doubles sums =
        problem_.cuts.empty()
            ? sum_pieces(num_rows(), stride, threads, num_sums, piece)
            : sum_pieces(problem_.cuts, stride, threads, num_sums, piece);
    problem_.ranks.sum(sums);
    return sums;
  }

  Softmax at(const Doubles& nu) const {
    return {problem_, temperature_, nu.data()};
  }

  bool hard() const { return std::isinf(rho_); }

  // Makes nu the base of the exponentials.
  void exponentiate_at(const Doubles& nu) {
    exponentials_.base = nu;
    Doubles& table = *exponentials_.table;
    table.resize(num_rows() * width_);
    const Softmax softmax = at(nu);
    exponentials_.log_tops =
        sum_rows(width_, 1, [&](Index begin, Index end, double* sum) {
          for (Index j = begin; j < end; ++j) {
            double* row = table.data() + j * width_;
            fill_logits(softmax, problem_.rows[j], row);
            const double top = *std::max_element(row, row + width_);
            exponentiate(row, width_, top);
            sum[0] += problem_.weights[j] * top;
          }
        })[0];
  }

  // a_k above; moves the base to nu where there is none in reach.
  Doubles factors(const Doubles& nu) {
    if (!in_reach(nu)) exponentiate_at(nu);
    Doubles factor(width_);
    for (int k = 0; k < width_; ++k) {
      factor[k] = std::exp((nu[k] - exponentials_.base[k]) / temperature_);
    }
    return factor;
  }

  bool in_reach(const Doubles& nu) const {
    if (exponentials_.base.empty()) return false;
    bool reached = true;
    for (int k = 0; k < width_; ++k) {
      reached = reached && std::abs(nu[k] - exponentials_.base[k]) <=
                               kReach * temperature_;
    }
    return reached;
  }

  // The j-th row's beliefs into p; returns their entropy. logit: scratch.
  double softmax_row(const Softmax& softmax, const Doubles& factor, Index j,
                     double* p, Doubles& logit) const {
    normalize_product(exponentials_.table->data() + j * width_, factor.data(),
                      width_, p);
    fill_logits(softmax, problem_.rows[j], logit.data());
    const auto top = std::max_element(p, p + width_) - p;
    // H = -sum_k p_k log p_k with log p_k = log p_top + z_k - z_top
    double fall = 0;
    for (int k = 0; k < width_; ++k) {
      fall += p[k] * (logit[top] - logit[k]);
    }
    return fall - std::log(p[top]);
  }

  // Minus the gradient of R: the sizes that nu asks for. For two classes, of
  // class 1 only.
  Doubles prior(const Doubles& nu) const {
    if (width_ == 1) {
      const double r = problem_.class_sizes[1];
      if (hard()) return {r};
      // r e^-nu/rho / (r e^-nu/rho + 1 - r), without overflow for rare classes
      const double logit = std::log(r / (1 - r)) - nu[0] / rho_;
      const double small = std::exp(-std::abs(logit));
      return {(logit >= 0 ? 1 : small) / (1 + small)};
    }
    Doubles wanted(problem_.class_sizes.begin(), problem_.class_sizes.end());
    if (hard()) return wanted;
    const double low = *std::min_element(nu.begin(), nu.end());
    double sum = 0;
    for (int k = 0; k < width_; ++k) {
      wanted[k] *= std::exp((low - nu[k]) / rho_);
      sum += wanted[k];
    }
    for (double& size : wanted)
      size /= sum;
    return wanted;
  }

  // R(nu) for K > 2.
  double prior_value(const Doubles& nu) const {
    double sum = 0;
    if (hard()) {
      for (int k = 0; k < width_; ++k)
        sum -= problem_.class_sizes[k] * nu[k];
      return sum;
    }
    const double low = *std::min_element(nu.begin(), nu.end());
    for (int k = 0; k < width_; ++k) {
      sum += problem_.class_sizes[k] * std::exp((low - nu[k]) / rho_);
    }
    return rho_ * std::log(sum) - low;
  }

  Dual dual(const Doubles& nu) {
    const Doubles factor = factors(nu);
    const Doubles sums = sum_rows(
        width_, 1 + width_ + width_ * (whole() ? width_ : 1),
        [&](Index begin, Index end, double* sum) {
          Doubles p(width_);
          for (Index j = begin; j < end; ++j) {
            const double v = problem_.weights[j];
            const double total =
                normalize_product(exponentials_.table->data() + j * width_,
                                  factor.data(), width_, p.data());
            sum[0] += v * std::log(total);
            if (whole())
              add_moments(v, p.data(), width_, sum + 1, sum + 1 + width_);
            else
              add_squares(v, p.data(), width_, sum + 1, sum + 1 + width_);
          }
        });
    Dual result;
    const double rows = temperature_ * (exponentials_.log_tops + sums[0]);
    const double sizes = prior_value(nu);
    result.value = rows + sizes;
    result.terms = std::abs(rows) + std::abs(sizes);
    result.mean.assign(sums.begin() + 1, sums.begin() + 1 + width_);
    if (!whole()) {
      result.variance.resize(width_);
      for (int k = 0; k < width_; ++k)
        result.variance[k] = result.mean[k] - sums[1 + width_ + k];
      return result;
    }
    result.covariance.resize(width_, width_);
    for (int a = 0; a < width_; ++a) {
      for (int b = 0; b <= a; ++b) {
        const double cross = sums[1 + width_ + a * width_ + b];
        result.covariance(a, b) = (a == b ? result.mean[a] : 0.0) - cross;
        result.covariance(b, a) = result.covariance(a, b);
      }
    }
    return result;
  }

  // mean p - prior(nu), for two classes, and its derivative.
  std::pair<double, double> excess(double nu) const {
    const Doubles at_nu{nu};
    const Softmax softmax = at(at_nu);
    const Doubles sums =
        sum_rows(1, 2, [&](Index begin, Index end, double* sum) {
          add_sigmoids(softmax, begin, end, sum);
        });
    const double wanted = prior(at_nu)[0];
    const double bend = hard() ? 0 : wanted * (1 - wanted) / rho_;
    return {sums[0] - wanted, sums[1] / temperature_ + bend};
  }

  // Newton safeguarded by bisection: excess is increasing in nu.
  void solve_binary(Doubles& nu) const {
    double low = -std::numeric_limits<double>::infinity();
    double high = std::numeric_limits<double>::infinity();
    double width = std::max(temperature_, 1e-3 * problem_.lambda_u);
    for (int pass = 0; pass < 200; ++pass) {
      const auto [value, slope] = excess(nu[0]);
      if (std::abs(value) <= problem_.tolerance) return;
      (value < 0 ? low : high) = nu[0];
      double next = nu[0] - value / slope;
      // Far from the root the curve is flat: widen the bracket step by step.
      if (std::isinf(high)) next = std::min(next, low + (width *= 2));
      if (std::isinf(low)) next = std::max(next, high - (width *= 2));
      if (!(next > low && next < high)) next = low + (high - low) / 2;
      if (next == low || next == high) return;  // neighboring numbers
      nu[0] = next;
    }
  }

  Eigen::VectorXd gradient(const Dual& now, const Doubles& nu) const {
    const Doubles wanted = prior(nu);
    Eigen::VectorXd gradient(width_);
    for (int k = 0; k < width_; ++k)
      gradient[k] = now.mean[k] - wanted[k];
    return gradient;
  }

  Eigen::MatrixXd hessian(const Dual& now, const Doubles& nu) const {
    Eigen::MatrixXd hessian = now.covariance / temperature_;
    if (!hard()) {
      const Doubles wanted = prior(nu);
      const Eigen::Map<const Eigen::VectorXd> r(wanted.data(), width_);
      hessian.diagonal() += r / rho_;
      hessian -= r * r.transpose() / rho_;
    }
    // nu + constant is the same solution: fix the constant.
    hessian.array() += hessian.diagonal().maxCoeff() / width_;
    return hessian;
  }

  // The Newton step for the Hessian with damping times its largest number added
  // to its diagonal.
  Eigen::VectorXd damped_step(const Dual& now, const Doubles& nu,
                              const Eigen::VectorXd& slope, double damping) {
    Eigen::MatrixXd damped = hessian(now, nu);
    const double scale = damped.diagonal().maxCoeff();
    damped.diagonal().array() += (damping + kLeastDamping) * scale;
    return damped.ldlt().solve(slope);
  }

  // The same by conjugate gradients, nearly.
  Eigen::VectorXd nearly_damped_step(const Dual& now, const Doubles& nu,
                                     const Eigen::VectorXd& slope,
                                     double damping) {
    const Doubles factor = factors(nu);
    Eigen::VectorXd diagonal = now.variance / temperature_;
    Eigen::VectorXd r = Eigen::VectorXd::Zero(width_);
    if (!hard()) {
      const Doubles wanted = prior(nu);
      r = Eigen::Map<const Eigen::VectorXd>(wanted.data(), width_);
      diagonal.array() += r.array() * (1 - r.array()) / rho_;
    }
    const double constant =
        diagonal.maxCoeff() / width_;  // as hessian() has it
    const double ridge =
        (damping + kLeastDamping) * (diagonal.maxCoeff() + constant);
    diagonal.array() += constant + ridge;
    const auto times = [&](const Eigen::VectorXd& x) -> Eigen::VectorXd {
      const Doubles sums =
          sum_rows(width_, width_, [&](Index begin, Index end, double* sum) {
            Doubles p(width_);
            for (Index j = begin; j < end; ++j) {
              normalize_product(exponentials_.table->data() + j * width_,
                                factor.data(), width_, p.data());
              add_product(problem_.weights[j], p.data(), x.data(), width_, sum);
            }
          });
      Eigen::VectorXd product =
          Eigen::Map<const Eigen::VectorXd>(sums.data(), width_) /
              temperature_ +
          ridge * x;
      if (!hard()) product += (r.cwiseProduct(x) - r * r.dot(x)) / rho_;
      product.array() += constant * x.sum();
      return product;
    };
    Eigen::VectorXd step = Eigen::VectorXd::Zero(width_), rest = slope;
    Eigen::VectorXd direction = rest.cwiseQuotient(diagonal);
    double size = rest.dot(direction);
    for (int product = 0; product < kMaxProducts && size > 0; ++product) {
      const Eigen::VectorXd bent = times(direction);
      const double length = size / direction.dot(bent);
      step += length * direction;
      rest -= length * bent;
      if (rest.norm() <= kStepError * slope.norm() || stopped()) break;
      const Eigen::VectorXd scaled = rest.cwiseQuotient(diagonal);
      const double next = rest.dot(scaled);
      direction = scaled + (next / size) * direction;
      size = next;
    }
    return step;
  }

  [[nodiscard]] bool whole() const { return width_ <= kMostWhole; }
  // Few classes take no time.
  [[nodiscard]] bool stopped() const {
    return !whole() && ended(problem_.go_on);
  }

  // Newton on the dual, damped until its value falls; where that cannot be
  // seen, until the gradient falls no more.
  void solve_newton(Doubles& nu) {
    double damping = 0;
    Dual now = dual(nu);
    Eigen::VectorXd slope = gradient(now, nu);
    for (int iteration = 0; iteration < kMaxNewton; ++iteration) {
      if (largest(slope) <= problem_.tolerance || stopped()) return;
      while (true) {
        const Eigen::VectorXd step =
            whole() ? damped_step(now, nu, slope, damping)
                    : nearly_damped_step(now, nu, slope, damping);
        Doubles trial(nu);
        Eigen::Map<Eigen::VectorXd>(trial.data(), width_) -= step;
        Dual next = dual(trial);
        Eigen::VectorXd next_slope = gradient(next, trial);
        const double fall = slope.dot(step);
        const bool seen = fall > kVisible * now.terms;
        if (seen ? next.value <= now.value - 1e-4 * fall
                 : largest(next_slope) < largest(slope)) {
          nu = std::move(trial);
          now = std::move(next);
          slope = std::move(next_slope);
          damping = damping > kLeastDamping ? damping / 10 : 0;
          break;
        }
        if (!seen && damping >= 1) return;  // rounding forbids more
        damping = std::max(1e-4, damping * 10);
      }
    }
  }

  static double largest(const Eigen::VectorXd& slope) {
    return slope.lpNorm<Eigen::Infinity>();
  }

  const BeliefProblem& problem_;
  double temperature_;
  double rho_;
  int width_;
  Exponentials exponentials_;
};

}  // namespace

double solve_multipliers(const BeliefProblem& problem, double temperature,
                         std::vector<double>& multipliers) {
  return BeliefSolver(problem, temperature).solve(multipliers);
}

std::vector<double> sizes_asked(const BeliefProblem& problem,
                                const std::vector<double>& multipliers) {
  return BeliefSolver(problem, 1.0).sizes_asked(multipliers);
}

BeliefResult update_beliefs(const BeliefProblem& problem, double temperature,
                            std::vector<double>& multipliers,
                            std::span<double> beliefs) {
  BeliefSolver solver(problem, temperature);
  (void)solver.solve(multipliers);
  return solver.write(multipliers, beliefs);
}

}  // namespace semilin
