#include "semilin/graph/graph.h"

#include "support/graphs.h"
#include "support/problems.h"

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
  MatrixXd w(3, 3);
  w << 0, 1, 0, 1, 0, 2, 0, 2, 0;
  CHECK(fault_of(w) == "");
  MatrixXd negative = w;
  negative(0, 1) = negative(1, 0) = -0.5;
  CHECK(fault_of(negative) ==
        "g.txt: expected weights >= 0, found -0.500000 at edge 1 2");
  MatrixXd nan = w;
  nan(1, 2) = nan(2, 1) = std::numeric_limits<double>::quiet_NaN();
  CHECK(fault_of(nan) == "g.txt: expected weights >= 0, found nan at edge 2 3");
  MatrixXd infinite = w;
  infinite(1, 2) = infinite(2, 1) = std::numeric_limits<double>::infinity();
  CHECK(fault_of(infinite).find("found inf at edge 2 3") != std::string::npos);
  MatrixXd loop = w;
  loop(2, 2) = 1;
  CHECK(fault_of(loop) ==
        "g.txt: expected no loops, found node 3 joined to "
        "itself");
  MatrixXd uneven = w;
  uneven(0, 1) = 3;
  CHECK(fault_of(uneven) ==
        "g.txt: expected a symmetric matrix, found 3.000000 at edge 1 2 and "
        "1.000000 at edge 2 1");
  MatrixXd one_way = w;
  one_way(2, 0) = 1;
  CHECK(fault_of(one_way) ==
        "g.txt: expected a symmetric matrix, found 1.000000 at edge 3 1 and "
        "0.000000 at edge 1 3");
  CHECK(fault_of(MatrixXd::Zero(2, 3)) ==
        "g.txt: expected a square matrix, found 2 rows and 3 columns");
}

TEST_CASE("weights too large for a float are refused") {
  MatrixXd w = MatrixXd::Zero(2, 2);
  w(0, 1) = w(1, 0) = 1e300;
  CHECK(fault_of(w).find("expected") != std::string::npos);
}

TEST_CASE("rows that are not valid CSR are refused") {
  CsrMatrix<float> falling{3, {0}, {}, {}};
  falling.columns = {2, 1};
  falling.values = {1, 1};
  falling.end_row();
  falling.end_row();
  falling.end_row();
  CHECK_THROWS_AS(Graph{CsrStore(falling)}, DataError);
}

TEST_CASE("explicit zeros are no edges") {
  CsrMatrix<float> zeros{2, {0}, {}, {}};
  zeros.columns = {0, 1};
  zeros.values = {0, 0};
  zeros.end_row();
  zeros.end_row();
  const Graph graph{CsrStore(zeros)};
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
  double sum = 0;
  for (const double degree : degrees(graph))
    sum += degree;
  // weights are floats
  CHECK(std::abs(sum / 40 - 3) < 1e-6);
  CHECK(scaled_to_mean_degree(Graph()).nodes() == 0);
  CHECK(scaled_to_mean_degree(graph_of(2, {})).edges() == 0);
}

TEST_CASE("components are found and numbered by their first nodes") {
  const Components parts = connected_components(graph_of(6, kThreeParts));
  CHECK(parts.count() == 3);
  CHECK(parts.of_node == std::vector<Index>{0, 0, 0, 1, 1, 2});
  CHECK(parts.sizes == std::vector<Index>{3, 2, 1});
  CHECK(connected_components(Graph()).count() == 0);
}

TEST_CASE("components without a label are counted with their nodes") {
  const Components parts = connected_components(graph_of(6, kThreeParts));
  const Labels labels = {kUnlabeled, 1,          kUnlabeled,
                         kUnlabeled, kUnlabeled, kUnlabeled};
  const Unreached left = unreached(parts, labels);
  CHECK(labeled_components(parts, labels) ==
        std::vector<bool>{true, false, false});
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
