#include "learn/unlabeled_rows.h"

#include <algorithm>

namespace semilin {

std::vector<Index> unlabeled_rows(const Dataset& data) {
  std::vector<Index> rows;
  for (std::size_t i = 0; i < data.labels.size(); ++i)
    if (data.labels[i] == kUnlabeled) rows.push_back(static_cast<Index>(i));
  return rows;
}

std::vector<Index> unlabeled_sample(const Dataset& data, Index most,
                                    Random& random) {
  std::vector<Index> rows = unlabeled_rows(data);
  if (std::ssize(rows) <= most) return rows;
  random.shuffle(rows);
  rows.resize(most);
  std::sort(rows.begin(), rows.end());
  return rows;
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
