#include "kernel/hungarian.h"

#include "support/test.h"

namespace semilin::test {
namespace {

double total(int classes, const Doubles& agreement,
             const std::vector<std::int32_t>& name) {
  double sum = 0;
  for (int j = 0; j < classes; ++j)
    sum += agreement[name[j] * classes + j];
  return sum;
}

TEST_CASE("names agree as much as the best of all permutations") {
  Random random(11);
  for (int classes = 1; classes <= 6; ++classes) {
    for (int turn = 0; turn < 50; ++turn) {
      Doubles agreement(classes * classes);
      for (double& value : agreement) {
        value = turn % 2 == 0 ? random.normal()  // without ties, or with
                              : static_cast<double>(random.below(3));
      }
      std::vector<std::int32_t> name(classes);
      std::iota(name.begin(), name.end(), 0);
      double most = total(classes, agreement, name);
      do {
        most = std::max(most, total(classes, agreement, name));
      } while (std::next_permutation(name.begin(), name.end()));
      name = optimal_assignment(classes, agreement);
      CHECK(total(classes, agreement, name) == doctest::Approx(most));
      std::sort(name.begin(), name.end());
      for (int k = 0; k < classes; ++k)
        CHECK(name[k] == k);
    }
  }
}

TEST_CASE("names that pass round in a ring are found") {
  // Every exchange of two names is a loss, passing all three on a gain.
  const Doubles agreement = {2, 3, 0,  //
                             0, 2, 3,  //
                             3, 0, 2};
  CHECK(optimal_assignment(3, agreement) == std::vector<std::int32_t>{2, 0, 1});
}

}  // namespace
}  // namespace semilin::test
