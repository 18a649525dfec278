#include "linear/labels_held_out.h"

#include <cmath>

#include "linear/fold_batch.h"
#include "linear/held_out_rows.h"
#include "matrix/row_functions.h"

namespace semilin {
namespace {

constexpr Index kMost = 20'000;    // rows held out
constexpr double kFewer = 2;       // lambdas apart by less are not compared
constexpr double kMostFactor = 8;  // of the vectors' scale, or its inverse

std::vector<Index> labeled_that_count(const Dataset& data) {
  std::vector<Index> rows;
  for (Index i = 0; i < data.rows.rows(); ++i)
    if (data.labels[i] != kUnlabeled && data.cost(i) > 0) rows.push_back(i);
  return rows;
}

// `most` of the rows, as evenly as possible.
std::vector<Index> spread_evenly(const std::vector<Index>& rows,
                                 const Dataset& data, Index most) {
  const Index all = data.sum(std::ssize(rows));
  if (all <= most) return rows;
  const Index first = data.before(std::ssize(rows));
  std::vector<Index> some;
  for (Index i = 0; i < std::ssize(rows); ++i) {
    const Index place = first + i;
    if ((place + 1) * most / all > place * most / all) some.push_back(rows[i]);
  }
  return some;
}

// Those of `labels`. Throws Interrupted.
std::vector<std::vector<double>> outputs_at(const LabelsHeldOut& labels,
                                            std::span<const double> lambdas,
                                            std::string_view stage,
                                            const Progress& progress) {
  ProgressRecord record;
  record.stage = stage;
  std::vector<std::vector<double>> outputs =
      labels.outputs(lambdas, [&](double done) {
        ++record.iteration;
        record.fraction_done = done;
        return !progress || progress(record);
      });
  if (outputs.empty()) throw Interrupted();
  return outputs;
}

}  // namespace

LabelsHeldOut::LabelsHeldOut(const Dataset& data, const LinearOptions& options,
                             Loss loss)
    : options_(options), loss_(loss) {
  const std::vector<Index> labeled = labeled_that_count(data);
  own_ = spread_evenly(labeled, data, kMost);
  const Index taken = data.sum(std::ssize(own_));
  if (taken == 0) return;
  thinned_ = data.sum(static_cast<double>(labeled.size())) /
             static_cast<double>(taken);
  rows_ = shared_selection(data, own_);
  first_ = data.before(std::ssize(own_));
  if (can_hold_out(rows_)) folds_ = few_folds(rows_);
}

std::vector<std::vector<double>> LabelsHeldOut::outputs(
    std::span<const double> lambdas,
    const std::function<bool(double)>& step) const {
  std::vector<double> same_c;
  for (const double lambda : lambdas)
    same_c.push_back(lambda * thinned_);
  const HeldOutOptions rough;
  return FoldBatch(rows_, options_, loss_, folds_, rough).run(same_c, step);
}

double chosen_lambda(const Dataset& data, const LinearOptions& options,
                     Loss loss, const Progress& progress) {
  if (options.lambda) return *options.lambda;
  const double least =
      default_lambda(data, options.threads, options.class_weights);
  Dataset unlabeled = data;
  unlabeled.labels.clear();
  const double most = default_lambda(unlabeled, options.threads);
  if (most < kFewer * least) return least;
  const LabelsHeldOut labels(data, options, loss);
  if (!labels.possible()) return least;
  const double lambdas[] = {most, std::sqrt(most * least), least};
  const auto outputs = outputs_at(labels, lambdas, "lambda", progress);
  const auto gain_over = [&](std::size_t one, std::size_t other) {
    return compare_outputs(labels.rows(), labels.folds(), outputs[one],
                           outputs[other], {});
  };
  std::size_t best = 0;
  for (const std::size_t l : {1, 2}) {
    const CrossValidated found = gain_over(l, best);
    if (found.accuracy > found.supervised) best = l;
  }
  std::size_t chosen = 2;
  for (; chosen > best; --chosen) {
    const CrossValidated found = gain_over(chosen, best);
    if (found.accuracy + found.error >= found.supervised) break;
  }
  return lambdas[chosen];
}

double chosen_vector_factor(const Dataset& data, const LinearOptions& options,
                            Loss loss, const Progress& progress) {
  if (data.vectors.count == 0 || !data.whole()) return 1;
  const Dataset labeled = select(data, labeled_that_count(data));
  const LabelsHeldOut at_one(labeled, options, loss);
  if (!at_one.possible()) return 1;
  const auto outputs_of = [&](const LabelsHeldOut& labels) {
    return outputs_at(labels, {&*options.lambda, 1}, "vectors", progress)[0];
  };
  const std::vector<double> ones = outputs_of(at_one);
  double factor = 1, most = 0;
  for (double trial = 1 / kMostFactor; trial <= kMostFactor; trial *= 2) {
    if (trial == 1) continue;
    Dataset scaled = labeled;
    scaled.rows = with_scaled_vectors(labeled, trial);
    const CrossValidated found = compare_outputs(
        at_one.rows(), at_one.folds(),
        outputs_of(LabelsHeldOut(scaled, options, loss)), ones, {});
    const double gain = found.accuracy - found.supervised;
    if (gain <= most) continue;
    factor = trial;
    most = gain;
  }
  return factor;
}

}  // namespace semilin
