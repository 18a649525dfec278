#include "kernel/hungarian.h"

#include <algorithm>
#include <limits>
#include <utility>

namespace semilin {

// Prices keep agreement(k, j) <= worth_j + price_k, with equality where class j
// is named k. Each class in turn is named along the path that raises the least
// excess, over names that pass from class to class.
std::vector<std::int32_t> optimal_assignment(
    int classes, std::span<const double> agreement) {
  constexpr std::int32_t kNone = -1;
  std::vector<double> worth(classes, 0.0), price(classes, 0.0);
  for (std::int32_t k = 0; k < classes; ++k) {
    for (int j = 0; j < classes; ++j)
      worth[j] = std::max(worth[j], agreement[k * classes + j]);
  }
  std::vector<std::int32_t> holder(classes, kNone), name(classes, kNone);
  std::vector<std::int32_t> before(classes);  // the class before each name
  for (std::int32_t first = 0; first < classes; ++first) {
    // the excess of the path to each name
    std::vector<double> excess(classes,
                               std::numeric_limits<double>::infinity());
    std::vector<bool> reached(classes, false);
    std::int32_t nearest = kNone;
    double length = 0;
    for (std::int32_t j = first; j != kNone; j = holder[nearest]) {
      nearest = kNone;
      for (std::int32_t k = 0; k < classes; ++k) {
        if (reached[k]) continue;
        const double path =
            length + worth[j] + price[k] - agreement[k * classes + j];
        if (path < excess[k]) {
          excess[k] = path;
          before[k] = j;
        }
        if (nearest == kNone || excess[k] < excess[nearest]) nearest = k;
      }
      reached[nearest] = true;
      length = excess[nearest];
    }
    worth[first] -= length;
    for (std::int32_t k = 0; k < classes; ++k) {
      if (!reached[k] || k == nearest) continue;
      price[k] += length - excess[k];
      worth[holder[k]] -= length - excess[k];
    }
    for (std::int32_t k = nearest; k != kNone;) {
      holder[k] = before[k];
      k = std::exchange(name[before[k]], k);
    }
  }
  return name;
}

}  // namespace semilin
