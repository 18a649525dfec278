// The version of semilin that a program is compiled with.
#pragma once

#include <string_view>

/// All names of the library.
namespace semilin {

// The same as project(VERSION) of CMakeLists.txt; a test compares them.
inline constexpr int kVersionMajor = 0;  ///< x of x.y.z
inline constexpr int kVersionMinor = 1;  ///< y of x.y.z
inline constexpr int kVersionPatch = 0;  ///< z of x.y.z

/// "major.minor.patch".
[[nodiscard]] constexpr std::string_view version() {
  return "0.1.0";
}

}  // namespace semilin
