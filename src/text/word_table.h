// A set of words, numbered in the order of their arrival.
#ifndef SEMILIN_TEXT_WORD_TABLE_H_
#define SEMILIN_TEXT_WORD_TABLE_H_

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace semilin {

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

#endif  // SEMILIN_TEXT_WORD_TABLE_H_
