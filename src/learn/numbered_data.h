// Data whose features have numbers up to 2^31, of which few occur.
#pragma once

#include <cstdint>
#include <vector>

#include "semilin/learn/train.h"

namespace semilin {

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
