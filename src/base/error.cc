#include "semilin/base/error.h"

namespace semilin {

DataError::DataError(const std::string& message)
    : std::runtime_error(message), names_file_(false) {}

DataError::DataError(const std::string& file, const std::string& message)
    : std::runtime_error(file + ": " + message) {}

DataError::DataError(const std::string& file, Index line, Index column,
                     const std::string& expected, const std::string& found)
    : std::runtime_error(file + ":" + std::to_string(line) + ":" +
                         std::to_string(column) + ": expected " + expected +
                         ", found " + found) {}

DataError DataError::in(const std::string& file) const {
  return names_file_ ? *this : DataError(file, what());
}

}  // namespace semilin
