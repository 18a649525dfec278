// The parts that reading and writing a store share, and a store that is
// gathered on disk. The format is drawn in store.cc.
#pragma once

#include <cstdint>
#include <cstdio>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "semilin/base/archive.h"
#include "semilin/base/index.h"
#include "semilin/io/store.h"

#include "io/input.h"
#include "io/label_table.h"
#include "io/sections.h"

namespace semilin::io {

struct MappedStore {
  Store store;
  std::shared_ptr<const MappedFile> file;  ///< holds the store's rows
};

/// open_store, with the file that was mapped.
[[nodiscard]] MappedStore map_store(const std::string& path,
                                    bool trust = false);

struct StoreShape {
  Index rows = 0;
  Index cols = 0;
  Index nonzeros = 0;
  bool doubles = false;
  /// Dataset's; nothing: not recorded, as before there were names with commas.
  std::optional<bool> multi_label = std::nullopt;
};

/// A store to be written; names and bytes are borrowed.
struct StoreParts {
  StoreShape shape;
  std::vector<NewSection> arrays;  ///< offsets, columns, values, labels
  const std::vector<std::string>& classes;
  std::span<const double> costs;
  const Attachments& attachments;
};

/// The file appears whole or not at all.
void write_store_parts(StoreParts parts, const std::string& path);

template <class T>
[[nodiscard]] std::string_view bytes_of(const T* array, Index count) {
  return {reinterpret_cast<const char*>(array),
          static_cast<std::size_t>(count) * sizeof(T)};
}

/// A section of numbers that outlive it.
template <class T>
[[nodiscard]] NewSection section_of(const char* name, const T* array,
                                    Index count) {
  return section_of(name, array_type<T>(), bytes_of(array, count));
}

/// Where rows go: into memory or to disk (StoreWriter).
template <class Value>
class RowSink {
 public:
  virtual ~RowSink() = default;
  /// Rows appended so far.
  [[nodiscard]] virtual Index rows() const = 0;
  /// Appends the rows of all pieces, on `threads` threads. Their columns and
  /// values begin with the first row, their offsets with any number.
  virtual void append(std::span<const CsrView<Value>> pieces, int threads) = 0;
  /// Called where the input, a pipe, has no more rows yet.
  virtual void pause() {}

  /// Numbers of a LabelTable or -1: labels of the rows in order; rows behind
  /// the last one have none.
  std::vector<std::int32_t> labels;
};

/// A temporary file without a name, so that nothing is left of it however the
/// program ends. Every function throws DataError if the system refuses.
class SpillFile {
 public:
  /// Holds what will be written to `path`, which errors name: beside it, or in
  /// the folder of temporary files if `path` is standard output, a device or a
  /// pipe.
  explicit SpillFile(const std::string& path);
  void append(std::string_view bytes);
  /// The bytes as a section, valid until more are appended.
  [[nodiscard]] NewSection section(std::string name, ArrayType type);

 private:
  struct Close {
    void operator()(std::FILE* file) const { std::fclose(file); }
  };
  std::string name_;
  std::unique_ptr<std::FILE, Close> file_;
  std::uint64_t bytes_ = 0;
  std::uint32_t crc32_ = 0;
};

/// The arrays of a store follow each other, and a header with their sizes and
/// checksums stands before them: each waits in a temporary file of its own.
template <class Value>
class StoreWriter final : public RowSink<Value> {
 public:
  explicit StoreWriter(const std::string& path);

  [[nodiscard]] Index rows() const override { return rows_; }
  void append(std::span<const CsrView<Value>> pieces, int threads) override;

  /// Writes the store, with at least `cols` columns and what the labels mean.
  void finish(Index cols, LabelMeaning meaning, std::span<const double> costs,
              const Attachments& attachments);

 private:
  std::string path_;
  SpillFile offsets_, columns_, values_;
  Index rows_ = 0;
  Index cols_ = 0;
  Index nonzeros_ = 0;
};

extern template class StoreWriter<float>;
extern template class StoreWriter<double>;

}  // namespace semilin::io
