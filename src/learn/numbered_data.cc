#include "learn/numbered_data.h"

#include <algorithm>
#include <utility>

#include "learn/unlabeled_rows.h"
#include "matrix/row_functions.h"

namespace semilin {

NumberedData::NumberedData(const Dataset& data, const SeedRows& seeds,
                           int threads)
    : given_(data) {
  require_valid(data, threads);
  // the last rows of all ranks
  const bool last = data.ranks.rank() + 1 == data.ranks.size();
  own_ = with_seeds(data, last ? seeds : SeedRows{});
  if (own_.seeds > 0) require_valid(own_, threads);
  own_ = without_empty_rows(std::move(own_));
  if (!has_scattered_columns(given_.rows.cols(),
                             given_.total(given_.rows.nonzeros())))
    return;
  numbers_ = shared_columns(own_);
  if (numbers_.empty()) return;
  own_.rows = renumbered(own_.rows, numbers_);
  if (own_.vectors.count == 0) return;
  own_.vectors.first =
      std::lower_bound(numbers_.begin(), numbers_.end(), own_.vectors.first) -
      numbers_.begin();
  own_.vectors.count = std::ssize(numbers_) - own_.vectors.first;
}

void NumberedData::name_features(TrainResult& result) const {
  for (ModelHead* head :
       {&result.model.head(), static_cast<ModelHead*>(&result.supervised)}) {
    head->vectors = given_.vectors;
    if (numbers_.empty()) continue;
    std::vector<std::int32_t>& own = head->feature_numbers;
    for (std::int32_t& column : own)
      column = numbers_[column];
    if (own.empty()) own = numbers_;
  }
}

}  // namespace semilin
