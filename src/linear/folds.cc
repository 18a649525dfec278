// How labeled rows are dealt to folds.
#include <algorithm>
#include <numeric>
#include <string>

#include "semilin/advanced/base/random.h"
#include "semilin/base/error.h"
#include "semilin/linear/cross_validation.h"

#include "linear/copies.h"
#include "linear/held_out_rows.h"

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

// Labeled rows, and how they are dealt: copies together.
struct Hand {
  std::vector<Index> rows;
  std::vector<Index> first;  // copies_among(rows)
  /// By class the places of those that are the first of their copies, if all
  /// of these are of the class.
  std::vector<std::vector<Index>> members;
  std::vector<Index> mixed;  // first copies of those of several classes
};

Hand hand_of(const Dataset& data) {
  Hand hand{counted_rows(data), {}, {}, {}};
  hand.first = copies_among(data, hand.rows);
  hand.members.resize(data.classes.size());
  std::vector<char> several(hand.rows.size());
  const auto label_at = [&](Index i) { return data.labels[hand.rows[i]]; };
  for (Index i = 0; i < std::ssize(hand.rows); ++i)
    if (label_at(i) != label_at(hand.first[i])) several[hand.first[i]] = 1;
  for (Index i = 0; i < std::ssize(hand.rows); ++i)
    if (hand.first[i] == i)
      (several[i] != 0 ? hand.mixed : hand.members[label_at(i)]).push_back(i);
  return hand;
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

// The labeled rows of each class that count, of copies one.
std::vector<int> rows_of_classes(const Dataset& data) {
  std::vector<int> counts;
  for (const std::vector<Index>& places : hand_of(data).members)
    counts.push_back(static_cast<int>(places.size()));
  return counts;
}

// The data with the rows of rare classes unlabeled and these classes gone.
Dataset without_rare(const Dataset& data) {
  const std::vector<std::int32_t> rare = rare_classes(data);
  Dataset common{data.rows, data.labels, {}, data.costs};
  common.vectors = data.vectors;
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
  Hand hand = hand_of(data);
  std::size_t fewest = count;
  for (const std::vector<Index>& places : hand.members)
    fewest = std::min(fewest, places.size());
  require_each(count, data, hand.members,
               fewest < 2 ? "label more, at least 2 of every class"
                          : "label more, or set the option folds to " +
                                std::to_string(fewest));
  Folds folds{count, std::move(hand.rows), {}};
  folds.fold.resize(folds.rows.size());
  Random random(seed);
  Index dealt = 0;  // like cards, on from class to class
  hand.members.push_back(std::move(hand.mixed));
  for (std::vector<Index>& places : hand.members) {
    random.shuffle(places);
    for (const Index i : places)
      folds.fold[i] = static_cast<std::int32_t>(dealt++ % count);
  }
  for (std::size_t i = 0; i < hand.first.size(); ++i)
    folds.fold[i] = folds.fold[hand.first[i]];
  return folds;
}

Folds leave_one_out(const Dataset& data) {
  require_valid(data);
  Hand hand = hand_of(data);
  require_each(2, data, hand.members,
               "leaving its only row out would leave nothing to learn from");
  Folds folds{0, std::move(hand.rows), {}};
  for (std::size_t i = 0; i < hand.first.size(); ++i) {
    const bool own = hand.first[i] == static_cast<Index>(i);
    folds.fold.push_back(own ? folds.count++ : folds.fold[hand.first[i]]);
  }
  return folds;
}

Folds even_folds(const Dataset& data, int count, std::uint64_t seed) {
  Hand hand = hand_of(data);
  Folds folds{0, std::move(hand.rows), {}};
  folds.fold.assign(folds.rows.size(), -1);
  std::vector<char> rare;
  Random random(seed);
  const auto deal = [&](std::vector<Index>& places, int among) {
    random.shuffle(places);
    for (std::size_t j = 0; j < places.size(); ++j)
      folds.fold[places[j]] = static_cast<std::int32_t>(j) % among;
  };
  for (std::vector<Index>& places : hand.members) {
    rare.push_back(places.size() < 2 ? 1 : 0);
    if (rare.back() != 0) places.clear();
    folds.count =
        std::max(folds.count, std::min(count, static_cast<int>(places.size())));
    deal(places, count);
  }
  if (folds.count > 0) deal(hand.mixed, folds.count);
  for (std::size_t i = 0; i < hand.first.size(); ++i)
    folds.fold[i] =
        rare[data.labels[folds.rows[i]]] != 0 ? -1 : folds.fold[hand.first[i]];
  return folds;
}

Repeats repeats(const Dataset& data) {
  const Hand hand = hand_of(data);
  Repeats found;
  found.labeled = std::ssize(hand.rows);
  found.differ = std::ssize(hand.mixed);
  for (Index i = 0; i < found.labeled; ++i)
    found.rows += hand.first[i] == i ? 0 : 1;
  return found;
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
