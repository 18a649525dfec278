#include "kernel/naming.h"

#include <algorithm>
#include <limits>

namespace semilin {

// Prices keep agreement(k, j) <= worth_j + price_k, with equality where class j
// is named k. Each class in turn is named along the path that raises the least
// excess, over names that pass from class to class.
std::vector<std::int32_t> best_names(int classes,
                                     std::span<const double> agreement) {
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  constexpr std::int32_t kNone = -1;
  std::vector<double> worth(classes, 0.0);
  std::vector<double> price(classes, 0.0);
  std::vector<std::int32_t> holder(classes, kNone);  // of a name
  std::vector<std::int32_t> name(classes, kNone);
  std::vector<double> excess(classes);        // of the path to a name
  std::vector<std::int32_t> before(classes);  // the class before it on the path
  std::vector<char> reached(classes);
  for (std::int32_t k = 0; k < classes; ++k) {
    for (int j = 0; j < classes; ++j)
      worth[j] = std::max(worth[j], agreement[k * classes + j]);
  }
  for (std::int32_t first = 0; first < classes; ++first) {
    std::fill(excess.begin(), excess.end(), kInfinity);
    std::fill(reached.begin(), reached.end(), 0);
    std::int32_t j = first;
    double so_far = 0;
    std::int32_t nearest = kNone;
    while (j != kNone) {
      nearest = kNone;
      for (std::int32_t k = 0; k < classes; ++k) {
        if (reached[k]) continue;
        const double path =
            so_far + worth[j] + price[k] - agreement[k * classes + j];
        if (path < excess[k]) {
          excess[k] = path;
          before[k] = j;
        }
        if (nearest == kNone || excess[k] < excess[nearest]) nearest = k;
      }
      reached[nearest] = 1;
      so_far = excess[nearest];
      j = holder[nearest];
    }
    worth[first] -= so_far;
    for (std::int32_t k = 0; k < classes; ++k) {
      if (!reached[k] || k == nearest) continue;
      price[k] += so_far - excess[k];
      worth[holder[k]] -= so_far - excess[k];
    }
    for (std::int32_t k = nearest; k != kNone;) {
      const std::int32_t to = before[k];
      const std::int32_t given_up = name[to];
      holder[k] = to;
      name[to] = k;
      k = given_up;
    }
  }
  return name;
}

}  // namespace semilin
