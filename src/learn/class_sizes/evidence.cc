#include "learn/class_sizes/evidence.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>

#include "semilin/linear/calibration.h"

#include "solvers/simplex.h"

namespace semilin {
namespace {

constexpr double kPrior = 1.0;   // rows of prior in each row of C
constexpr int kSteps = 100;      // steps of EM
constexpr double kShrink = 0.3;  // weight of the predictions themselves
constexpr double kEven = 0.1;    // X^2 / (K - 1) of numbers too even
constexpr double kApart = 8.0;   // G^2 / (K - 1) of numbers that differ
constexpr double kRho = 1.0;     // first rho

// Pearson's X^2 of the counts against equal numbers.
double unevenness(std::span<const double> counts) {
  const double mean = std::accumulate(counts.begin(), counts.end(), 0.0) /
                      static_cast<double>(counts.size());
  double sum = 0;
  for (const double count : counts)
    sum += (count - mean) * (count - mean) / mean;
  return sum;
}

// Labels say nothing of the size of a class that has none.
bool tell_all_sizes(std::span<const double> counts) {
  return std::ranges::count(counts, 0.0) == 0;
}

// X^2 lies two standard deviations above its mean: beyond 95 % of chance.
bool contradict_equal(std::span<const double> counts) {
  if (!tell_all_sizes(counts)) return false;
  const auto freedom = static_cast<double>(counts.size() - 1);
  return unevenness(counts) > freedom + 2 * std::sqrt(2 * freedom);
}

// P(predicted k | class j), [j * classes + k].
std::vector<double> prediction_chances(const SizeEvidence& evidence) {
  const std::vector<double>& predicted = evidence.predicted;
  const auto classes = static_cast<Index>(predicted.size());
  std::vector<double> chance = evidence.confusion;
  for (Index j = 0; j < classes; ++j) {
    const auto row = chance.begin() + j * classes;
    const double total = std::accumulate(row, row + classes, kPrior);
    for (Index k = 0; k < classes; ++k) {
      const double prior = (predicted[k] + (j == k ? 1.0 : 0.0)) / 2;
      row[k] = (row[k] + kPrior * prior) / total;
    }
  }
  return chance;
}

std::vector<double> label_counts(const OutputBatch& batch) {
  const std::vector<std::int32_t> labels = given_labels(batch.data());
  return batch.data().sum_rows(batch.classes(), [&](auto& counts) {
    for (const Index i : batch.labeled_documents())
      if (labels[i] != kUnlabeled) counts[labels[i]] += 1;
  });
}

// Counts the held-out rows: [true * classes + predicted].
std::vector<double> count_confusion(const HeldOutRls& held_out,
                                    std::size_t outputs, std::size_t classes) {
  std::vector<double> confusion(classes * classes, 0.0);
  for (std::size_t i = 0; i < held_out.labels.size(); ++i) {
    const int predicted = best_class({&held_out.outputs[i * outputs], outputs});
    confusion[held_out.labels[i] * classes + predicted] += 1;
  }
  return confusion;
}

// sum_k r_k C_kk, over the classes that were held out.
void measure_accuracy(std::span<const double> confusion, FoundSizes& result) {
  const std::size_t classes = result.sizes.size();
  double right = 0;
  double met = 0;
  double rows = 0;
  for (std::size_t k = 0; k < classes; ++k) {
    const auto row = confusion.begin() + k * classes;
    const double count = std::accumulate(row, row + classes, 0.0);
    if (count == 0) continue;
    right += result.sizes[k] * row[k] / count;
    met += result.sizes[k];
    rows += count;
  }
  result.held_out_rows = static_cast<Index>(rows);
  result.held_out_accuracy = met > 0 ? right / met : 0;
}

double labeled_rows(const OutputBatch& batch) {
  return static_cast<double>(batch.summary.labeled);
}

FoundSizes hard_sizes(std::vector<double> sizes) {
  FoundSizes result;
  result.sizes = std::move(sizes);
  return result;
}

// A sample of all rows, or all of them.
FoundSizes labeled_class_sizes(const OutputBatch& batch) {
  FoundSizes result = soft_sizes(batch.labeled_sizes(), labeled_rows(batch));
  if (batch.summary.unlabeled == 0) return hard_sizes(std::move(result.sizes));
  result.sampled = true;
  return result;
}

FoundSizes fixed_or_soft_sizes(const ClassSizeOptions& options,
                               std::size_t classes) {
  std::vector<double> sizes = fixed_class_sizes(options, classes);
  if (!options.are_given() || options.rows <= 0)
    return hard_sizes(std::move(sizes));
  return soft_sizes(std::move(sizes), options.rows);
}

// The class sizes that the supervised model predicts, with one row added to
// each class.
FoundSizes predicted_class_sizes(const OutputBatch& batch) {
  const auto rows = static_cast<double>(batch.summary.unlabeled);
  const std::vector<std::int32_t> classes = predicted_classes(batch);
  std::vector<double> sizes =
      batch.sum_unlabeled(batch.classes(), [&](Index j, double* sum) {
        sum[classes[j]] += batch.unlabeled_weights()[j] * rows;
      });
  for (double& size : sizes)
    size += 1;
  make_sum_one(sizes);
  return soft_sizes(std::move(sizes), labeled_rows(batch));
}

// By the predictions of least squares on the labeled rows.
FoundSizes sizes_of_predictions(const OutputBatch& batch,
                                const HeldOutRls& held_out) {
  const std::size_t outputs = batch.outputs();
  const std::size_t classes = batch.classes();
  SizeEvidence evidence{
      count_confusion(held_out, outputs, classes), {}, label_counts(batch)};
  evidence.predicted = batch.sum_unlabeled(classes, [&](Index j, double* sum) {
    const int predicted =
        best_class({&held_out.unlabeled[j * outputs], outputs});
    sum[predicted] += batch.unlabeled_weights()[j];
  });
  std::vector<double> sizes = sizes_from_evidence(evidence, false);
  const bool sampled = look_sampled(evidence.labeled, sizes);
  if (sampled) sizes = sizes_from_evidence(evidence, true);
  // rows of evidence: the predictions', the labels' own, and the prior's
  const double rows = (sampled ? 2 : 1) * labeled_rows(batch) + batch.classes();
  FoundSizes result = soft_sizes(std::move(sizes), rows);
  result.sampled = sampled;
  return result;
}

}  // namespace

FoundSizes soft_sizes(std::vector<double> sizes, double rows) {
  FoundSizes result;
  result.rho = kRho;
  result.drift = static_cast<double>(sizes.size() - 1) / (4 * rows);
  result.sizes = std::move(sizes);
  return result;
}

bool look_sampled(std::span<const double> labeled,
                  std::span<const double> sizes) {
  const double rows = std::accumulate(labeled.begin(), labeled.end(), 0.0);
  double apart = 0;
  for (std::size_t k = 0; k < labeled.size(); ++k) {
    const double count = labeled[k];
    if (count > 0) apart += 2 * count * std::log(count / (rows * sizes[k]));
  }
  const auto freedom = static_cast<double>(labeled.size() - 1);
  return tell_all_sizes(labeled) && unevenness(labeled) >= kEven * freedom &&
         apart < kApart * freedom;
}

std::vector<double> sizes_from_evidence(const SizeEvidence& evidence,
                                        bool sampled) {
  const std::vector<double>& predicted = evidence.predicted;
  const auto classes = static_cast<Index>(predicted.size());
  const std::vector<double> chance = prediction_chances(evidence);
  const double rows =
      std::accumulate(evidence.labeled.begin(), evidence.labeled.end(), 0.0);
  std::vector<double> prior(classes);
  for (Index k = 0; k < classes; ++k) {
    prior[k] = kShrink * rows * predicted[k] + 1 +
               (sampled ? evidence.labeled[k] : 0.0);
  }
  std::vector<double> sizes(classes, 1.0 / static_cast<double>(classes));
  for (int step = 0; step < kSteps; ++step) {
    std::vector<double> next = prior;
    std::vector<double> mixed(classes);
    for (Index j = 0; j < classes; ++j)
      for (Index k = 0; k < classes; ++k)
        mixed[k] += sizes[j] * chance[j * classes + k];
    for (Index j = 0; j < classes; ++j) {
      for (Index k = 0; k < classes; ++k) {
        if (mixed[k] <= 0) continue;
        next[j] +=
            rows * predicted[k] * sizes[j] * chance[j * classes + k] / mixed[k];
      }
    }
    make_sum_one(next);
    sizes = std::move(next);
  }
  return sizes;
}

std::vector<double> shifted_sizes(const OutputBatch& batch,
                                  const HeldOutRls& held_out) {
  // of one class, if any
  if (std::ranges::adjacent_find(held_out.labels, std::not_equal_to<>()) ==
      held_out.labels.end())
    return {};
  ModelHead head;
  head.classes.resize(batch.classes());
  head.calibration =
      fit_calibration(held_out.outputs, held_out.labels, {}, batch.classes());
  const std::vector<double> chances = probabilities(head, held_out.unlabeled);
  std::vector<double> fractions = label_counts(batch);
  for (double& fraction : fractions)
    fraction += 1;
  make_sum_one(fractions);
  const std::size_t classes = fractions.size();
  std::vector<double> sizes = fractions, tilt(classes), row(classes);
  for (int step = 0; step < kSteps; ++step) {
    for (std::size_t k = 0; k < classes; ++k)
      tilt[k] = sizes[k] / fractions[k];
    sizes = batch.sum_unlabeled(classes, [&](Index j, double* sum) {
      for (std::size_t k = 0; k < classes; ++k)
        row[k] = chances[j * classes + k] * tilt[k];
      make_sum_one(row);
      for (std::size_t k = 0; k < classes; ++k)
        sum[k] += batch.unlabeled_weights()[j] * row[k];
    });
  }
  return sizes;
}

FoundSizes estimated_sizes(const OutputBatch& batch,
                           const HeldOutRls& held_out) {
  if (batch.summary.labeled == 0) {
    return soft_sizes(
        fixed_class_sizes({SizeSource::Equal, {}}, batch.classes()),
        batch.classes());
  }
  return are_few(batch) ? sizes_of_predictions(batch, held_out)
                        : predicted_class_sizes(batch);
}

FoundSizes find_sizes(
    const OutputBatch& batch, const ClassSizeOptions& options,
    const std::function<FoundSizes(const HeldOutRls&)>& estimate,
    GramInverse* last) {
  const HeldOutRls held_out = hold_out_few(batch, last);
  FoundSizes result;
  const SizeSource source = options.source;
  if (options.are_given() || source == SizeSource::Equal) {
    result = fixed_or_soft_sizes(options, batch.classes());
  } else if (source == SizeSource::Labels || batch.summary.unlabeled == 0) {
    result = labeled_class_sizes(batch);
  } else {
    result = estimate(held_out);
    result.guessed = true;
    if (contradict_equal(label_counts(batch))) {
      ClassSizes guess = result;
      result = labeled_class_sizes(batch);
      result.estimate = std::move(guess);
    }
  }
  if (batch.options().rho) {
    result.rho = *batch.options().rho;
    result.drift = std::numeric_limits<double>::infinity();
    if (result.estimate) result.estimate->rho = result.rho;
    if (result.estimate) result.estimate->drift = result.drift;
  }
  if (!held_out.labels.empty()) {
    measure_accuracy(
        count_confusion(held_out, batch.outputs(), batch.classes()), result);
  }
  return result;
}

}  // namespace semilin
