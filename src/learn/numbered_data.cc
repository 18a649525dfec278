#include "learn/numbered_data.h"

#include "matrix/column_numbers.h"

namespace semilin {

NumberedData::NumberedData(const Dataset& data, int threads) : given_(data) {
  require_valid(data, threads);
  if (!has_scattered_columns(data.rows, data.ranks)) return;
  numbers_ = columns_in_use(data.rows, data.ranks);
  if (numbers_.empty()) return;
  own_ = data;
  own_.rows = renumbered(data.rows, numbers_);
}

void NumberedData::name_features(TrainResult& result) const {
  result.model.head().feature_numbers = numbers_;
  result.supervised.feature_numbers = numbers_;
}

}  // namespace semilin
