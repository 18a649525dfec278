// The rows that a run trains on: those that count, samples of them, and data
// whose features have numbers up to 2^31, of which few occur.
#pragma once

#include <cstdint>
#include <vector>

#include "semilin/advanced/base/random.h"
#include "semilin/learn/train.h"

namespace semilin {

/// The most unlabeled rows in a training for an opinion: the user waits for an
/// answer, and more rows change few opinions.
inline constexpr Index kUnlabeledSeen = 20000;

/// The rows without a feature, ascending.
[[nodiscard]] std::vector<Index> empty_rows(const CsrStore& rows);

/// The data, in which rows without a feature have cost 0: nothing tells their
/// classes, so that they are no evidence of class sizes or of accuracy. A
/// labeled one would teach each output its constant alone, and if labels are
/// few, draw every row to its class that resembles no other. A class without
/// other examples keeps them.
[[nodiscard]] Dataset without_empty_rows(Dataset data);

/// The unlabeled rows with a cost > 0, ascending.
[[nodiscard]] std::vector<Index> unlabeled_rows(const Dataset& data);

/// If there are more than `most` in all, those among a sample of this number;
/// ascending.
[[nodiscard]] std::vector<Index> unlabeled_sample(const Dataset& data,
                                                  Index most, Random& random);

/// These and all rows with a label; ascending.
[[nodiscard]] std::vector<Index> labeled_and_sample(const Dataset& data,
                                                    Index most, Random& random);

/// Up to `count` unlabeled rows, each the nearest to the middle of a part of
/// the data that holds no labeled row, those of large parts first. There are
/// `count` parts and one for each labeled row, at most 50: clusters of
/// spherical k-means (Dhillon, Modha, Machine Learning 42, 2001), the best of
/// some runs from rows drawn by chance. A part of less than a quarter of the
/// mean size gives no row, for its row would be an outlier, and a row of zeros
/// belongs to none. Of more than 10,000 unlabeled rows a sample is looked at.
/// The result does not depend on the threads. Throws Interrupted.
[[nodiscard]] std::vector<Index> typical_rows(const Dataset& data, Index count,
                                              std::uint64_t seed, int threads,
                                              const Progress& progress);

/// The data with their seeds, without_empty_rows and, if their columns are
/// scattered (matrix/row_functions.h), with those that occur numbered anew.
class NumberedData {
 public:
  /// Borrows `data`. Throws as require_valid(data) does.
  NumberedData(const Dataset& data, const SeedRows& seeds, int threads);
  NumberedData(const NumberedData&) = delete;
  NumberedData& operator=(const NumberedData&) = delete;

  [[nodiscard]] const Dataset& data() const { return own_; }
  /// Multiplies the vectors in data() by `factor`.
  void scale_vectors(double factor);
  /// Gives the models, which were trained on data(), the numbers of their
  /// features and the columns of the vectors; linear models are made to know
  /// the scale of the vectors given.
  void name_features(TrainResult& result) const;

 private:
  [[nodiscard]] LinearModel at_given_scale(LinearModel model) const;

  const Dataset& given_;
  Dataset own_;
  std::vector<std::int32_t> numbers_;  // empty: as they are
  double factor_ = 1;                  // of the vectors in own_
};

}  // namespace semilin
