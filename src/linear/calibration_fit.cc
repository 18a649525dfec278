// Platt scaling and its form for more classes, a small convex problem, and the
// rows on which outputs give no evidence.
#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>
#include <vector>

#include <Eigen/Core>

#include "semilin/base/error.h"
#include "semilin/linear/calibration.h"

namespace semilin {
namespace {

using Eigen::RowVectorXd;
using Eigen::VectorXd;
using Rows = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic,
                           Eigen::RowMajor>;  // a class in each column

constexpr int kMostSteps = 100;
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
Rows class_outputs(std::span<const double> outputs, int classes) {
  const Index width = classes == 2 ? 1 : classes;
  const auto rows = static_cast<Index>(outputs.size()) / width;
  Rows all = Rows::Zero(rows, classes);
  for (Index i = 0; i < rows; ++i) {
    for (Index k = 0; k < width; ++k)
      all(i, classes - width + k) = outputs[i * width + k];
  }
  return all;
}

// Platt's targets: less than 1, by as much as n rows leave it uncertain.
Rows smoothed_targets(std::span<const std::int32_t> labels, int classes) {
  const auto n = static_cast<double>(labels.size());
  Rows targets = Rows::Constant(static_cast<Index>(labels.size()), classes,
                                1 / (n + 2) / (classes - 1));
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

// The problem of fit_calibration in x = (a, b_1 ... b_K), row by row.
class SoftmaxFit {
 public:
  SoftmaxFit(const Rows& outputs, const Rows& targets, const VectorXd& weights)
      : outputs_(outputs),
        targets_(targets),
        weights_(weights / weights.sum()) {}

  // Loss at x; p gets the probabilities, exp(z) / sum exp(z) in each row.
  double loss(const VectorXd& x, Rows& p) const {
    p.resize(outputs_.rows(), outputs_.cols());
    const RowVectorXd shifts = x.tail(outputs_.cols()).transpose();
    RowVectorXd z(outputs_.cols());
    double sum = kRidge / 2 * x.squaredNorm();
    for (Index i = 0; i < p.rows(); ++i) {
      z = x[0] * outputs_.row(i) + shifts;
      const double inner = targets_.row(i).dot(z), most = z.maxCoeff();
      p.row(i) = (z.array() - most).exp();
      const double exps = p.row(i).sum();
      p.row(i) /= exps;
      sum += weights_[i] * (most + std::log(exps) - inner);
    }
    return sum;
  }

  VectorXd gradient(const VectorXd& x, const Rows& p) const {
    VectorXd g = kRidge * x;
    for (Index i = 0; i < p.rows(); ++i)
      add(weights_[i] * (p.row(i) - targets_.row(i)), i, g);
    return g;
  }

  // The diagonal of the Hessian.
  VectorXd diagonal(const Rows& p) const {
    VectorXd d = VectorXd::Constant(outputs_.cols() + 1, kRidge);
    for (Index i = 0; i < p.rows(); ++i) {
      const auto own = p.row(i), o = outputs_.row(i);
      const double mean = own.dot(o);
      d[0] += weights_[i] * own.dot((o.array() - mean).square().matrix());
      d.tail(own.size()) +=
          weights_[i] * (own.array() * (1 - own.array())).matrix().transpose();
    }
    return d;
  }

  // The Hessian times v.
  VectorXd hessian_times(const Rows& p, const VectorXd& v) const {
    VectorXd h = kRidge * v;
    const RowVectorXd shifts = v.tail(outputs_.cols()).transpose();
    RowVectorXd moved(outputs_.cols());
    for (Index i = 0; i < p.rows(); ++i) {
      moved = v[0] * outputs_.row(i) + shifts;
      const double mean = p.row(i).dot(moved);
      moved = weights_[i] * p.row(i).array() * (moved.array() - mean);
      add(moved, i, h);
    }
    return h;
  }

 private:
  // Adds a derivative by the row's z, as one by x.
  template <class Row>
  void add(const Row& by_z, Index i, VectorXd& by_x) const {
    by_x[0] += by_z.dot(outputs_.row(i));
    by_x.tail(by_z.size()) += by_z.transpose();
  }

  const Rows& outputs_;
  const Rows& targets_;
  VectorXd weights_;
};

// The step to be subtracted for the gradient g, by conjugate gradients: nearly
// Newton's.
VectorXd newton_step(const SoftmaxFit& fit, const Rows& p, const VectorXd& g,
                     bool slope_free) {
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
  Rows p;
  double loss = fit.loss(x, p);
  for (int step = 0; step < most_steps; ++step) {
    VectorXd g = fit.gradient(x, p);
    if (!slope_free) g[0] = 0;
    if (g.lpNorm<Eigen::Infinity>() <= kGradient) break;
    const VectorXd d = newton_step(fit, p, g, slope_free);
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

// The weighted mean of -sum_k target_k log p_k with p = (1 - lapse) softmax +
// lapse / classes, which is least at the targets; `softmax` gets its own.
double cross_entropy(const SoftmaxFit& problem, const Fitted& fit,
                     const Rows& targets, const VectorXd& weights,
                     double classes, Rows& softmax) {
  problem.loss(fit.x, softmax);
  double sum = 0;
  for (Index i = 0; i < targets.rows(); ++i) {
    const auto p =
        softmax.row(i).array() * (1 - fit.lapse) + fit.lapse / classes;
    sum -= weights[i] * targets.row(i).dot(p.max(1e-300).log().matrix());
  }
  return sum;
}

// With a lapse, by EM: each round asks which share of a target the softmax
// explains, and fits it to that share by one step, since the next round asks
// anew.
Fitted with_lapse(const SoftmaxFit& problem, const Rows& outputs,
                  const Rows& targets, const VectorXd& weights, double classes,
                  Fitted fit) {
  fit.lapse = kFirstLapse;
  double last = std::numeric_limits<double>::infinity();
  Rows share;
  VectorXd shares(targets.rows());
  for (int round = 0; round < kMostRounds; ++round) {
    const double loss =
        cross_entropy(problem, fit, targets, weights, classes, share);
    if (!(loss < last - kGain)) break;
    last = loss;
    for (Index i = 0; i < targets.rows(); ++i) {
      const auto ours = share.row(i).array() * (1 - fit.lapse);
      share.row(i) =
          targets.row(i).array() * ours / (ours + fit.lapse / classes);
      shares[i] = share.row(i).sum();
      share.row(i) /= shares[i];
    }
    fit.lapse = 1 - weights.dot(shares);
    fit.x = minimize({outputs, share, weights.cwiseProduct(shares)}, fit.x,
                     true, 1);
  }
  return fit;
}

// Without a lapse unless one earns its place (Schwarz 1978): a gain in the log
// likelihood of the rows above (log rows) / 2.
Fitted fit_softmax(const Rows& outputs, const Rows& targets,
                   const VectorXd& weights, double classes) {
  const SoftmaxFit problem(outputs, targets, weights);
  Fitted plain{minimize(problem, VectorXd::Zero(outputs.cols() + 1), true)};
  if (plain.x[0] < 0) {
    return {minimize(problem, VectorXd::Zero(outputs.cols() + 1), false)};
  }
  const Fitted lapsing =
      with_lapse(problem, outputs, targets, weights, classes, plain);
  Rows p;
  const double gain =
      cross_entropy(problem, plain, targets, weights, classes, p) -
      cross_entropy(problem, lapsing, targets, weights, classes, p);
  const auto rows = static_cast<double>(outputs.rows());
  const bool earned = rows * gain > std::log(rows) / 2;
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
