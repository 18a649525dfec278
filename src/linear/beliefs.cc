#include "linear/beliefs.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include <Eigen/Cholesky>
#include <Eigen/Core>

#include "linear/softmax_rows.h"
#include "solvers/blocks.h"
#include "solvers/simplex.h"

namespace semilin {
namespace {

using Doubles = std::vector<double>;

constexpr int kMaxNewton = 100;
// Up to this many classes steps come from the whole Hessian, which costs K^2
// numbers for each row and K^3 for each step; beyond it from products with it.
constexpr int kMostWhole = 60;
constexpr int kMaxProducts = 200;        // products of a step
constexpr Index kManyAmong = 8;          // a row has many of so many classes
constexpr double kStepError = 1e-2;      // part of the slope that a step leaves
constexpr double kLeastDamping = 1e-14;  // part of the Hessian's largest number
// A fall of the dual by a smaller part of its terms is lost in rounding.
constexpr double kVisible = 1e-12;
constexpr double kHarder = 1.25;  // rho is multiplied by this
// |nu_k - base_k| / T up to which the exponentials at base serve: with terms
// from e^-700 to 1 before, sums stay above e^-300 and miss nothing.
constexpr double kReach = 300;

// How hard class sizes bind beliefs: R(nu) for the class sizes r. For two
// classes nu is one number, that of class 1.
struct SizePrior {
  std::span<const double> sizes;
  double rho;

  [[nodiscard]] bool hard() const { return std::isinf(rho); }

  // Minus the gradient of R: the sizes that nu asks for, per class.
  [[nodiscard]] Doubles asked(const Doubles& nu) const {
    if (hard()) return {sizes.begin(), sizes.end()};
    if (nu.size() > 1) {
      Doubles wanted(sizes.begin(), sizes.end());
      const double low = *std::min_element(nu.begin(), nu.end());
      for (std::size_t k = 0; k < nu.size(); ++k)
        wanted[k] *= std::exp((low - nu[k]) / rho);
      make_sum_one(wanted);
      return wanted;
    }
    // r e^-nu/rho / (r e^-nu/rho + 1 - r), without overflow for rare classes
    const double r = sizes[1];
    const double logit = std::log(r / (1 - r)) - nu[0] / rho;
    const double small = std::exp(-std::abs(logit));
    const double share = (logit >= 0 ? 1 : small) / (1 + small);
    return {1 - share, share};
  }

  // R(nu) of more than two classes.
  [[nodiscard]] double value(const Doubles& nu) const {
    if (hard())
      return -std::inner_product(nu.begin(), nu.end(), sizes.begin(), 0.0);
    const double low = *std::min_element(nu.begin(), nu.end());
    double sum = 0;
    for (std::size_t k = 0; k < nu.size(); ++k)
      sum += sizes[k] * std::exp((low - nu[k]) / rho);
    return rho * std::log(sum) - low;
  }

  // KL(s, r) for the sizes s that nu asks for.
  [[nodiscard]] double drift(const Doubles& nu) const {
    const Doubles s = asked(nu);
    double sum = 0;
    for (std::size_t k = 0; k < s.size(); ++k)
      if (s[k] > 0) sum += s[k] * std::log(s[k] / sizes[k]);
    return sum;
  }
};

// The dual at nu: value, slope and the covariance of the beliefs.
struct Dual {
  double value = 0;
  double terms = 0;            // their absolute sum, which cancels in value
  Eigen::VectorXd wanted;      // the sizes that nu asks for
  Eigen::VectorXd slope;       // mean p - these
  Eigen::MatrixXd covariance;  // diag(mean p) - mean p p'; none of many classes
  Eigen::VectorXd variance;    // its diagonal, for many classes
};

class BeliefSolver {
 public:
  BeliefSolver(const BeliefProblem& problem, double temperature)
      : problem_(problem),
        temperature_(temperature),
        prior_{problem.class_sizes, problem.rho},
        width_(problem.outputs_per_row),
        table_(problem.scratch ? *problem.scratch : own_) {}

  // Raises rho until drift holds; returns it.
  double solve(Doubles& nu) {
    minimize(nu);
    while (!prior_.hard() && prior_.drift(nu) > problem_.drift && !stopped()) {
      prior_.rho *= kHarder;
      minimize(nu);
    }
    return prior_.rho;
  }

