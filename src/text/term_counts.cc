#include "text/term_counts.h"

#include <algorithm>
#include <cmath>

#include "semilin/advanced/base/parallel.h"

namespace semilin {

void append_counts(std::vector<std::int32_t>& terms,
                   std::vector<TermCount>& counts) {
  std::sort(terms.begin(), terms.end());
  const std::size_t begin = counts.size();
  for (const std::int32_t term : terms) {
    if (counts.size() == begin || counts.back().term != term) {
      counts.push_back({term, 0});
    }
    ++counts.back().count;
  }
}

void weigh_row(std::span<const TermCount> counts, std::span<const double> idf,
               std::int32_t* columns, float* values) {
  const auto weight = [&](const TermCount& c) {
    if (c.count == 1) return idf[c.term];  // most are; a logarithm is dear
    return (1 + std::log(static_cast<double>(c.count))) * idf[c.term];
  };
  double squares = 0;
  for (const TermCount& c : counts) {
    const double v = weight(c);
    squares += v * v;
  }
  const double norm = std::sqrt(squares);
  for (const TermCount& c : counts) {
    *columns++ = c.term;
    *values++ = static_cast<float>(weight(c) / norm);
  }
}

std::vector<Index> text_tasks(std::span<const std::string> documents,
                              Index bytes_per_task) {
  std::vector<Index> bytes{0};
  for (const std::string& document : documents)
    bytes.push_back(bytes.back() + static_cast<Index>(document.size()) + 1);
  return equal_ranges(bytes, bytes.back() / bytes_per_task + 1);
}

}  // namespace semilin
