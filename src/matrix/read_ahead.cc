#include "matrix/read_ahead.h"

#include <cstdint>

#include <sys/mman.h>
#include <unistd.h>

namespace semilin {
namespace {

// A page that is announced to the system; nothing is read through it.
void* address(std::uintptr_t page) {
  return reinterpret_cast<void*>(page);  // NOLINT(performance-no-int-to-ptr)
}

// Also true if the system does not know.
bool in_memory(std::uintptr_t page) {
  unsigned char state = 1;
  ::mincore(address(page), 1, &state);
  return (state & 1) != 0;
}

}  // namespace

void will_read(const void* begin, const void* end) {
  static const auto page = static_cast<std::uintptr_t>(::sysconf(_SC_PAGESIZE));
  if (begin == end) return;
  const auto stop = reinterpret_cast<std::uintptr_t>(end);
  const auto first = reinterpret_cast<std::uintptr_t>(begin) / page * page;
  if (in_memory(first) && in_memory((stop - 1) / page * page)) return;
  // Random: a page that is missing all the same brings no others with it.
  ::madvise(address(first), stop - first, MADV_RANDOM);
  ::madvise(address(first), stop - first, MADV_WILLNEED);
}

}  // namespace semilin
