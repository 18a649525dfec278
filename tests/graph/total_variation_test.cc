#include "semilin/advanced/graph/total_variation.h"

#include "support/allocations.h"
#include "support/graphs.h"

namespace semilin::test {
namespace {

// A grid of side x side nodes with random weights.
Graph grid(Index side, Random& random) {
  std::vector<Edge> edges;
  for (Index i = 0; i < side * side; ++i) {
    if (i % side < side - 1)
      edges.push_back({i, i + 1, random.uniform() + 0.1});
    if (i < side * (side - 1))
      edges.push_back({i, i + side, random.uniform() + 0.1});
  }
  return graph_of(side * side, edges);
}

// argmin sum over edges theta w |g_i - g_j| + 1/2 |g - z|^2 on the nodes
// listed, exactly: either the mean of z, or two parts, found by trying every
// subset S for the largest sum over S of (z - mean) - theta cut(S); in the
// upper part z falls by theta w for each edge that is cut, in the lower one it
// rises (Hochbaum 2001).
void solve_by_subsets(const MatrixXd& weights, double theta,
                      const std::vector<Index>& nodes, VectorXd z,
                      VectorXd& g) {
  double mean = 0;
  for (const Index i : nodes)
    mean += z(i) / static_cast<double>(nodes.size());
  std::uint32_t best = 0;
  double best_value = 1e-12;  // of rounding errors
  for (std::uint32_t set = 1; set + 1 < (1U << nodes.size()); ++set) {
    double value = 0;
    for (std::size_t a = 0; a < nodes.size(); ++a) {
      if (!(set >> a & 1U)) continue;
      value += z(nodes[a]) - mean;
      for (std::size_t b = 0; b < nodes.size(); ++b)
        if (!(set >> b & 1U)) value -= theta * weights(nodes[a], nodes[b]);
    }
    if (value > best_value) {
      best_value = value;
      best = set;
    }
  }
  std::vector<Index> parts[2];
  for (std::size_t a = 0; a < nodes.size(); ++a)
    parts[best >> a & 1U].push_back(nodes[a]);
  if (best == 0) {
    for (const Index i : nodes)
      g(i) = mean;
    return;
  }
  for (const Index upper : parts[1]) {
    for (const Index lower : parts[0]) {
      z(upper) -= theta * weights(upper, lower);
      z(lower) += theta * weights(upper, lower);
    }
  }
  solve_by_subsets(weights, theta, parts[1], z, g);
  solve_by_subsets(weights, theta, parts[0], z, g);
}

VectorXd exact_prox(const MatrixXd& weights, double theta, const VectorXd& z) {
  std::vector<Index> nodes(z.size());
  std::iota(nodes.begin(), nodes.end(), Index{0});
  VectorXd g(z.size());
  solve_by_subsets(weights, theta, nodes, z, g);
  return g;
}

double objective(const MatrixXd& weights, double theta, const VectorXd& z,
                 const VectorXd& g) {
  double value = (g - z).squaredNorm() / 2;
  for (Index i = 0; i < g.size(); ++i)
    for (Index j = 0; j < i; ++j)
      value += theta * weights(i, j) * std::abs(g(i) - g(j));
  return value;
}

VectorXd as_vector(const Doubles& values) {
  return VectorXd::Map(values.data(), static_cast<Index>(values.size()));
}

// A proximal map from a cold start.
struct Prox {
  Prox(const TotalVariation& variation, const Doubles& z, const Doubles& theta,
       const TvOptions& options)
      : g(z.size()), result(variation.prox(z, theta, options, state, g)) {}

