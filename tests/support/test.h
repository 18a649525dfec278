// What nearly every test needs: doctest, the common headers of C++, random
// numbers and errors.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <functional>
#include <limits>
#include <map>
#include <memory>
#include <numeric>
#include <set>
#include <span>
#include <sstream>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

#include "semilin/advanced/base/random.h"
#include "semilin/base/error.h"

namespace semilin::test {

using Strings = std::vector<std::string>;
using Labels = std::vector<std::int32_t>;
using Doubles = std::vector<double>;
using Invalid = std::invalid_argument;

/// The message of the DataError that `act` throws; "" if it throws none.
inline std::string error_of(const std::function<void()>& act) {
  try {
    act();
  } catch (const DataError& error) {
    return error.what();
  }
  return "";
}

}  // namespace semilin::test
