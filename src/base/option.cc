#include "semilin/base/option.h"

#include <charconv>
#include <cmath>

#include "semilin/base/error.h"

namespace semilin {
namespace {

std::string text(double value) {
  std::array<char, 32> buffer{};
  return {buffer.data(),
          std::to_chars(buffer.begin(), buffer.end(), value).ptr};
}

}  // namespace

std::string to_string(const Bound& bound) {
  if (std::isinf(bound.low)) return "finite";
  if (std::isinf(bound.high)) {
    return (bound.open_low ? "> " : ">= ") + text(bound.low) +
           (bound.open_high ? "" : " or inf");
  }
  return (bound.open_low ? "in (" : "in [") + text(bound.low) + ", " +
         text(bound.high) + (bound.open_high ? ")" : "]");
}

void require_within(std::string_view name, double value, const Bound& bound) {
  require(bound.admits(value), std::string(name) + " must be " +
                                   to_string(bound) + ", got " + text(value));
}

}  // namespace semilin
