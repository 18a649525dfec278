// Archives on disk or as bytes. docs/formats.md describes the format.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "semilin/base/archive.h"

namespace semilin {

/// Writes the archive; "-" is standard output. The file appears complete or not
/// at all. archive.header must be a JSON object (else std::invalid_argument).
void write_archive(const Archive& archive, const std::string& path);

/// Reads an archive; "-" is standard input. Throws DataError if the file is not
/// an archive, is truncated or was altered.
[[nodiscard]] Archive read_archive(const std::string& path);

/// The file's bytes, for an archive inside another file.
[[nodiscard]] std::string archive_to_bytes(const Archive& archive);

/// The CRC-32 of these bytes.
[[nodiscard]] std::uint32_t archive_checksum(const Archive& archive);

/// The inverse; errors call the bytes `name`.
[[nodiscard]] Archive archive_from_bytes(std::string_view bytes,
                                         const std::string& name);

}  // namespace semilin
