// The scores of a kernel model for rows.
#include <algorithm>
#include <functional>
#include <optional>
#include <vector>

#include "semilin/advanced/kernel/kernel.h"
#include "semilin/base/error.h"
#include "semilin/graph/neighbors.h"

#include "kernel/kernel_model.h"
#include "kernel/kernel_rows.h"
#include "linear/model_head.h"
#include "matrix/row_functions.h"

namespace semilin {
namespace {

constexpr Index kQueriesAtOnce = 256;

void add_rbf(const KernelModel& model, const CsrStore& queries, int threads,
             std::vector<double>& out) {
  const KernelRows rows(model.rows, printable(model.kernel.width), threads);
  const Index outputs = model.outputs();
  const In alpha(model.coefficients.data(), rows.size(), outputs);
  for (Index begin = 0; begin < queries.rows(); begin += kQueriesAtOnce) {
    const Index end = std::min(queries.rows(), begin + kQueriesAtOnce);
    Out(out.data() + begin * outputs, end - begin, outputs) +=
        rows.against(queries, begin, end).transpose() * alpha;
  }
}

void add_low_rank(const KernelModel& model, const CsrStore& queries,
                  int threads, std::vector<double>& out) {
  const auto kernel = make_kernel(
      model.kernel, nystrom_landmarks(model.rows, model.kernel.low_rank),
      threads);
  const Index rows = coefficient_rows(model);
  if (kernel->coefficients() != rows) {
    throw DataError("kernel model: expected " +
                    std::to_string(kernel->coefficients()) +
                    " coefficients per output, found " + std::to_string(rows));
  }
  std::vector<double> part(out.size());
  kernel->predict(queries, model.outputs(), model.coefficients, part);
  std::transform(out.begin(), out.end(), part.begin(), out.begin(),
                 std::plus<>());
}

// The rows without the columns from `cols` on.
CsrStore known_part(const CsrStore& rows, Index cols) {
  return rows.cols() <= cols ? rows : column_range(rows, 0, cols);
}

// sum_c h_c u_c over the nearest training rows, h = hull_weights.
void add_remainder(const KernelModel& model, const CsrStore& queries,
                   int threads, std::vector<double>& out) {
  if (model.remainder.empty() || queries.rows() == 0) return;
  const Index outputs = model.outputs();
  const Neighbors near = nearest_neighbors(
      queries, model.rows,
      NeighborOptions{
          .neighbors = std::min(model.neighbors, model.rows.rows()),
          .metric = model.metric,
          .search = is_dense(model.rows) ? Search::Exact : model.search,
          .threads = threads});
  const std::vector<float> weights = hull_weights(model.rows, near, threads);
  for (Index i = 0; i < queries.rows(); ++i) {
    for (Index c = 0; c < near.k && near.ids_of(i)[c] != kNoNeighbor; ++c) {
      const double* u = model.remainder.data() + near.ids_of(i)[c] * outputs;
      for (Index k = 0; k < outputs; ++k)
        out[i * outputs + k] += weights[i * near.k + c] * u[k];
    }
  }
}

}  // namespace

std::vector<double> scores(const KernelModel& model, const CsrStore& given,
                           int threads) {
  require_valid(model);
  require_valid(given, threads);
  const CsrStore rows =
      known_part(in_features_of(model, given), model.features);
  std::vector<double> out(rows.rows() * model.outputs());
  for (std::size_t e = 0; e < out.size(); ++e)
    out[e] = model.offsets[e % model.offsets.size()];
  if (const auto linear = linear_part(model)) {
    out = scores(*linear, rows, threads);
  } else if (model.kernel.form == KernelForm::Rbf) {
    add_rbf(model, rows, threads, out);
  } else if (model.kernel.form == KernelForm::Nystrom) {
    add_low_rank(model, rows, threads, out);
  }
  add_remainder(model, rows, threads, out);
  return out;
}

std::optional<LinearModel> linear_part(const KernelModel& model) {
  if (model.kernel.form != KernelForm::Linear) return std::nullopt;
  LinearModel linear{static_cast<const ModelHead&>(model), 0, {}};
  linear.weights = model.coefficients;
  return linear;
}

}  // namespace semilin
