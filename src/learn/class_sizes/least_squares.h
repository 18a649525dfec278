// Outputs of labeled rows that were held out, in closed form.
#pragma once

#include <memory>
#include <vector>

#include "linear/output_batch.h"

namespace semilin {

/// Labeled rows, those made of words among them, up to which documents are held
/// out: l x l doubles are formed.
inline constexpr Index kMostHeldOut = 2000;

/// The outputs of regularized least squares on the labeled rows.
struct HeldOutRls {
  std::vector<std::int32_t> labels;  ///< labels of the rows held out
  std::vector<double>
      outputs;  ///< their outputs, each row's without itself; x K
  std::vector<double> unlabeled;  ///< outputs of the unlabeled rows; x K
};

/// G^-1 of hold_out(), kept for the next batch. One of the same rows, such as
/// that of the next label of label sets, needs the same if its lambda and costs
/// are the same.
class GramInverse {
 public:
  GramInverse();
  GramInverse(const GramInverse&) = delete;
  GramInverse& operator=(const GramInverse&) = delete;
  ~GramInverse();

 private:
  friend HeldOutRls hold_out(const OutputBatch& batch, GramInverse* last);
  struct Kept;
  std::unique_ptr<Kept> kept_;
};

/// SK06's RLS with the lambda in force, on the labeled rows but for those held
/// out, one of each class at a time. In closed form, for the rows S that are
/// held out together:
///
///   y_S - o_S = (G^-1)_SS^-1 a_S,   G = X_l X_l' + lambda l C^-1,  G a = y.
///
/// One row held out alone would tip the balance against its own class. Rows of
/// a class are held out in the order of their own leave-one-out outputs, which
/// does not depend on the order of rows; a class's only row never is. K is
/// batch.outputs(). O(l^3), and l x l numbers; without `last`, nothing is kept.
[[nodiscard]] HeldOutRls hold_out(const OutputBatch& batch,
                                  GramInverse* last = nullptr);
/// Whether no more than kMostHeldOut rows are labeled.
[[nodiscard]] bool are_few(const OutputBatch& batch);
/// Nothing if no document is labeled, or the labeled rows are not few.
[[nodiscard]] HeldOutRls hold_out_few(const OutputBatch& batch,
                                      GramInverse* last = nullptr);

}  // namespace semilin
