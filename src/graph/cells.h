// Rows divided into cells of about equally many: each row belongs to the center
// that is nearest to it, of those that k-means finds.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "semilin/base/index.h"

#include "graph/dense_search.h"
#include "graph/score_panels.h"

namespace semilin {

/// The numbers 0, ..., keys.size() - 1 in the order of their keys, which are
/// below `count`; those of one key ascending.
struct ByKey {
  RowIds order;
  std::vector<Index> begin;  ///< beginning of each key, and the end

  ByKey(const RowIds& keys, Index count);
  [[nodiscard]] std::span<const std::int32_t> with_key(Index key) const {
    return std::span(order).subspan(begin[key], begin[key + 1] - begin[key]);
  }
};

/// Points among which the nearest are found.
class Centers {
 public:
  explicit Centers(const DenseRows& points);

  [[nodiscard]] Index count() const { return panels_.count(); }
  /// visit(i, scores) for each row i of `ids`: scores[c] is the higher the
  /// nearer point c is, and depends on no other row.
  void score(
      const DenseRows& rows, std::span<const std::int32_t> ids,
      const std::function<void(std::int32_t, const float*)>& visit) const;
  /// nearest[i] = the point nearest to row i, for each i of `ids`.
  void find(const DenseRows& rows, std::span<const std::int32_t> ids,
            RowIds& nearest) const;

 private:
  ScorePanels panels_;
};

/// Two levels: k-means on a sample makes parts, and in each part about as many
/// cells as there are parts, so that a row is compared with 2 sqrt(cells)
/// centers. All of it throws Interrupted.
class Cells {
 public:
  /// Cells of about `size` rows.
  Cells(const DenseRows& rows, Index size, Steps& steps);

  /// A row for each cell.
  [[nodiscard]] const DenseRows& centers() const { return centers_; }
  [[nodiscard]] Index count() const { return centers_.rows(); }
  /// The cell of each row, which depends on no other.
  [[nodiscard]] RowIds cells_of(const DenseRows& rows, Steps& steps) const;
  /// The cells nearest to each cell until they hold `least` rows,
  /// nearest first; sizes[c] rows are in cell c. They are searched for in the
  /// parts whose centers are nearest to its own: kNearParts, or as many as hold
  /// `least`.
  [[nodiscard]] std::vector<RowIds> surroundings(
      const std::vector<Index>& sizes, Index least, Steps& steps) const;

 private:
  static constexpr Index kNearParts = 24;

  [[nodiscard]] Index parts() const { return part_centers_.rows(); }

  DenseRows part_centers_;
  std::vector<Centers> cells_;  // centers of the cells of each part
  std::vector<Index> first_;    // cell of each part, and the end
  DenseRows centers_;
};

}  // namespace semilin
