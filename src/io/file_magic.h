// The first eight bytes of our binary files. As in PNG, a byte above 127 and
// both line ends show a file that was sent as text.
#ifndef SEMILIN_IO_FILE_MAGIC_H_
#define SEMILIN_IO_FILE_MAGIC_H_

#include <string_view>

namespace semilin::io {

inline constexpr std::string_view kStoreMagic = "\x8ASLSTO\r\n";
inline constexpr std::string_view kArchiveMagic = "\x8ASLARC\r\n";
static_assert(kStoreMagic.size() == 8 && kArchiveMagic.size() == 8);

}  // namespace semilin::io

#endif  // SEMILIN_IO_FILE_MAGIC_H_
