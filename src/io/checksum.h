// crc32 (zlib's) of any length.
#ifndef SEMILIN_IO_CHECKSUM_H_
#define SEMILIN_IO_CHECKSUM_H_

#include <cstdint>
#include <string_view>

namespace semilin::io {

[[nodiscard]] std::uint32_t checksum(std::string_view bytes);

}  // namespace semilin::io

#endif  // SEMILIN_IO_CHECKSUM_H_
