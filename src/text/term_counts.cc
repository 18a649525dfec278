#include "text/term_counts.h"

#include <algorithm>
#include <cmath>

#include "base/parallel.h"

namespace semilin {

void append_counts(std::vector<std::int32_t>& terms, CsrMatrix<float>& rows) {
  std::sort(terms.begin(), terms.end());
  const auto begin = static_cast<std::size_t>(rows.offsets.back());
  for (const std::int32_t term : terms) {
    if (rows.columns.size() == begin || rows.columns.back() != term) {
      rows.columns.push_back(term);
      rows.values.push_back(0);
    }
    ++rows.values.back();
  }
  rows.end_row();
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

void weigh_row(std::span<const std::int32_t> columns, std::span<float> values,
               const Vocabulary& vocabulary) {
  double length = 0;
  if (vocabulary.weighting == Weighting::Bm25) {
    for (const double count : values)
      length += count / vocabulary.mean_length;
  }
  const auto weight = [&](std::size_t i) {
    return weight_of(values[i], vocabulary.weighting, length) *
           vocabulary.idf[columns[i]];
  };
  double squares = 0;
  for (std::size_t i = 0; i < values.size(); ++i)
    squares += weight(i) * weight(i);
  const double norm = std::sqrt(squares);
  for (std::size_t i = 0; i < values.size(); ++i)
    values[i] = static_cast<float>(weight(i) / norm);
}

void append_pieces(std::span<const CsrMatrix<float>> pieces,
                   io::GrowingRows<float>& rows) {
  for (const CsrMatrix<float>& piece : pieces) {
    const Index row = rows.rows(), entry = rows.columns.size();
    rows.grow(piece.rows(), std::ssize(piece.columns));
    for (Index i = 1; i <= piece.rows(); ++i)
      rows.offsets.data()[row + i] = entry + piece.offsets[i];
    std::copy(piece.columns.begin(), piece.columns.end(),
              rows.columns.data() + entry);
    std::copy(piece.values.begin(), piece.values.end(),
              rows.values.data() + entry);
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