  TvState state;
  Doubles g;
  TvResult result;
};

TEST_CASE("the proximal map of TV agrees with the enumeration of level sets") {
  Random random(11);
  for (int trial = 0; trial < 60; ++trial) {
    const Index nodes = 2 + random.below(9);
    const Graph graph = random_graph(nodes, 0.5, 100 + trial);
    const MatrixXd weights = dense(graph);
    const double theta = trial % 3 == 0 ? 0.05 : trial % 3 == 1 ? 0.3 : 1.5;
    const Doubles z = normal(nodes, random);
    const VectorXd expected = exact_prox(weights, theta, as_vector(z));
    const double optimum = objective(weights, theta, as_vector(z), expected);
    const Prox prox(TotalVariation(graph), z, {theta}, {.tolerance = 1e-12});
    const VectorXd g = as_vector(prox.g);
    CHECK(prox.result.stop == Stop::Converged);
    // Strong convexity: |g - g*|^2 / 2 <= gap <= 1e-12 objective.
    CHECK((g - expected).norm() < 2e-6 * std::sqrt(1 + optimum));
    CHECK(objective(weights, theta, as_vector(z), g) ==
          doctest::Approx(optimum).epsilon(1e-11));
  }
}

TEST_CASE("the gap of the proximal map is the one recomputed from its dual") {
  Random random(12);
  const Graph graph = random_graph(40, 0.2, 12);
  const Doubles z = normal(40, random);
  const Prox prox(TotalVariation(graph), z, {0.4},
                  {.tolerance = 0, .max_iterations = 7});
  CHECK(prox.result.stop == Stop::MaxIterations);
  CHECK(prox.result.iterations == 7);
  // P(g) - D(q) with D(q) = (|z|^2 - |z - B'q|^2) / 2 and g = z - B'q.
  const VectorXd from = as_vector(z), g = as_vector(prox.g);
  const double primal = objective(dense(graph), 0.4, from, g);
  const double dual = (from.squaredNorm() - g.squaredNorm()) / 2;
  CHECK(prox.result.gap > 0);
  CHECK(primal - dual ==
        doctest::Approx(prox.result.gap * primal).epsilon(1e-9));
}

TEST_CASE("a gap of 1e-8 is reached") {
  Random random(13);
  const TotalVariation variation(grid(40, random));
  const TvResult result = Prox(variation, normal(1600 * 3, random),
                               {0.05, 0.3, 1.5}, {.tolerance = 1e-8})
                              .result;
  CHECK(result.stop == Stop::Converged);
  CHECK(result.gap <= 1e-8);
}

TEST_CASE("the proximal map has the same bits for any number of threads") {
  Random random(14);
  const Graph weights = grid(120, random);  // four blocks of nodes
  for (const int columns : {1, 3}) {
    const Doubles z = normal(120 * 120 * columns, random);
    check_threads({2, 4}, [&](int threads) {
      const TotalVariation variation(weights, threads);
      const Prox prox(variation, z, Doubles(columns, 0.8),
                      {.max_iterations = 40});
      return std::tuple(prox.g, prox.result.gap,
                        variation.value(prox.g, columns));
    });
  }
}

TEST_CASE("columns are separate problems with a theta each") {
  Random random(15);
  const Graph weights = grid(20, random);
  const TotalVariation variation(weights);
  const Doubles z = normal(400 * 3, random);
  const Doubles theta{0.02, 0.2, 2};
  const TvOptions options{.tolerance = 1e-11};
  const Doubles all = Prox(variation, z, theta, options).g;
  for (int k = 0; k < 3; ++k) {
    const VectorXd of_z = column(z, 3, k);
    const Doubles alone =
        Prox(variation, {of_z.begin(), of_z.end()}, {theta[k]}, options).g;
    for (Index i = 0; i < 400; ++i)
      CHECK(all[i * 3 + k] == doctest::Approx(alone[i]).epsilon(1e-4));
  }
}

TEST_CASE("an iteration of the proximal map allocates nothing") {
  Random random(16);
  const TotalVariation variation(grid(120, random), 2);
  const Doubles z = normal(120 * 120 * 2, random);
  Doubles g(z.size());
  TvState state;
  const auto allocated = [&](int iterations) {
    const TvOptions options{.max_iterations = iterations, .check_interval = 0};
    const long before = allocations();
    (void)variation.prox(z, Doubles{0.5, 1.0}, options, state, g);
    return allocations() - before;
  };
  (void)allocated(60);  // sizes the state
  CHECK(allocated(60) == allocated(10));
}

// A random z on a grid of side x side nodes.
struct GridProblem {
  explicit GridProblem(Index side, std::uint64_t seed)
      : random(seed),
        weights(grid(side, random)),
        variation(weights),
        z(normal(side * side, random)) {}

