// An array of plain numbers that grows without being written or copied.
#ifndef SEMILIN_IO_GROWING_ARRAY_H_
#define SEMILIN_IO_GROWING_ARRAY_H_

#include <algorithm>
#include <cstdlib>
#include <memory>
#include <new>
#include <type_traits>

#include "semilin/base/index.h"

namespace semilin::io {

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

}  // namespace semilin::io

#endif  // SEMILIN_IO_GROWING_ARRAY_H_
