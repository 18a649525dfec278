#include "text/word_table.h"

#include <functional>
#include <limits>

#include "semilin/base/error.h"

namespace semilin {
namespace {

std::uint32_t hash_of(std::string_view word) {
  const std::uint64_t hash = std::hash<std::string_view>{}(word);
  return static_cast<std::uint32_t>(hash ^ (hash >> 32));
}

}  // namespace

WordTable::WordTable() : ends_(1, 0), slots_(16) {}

std::string_view WordTable::word(std::int32_t id) const {
  return std::string_view(bytes_).substr(ends_[id], ends_[id + 1] - ends_[id]);
}

// The slot that holds the word, or the empty one where it belongs.
std::size_t WordTable::slot_of(std::string_view word,
                               std::uint32_t hash) const {
  const std::size_t mask = slots_.size() - 1;
  std::size_t slot = hash & mask;
  while (slots_[slot].id >= 0 &&
         (slots_[slot].hash != hash || this->word(slots_[slot].id) != word)) {
    slot = (slot + 1) & mask;
  }
  return slot;
}

std::int32_t WordTable::find(std::string_view word) const {
  return slots_[slot_of(word, hash_of(word))].id;
}

std::int32_t WordTable::add(std::string_view word) {
  const std::uint32_t hash = hash_of(word);
  const std::size_t slot = slot_of(word, hash);
  if (slots_[slot].id >= 0) return slots_[slot].id;
  const std::int32_t id = size();
  if (id == std::numeric_limits<std::int32_t>::max()) {
    throw DataError("the documents have more than 2^31 different words");
  }
  bytes_.append(word);
  ends_.push_back(bytes_.size());
  slots_[slot] = {hash, id};
  if (2 * ends_.size() > slots_.size()) grow();
  return id;
}

void WordTable::grow() {
  const std::vector<Slot> old = std::move(slots_);
  slots_.assign(2 * old.size(), Slot{});
  const std::size_t mask = slots_.size() - 1;
  for (const Slot& entry : old) {
    if (entry.id < 0) continue;
    std::size_t slot = entry.hash & mask;
    while (slots_[slot].id >= 0)
      slot = (slot + 1) & mask;
    slots_[slot] = entry;
  }
}

}  // namespace semilin
