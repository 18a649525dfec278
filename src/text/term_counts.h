// Steps that are shared by learning and prediction: counting terms, weighing a
// row, cutting documents into tasks.
#ifndef SEMILIN_TEXT_TERM_COUNTS_H_
#define SEMILIN_TEXT_TERM_COUNTS_H_

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "semilin/base/index.h"
#include "semilin/text/vocabulary.h"

namespace semilin {

/// A term occurs `count` times in a document.
struct TermCount {
  std::int32_t term;
  std::int32_t count;
};

/// Sorts `terms` and appends each with its number of occurrences.
void append_counts(std::vector<std::int32_t>& terms,
                   std::vector<TermCount>& counts);

/// columns[i] = counts[i].term and values[i] = v_i / |v|,
/// v_i = what the vocabulary's weighting makes of count_i, times idf[term_i].
void weigh_row(std::span<const TermCount> counts, const Vocabulary& vocabulary,
               std::int32_t* columns, float* values);

/// Bounds of consecutive tasks of about `bytes_per_task` bytes of text each;
/// they depend on the documents alone.
[[nodiscard]] std::vector<Index> text_tasks(
    std::span<const std::string> documents, Index bytes_per_task);

}  // namespace semilin

#endif  // SEMILIN_TEXT_TERM_COUNTS_H_
