// Platt scaling and its form for more classes, a small convex problem, and the
// rows on which outputs give no evidence.
#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>
#include <vector>

#include <Eigen/Cholesky>
#include <Eigen/Core>

#include "semilin/base/error.h"
#include "semilin/linear/calibration.h"

namespace semilin {
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;

constexpr int kMostSteps = 100;
// Up to this many classes steps come from the whole Hessian, which costs K^2
// for each row and K^3; beyond it from products with it.
constexpr Index kMostFittedWhole = 60;
constexpr int kMostFitProducts = 100;   // products of a step
constexpr double kFitStepError = 1e-2;  // part of the slope that a step leaves
constexpr double kGradient = 1e-10;  // no number of the last gradient is larger
constexpr int kMostRounds = 100;     // rounds of EM
constexpr double kGain = 1e-9;       // least gain of a round
constexpr double kFirstLapse = 0.05;
// Keeps the Hessian definite: shifts may all move by one number, and for equal
// outputs so may a.
constexpr double kRidge = 1e-9;

// The outputs of all classes: two classes have 0 and o.
MatrixXd class_outputs(std::span<const double> outputs, int classes) {
  const Index width = classes == 2 ? 1 : classes;
  const auto rows = static_cast<Index>(outputs.size()) / width;
  MatrixXd all = MatrixXd::Zero(rows, classes);
  for (Index i = 0; i < rows; ++i) {
    for (Index k = 0; k < width; ++k)
      all(i, classes - width + k) = outputs[i * width + k];
  }
  return all;
}

// Platt's targets: less than 1, by as much as n rows leave it uncertain.
MatrixXd smoothed_targets(std::span<const std::int32_t> labels, int classes) {
  const auto n = static_cast<double>(labels.size());
  MatrixXd targets = MatrixXd::Constant(static_cast<Index>(labels.size()),
                                        classes, 1 / (n + 2) / (classes - 1));
  for (std::size_t i = 0; i < labels.size(); ++i)
    targets(static_cast<Index>(i), labels[i]) = (n + 1) / (n + 2);
  return targets;
}

// The classes in the fit: both of two, of more those that have labels.
std::vector<Index> named_classes(std::span<const std::int32_t> labels,
                                 int classes) {
  std::vector<Index> named(labels.begin(), labels.end());
  if (classes == 2) named = {0, 1};
  std::sort(named.begin(), named.end());
  named.erase(std::unique(named.begin(), named.end()), named.end());
  return named;
}

// Rows of exp(z) / sum exp(z); returns log sum exp(z) a row.
VectorXd softmax(MatrixXd& z) {
  const VectorXd most = z.rowwise().maxCoeff();
  z = (z.colwise() - most).array().exp().matrix();
  const VectorXd sums = z.rowwise().sum();
  z = sums.cwiseInverse().asDiagonal() * z;
  return most + sums.array().log().matrix();
}

// The problem of fit_calibration in x = (a, b_1 ... b_K).
class SoftmaxFit {
 public:
  SoftmaxFit(const MatrixXd& outputs, MatrixXd targets, const VectorXd& weights)
      : outputs_(outputs),
        targets_(std::move(targets)),
        weights_(weights / weights.sum()) {}

  // Loss at x; p gets the probabilities.
  double loss(const VectorXd& x, MatrixXd& p) const {
    p = x[0] * outputs_;
    p.rowwise() += x.tail(outputs_.cols()).transpose();
    const VectorXd inner = targets_.cwiseProduct(p).rowwise().sum();
    const VectorXd log_sums = softmax(p);
    return weights_.dot(log_sums - inner) + kRidge / 2 * x.squaredNorm();
  }

  VectorXd gradient(const VectorXd& x, const MatrixXd& p) const {
    const MatrixXd pull = weights_.asDiagonal() * (p - targets_);
    VectorXd g = kRidge * x;
    g[0] += pull.cwiseProduct(outputs_).sum();
    g.tail(outputs_.cols()) += pull.colwise().sum().transpose();
    return g;
  }

  [[nodiscard]] bool whole() const {
    return outputs_.cols() <= kMostFittedWhole;
  }

  MatrixXd hessian(const MatrixXd& p) const {
    const Index classes = outputs_.cols();
    const MatrixXd weighted = weights_.asDiagonal() * p;
    const VectorXd mean = p.cwiseProduct(outputs_).rowwise().sum();
    MatrixXd h = kRidge * MatrixXd::Identity(classes + 1, classes + 1);
    h.bottomRightCorner(classes, classes) -= p.transpose() * weighted;
    h.bottomRightCorner(classes, classes).diagonal() +=
        weighted.colwise().sum().transpose();
    const MatrixXd centered = outputs_.colwise() - mean;
    const VectorXd mixed =
        weighted.cwiseProduct(centered).colwise().sum().transpose();
    h.col(0).tail(classes) += mixed;
    h.row(0).tail(classes) += mixed.transpose();
    h(0, 0) += weighted.cwiseProduct(centered.cwiseAbs2()).sum();
    return h;
  }

