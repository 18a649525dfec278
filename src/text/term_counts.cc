#include "text/term_counts.h"

#include <algorithm>
#include <cmath>

#include "semilin/base/parallel.h"

namespace semilin {

void append_counts(std::vector<std::int32_t>& terms,
                   std::vector<TermCount>& counts) {
  std::sort(terms.begin(), terms.end());
  for (auto term = terms.begin(); term != terms.end();) {
    const auto end = std::upper_bound(term, terms.end(), *term);
    counts.push_back({*term, static_cast<std::int32_t>(end - term)});
    term = end;
  }
}

void weigh_row(std::span<const TermCount> counts, std::span<const double> idf,
               std::int32_t* columns, float* values) {
  const auto weight = [&](const TermCount& c) {
    return (1 + std::log(static_cast<double>(c.count))) * idf[c.term];
  };
  double squares = 0;
  for (const TermCount& c : counts)
    squares += weight(c) * weight(c);
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
