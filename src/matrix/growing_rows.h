// Rows in arrays that grow without being copied.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <new>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

#include "semilin/base/index.h"
#include "semilin/matrix/csr.h"

#include "base/parallel.h"

namespace semilin {

/// std::vector would hold old and new array while it grows, and write zeros
/// into what is about to be filled. std::realloc moves large arrays by their
/// page tables, and pages that were never written take no memory.
template <class T>
class GrowingArray {
  static_assert(std::is_trivially_copyable_v<T>);

 public:
  [[nodiscard]] T* data() { return array_.get(); }
  [[nodiscard]] const T* data() const { return array_.get(); }
  [[nodiscard]] Index size() const { return size_; }

  /// New elements have no value yet.
  void resize(Index size) {
    if (size > capacity_) reserve(std::max(size, capacity_ + capacity_ / 2));
    size_ = size;
  }

  /// Gives back what lies beyond the size.
  void shrink() {
    if (size_ < capacity_) reserve(std::max<Index>(size_, 1));
  }

 private:
  struct Free {
    // NOLINTNEXTLINE(*-no-malloc, *-owning-memory): it is the owner
    void operator()(T* array) const { std::free(array); }
  };

  void reserve(Index capacity) {
    const auto bytes = static_cast<std::size_t>(capacity) * sizeof(T);
    // NOLINTNEXTLINE(*-no-malloc, *-owning-memory): into array_ below
    void* moved = std::realloc(array_.get(), bytes);
    if (moved == nullptr) throw std::bad_alloc();
    static_cast<void>(array_.release());  // realloc has taken it
    array_.reset(static_cast<T*>(moved));
    capacity_ = capacity;
  }

  std::unique_ptr<T[], Free> array_;
  Index size_ = 0;
  Index capacity_ = 0;
};

/// The arrays of a CsrView.
template <class Value>
struct GrowingRows {
  GrowingArray<Index> offsets;
  GrowingArray<std::int32_t> columns;
  GrowingArray<Value> values;

  GrowingRows() {
    offsets.resize(1);
    offsets.data()[0] = 0;
  }

  [[nodiscard]] Index rows() const { return offsets.size() - 1; }

  /// Ends the row whose entries were appended to columns and values.
  void end_row() {
    offsets.resize(offsets.size() + 1);
    offsets.data()[rows()] = columns.size();
  }
  /// Appends the rows of all pieces, whose offsets may begin with any number.
  void append(std::span<const CsrView<Value>> pieces, int threads) {
    struct Place {
      Index row, entry;
    };
    std::vector<Place> places = {{rows(), columns.size()}};
    for (const CsrView<Value>& piece : pieces)
      places.push_back(
          {places.back().row + piece.rows,
           places.back().entry + piece.offsets[piece.rows] - piece.offsets[0]});
    offsets.resize(places.back().row + 1);
    columns.resize(places.back().entry);
    values.resize(places.back().entry);
    parallel_for(std::ssize(pieces), threads, [&](Index p) {
      const CsrView<Value>& piece = pieces[p];
      const Index entry = places[p].entry;
      const Index count = places[p + 1].entry - entry;
      std::copy_n(piece.columns, count, columns.data() + entry);
      std::copy_n(piece.values, count, values.data() + entry);
      for (Index i = 1; i <= piece.rows; ++i)
        offsets.data()[places[p].row + i] =
            entry + piece.offsets[i] - piece.offsets[0];
    });
  }

  /// The rows; the object is empty afterwards.
  [[nodiscard]] CsrStore take(Index cols) {
    offsets.shrink();
    columns.shrink();
    values.shrink();
    auto owner =
        std::make_shared<GrowingRows>(std::exchange(*this, GrowingRows()));
    const CsrView<Value> view{owner->rows(), cols, owner->offsets.data(),
                              owner->columns.data(), owner->values.data()};
    return CsrStore(view, std::move(owner));
  }
};

}  // namespace semilin
