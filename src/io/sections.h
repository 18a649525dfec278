// The container of our binary files: named, aligned, checksummed sections.
//
//   offset  bytes  what
//        0      8  magic: which kind of file
//        8      4  version, uint32
//       12      4  0x01020304, as the machine writes it: byte order
//       16      8  bytes of the whole file, uint64
//       24      8  H: bytes of the header text, uint64
//       32      4  crc32 of the header text
//       36      4  crc32 of the 36 bytes before
//       40      H  header text: JSON, see below
//      ...         zeros up to a multiple of 64
//                  sections, each starting at a multiple of 64
//
//   header text: {"info": {...},
//                 "sections": [{"name": n, "type": t, "offset": o,
//                               "bytes": b, "crc32": c}, ...]}
//
// Everything is little-endian; what lies between sections is zero.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "semilin/base/archive.h"

namespace semilin::io {

/// Takes bytes, piece by piece.
using ByteSink = std::function<void(std::string_view)>;

/// A section to be written. Its size and checksum stand before all bytes.
struct NewSection {
  std::string name;
  ArrayType type = ArrayType::UInt8;
  std::uint64_t bytes = 0;
  std::uint32_t crc32 = 0;
  std::function<void(const ByteSink&)> write;  ///< gives the bytes
};

/// A section of bytes that outlive it.
[[nodiscard]] NewSection section_of(std::string name, ArrayType type,
                                    std::string_view bytes);

/// A section that was found.
struct Section {
  std::string name;
  ArrayType type = ArrayType::UInt8;
  std::string_view bytes;
  std::uint32_t crc32 = 0;  ///< checksum in the file
};

/// The content of a file; the bytes are borrowed.
struct Sections {
  std::string info;  ///< a JSON object as text
  std::vector<Section> sections;
  std::size_t header_end = 0;  ///< byte behind the header text

  [[nodiscard]] const Section* find(std::string_view name) const;
};

/// The kind of a file.
struct FileFormat {
  std::string_view magic;  ///< eight bytes
  std::uint32_t version = 1;
  std::string_view what;  ///< name in messages: "store"
};

/// Hands the file's bytes to `write`. info: a JSON object as text.
void write_sections(const FileFormat& format, const std::string& info,
                    std::span<const NewSection> sections,
                    const ByteSink& write);

/// Finds the sections of a file. Checks all but the sections' own checksums:
/// sections stand in their order and do not overlap, and the header is nested
/// less than 100 deep. Throws DataError, which calls the file `name`.
[[nodiscard]] Sections parse_sections(const FileFormat& format,
                                      std::string_view file,
                                      const std::string& name);

/// Throws DataError unless the section has the checksum in the file.
void verify_section(const Section& section, const std::string& name);

/// Throws DataError unless every byte outside the sections is as written.
void verify_gaps(std::string_view file, const Sections& content,
                 const std::string& name);

}  // namespace semilin::io