  // The diagonal of the Hessian.
  VectorXd diagonal(const MatrixXd& p) const {
    const VectorXd mean = p.cwiseProduct(outputs_).rowwise().sum();
    const VectorXd spread =
        p.cwiseProduct((outputs_.colwise() - mean).cwiseAbs2()).rowwise().sum();
    VectorXd d = VectorXd::Constant(outputs_.cols() + 1, kRidge);
    d[0] += weights_.dot(spread);
    d.tail(outputs_.cols()) +=
        ((p.array() * (1 - p.array())).matrix().transpose() * weights_);
    return d;
  }

  // The Hessian times v.
  VectorXd hessian_times(const MatrixXd& p, const VectorXd& v) const {
    MatrixXd moved = v[0] * outputs_;
    moved.rowwise() += v.tail(outputs_.cols()).transpose();
    const VectorXd mean = p.cwiseProduct(moved).rowwise().sum();
    moved = weights_.asDiagonal() * p.cwiseProduct(moved.colwise() - mean);
    VectorXd h = kRidge * v;
    h[0] += moved.cwiseProduct(outputs_).sum();
    h.tail(outputs_.cols()) += moved.colwise().sum().transpose();
    return h;
  }

 private:
  const MatrixXd& outputs_;
  MatrixXd targets_;
  VectorXd weights_;
};

// The step to be subtracted, for the gradient g.
VectorXd newton_step(const SoftmaxFit& fit, const MatrixXd& p,
                     const VectorXd& g, bool slope_free) {
  MatrixXd h = fit.hessian(p);
  if (!slope_free) {
    h.row(0).setZero();
    h.col(0).setZero();
    h(0, 0) = 1;
  }
  return h.ldlt().solve(g);
}

// The same by conjugate gradients, nearly.
VectorXd nearly_newton_step(const SoftmaxFit& fit, const MatrixXd& p,
                            const VectorXd& g, bool slope_free) {
  const VectorXd diagonal = fit.diagonal(p);
  VectorXd step = VectorXd::Zero(g.size()), rest = g;
  VectorXd direction = rest.cwiseQuotient(diagonal);
  double size = rest.dot(direction);
  for (int product = 0; product < kMostFitProducts; ++product) {
    VectorXd bent = fit.hessian_times(p, direction);
    if (!slope_free) bent[0] = 0;
    const double length = size / direction.dot(bent);
    step += length * direction;
    rest -= length * bent;
    if (rest.norm() <= kFitStepError * g.norm()) break;
    const VectorXd scaled = rest.cwiseQuotient(diagonal);
    const double next = rest.dot(scaled);
    direction = scaled + (next / size) * direction;
    size = next;
  }
  return step;
}

// Newton's method with halved steps. Unless it is free, the slope stays.
VectorXd minimize(const SoftmaxFit& fit, VectorXd x, bool slope_free,
                  int most_steps = kMostSteps) {
  MatrixXd p;
  double loss = fit.loss(x, p);
  for (int step = 0; step < most_steps; ++step) {
    VectorXd g = fit.gradient(x, p);
    if (!slope_free) g[0] = 0;
    if (g.lpNorm<Eigen::Infinity>() <= kGradient) break;
    const VectorXd d = fit.whole() ? newton_step(fit, p, g, slope_free)
                                   : nearly_newton_step(fit, p, g, slope_free);
    double t = 1;
    VectorXd next = x - d;
    double next_loss = fit.loss(next, p);
    while (!(next_loss <= loss) && t > 1e-10) {
      t /= 2;
      next = x - t * d;
      next_loss = fit.loss(next, p);
    }
    if (!(next_loss <= loss)) {
      fit.loss(x, p);
      break;
    }
    x = next;
    // a shortened step that gains nothing: the loss is down to its rounding
    if (t < 1 && next_loss == loss) break;
    loss = next_loss;
  }
  return x;
}

struct Fitted {
  VectorXd x;  // a, b_1 ... b_K
  double lapse = 0;
};

// The softmax's probabilities, and those with the lapse.
struct Mixture {
  MatrixXd ours, all;
};
Mixture mixture(const SoftmaxFit& problem, const Fitted& fit, double classes) {
  MatrixXd p;
  problem.loss(fit.x, p);
  p *= 1 - fit.lapse;
  return {p, (p.array() + fit.lapse / classes).matrix()};
}

// The weighted mean of -sum_k target_k log p_k, which is least at the targets.
double cross_entropy(const MatrixXd& p, const MatrixXd& targets,
                     const VectorXd& weights) {
  const MatrixXd logs = p.array().max(1e-300).log().matrix();
  return -weights.dot(targets.cwiseProduct(logs).rowwise().sum());
}

// With a lapse, by EM: each round asks which share of a target the softmax
// explains, and fits it to that share; for many classes by one step, since the
// next round asks anew.
Fitted with_lapse(const SoftmaxFit& problem, const MatrixXd& outputs,
                  const MatrixXd& targets, const VectorXd& weights,
                  double classes, Fitted fit) {
  fit.lapse = kFirstLapse;
  double last = std::numeric_limits<double>::infinity();
  for (int round = 0; round < kMostRounds; ++round) {
    const auto [ours, all] = mixture(problem, fit, classes);
    const double loss = cross_entropy(all, targets, weights);
    if (!(loss < last - kGain)) break;
    last = loss;
    const MatrixXd share = targets.cwiseProduct(ours).cwiseQuotient(all);
    const VectorXd shares = share.rowwise().sum();
    fit.lapse = 1 - weights.dot(shares);
    fit.x = minimize({outputs, shares.cwiseInverse().asDiagonal() * share,
                      weights.cwiseProduct(shares)},
                     fit.x, true, problem.whole() ? kMostSteps : 1);
  }
  return fit;
}

// Without a lapse unless one earns its place (Schwarz 1978): a gain in the log
// likelihood of the rows above (log rows) / 2.
Fitted fit_softmax(const MatrixXd& outputs, const MatrixXd& targets,
                   const VectorXd& weights, double classes) {
  const SoftmaxFit problem(outputs, targets, weights);
  Fitted plain{minimize(problem, VectorXd::Zero(outputs.cols() + 1), true)};
  if (plain.x[0] < 0) {
    return {minimize(problem, VectorXd::Zero(outputs.cols() + 1), false)};
  }
  const Fitted lapsing =
      with_lapse(problem, outputs, targets, weights, classes, plain);
  const auto loss = [&](const Fitted& fit) {
    return cross_entropy(mixture(problem, fit, classes).all, targets, weights);
  };
  const auto rows = static_cast<double>(outputs.rows());
  const bool earned = rows * (loss(plain) - loss(lapsing)) > std::log(rows) / 2;
  return earned && lapsing.x[0] > 0 ? lapsing : plain;
}

}  // namespace

