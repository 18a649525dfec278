#include "matrix/row_norms.h"

#include "semilin/base/parallel.h"

namespace semilin {

std::vector<float> squared_norms(const CsrStore& rows, int threads) {
  std::vector<float> squares(rows.rows());
  constexpr Index kTasks = 64;
  rows.visit([&](const auto& x) {
    parallel_for(kTasks, threads, [&](Index task) {
      for (Index i = x.rows * task / kTasks; i < x.rows * (task + 1) / kTasks;
           ++i) {
        double sum = 0;
        for (Index z = x.offsets[i]; z < x.offsets[i + 1]; ++z) {
          const auto value = static_cast<double>(x.values[z]);
          sum += value * value;
        }
        squares[i] = static_cast<float>(sum);
      }
    });
  });
  return squares;
}

}  // namespace semilin
