// The way from rows to the neighbors of their neighbors.
#ifndef SEMILIN_SRC_GRAPH_LINKS_H_
#define SEMILIN_SRC_GRAPH_LINKS_H_

#include <algorithm>
#include <bit>
#include <cstdint>
#include <span>
#include <vector>

#include "semilin/base/index.h"

#include "graph/candidates.h"

namespace semilin {

/// The nearest found of each row, and rows of which it is one: up to kMost of
/// either, first those of which it is the nearest.
class Links {
 public:
  static constexpr Index kMost = 16;

  /// `found`: lists of `count` rows each, nearest first.
  Links(const Candidates& found, Index count)
      : width_(std::min(count, kMost)),
        links_(found.size() / count * 2 * width_, kNoNeighbor) {
    const Index rows = std::ssize(found) / count;
    std::vector<std::int32_t> back(rows, 0);
    for (Index c = 0; c < width_; ++c) {
      for (Index i = 0; i < rows; ++i) {
        const std::int32_t j = found[i * count + c];
        links_[2 * width_ * i + c] = j;
        if (j != kNoNeighbor && back[j] < width_)
          links_[2 * width_ * j + width_ + back[j]++] =
              static_cast<std::int32_t>(i);
      }
    }
  }

  /// The links of row i: 2 width() rows or kNoNeighbor.
  [[nodiscard]] std::span<const std::int32_t> linked_to(Index i) const {
    return std::span(links_).subspan(2 * width_ * i, 2 * width_);
  }
  /// Has the memory brought that linked_to(i) will read.
  void prefetch(Index i) const {
    constexpr Index kLine = 16;  // numbers of a line of the cache
    for (Index c = 0; c < 2 * width_; c += kLine)
      __builtin_prefetch(links_.data() + 2 * width_ * i + c);
  }
  [[nodiscard]] Index width() const { return width_; }

 private:
  Index width_;
  std::vector<std::int32_t> links_;
};

/// Rows in the order in which they were first added.
class DistinctRows {
 public:
  /// Holds at most this many rows.
  explicit DistinctRows(Index most)
      : places_(std::bit_ceil(static_cast<std::size_t>(2 * most)),
                kNoNeighbor) {}

  void clear() {
    std::fill(places_.begin(), places_.end(), kNoNeighbor);
    rows_.clear();
  }
  void add(std::int32_t row) {
    const std::size_t last = places_.size() - 1;
    const std::uint32_t hash = static_cast<std::uint32_t>(row) * 2654435761U;
    std::size_t place = hash & last;
    for (; places_[place] != kNoNeighbor; place = (place + 1) & last)
      if (places_[place] == row) return;
    places_[place] = row;
    rows_.push_back(row);
  }
  void add(std::span<const std::int32_t> rows) {
    for (const std::int32_t row : rows)
      if (row != kNoNeighbor) add(row);
  }
  [[nodiscard]] const std::vector<std::int32_t>& rows() const { return rows_; }

 private:
  std::vector<std::int32_t> places_;  // by hash
  std::vector<std::int32_t> rows_;
};

}  // namespace semilin

#endif  // SEMILIN_SRC_GRAPH_LINKS_H_
