#include "linear/naive_bayes.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "semilin/base/error.h"

#include "base/stopwatch.h"
#include "linear/softmax_rows.h"
#include "linear/trainable.h"
#include "solvers/blocks.h"

namespace semilin {
namespace {

constexpr double kSmoothing = 1e-3;     // alpha
constexpr double kSettled = 1e-3;       // mean change of the posteriors
constexpr double kRoughSettled = 1e-2;  // the same in a rough run
constexpr int kMaxSteps = 100;

class NaiveBayes {
 public:
  NaiveBayes(OutputBatch& batch, const LinearOptions& options,
             const ClassSizes& wanted)
      : batch_(batch),
        features_(batch.data().features()),
        stride_(batch.stride()),
        outputs_(batch.outputs()),
        log_prior_(log_sizes(wanted.sizes)),
        settled_(std::clamp(options.tolerance, kSettled, kRoughSettled)),
        costs_(batch.data().rows.rows(), 0.0) {
    const Dataset& data = batch.data();
    for (const Index i : batch.labeled())
      costs_[i] = row_cost(data, options, i);
    for (const Index i : batch.unlabeled())
      costs_[i] = batch.lambda_u() * row_cost(data, options, i);
    if (outputs_ == 1) totals_ = totals({});
  }

  void run(const Progress& progress) {
    const std::vector<Index> first = first_rows();
    maximize(RowSet::listed(first));
    expect();
    for (int step = 1; step <= kMaxSteps; ++step) {
      maximize({});
      const double change = expect();
      if (!report(step, progress) || change <= settled_) break;
    }
    compute_outputs();
  }

 private:
  // The labeled rows but for documents of classes that have words: one document
  // would drown them.
  std::vector<Index> first_rows() const {
    const std::vector<std::int32_t>& labels = batch_.labels();
    const Index documents = batch_.data().documents();
    const auto words = batch_.data().sum_rows(batch_.classes(), [&](auto& any) {
      for (const Index i : batch_.labeled())
        if (i >= documents) any[labels[i]] = 1;
    });
    std::vector<Index> rows;
    for (const Index i : batch_.labeled())
      if (i >= documents || words[labels[i]] == 0) rows.push_back(i);
    return rows;
  }

  std::vector<double> totals(RowSet rows) const {
    std::vector<double> sums(batch_.x().cols());
    batch_.x().apply_transpose(1, std::span<const double>(costs_), rows,
                               std::span<double>(sums));
    return sums;
  }

  // theta from the posteriors of `rows`, as weights. The outputs serve as the
  // posteriors' room, multiplied by costs.
  void maximize(RowSet rows) {
    std::vector<double>& weighted = batch_.iterate().outputs;
    const std::span<const double> beliefs = batch_.beliefs();
    for_rows(rows.size(batch_.x().rows()), stride_, batch_.threads(),
             [&](Index r) {
               const Index i = rows[r];
               for (int k = 0; k < stride_; ++k)
                 weighted[i * stride_ + k] =
                     k < outputs_ ? costs_[i] * beliefs[i * stride_ + k] : 0;
             });
    std::vector<double>& weights = batch_.iterate().weights;
    batch_.x().apply_transpose(stride_, std::span<const double>(weighted), rows,
                               std::span<double>(weights));
    if (outputs_ > 1) {
      take_logs(weights);
    } else {
      take_log_ratio(rows.all ? totals_ : totals(rows), weights);
    }
    std::fill(weights.begin() + features_ * stride_, weights.end(), 0.0);
  }

  // Counts to log theta, K columns.
  void take_logs(std::vector<double>& weights) {
    const std::vector<double> sums =
        sum_pieces(features_, stride_, batch_.threads(), outputs_,
                   [&](Index begin, Index end, double* sum) {
                     for (Index j = begin; j < end; ++j) {
                       for (int k = 0; k < outputs_; ++k)
                         sum[k] += kSmoothing + weights[j * stride_ + k];
                     }
                   });
    log_prior_of_theta_ =
        sum_pieces(features_, stride_, batch_.threads(), 1,
                   [&](Index begin, Index end, double* sum) {
                     for (Index j = begin; j < end; ++j) {
                       for (int k = 0; k < outputs_; ++k) {
                         double& weight = weights[j * stride_ + k];
                         weight = std::log((kSmoothing + weight) / sums[k]);
                         sum[0] += kSmoothing * weight;
                       }
                     }
                   })[0];
  }

  // Counts of class 1, of `totals` in both, to log theta_1 - log theta_0.
  void take_log_ratio(const std::vector<double>& totals,
                      std::vector<double>& weights) {
    const auto count_of_0 = [&](Index j) {
      return kSmoothing + std::max(0.0, totals[j] - weights[j]);
    };
    const std::vector<double> sums =
        sum_pieces(features_, 2, batch_.threads(), 2,
                   [&](Index begin, Index end, double* sum) {
                     for (Index j = begin; j < end; ++j) {
                       sum[0] += count_of_0(j);
                       sum[1] += kSmoothing + weights[j];
                     }
                   });
    log_prior_of_theta_ = sum_pieces(
        features_, 2, batch_.threads(), 1,
        [&](Index begin, Index end, double* sum) {
          for (Index j = begin; j < end; ++j) {
            const double log_theta_0 = std::log(count_of_0(j) / sums[0]);
            const double log_theta_1 =
                std::log((kSmoothing + weights[j]) / sums[1]);
            sum[0] += totals_[j] * log_theta_0 +
                      kSmoothing * (log_theta_0 + log_theta_1);
            weights[j] = log_theta_1 - log_theta_0;
          }
        })[0];
  }

