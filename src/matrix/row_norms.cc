#include "matrix/row_norms.h"

#include <span>

#include "base/parallel.h"

namespace semilin {
namespace {

constexpr Index kRowsAtOnce = 64;

template <class Value>
float squared_norm(std::span<const Value> values) {
  double sum = 0;
  for (const Value entry : values) {
    const auto value = static_cast<double>(entry);
    sum += value * value;
  }
  return static_cast<float>(sum);
}

}  // namespace

std::vector<float> squared_norms(const CsrStore& rows, int threads) {
  require_valid(rows, threads);
  std::vector<float> squares(rows.rows());
  rows.visit([&](const auto& x) {
    for_ranges(x.rows, kRowsAtOnce, threads, [&](Index begin, Index end) {
      for (Index i = begin; i < end; ++i)
        squares[i] = squared_norm(x.row_values(i));
    });
  });
  return squares;
}

}  // namespace semilin
