// How labeled rows are dealt to folds.
#include <algorithm>
#include <numeric>
#include <string>

#include "semilin/advanced/base/random.h"
#include "semilin/base/error.h"
#include "semilin/linear/cross_validation.h"

namespace semilin {
namespace {

constexpr std::uint64_t kFoldSeed = 1;

std::vector<Index> counted_rows(const Dataset& data) {
  const std::vector<std::int32_t> labels = given_labels(data);
  std::vector<Index> rows;
  for (Index i = 0; i < data.documents(); ++i)
    if (labels[i] != kUnlabeled && data.cost(i) > 0) rows.push_back(i);
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
                    " labels of every class, found " +
                    std::to_string(members[k].size()) + " of " +
                    data.classes[k] + "; " + remark);
  }
}

// The labeled rows of each class that count.
std::vector<int> rows_of_classes(const Dataset& data) {
  std::vector<int> counts(data.classes.size());
  for (const Index row : counted_rows(data))
    ++counts[data.labels[row]];
  return counts;
}

// The data with the rows of rare classes unlabeled and these classes gone.
Dataset without_rare(const Dataset& data) {
  const std::vector<std::int32_t> rare = rare_classes(data);
  Dataset common{data.rows, data.labels, {}, data.costs};
  common.seeds = data.seeds;
  common.voted = data.voted;
  std::vector<std::int32_t> renamed(data.classes.size(), kUnlabeled);
  for (std::size_t k = 0; k < data.classes.size(); ++k) {
    if (std::binary_search(rare.begin(), rare.end(), k)) continue;
    renamed[k] = static_cast<std::int32_t>(common.classes.size());
    common.classes.push_back(data.classes[k]);
  }
  for (std::int32_t& label : common.labels)
    if (label != kUnlabeled) label = renamed[label];
  return common;
}

}  // namespace

Folds stratified_folds(const Dataset& data, int count, std::uint64_t seed) {
  require_valid(data);
  require(count >= 2, "folds: needs at least 2, got " + std::to_string(count));
  Folds folds{count, counted_rows(data), {}};
  std::vector<std::vector<Index>> members = members_of(data, folds.rows);
  std::size_t fewest = count;
  for (const std::vector<Index>& rows : members)
    fewest = std::min(fewest, rows.size());
  require_each(count, data, members,
               fewest < 2 ? "label more, at least 2 of every class"
                          : "label more, or set the option folds to " +
                                std::to_string(fewest));
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
  require_valid(data);
  Folds folds{0, counted_rows(data), {}};
  require_each(2, data, members_of(data, folds.rows),
               "leaving its only row out would leave nothing to learn from");
  folds.count = static_cast<int>(folds.rows.size());
  folds.fold.resize(folds.rows.size());
  std::iota(folds.fold.begin(), folds.fold.end(), 0);
  return folds;
}

std::vector<std::int32_t> rare_classes(const Dataset& data) {
  const std::vector<int> counts = rows_of_classes(data);
  std::vector<std::int32_t> rare;
  for (std::size_t k = 0; k < counts.size(); ++k)
    if (counts[k] < 2) rare.push_back(static_cast<std::int32_t>(k));
  return rare;
}

Folds few_folds(const Dataset& data, int most) {
  require_valid(data);
  const Dataset common = without_rare(data);
  if (common.classes.size() < 2) {
    throw DataError(
        "holding rows out needs two classes with at least 2 labeled rows "
        "each, found " +
        std::to_string(common.classes.size()));
  }
  const std::vector<int> counts = rows_of_classes(common);
  const int least = *std::min_element(counts.begin(), counts.end());
  const Folds dealt =
      stratified_folds(common, std::min(least, most), kFoldSeed);
  Folds folds{dealt.count, counted_rows(data), {}};
  std::size_t next = 0;
  for (const Index row : folds.rows) {
    const bool is_dealt = next < dealt.rows.size() && dealt.rows[next] == row;
    folds.fold.push_back(is_dealt ? dealt.fold[next++] : -1);
  }
  return folds;
}

}  // namespace semilin
