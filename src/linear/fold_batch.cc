#include "linear/fold_batch.h"

#include <algorithm>
#include <utility>

#include "linear/trainable.h"
#include "matrix/row_functions.h"
#include "solvers/dual_descent.h"

namespace semilin {
namespace {

// This many stay in registers. More save nothing, burst the cache, and those
// that need more iterations keep the others waiting.
constexpr int kMostOutputs = 24;
constexpr Index kBytesPerWeight = 36;  // iterate, and NewtonScratch
constexpr Index kBytesPerOutput = 52;  // outputs, beliefs, multiples, scratch
// Seeded epochs that add less than this to the dual leave the rest to Newton.
constexpr double kDualTolerance = 2e-2;
constexpr double kFloatTolerance = 1e-4;  // float products are enough for it

// Rows made of words are in no fold, and train in all.
Folds folds_with_seeds(const Dataset& data, Folds folds) {
  for (Index i = data.documents(); i < data.rows.rows(); ++i) {
    folds.rows.push_back(i);
    folds.fold.push_back(-1);
  }
  return folds;
}

// Where few columns occur in the rows, they have these alone: the weights of
// others would stay 0.
Dataset rows_in_folds(const Dataset& data, const Folds& folds) {
  Dataset rows = select(data, folds.rows);
  const std::vector<std::int32_t> columns = columns_in_use(rows.rows);
  if (2 * std::ssize(columns) < rows.rows.cols())
    rows.rows = renumbered(rows.rows, columns);
  return rows;
}

}  // namespace

FoldBatch::FoldBatch(const Dataset& data, const LinearOptions& options,
                     Loss loss, const Folds& folds,
                     const HeldOutOptions& held_out)
    : options_(options),
      loss_(loss),
      folds_(folds_with_seeds(data, folds)),
      rows_held_out_(folds.rows.size()),
      held_out_(held_out),
      rows_(rows_in_folds(data, folds_)),
      outputs_(
          data.classes.size() == 2 ? 1 : static_cast<int>(data.classes.size())),
      x_(rows_.rows, bias_value(options), options.threads),
      fold_sum_(folds.count, 0.0) {
  double sum = 0;
  for (std::size_t i = 0; i < folds_.rows.size(); ++i) {
    costs_.push_back(row_cost(rows_, options, static_cast<Index>(i)));
    sum += costs_[i];
    if (folds_.fold[i] >= 0) fold_sum_[folds_.fold[i]] -= costs_[i];
  }
  for (double& rest : fold_sum_)
    rest = 1 + rest / sum;
  for (double& cost : costs_)
    cost /= sum;
}

int FoldBatch::pairs_that_fit() const {
  const Index bytes_a_pair =
      outputs_ * (kBytesPerWeight * x_.cols() + kBytesPerOutput * x_.rows());
  const Index most = std::min<Index>(kMostOutputs / outputs_,
                                     held_out_.batch_bytes / bytes_a_pair);
  return static_cast<int>(std::max<Index>(1, most));
}

std::vector<std::vector<double>> FoldBatch::run(
    std::span<const double> lambdas, const std::function<bool(double)>& step) {
  const std::size_t numbers = rows_held_out_ * outputs_;
  std::vector<std::vector<double>> outputs(lambdas.size(),
                                           std::vector<double>(numbers));
  const int fit = pairs_that_fit();
  const int folds_at_once = std::min(fit, folds_.count);
  const auto lambdas_at_once = static_cast<std::size_t>(fit / folds_at_once);
  for (int fold = 0; fold < folds_.count; fold += folds_at_once) {
    Part last{};
    for (std::size_t l = 0; l < lambdas.size(); l += lambdas_at_once) {
      const Part part{
          fold, std::min(folds_at_once, folds_.count - fold),
          lambdas.subspan(l, std::min(lambdas_at_once, lambdas.size() - l))};
      prepare(part);
      seed(part, last);
      solve(!last.lambdas.empty());
      collect(part, outputs.data() + l);
      last = part;
      const double path = static_cast<double>(l + part.lambdas.size()) /
                          static_cast<double>(lambdas.size());
      if (!step((fold + part.folds * path) / folds_.count)) return {};
    }
  }
  return outputs;
}

// Lambdas, labels and multiples of the costs: 1 / (costs outside the fold), 0
// in it.
void FoldBatch::prepare(const Part& part) {
  const int stride = batch_stride(part.pairs() * outputs_);
  const Index rows = x_.rows();
  lambda_.assign(stride, part.lambdas.back());
  beliefs_.assign(rows * stride, 0.5);
  multiples_.assign(rows * stride, 0.0);
  for (int pair = 0; pair < part.pairs(); ++pair) {
    const int fold = part.first_fold + pair % part.folds;
    for (int k = 0; k < outputs_; ++k) {
      const int column = pair * outputs_ + k;
      const std::int32_t positive = outputs_ == 1 ? 1 : k;
      lambda_[column] = part.lambdas[pair / part.folds];
      for (Index i = 0; i < rows; ++i) {
        const Index e = i * stride + column;
        beliefs_[e] = rows_.labels[i] == positive ? 1.0 : 0.0;
        multiples_[e] = folds_.fold[i] == fold ? 0.0 : 1 / fold_sum_[fold];
      }
    }
  }
}

// Every lambda starts from the same fold's weights for the last one before. If
// lambdas come one at a time, these are in place already.
void FoldBatch::seed(const Part& part, const Part& last) {
  if (last.lambdas.size() == 1 && part.lambdas.size() == 1) return;
  const auto stride = static_cast<Index>(lambda_.size());
  const int width = part.folds * outputs_;
  const int old_stride = batch_stride(last.pairs() * outputs_);
  const int from = (static_cast<int>(last.lambdas.size()) - 1) * width;
  for (std::vector<double>* own : {&iterate_.weights, &iterate_.outputs}) {
    const Index count = own == &iterate_.weights ? x_.cols() : x_.rows();
    if (last.lambdas.empty()) {
      own->assign(count * stride, 0.0);
      continue;
    }
    std::vector<double> fresh(count * stride, 0.0);
    for (Index j = 0; j < count; ++j) {
      for (int c = 0; c < part.pairs() * outputs_; ++c)
        fresh[j * stride + c] = (*own)[j * old_stride + from + c % width];
    }
    *own = std::move(fresh);
  }
}

void FoldBatch::solve(bool seeded) {
  const BatchProblem problem{
      &x_,      loss_,     static_cast<int>(lambda_.size()),
      lambda_,  costs_,    beliefs_,
      RowSet{}, multiples_};
  if (dual_descent_pays(problem)) {
    DualDescentOptions dual;
    dual.tolerance = kDualTolerance;
    dual.seeded = seeded;
    (void)descend_dual(problem, dual, iterate_, scratch_);
  }
  NewtonOptions options;
  options.tolerance = std::max(options_.tolerance, held_out_.fold_tolerance);
  options.max_iterations = options_.max_iterations;
  options.certify = options.tolerance < kFloatTolerance;
  options.keep_preconditioner = true;  // depends on costs_ alone
  if (seeded && reference_.size() == lambda_.size())
    options.reference = reference_;
  const NewtonResult result =
      solve_newton(problem, options, iterate_, scratch_);
  reference_ = result.reference;
  products_ += result.products;
}

void FoldBatch::collect(const Part& part, std::vector<double>* outputs) const {
  const auto stride = static_cast<Index>(lambda_.size());
  for (std::size_t i = 0; i < folds_.fold.size(); ++i) {
    const int fold = folds_.fold[i] - part.first_fold;
    if (fold < 0 || fold >= part.folds) continue;
    for (std::size_t l = 0; l < part.lambdas.size(); ++l) {
      const Index pair = static_cast<Index>(l) * part.folds + fold;
      const auto from = iterate_.outputs.begin() +
                        static_cast<Index>(i) * stride + pair * outputs_;
      std::copy(from, from + outputs_,
                outputs[l].begin() + static_cast<Index>(i) * outputs_);
    }
  }
}

}  // namespace semilin
