// Steps that are shared by learning and prediction: counting terms, weighing a
// row, cutting documents into tasks.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "semilin/base/index.h"
#include "semilin/matrix/csr.h"
#include "semilin/text/vocabulary.h"

namespace semilin {

/// Sorts `terms` and calls use(term, count) for each of them, in their order.
template <class Use>
void for_each_count(std::vector<std::int32_t>& terms, const Use& use) {
  std::sort(terms.begin(), terms.end());
  for (auto first = terms.begin(), last = first; first != terms.end();
       first = last) {
    last = std::find_if(first, terms.end(),
                        [first](std::int32_t term) { return term != *first; });
    use(*first, static_cast<float>(last - first));
  }
}

/// Sorts `terms` and appends a row: each of them, and how often it occurs.
void append_counts(std::vector<std::int32_t>& terms, CsrMatrix<float>& rows);

/// Counts values[i] of the terms columns[i] become v_i / |v|,
/// v_i = what the vocabulary's weighting makes of the count, times idf.
void weigh_row(std::span<const std::int32_t> columns, std::span<float> values,
               const Vocabulary& vocabulary);

/// Bounds of consecutive tasks of about `bytes_per_task` bytes of text each;
/// they depend on the documents alone.
[[nodiscard]] std::vector<Index> text_tasks(
    std::span<const std::string> documents, Index bytes_per_task);

/// Open addressing over one arena of bytes: no allocation a word.
class WordTable {
 public:
  WordTable();

  /// The word's number, or -1.
  [[nodiscard]] std::int32_t find(std::string_view word) const;
  /// The word's number; a new word gets the next one. Throws DataError at 2^31
  /// words.
  std::int32_t add(std::string_view word);

  [[nodiscard]] std::int32_t size() const {
    return static_cast<std::int32_t>(ends_.size()) - 1;
  }
  [[nodiscard]] std::string_view word(std::int32_t id) const;

 private:
  struct Slot {
    std::uint32_t hash = 0;
    std::int32_t id = -1;  // -1: empty
  };

  [[nodiscard]] std::size_t slot_of(std::string_view word,
                                    std::uint32_t hash) const;
  void grow();

  std::string bytes_;
  std::vector<std::size_t> ends_;  // word i is bytes ends_[i]..ends_[i+1]-1
  std::vector<Slot> slots_;        // a power of two, at most half full
};

}  // namespace semilin
