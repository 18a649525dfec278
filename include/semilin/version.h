// The version of semilin that a program is compiled with.
#ifndef SEMILIN_VERSION_H_
#define SEMILIN_VERSION_H_

#include <string_view>

namespace semilin {

// As project(VERSION) of CMakeLists.txt; a test compares.
inline constexpr int kVersionMajor = 0;
inline constexpr int kVersionMinor = 1;
inline constexpr int kVersionPatch = 0;

/// "major.minor.patch".
[[nodiscard]] constexpr std::string_view version() {
  return "0.1.0";
}

}  // namespace semilin

#endif  // SEMILIN_VERSION_H_