  BeliefResult write(const Doubles& nu, std::span<double> beliefs) {
    const Softmax softmax = at(nu);
    const Doubles factor = width_ == 1 ? Doubles{} : factors(nu);
    const Doubles sums =
        sum_rows(width_, width_ + 1, [&](Index begin, Index end, double* sum) {
          Doubles logit(width_);
          for (Index j = begin; j < end; ++j) {
            const Index row = problem_.rows[j];
            const double v = problem_.weights[j];
            double* p = beliefs.data() + row * problem_.stride;
            const double entropy =
                width_ == 1 ? sigmoid_row(softmax, row, p)
                            : softmax_row(softmax, row, exponentials(j),
                                          factor.data(), p, logit.data());
            sum[width_] += v * entropy;
            for (int k = 0; k < width_; ++k)
              sum[k] += v * p[k];
          }
        });
    BeliefResult result;
    result.rho = prior_.rho;
    result.entropy = sums[width_];
    result.sizes.assign(sums.begin(), sums.begin() + width_);
    if (width_ == 1) result.sizes = {1 - sums[0], sums[0]};
    const Doubles wanted = prior_.asked(nu);
    for (std::size_t k = width_ == 1 ? 1 : 0; k < wanted.size(); ++k)
      result.violation =
          std::max(result.violation, std::abs(result.sizes[k] - wanted[k]));
    return result;
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

  // sum_pieces over the unlabeled rows of all ranks.
  template <class Piece>
  Doubles sum_rows(int stride, int num_sums, const Piece& piece) const {
    const int threads = problem_.threads;
    Doubles sums =
        problem_.cuts.empty()
            ? sum_pieces(std::ssize(problem_.rows), stride, threads, num_sums,
                         piece)
            : sum_pieces(problem_.cuts, stride, threads, num_sums, piece);
    problem_.ranks.sum(sums);
    return sums;
  }

  Softmax at(const Doubles& nu) const {
    return {problem_, temperature_, nu.data()};
  }

  [[nodiscard]] const double* exponentials(Index j) const {
    return table_.data() + j * width_;
  }

  // Makes nu the base of the exponentials.
  void exponentiate_at(const Doubles& nu) {
    base_ = nu;
    table_.resize(std::ssize(problem_.rows) * width_);
    const Softmax softmax = at(nu);
    log_tops_ = sum_rows(width_, 1, [&](Index begin, Index end, double* sum) {
      for (Index j = begin; j < end; ++j) {
        double* row = table_.data() + j * width_;
        fill_logits(softmax, problem_.rows[j], row);
        const double top = *std::max_element(row, row + width_);
        exponentiate(row, width_, top);
        sum[0] += problem_.weights[j] * top;
      }
    })[0];
  }

  // a_k = exp((nu_k - base_k)/T); moves the base to nu unless it is in reach.
  Doubles factors(const Doubles& nu) {
    const auto near = [&](double a, double b) {
      return std::abs(a - b) <= kReach * temperature_;
    };
    if (!std::ranges::equal(nu, base_, near)) exponentiate_at(nu);
    Doubles factor(width_);
    for (int k = 0; k < width_; ++k)
      factor[k] = std::exp((nu[k] - base_[k]) / temperature_);
    return factor;
  }

  Dual dual(const Doubles& nu) {
    const Doubles sums = moments(factors(nu));
    using Map = Eigen::Map<const Eigen::VectorXd>;
    const Doubles wanted = prior_.asked(nu);
    const Map mean(sums.data() + 1, width_);
    Dual result;
    const double rows = temperature_ * (log_tops_ + sums[0]);
    const double sizes = prior_.value(nu);
    result.value = rows + sizes;
    result.terms = std::abs(rows) + std::abs(sizes);
    result.wanted = Map(wanted.data(), width_);
    result.slope = mean - result.wanted;
    if (!whole()) {
      result.variance = mean - Map(sums.data() + 1 + width_, width_);
      return result;
    }
    result.covariance.resize(width_, width_);
    for (int a = 0; a < width_; ++a) {
      for (int b = 0; b <= a; ++b) {
        const double cross = sums[1 + width_ + a * width_ + b];
        result.covariance(a, b) = (a == b ? mean[a] : 0.0) - cross;
        result.covariance(b, a) = result.covariance(a, b);
      }
    }
    return result;
  }

  // The sums of log(the sum of e^((nu - g)/T)), of p, and of p p' or its
  // diagonal.
  Doubles moments(const Doubles& factor) const {
    return sum_rows(
        width_, 1 + width_ + width_ * (whole() ? width_ : 1),
        [&](Index begin, Index end, double* sum) {
          Doubles p(width_);
          for (Index j = begin; j < end; ++j) {
            const double v = problem_.weights[j];
            const double total = normalize_product(
                exponentials(j), factor.data(), width_, p.data());
            sum[0] += v * std::log(total);
            if (whole())
              add_moments(v, p.data(), width_, sum + 1, sum + 1 + width_);
            else
              add_squares(v, p.data(), width_, sum + 1, sum + 1 + width_);
          }
        });
  }

  // mean p - prior(nu), for two classes, and its derivative.
  std::pair<double, double> excess(double nu) const {
    const Doubles at_nu{nu};
    const Softmax softmax = at(at_nu);
    const Doubles sums =
        sum_rows(1, 2, [&](Index begin, Index end, double* sum) {
          add_sigmoids(softmax, begin, end, sum);
        });
    const double wanted = prior_.asked(at_nu)[1];
    const double bend = prior_.hard() ? 0 : wanted * (1 - wanted) / prior_.rho;
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

  // The Newton step for the Hessian with damping times its largest number added
  // to its diagonal.
  [[nodiscard]] Eigen::VectorXd damped_step(const Dual& now,
                                            double damping) const {
    Eigen::MatrixXd hessian = now.covariance / temperature_;
    if (!prior_.hard()) {
      hessian.diagonal() += now.wanted / prior_.rho;
      hessian -= now.wanted * now.wanted.transpose() / prior_.rho;
    }
    // nu + constant is the same solution: fix the constant.
    hessian.array() += hessian.diagonal().maxCoeff() / width_;
    hessian.diagonal().array() +=
        (damping + kLeastDamping) * hessian.diagonal().maxCoeff();
    return hessian.ldlt().solve(now.slope);
  }

  // The beliefs that are not negligible: those of row j, and their classes, at
  // begins[j] to begins[j + 1] - 1; none of a row that has many.
  struct SparseBeliefs {
    std::vector<Index> begins;
    std::vector<std::int32_t> classes;
    std::vector<float> beliefs;
  };
  SparseBeliefs sparse_beliefs(const Doubles& factor) const {
    const Index rows = std::ssize(problem_.rows);
    SparseBeliefs found{std::vector<Index>(rows + 1, 0), {}, {}};
    Doubles sums(rows);
    const auto kept = [&](Index j, int k) {
      return exponentials(j)[k] * factor[k] > kNegligible * sums[j];
    };
    for_rows(rows, width_, problem_.threads, [&](Index j) {
      sums[j] = std::inner_product(factor.begin(), factor.end(),
                                   exponentials(j), 0.0);
      for (int k = 0; k < width_; ++k)
        found.begins[j + 1] += kept(j, k) ? 1 : 0;
      if (found.begins[j + 1] * kManyAmong > width_) found.begins[j + 1] = 0;
    });
    std::partial_sum(found.begins.begin(), found.begins.end(),
                     found.begins.begin());
    found.classes.resize(found.begins.back());
    found.beliefs.resize(found.begins.back());
    for_rows(rows, width_, problem_.threads, [&](Index j) {
      Index place = found.begins[j];
      const bool some = place < found.begins[j + 1];
      for (int k = 0; k < width_ && some; ++k) {
        if (!kept(j, k)) continue;
        found.classes[place] = k;
        found.beliefs[place++] =
            static_cast<float>(exponentials(j)[k] * factor[k] / sums[j]);
      }
    });
    return found;
  }

  // The covariance of the rows' beliefs times x.
  Doubles covariance_times(const Doubles& factor, const SparseBeliefs& some,
                           const Eigen::VectorXd& x) const {
    return sum_rows(width_, width_, [&](Index begin, Index end, double* sum) {
      Doubles p(width_);
      for (Index j = begin; j < end; ++j) {
        const Index first = some.begins[j], last = some.begins[j + 1];
        const double v = problem_.weights[j];
        if (first == last) {
          normalize_product(exponentials(j), factor.data(), width_, p.data());
          add_product(v, p.data(), x.data(), width_, sum);
          continue;
        }
        double mean = 0;
        for (Index z = first; z < last; ++z)
          mean += static_cast<double>(some.beliefs[z]) * x[some.classes[z]];
        for (Index z = first; z < last; ++z) {
          const std::int32_t k = some.classes[z];
          sum[k] += v * static_cast<double>(some.beliefs[z]) * (x[k] - mean);
        }
      }
    });
  }

  // The same by conjugate gradients, nearly.
  Eigen::VectorXd nearly_damped_step(const Dual& now, const Doubles& nu,
                                     double damping) {
    const Doubles factor = factors(nu);
    const SparseBeliefs some = sparse_beliefs(factor);
    Eigen::VectorXd diagonal = now.variance / temperature_;
    const Eigen::VectorXd& r = now.wanted;
    if (!prior_.hard())
      diagonal.array() += r.array() * (1 - r.array()) / prior_.rho;
    const double constant = diagonal.maxCoeff() / width_;  // as above
    const double ridge =
        (damping + kLeastDamping) * (diagonal.maxCoeff() + constant);
    diagonal.array() += constant + ridge;
    const auto times = [&](const Eigen::VectorXd& x) -> Eigen::VectorXd {
      const Doubles sums = covariance_times(factor, some, x);
      Eigen::VectorXd product =
          Eigen::Map<const Eigen::VectorXd>(sums.data(), width_) /
              temperature_ +
          ridge * x;
      if (!prior_.hard())
        product += (r.cwiseProduct(x) - r * r.dot(x)) / prior_.rho;
      product.array() += constant * x.sum();
      return product;
    };
    Eigen::VectorXd step = Eigen::VectorXd::Zero(width_), rest = now.slope;
    Eigen::VectorXd direction = rest.cwiseQuotient(diagonal);
    double size = rest.dot(direction);
    for (int product = 0; product < kMaxProducts && size > 0; ++product) {
      const Eigen::VectorXd bent = times(direction);
      const double length = size / direction.dot(bent);
      step += length * direction;
      rest -= length * bent;
      if (rest.norm() <= kStepError * now.slope.norm() || stopped()) break;
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
    for (int iteration = 0; iteration < kMaxNewton; ++iteration) {
      if (largest(now.slope) <= problem_.tolerance || stopped()) return;
      while (true) {
        const Eigen::VectorXd step = whole()
                                         ? damped_step(now, damping)
                                         : nearly_damped_step(now, nu, damping);
        Doubles trial(nu);
        Eigen::Map<Eigen::VectorXd>(trial.data(), width_) -= step;
        Dual next = dual(trial);
        const double fall = now.slope.dot(step);
        const bool seen = fall > kVisible * now.terms;
        if (seen ? next.value <= now.value - 1e-4 * fall
                 : largest(next.slope) < largest(now.slope)) {
          nu = std::move(trial);
          now = std::move(next);
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
  SizePrior prior_;
  int width_;
  // The logits' exponentials at one nu, the base, which give those at others by
  // multiplication: exp((nu_k - g_jk)/T) = exp((base_k - g_jk)/T) a_k. Only the
  // first dual of a problem costs exponentials.
  Doubles base_;         // empty at first
  Doubles own_;          // where the problem brings no scratch
  Doubles& table_;       // rows x K: divided by the row's largest
  double log_tops_ = 0;  // sum_j v_j log of that largest
};

}  // namespace

double solve_multipliers(const BeliefProblem& problem, double temperature,
                         std::vector<double>& multipliers) {
  return BeliefSolver(problem, temperature).solve(multipliers);
}

std::vector<double> sizes_asked(const BeliefProblem& problem,
                                const std::vector<double>& multipliers) {
  return SizePrior{problem.class_sizes, problem.rho}.asked(multipliers);
}

BeliefResult update_beliefs(const BeliefProblem& problem, double temperature,
                            std::vector<double>& multipliers,
                            std::span<double> beliefs) {
  BeliefSolver solver(problem, temperature);
  (void)solver.solve(multipliers);
  return solver.write(multipliers, beliefs);
}

}  // namespace semilin
