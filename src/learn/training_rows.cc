#include "learn/training_rows.h"

#include <algorithm>
#include <numeric>
#include <utility>

#include "matrix/row_functions.h"

namespace semilin {

std::vector<Index> empty_rows(const CsrStore& rows) {
  return rows.visit([](const auto& view) {
    std::vector<Index> empty;
    for (Index i = 0; i < view.rows; ++i)
      if (view.row_columns(i).empty()) empty.push_back(i);
    return empty;
  });
}

Dataset without_empty_rows(Dataset data) {
  const std::vector<Index> empty = empty_rows(data.rows);
  std::vector<double> known(data.classes.size(), 0.0);
  auto next = empty.begin();
  for (Index i = 0; i < data.rows.rows(); ++i) {
    if (next != empty.end() && *next == i) {
      ++next;
    } else if (data.labels[i] != kUnlabeled) {
      known[data.labels[i]] = 1;
    }
  }
  known = data.sum(std::move(known));
  for (const Index i : empty) {
    if (data.labels[i] != kUnlabeled && known[data.labels[i]] == 0) continue;
    data.costs.resize(data.labels.size(), 1.0);
    data.costs[i] = 0;
  }
  return data;
}

std::vector<Index> unlabeled_rows(const Dataset& data) {
  std::vector<Index> rows;
  for (Index i = 0; i < std::ssize(data.labels); ++i)
    if (data.labels[i] == kUnlabeled && data.cost(i) > 0) rows.push_back(i);
  return rows;
}

std::vector<Index> unlabeled_sample(const Dataset& data, Index most,
                                    Random& random) {
  const std::vector<Index> rows = unlabeled_rows(data);
  const Index all = data.sum(std::ssize(rows));
  if (all <= most) return rows;
  std::vector<Index> places(all);  // among all
  std::iota(places.begin(), places.end(), Index{0});
  random.shuffle(places);
  places.resize(most);
  std::sort(places.begin(), places.end());
  const Index first = data.before(std::ssize(rows));
  std::vector<Index> own;
  for (const Index place : places)
    if (first <= place && place - first < std::ssize(rows))
      own.push_back(rows[place - first]);
  return own;
}

std::vector<Index> labeled_and_sample(const Dataset& data, Index most,
                                      Random& random) {
  std::vector<Index> rows = unlabeled_sample(data, most, random);
  for (Index i = 0; i < std::ssize(data.labels); ++i)
    if (data.labels[i] != kUnlabeled) rows.push_back(i);
  std::sort(rows.begin(), rows.end());
  return rows;
}

NumberedData::NumberedData(const Dataset& data, const SeedRows& seeds,
                           int threads)
    : given_(data) {
  require_valid(data, threads);
  own_ = with_seeds(data, seeds);
  if (own_.seeds > 0) require_valid(own_, threads);
  own_ = without_empty_rows(std::move(own_));
  if (!has_scattered_columns(given_.rows.cols(),
                             given_.sum(given_.rows.nonzeros())))
    return;
  numbers_ = shared_columns(own_);
  if (numbers_.empty()) return;
  own_.pieces =
      std::ranges::lower_bound(numbers_, own_.features()) -
      std::ranges::lower_bound(numbers_, own_.features() - own_.pieces);
  own_.rows = renumbered(own_.rows, numbers_);
  if (own_.vectors.count == 0) return;
  own_.vectors.first =
      std::lower_bound(numbers_.begin(), numbers_.end(), own_.vectors.first) -
      numbers_.begin();
  own_.vectors.count = std::ssize(numbers_) - own_.vectors.first;
}

void NumberedData::scale_vectors(double factor) {
  own_.rows = with_scaled_vectors(own_, factor);
  factor_ = factor;
}

LinearModel NumberedData::at_given_scale(LinearModel model) const {
  const auto begin =
      model.weights.begin() + own_.vectors.first * model.outputs();
  std::for_each(begin, begin + own_.vectors.count * model.outputs(),
                [this](double& weight) { weight *= factor_; });
  return model;
}

void NumberedData::name_features(TrainResult& result) const {
  if (factor_ != 1) {
    result.supervised = at_given_scale(std::move(result.supervised));
    if (const LinearModel* own = result.model.linear())
      result.model = at_given_scale(*own);
  }
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
