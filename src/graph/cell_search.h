// An inverted file (Jegou, Douze, Schmid 2011): a query looks at the cells
// whose centers are nearest to it, until they have held a given number of rows.
// Distances to centers are those of (y, |r|), see dense_search.h.
#ifndef SEMILIN_SRC_GRAPH_CELL_SEARCH_H_
#define SEMILIN_SRC_GRAPH_CELL_SEARCH_H_

#include <array>
#include <vector>

#include "semilin/base/index.h"

#include "graph/candidates.h"
#include "graph/cells.h"
#include "graph/dense_search.h"
#include "graph/steps.h"

namespace semilin {

/// The queries.
struct Asking {
  CsrView<float> rows;
  bool same;     ///< row i of them is row i
  RowIds cells;  ///< cell of each query
  RowIds order;  ///< the queries, cell by cell
};

class CellSearch {
 public:
  /// Keeps both. This and what is not const throws Interrupted.
  CellSearch(const CandidateProblem& problem, Steps& steps);

  [[nodiscard]] Asking rows_asking() const;
  [[nodiscard]] Asking queries_asking();
  /// The candidates that they find in cells; this is such a part of the rest of
  /// the work.
  [[nodiscard]] Candidates look(const Asking& asking, double part);

  [[nodiscard]] const DenseSearch& search() const { return search_; }
  /// The rows for DenseSearch::search_rows.
  [[nodiscard]] const DenseRows& projected() const { return rows_; }

 private:
  [[nodiscard]] DenseRows projected(const CsrView<float>& rows);
  RowIds slots();
  std::vector<RowIds> choices(const DenseRows& queries,
                              const RowIds& near) const;
  void look(const Asking& asking, const RowIds& near, RowIds ids,
            Candidates& found) const;

  const CandidateProblem& problem_;
  Steps& steps_;
  Index looked_at_;
  DenseFrame frame_;
  DenseRows rows_;
  Cells cells_;
  RowIds cell_of_;
  std::vector<std::array<Index, 2>> ranges_;  // of each cell's slots
  DenseSearch search_;
  std::vector<Index> sizes_;  // of each cell: rows that are looked at
  std::vector<RowIds> near_;  // cells of each cell
};

/// Writes what queries have found to their places.
void keep(const DenseQueries& queries, Candidates& found);

}  // namespace semilin

#endif  // SEMILIN_SRC_GRAPH_CELL_SEARCH_H_
