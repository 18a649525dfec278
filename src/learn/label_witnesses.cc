#include "learn/label_witnesses.h"

#include <algorithm>
#include <cmath>
#include <functional>

#include <Eigen/Cholesky>
#include <Eigen/Core>

namespace semilin {
namespace {

using Eigen::Matrix3d;
using Eigen::Vector3d;

class Hearing {
 public:
  Hearing(std::span<const double> outputs, std::span<const std::int32_t> labels,
          std::span<const double> costs, std::size_t classes)
      : labels_(labels),
        costs_(costs),
        classes_(classes),
        below_(labels.size() * classes),
        place_(below_.size()),
        counts_(classes, 1.0) {
    for (const std::int32_t label : labels)
      counts_[label] += 1;
    const std::size_t width = outputs.size() / labels.size();
    std::vector<double> own(classes), sorted;
    for (std::size_t i = 0; i < labels.size(); ++i) {
      std::ranges::copy(outputs.subspan(i * width, width),
                        own.end() - static_cast<std::ptrdiff_t>(width));
      sorted = own;
      std::ranges::sort(sorted, std::greater<>());
      for (std::size_t k = 0; k < classes; ++k) {
        const auto place =
            std::ranges::lower_bound(sorted, own[k], std::greater<>());
        below_[i * classes + k] = sorted[0] - own[k];
        place_[i * classes + k] =
            std::log1p(static_cast<double>(place - sorted.begin()));
      }
    }
  }

  LabelWitnesses hear() {
    Vector3d x = Vector3d::Zero();
    double e = kUsuallyWrong, last = log_posterior(x, e);
    for (int round = 0; round < kMostRounds; ++round) {
      e = share_wrong(e);
      const double before = log_posterior(x, e);
      const Vector3d step = newton_step(x, e);
      double length = 1, now = 0;
      Vector3d next;
      do {
        next = (x - length * step).cwiseMax(0);
        now = log_posterior(next, e);
        length /= 2;
      } while (now < before && length > kShortest);
      x = next;
      if (now - last < kGain) break;
      last = now;
    }
    (void)share_wrong(e);
    return std::move(found_);
  }

 private:
  static constexpr double kUsuallyWrong = 0.05, kAssumed = 20;  // labels
  static constexpr double kGain = 1e-5;  // least gain of a round
  static constexpr int kMostRounds = 1000;
  static constexpr double kRidge = 1e-9;     // for features that are all alike
  static constexpr double kShortest = 1e-8;  // part of a step

  [[nodiscard]] std::size_t own(std::size_t i) const {
    return i * classes_ + labels_[i];
  }

  // x . f_k is log p_k, but for a constant of the row.
  [[nodiscard]] Vector3d features(std::size_t i, std::size_t k) const {
    const bool is_own = static_cast<std::int32_t>(k) == labels_[i];
    return {-below_[i * classes_ + k], -place_[i * classes_ + k],
            std::log(counts_[k] - (is_own ? 1 : 0))};
  }

  // P(label), of which a label that is right is (1 - e) p.
  [[nodiscard]] double likelihood(double p, double e) const {
    return (1 - e) * p + e * (1 - p) / static_cast<double>(classes_ - 1);
  }

  // Puts the probabilities into found_.p.
  double log_posterior(const Vector3d& x, double e) {
    found_.p.resize(below_.size());
    double sum = kAssumed * (kUsuallyWrong * std::log(e) +
                             (1 - kUsuallyWrong) * std::log(1 - e));
    for (std::size_t i = 0; i < labels_.size(); ++i) {
      const auto p = std::span(found_.p).subspan(i * classes_, classes_);
      for (std::size_t k = 0; k < classes_; ++k)
        p[k] = x.dot(features(i, k));
      const double most = std::ranges::max(p);
      double all = 0;
      for (double& z : p)
        all += z = std::exp(z - most);
      for (double& z : p)
        z /= all;
      sum += costs_[i] * std::log(likelihood(p[labels_[i]], e));
    }
    return sum;
  }

  // The next e; puts P(wrong) into found_.wrong.
  double share_wrong(double e) {
    found_.wrong.clear();
    double sum = kUsuallyWrong * kAssumed, all = kAssumed;
    for (std::size_t i = 0; i < labels_.size(); ++i) {
      const double p = found_.p[own(i)];
      found_.wrong.push_back(1 - (1 - e) * p / likelihood(p, e));
      sum += costs_[i] * found_.wrong[i];
      all += costs_[i];
    }
    return sum / all;
  }

  // Of the classes as they are after both witnesses were heard.
  [[nodiscard]] Vector3d newton_step(const Vector3d& x, double e) const {
    Vector3d gradient = Vector3d::Zero();
    Matrix3d hessian =
        kRidge * static_cast<double>(labels_.size()) * Matrix3d::Identity();
    for (std::size_t i = 0; i < labels_.size(); ++i) {
      const double right = found_.p[own(i)];
      const double scale = e / static_cast<double>(classes_ - 1) /
                           likelihood(right, e);  // of another class's p
      Vector3d mean = Vector3d::Zero();
      Matrix3d squares = Matrix3d::Zero();
      for (std::size_t k = 0; k < classes_; ++k) {
        const double p = found_.p[i * classes_ + k];
        const Vector3d f = features(i, k);
        mean += p * f;
        squares += p * f * f.transpose();
        const bool is_own = static_cast<std::int32_t>(k) == labels_[i];
        const double target =
            is_own ? (1 - e) * right / likelihood(right, e) : scale * p;
        gradient += costs_[i] * (p - target) * f;
      }
      hessian += costs_[i] * (squares - mean * mean.transpose());
    }
    for (int j = 0; j < 3; ++j) {
      if (x[j] > 0 || gradient[j] <= 0) continue;
      gradient[j] = 0;  // stays 0
      hessian.row(j).setZero();
      hessian.col(j).setZero();
      hessian(j, j) = 1;
    }
    return hessian.ldlt().solve(gradient);
  }

  std::span<const std::int32_t> labels_;
  std::span<const double> costs_;
  std::size_t classes_;
  std::vector<double> below_, place_;  // labels x classes; logs of places
  std::vector<double> counts_;         // labels of each class, and one
  LabelWitnesses found_;
};

}  // namespace

LabelWitnesses hear_labels(std::span<const double> outputs,
                           std::span<const std::int32_t> labels,
                           std::span<const double> costs, std::size_t classes) {
  return Hearing(outputs, labels, costs, classes).hear();
}

}  // namespace semilin
