// crc32 (zlib's) of any length.
#ifndef SEMILIN_IO_CHECKSUM_H_
#define SEMILIN_IO_CHECKSUM_H_

#include <cstdint>
#include <string_view>

namespace semilin::io {

/// Of `bytes`, or of what has the checksum `before` followed by them.
[[nodiscard]] std::uint32_t checksum(std::string_view bytes,
                                     std::uint32_t before = 0);

}  // namespace semilin::io

#endif  // SEMILIN_IO_CHECKSUM_H_
