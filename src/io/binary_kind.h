// Files that are not text, recognised by their first bytes.
#pragma once

#include <string>
#include <string_view>

namespace semilin::io {

/// Throws DataError, which names the kind of file and what to do, if it begins
/// as one that is known and is no text. `start`: some hundred bytes, or all.
void refuse_binary(const std::string& name, std::string_view start);

inline constexpr std::string_view kStoreMagic = "\x8ASLSTO\r\n";
inline constexpr std::string_view kArchiveMagic = "\x8ASLARC\r\n";
static_assert(kStoreMagic.size() == 8 && kArchiveMagic.size() == 8);

}  // namespace semilin::io
