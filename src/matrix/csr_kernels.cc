#include "matrix/csr_kernels.h"

#include <algorithm>
#include <utility>

#include <sys/mman.h>
#include <unistd.h>

#include "matrix/registers.h"

namespace semilin::kernels {
namespace {

// Each product is written once, as an always-inlined body with the number of
// columns as a template parameter, and compiled twice: Fused for AVX2 and FMA.

// Rows that burst the caches are fetched so many non-zeros ahead, a block of
// them at a time: the processor's own look ahead ends with each page.
constexpr Index kAhead = 512;
constexpr Index kBlock = 16;

// Mostly beyond the row, at times beyond the array: an address, no pointer.
template <class T>
SEMILIN_KERNELS_INLINE void fetch_ahead(const T* numbers) {
  const auto address = reinterpret_cast<std::uintptr_t>(numbers);
  for (Index n = kAhead; n < kAhead + kBlock; n += 64 / sizeof(T))
    // NOLINTNEXTLINE(performance-no-int-to-ptr)
    __builtin_prefetch(reinterpret_cast<const T*>(address + n * sizeof(T)));
}

template <class Value>
SEMILIN_KERNELS_INLINE void fetch_ahead(const CsrView<Value>& x, Index z) {
  fetch_ahead(x.columns + z);
  fetch_ahead(x.values + z);
}

// Columns columns at once, of `stride` in all.
template <int Columns>
struct Batch {
  template <bool Fused, class Value, class T>
  SEMILIN_KERNELS_INLINE static void apply(const CsrView<Value>& x,
                                           RowRange rows, Index stride,
                                           double bias, const T* in, T* out) {
    for (Index position = rows.begin; position < rows.end; ++position) {
      const Index i = rows[position];
      Accumulator<T, Columns, Fused> sum;
      if (bias != 0) {
        sum.load(in + x.cols * stride);
        sum.scale(static_cast<T>(bias));
      } else {
        sum.clear();
      }
      const Index end = x.offsets[i + 1];
      for (Index z = x.offsets[i]; z < end;) {
        fetch_ahead(x, z);
        for (const Index stop = std::min(z + kBlock, end); z < stop; ++z) {
          sum.add_scaled(static_cast<T>(x.values[z]),
                         in + x.columns[z] * stride);
        }
      }
      sum.store(out + i * stride);
    }
  }

  template <bool Fused, int Power, class Value, class T>
  SEMILIN_KERNELS_INLINE static void add_transpose(const CsrView<Value>& x,
                                                   RowRange rows,
                                                   ColumnRange columns,
                                                   Index stride, const T* in,
                                                   T* out) {
    for (Index position = rows.begin; position < rows.end; ++position) {
      const Index i = rows[position];
      const Index first = x.offsets[i];
      const Index begin = columns.lower ? first + columns.lower[i] : first;
      const Index end =
          columns.upper ? first + columns.upper[i] : x.offsets[i + 1];
      Accumulator<T, Columns, Fused> q;
      q.load(in + i * stride);
      for (Index z = begin; z < end;) {
        fetch_ahead(x, z);
        for (const Index stop = std::min(z + kBlock, end); z < stop; ++z) {
          const T value = static_cast<T>(x.values[z]);
          q.add_to(Power == 2 ? value * value : value,
                   out + x.columns[z] * stride);
        }
      }
    }
  }
};

// One column. Four sums hide the latency of the additions; they are double for
// either T.
struct Single {
  template <bool Fused, class Value, class T>
  SEMILIN_KERNELS_INLINE static void apply(const CsrView<Value>& x,
                                           RowRange rows, Index, double bias,
                                           const T* in, T* out) {
    const double constant = bias != 0 ? bias * in[x.cols] : 0.0;
    for (Index position = rows.begin; position < rows.end; ++position) {
      const Index i = rows[position];
      Simd<double, 4>::Vector sum = {constant, 0, 0, 0};
      const Index end = x.offsets[i + 1];
      Index z = x.offsets[i];
      for (; z + kBlock <= end; z += kBlock) {
        fetch_ahead(x, z);
        for (Index n = z; n < z + kBlock; n += 4)
          add_gathered<Fused, double>(sum, x.values + n, in, x.columns + n);
      }
      if (z < end) fetch_ahead(x, z);
      for (; z + 4 <= end; z += 4)
        add_gathered<Fused, double>(sum, x.values + z, in, x.columns + z);
      double first = sum[0];
      for (; z < end; ++z) {
        add_product<Fused>(static_cast<double>(x.values[z]),
                           static_cast<double>(in[x.columns[z]]), first);
      }
      out[i] = static_cast<T>((first + sum[1]) + (sum[2] + sum[3]));
    }
  }

  template <bool Fused, int Power, class Value, class T>
  SEMILIN_KERNELS_INLINE static void add_transpose(const CsrView<Value>& x,
                                                   RowRange rows,
                                                   ColumnRange columns, Index,
                                                   const T* in, T* out) {
    for (Index position = rows.begin; position < rows.end; ++position) {
      const Index i = rows[position];
      const T q = in[i];
      if (q == 0) continue;  // a row beyond its margin
      const Index first = x.offsets[i];
      const Index begin = columns.lower ? first + columns.lower[i] : first;
      const Index end =
          columns.upper ? first + columns.upper[i] : x.offsets[i + 1];
      Index z = begin;
      for (; z + kBlock <= end; z += kBlock) {
        fetch_ahead(x, z);
        for (Index n = z; n < z + kBlock; ++n)
          add_one<Fused, Power>(x, n, q, out);
      }
      if (z < end) fetch_ahead(x, z);
      for (; z < end; ++z)
        add_one<Fused, Power>(x, z, q, out);
    }
  }

