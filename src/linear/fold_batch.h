// Supervised models of many folds and lambdas as outputs of one batch.
#pragma once

#include <functional>
#include <span>
#include <vector>

#include "semilin/linear/cross_validation.h"
#include "semilin/linear/options.h"

#include "matrix/csr_operator.h"
#include "solvers/newton.h"

namespace semilin {

/// The labeled rows, and the solver's state for some folds times some lambdas
/// times K outputs: column (lambda x folds + fold) K + k.
class FoldBatch {
 public:
  /// Borrows all but the data.
  FoldBatch(const Dataset& data, const LinearOptions& options, Loss loss,
            const Folds& folds, const HeldOutOptions& held_out);

  /// The outputs of all rows of the folds for each of `lambdas` (descending),
  /// each by the model without its fold. `step` is called after each batch with
  /// the share done; false ends the run, and nothing is returned.
  [[nodiscard]] std::vector<std::vector<double>> run(
      std::span<const double> lambdas, const std::function<bool(double)>& step);

  [[nodiscard]] Index products() const { return products_; }

 private:
  struct Part {  // folds and lambdas of one batch
    int first_fold, folds;
    std::span<const double> lambdas;
    [[nodiscard]] int pairs() const {
      return folds * static_cast<int>(lambdas.size());
    }
  };

  [[nodiscard]] int pairs_that_fit() const;
  void prepare(const Part& part);
  void seed(const Part& part, const Part& last);
  void solve(bool seeded);
  void collect(const Part& part, std::vector<double>* outputs) const;

  const LinearOptions& options_;
  Loss loss_;
  Folds folds_;
  std::size_t rows_held_out_;  // the first of them
  const HeldOutOptions& held_out_;
  Dataset rows_;  // labeled ones, with the columns that they need
  int outputs_;   // K
  CsrOperator x_;
  std::vector<double> costs_;     // c_i, summing to 1
  std::vector<double> fold_sum_;  // costs of the rows outside a fold
  std::vector<double> lambda_, beliefs_, multiples_;
  std::vector<double> reference_;  // |gradient at 0|: no lambda changes it
  BatchIterate iterate_;
  NewtonScratch scratch_;
  Index products_ = 0;
};

}  // namespace semilin
