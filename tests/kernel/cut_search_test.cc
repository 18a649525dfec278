#include "kernel/cut_search.h"

#include <numbers>

#include "support/graphs.h"
#include "support/training.h"

namespace semilin::test {
namespace {

constexpr double kRestart = 0.01;  // of the walks

GraphPoints points_of(const Graph& graph, int threads = 1) {
  return GraphPoints(sparse(MatrixXd::Ones(graph.nodes(), 1)), graph,
                     {.form = KernelForm::None}, threads);
}

GraphProblem problem_of(GraphPoints& points, Doubles sizes,
                        std::vector<Index> labeled,
                        std::vector<std::int32_t> classes) {
  GraphProblem problem;
  problem.points = &points;
  problem.sizes = std::move(sizes);
  problem.labeled = std::move(labeled);
  problem.classes_of = std::move(classes);
  return problem;
}

// `count` blobs of `size` points each on a circle, one after the other.
struct Blobs {
  Blobs(int count, Index size) : x(by_rows(normal(2 * count * size, 5), 2)) {
    for (Index i = 0; i < x.rows(); ++i) {
      truth.push_back(static_cast<std::int32_t>(i / size));
      const double angle = 2 * std::numbers::pi * truth.back() / count;
      x(i, 0) += 4 * std::cos(angle);
      x(i, 1) += 4 * std::sin(angle);
    }
  }
  [[nodiscard]] GraphPoints points() const {
    const CsrStore rows = sparse(x);
    return GraphPoints(rows, neighbor_graph(nearest_neighbors(rows)),
                       {.form = KernelForm::None}, 1);
  }
  MatrixXd x;
  Partition truth;
};

// Without the edges between the first nodes and the others.
void cut_off(MatrixXd& w, Index first) {
  w.topRightCorner(first, w.cols() - first).setZero();
  w.bottomLeftCorner(w.rows() - first, first).setZero();
}

// The cost by all pairs and exact walks.
double slow_cost(const GraphProblem& problem, const Partition& partition) {
  const MatrixXd w = dense(problem.points->graph());
  const VectorXd degree = w.rowwise().sum();
  const MatrixXd system = dense_laplacian(problem.points->graph()) +
                          kRestart * MatrixXd(degree.asDiagonal());
  const auto classes = static_cast<int>(problem.sizes.size());
  const Index n = w.rows();
  double cut = 0;
  double agreement = 0;
  for (int k = 0; k < classes; ++k) {
    double weights = 0;
    double members = 0;
    for (Index i = 0; i < n; ++i) {
      if (partition[i] != k) continue;
      ++members;
      for (Index j = 0; j < n; ++j)
        weights += partition[j] == k ? 0 : w(i, j);
    }
    cut += weights * static_cast<double>(n) * problem.sizes[k] / (2 * members);
    double stayed = 0;
    double labels = 0;
    for (std::size_t l = 0; l < problem.labeled.size(); ++l) {
      if (problem.classes_of[l] != k) continue;
      ++labels;
      const VectorXd walk =
          kRestart * degree.cwiseProduct(system.ldlt().solve(
                         VectorXd::Unit(n, problem.labeled[l])));
      CHECK(walk.sum() == doctest::Approx(1));  // it ends somewhere
      for (Index i = 0; i < n; ++i)
        stayed += partition[i] == k ? walk[i] : 0;
    }
    agreement += stayed / labels / classes;
  }
  return std::log(cut) - static_cast<double>(problem.labeled.size()) / classes *
                             std::log(agreement);
}

TEST_CASE("a partition's cost agrees with sums over pairs and exact walks") {
  Partition partition(24);
  for (std::int32_t i = 0; i < 24; ++i)
    partition[i] = i % 7 % 3;
  MatrixXd w = dense(random_graph(24, 0.6, 3));
  for (const bool parted : {false, true}) {  // two components, with labels
    if (parted) cut_off(w, 10);
    GraphPoints points = points_of(Graph(sparse(w)));
    REQUIRE(connected_components(points.graph()).count() == (parted ? 2 : 1));
    const GraphProblem problem =
        problem_of(points, {0.5, 0.2, 0.3}, {0, 5, 7, 11, 20}, {0, 1, 1, 2, 2});
    // The walks are good to 1e-4.
    CHECK(std::abs(CutCost(problem)(partition) -
                   slow_cost(problem, partition)) < 1e-3);
  }
}

TEST_CASE("costs at their ends: nothing cut, an empty class, many labels") {
  GraphPoints points = points_of(graph_of(4, {{0, 1, 1}, {2, 3, 1}}));
  const GraphProblem problem = problem_of(points, {0.5, 0.5}, {0, 2}, {0, 1});
  const CutCost cost(problem);
  const double infinity = std::numeric_limits<double>::infinity();
  CHECK(cost(Partition{0, 0, 1, 1}) == -infinity);
  CHECK(cost(Partition{1, 1, 1, 1}) == infinity);
  CHECK(std::isfinite(cost(Partition{0, 1, 0, 1})));
  Partition wrong(20000);
  std::vector<Edge> ring;
  std::vector<Index> labeled;
  std::vector<std::int32_t> classes_of;
  for (Index i = 0; i < 20000; ++i) {
    ring.push_back({i, (i + 1) % 20000, 1});
    wrong[i] = i < 10000 ? 1 : 0;
    labeled.push_back(i);
    classes_of.push_back(i < 10000 ? 0 : 1);
  }
  GraphPoints many = points_of(graph_of(20000, ring));
  const GraphProblem all =
      problem_of(many, {0.5, 0.5}, std::move(labeled), std::move(classes_of));
  CHECK(std::isfinite(CutCost(all)(wrong)));
}

bool always() {
  return true;
}

// A label in each of four blobs.
struct FourBlobs {
  Blobs blobs{4, 60};
  GraphPoints points = blobs.points();
  GraphProblem problem = problem_of(points, {0.25, 0.25, 0.25, 0.25},
                                    {3, 70, 130, 200}, {0, 1, 2, 3});
};

TEST_CASE("two blobs in one class and one in halves are put right") {
  FourBlobs four;
  const Blobs& blobs = four.blobs;
  CutSearch search(four.problem, always);
  Partition wrong = blobs.truth;  // 0 and 1 together, 2 in halves 1 and 2
  for (std::size_t i = 0; i < wrong.size(); ++i) {
    if (wrong[i] == 1) wrong[i] = 0;
    if (blobs.truth[i] == 2 && blobs.x(static_cast<Index>(i), 0) < -4)
      wrong[i] = 1;
  }
  for (int turn = 0; turn < 4; ++turn) {  // whatever the classes are called
    const Partition found = search.resplit(wrong, 0, turn);
    CHECK(1 - share_equal(found, blobs.truth) < 0.03);  // where blobs touch
    CHECK(search.cost()(found) < search.cost()(wrong));
    for (std::int32_t& k : wrong)
      k = (k + 1) % 4;
  }
}

TEST_CASE("two classes that share two blobs half and half are put right") {
  FourBlobs four;
  const Blobs& blobs = four.blobs;
  CutSearch search(four.problem, always);
  Partition wrong = blobs.truth;
  for (std::size_t i = 0; i < wrong.size(); ++i)
    if (wrong[i] == 1 || wrong[i] == 2) wrong[i] = i % 2 == 0 ? 1 : 2;
  const Partition found = search.resplit(wrong, 1);
  CHECK(1 - share_equal(wrong, blobs.truth) > 0.2);
  CHECK(1 - share_equal(found, blobs.truth) < 0.03);  // where blobs touch
  CHECK(search.cost()(found) < search.cost()(wrong));
  CHECK(search.moves() == 8);
}

TEST_CASE("a component without a label has no say") {
  const Blobs blobs(3, 60);
  MatrixXd w = dense(blobs.points().graph());
  cut_off(w, 120);  // the last blob
  GraphPoints points = points_of(Graph(sparse(w)));
  const GraphProblem problem = problem_of(points, {0.5, 0.5}, {3, 70}, {0, 1});
  CutSearch search(problem, always);
  Doubles f(180, -1.0);
  std::fill(f.begin() + 120, f.end(), 1.0);  // which would cut nothing
  const Partition found = search.resplit(search.partition_of(f), 0);
  Partition expected = blobs.truth;
  std::fill(expected.begin() + 120, expected.end(), kUnlabeled);
  CHECK(std::equal(found.begin() + 120, found.end(), expected.begin() + 120));
  CHECK(1 - share_equal(found, expected) < 0.03);  // where blobs touch
  for (const double value : search.start_from(found))
    CHECK(std::isfinite(value));
  CHECK(search.moves() == 1);
}

TEST_CASE("every move leaves a partition into all classes") {
  const Blobs blobs(3, 60);
  GraphPoints points = blobs.points();
  const GraphProblem problem =
      problem_of(points, {0.4, 0.3, 0.3}, {3, 70, 130}, {0, 1, 2});
  CutSearch search(problem, always);
  REQUIRE(search.moves() == 6);
  for (int move = 0; move < search.moves(); ++move) {
    const Partition found = search.resplit(blobs.truth, move);
    for (std::int32_t k = 0; k < 3; ++k)
      CHECK(std::count(found.begin(), found.end(), k) > 0);
    CHECK(std::count(found.begin(), found.end(), kUnlabeled) == 0);
    CHECK(found[3] == 0);
    CHECK(found[70] == 1);
    CHECK(found[130] == 2);
  }
}

TEST_CASE("costs and splits are the same for any number of threads") {
  const Blobs blobs(3, 6000);  // more than one piece of work
  Partition wrong = blobs.truth;
  for (std::size_t i = 0; i < wrong.size(); ++i) {
    if (wrong[i] == 1) wrong[i] = i % 2 == 0 ? 0 : 2;
    if (i < 500) wrong[i] = 1;
  }
  const CsrStore rows = sparse(blobs.x);
  const Graph graph = neighbor_graph(nearest_neighbors(rows));
  check_threads({3}, [&](int threads) {
    GraphPoints points(rows, graph, {.form = KernelForm::None}, threads);
    const GraphProblem problem =
        problem_of(points, {0.4, 0.3, 0.3}, {3, 6000, 12000}, {0, 1, 2});
    CutSearch search(problem, always);
    const Partition found = search.resplit(wrong, 0);
    CHECK(found != wrong);
    return std::pair(found, search.cost()(found));
  });
}

// Four groups of nodes joined at random, a few to any other node. The labeled
// node of the last group is joined to the first one.
struct Misled {
  static constexpr Index kSize = 60;

