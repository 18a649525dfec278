#include "semilin/advanced/graph/graph_archive.h"

#include "support/graphs.h"

namespace semilin::test {
namespace {

std::string fault(const Archive& archive) {
  return error_of([&] { (void)graph_from_archive(archive); });
}

TEST_CASE("a graph comes back from its archive unchanged") {
  for (const Index nodes : {0, 1, 40}) {
    const Graph graph = random_graph(nodes, 0.1, 3);
    const Graph back = graph_from_archive(to_archive(graph, R"({"k": 10})"));
    CHECK(back.nodes() == nodes);
    CHECK(back.edges() == graph.edges());
    CHECK(dense(back) == dense(graph));
  }
  CHECK(graph_from_archive(to_archive(Graph())).nodes() == 0);
  CHECK_THROWS_AS((void)to_archive(Graph(), "[]"), Invalid);
}

TEST_CASE("an archive that holds no graph is refused in one clear line") {
  const Archive good = to_archive(graph_of(3, {{0, 1, 0.5}, {1, 2, 2}}));
  REQUIRE(fault(good) == "");
  const auto spoiled = [&](const std::string& message, auto spoil) {
    Archive archive = good;
    spoil(archive);
    CHECK(fault(archive) == message);
  };
  const std::string sizes =
      "graph: expected arrays of the header's sizes, found others";
  using Offsets = std::vector<Index>;
  using Columns = std::vector<std::int32_t>;
  using Weights = std::vector<float>;
  spoiled("graph: expected a graph, found 'linear-model'",
          [](Archive& a) { a.kind = "linear-model"; });
  spoiled("graph: expected a graph's header, found another",
          [](Archive& a) { a.header = "{}"; });
  spoiled("graph: expected version 1 of a graph, found 7",
          [](Archive& a) { a.header = R"({"version": 7})"; });
  spoiled("expected an array 'weights', found none",
          [](Archive& a) { a.arrays.erase("weights"); });
  for (const Offsets& offsets : {Offsets{0, 1, 3}, Offsets{0, 3, 1, 4}})
    spoiled(sizes, [&](Archive& a) { a.put<Index>("offsets", offsets); });
  spoiled("graph: expected ascending neighbors of node 2, found others",
          [](Archive& a) {
            a.put<std::int32_t>("columns", Columns{1, 0, 9, 1});
          });
  const auto weighed = [&](const std::string& message, const Weights& weights) {
    spoiled(message, [&](Archive& a) { a.put<float>("weights", weights); });
  };
  const float nan = std::numeric_limits<float>::quiet_NaN();
  weighed(
      "graph: expected a symmetric matrix, found 0.500000 at edge 1 2 and "
      "0.250000 at edge 2 1",
      {0.5F, 0.25F, 2, 2});
  weighed("graph: expected weights >= 0, found -1.000000 at edge 1 2",
          {-1, -1, 2, 2});
  weighed("graph: expected weights >= 0, found nan at edge 1 2",
          {nan, nan, 2, 2});
}

}  // namespace
}  // namespace semilin::test
