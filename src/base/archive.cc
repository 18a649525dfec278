#include "semilin/base/archive.h"

#include "semilin/base/error.h"

namespace semilin {

const std::vector<std::byte>& Archive::bytes_of(const std::string& name,
                                                ArrayType type,
                                                std::size_t size) const {
  const auto found = arrays.find(name);
  if (found == arrays.end()) {
    throw DataError("expected an array '" + name + "', found none");
  }
  const ArchiveArray& array = found->second;
  if (array.type != type || array.bytes.size() % size != 0) {
    throw DataError("array '" + name + "' has another type than expected");
  }
  return array.bytes;
}

}  // namespace semilin
