#include "matrix/csr_operator.h"

#include <algorithm>

#include "semilin/base/error.h"

#include "base/parallel.h"
#include "matrix/csr_kernels.h"

namespace semilin {
namespace {

// Tasks of one product over rows: enough to even out, few enough to be free.
constexpr Index kRowTasks = 64;

// Below this many multiplications starting threads costs more than they save.
constexpr Index kSerialWork = 100'000;

int threads_for(const CsrStore& rows, int k, int threads) {
  return rows.nonzeros() * k < kSerialWork ? 1 : threads;
}

CsrStore valid(CsrStore rows, int threads) {
  require_valid(rows, threads);
  return rows;
}

// Number of non-zeros before each column.
std::vector<Index> columns_cumulative(const CsrStore& rows) {
  std::vector<Index> cumulative(rows.cols() + 1, 0);
  rows.visit([&](const auto& view) {
    for_pieces(view, {nullptr, 0, view.rows}, [&](kernels::RowRange piece) {
      const Index end = view.offsets[piece.end];
      for (Index z = view.offsets[piece.begin]; z < end; ++z)
        ++cumulative[view.columns[z] + 1];
    });
  });
  for (Index j = 0; j < rows.cols(); ++j)
    cumulative[j + 1] += cumulative[j];
  return cumulative;
}

// How many non-zeros of each row lie before column `cut`.
std::vector<std::uint32_t> cut_rows(const CsrStore& rows, Index cut,
                                    int threads) {
  std::vector<std::uint32_t> counts(rows.rows());
  rows.visit([&](const auto& view) {
    const auto count = [&](kernels::RowRange piece) {
      for (Index i = piece.begin; i < piece.end; ++i) {
        const auto columns = view.row_columns(i);
        counts[i] = static_cast<std::uint32_t>(
            std::lower_bound(columns.begin(), columns.end(), cut) -
            columns.begin());
      }
    };
    const Index rows_of_task = view.rows / kRowTasks + 1;
    for_ranges(view.rows, rows_of_task, threads, [&](Index begin, Index end) {
      for_pieces(view, {nullptr, begin, end}, count);
    });
  });
  return counts;
}

template <class T>
void check_sizes(const CsrOperator& x, int k, std::span<const T> by_column,
                 std::span<const T> by_row) {
  require(k > 0, "CsrOperator: k must be positive");
  require(static_cast<Index>(by_column.size()) >= x.cols() * k &&
              static_cast<Index>(by_row.size()) >= x.rows() * k,
          "CsrOperator: a block is too small");
}

// The rows of one of kRowTasks tasks; bounds: of as many ranges of all rows.
kernels::RowRange rows_of_task(RowSet active, std::span<const Index> bounds,
                               Index task) {
  if (active.all) return {nullptr, bounds[task], bounds[task + 1]};
  const auto count = static_cast<Index>(active.list.size());
  return {active.list.data(), count * task / kRowTasks,
          count * (task + 1) / kRowTasks};
}

template <class T>
void apply_rows(const CsrOperator& x, std::span<const Index> bounds, int k,
                const T* in, RowSet active, T* out) {
  if (active.size(x.rows()) == 0) return;
  const int threads = threads_for(x.store(), k, x.threads());
  x.store().visit([&](const auto& view) {
    parallel_for(kRowTasks, threads, [&](Index task) {
      for_pieces(view, rows_of_task(active, bounds, task),
                 [&](kernels::RowRange piece) {
                   kernels::apply(view, piece, k, x.bias(), in, out);
                 });
    });
  });
}

// out[:] = bias^Power sum_i in[i, :] over the range, summed in double and in
// row order.
template <int Power, class T>
void transpose_bias(const kernels::RowRange& range, double bias, int k,
                    const T* in, T* out) {
  std::vector<double> sum(k, 0.0);
  for (Index position = range.begin; position < range.end; ++position) {
    const T* row = in + range[position] * k;
    for (int c = 0; c < k; ++c)
      sum[c] += row[c];
  }
  const double factor = Power == 2 ? bias * bias : bias;
  for (int c = 0; c < k; ++c)
    out[c] = static_cast<T>(factor * sum[c]);
}

}  // namespace

CsrOperator::CsrOperator(CsrStore rows, double bias, int threads, Ranks ranks,
                         bool steady, std::span<const Index> coarser_than)
    : rows_(valid(std::move(rows), threads)),
      bias_(bias),
      threads_(usable_threads(threads)),
      ranks_(ranks),
      pieces_(rows_, ranks, steady, coarser_than),
      column_bounds_{0, rows_.cols()} {
  rows_.visit([&](const auto& view) {
    if (view.rows > 0) {
      row_bounds_ = equal_ranges(
          {view.offsets, static_cast<std::size_t>(view.rows) + 1}, kRowTasks);
    }
  });
  if (threads_ == 1) return;
  column_bounds_ = equal_ranges(columns_cumulative(rows_), threads_);
  for (int t = 1; t < threads_; ++t)
    positions_.push_back(cut_rows(rows_, column_bounds_[t], threads_));
}

template <int Power, class T>
void CsrOperator::transpose(int k, std::span<const T> in, RowSet active,
                            std::span<T> out) const {
  check_sizes<T>(*this, k, out, in);
  const std::vector<Index> cuts = cut_at(pieces_.bounds_for(k), active, rows());
  sum_pieces<Power>(cuts, k, in, active, out);
  add_pieces(std::ssize(cuts) - 1, cols() * k, out);
  ranks_.sum(out.first(cols() * k));
}

// The sum of the first piece into `out`, those of others behind each other into
// partial_sums_, which are zeros. Threads that are more than the pieces share
// their columns.
template <int Power, class T>
void CsrOperator::sum_pieces(std::span<const Index> cuts, int k,
                             std::span<const T> in, RowSet active,
                             std::span<T> out) const {
  const Index pieces = std::ssize(cuts) - 1;
  const Index size = cols() * k;
  std::vector<T>& others = std::get<std::vector<T>>(partial_sums_);
  if (std::ssize(others) < (pieces - 1) * size)
    others.resize((pieces - 1) * size);
  const Index all = std::ssize(column_bounds_) - 1;
  const Index ranges = (all + pieces - 1) / pieces;
  const auto inner = [&](Index bound) {
    return bound > 0 && bound < all ? positions_[bound - 1].data() : nullptr;
  };
  rows_.visit([&](const auto& view) {
    const auto add = [&](Index task) {
      const Index piece = task / ranges;
      T* sum = piece == 0 ? out.data() : others.data() + (piece - 1) * size;
      const Index begin = all * (task % ranges) / ranges;
      const Index end = all * (task % ranges + 1) / ranges;
      const kernels::RowRange range{active.all ? nullptr : active.list.data(),
                                    cuts[piece], cuts[piece + 1]};
      if (piece == 0)
        std::fill(sum + column_bounds_[begin] * k,
                  sum + column_bounds_[end] * k, T(0));
      for_pieces(view, range, [&](kernels::RowRange part) {
        kernels::add_transpose<Power>(view, part, {inner(begin), inner(end)}, k,
                                      in.data(), sum);
      });
      if (end == all && bias_ != 0)
        transpose_bias<Power>(range, bias_, k, in.data(), sum + view.cols * k);
    };
    parallel_for(pieces * ranges, threads_for(rows_, k, threads_), add);
  });
}

// Adds them up in `out`, and leaves zeros, while they are in the caches.
template <class T>
void CsrOperator::add_pieces(Index pieces, Index size, std::span<T> out) const {
  if (pieces == 1) return;
  std::vector<T>& others = std::get<std::vector<T>>(partial_sums_);
  const auto sum = [&](Index piece) {
    return piece == 0 ? out.data() : others.data() + (piece - 1) * size;
  };
  parallel_for(kRowTasks, threads_, [&](Index task) {
    const Index begin = size * task / kRowTasks;
    const Index end = size * (task + 1) / kRowTasks;
    add_in_pairs(pieces, [&](Index to, Index from) {
      T* total = sum(to);
      T* part = sum(from);
      for (Index j = begin; j < end; ++j) {
        total[j] += part[j];
        part[j] = 0;
      }
    });
  });
}

void CsrOperator::apply(int k, std::span<const float> in, RowSet active,
                        std::span<float> out) const {
  check_sizes<float>(*this, k, in, out);
  apply_rows(*this, row_bounds_, k, in.data(), active, out.data());
}

void CsrOperator::apply(int k, std::span<const double> in, RowSet active,
                        std::span<double> out) const {
  check_sizes<double>(*this, k, in, out);
  apply_rows(*this, row_bounds_, k, in.data(), active, out.data());
}

void CsrOperator::apply_transpose(int k, std::span<const float> in,
                                  RowSet active, std::span<float> out) const {
  transpose<1>(k, in, active, out);
}

void CsrOperator::apply_transpose(int k, std::span<const double> in,
                                  RowSet active, std::span<double> out) const {
  transpose<1>(k, in, active, out);
}

void CsrOperator::apply_squares(std::span<const float> in, RowSet active,
                                std::span<float> out) const {
  transpose<2>(1, in, active, out);
}

}  // namespace semilin
