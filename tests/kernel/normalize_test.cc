#include "kernel/normalize.h"

#include "solvers/simplex.h"
#include "support/test.h"

namespace semilin::test {
namespace {

double divergence(const Doubles& p, const Doubles& q) {
  double sum = 0;
  for (std::size_t k = 0; k < p.size(); ++k)
    sum += p[k] > 0 ? p[k] * std::log(p[k] / q[k]) : 0;
  return sum;
}

Doubles random_sizes(Random& random, std::size_t classes) {
  Doubles sizes(classes);
  for (double& size : sizes)
    size = std::exp(random.normal());
  make_sum_one(sizes);
  return sizes;
}

TEST_CASE("sizes drift to the nearest ones that they may have") {
  Random random(4);
  const Doubles sizes = random_sizes(random, 4);
  const Doubles own = random_sizes(random, 4);
  const double far = divergence(own, sizes);
  for (const double drift : {0.1 * far, 0.5 * far}) {
    CAPTURE(drift);
    const Doubles q = nearest_within(own, sizes, drift);
    CHECK(divergence(q, sizes) == doctest::Approx(drift).epsilon(1e-9));
    // No others as near to `sizes` are nearer to `own`: q's neighbors, and
    // anything at all.
    int allowed = 0;
    for (int trial = 0; trial < 20000; ++trial) {
      Doubles other = random_sizes(random, 4);
      const double share = std::pow(10, -6 * random.uniform());
      for (std::size_t k = 0; k < other.size(); ++k)
        other[k] = share * other[k] + (1 - share) * q[k];
      if (divergence(other, sizes) > drift) continue;
      ++allowed;
      CHECK(divergence(other, own) >= divergence(q, own) - 1e-12);
    }
    CHECK(allowed > 1000);
  }
  CHECK(nearest_within(own, sizes, far + 1e-12) == own);
  const Doubles held = nearest_within(own, sizes, 1e-12);
  CHECK(divergence(sizes, held) < 1e-9);
}

TEST_CASE("no class drifts to nothing where that is too far") {
  const Doubles sizes(3, 1.0 / 3);
  const Doubles q = nearest_within({0.0, 0.4, 0.6}, sizes, 0.05);
  CHECK(apart(q, sizes) < 1e-6);
}

TEST_CASE("columns are scaled to sizes, or as near as they may drift") {
  Random random(6);
  Doubles g(3 * 50);
  for (double& value : g)
    value = random.uniform();
  for (std::size_t i = 0; i < g.size(); i += 3)
    g[i] *= 3;
  const Doubles sizes = {0.2, 0.3, 0.5};
  const auto shares_of = [](const Doubles& block) {
    const Doubles moments = column_moments({3, 1}, block);
    return Doubles(moments.begin() + 3, moments.end());
  };
  Doubles own = shares_of(g);
  make_sum_one(own);
  Doubles hard = g;
  scale_columns({3, 1}, sizes, 0, hard);
  const Doubles held = shares_of(hard);
  Doubles soft = g;
  scale_columns({3, 1}, sizes, 0.05, soft);
  const Doubles drifted = shares_of(soft);
  const Doubles expected = nearest_within(own, sizes, 0.05);
  CHECK(apart(held, sizes) < 1e-6);
  CHECK(apart(drifted, expected) < 1e-6);
  CHECK(divergence(drifted, sizes) == doctest::Approx(0.05));
}

}  // namespace
}  // namespace semilin::test
