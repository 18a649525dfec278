// Rows gathered on disk, which become a store.
#ifndef SEMILIN_IO_STORE_WRITER_H_
#define SEMILIN_IO_STORE_WRITER_H_

#include <cstdint>
#include <span>
#include <string>

#include "semilin/base/index.h"
#include "semilin/io/store.h"

#include "io/label_table.h"
#include "io/row_sink.h"
#include "io/spill_file.h"

namespace semilin::io {

/// The arrays of a store follow each other, and a header with their sizes and
/// checksums stands before them: each waits in a temporary file of its own.
template <class Value>
class StoreWriter final : public RowSink<Value> {
 public:
  explicit StoreWriter(const std::string& path);

  [[nodiscard]] Index rows() const override { return rows_; }
  void append(std::span<const ParsedBlock<Value>> blocks, int threads) override;
  void append(const CsrStore& rows, Index begin, Index end) override;
  void append_labels(std::span<const std::int32_t> numbers) override;

  /// Writes the store, with at least `cols` columns and what the labels mean.
  void finish(Index cols, const LabelMeaning& meaning,
              std::span<const double> costs, const Attachments& attachments);

 private:
  void write_labels(const LabelMeaning& meaning, SpillFile& to);

  std::string path_;
  SpillFile offsets_, columns_, values_, label_numbers_;
  Index rows_ = 0;
  Index cols_ = 0;
  Index nonzeros_ = 0;
  Index labels_ = 0;
};

extern template class StoreWriter<float>;
extern template class StoreWriter<double>;

}  // namespace semilin::io

#endif  // SEMILIN_IO_STORE_WRITER_H_
