// Why an iteration stopped.
#pragma once

#include <string_view>

namespace semilin {

/// Why an iteration stopped.
enum class Stop {
  Converged,      ///< the documented tolerance holds
  MaxIterations,  ///< the iteration limit came first
  NoProgress,     ///< rounding errors prevent a better iterate
  Interrupted,    ///< the progress callback returned false
};

/// "converged", "max-iterations", "no-progress", "interrupted".
[[nodiscard]] constexpr std::string_view to_string(Stop stop) {
  constexpr std::string_view kNames[] = {"converged", "max-iterations",
                                         "no-progress", "interrupted"};
  return kNames[static_cast<int>(stop)];
}

}  // namespace semilin
