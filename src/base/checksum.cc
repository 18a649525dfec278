#include "base/checksum.h"

#include <cstdlib>

#include <zlib.h>

namespace semilin {

std::uint32_t checksum(std::string_view bytes, std::uint32_t before) {
  if (bytes.empty()) return before;  // zlib: null data starts anew
  const auto* data = reinterpret_cast<const Bytef*>(bytes.data());
  return static_cast<std::uint32_t>(crc32_z(before, data, bytes.size()));
}

bool is_checksum(std::uint32_t found, std::uint32_t expected) {
#ifdef FUZZING_BUILD_MODE_UNSAFE_FOR_PRODUCTION
  static const bool fuzzed = std::getenv("SEMILIN_FUZZ") != nullptr;
  if (fuzzed) return true;
#endif
  return found == expected;
}

std::uint32_t joined_checksum(std::uint32_t first, std::uint32_t second,
                              std::uint64_t bytes) {
  return static_cast<std::uint32_t>(
      crc32_combine(first, second, static_cast<z_off_t>(bytes)));
}

}  // namespace semilin
