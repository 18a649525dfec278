#include "io/checksum.h"

#include <zlib.h>

namespace semilin::io {

std::uint32_t checksum(std::string_view bytes) {
  const auto* data = reinterpret_cast<const Bytef*>(bytes.data());
  return static_cast<std::uint32_t>(
      crc32_z(crc32_z(0, nullptr, 0), data, bytes.size()));
}

}  // namespace semilin::io
