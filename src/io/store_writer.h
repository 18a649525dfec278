// Rows gathered on disk, which become a store.
#pragma once

#include <cstdint>
#include <cstdio>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "semilin/base/archive.h"
#include "semilin/base/index.h"
#include "semilin/io/store.h"

#include "io/label_table.h"
#include "io/row_collector.h"
#include "io/sections.h"

namespace semilin::io {

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
