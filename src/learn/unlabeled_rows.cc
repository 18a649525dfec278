#include "learn/unlabeled_rows.h"

#include <algorithm>
#include <numeric>

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
  data.complete(known);
  for (const Index i : empty) {
    if (data.labels[i] != kUnlabeled && known[data.labels[i]] == 0) continue;
    data.costs.resize(data.labels.size(), 1.0);
    data.costs[i] = 0;
  }
  return data;
}

std::vector<Index> unlabeled_rows(const Dataset& data) {
  std::vector<Index> rows;
  for (std::size_t i = 0; i < data.labels.size(); ++i) {
    const bool counts = data.costs.empty() || data.costs[i] > 0;
    if (counts && data.labels[i] == kUnlabeled)
      rows.push_back(static_cast<Index>(i));
  }
  return rows;
}

std::vector<Index> unlabeled_sample(const Dataset& data, Index most,
                                    Random& random) {
  const std::vector<Index> rows = unlabeled_rows(data);
  const Index all = data.total(std::ssize(rows));
  if (all <= most) return rows;
  std::vector<Index> places(all);  // among those of all ranks
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
  for (std::size_t i = 0; i < data.labels.size(); ++i)
    if (data.labels[i] != kUnlabeled) rows.push_back(static_cast<Index>(i));
  std::sort(rows.begin(), rows.end());
  return rows;
}

}  // namespace semilin
