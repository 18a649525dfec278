// Sets of documents with labels hidden, for the tables of the bench.
#ifndef SEMILIN_TOOLS_BENCH_DRAWS_H_
#define SEMILIN_TOOLS_BENCH_DRAWS_H_

#include <cstdint>
#include <string>
#include <vector>

#include "semilin/learn/model.h"
#include "semilin/matrix/dataset.h"

namespace semilin::bench {

/// Rows with labels shown and hidden.
struct Draw {
  Dataset shown;                    ///< hidden labels are kUnlabeled
  std::vector<std::int32_t> truth;  ///< of all rows
};

/// The rows of `keep` keep their labels.
[[nodiscard]] Draw hide_all_but(const Dataset& data,
                                const std::vector<Index>& keep);

/// `count` rows of each class, at most half of it, by a seeded shuffle.
[[nodiscard]] std::vector<Index> draw_per_class(const Dataset& data,
                                                Index count,
                                                std::uint64_t seed);

/// At most `count` of the rows, by a seeded shuffle.
[[nodiscard]] Dataset subset(const Dataset& data, Index count,
                             std::uint64_t seed);

/// The k-th class keeps a share decay^k of its rows, by a seeded shuffle, and
/// at least 60.
[[nodiscard]] Dataset skewed(const Dataset& data, double decay,
                             std::uint64_t seed);

/// Shares of the classes among the hidden rows.
[[nodiscard]] std::vector<double> hidden_sizes(const Draw& draw);

/// The accuracy of the model on the hidden rows. It may know only some of the
/// classes.
[[nodiscard]] double hidden_accuracy(const Draw& draw, const Model& model);

/// Splits, one per line: the rows that keep their labels, counted from 1.
[[nodiscard]] std::vector<std::vector<Index>> read_splits(
    const std::string& file);

/// The ten published splits of text1_macwin, one per line of 1-based rows.
[[nodiscard]] std::vector<Draw> published_splits(const Dataset& data,
                                                 const std::string& file);

}  // namespace semilin::bench

#endif  // SEMILIN_TOOLS_BENCH_DRAWS_H_
