#include "semilin/advanced/graph/graph_archive.h"

#include "support/graphs.h"

namespace semilin::test {
namespace {

template <class T>
void put(Archive& archive, const std::string& name, std::vector<T> values) {
  archive.put(name, std::span<const T>(values));
}

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
  const auto spoiled = [&](auto spoil) {
    Archive archive = good;
    spoil(archive);
    return fault(archive);
  };

  CHECK(spoiled([](Archive& a) { a.kind = "linear-model"; }) ==
        "graph: expected a graph, found 'linear-model'");
  CHECK(spoiled([](Archive& a) { a.header = "{}"; }) ==
        "graph: expected a graph's header, found another");
  CHECK(spoiled([](Archive& a) { a.header = R"({"version": 7})"; }) ==
        "graph: expected version 1 of a graph, found 7");
  CHECK(spoiled([](Archive& a) { a.arrays.erase("weights"); }) ==
        "expected an array 'weights', found none");
  CHECK(spoiled([](Archive& a) {
          put<Index>(a, "offsets", {0, 1, 3});
        }) == "graph: expected arrays of the header's sizes, found others");
  CHECK(spoiled([](Archive& a) {
          put<Index>(a, "offsets", {0, 3, 1, 4});
        }) == "graph: expected arrays of the header's sizes, found others");
  CHECK(spoiled([](Archive& a) {
          put<std::int32_t>(a, "columns", {1, 0, 9, 1});
        }) == "graph: expected ascending neighbors of node 2, found others");
  CHECK(spoiled([](Archive& a) {
          put<float>(a, "weights", {0.5F, 0.25F, 2, 2});
        }) ==
        "graph: expected a symmetric matrix, found 0.500000 at edge 1 2 "
        "and 0.250000 at edge 2 1");
  CHECK(spoiled([](Archive& a) {
          put<float>(a, "weights", {-1, -1, 2, 2});
        }) == "graph: expected weights >= 0, found -1.000000 at edge 1 2");
  CHECK(spoiled([](Archive& a) {
          const float nan = std::numeric_limits<float>::quiet_NaN();
          put<float>(a, "weights", {nan, nan, 2, 2});
        }) == "graph: expected weights >= 0, found nan at edge 1 2");
}

}  // namespace
}  // namespace semilin::test
