#include "semilin/advanced/matrix/csr_operator.h"

#include <algorithm>
#include <limits>

#include "semilin/advanced/base/parallel.h"
#include "semilin/base/error.h"

#include "matrix/csr_kernels.h"
#include "matrix/read_ahead.h"

namespace semilin {
namespace {

// Tasks of one product over rows: enough to even out, few enough to be free.
constexpr Index kRowTasks = 64;

// Below this many multiplications starting threads costs more than they save.
constexpr Index kSerialWork = 100'000;

// X' q is cut into parts of rows if there are this many, at most so many, of
// that many non-zeros for each number of the sum: clearing and adding the
// parts' sums then costs a few hundredths of the product.
constexpr Index kMinParts = 4;
constexpr Index kMaxParts = 32;
constexpr Index kPartNonzeros = 16;

Index num_parts(const CsrStore& rows, RowSet active, int k) {
  const Index numbers = std::max<Index>(rows.cols(), 1) * k;
  const double share = static_cast<double>(active.size(rows.rows())) /
                       static_cast<double>(std::max<Index>(rows.rows(), 1));
  const auto nonzeros =
      static_cast<Index>(share * static_cast<double>(rows.nonzeros()));
  return std::min(nonzeros / (kPartNonzeros * numbers), kMaxParts);
}

int threads_for(const CsrStore& rows, int k, int threads) {
  return rows.nonzeros() * k < kSerialWork ? 1 : threads;
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

// For each row, how many of its non-zeros lie before column `cut`.
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
    parallel_for(kRowTasks, threads, [&](Index task) {
      const kernels::RowRange range{nullptr, view.rows * task / kRowTasks,
                                    view.rows * (task + 1) / kRowTasks};
      for_pieces(view, range, count);
    });
  });
  return counts;
}

}  // namespace

// The rows and columns of each task.
struct CsrOperator::Cuts {
  std::vector<Index> row_bounds;     // ranges of equal non-zeros
  std::vector<Index> column_bounds;  // one range per thread
  std::vector<std::vector<std::uint32_t>> positions;  // of inner bounds
};

CsrOperator::CsrOperator(CsrStore rows, double bias, int threads, Ranks ranks)
    : rows_(std::move(rows)),
      bias_(bias),
      threads_(usable_threads(threads)),
      ranks_(ranks) {
  require_valid(rows_, threads);
  auto cuts = std::make_unique<Cuts>();
  rows_.visit([&](const auto& view) {
    if (view.rows > 0) {
      cuts->row_bounds = equal_ranges(
          {view.offsets, static_cast<std::size_t>(view.rows) + 1}, kRowTasks);
    }
  });
  cuts->column_bounds = {0, rows_.cols()};
  if (threads_ > 1) {
    cuts->column_bounds = equal_ranges(columns_cumulative(rows_), threads_);
    for (int t = 1; t < threads_; ++t) {
      cuts->positions.push_back(
          cut_rows(rows_, cuts->column_bounds[t], threads_));
    }
  }
  cuts_ = std::move(cuts);
}

CsrOperator::~CsrOperator() = default;

Index CsrOperator::rows() const {
  return rows_.rows();
}
Index CsrOperator::cols() const {
  return rows_.cols() + (bias_ != 0 ? 1 : 0);
}
int CsrOperator::threads() const {
  return threads_;
}

