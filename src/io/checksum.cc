#include "io/checksum.h"

#include <zlib.h>

namespace semilin::io {

std::uint32_t checksum(std::string_view bytes, std::uint32_t before) {
  if (bytes.empty()) return before;  // zlib: null data starts anew
  const auto* data = reinterpret_cast<const Bytef*>(bytes.data());
  return static_cast<std::uint32_t>(crc32_z(before, data, bytes.size()));
}

}  // namespace semilin::io
