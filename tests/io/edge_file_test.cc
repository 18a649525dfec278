#include "semilin/advanced/io/edge_file.h"

#include "io/io_support.h"

namespace semilin::test {
namespace {

CsrStore edges_of(std::string_view text) {
  const TempFile file(".edges", text);
  return read_edges(file.path());
}

std::string written(const CsrStore& weights) {
  const TempFile file(".edges");
  write_edges(weights, file.path());
  return slurp(file.path());
}

TEST_CASE("lines of edges make a symmetric matrix") {
  const CsrStore weights = edges_of(
      "# three edges, of which one is given twice\n"
      "3 1 0.25\r\n"
      "\n"
      "2\t3   # of weight 1\n"
      "1 3 2.5e-1\n"
      "5\n");
  CHECK(weights.rows() == 5);
  CHECK(weights.nonzeros() == 4);
  const Doubles expected = {0,    0, 0.25, 0, 0,  //
                            0,    0, 1,    0, 0,  //
                            0.25, 1, 0,    0, 0,  //
                            0,    0, 0,    0, 0,  //
                            0,    0, 0,    0, 0};
  CHECK(entries_of(weights) == expected);
}

TEST_CASE("edges are written once and read back exactly") {
  const CsrStore weights =
      edges_of("1 2 0.1\n1 4 3e-30\n2 4 0.333333343\n3\n6\n");
  const std::string text = written(weights);
  CHECK(text == "1 2 0.1\n1 4 3e-30\n2 4 0.33333334\n3\n5\n6\n");
  CHECK(entries_of(edges_of(text)) == entries_of(weights));
  const TempFile packed(".gz", gzip(text));
  CHECK(entries_of(read_edges(packed.path())) == entries_of(weights));
}

TEST_CASE("malformed edges are refused with file, line and column") {
  struct Case {
    const char* text;
    const char* error;
  };
  for (const Case& one : {
           Case{"", ": expected edges, found none"},
           Case{"# nothing\n", ": expected edges, found none"},
           Case{"1 2\n0 1\n",
                ":2:1: expected a node from 1 to 2147483647, found '0'"},
           Case{"1 -2\n",
                ":1:3: expected a node from 1 to 2147483647, found '-2'"},
           Case{"1 2.5\n",
                ":1:3: expected a node from 1 to 2147483647, found '2.5'"},
           Case{"1 2147483648\n",
                ":1:3: expected a node from 1 to 2147483647, found "
                "'2147483648'"},
           Case{"1 2147483647\n",
                ": expected nodes up to 101000 in 1 lines, found 2147483647 "
                "(there is a node for every number up to the largest)"},
           Case{"4 4 1\n", ":1:3: expected another node, found '4'"},
           Case{"1 2 -0.5\n",
                ":1:5: expected a finite weight >= 0, found '-0.5'"},
           Case{"1 2 nan\n",
                ":1:5: expected a finite weight >= 0, found 'nan'"},
           Case{"1 2 inf\n",
                ":1:5: expected a finite weight >= 0, found 'inf'"},
           Case{"1 2 1e39\n",
                ":1:5: expected a finite weight >= 0, found '1e39'"},
           Case{"1 2 x\n", ":1:5: expected a finite weight >= 0, found 'x'"},
           Case{"1 2 1 7\n", ":1:7: expected the end of the line, found '7'"},
           Case{"1 2 0.5\n3 4 1\n2 1 0.25\n",
                ":3:1: expected the weight of line 1, 0.5, found 0.25"},
       }) {
    CAPTURE(one.text);
    const TempFile file(".edges", one.text);
    CHECK(error_of([&] { (void)read_edges(file.path()); }) ==
          file.path() + one.error);
  }
}

}  // namespace
}  // namespace semilin::test
