// A table of labels that survives any end of the program.
#pragma once

#include <string>

#include "semilin/advanced/corpus/evidence.h"

namespace semilin::cli {

/// Enough of a text that read_texts gave for the comparison with the data
/// (Corpus::fingerprints), on one line; empty if its bytes were not UTF-8.
[[nodiscard]] std::string beginning_of(const std::string& text);

/// A stamp that changes with a file, or with any file of a folder: its place on
/// the disk, size and time. Empty: it is not there.
[[nodiscard]] std::string stamp_of(const std::string& path);

/// Throws DataError for what is there and is not a file, such as a pipe, which
/// would be waited for.
void require_file(const std::string& path);

/// Tab-separated values, to which lines are added: the last one of an id and an
/// annotator counts (see for_each_label). A label that is neither a class nor
/// an answer takes back the one before; its text is beginning_of the
/// document's.
class LabelFile {
 public:
  /// Begins the file, or continues an existing one. A last line that does not
  /// end is ended if it is complete, as people write it; otherwise, as a crash
  /// may leave it, it is removed with a warning. Throws DataError if it cannot
  /// be written, is not a file, has other columns, or is in use by another
  /// program that labels.
  explicit LabelFile(std::string path);
  LabelFile(const LabelFile&) = delete;
  LabelFile& operator=(const LabelFile&) = delete;
  ~LabelFile();

  [[nodiscard]] const std::string& path() const { return path_; }
  /// The line is on the disk when this returns, or, with DataError, is not in
  /// the file. If another program has changed the file since the last line, it
  /// is read again and continued, and this returns true; all lines are written
  /// again if it was removed or emptied, and a file with other columns is
  /// refused.
  bool append(const TableLabel& line);

 private:
  [[noreturn]] void fail(const std::string& what) const;
  [[nodiscard]] int open() const;
  void mend();
  bool follow();
  void write(const std::string& text);

  std::string path_;
  int descriptor_ = -1;
  std::string lines_;  // what the file holds
  std::string stamp_;  // stamp_of the file as we left it
};

}  // namespace semilin::cli