Calibration fit_calibration(std::span<const double> outputs,
                            std::span<const std::int32_t> labels,
                            std::span<const double> weights, int classes) {
  require(classes >= 2, "fit_calibration: needs two classes");
  const std::size_t width = classes == 2 ? 1 : classes;
  require(!labels.empty() && outputs.size() == labels.size() * width &&
              (weights.empty() || weights.size() == labels.size()),
          "fit_calibration: sizes of outputs, labels and weights disagree");
  for (const std::int32_t label : labels) {
    require(label >= 0 && label < classes,
            "fit_calibration: a label is no class");
  }
  VectorXd w = VectorXd::Ones(static_cast<Index>(labels.size()));
  if (!weights.empty()) {
    w = Eigen::Map<const VectorXd>(weights.data(),
                                   static_cast<Index>(weights.size()));
  }
  const std::vector<Index> named = named_classes(labels, classes);
  const auto count = static_cast<int>(named.size());
  std::vector<std::int32_t> places(labels.begin(), labels.end());
  for (std::int32_t& label : places)
    label = static_cast<std::int32_t>(
        std::lower_bound(named.begin(), named.end(), label) - named.begin());
  const auto [x, lapse] =
      fit_softmax(class_outputs(outputs, classes)(Eigen::all, named),
                  smoothed_targets(places, count), w / w.sum(), classes);
  Calibration calibration;
  calibration.slopes.assign(width, x[0]);
  calibration.lapses.assign(width, lapse);
  // Only differences matter; for two classes that of the second to the first.
  const VectorXd shifts = x.tail(count);
  calibration.shifts.assign(width, 0.0);
  for (int k = 0; k < count && width > 1; ++k)
    calibration.shifts[named[k]] = shifts[k] - shifts.mean();
  if (width == 1) calibration.shifts = {shifts[1] - shifts[0]};
  return calibration;
}

}  // namespace semilin
