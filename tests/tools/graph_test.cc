// semilin graph, and graphs in convert and inspect.
#include "support/command.h"

namespace semilin::test {
namespace {

// Points on a line: 0, 1, 3 of class a, 10 and 12 of class b; 30 without.
const std::string kLine =
    "a 1:0 2:1\na 1:1 2:1\n? 1:3 2:1\nb 1:10 2:1\n"
    "b 1:12 2:1\n? 1:30 2:1\n";

TEST_CASE("graph joins rows to their nearest") {
  const Workshop shop;
  shop.write("d", kLine);
  const auto outcome = shop.semilin(
      "graph d -k 1 --weights uniform --symmetry union --mean-degree 0 "
      "-o - --to edges");
  CHECK(outcome.status == 0);
  CHECK(outcome.out == "1 2 1\n2 3 1\n4 5 1\n5 6 1\n");
  CHECK(holds(outcome.err, "4 edges"));
}

TEST_CASE("shared weights are smaller where neighbors are not shared") {
  const Workshop shop;
  shop.write("d", kLine);
  const std::string graph =
      "graph d -k 1 --symmetry union --mean-degree 0 -o - --to edges "
      "--weights ";
  const auto own = shop.semilin(graph + "self-tuning");
  const auto shared = shop.semilin(graph + "shared");
  // point 3 has the neighbor 2, which has 1: they share 2 alone of two each
  CHECK(own.out.substr(0, own.out.find('\n')) ==
        shared.out.substr(0, shared.out.find('\n')));
  const auto weight = [](const std::string& edges) {
    return std::stod(edges.substr(edges.find("\n2 3 ") + 5));
  };
  CHECK(weight(own.out) == doctest::Approx(std::exp(-2.0)));
  CHECK(weight(shared.out) == doctest::Approx(std::exp(-2.0) / 2));
}

TEST_CASE("mutual neighbors leave rows alone, which the report says") {
  const Workshop shop;
  shop.write("d", kLine);
  const auto outcome = shop.semilin(
      "graph d -k 1 --weights uniform --symmetry mutual --mean-degree 0 "
      "-o g.edges --summary s.json");
  CHECK(shop.read("g.edges") == "1 2 1\n3\n4 5 1\n6\n");
  const json summary = json::parse(shop.read("s.json"));
  CHECK(summary["rows"] == 6);
  CHECK(summary["metric"] == "euclidean");
  CHECK(summary["weights"] == "uniform");
  CHECK(summary["options"]["symmetry"] == "mutual");
  CHECK(summary["edges"] == 2);
  CHECK(summary["isolated"] == 2);
  CHECK(summary["components"] == 4);
  CHECK(summary["largest_component"] == 2);
  CHECK(summary["labeled"] == 4);
  CHECK(summary["unreached"]["components"] == 2);
  CHECK(summary["unreached"]["nodes"] == 2);
  CHECK(summary["edges_within_class"] == 1);
  CHECK(holds(outcome.err, "2 rows are in 2 components without a label"));
}

TEST_CASE("graphs go from text to binary and back") {
  const Workshop shop;
  shop.write("mine.txt", "# mine\n2 1 0.5\n3 2\n5\n");
  shop.run("convert mine.txt g.graph");
  shop.run("convert g.graph back.edges");
  shop.run("convert g.graph back.edges.gz");
  CHECK(shop.read("back.edges") == "1 2 0.5\n2 3 1\n4\n5\n");
  CHECK(shop.shell("gzip -dc back.edges.gz | cmp - back.edges").status == 0);
  const json about = shop.json("inspect --json g.graph");
  CHECK(about["kind"] == "graph");
  CHECK(about["nodes"] == 5);
  CHECK(about["edges"] == 2);
  CHECK(about["components"] == 3);
  CHECK(about["isolated"] == 2);
}

TEST_CASE("a binary graph tells how it was made, also after convert") {
  const Workshop shop;
  shop.write("d", kLine);
  shop.run("graph d -k 2 -o g.graph");
  shop.run("convert g.graph h.graph");
  CHECK(shop.read("g.graph") == shop.read("h.graph"));
  const json about = shop.json("inspect --json h.graph");
  CHECK(about["header"]["info"]["neighbors"] == 2);
  CHECK(about["header"]["info"]["metric"] == "euclidean");
  CHECK(about["header"]["info"]["weights"] == "shared");
  CHECK(about["mean_degree"].get<double>() == doctest::Approx(1));
}

TEST_CASE("a graph is the same for any number of threads") {
  const Workshop shop;
  std::string rows;
  for (int i = 0; i < 300; ++i) {
    rows += "? " + std::to_string(1 + i % 7) + ":1 " +
            std::to_string(10 + i % 31) + ":" + std::to_string(1 + i % 5) +
            "\n";
  }
  shop.write("d", rows);
  shop.run("graph d -o one.graph --threads 1");
  shop.run("graph d -o three.graph --threads 3");
  CHECK(shop.read("one.graph") == shop.read("three.graph"));
}

TEST_CASE("rows that are the same or empty make a graph all the same") {
  const Workshop shop;
  shop.write("d", "a 1:1\na 1:1\na 1:1\nb 2:1\nb 2:1\nb\n");
  const auto outcome =
      shop.semilin("graph d -k 2 --metric cosine -o - --to edges -q");
  CHECK(outcome.status == 0);
  CHECK(outcome.err.empty());
  CHECK(outcome.out == "1 2 0.75\n1 3 0.75\n2 3 0.75\n4 5 0.75\n6\n");
}

TEST_CASE("what is no graph is refused in one clear line") {
  const Workshop shop;
  shop.write("d", kLine);
  shop.run("convert d d.store");
  struct Case {
    const char* arguments;
    const char* edges;
    const char* error;
  };
  for (const Case& one : {
           Case{"graph d -k 6 -o out.graph", "",
                "semilin: neighbors: expected at least 6 other rows for 6 "
                "neighbors, found 5\n"},
           Case{"convert e out.graph", "1 2 -1\n",
                "semilin: e:1:5: expected a finite weight >= 0, found '-1'\n"},
           Case{"convert e out.graph", "1 2 nan\n",
                "semilin: e:1:5: expected a finite weight >= 0, found 'nan'\n"},
           Case{"convert e out.graph", "1 2 1\n2 1 3\n",
                "semilin: e:2:1: expected the weight of line 1, 1, found 3\n"},
           Case{"convert e out.graph", "",
                "semilin: e: expected edges, found none\n"},
           Case{"convert nofile out.graph", "",
                "semilin: nofile: cannot open: No such file or directory\n"},
       }) {
    CAPTURE(one.arguments);
    shop.write("e", one.edges);
    CHECK(shop.refused(one.arguments) == one.error);
    CHECK_FALSE(shop.has("out.graph"));
  }
  shop.refused("convert d.store out.graph", 2);
}

TEST_CASE("an altered graph is refused") {
  const Workshop shop;
  shop.write("d", kLine);
  shop.run("graph d -k 2 -o g.graph");
  const std::string bytes = shop.read("g.graph");
  for (std::size_t i = 0; i < bytes.size(); i += 37) {
    std::string altered = bytes;
    altered[i] = static_cast<char>(altered[i] ^ 4);
    shop.write("altered", altered);
    const auto outcome = shop.semilin("convert altered out.edges");
    CHECK_MESSAGE(outcome.status != 0, "byte " << i);
    CHECK_MESSAGE(one_line(outcome.err), outcome.err);
  }
}

}  // namespace
}  // namespace semilin::test
