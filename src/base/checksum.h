// crc32 (zlib's) of any length.
#pragma once

#include <cstdint>
#include <string_view>

namespace semilin {

/// CRC-32 of `bytes`, or of what has the checksum `before` followed by them.
[[nodiscard]] std::uint32_t checksum(std::string_view bytes,
                                     std::uint32_t before = 0);

/// Whether a checksum is the one in a file. True for all in the build for
/// libFuzzer, which could not get behind them.
[[nodiscard]] bool is_checksum(std::uint32_t found, std::uint32_t expected);

/// CRC-32 of what has the checksum `first` followed by `bytes` bytes that have
/// `second`.
[[nodiscard]] std::uint32_t joined_checksum(std::uint32_t first,
                                            std::uint32_t second,
                                            std::uint64_t bytes);

}  // namespace semilin
