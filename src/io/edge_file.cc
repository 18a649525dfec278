#include "semilin/advanced/io/edge_file.h"

#include <algorithm>
#include <charconv>
#include <limits>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include "semilin/advanced/io/line_source.h"
#include "semilin/base/error.h"

#include "base/plain_text.h"
#include "io/line_writer.h"

namespace semilin {
namespace {

using io::append_number;

constexpr Index kMostNodes = std::numeric_limits<std::int32_t>::max();
// More nodes than this that no line names are a mistyped number.
constexpr Index kFewNodes = 100'000;
constexpr Index kNodesPerLine = 1000;
constexpr std::string_view kBlanks = " \t";

// i < j, from 0.
struct Edge {
  std::int32_t i, j;
  float weight;
  Index line;
};

// The words of a line, and where they stand.
class LineWords {
 public:
  LineWords(const LineSource& source, std::string_view line)
      : source_(source), line_(line.substr(0, line.find('#'))) {
    next();
  }

  [[nodiscard]] bool empty() const { return word_.empty(); }

  void next() {
    begin_ = std::min(line_.find_first_not_of(kBlanks, begin_ + word_.size()),
                      line_.size());
    const std::size_t end =
        std::min(line_.find_first_of(kBlanks, begin_), line_.size());
    word_ = line_.substr(begin_, end - begin_);
  }

  // The whole word as a number, if it is one from `least` to `most`.
  template <class Number>
  Number take(Number least, Number most, const std::string& expected) {
    Number value = 0;
    const char* end = word_.data() + word_.size();
    const auto [stop, error] = std::from_chars(word_.data(), end, value);
    const bool whole = error == std::errc() && stop == end && !word_.empty();
    if (!whole || !(value >= least && value <= most)) refuse(expected);
    next();
    return value;
  }

  [[noreturn]] void refuse(const std::string& expected) const {
    throw DataError(source_.name(), source_.line(),
                    static_cast<Index>(begin_) + 1, expected, quote(word_));
  }

 private:
  const LineSource& source_;
  std::string_view line_, word_;
  std::size_t begin_ = 0;
};

std::int32_t take_node(LineWords& words) {
  return static_cast<std::int32_t>(
      words.take<Index>(1, kMostNodes, "a node from 1 to 2147483647") - 1);
}

// Edges, and how many nodes are named.
struct EdgeList {
  std::vector<Edge> edges;
  Index nodes = 0;
};

void parse_line(LineWords words, Index line, EdgeList& list) {
  if (words.empty()) return;
  const std::int32_t i = take_node(words);
  list.nodes = std::max(list.nodes, Index{i} + 1);
  if (words.empty()) return;
  const LineWords second = words;
  const std::int32_t j = take_node(words);
  if (i == j) second.refuse("another node");
  list.nodes = std::max(list.nodes, Index{j} + 1);
  float weight = 1;
  if (!words.empty()) {
    weight = words.take(0.0F, std::numeric_limits<float>::max(),
                        "a finite weight >= 0");
  }
  if (!words.empty()) words.refuse("the end of the line");
  list.edges.push_back({std::min(i, j), std::max(i, j), weight, line});
}

EdgeList parse(LineSource& source) {
  EdgeList list;
  while (const auto line = source.next())
    parse_line({source, *line}, source.line(), list);
  if (list.nodes == 0) {
    throw DataError(source.name(), "expected edges, found none");
  }
  const Index most = kFewNodes + kNodesPerLine * source.line();
  if (list.nodes > most) {
    throw DataError(
        source.name(),
        "expected nodes up to " + std::to_string(most) + " in " +
            std::to_string(source.line()) + " lines, found " +
            std::to_string(list.nodes) +
            " (there is a node for every number up to the largest)");
  }
  return list;
}

// Sorts the edges, each kept once.
void merge_directions(std::vector<Edge>& edges, const std::string& name) {
  const auto key = [](const Edge& edge) {
    return std::tuple(edge.i, edge.j, edge.line);
  };
  std::sort(edges.begin(), edges.end(),
            [&](const Edge& a, const Edge& b) { return key(a) < key(b); });
  const auto same = [&](const Edge& a, const Edge& b) {
    if (a.i != b.i || a.j != b.j) return false;
    if (a.weight == b.weight) return true;
    std::string before, now;
    append_number(a.weight, before);
    append_number(b.weight, now);
    throw DataError(
        name, b.line, 1,
        "the weight of line " + std::to_string(a.line) + ", " + before, now);
  };
  edges.erase(std::unique(edges.begin(), edges.end(), same), edges.end());
}

// Row k gets its smaller neighbors first, then its larger ones: all ascend.
CsrStore symmetric_matrix(const EdgeList& list) {
  CsrMatrix<float> matrix;
  matrix.cols = list.nodes;
  matrix.offsets.assign(list.nodes + 1, 0);
  for (const Edge& edge : list.edges) {
    ++matrix.offsets[edge.i + 1];
    ++matrix.offsets[edge.j + 1];
  }
  for (Index k = 0; k < list.nodes; ++k)
    matrix.offsets[k + 1] += matrix.offsets[k];
  matrix.columns.resize(matrix.offsets.back());
  matrix.values.resize(matrix.offsets.back());
  std::vector<Index> end(matrix.offsets.begin(), matrix.offsets.end() - 1);
  const auto put = [&](std::int32_t row, std::int32_t column, float weight) {
    matrix.columns[end[row]] = column;
    matrix.values[end[row]++] = weight;
  };
  for (const Edge& edge : list.edges)
    put(edge.j, edge.i, edge.weight);
  for (const Edge& edge : list.edges)
    put(edge.i, edge.j, edge.weight);
  return CsrStore(std::move(matrix));
}

// The edges of node i to larger nodes; the node alone if it has none at all.
template <class Value>
void append_node(const CsrView<Value>& weights, Index i, std::string& text) {
  const Index begin = weights.offsets[i], end = weights.offsets[i + 1];
  if (begin == end) {
    append_number(i + 1, text);
    text += '\n';
  }
  for (Index z = begin; z < end; ++z) {
    if (weights.columns[z] < i) continue;
    append_number(i + 1, text);
    text += ' ';
    append_number(Index{weights.columns[z]} + 1, text);
    text += ' ';
    append_number(weights.values[z], text);
    text += '\n';
  }
}

}  // namespace

CsrStore read_edges(const std::string& path) {
  LineSource source(path);
  EdgeList list = parse(source);
  merge_directions(list.edges, source.name());
  return symmetric_matrix(list);
}

void write_edges(const CsrStore& weights, const std::string& path) {
  require_valid(weights);
  weights.visit([&](const auto& view) {
    io::write_lines(path, view.rows, [&view](Index i, std::string& text) {
      append_node(view, i, text);
    });
  });
}

}  // namespace semilin
