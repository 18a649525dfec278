#include "support/command.h"

namespace semilin::test {
namespace {

// Points on a line: 0, 1, 3 of class a, 10 and 12 of class b; 30 without.
const std::string kLine =
    "a 1:0 2:1\na 1:1 2:1\n? 1:3 2:1\nb 1:10 2:1\n"
    "b 1:12 2:1\n? 1:30 2:1\n";

TEST_CASE("graph joins rows to their nearest, and reports what it joined") {
  const Workshop shop({{"d", kLine}});
  const std::string graph =
      "graph d -k 1 --weights uniform --mean-degree 0 --symmetry ";
  const auto outcome = shop.semilin(graph + "union -o - --to edges");
  CHECK(outcome.out == "1 2 1\n2 3 1\n4 5 1\n5 6 1\n");
  CHECK(holds(outcome.err, "4 edges"));
  CHECK(holds(shop.told(graph + "mutual -o g.edges --summary s --report r"),
              "2 rows are in 2 components without a label"));
  CHECK(shop.read("g.edges") == "1 2 1\n3\n4 5 1\n6\n");
  const json summary = shop.summary();
  check_members(summary, {{"rows", 6},
                          {"metric", "euclidean"},
                          {"weights", "uniform"},
                          {"edges", 2},
                          {"isolated", 2},
                          {"components", 4},
                          {"largest_component", 2},
                          {"labeled", 4},
                          {"edges_within_class", 1}});
  check_members(summary["unreached"], {{"components", 2}, {"nodes", 2}});
  CHECK(summary["options"]["symmetry"] == "mutual");
  CHECK(data_of(shop.read("r"))["summary"] == summary);
}

TEST_CASE("graphs go from text to binary and back") {
  const Workshop shop({{"mine.txt", "# mine\n2 1 0.5\n3 2\n5\n"}});
  shop.run("convert mine.txt g.graph");
  shop.run("convert g.graph back.edges");
  shop.run("convert g.graph back.edges.gz");
  CHECK(shop.read("back.edges") == "1 2 0.5\n2 3 1\n4\n5\n");
  CHECK(shop.shell("gzip -dc back.edges.gz | cmp - back.edges").status == 0);
  check_members(shop.json("inspect --json g.graph"), {{"kind", "graph"},
                                                      {"nodes", 5},
                                                      {"edges", 2},
                                                      {"components", 3},
                                                      {"isolated", 2}});
}

TEST_CASE("a binary graph tells how it was made, also after convert") {
  const Workshop shop({{"d", kLine}});
  shop.run("graph d -k 2 -o g.graph");
  shop.run("convert g.graph h.graph");
  CHECK(shop.read("g.graph") == shop.read("h.graph"));
  const json about = shop.json("inspect --json h.graph");
  check_members(
      about["header"]["info"],
      {{"neighbors", 2}, {"metric", "euclidean"}, {"weights", "shared"}});
  CHECK(about["mean_degree"].get<double>() == doctest::Approx(1));
}

}  // namespace
}  // namespace semilin::test