  Misled() : labels(4 * kSize, kUnlabeled) {
    Random random(3);
    MatrixXd w = MatrixXd::Zero(4 * kSize, 4 * kSize);
    const auto join = [&w](Index i, Index j) {
      if (i != j) w(i, j) = w(j, i) = 1;
    };
    for (Index i = 0; i < 4 * kSize; ++i) {
      truth.push_back(static_cast<std::int32_t>(i / kSize));
      if (i % kSize == 0) labels[i] = truth.back();
      const Index group = i == 3 * kSize ? 0 : truth.back();
      for (int e = 0; e < 5; ++e)
        join(i, group * kSize + 1 + random.below(kSize - 1));
      if (random.uniform() < 0.1) join(i, random.below(4 * kSize));
    }
    graph = scaled_to_mean_degree(Graph(sparse(w)));
  }
  [[nodiscard]] GraphResult train(int starts,
                                  const Progress& progress = {}) const {
    GraphPoints points = points_of(graph, 2);
    GraphOptions options;
    options.starts = starts;
    return train_graph(points, labels, {"a", "b", "c", "d"}, equal_sizes(4),
                       options, progress);
  }

  Graph graph;
  Partition truth;
  Labels labels;
};

TEST_CASE("a run that its labels misled is started again") {
  const Misled misled;
  const GraphResult one = misled.train(1);
  CHECK(one.figures.start == 0);
  const GraphResult more = misled.train(5);
  CHECK(1 - share_equal(one.labels, misled.truth) > 0.2);
  CHECK(1 - share_equal(more.labels, misled.truth) < 0.05);
  CHECK(more.figures.start > 0);
}

TEST_CASE("a search that is interrupted keeps the best run") {
  const Misled misled;
  const GraphResult one = misled.train(1);
  // While it looks for another partition, and in the second run.
  for (const int calls : {1, 15}) {
    CAPTURE(calls);
    int left = one.figures.iterations + calls;
    const GraphResult result =
        misled.train(5, [&left](const ProgressRecord&) { return --left > 0; });
    CHECK(result.stop == Stop::Interrupted);
    CHECK(result.labels == one.labels);
  }
}

TEST_CASE("rows that all have labels are trained, whatever the sizes") {
  const Misled misled;
  for (const GraphMethod method :
       {GraphMethod::TvRls, GraphMethod::CheegerRls, GraphMethod::LapRls}) {
    for (const SizeSource source : {SizeSource::Equal, SizeSource::Estimate}) {
      GraphPoints points = points_of(misled.graph);
      GraphOptions options;
      options.method = method;
      const GraphFit result = train_on_graph(
          points, misled.truth, {"a", "b", "c", "d"}, options, {source, {}});
      CHECK(result.labels == misled.truth);
      CHECK(result.class_sizes[1] == doctest::Approx(0.25));
    }
  }
}

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

}  // namespace
}  // namespace semilin::test
