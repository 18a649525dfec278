// The best few of many scores, with a rule for ties.
#pragma once

#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "semilin/base/index.h"

namespace semilin {

/// Keeps the `capacity` highest scores seen, highest first; of equal scores the
/// smaller ids. Made for capacities of some tens: a push costs O(capacity).
class TopScores {
 public:
  struct Entry {
    float score;
    std::int32_t id;
  };

  explicit TopScores(Index capacity) : entries_(capacity) {}

  /// Scores below this are not kept; equal ones only for the sake of their ids.
  [[nodiscard]] float threshold() const {
    return full() ? entries_.back().score
                  : -std::numeric_limits<float>::infinity();
  }
  [[nodiscard]] bool full() const { return size_ == capacity(); }
  [[nodiscard]] Index capacity() const {
    return static_cast<Index>(entries_.size());
  }
  [[nodiscard]] Index size() const { return size_; }
  [[nodiscard]] const Entry& operator[](Index i) const { return entries_[i]; }

  void push(float score, std::int32_t id) {
    const Entry entry{score, id};
    if (full() && !before(entry, entries_.back())) return;
    Index place = full() ? size_ - 1 : size_++;
    for (; place > 0 && before(entry, entries_[place - 1]); --place)
      entries_[place] = entries_[place - 1];
    entries_[place] = entry;
  }

 private:
  static bool before(const Entry& a, const Entry& b) {
    return a.score > b.score || (a.score == b.score && a.id < b.id);
  }

  Index size_ = 0;
  std::vector<Entry> entries_;
};

/// Scores that any_reaches looks at with one test.
inline constexpr Index kScan = 64;

/// Whether any of `size` scores is at least `least`.
[[nodiscard]] bool any_reaches(const float* scores, Index size, float least);

/// Whether scores[j] + x lengths[j] is at least `least` for any j.
[[nodiscard]] bool any_reaches(const float* scores, const float* lengths,
                               float x, Index size, float least);

/// highest[j] = max(highest[j], scores[j]). (Not raise: that is a signal, which
/// doctest sends on arm64.)
void raise_to(std::int16_t* highest, const std::int16_t* scores, Index size);

/// The places, ascending, of the scores above `bound`, which is not below 0,
/// and how many there are; `places` has room for all.
Index find_above(std::int16_t bound, std::span<const std::int16_t> scores,
                 std::int16_t* places);

/// How many of up to 32,000 scores are above `bound`.
[[nodiscard]] Index count_above(std::int16_t bound,
                                std::span<const std::int16_t> scores);

/// A bound that at least `wanted` of the scores reach, and no others if scores
/// differ enough; 0 if fewer are positive. Up to 32,000 scores.
[[nodiscard]] std::int16_t least_of_highest(
    Index wanted, std::span<const std::int16_t> scores);

/// The ids of best[0], best[1], ... as those of queries first, first + 1, ...,
/// which have `best[..].capacity()` places each in `ids`.
inline void store(std::span<const TopScores> best, Index first,
                  std::vector<std::int32_t>& ids) {
  for (std::size_t q = 0; q < best.size(); ++q) {
    const Index place = (first + static_cast<Index>(q)) * best[q].capacity();
    for (Index c = 0; c < best[q].size(); ++c)
      ids[place + c] = best[q][c].id;
  }
}

}  // namespace semilin
