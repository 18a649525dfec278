// Several processes that hold parts of one data set and train one model.
#pragma once

#include <cstddef>
#include <cstring>
#include <span>
#include <string>
#include <vector>

#include "semilin/base/index.h"

namespace semilin {

/// The amount of data sent, and the time spent waiting.
struct Traffic {
  Index calls = 0;     ///< calls of functions of Transport
  Index bytes = 0;     ///< bytes of the blocks that a rank passed to them
  double seconds = 0;  ///< time spent in them
};

/// The way in which ranks 0, ..., size - 1 communicate, over MPI for example.
/// All ranks call the same functions in the same order, from one thread each,
/// with blocks of equal size unless stated otherwise.
class Transport {
 public:
  Transport() = default;
  Transport(const Transport&) = delete;
  Transport& operator=(const Transport&) = delete;
  virtual ~Transport() = default;

  [[nodiscard]] virtual int rank() const = 0;  ///< The rank of this process.
  [[nodiscard]] virtual int size() const = 0;  ///< The number of ranks.

  /// Replaces each number by its sum over all ranks, with the same bits at
  /// every rank and in every run with as many ranks. If the number of ranks is
  /// a power of two, two neighbors' sums are added, then those of two
  /// neighboring pairs, and so on: ((0 + 1) + (2 + 3)) + ..., like the pieces
  /// of a single rank's rows.
  virtual void sum(std::span<double> numbers) = 0;
  virtual void sum(std::span<float> numbers) = 0;  ///< Likewise.
  /// Returns the bytes of all ranks, in their order, at rank 0, and nothing
  /// elsewhere; blocks may differ in size.
  [[nodiscard]] virtual std::vector<std::byte> gather(
      std::span<const std::byte> own) = 0;
  /// Replaces the bytes by those of rank 0, however many.
  virtual void broadcast(std::vector<std::byte>& bytes) = 0;

  Traffic traffic;  ///< counted by Ranks
};

/// The ranks that share a data set; by default a single one, for which every
/// function does nothing. Numbers that all ranks compute from the same numbers
/// decide what each does next, so that all ranks need the same kind of
/// processor, which rounds in the same way. Borrows the transport.
class Ranks {
 public:
  Ranks() = default;
  /// A transport of size 1 counts as none.
  explicit Ranks(Transport& transport)
      : transport_(transport.size() > 1 ? &transport : nullptr) {}

  /// Whether there are others.
  [[nodiscard]] bool many() const { return transport_ != nullptr; }
  /// The rank of this process, from 0.
  [[nodiscard]] int rank() const { return many() ? transport_->rank() : 0; }
  /// The number of ranks.
  [[nodiscard]] int size() const { return many() ? transport_->size() : 1; }
  /// The traffic so far.
  [[nodiscard]] Traffic traffic() const {
    return many() ? transport_->traffic : Traffic{};
  }

  /// Completes sums that each rank took over its rows.
  void sum(std::span<double> numbers) const;
  void sum(std::span<float> numbers) const;  ///< Likewise.
  void sum(std::span<Index> counts) const;   ///< Likewise, for sums below 2^53.
  /// A single number's sum.
  [[nodiscard]] double total(double own) const;
  /// The same for a count below 2^53.
  [[nodiscard]] Index total(Index own) const {
    return static_cast<Index>(total(static_cast<double>(own)));
  }
  /// The counts of the ranks before this one, added up.
  [[nodiscard]] Index before(Index own) const;
  /// The n-th smallest (from 0) of the values of all ranks, none of them NaN;
  /// needs more than n of them. Eight passes and eight sums of 256 numbers.
  [[nodiscard]] double nth_smallest(std::span<const double> values,
                                    Index n) const;
  /// The value that rank 0 gives.
  [[nodiscard]] bool first_says(bool own) const;

  /// Returns the numbers of all ranks, in their order, at rank 0, and nothing
  /// elsewhere.
  template <class T>
  [[nodiscard]] std::vector<T> gathered(std::span<const T> own) const {
    return many() ? numbers<T>(gathered_bytes(std::as_bytes(own)))
                  : std::vector<T>(own.begin(), own.end());
  }
  /// The same at every rank.
  template <class T>
  [[nodiscard]] std::vector<T> shared(std::span<const T> own) const {
    return many() ? numbers<T>(shared_bytes(std::as_bytes(own)))
                  : std::vector<T>(own.begin(), own.end());
  }
  /// The same for texts without a byte 0.
  [[nodiscard]] std::vector<std::string> shared(
      const std::vector<std::string>& own) const;

 private:
  template <class T>
  static std::vector<T> numbers(const std::vector<std::byte>& bytes) {
    std::vector<T> result(bytes.size() / sizeof(T));
    if (!bytes.empty()) std::memcpy(result.data(), bytes.data(), bytes.size());
    return result;
  }
  [[nodiscard]] std::vector<std::byte> gathered_bytes(
      std::span<const std::byte> own) const;
  [[nodiscard]] std::vector<std::byte> shared_bytes(
      std::span<const std::byte> own) const;

  Transport* transport_ = nullptr;
};

}  // namespace semilin
