#include "io/mapped_file.h"

#include <cerrno>
#include <cstdint>
#include <cstring>

#include <sys/mman.h>
#include <unistd.h>

#include "semilin/base/error.h"

namespace semilin::io {
namespace {

std::size_t page_size() {
  static const auto size = static_cast<std::size_t>(::sysconf(_SC_PAGESIZE));
  return size;
}

}  // namespace

MappedFile::MappedFile(const std::string& path) : file_(path) {
  if (!file_.is_regular()) {
    throw DataError(file_.name(), "expected a file that can be mapped");
  }
  const auto size = static_cast<std::size_t>(file_.size());
  if (size == 0) return;
  void* start =
      ::mmap(nullptr, size, PROT_READ, MAP_PRIVATE, file_.descriptor(), 0);
  if (start == MAP_FAILED) {
    throw DataError(file_.name(),
                    std::string("cannot map: ") + std::strerror(errno));
  }
  start_ = static_cast<char*>(start);
  size_ = size;
}

MappedFile::~MappedFile() {
  if (size_ > 0) ::munmap(start_, size_);
}

void MappedFile::release(const void* begin, const void* end) const {
  const std::uintptr_t page = page_size();
  // The mapping begins with a page.
  const auto start = reinterpret_cast<std::uintptr_t>(start_);
  const auto first =
      (reinterpret_cast<std::uintptr_t>(begin) - start) / page * page;
  const auto last =
      (reinterpret_cast<std::uintptr_t>(end) - start) / page * page;
  if (first >= last) return;
  ::madvise(start_ + first, last - first, MADV_DONTNEED);
}

// Whole pages are those of the file; the rest of the last one is copied, and
// `behind` follows it.
std::shared_ptr<const std::byte> MappedFile::extended(
    const void* begin, const void* end,
    std::span<const std::byte> behind) const {
  const std::size_t page = page_size();
  const std::size_t first = static_cast<const char*>(begin) - start_;
  const std::size_t last = static_cast<const char*>(end) - start_;
  const std::size_t from = first / page * page;
  const std::size_t whole = last / page * page - from;
  const std::size_t size = last - from + behind.size();
  void* all = ::mmap(nullptr, size, PROT_NONE,
                     MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (all == MAP_FAILED) return nullptr;
  auto* start = static_cast<std::byte*>(all);
  std::shared_ptr<const std::byte> kept(
      start + (first - from),
      [start, size](const std::byte*) { ::munmap(start, size); });
  if (whole > 0 &&
      ::mmap(start, whole, PROT_READ, MAP_PRIVATE | MAP_FIXED,
             file_.descriptor(), static_cast<off_t>(from)) == MAP_FAILED) {
    return nullptr;
  }
  if (::mprotect(start + whole, size - whole, PROT_READ | PROT_WRITE) != 0)
    return nullptr;
  std::memcpy(start + whole, start_ + from + whole, last - from - whole);
  std::memcpy(start + (last - from), behind.data(), behind.size());
  release(begin, end);
  return kept;
}

}  // namespace semilin::io
