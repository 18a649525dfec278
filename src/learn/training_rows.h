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

/// If all ranks have more than `most`, this rank's of this number of them drawn
/// by chance; ascending.
[[nodiscard]] std::vector<Index> unlabeled_sample(const Dataset& data,
                                                  Index most, Random& random);

/// These and all rows with a label; ascending.
[[nodiscard]] std::vector<Index> labeled_and_sample(const Dataset& data,
                                                    Index most, Random& random);

/// The data with their seeds, without_empty_rows and, if their columns are
/// scattered (matrix/row_functions.h), with those that occur numbered anew.
class NumberedData {
 public:
  /// Borrows `data`. Throws as require_valid(data) does.
  NumberedData(const Dataset& data, const SeedRows& seeds, int threads);
  NumberedData(const NumberedData&) = delete;
  NumberedData& operator=(const NumberedData&) = delete;

  [[nodiscard]] const Dataset& data() const { return own_; }
  /// Gives the models, which were trained on data(), the numbers of their
  /// features and the columns of the vectors.
  void name_features(TrainResult& result) const;

 private:
  const Dataset& given_;
  Dataset own_;
  std::vector<std::int32_t> numbers_;  // empty: as they are
};

}  // namespace semilin
