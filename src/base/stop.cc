#include "semilin/base/stop.h"

namespace semilin {

std::string_view to_string(Stop stop) {
  constexpr std::string_view kNames[] = {"converged", "max-iterations",
                                         "no-progress", "interrupted"};
  return kNames[static_cast<std::size_t>(stop)];
}

}  // namespace semilin
