#include "kernel/smo.h"

#include <algorithm>
#include <limits>

#include "semilin/base/index.h"

namespace semilin {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kLeastCurvature = 1e-12;
constexpr Index kMaxSteps = 10'000'000;

class Smo {
 public:
  Smo(const Eigen::MatrixXd& gram, std::span<const double> p,
      std::span<const double> y, double mu, std::vector<double>& beta)
      : gram_(gram), y_(y), mu_(mu), beta_(beta), slope_(p.begin(), p.end()) {
    for (std::size_t i = 0; i < beta.size(); ++i) {
      if (beta[i] != 0) add(i, -beta[i]);
    }
  }

  void run(double tolerance) {
    for (Index step = 0; step < kMaxSteps && select() > tolerance; ++step)
      move();
  }

 private:
  [[nodiscard]] double value(std::size_t i) const { return y_[i] * slope_[i]; }
  // y_i beta_i may grow, may fall.
  [[nodiscard]] bool up(std::size_t i) const {
    return y_[i] > 0 ? beta_[i] < mu_ : beta_[i] > 0;
  }
  [[nodiscard]] bool down(std::size_t i) const {
    return y_[i] > 0 ? beta_[i] > 0 : beta_[i] < mu_;
  }

  // Q_ij = y_i y_j G_ij, G the Gram matrix.
  void add(std::size_t i, double amount) {
    const double* column = gram_.col(static_cast<Index>(i)).data();
    for (std::size_t j = 0; j < slope_.size(); ++j)
      slope_[j] += amount * y_[i] * y_[j] * column[j];
  }

  [[nodiscard]] double curvature(std::size_t i, std::size_t j) const {
    return std::max(gram_(i, i) + gram_(j, j) - 2 * gram_(j, i),
                    kLeastCurvature);
  }

  // Sets the pair; returns the violation.
  double select() {
    double high = -kInfinity, low = kInfinity;
    for (std::size_t i = 0; i < slope_.size(); ++i) {
      if (up(i) && value(i) > high) {
        high = value(i);
        first_ = i;
      }
    }
    double best = 0;
    for (std::size_t j = 0; j < slope_.size(); ++j) {
      if (!down(j)) continue;
      low = std::min(low, value(j));
      const double gap = high - value(j);
      if (gap <= 0) continue;
      const double gain = gap * gap / curvature(first_, j);
      if (gain > best) {
        best = gain;
        second_ = j;
      }
    }
    return high - low;
  }

  // y_i beta_i grows, y_j beta_j falls, by the same amount.
  void move() {
    const auto room_up = [&](std::size_t i) {
      return y_[i] > 0 ? mu_ - beta_[i] : beta_[i];
    };
    const auto room_down = [&](std::size_t j) {
      return y_[j] > 0 ? beta_[j] : mu_ - beta_[j];
    };
    const double wanted =
        (value(first_) - value(second_)) / curvature(first_, second_);
    const double step = std::min({wanted, room_up(first_), room_down(second_)});
    change(first_, y_[first_] * step, step == room_up(first_));
    change(second_, -y_[second_] * step, step == room_down(second_));
  }

  // A beta that meets its bound is put exactly there.
  void change(std::size_t i, double amount, bool to_bound) {
    add(i, -amount);
    beta_[i] = to_bound ? (amount > 0 ? mu_ : 0)
                        : std::clamp(beta_[i] + amount, 0.0, mu_);
  }

  const Eigen::MatrixXd& gram_;
  std::span<const double> y_;
  double mu_;
  std::vector<double>& beta_;
  std::vector<double> slope_;  // p - Q beta
  std::size_t first_ = 0, second_ = 0;
};

}  // namespace

void solve_smo(const Eigen::MatrixXd& gram, std::span<const double> p,
               std::span<const double> y, double mu, std::vector<double>& beta,
               double tolerance) {
  Smo(gram, p, y, mu, beta).run(tolerance);
}

}  // namespace semilin
