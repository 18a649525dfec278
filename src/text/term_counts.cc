#include "text/term_counts.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>

#include "semilin/base/error.h"

#include "base/parallel.h"

namespace semilin {
namespace {

std::uint32_t hash_of(std::string_view word) {
  const std::uint64_t hash = std::hash<std::string_view>{}(word);
  return static_cast<std::uint32_t>(hash ^ (hash >> 32));
}

}  // namespace

void append_counts(std::vector<std::int32_t>& terms, CsrMatrix<float>& rows) {
  for_each_count(terms, [&rows](std::int32_t term, float count) {
    rows.columns.push_back(term);
    rows.values.push_back(count);
  });
  rows.end_row();
}

namespace {

// The weight of a count, in a row of `length` mean lengths.
double weight_of(double count, Weighting weighting, double length) {
  constexpr double kSaturation = 1.2;
  constexpr double kByLength = 0.75;
  switch (weighting) {
    case Weighting::Counts:
      return count;
    case Weighting::Bm25:
      return (kSaturation + 1) * count /
             (count + kSaturation * (1 - kByLength + kByLength * length));
    case Weighting::Sublinear:
      break;
  }
  // most counts are 1; a logarithm is dear
  return count == 1 ? 1 : 1 + std::log(count);
}

}  // namespace

void weigh_row(std::span<const std::int32_t> columns, std::span<float> values,
               const Vocabulary& vocabulary) {
  double length = 0;
  if (vocabulary.weighting == Weighting::Bm25) {
    for (const double count : values)
      length += count / vocabulary.mean_length;
  }
  const auto weight = [&](std::size_t i) {
    return weight_of(values[i], vocabulary.weighting, length) *
           vocabulary.idf[columns[i]];
  };
  double squares = 0;
  for (std::size_t i = 0; i < values.size(); ++i)
    squares += weight(i) * weight(i);
  const double norm = std::sqrt(squares);
  for (std::size_t i = 0; i < values.size(); ++i)
    values[i] = static_cast<float>(weight(i) / norm);
}

std::vector<Index> text_tasks(std::span<const std::string> documents,
                              Index bytes_per_task) {
  std::vector<Index> bytes{0};
  for (const std::string& document : documents)
    bytes.push_back(bytes.back() + static_cast<Index>(document.size()) + 1);
  return equal_ranges(bytes, bytes.back() / bytes_per_task + 1);
}

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
