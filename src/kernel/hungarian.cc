#include "kernel/hungarian.h"

#include <algorithm>
#include <limits>
#include <utility>

namespace semilin {
namespace {

constexpr std::int32_t kNone = -1;

// Prices keep agreement(k, j) <= worth_j + price_k, with equality where class j
// is named k. Each class in turn is named along the path that raises the least
// excess, over names that pass from class to class.
class Hungarian {
 public:
  Hungarian(int classes, std::span<const double> agreement)
      : classes_(classes),
        agreement_(agreement),
        worth_(classes, 0.0),
        price_(classes, 0.0),
        holder_(classes, kNone),
        name_(classes, kNone),
        excess_(classes),
        before_(classes),
        reached_(classes) {
    for (std::int32_t k = 0; k < classes; ++k) {
      for (int j = 0; j < classes; ++j)
        worth_[j] = std::max(worth_[j], agreement[k * classes + j]);
    }
  }

  void give_name(std::int32_t first) {
    const std::int32_t free = find_path(first);
    raise_prices(first, free);
    pass_names_on(free);
  }

  [[nodiscard]] std::vector<std::int32_t> take() { return std::move(name_); }

 private:
  // The free name at the end of the path.
  std::int32_t find_path(std::int32_t first) {
    std::fill(excess_.begin(), excess_.end(),
              std::numeric_limits<double>::infinity());
    std::fill(reached_.begin(), reached_.end(), 0);
    std::int32_t j = first;
    double so_far = 0;
    std::int32_t nearest = kNone;
    while (j != kNone) {
      nearest = go_on(j, so_far);
      reached_[nearest] = 1;
      so_far = excess_[nearest];
      j = holder_[nearest];
    }
    return nearest;
  }

  // The nearest name not yet reached, with paths through class j.
  std::int32_t go_on(std::int32_t j, double so_far) {
    std::int32_t nearest = kNone;
    for (std::int32_t k = 0; k < classes_; ++k) {
      if (reached_[k]) continue;
      const double path =
          so_far + worth_[j] + price_[k] - agreement_[k * classes_ + j];
      if (path < excess_[k]) {
        excess_[k] = path;
        before_[k] = j;
      }
      if (nearest == kNone || excess_[k] < excess_[nearest]) nearest = k;
    }
    return nearest;
  }

  void raise_prices(std::int32_t first, std::int32_t free) {
    const double length = excess_[free];
    worth_[first] -= length;
    for (std::int32_t k = 0; k < classes_; ++k) {
      if (!reached_[k] || k == free) continue;
      price_[k] += length - excess_[k];
      worth_[holder_[k]] -= length - excess_[k];
    }
  }

  void pass_names_on(std::int32_t free) {
    for (std::int32_t k = free; k != kNone;) {
      const std::int32_t to = before_[k];
      const std::int32_t given_up = name_[to];
      holder_[k] = to;
      name_[to] = k;
      k = given_up;
    }
  }

  int classes_;
  std::span<const double> agreement_;
  std::vector<double> worth_;
  std::vector<double> price_;
  std::vector<std::int32_t> holder_;  // of a name
  std::vector<std::int32_t> name_;
  std::vector<double> excess_;        // of the path to a name
  std::vector<std::int32_t> before_;  // the class before it on the path
  std::vector<char> reached_;
};

}  // namespace

std::vector<std::int32_t> optimal_assignment(
    int classes, std::span<const double> agreement) {
  Hungarian hungarian(classes, agreement);
  for (std::int32_t first = 0; first < classes; ++first)
    hungarian.give_name(first);
  return hungarian.take();
}

}  // namespace semilin
