#include "text/term_counts.h"

#include <algorithm>
#include <cmath>

#include "base/parallel.h"

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

namespace {

// The weight of a count, in a row of `length` mean lengths.
double weight_of(double count, Weighting weighting, double length) {
  constexpr double kSaturation = 1.2;
  constexpr double kByLength = 0.75;
  switch (weighting) {
    case Weighting::Counts:
      return count;
    case Weighting::Bm25:
      return (kSaturation + 1) * count /
             (count + kSaturation * (1 - kByLength + kByLength * length));
    case Weighting::Sublinear:
      break;
  }
  // most counts are 1; a logarithm is dear
  return count == 1 ? 1 : 1 + std::log(count);
}

}  // namespace

void weigh_row(std::span<const TermCount> counts, const Vocabulary& vocabulary,
               std::int32_t* columns, float* values) {
  double length = 0;
  if (vocabulary.weighting == Weighting::Bm25) {
    for (const TermCount& c : counts)
      length += c.count / vocabulary.mean_length;
  }
  const auto weight = [&](const TermCount& c) {
    return weight_of(c.count, vocabulary.weighting, length) *
           vocabulary.idf[c.term];
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
