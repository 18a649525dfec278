#include "bench/size_candidates.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include <Eigen/Dense>

namespace semilin::bench {
namespace {

constexpr int kSteps = 100;       // of EM and of the calibration
constexpr double kFinest = 0.02;  // first tau tried, then times 1.25
constexpr double kCoarsest = 5;

Sizes normalised(Sizes sizes) {
  const double sum = std::accumulate(sizes.begin(), sizes.end(), 0.0);
  for (double& size : sizes)
    size /= sum;
  return sizes;
}

Sizes smoothed(Sizes sizes, double rows) {
  for (double& size : sizes)
    size = size * rows + 1;
  return normalised(std::move(sizes));
}

// Outputs as one row per document, K columns: -o and o for two classes.
Eigen::MatrixXd as_matrix(const std::vector<double>& outputs, int classes) {
  const Index width = classes == 2 ? 1 : classes;
  const Index rows = static_cast<Index>(outputs.size()) / width;
  Eigen::MatrixXd matrix(rows, classes);
  for (Index i = 0; i < rows; ++i) {
    for (int k = 0; k < classes; ++k) {
      matrix(i, k) = classes == 2 ? (k == 0 ? -outputs[i] : outputs[i])
                                  : outputs[i * width + k];
    }
  }
  return matrix;
}

Eigen::MatrixXd softmax(Eigen::MatrixXd logits) {
  logits.colwise() -= logits.rowwise().maxCoeff().eval();
  logits = logits.array().exp();
  const Eigen::VectorXd sums = logits.rowwise().sum();
  return logits.array().colwise() / sums.array();
}

// softmax(o / tau + bias).
struct Calibration {
  double tau = 1;
  Eigen::RowVectorXd bias;

  Eigen::MatrixXd operator()(const Eigen::MatrixXd& outputs) const {
    return softmax((outputs / tau).rowwise() + bias);
  }
};

double log_loss(const Eigen::MatrixXd& beliefs,
                const std::vector<std::int32_t>& labels) {
  double sum = 0;
  for (std::size_t i = 0; i < labels.size(); ++i) {
    sum -= std::log(std::max(beliefs(i, labels[i]), 1e-300));
  }
  return sum;
}

// Newton-like steps on the biases, under the prior |bias|^2 / 2.
void fit_bias(const Eigen::MatrixXd& outputs,
              const std::vector<std::int32_t>& labels, Calibration& fit) {
  for (int step = 0; step < kSteps; ++step) {
    const Eigen::MatrixXd beliefs = fit(outputs);
    Eigen::RowVectorXd slope = beliefs.colwise().sum() + fit.bias;
    for (const std::int32_t label : labels)
      slope[label] -= 1;
    const Eigen::RowVectorXd bend = beliefs.colwise().sum().array() + 1;
    fit.bias.array() -= slope.array() / bend.array();
  }
}

Calibration calibrate(const Eigen::MatrixXd& outputs,
                      const std::vector<std::int32_t>& labels, bool biased) {
  Calibration best;
  double least = std::numeric_limits<double>::infinity();
  double tau = kFinest;
  while (tau < kCoarsest) {
    Calibration fit{tau, Eigen::RowVectorXd::Zero(outputs.cols())};
    if (biased) fit_bias(outputs, labels, fit);
    const double loss =
        log_loss(fit(outputs), labels) + fit.bias.squaredNorm() / 2;
    if (loss < least) {
      least = loss;
      best = fit;
    }
    tau *= 1.25;
  }
  return best;
}

// Sizes that agree with the mean of the beliefs reweighted by them.
Sizes em_sizes(const OutputBatch& batch, const HeldOutRls& held_out,
               const Sizes& source, bool biased) {
  const int classes = batch.classes();
  const Calibration fit =
      calibrate(as_matrix(held_out.outputs, classes), held_out.labels, biased);
  const Eigen::MatrixXd beliefs = fit(as_matrix(held_out.unlabeled, classes));
  const Eigen::Map<const Eigen::VectorXd> weights(
      batch.unlabeled_weights().data(), beliefs.rows());
  const Eigen::Map<const Eigen::RowVectorXd> from(source.data(), classes);
  Eigen::RowVectorXd sizes = from;
  for (int step = 0; step < kSteps; ++step) {
    Eigen::MatrixXd moved =
        beliefs.array().rowwise() * (sizes.array() / from.array());
    const Eigen::VectorXd sums = moved.rowwise().sum();
    sizes =
        weights.transpose() * (moved.array().colwise() / sums.array()).matrix();
  }
  return {sizes.begin(), sizes.end()};
}

// w of min |C w - q|^2 + |w - 1|^2 / l, C_kj = P(predicted k, class j) among
// the labels; the sizes are w times the labels' fractions.
Sizes inverted_sizes(const SizeEvidence& evidence, const Sizes& source) {
  const auto classes = static_cast<Index>(source.size());
  const double rows = std::accumulate(evidence.confusion.begin(),
                                      evidence.confusion.end(), 0.0);
  if (rows == 0) return source;
  Eigen::MatrixXd joint(classes, classes);
  for (Index j = 0; j < classes; ++j) {
    for (Index k = 0; k < classes; ++k)
      joint(k, j) = evidence.confusion[j * classes + k] / rows;
  }
  const Eigen::Map<const Eigen::VectorXd> q(evidence.predicted.data(), classes);
  const Eigen::VectorXd ones = Eigen::VectorXd::Ones(classes);
  const Eigen::MatrixXd normal =
      joint.transpose() * joint +
      Eigen::MatrixXd::Identity(classes, classes) / rows;
  const Eigen::VectorXd w =
      ones + normal.ldlt().solve(joint.transpose() * (q - joint * ones));
  Sizes sizes(classes);
  for (Index k = 0; k < classes; ++k)
    sizes[k] = std::max(w[k] * source[k], 1e-9);
  return normalised(std::move(sizes));
}

}  // namespace

std::vector<std::pair<std::string, Sizes>> size_candidates(
    const OutputBatch& batch, const LinearOptions& options) {
  const HeldOutRls held_out = hold_out(batch);
  const SizeEvidence evidence = size_evidence(batch, held_out);
  const auto rows = static_cast<double>(batch.labeled().size());
  const int classes = batch.classes();
  const Sizes labels = smoothed(batch.labeled_sizes(), rows);
  return {{"equal", Sizes(classes, 1.0 / classes)},
          {"labels", labels},
          {"predicted", smoothed(evidence.predicted, rows)},
          {"inverted", inverted_sizes(evidence, labels)},
          {"saerens", em_sizes(batch, held_out, labels, false)},
          {"bcts", em_sizes(batch, held_out, labels, true)},
          {"chosen", class_sizes(batch, options).sizes}};
}

}  // namespace semilin::bench
