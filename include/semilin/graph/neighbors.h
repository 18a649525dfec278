// The nearest neighbors of rows, sparse or dense: exact, or approximate where
// there are many.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "semilin/base/index.h"
#include "semilin/base/option.h"
#include "semilin/base/progress.h"
#include "semilin/matrix/csr.h"

namespace semilin {

/// The distance of two rows.
enum class Metric {
  Auto,       ///< Cosine for sparse rows, Euclidean for dense ones (is_dense)
  Cosine,     ///< |x/|x| - y/|y||, that is sqrt(2 - 2 cos(x, y))
  Euclidean,  ///< |x - y|
};
/// All of them.
inline constexpr std::array kMetrics = {Metric::Auto, Metric::Cosine,
                                        Metric::Euclidean};
/// "auto", "cosine", "euclidean".
[[nodiscard]] std::string_view to_string(Metric metric);

/// Whether a search may miss neighbors.
enum class Search {
  Auto,         ///< Approximate where Exact would take minutes
  Exact,        ///< misses none; steps grow with the square of the rows
  Approximate,  ///< misses a few; steps grow about with the rows
};
/// All of them.
inline constexpr std::array kSearches = {Search::Auto, Search::Exact,
                                         Search::Approximate};
/// "auto", "exact", "approximate".
[[nodiscard]] std::string_view to_string(Search search);

/// cos(x, y) of rows at a distance of Metric::Cosine.
[[nodiscard]] inline double cosine_at(double distance) {
  return 1 - distance * distance / 2;
}

/// The options of nearest_neighbors.
struct NeighborOptions {
  /// k, the number of neighbors of a row: at least 1, below the number of rows.
  Index neighbors = 10;
  Metric metric = Metric::Auto;  ///< distance of two rows
  /// Auto: the search is exact for new rows, for up to 200,000 dense rows, for
  /// up to 5e10 additions (see nearest_neighbors), and for sparse rows without
  /// the cosine.
  Search search = Search::Auto;
  /// 0: all available. Never changes the result.
  int threads = 0;
};

/// Names every option but the threads; see base/option.h.
template <MaybeConst<NeighborOptions> Options, class Visit>
void describe(Options& options, Visit&& visit) {
  visit("neighbors", options.neighbors, kPositive,
        "how many nearest rows a row is joined to, below the number of rows");
  visit("metric", options.metric, kMetrics,
        "how far apart rows are: cosine, euclidean or auto (cosine for sparse "
        "rows, euclidean for dense ones, of which more than one entry in "
        "twenty is stored)");
  visit("search", options.search, kSearches,
        "exact, approximate (misses a few neighbors; its time grows about "
        "with the rows, not with their square) or auto (approximate where "
        "exact would take minutes)");
}

/// The slot of a neighbor that does not exist.
inline constexpr std::int32_t kNoNeighbor = -1;

/// The k nearest other rows of each of n rows, nearest first; rows that are
/// equally near come in the order of their numbers. A row that has fewer (see
/// nearest_neighbors) ends with kNoNeighbor at distance infinity.
struct Neighbors {
  Metric metric = Metric::Cosine;  ///< never Auto
  Index k = 0;                     ///< slots of a row
  std::vector<std::int32_t> ids;   ///< n x k
  std::vector<float> distances;    ///< n x k
  Search search = Search::Exact;   ///< never Auto

  /// n.
  [[nodiscard]] Index points() const {
    return k == 0 ? 0 : static_cast<Index>(ids.size()) / k;
  }
  /// The k neighbors of row i.
  [[nodiscard]] std::span<const std::int32_t> ids_of(Index i) const {
    return {ids.data() + i * k, static_cast<std::size_t>(k)};
  }
  /// Their distances, in the same order.
  [[nodiscard]] std::span<const float> distances_of(Index i) const {
    return {distances.data() + i * k, static_cast<std::size_t>(k)};
  }
};

/// Whether more than one entry in twenty is stored.
[[nodiscard]] bool is_dense(const CsrStore& rows);

/// The nearest rows of every row, itself excluded. With the cosine only rows at
/// an angle below 90 degrees are neighbors, so that an empty row has none.
/// Exact up to rounding: candidates are found with floats, some more than
/// needed, and their distances are then computed in double.
///
/// Sparse rows cost sum_t df_t^2 additions, where df_t counts the rows that
/// hold the term t; the most frequent terms are skipped as long as a bound
/// shows that they cannot matter. Where that would be slower than products, and
/// for dense rows, the search takes N^2 min(cols, 80) multiplications, further
/// ones for the pairs that a bound does not exclude, and 4 N cols bytes.
///
/// An approximate search of sparse rows reads pruned lists of each row's
/// heaviest terms, at most some 1e5 additions per row, however many rows there
/// are. One of dense rows looks at 3,000 rows in cells around each row, and, at
/// most five times, at the neighbors of the neighbors if that misses more
/// than 1.5 % of what a sample of 400 rows should find. For new dense rows this
/// search of `rows` may be made first. Distances are exact.
///
/// Throws std::invalid_argument if k < 1 or if an approximate search of sparse
/// rows is not for the cosine, DataError if k >= rows.rows(), Interrupted if
/// `progress` (stage "neighbors", unit "rows") returned false.
[[nodiscard]] Neighbors nearest_neighbors(const CsrStore& rows,
                                          const NeighborOptions& options = {},
                                          const Progress& progress = {});

/// The k nearest of the neighbors found. Where no two are equally near this is
/// the result of a search for k. Throws std::invalid_argument unless 1 <= k <=
/// found.k.
[[nodiscard]] Neighbors nearest_of(const Neighbors& found, Index k);

/// The nearest of `rows` of every query (new rows). A column that only one of
/// the two matrices has is zero in the other. Here k may equal rows.rows().
/// `rows` decide what Metric::Auto means.
[[nodiscard]] Neighbors nearest_neighbors(const CsrStore& queries,
                                          const CsrStore& rows,
                                          const NeighborOptions& options = {},
                                          const Progress& progress = {});

/// The weights with which neighbors approximate each query of `near`, queries x
/// near.k:
///
///   w = argmin |x - sum_c w_c y_c|^2  over  w >= 0, sum_c w_c = 1,
///
/// the point of their convex hull that is nearest to x (the linear
/// neighborhoods of Wang, Zhang 2008); where several w give it, the one that
/// is reached when starting from the nearest neighbor alone, so that a query
/// which equals a neighbor takes it and no other. |x - sum_c w_c y_c|^2 is
/// within 1e-6 of the furthest neighbor's squared distance of the least,
/// unless 10,000 steps do not suffice. The weight is 0 where there is no
/// neighbor. `rows` are those that near.ids numbers, scaled to unit length for
/// the cosine. The distances between all pairs of a query's neighbors are
/// computed. Throws std::invalid_argument if an id is no row.
[[nodiscard]] std::vector<float> hull_weights(const CsrStore& rows,
                                              const Neighbors& near,
                                              int threads = 0);

}  // namespace semilin
