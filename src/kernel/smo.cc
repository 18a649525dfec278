#include "kernel/smo.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace semilin {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kLeastCurvature = 1e-12;
constexpr Index kMaxSteps = 10'000'000;

class Smo {
 public:
  Smo(std::span<const double> q, std::span<const double> p,
      std::span<const double> y, double mu, std::vector<double>& beta)
      : q_(q), y_(y), mu_(mu), beta_(beta), slope_(p.begin(), p.end()) {
    for (std::size_t i = 0; i < beta.size(); ++i) {
      if (beta[i] != 0) add(i, -beta[i]);
    }
  }

  SmoResult run(double tolerance) {
    SmoResult result;
    while (result.steps < kMaxSteps && select() > tolerance) {
      move();
      ++result.steps;
    }
    result.violation = std::max(0.0, high_ - low_);
    result.bias = bias();
    return result;
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

  // Q is of signed rows: Q_ij = y_i y_j G_ij.
  void add(std::size_t i, double amount) {
    const double* row = q_.data() + i * slope_.size();
    for (std::size_t j = 0; j < slope_.size(); ++j)
      slope_[j] += amount * row[j];
  }

  [[nodiscard]] double curvature(std::size_t i, std::size_t j) const {
    const std::size_t n = slope_.size();
    return std::max(
        q_[i * n + i] + q_[j * n + j] - 2 * y_[i] * y_[j] * q_[i * n + j],
        kLeastCurvature);
  }

  // Sets the pair; returns the violation.
  double select() {
    high_ = -kInfinity;
    low_ = kInfinity;
    for (std::size_t i = 0; i < slope_.size(); ++i) {
      if (up(i) && value(i) > high_) {
        high_ = value(i);
        first_ = i;
      }
    }
    double best = 0;
    for (std::size_t j = 0; j < slope_.size(); ++j) {
      if (!down(j)) continue;
      low_ = std::min(low_, value(j));
      const double gap = high_ - value(j);
      if (gap <= 0) continue;
      const double gain = gap * gap / curvature(first_, j);
      if (gain > best) {
        best = gain;
        second_ = j;
      }
    }
    return high_ - low_;
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

  [[nodiscard]] double bias() const {
    double sum = 0;
    double count = 0;
    for (std::size_t i = 0; i < slope_.size(); ++i) {
      if (beta_[i] <= 0 || beta_[i] >= mu_) continue;
      sum += value(i);
      count += 1;
    }
    if (count > 0) return sum / count;
    if (std::isinf(high_)) return low_;
    return std::isinf(low_) ? high_ : (high_ + low_) / 2;
  }

  std::span<const double> q_, y_;
  double mu_;
  std::vector<double>& beta_;
  std::vector<double> slope_;  // p - Q beta
  std::size_t first_ = 0, second_ = 0;
  double high_ = 0, low_ = 0;
};

}  // namespace

SmoResult solve_smo(std::span<const double> q, std::span<const double> p,
                    std::span<const double> y, double mu, double tolerance,
                    std::vector<double>& beta) {
  return Smo(q, p, y, mu, beta).run(tolerance);
}

}  // namespace semilin
