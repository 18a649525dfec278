#include "learn/numbered_data.h"

#include "matrix/column_numbers.h"

namespace semilin {

NumberedData::NumberedData(const Dataset& data, const SeedRows& seeds,
                           int threads)
    : given_(data) {
  require_valid(data, threads);
  if (seeds.rows.rows() > 0) {
    own_ = with_seeds(data, seeds);
    require_valid(own_, threads);
  }
  if (!has_scattered_columns(given_.rows, given_.ranks)) return;
  numbers_ = columns_in_use(this->data().rows, given_.ranks);
  if (numbers_.empty()) return;
  if (own_.rows.rows() == 0) own_ = data;
  own_.rows = renumbered(own_.rows, numbers_);
}

void NumberedData::name_features(TrainResult& result) const {
  result.model.head().feature_numbers = numbers_;
  result.supervised.feature_numbers = numbers_;
}

}  // namespace semilin
