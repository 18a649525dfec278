// Some contiguous numbers held in registers, and the means to compile a
// function for AVX2 + FMA beside the plain processor and choose at run time.
#pragma once

#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <utility>

#if defined(__x86_64__) && (defined(__GNUC__) || defined(__clang__))
#define SEMILIN_KERNELS_AVX2 [[gnu::target("avx2,fma")]]
#define SEMILIN_KERNELS_DISPATCH 1
#else
#define SEMILIN_KERNELS_DISPATCH 0
#endif
#define SEMILIN_KERNELS_INLINE [[gnu::always_inline]] inline

namespace semilin::kernels {

// Whether the plain processor rounds a sum and a product once, as arm64's do:
// results are then those of AVX2 + FMA.
#ifdef __FP_FAST_FMA
inline constexpr bool kPlainIsFused = true;
#else
inline constexpr bool kPlainIsFused = false;
#endif

#if SEMILIN_KERNELS_DISPATCH
inline bool has_avx2() {
  static const bool has =
      __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");
  return has;
}
#endif

// A register of 32 bytes; 16 for the four floats of a narrow batch. What lies
// in a block is aligned like one number only: it is copied in and out, which is
// one instruction, and never returned, since how depends on the processor.
template <class T, int Lanes>
struct Simd {
  // No `using`: GCC 12 would align it to 16 bytes. NOLINTNEXTLINE(*-use-using)
  typedef T Vector __attribute__((vector_size(Lanes * sizeof(T))));

  SEMILIN_KERNELS_INLINE static void load(const T* from, Vector& to) {
    __builtin_memcpy(&to, from, sizeof(Vector));
  }
  SEMILIN_KERNELS_INLINE static void store(const Vector& from, T* to) {
    __builtin_memcpy(to, &from, sizeof(Vector));
  }
};

// One number.
template <class T>
struct Simd<T, 1> {
  using Vector = T;

  SEMILIN_KERNELS_INLINE static void load(const T* from, T& to) { to = *from; }
  SEMILIN_KERNELS_INLINE static void store(T from, T* to) { *to = from; }
};

SEMILIN_KERNELS_INLINE float fused(float x, float y, float sum) {
  return __builtin_fmaf(x, y, sum);
}
SEMILIN_KERNELS_INLINE double fused(double x, double y, double sum) {
  return __builtin_fma(x, y, sum);
}
template <class Vector, std::size_t... Lane>
SEMILIN_KERNELS_INLINE void add_fused(const Vector& x, const Vector& y,
                                      Vector& sum,
                                      std::index_sequence<Lane...>) {
  sum = Vector{fused(x[Lane], y[Lane], sum[Lane])...};
}

// sum += x * y, of numbers or of vectors: rounded once if Fused, as an
// instruction of FMA's processors does (elsewhere it would be slow), otherwise
// twice. A kernel takes Fused from the instance that it is compiled for, and
// whatever may come to stand in another lane, slice or rest goes through here.
template <bool Fused, class T>
SEMILIN_KERNELS_INLINE void add_product(const T& x, const T& y, T& sum) {
  if constexpr (!Fused) {
    sum += x * y;
  } else if constexpr (std::is_floating_point_v<T>) {
    sum = fused(x, y, sum);
  } else {
    add_fused(x, y, sum, std::make_index_sequence<sizeof(T) / sizeof(x[0])>());
  }
}

// sum += values times in[columns], four of each.
template <bool Fused, class Sum, class Value, class T>
SEMILIN_KERNELS_INLINE void add_gathered(typename Simd<Sum, 4>::Vector& sum,
                                         const Value* values, const T* in,
                                         const std::int32_t* columns) {
  using Sums = typename Simd<Sum, 4>::Vector;
  typename Simd<Value, 4>::Vector v;
  Simd<Value, 4>::load(values, v);
  typename Simd<T, 4>::Vector w = {in[columns[0]], in[columns[1]],
                                   in[columns[2]], in[columns[3]]};
#if SEMILIN_KERNELS_DISPATCH
  // Else GCC 12 converts them one by one.
  if constexpr (sizeof(T) < sizeof(Sum)) asm("" : "+x"(w));
#endif
  const Sums factors = {static_cast<Sum>(v[0]), static_cast<Sum>(v[1]),
                        static_cast<Sum>(v[2]), static_cast<Sum>(v[3])};
  const Sums others = {static_cast<Sum>(w[0]), static_cast<Sum>(w[1]),
                       static_cast<Sum>(w[2]), static_cast<Sum>(w[3])};
  add_product<Fused>(factors, others, sum);
}

// Columns contiguous numbers in registers of Lanes; Columns % Lanes == 0. Only
// loops that are unrolled leave them in registers, also where -O2 compiles.
template <class T, int Columns, int Lanes, bool Fused>
struct Registers {
  static constexpr int kVectors = Columns / Lanes;
  using Vector = typename Simd<T, Lanes>::Vector;
  Vector vector[kVectors > 0 ? kVectors : 1];  // no array has no elements

