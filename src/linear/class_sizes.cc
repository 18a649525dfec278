#include "semilin/linear/class_sizes.h"

#include <cmath>
#include <string>

#include "semilin/base/error.h"

#include "solvers/simplex.h"

namespace semilin {

std::string_view to_string(SizeSource source) {
  constexpr std::string_view kNames[] = {
      "estimate", "labels",     "equal",   "given", "votes",
      "none",     "supervised", "shifted", "vote",  "vote again"};
  return kNames[static_cast<std::size_t>(source)];
}

void require_class_sizes(const ClassSizeOptions& options, std::size_t classes) {
  if (!options.are_given()) return;
  const bool one = classes == 2 && options.sizes.size() == 1;
  require(one || options.sizes.size() == classes,
          "train: class sizes need one number per class, " +
              std::to_string(classes) + ", got " +
              std::to_string(options.sizes.size()));
  double sum = one ? 1 - options.sizes[0] : 0.0;
  for (const double share : options.sizes) {
    require(share > 0 && share < 1,
            "train: a class size must lie between 0 and 1, got " +
                std::to_string(share));
    sum += share;
  }
  require(
      std::abs(sum - 1) <= 1e-6,
      "train: class sizes must sum to 1, their sum is " + std::to_string(sum));
}

std::vector<double> fixed_class_sizes(const ClassSizeOptions& options,
                                      std::size_t classes) {
  if (options.source == SizeSource::Equal) {
    return std::vector<double>(classes, 1 / static_cast<double>(classes));
  }
  if (options.sizes.size() == 1) {
    return {1 - options.sizes[0], options.sizes[0]};
  }
  // Beliefs sum to 1; sizes that do so but for rounding have no solution.
  std::vector<double> sizes = options.sizes;
  make_sum_one(sizes);
  return sizes;
}

}  // namespace semilin
