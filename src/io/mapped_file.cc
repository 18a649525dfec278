#include "io/mapped_file.h"

#include <cerrno>
#include <cstdint>
#include <cstring>

#include <sys/mman.h>
#include <unistd.h>

#include "semilin/base/error.h"

namespace semilin::io {

MappedFile::MappedFile(const std::string& path) {
  const InputFile file(path);
  if (!file.is_regular()) {
    throw DataError(file.name(), "expected a file that can be mapped");
  }
  const auto size = static_cast<std::size_t>(file.size());
  if (size == 0) return;
  void* start =
      ::mmap(nullptr, size, PROT_READ, MAP_PRIVATE, file.descriptor(), 0);
  if (start == MAP_FAILED) {
    throw DataError(file.name(),
                    std::string("cannot map: ") + std::strerror(errno));
  }
  start_ = static_cast<char*>(start);
  size_ = size;
}

MappedFile::~MappedFile() {
  if (size_ > 0) ::munmap(start_, size_);
}

void MappedFile::release(const void* begin, const void* end) const {
  static const auto page = static_cast<std::uintptr_t>(::sysconf(_SC_PAGESIZE));
  // The mapping begins with a page.
  const auto start = reinterpret_cast<std::uintptr_t>(start_);
  const auto first =
      (reinterpret_cast<std::uintptr_t>(begin) - start) / page * page;
  const auto last =
      (reinterpret_cast<std::uintptr_t>(end) - start) / page * page;
  if (first >= last) return;
  ::madvise(start_ + first, last - first, MADV_DONTNEED);
}

}  // namespace semilin::io
