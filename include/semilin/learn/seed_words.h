// Words that tell classes, as rows to train on beside documents.
//
//   const std::vector<SeedTerm> terms = ...;  // semilin/text/seed_words.h
//   TrainOptions options;
//   options.seeds = seed_rows(data, terms);
//   const TrainResult result = train(data, options);
#ifndef SEMILIN_LEARN_SEED_WORDS_H_
#define SEMILIN_LEARN_SEED_WORDS_H_

#include <cstdint>
#include <span>
#include <vector>

#include "semilin/base/index.h"
#include "semilin/matrix/dataset.h"

namespace semilin {

/// A word or a phrase of a class: the features that stand for it.
struct SeedTerm {
  std::int32_t label = 0;             ///< position in the data's classes
  std::vector<std::int32_t> columns;  ///< none: no document can hold it
};

/// How many rows hold words.
struct SeedCounts {
  std::vector<Index> terms;    ///< of each term: all of its features
  std::vector<Index> classes;  ///< of each class: a term at least
};
/// Counts the rows that hold each term and each class's.
[[nodiscard]] SeedCounts count_seeds(const Dataset& data,
                                     std::span<const SeedTerm> terms);

/// One row for each class that has terms which rows hold, of cost 1: of the
/// features of its terms, each weighing log(n / rows that hold it), as long as
/// the rows are in quadratic mean. docs/class-sizes.md tells why not one per
/// term.
[[nodiscard]] SeedRows seed_rows(const Dataset& data,
                                 std::span<const SeedTerm> terms);

}  // namespace semilin

#endif  // SEMILIN_LEARN_SEED_WORDS_H_