  SEMILIN_KERNELS_INLINE void clear() {
#pragma GCC unroll 8
    for (int v = 0; v < kVectors; ++v)
      vector[v] = Vector{};
  }
  SEMILIN_KERNELS_INLINE void load(const T* from) {
#pragma GCC unroll 8
    for (int v = 0; v < kVectors; ++v)
      Simd<T, Lanes>::load(from + v * Lanes, vector[v]);
  }
  SEMILIN_KERNELS_INLINE void scale(T factor) {
#pragma GCC unroll 8
    for (int v = 0; v < kVectors; ++v)
      vector[v] *= factor;
  }
  SEMILIN_KERNELS_INLINE void add_scaled(T factor, const T* from) {
    const Vector factors = factor - Vector{};  // in each lane
#pragma GCC unroll 8
    for (int v = 0; v < kVectors; ++v) {
      Vector added;
      Simd<T, Lanes>::load(from + v * Lanes, added);
      add_product<Fused>(factors, added, vector[v]);
    }
  }
  SEMILIN_KERNELS_INLINE void store(T* to) const {
#pragma GCC unroll 8
    for (int v = 0; v < kVectors; ++v)
      Simd<T, Lanes>::store(vector[v], to + v * Lanes);
  }
  SEMILIN_KERNELS_INLINE void add_to(T factor, T* to) const {
    const Vector factors = factor - Vector{};  // in each lane
#pragma GCC unroll 8
    for (int v = 0; v < kVectors; ++v) {
      Vector sum;
      Simd<T, Lanes>::load(to + v * Lanes, sum);
      add_product<Fused>(factors, vector[v], sum);
      Simd<T, Lanes>::store(sum, to + v * Lanes);
    }
  }
};

// Columns contiguous numbers, a multiple of 4, or less than 4: whole registers
// and a rest.
template <class T, int Columns, bool Fused>
struct Accumulator {
  static constexpr int kLanes = 32 / sizeof(T);
  static constexpr int kRest = Columns % kLanes;
  static constexpr int kWhole = Columns - kRest;
  Registers<T, kWhole, kLanes, Fused> whole;
  Registers<T, kRest, kRest % 4 == 0 ? 4 : 1, Fused> rest;

  SEMILIN_KERNELS_INLINE void clear() {
    whole.clear();
    rest.clear();
  }
  SEMILIN_KERNELS_INLINE void load(const T* from) {
    whole.load(from);
    rest.load(from + kWhole);
  }
  // this *= factor
  SEMILIN_KERNELS_INLINE void scale(T factor) {
    whole.scale(factor);
    rest.scale(factor);
  }
  // this += factor * from
  SEMILIN_KERNELS_INLINE void add_scaled(T factor, const T* from) {
    whole.add_scaled(factor, from);
    rest.add_scaled(factor, from + kWhole);
  }
  SEMILIN_KERNELS_INLINE void store(T* to) const {
    whole.store(to);
    rest.store(to + kWhole);
  }
  // to += factor * this
  SEMILIN_KERNELS_INLINE void add_to(T factor, T* to) const {
    whole.add_to(factor, to);
    rest.add_to(factor, to + kWhole);
  }
};

}  // namespace semilin::kernels