namespace {

template <class T>
void check_sizes(const LinearOperator& x, int k, std::span<const T> by_column,
                 std::span<const T> by_row) {
  require(k > 0, "LinearOperator: k must be positive");
  require(static_cast<Index>(by_column.size()) >= x.cols() * k &&
              static_cast<Index>(by_row.size()) >= x.rows() * k,
          "LinearOperator: a block is too small");
}

// The rows of one of `tasks` tasks; bounds: of kRowTasks ranges of all rows.
kernels::RowRange rows_of_task(RowSet active, std::span<const Index> bounds,
                               Index task, Index tasks) {
  if (active.all) {
    return {nullptr, bounds[kRowTasks * task / tasks],
            bounds[kRowTasks * (task + 1) / tasks]};
  }
  const auto count = static_cast<Index>(active.list.size());
  return {active.list.data(), count * task / tasks, count * (task + 1) / tasks};
}

template <class T>
void apply_rows(const CsrOperator& x, std::span<const Index> bounds, int k,
                const T* in, RowSet active, T* out) {
  if (active.size(x.rows()) == 0) return;
  const int threads = threads_for(x.store(), k, x.threads());
  x.store().visit([&](const auto& view) {
    parallel_for(kRowTasks, threads, [&](Index task) {
      for_pieces(view, rows_of_task(active, bounds, task, kRowTasks),
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

template <int Power, class T>
void CsrOperator::transpose(int k, std::span<const T> in, RowSet active,
                            std::span<T> out) const {
  check_sizes<T>(*this, k, out, in);
  const Index parts = num_parts(rows_, active, k);
  if (parts >= kMinParts) {
    transpose_by_parts<Power>(parts, k, in, active, out);
  } else {
    transpose_by_columns<Power>(k, in, active, out);
  }
  ranks_.sum(out.first(cols() * k));
}

template <int Power, class T>
void CsrOperator::transpose_by_parts(Index parts, int k, std::span<const T> in,
                                     RowSet active, std::span<T> out) const {
  const Index size = cols() * k;
  std::vector<T>& others = std::get<std::vector<T>>(partial_sums_);
  if (static_cast<Index>(others.size()) < (parts - 1) * size) {
    others.resize((parts - 1) * size);
  }
  const int threads = threads_for(rows_, k, threads_);
  rows_.visit([&](const auto& view) {
    parallel_for(parts, threads, [&](Index part) {
      T* sum = part == 0 ? out.data() : others.data() + (part - 1) * size;
      const kernels::RowRange range =
          rows_of_task(active, cuts_->row_bounds, part, parts);
      std::fill(sum, sum + size, T(0));
      for_pieces(view, range, [&](kernels::RowRange piece) {
        kernels::add_transpose<Power>(view, piece, {}, k, in.data(), sum);
      });
      if (bias_ != 0) {
        transpose_bias<Power>(range, bias_, k, in.data(), sum + view.cols * k);
      }
    });
  });
  parallel_for(kRowTasks, threads, [&](Index task) {
    const Index end = size * (task + 1) / kRowTasks;
    for (Index part = 0; part + 1 < parts; ++part) {
      const T* sum = others.data() + part * size;
      for (Index j = size * task / kRowTasks; j < end; ++j)
        out[j] += sum[j];
    }
  });
}

template <int Power, class T>
void CsrOperator::transpose_by_columns(int k, std::span<const T> in,
                                       RowSet active, std::span<T> out) const {
  const kernels::RowRange range{active.all ? nullptr : active.list.data(), 0,
                                active.size(rows())};
  const auto tasks = static_cast<Index>(cuts_->column_bounds.size()) - 1;
  rows_.visit([&](const auto& view) {
    parallel_for(tasks, threads_for(rows_, k, threads_), [&](Index task) {
      const kernels::ColumnRange columns{
          task > 0 ? cuts_->positions[task - 1].data() : nullptr,
          task + 1 < tasks ? cuts_->positions[task].data() : nullptr};
      std::fill(out.data() + cuts_->column_bounds[task] * k,
                out.data() + cuts_->column_bounds[task + 1] * k, T(0));
      for_pieces(view, range, [&](kernels::RowRange piece) {
        kernels::add_transpose<Power>(view, piece, columns, k, in.data(),
                                      out.data());
      });
      if (task + 1 == tasks && bias_ != 0) {
        transpose_bias<Power>(range, bias_, k, in.data(),
                              out.data() + view.cols * k);
      }
    });
  });
}

void CsrOperator::apply(int k, std::span<const float> in, RowSet active,
                        std::span<float> out) const {
  check_sizes<float>(*this, k, in, out);
  apply_rows(*this, cuts_->row_bounds, k, in.data(), active, out.data());
}

void CsrOperator::apply(int k, std::span<const double> in, RowSet active,
                        std::span<double> out) const {
  check_sizes<double>(*this, k, in, out);
  apply_rows(*this, cuts_->row_bounds, k, in.data(), active, out.data());
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

void CsrOperator::sum_over_rows(std::span<double> sums) const {
  ranks_.sum(sums);
}

void LinearOperator::sum_over_rows(std::span<double>) const {}

}  // namespace semilin
