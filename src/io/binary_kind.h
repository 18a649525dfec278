// Files that are not text, recognised by their first bytes.
#ifndef SEMILIN_IO_BINARY_KIND_H_
#define SEMILIN_IO_BINARY_KIND_H_

#include <string>
#include <string_view>

namespace semilin::io {

/// Throws DataError, which names the kind of file and what to do, if it begins
/// as one that is known and is no text. `start`: some hundred bytes, or all.
void refuse_binary(const std::string& name, std::string_view start);

}  // namespace semilin::io

#endif  // SEMILIN_IO_BINARY_KIND_H_