  // log P(x | y) of all rows, but for a constant of the row.
  void compute_outputs() {
    BatchIterate& iterate = batch_.iterate();
    batch_.x().apply(stride_, std::span<const double>(iterate.weights), {},
                     std::span<double>(iterate.outputs));
  }

  // Posteriors of the unlabeled rows and L; returns the posteriors' mean
  // change.
  double expect() {
    BatchIterate& iterate = batch_.iterate();
    compute_outputs();
    const std::vector<double> sums = sum_rows(
        batch_.x(), {}, stride_, 2, [&](Index begin, Index end, double* sum) {
          for (Index i = begin; i < end; ++i) {
            double* o = &iterate.outputs[i * stride_];
            double* p = &batch_.beliefs()[i * stride_];
            const std::int32_t label = batch_.labels()[i];
            if (costs_[i] == 0) continue;
            if (label != kUnlabeled) {
              sum[0] += costs_[i] * log_joint(o, label);
            } else {
              sum[0] += costs_[i] * update(o, p, sum[1]);
            }
          }
        });
    batch_.summary.objective = -(sums[0] + log_prior_of_theta_);
    return sums[1] / static_cast<double>(batch_.summary.unlabeled);
  }

  // log r_y P(x | y); of two classes relative to class 0.
  double log_joint(const double* o, std::int32_t label) const {
    if (outputs_ == 1) return label == 1 ? o[0] + log_prior_[0] : 0;
    return o[label] + log_prior_[label];
  }

  // The posterior of a row, in place of `p`, of whose outputs nothing is left;
  // adds what moved to `change` and returns log sum_k r_k P(x | k), of two
  // classes relative to class 0.
  double update(double* o, double* p, double& change) const {
    if (outputs_ == 1) {
      const double z = o[0] + log_prior_[0];
      const double small = std::exp(-std::abs(z));
      const double next = (z >= 0 ? 1 : small) / (1 + small);
      change += std::abs(next - p[0]);
      p[0] = next;
      return std::max(z, 0.0) + std::log1p(small);
    }
    for (int k = 0; k < outputs_; ++k)
      o[k] += log_prior_[k];
    const double top = *std::max_element(o, o + outputs_);
    exponentiate(o, outputs_, top);
    const double sum = std::accumulate(o, o + outputs_, 0.0);
    for (int k = 0; k < outputs_; ++k) {
      const double next = o[k] / sum;
      change += std::abs(next - p[k]) / 2;
      p[k] = next;
    }
    return top + std::log(sum);
  }

  bool report(int step, const Progress& progress) {
    ++batch_.summary.retrainings;
    batch_.summary.products += 2;
    if (!progress) return true;
    ProgressRecord record;
    record.iteration = step;
    record.unit = "steps";
    record.seconds = watch_.seconds();
    record.objective = batch_.summary.objective;
    const bool go_on = progress(record);
    if (!go_on) batch_.summary.stop = Stop::Interrupted;
    return go_on;
  }

  OutputBatch& batch_;
  Index features_;
  int stride_, outputs_;
  std::vector<double> log_prior_;
  double settled_;  // the change that ends the steps
  std::vector<double> costs_;
  std::vector<double> totals_;     // X'c, of two classes
  double log_prior_of_theta_ = 0;  // and what class 0 says of all rows
  Stopwatch watch_;
};

}  // namespace

std::optional<NegativeValue> first_negative(const Dataset& data) {
  const Index features = data.features();
  return data.rows.visit([&](const auto& view) -> std::optional<NegativeValue> {
    for (Index i = 0; i < view.rows; ++i) {
      for (Index e = view.offsets[i]; e < view.offsets[i + 1]; ++e)
        if (view.values[e] < 0 && view.columns[e] < features)
          return NegativeValue{i, view.values[e]};
    }
    return std::nullopt;
  });
}

void train_naive_bayes(OutputBatch& batch, const LinearOptions& options,
                       const ClassSizes& wanted, const Progress& progress) {
  const Dataset& data = batch.data();
  const Index before = data.before(data.rows.rows());
  if (const auto found = first_negative(data)) {
    throw DataError(
        "expected values that count, of naive Bayes none is negative, found " +
        std::to_string(found->value) + " in row " +
        std::to_string(before + found->row + 1));
  }
  NaiveBayes(batch, options, wanted).run(progress);
}

std::vector<double> log_sizes(const std::vector<double>& sizes) {
  if (sizes.size() == 2) return {std::log(sizes[1] / sizes[0])};
  std::vector<double> logs;
  logs.reserve(sizes.size());
  for (const double size : sizes)
    logs.push_back(std::log(size));
  return logs;
}

}  // namespace semilin
