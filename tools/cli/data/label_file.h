// A table of labels that survives any end of the program.
#ifndef SEMILIN_TOOLS_CLI_DATA_LABEL_FILE_H_
#define SEMILIN_TOOLS_CLI_DATA_LABEL_FILE_H_

#include <string>

namespace semilin::cli {

/// Tab-separated values with the columns id, label, chosen and probability, to
/// which lines are added: the last one of an id counts, and an empty label
/// means none (see for_each_label).
class LabelFile {
 public:
  /// Begins the file, or continues an existing one. A last line that does not
  /// end is ended if it is complete, as people write it; otherwise, as a crash
  /// may leave it, it is removed with a warning. Throws DataError if it cannot
  /// be written, has other columns, or is in use by another program that
  /// labels.
  explicit LabelFile(std::string path);
  LabelFile(const LabelFile&) = delete;
  LabelFile& operator=(const LabelFile&) = delete;
  ~LabelFile();

  [[nodiscard]] const std::string& path() const { return path_; }
  /// The line is on the disk when this returns, or, with DataError, is not in
  /// the file. A file that was replaced is continued, and one that was removed
  /// is begun again.
  void append(const std::string& id, const std::string& label,
              const std::string& chosen, double probability);

 private:
  [[noreturn]] void fail(const std::string& what) const;
  void open();
  void mend();
  void follow();
  void write(const std::string& text);

  std::string path_;
  int descriptor_ = -1;
};

}  // namespace semilin::cli

#endif  // SEMILIN_TOOLS_CLI_DATA_LABEL_FILE_H_
