// Some contiguous numbers held in registers, and the means to compile a
// function for AVX2 + FMA beside the plain processor and choose at run time.
#ifndef SEMILIN_SRC_MATRIX_REGISTERS_H_
#define SEMILIN_SRC_MATRIX_REGISTERS_H_

#include <cstdint>

#if defined(__x86_64__) && (defined(__GNUC__) || defined(__clang__))
#define SEMILIN_KERNELS_AVX2 [[gnu::target("avx2,fma")]]
#define SEMILIN_KERNELS_DISPATCH 1
#else
#define SEMILIN_KERNELS_DISPATCH 0
#endif
#define SEMILIN_KERNELS_INLINE [[gnu::always_inline]] inline

namespace semilin::kernels {

#if SEMILIN_KERNELS_DISPATCH
inline bool has_avx2() {
  static const bool has =
      __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");
  return has;
}
#endif

// A register of 32 bytes; 16 for the four floats of a narrow batch. Only what
// lies in a block is loose: GCC moves variables of such a type as if they were
// aligned.
template <class T, int Lanes>
struct Simd {
  // No `using`: GCC 12 would align it to 16 bytes. NOLINTBEGIN(*-use-using)
  typedef T Vector __attribute__((vector_size(Lanes * sizeof(T))));
  typedef T Loose __attribute__((vector_size(Lanes * sizeof(T)),
                                 aligned(sizeof(T)), may_alias));
  // NOLINTEND(*-use-using)
};

// sum += values times in[columns], four of each.
template <class Sum, class Value, class T>
SEMILIN_KERNELS_INLINE void add_gathered(typename Simd<Sum, 4>::Vector& sum,
                                         const Value* values, const T* in,
                                         const std::int32_t* columns) {
  using Sums = typename Simd<Sum, 4>::Vector;
  const typename Simd<Value, 4>::Vector v =
      *reinterpret_cast<const typename Simd<Value, 4>::Loose*>(values);
  typename Simd<T, 4>::Vector w = {in[columns[0]], in[columns[1]],
                                   in[columns[2]], in[columns[3]]};
#if SEMILIN_KERNELS_DISPATCH
  // Else GCC 12 converts them one by one.
  if constexpr (sizeof(T) < sizeof(Sum)) asm("" : "+x"(w));
#endif
  const Sums factors = {static_cast<Sum>(v[0]), static_cast<Sum>(v[1]),
                        static_cast<Sum>(v[2]), static_cast<Sum>(v[3])};
  sum += factors * Sums{static_cast<Sum>(w[0]), static_cast<Sum>(w[1]),
                        static_cast<Sum>(w[2]), static_cast<Sum>(w[3])};
}

// Columns contiguous numbers in registers of Lanes; Columns % Lanes == 0.
template <class T, int Columns, int Lanes>
struct Registers {
  static constexpr int kVectors = Columns / Lanes;
  using Vector = typename Simd<T, Lanes>::Vector;
  using Loose = typename Simd<T, Lanes>::Loose;
  Vector vector[kVectors];

  SEMILIN_KERNELS_INLINE static const Loose& at(const T* from, int v) {
    return *reinterpret_cast<const Loose*>(from + v * Lanes);
  }
  SEMILIN_KERNELS_INLINE static Loose& at(T* to, int v) {
    return *reinterpret_cast<Loose*>(to + v * Lanes);
  }
  SEMILIN_KERNELS_INLINE void clear() {
    for (int v = 0; v < kVectors; ++v)
      vector[v] = Vector{};
  }
  SEMILIN_KERNELS_INLINE void load(const T* from) {
    for (int v = 0; v < kVectors; ++v)
      vector[v] = at(from, v);
  }
  SEMILIN_KERNELS_INLINE void scale(T factor) {
    for (int v = 0; v < kVectors; ++v)
      vector[v] *= factor;
  }
  SEMILIN_KERNELS_INLINE void add_scaled(T factor, const T* from) {
    for (int v = 0; v < kVectors; ++v)
      vector[v] += factor * at(from, v);
  }
  SEMILIN_KERNELS_INLINE void store(T* to) const {
    for (int v = 0; v < kVectors; ++v)
      at(to, v) = vector[v];
  }
  SEMILIN_KERNELS_INLINE void add_to(T factor, T* to) const {
    for (int v = 0; v < kVectors; ++v)
      at(to, v) += factor * vector[v];
  }
};

// No columns.
template <class T, int Lanes>
struct Registers<T, 0, Lanes> {
  SEMILIN_KERNELS_INLINE void clear() {}
  SEMILIN_KERNELS_INLINE void load(const T*) {}
  SEMILIN_KERNELS_INLINE void scale(T) {}
  SEMILIN_KERNELS_INLINE void add_scaled(T, const T*) {}
  SEMILIN_KERNELS_INLINE void store(T*) const {}
  SEMILIN_KERNELS_INLINE void add_to(T, T*) const {}
};

// Columns contiguous numbers, a multiple of 4: whole registers and a rest.
template <class T, int Columns>
struct Accumulator {
  static constexpr int kLanes = 32 / sizeof(T);
  static constexpr int kRest = Columns % kLanes;
  static constexpr int kWhole = Columns - kRest;
  Registers<T, kWhole, kLanes> whole;
  Registers<T, kRest, 4> rest;

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

#endif  // SEMILIN_SRC_MATRIX_REGISTERS_H_