  Random random;
  Graph weights;
  TotalVariation variation;
  Doubles z;
};

TEST_CASE("a warm start ends at the first look") {
  const GridProblem problem(30, 17);
  Prox cold(problem.variation, problem.z, {1.0}, {.tolerance = 1e-8});
  const TvResult warm = problem.variation.prox(
      problem.z, std::vector{1.0}, {.tolerance = 1e-8}, cold.state, cold.g);
  CHECK(cold.result.iterations > 5);
  CHECK(warm.iterations == 5);
}

TEST_CASE("a kept dual is made feasible for another theta") {
  const GridProblem problem(20, 18);
  Doubles cold(400);
  TvState fresh;
  const TvOptions exact{.tolerance = 1e-12};
  auto [kept, g, result] = Prox(problem.variation, problem.z, {1.0}, exact);
  for (const double theta : {0.1, 0.5}) {
    const TvResult look = problem.variation.prox(
        problem.z, std::vector{theta}, {.max_iterations = 0}, kept, g);
    CHECK(look.gap >= 0);
    (void)problem.variation.prox(problem.z, std::vector{theta}, exact, kept, g);
    (void)problem.variation.prox(problem.z, std::vector{theta}, exact, fresh,
                                 cold);
    CHECK(apart(g, cold) < 1e-5);
  }
}

TEST_CASE("a warm start serves another z") {
  const GridProblem problem(20, 18);
  Doubles other = problem.z;
  std::reverse(other.begin(), other.end());
  const TvOptions exact{.tolerance = 1e-12};
  const Doubles cold = Prox(problem.variation, other, {1.0}, exact).g;
  auto [kept, g, result] =
      Prox(problem.variation, problem.z, {1.0},
           {.tolerance = 0, .max_iterations = 7, .check_interval = 0});
  const TvResult look =
      problem.variation.prox(other, Doubles{1.0}, exact, kept, g);
  CHECK(look.gap >= 0);
  CHECK(look.stop == Stop::Converged);
  CHECK(apart(g, cold) < 1e-5);
}

TEST_CASE("without looks all iterations are run, without iterations it looks") {
  const GridProblem problem(20, 19);
  const auto run = [&](int iterations, int interval) {
    return Prox(problem.variation, problem.z, {1.0},
                {.tolerance = 1e-2,
                 .max_iterations = iterations,
                 .check_interval = interval});
  };
  const TvResult blind = run(200, 0).result;
  CHECK(blind.iterations == 200);
  CHECK(std::isnan(blind.gap));
  CHECK(blind.stop == Stop::MaxIterations);
  CHECK(run(200, 5).result.iterations < 200);
  const Prox look = run(0, 0);
  CHECK(look.result.iterations == 0);
  CHECK(look.result.gap == run(0, 5).result.gap);
  CHECK(look.result.gap > 0);
  CHECK(look.g == problem.z);
}

TEST_CASE("the proximal map ends where it is told to") {
  const GridProblem problem(20, 19);
  int asked = 0;
  const GoOn go_on = [&asked] { return ++asked < 3; };
  const TvResult result = Prox(problem.variation, problem.z, {1.0},
                               {.tolerance = 0, .go_on = &go_on})
                              .result;
  CHECK(result.stop == Stop::Interrupted);
  CHECK(result.iterations == 3);
}

TEST_CASE("theta 0 keeps z, a huge theta gives components their mean") {
  // 0 - 1 - 2 and, apart from them, 3.
  const Graph graph = graph_of(4, {{0, 1, 1}, {1, 2, 1}});
  const TotalVariation variation(graph);
  const Doubles z{1, 5, 0, 7};
  Doubles g(4);
  TvState state;
  (void)variation.prox(z, std::vector{0.0}, {}, state, g);
  CHECK(g == z);
  (void)variation.prox(z, std::vector{1e3}, {.tolerance = 1e-14}, state, g);
  CHECK(apart(g, Doubles{2, 2, 2, 7}) < 1e-5);
  CHECK(g[3] == 7);
}

TEST_CASE("TV counts ordered pairs") {
  // w_01 = 2, w_12 = 0.5: 2 (2 |1 - 4| + 0.5 |4 - 2|) = 14
  const Graph graph = graph_of(3, {{0, 1, 2}, {1, 2, 0.5}});
  const TotalVariation variation(graph);
  CHECK(variation.value(std::vector{1.0, 4.0, 2.0}, 1)[0] == 14);
}

TEST_CASE("a graph without nodes or edges is no trouble") {
  TvState state;
  Doubles none;
  Doubles g(2);
  CHECK(TotalVariation(Graph()).prox(none, Doubles{1}, {}, state, none).gap ==
        0);
  const TotalVariation isolated(graph_of(2, {}));
  CHECK(isolated.prox(Doubles{3, 4}, Doubles{1}, {}, state, g).gap == 0);
  CHECK(g == Doubles{3, 4});
  // sizes and bounds that are wrong
  CHECK_THROWS_AS((void)isolated.prox(Doubles{1}, Doubles{1}, {}, state, g),
                  Invalid);
  CHECK_THROWS_AS((void)isolated.prox(g, Doubles{-1}, {}, state, g), Invalid);
}

}  // namespace
}  // namespace semilin::test
