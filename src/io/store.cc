#include "semilin/io/store.h"

#include "semilin/base/error.h"

namespace semilin {
Store open_store(const std::string& path) {
  throw DataError(path, "stores: not yet");
}
void verify_store(const std::string& path) {
  throw DataError(path, "stores: not yet");
}
void write_store(const Dataset&, const std::string& path, const Attachments&) {
  throw DataError(path, "stores: not yet");
}
}  // namespace semilin
