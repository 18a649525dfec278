// What nearly every test needs: doctest, the common headers of C++, random
// numbers and errors.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <functional>
#include <initializer_list>
#include <iterator>
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
#include <tuple>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

#include "semilin/advanced/base/random.h"
#include "semilin/base/error.h"
#include "semilin/base/progress.h"

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

/// A progress function that ends a run at its first record.
inline bool stop_at_once(const ProgressRecord& /*record*/) {
  return false;
}

/// The largest difference of two vectors of one length; NaN if one is no
/// number.
template <class One, class Other>
double apart(const One& one, const Other& other) {
  REQUIRE(std::ssize(one) == std::ssize(other));
  double largest = 0;
  for (std::ptrdiff_t i = 0; i < std::ssize(one); ++i) {
    const auto difference = static_cast<double>(std::abs(one[i] - other[i]));
    if (std::isnan(difference)) return difference;
    largest = std::max(largest, difference);
  }
  return largest;
}

/// The share of places at which two vectors of one length are equal.
template <class One, class Other>
double share_equal(const One& one, const Other& other) {
  REQUIRE(std::ssize(one) == std::ssize(other));
  return std::inner_product(one.begin(), one.end(), other.begin(), 0.0,
                            std::plus<>(), std::equal_to<>()) /
         static_cast<double>(one.size());
}

/// Checks that `run(threads)` is equal for these numbers of threads and for
/// one.
template <class Run>
void check_threads(std::initializer_list<int> counts, const Run& run) {
  const auto one = run(1);
  for (const int threads : counts) {
    CAPTURE(threads);
    CHECK((run(threads) == one));
  }
}

}  // namespace semilin::test
