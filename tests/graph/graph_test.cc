#include "semilin/graph/graph.h"

#include "support/graphs.h"

namespace semilin::test {
namespace {

// What Graph says of the matrix, or "".
std::string fault_of(const MatrixXd& weights) {
  return error_of([&] { (void)Graph(sparse(weights), "g.txt"); });
}

// 1 -- 2 -- 3    4 -- 5    6
const std::vector<Edge> kThreeParts = {{0, 1, 2}, {1, 2, 1}, {3, 4, 3}};

TEST_CASE("a graph counts its nodes and edges") {
  const Graph graph = graph_of(6, kThreeParts);
  CHECK(graph.nodes() == 6);
  CHECK(graph.edges() == 3);
  CHECK(degrees(graph) == Doubles{2, 3, 1, 3, 3, 0});
  CHECK(Graph().nodes() == 0);
  CHECK(Graph().edges() == 0);
}

TEST_CASE("bad weights are refused in one clear line") {
  MatrixXd good(3, 3);
  good << 0, 1, 0, 1, 0, 2, 0, 2, 0;
  CHECK(fault_of(good) == "");
  const auto refused = [&](Index i, Index j, double there, double back,
                           const std::string& message) {
    MatrixXd w = good;
    w(i, j) = there;
    w(j, i) = back;
    CHECK(fault_of(w) == "g.txt: expected " + message);
  };
  const double nan = std::nan("");
  refused(0, 1, -0.5, -0.5, "weights >= 0, found -0.500000 at edge 1 2");
  refused(1, 2, nan, nan, "weights >= 0, found nan at edge 2 3");
  refused(1, 2, HUGE_VAL, HUGE_VAL, "weights >= 0, found inf at edge 2 3");
  const std::string large = std::to_string(1e300);  // too large for a float
  refused(1, 2, 1e300, 1e300, "weights >= 0, found " + large + " at edge 2 3");
  refused(2, 2, 1, 1, "no loops, found node 3 joined to itself");
  refused(0, 1, 3, 1,
          "a symmetric matrix, found 3.000000 at edge 1 2 and 1.000000 at edge "
          "2 1");
  refused(2, 0, 1, 0,
          "a symmetric matrix, found 1.000000 at edge 3 1 and 0.000000 at edge "
          "1 3");
  CHECK(fault_of(MatrixXd::Zero(2, 3)) ==
        "g.txt: expected a square matrix, found 2 rows and 3 columns");
}

TEST_CASE("rows that are not valid CSR are refused") {
  const CsrMatrix<float> falling{3, {0, 2, 2, 2}, {2, 1}, {1, 1}};
  CHECK_THROWS_AS(Graph{CsrStore(falling)}, DataError);
}

TEST_CASE("explicit zeros are no edges") {
  const Graph graph{CsrStore(CsrMatrix<float>{2, {0, 2, 2}, {0, 1}, {0, 0}})};
  CHECK(graph.nodes() == 2);
  CHECK(graph.edges() == 0);
}

TEST_CASE("a graph of another size than the data is refused") {
  const Graph graph = graph_of(6, kThreeParts);
  CHECK_NOTHROW(require_nodes(graph, 6));
  CHECK_THROWS_WITH_AS(require_nodes(graph, 5, "g.txt"),
                       "g.txt: expected 5 nodes, one for each row of the data, "
                       "found 6",
                       DataError);
}

TEST_CASE("scaling sets the mean degree and keeps symmetry") {
  const Graph graph = scaled_to_mean_degree(random_graph(40, 0.2, 1), 3);
  // weights are floats
  CHECK(std::abs(dense(graph).sum() / 40 - 3) < 1e-6);
  CHECK(scaled_to_mean_degree(Graph()).nodes() == 0);
  CHECK(scaled_to_mean_degree(graph_of(2, {})).edges() == 0);
}

TEST_CASE(
    "components are numbered by their first nodes, and may lack a label") {
  const Components parts = connected_components(graph_of(6, kThreeParts));
  CHECK(parts.count() == 3);
  CHECK(parts.of_node == std::vector<Index>{0, 0, 0, 1, 1, 2});
  CHECK(parts.sizes == std::vector<Index>{3, 2, 1});
  CHECK(connected_components(Graph()).count() == 0);
  // those without a label are counted with their nodes
  Labels labels(6, kUnlabeled);
  labels[1] = 1;
  const Unreached left = unreached(parts, labels);
  CHECK(left.components == 2);
  CHECK(left.nodes == 3);
}

TEST_CASE("edges between labeled nodes are counted once") {
  // two edges within a class, one between classes, two to unlabeled nodes
  const Graph graph =
      graph_of(6, {{0, 1, 1}, {2, 3, 1}, {1, 2, 1}, {0, 4, 1}, {3, 5, 1}});
  const Labels labels = {0, 0, 1, 1, kUnlabeled, kUnlabeled};
  const LabeledEdges edges = labeled_edges(graph, labels);
  CHECK(edges.count == 3);
  CHECK(edges.within == 2);
  CHECK(edges.share_within() == doctest::Approx(2.0 / 3));
  const std::vector<std::int32_t> none(6, kUnlabeled);
  CHECK(std::isnan(labeled_edges(graph, none).share_within()));
  CHECK_THROWS_AS((void)labeled_edges(graph, {none.data(), 5}), Invalid);
}

}  // namespace
}  // namespace semilin::test
