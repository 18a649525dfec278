#include "matrix/row_norms.h"

#include "base/parallel.h"

namespace semilin {
std::vector<float> squared_norms(const CsrStore& rows, int threads) {
  constexpr Index kRowsAtOnce = 64;
  require_valid(rows, threads);
  std::vector<float> squares(rows.rows());
  rows.visit([&](const auto& x) {
    for_ranges(x.rows, kRowsAtOnce, threads, [&](Index begin, Index end) {
      for (Index i = begin; i < end; ++i)
        squares[i] = static_cast<float>(squared_length(x, i));
    });
  });
  return squares;
}

}  // namespace semilin
