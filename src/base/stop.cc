#include "semilin/base/stop.h"

namespace semilin {

std::string_view to_string(Stop stop) {
  switch (stop) {
    case Stop::Converged:
      return "converged";
    case Stop::MaxIterations:
      return "max-iterations";
    case Stop::NoProgress:
      return "no-progress";
    case Stop::Interrupted:
      return "interrupted";
  }
  return "unknown";
}

}  // namespace semilin
