#include "linear/class_ratio.h"

#include <algorithm>
#include <numeric>

#include <Eigen/Dense>

namespace semilin {
namespace {

constexpr Index kMostLabeled = 2000;  // l x l doubles are formed
constexpr double kPrior = 1.0;        // rows of prior in each row of C
constexpr int kSteps = 100;           // of EM
constexpr double kShrink = 1.0;       // weight of the predictions themselves
constexpr int kBatch = 32;            // columns of the Gram matrix at a time

int best_of(const double* outputs, int count) {
  if (count == 1) return *outputs > 0 ? 1 : 0;
  return static_cast<int>(std::max_element(outputs, outputs + count) - outputs);
}

// +1 for the class of an output, else -1.
double sign_of(std::int32_t label, int output, int outputs) {
  return label == (outputs == 1 ? 1 : output) ? 1.0 : -1.0;
}

// X_l X_l', some columns at a time.
Eigen::MatrixXd gram_matrix(const LinearOperator& x,
                            std::span<const Index> labeled) {
  const auto l = static_cast<Index>(labeled.size());
  Eigen::MatrixXd gram(l, l);
  std::vector<double> unit(x.rows() * kBatch, 0.0);
  std::vector<double> columns(x.cols() * kBatch);
  std::vector<double> products(x.rows() * kBatch);
  for (Index first = 0; first < l; first += kBatch) {
    const Index count = std::min<Index>(kBatch, l - first);
    for (Index c = 0; c < count; ++c)
      unit[labeled[first + c] * kBatch + c] = 1;
    x.apply_transpose(kBatch, std::span<const double>(unit),
                      RowSet::of(labeled.subspan(first, count)),
                      std::span<double>(columns));
    x.apply(kBatch, std::span<const double>(columns), RowSet::of(labeled),
            std::span<double>(products));
    for (Index c = 0; c < count; ++c) {
      unit[labeled[first + c] * kBatch + c] = 0;
      for (Index i = 0; i < l; ++i) {
        gram(i, first + c) = products[labeled[i] * kBatch + c];
      }
    }
  }
  return gram;
}

}  // namespace

std::vector<double> sizes_from_evidence(const SizeEvidence& evidence) {
  const std::vector<double>& predicted = evidence.predicted;
  const auto classes = static_cast<Index>(predicted.size());
  std::vector<double> chance = evidence.confusion;  // becomes C
  for (Index j = 0; j < classes; ++j) {
    double total = kPrior;
    for (Index k = 0; k < classes; ++k)
      total += chance[j * classes + k];
    for (Index k = 0; k < classes; ++k) {
      const double prior = (predicted[k] + (j == k ? 1.0 : 0.0)) / 2;
      double& c = chance[j * classes + k];
      c = (c + kPrior * prior) / total;
    }
  }
  const double labeled = std::accumulate(evidence.confusion.begin(),
                                         evidence.confusion.end(), 0.0);
  std::vector<double> sizes(classes, 1.0 / static_cast<double>(classes));
  std::vector<double> next(classes);
  for (int step = 0; step < kSteps; ++step) {
    std::fill(next.begin(), next.end(), 0.0);
    for (Index k = 0; k < classes; ++k) {
      double mixed = 0;
      for (Index j = 0; j < classes; ++j) {
        mixed += sizes[j] * chance[j * classes + k];
      }
      if (mixed <= 0) continue;
      for (Index j = 0; j < classes; ++j) {
        next[j] += predicted[k] * sizes[j] * chance[j * classes + k] / mixed;
      }
    }
    double sum = 0;
    for (Index j = 0; j < classes; ++j) {
      next[j] = labeled * (next[j] + kShrink * predicted[j]) + 1;
      sum += next[j];
    }
    for (Index j = 0; j < classes; ++j)
      sizes[j] = next[j] / sum;
  }
  return sizes;
}

SizeEvidence leave_one_out_evidence(const Machine& machine) {
  const LinearOperator& x = machine.x();
  const std::span<const Index> labeled = machine.labeled();
  const auto l = static_cast<Index>(labeled.size());
  const int outputs = machine.outputs();
  const int stride = machine.stride();
  const int classes = machine.classes();

  Eigen::MatrixXd gram = gram_matrix(x, labeled);
  Eigen::MatrixXd signs(l, outputs);
  for (Index i = 0; i < l; ++i) {
    gram(i, i) += machine.lambda() / machine.labeled_cost(i);
    for (int k = 0; k < outputs; ++k) {
      signs(i, k) = sign_of(machine.labels()[labeled[i]], k, outputs);
    }
  }
  const Eigen::LLT<Eigen::MatrixXd> factor(gram);
  const Eigen::MatrixXd a = factor.solve(signs);
  const Eigen::VectorXd inverse_diagonal =
      factor.solve(Eigen::MatrixXd::Identity(l, l)).diagonal();

  SizeEvidence evidence{std::vector<double>(classes * classes, 0.0),
                        std::vector<double>(classes, 0.0)};
  std::vector<double> row(outputs);
  std::vector<double> duals(x.rows() * stride, 0.0);
  for (Index i = 0; i < l; ++i) {
    for (int k = 0; k < outputs; ++k) {
      row[k] = signs(i, k) - a(i, k) / inverse_diagonal(i);
      duals[labeled[i] * stride + k] = a(i, k);
    }
    const std::int32_t label = machine.labels()[labeled[i]];
    evidence.confusion[label * classes + best_of(row.data(), outputs)] += 1;
  }
  std::vector<double> weights(x.cols() * stride);
  std::vector<double> all_outputs(x.rows() * stride);
  x.apply_transpose(stride, std::span<const double>(duals), RowSet::of(labeled),
                    std::span<double>(weights));
  x.apply(stride, std::span<const double>(weights),
          RowSet::of(machine.unlabeled()), std::span<double>(all_outputs));
  for (std::size_t j = 0; j < machine.unlabeled().size(); ++j) {
    const Index i = machine.unlabeled()[j];
    evidence.predicted[best_of(all_outputs.data() + i * stride, outputs)] +=
        machine.unlabeled_weights()[j];
  }
  return evidence;
}

std::vector<double> predicted_sizes(const Machine& machine) {
  std::vector<double> sizes(machine.classes(), 1.0);
  const auto rows = static_cast<double>(machine.unlabeled().size());
  for (std::size_t j = 0; j < machine.unlabeled().size(); ++j) {
    const double* outputs = machine.outputs_block().data() +
                            machine.unlabeled()[j] * machine.stride();
    sizes[best_of(outputs, machine.outputs())] +=
        machine.unlabeled_weights()[j] * rows;
  }
  for (double& size : sizes)
    size /= rows + machine.classes();
  return sizes;
}

std::vector<double> estimate_class_ratio(const Machine& machine) {
  if (static_cast<Index>(machine.labeled().size()) > kMostLabeled) {
    return predicted_sizes(machine);
  }
  return sizes_from_evidence(leave_one_out_evidence(machine));
}

}  // namespace semilin
