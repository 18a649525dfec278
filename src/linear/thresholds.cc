#include "linear/thresholds.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "linear/held_out_rows.h"
#include "linear/labels_held_out.h"
#include "linear/trainable.h"
#include "solvers/simplex.h"

namespace semilin {
namespace {

// Temperatures of the counts, each from the multipliers of the last: at the
// last one they are nearly whole rows.
constexpr double kColdest = 0.01;
constexpr double kCooler[] = {1.0, 0.3, 0.1, 0.03, kColdest};
constexpr double kSoftest = 0.02;  // rho
constexpr double kTolerance = 1e-6;

constexpr double kExact = 1e-8;  // drift of sizes that bind hard
constexpr double kClearly = 2;   // standard errors

// Rows by which thresholds are set.
struct Evidence {
  std::vector<Index> rows;
  std::vector<double> weights;   // sum to 1
  std::vector<double> sizes;     // expected
  double count = 0;              // number of all rows
  std::vector<double> held_out;  // labeled ones by class
};

// Puts the outputs of the rows held out into the batch's; -1: not held out.
std::vector<std::int32_t> put_held_out(OutputBatch& batch) {
  const Dataset& data = batch.data();
  std::vector<std::int32_t> labels(data.rows.rows(), kUnlabeled);
  const LabelsHeldOut held_out(data, batch.options(), batch.kind().loss);
  if (!held_out.possible()) return labels;
  const double lambda = batch.lambda();
  const std::vector<double> found =
      held_out.outputs({&lambda, 1}, [](double) { return true; })[0];
  const Folds& folds = held_out.folds();
  const int outputs = batch.outputs();
  for (std::size_t f = 0; f < folds.rows.size(); ++f) {
    const Index own = folds.rows[f] - held_out.first();
    if (folds.fold[f] < 0 || own < 0 || own >= std::ssize(held_out.own()))
      continue;
    const Index row = held_out.own()[own];
    labels[row] = data.labels[row];
    std::copy_n(found.begin() + static_cast<Index>(f) * outputs, outputs,
                batch.iterate().outputs.begin() + row * batch.stride());
  }
  return labels;
}

std::int32_t settled_class(OutputBatch& batch, Index row) {
  const double* p = batch.beliefs().data() + row * batch.stride();
  if (batch.outputs() == 1) return *p > 0.5 ? 1 : 0;
  return static_cast<std::int32_t>(std::max_element(p, p + batch.outputs()) -
                                   p);
}

Evidence evidence_of(OutputBatch& batch, std::span<const double> known) {
  const Dataset& data = batch.data();
  const std::vector<std::int32_t> labels = put_held_out(batch);
  Evidence found;
  found.sizes.assign(batch.classes(), 0.0);
  found.held_out.assign(batch.classes(), 0.0);
  double unlabeled_cost = 0;
  for (Index i = 0; i < data.rows.rows(); ++i) {
    const double cost = row_cost(data, batch.options(), i);
    const bool unlabeled = data.labels[i] == kUnlabeled && cost > 0;
    if (!unlabeled && labels[i] == kUnlabeled) continue;
    found.rows.push_back(i);
    found.weights.push_back(cost);
    if (unlabeled && known.empty()) {
      found.sizes[settled_class(batch, i)] += cost;
    } else if (unlabeled) {
      unlabeled_cost += cost;
    } else {
      found.sizes[labels[i]] += cost;
      found.held_out[labels[i]] += 1;
    }
  }
  for (std::size_t k = 0; k < known.size(); ++k)
    found.sizes[k] += unlabeled_cost * known[k];
  found.sizes = data.sum(std::move(found.sizes));
  const double sum =
      std::accumulate(found.sizes.begin(), found.sizes.end(), 0.0);
  for (double& weight : found.weights)
    weight /= sum;
  found.count = data.sum(static_cast<double>(found.rows.size()));
  found.held_out = data.sum(std::move(found.held_out));
  return found;
}

// Standard errors of the lead of the model without offsets over the one with
// them, on the rows held out.
double lead_without(const OutputBatch& batch, const Evidence& evidence,
                    std::span<const double> offsets) {
  std::vector<double> gains;
  std::vector<std::int32_t> labels;
  for (const Index row : evidence.rows) {
    const std::int32_t label = batch.labels()[row];
    if (label == kUnlabeled) continue;
    labels.push_back(label);
    gains.push_back((predicted_class(batch, row) == label) -
                    (predicted_class(batch, row, offsets) == label));
  }
  return lead_by(gains, root_weights(labels, evidence.held_out), batch.data())
      .errors();
}

}  // namespace

std::vector<std::int32_t> settled_classes(OutputBatch& batch) {
  std::vector<std::int32_t> classes;
  for (const Index row : batch.unlabeled())
    classes.push_back(settled_class(batch, row));
  return classes;
}

void fill_empty_classes(std::span<double> sizes, Index rows) {
  for (double& size : sizes)
    size = std::max(size, 0.5 / static_cast<double>(rows));
  make_sum_one(sizes);
}

std::vector<double> balance_offsets(BeliefProblem problem, double drift) {
  problem.linear = true;
  problem.tolerance = kTolerance;
  std::vector<double> offsets;
  for (const double temperature : kCooler) {
    problem.rho = kSoftest;
    if (temperature == kColdest) problem.drift = drift;
    (void)solve_multipliers(problem, temperature, offsets);
  }
  if (offsets.size() > 1) {  // which a constant does not change
    const double mean = std::accumulate(offsets.begin(), offsets.end(), 0.0) /
                        static_cast<double>(offsets.size());
    for (double& offset : offsets)
      offset -= mean;
  }
  return offsets;
}

std::vector<double> thresholds(OutputBatch& batch, const ClassSizes& known) {
  Evidence evidence = evidence_of(batch, known.sizes);
  const std::vector<double> none(batch.outputs(), 0.0);
  if (evidence.count == 0) return none;
  make_sum_one(evidence.sizes);
  fill_empty_classes(evidence.sizes, static_cast<Index>(evidence.count));
  const std::vector<Index> cuts = cut_at(
      batch.x().pieces(), RowSet::listed(evidence.rows), batch.x().rows());
  BeliefProblem problem = batch.belief_problem(evidence.sizes);
  problem.rows = evidence.rows;
  problem.cuts = cuts;
  problem.weights = evidence.weights;
  const auto classes = static_cast<double>(batch.classes());
  const double sure = std::accumulate(evidence.held_out.begin(),
                                      evidence.held_out.end(), classes);
  const double chance = (classes - 1) / (4 * sure);
  std::vector<double> offsets =
      balance_offsets(problem, std::isinf(known.rho) ? kExact : chance);
  if (lead_without(batch, evidence, offsets) > kClearly) return none;
  return offsets;
}

}  // namespace semilin
