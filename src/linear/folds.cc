// How labelled rows are dealt to folds.
#include <algorithm>
#include <numeric>
#include <string>

#include "semilin/advanced/base/random.h"
#include "semilin/base/error.h"
#include "semilin/linear/cross_validation.h"

namespace semilin {
namespace {

std::vector<Index> counted_rows(const Dataset& data) {
  require_valid(data);
  std::vector<Index> rows;
  for (std::size_t i = 0; i < data.labels.size(); ++i) {
    const bool counts = data.costs.empty() || data.costs[i] > 0;
    if (counts && data.labels[i] != kUnlabeled)
      rows.push_back(static_cast<Index>(i));
  }
  return rows;
}

// Positions in `rows` of each class.
std::vector<std::vector<Index>> members_of(const Dataset& data,
                                           const std::vector<Index>& rows) {
  std::vector<std::vector<Index>> members(data.classes.size());
  for (std::size_t i = 0; i < rows.size(); ++i)
    members[data.labels[rows[i]]].push_back(static_cast<Index>(i));
  return members;
}

void require_each(std::size_t least, const Dataset& data,
                  const std::vector<std::vector<Index>>& members,
                  const std::string& remark) {
  for (std::size_t k = 0; k < members.size(); ++k) {
    if (members[k].size() >= least) continue;
    throw DataError("expected at least " + std::to_string(least) +
                    " labelled rows of every class, found " +
                    std::to_string(members[k].size()) + " of " +
                    data.classes[k] + "; " + remark);
  }
}

}  // namespace

Folds stratified_folds(const Dataset& data, int count, std::uint64_t seed) {
  require(count >= 2, "folds: needs at least 2, got " + std::to_string(count));
  Folds folds{count, counted_rows(data), {}};
  std::vector<std::vector<Index>> members = members_of(data, folds.rows);
  require_each(count, data, members,
               "leaving one row out at a time takes only 2");
  folds.fold.resize(folds.rows.size());
  Random random(seed);
  Index dealt = 0;  // like cards, on from class to class
  for (std::vector<Index>& rows : members) {
    random.shuffle(rows);
    for (const Index i : rows)
      folds.fold[i] = static_cast<std::int32_t>(dealt++ % count);
  }
  return folds;
}

Folds leave_one_out(const Dataset& data) {
  Folds folds{0, counted_rows(data), {}};
  require_each(2, data, members_of(data, folds.rows),
               "leaving its only row out would leave nothing to learn from");
  folds.count = static_cast<int>(folds.rows.size());
  folds.fold.resize(folds.rows.size());
  std::iota(folds.fold.begin(), folds.fold.end(), 0);
  return folds;
}

}  // namespace semilin
