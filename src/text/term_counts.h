// Steps that are shared by learning and prediction: counting terms, weighing a
// row, cutting documents into tasks.
#ifndef SEMILIN_TEXT_TERM_COUNTS_H_
#define SEMILIN_TEXT_TERM_COUNTS_H_

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "semilin/base/index.h"
#include "semilin/matrix/csr.h"
#include "semilin/text/vocabulary.h"

#include "io/growing_rows.h"

namespace semilin {

/// Sorts `terms` and appends a row: each of them, and how often it occurs.
void append_counts(std::vector<std::int32_t>& terms, CsrMatrix<float>& rows);

/// Counts values[i] of the terms columns[i] become v_i / |v|,
/// v_i = what the vocabulary's weighting makes of the count, times idf.
void weigh_row(std::span<const std::int32_t> columns, std::span<float> values,
               const Vocabulary& vocabulary);

/// Appends the rows of all pieces, in their order.
void append_pieces(std::span<const CsrMatrix<float>> pieces,
                   io::GrowingRows<float>& rows);

/// Bounds of consecutive tasks of about `bytes_per_task` bytes of text each;
/// they depend on the documents alone.
[[nodiscard]] std::vector<Index> text_tasks(
    std::span<const std::string> documents, Index bytes_per_task);

}  // namespace semilin

#endif  // SEMILIN_TEXT_TERM_COUNTS_H_