  template <bool Fused, int Power, class Value, class T>
  SEMILIN_KERNELS_INLINE static void add_one(const CsrView<Value>& x, Index z,
                                             T q, T* out) {
    const T value = static_cast<T>(x.values[z]);
    add_product<Fused>(Power == 2 ? value * value : value, q,
                       out[x.columns[z]]);
  }
};

#if SEMILIN_KERNELS_DISPATCH
template <class Body, class... Arguments>
SEMILIN_KERNELS_AVX2 void apply_avx2(Arguments... arguments) {
  Body::template apply<true>(arguments...);
}
template <class Body, int Power, class... Arguments>
SEMILIN_KERNELS_AVX2 void add_transpose_avx2(Arguments... arguments) {
  Body::template add_transpose<true, Power>(arguments...);
}
#endif

template <class Body, class... Arguments>
void run_apply(Arguments... arguments) {
#if SEMILIN_KERNELS_DISPATCH
  if (has_avx2()) return apply_avx2<Body>(arguments...);
#endif
  Body::template apply<kPlainIsFused>(arguments...);
}

template <class Body, int Power, class... Arguments>
void run_add_transpose(Arguments... arguments) {
#if SEMILIN_KERNELS_DISPATCH
  if (has_avx2()) return add_transpose_avx2<Body, Power>(arguments...);
#endif
  Body::template add_transpose<kPlainIsFused, Power>(arguments...);
}

// Calls f.operator()<Columns>(first) for slices of the k columns, at most 32 at
// a time, as so many sums of either type stay in registers, and for the one to
// three that are left.
template <class Function>
void for_slices(int k, Function&& f) {
  const int fours = k / 4;
  const int slices = (fours + 7) / 8;
  for (int s = 0; s < slices; ++s) {
    const int first = fours * s / slices;
    const int last = fours * (s + 1) / slices;
    [&]<int... Fours>(std::integer_sequence<int, Fours...>) {
      static_cast<void>(
          ((last - first == Fours + 1 &&
            (f.template operator()<4 * (Fours + 1)>(4 * first), true)) ||
           ...));
    }
    (std::make_integer_sequence<int, 8>());
  }
  switch (const int first = 4 * fours; k - first) {
    case 1:
      return f.template operator()<1>(first);
    case 2:
      return f.template operator()<2>(first);
    case 3:
      return f.template operator()<3>(first);
    default:
      return;
  }
}

// The numbers from column c on: none where there are no rows or no columns.
template <class T>
T* from_column(T* numbers, int c) {
  return numbers != nullptr ? numbers + c : nullptr;
}

}  // namespace

template <class Value, class T>
void apply(const CsrView<Value>& x, RowRange rows, int k, double bias,
           const T* in, T* out) {
  if (k == 1) {
    run_apply<Single>(x, rows, Index{1}, bias, in, out);
  } else {
    for_slices(k, [&]<int Columns>(int c) {
      run_apply<Batch<Columns>>(x, rows, Index{k}, bias, from_column(in, c),
                                from_column(out, c));
    });
  }
}

template <int Power, class Value, class T>
void add_transpose(const CsrView<Value>& x, RowRange rows, ColumnRange columns,
                   int k, const T* in, T* out) {
  if (k == 1) {
    run_add_transpose<Single, Power>(x, rows, columns, Index{1}, in, out);
  } else {
    for_slices(k, [&]<int Columns>(int c) {
      run_add_transpose<Batch<Columns>, Power>(
          x, rows, columns, Index{k}, from_column(in, c), from_column(out, c));
    });
  }
}

template void apply(const CsrView<float>&, RowRange, int, double, const float*,
                    float*);
template void apply(const CsrView<float>&, RowRange, int, double, const double*,
                    double*);
template void apply(const CsrView<double>&, RowRange, int, double, const float*,
                    float*);
template void apply(const CsrView<double>&, RowRange, int, double,
                    const double*, double*);
template void add_transpose<1>(const CsrView<float>&, RowRange, ColumnRange,
                               int, const float*, float*);
template void add_transpose<1>(const CsrView<float>&, RowRange, ColumnRange,
                               int, const double*, double*);
template void add_transpose<1>(const CsrView<double>&, RowRange, ColumnRange,
                               int, const float*, float*);
template void add_transpose<1>(const CsrView<double>&, RowRange, ColumnRange,
                               int, const double*, double*);
template void add_transpose<2>(const CsrView<float>&, RowRange, ColumnRange,
                               int, const float*, float*);
template void add_transpose<2>(const CsrView<double>&, RowRange, ColumnRange,
                               int, const float*, float*);

}  // namespace semilin::kernels

namespace semilin {
namespace {

// A page that is announced to the system; nothing is read through it.
void* address(std::uintptr_t page) {
  return reinterpret_cast<void*>(page);  // NOLINT(performance-no-int-to-ptr)
}

// Also true if the system does not know.
bool in_memory(std::uintptr_t page) {
  unsigned char state = 1;
  ::mincore(address(page), 1, &state);
  return (state & 1) != 0;
}

}  // namespace

void will_read(const void* begin, const void* end) {
  static const auto page = static_cast<std::uintptr_t>(::sysconf(_SC_PAGESIZE));
  if (begin == end) return;
  const auto stop = reinterpret_cast<std::uintptr_t>(end);
  const auto first = reinterpret_cast<std::uintptr_t>(begin) / page * page;
  if (in_memory(first) && in_memory((stop - 1) / page * page)) return;
  // Random: a page that is missing all the same brings no others with it.
  ::madvise(address(first), stop - first, MADV_RANDOM);
  ::madvise(address(first), stop - first, MADV_WILLNEED);
}

}  // namespace semilin
