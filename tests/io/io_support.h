// Temporary files, files made from text, and comparisons of data.
#pragma once

#include <optional>

#include "semilin/io/svmlight.h"
#include "semilin/matrix/dataset.h"

#include "support/rows.h"

namespace semilin::test {

/// A path of its own that is removed at the end; optionally with content.
class TempFile {
 public:
  explicit TempFile(const std::string& suffix = "");
  TempFile(const std::string& suffix, std::string_view content);
  TempFile(const TempFile&) = delete;
  TempFile& operator=(const TempFile&) = delete;
  ~TempFile();

  [[nodiscard]] const std::string& path() const { return path_; }

 private:
  std::string path_;
};

/// The bytes of a file, and a file of these bytes, without the library.
[[nodiscard]] std::string slurp(const std::string& path);
void spill(const std::string& path, std::string_view bytes);

/// zlib's gzip of `text`, one member.
[[nodiscard]] std::string gzip(std::string_view text);

[[nodiscard]] Dataset read_from_text(std::string_view text,
                                     const ReadOptions& options = {});

/// Rows (bit for bit), value type, labels, classes and costs.
[[nodiscard]] bool same_data(const Dataset& a, const Dataset& b);

/// A file under the folder that SEMILIN_DATA names; nothing if it is unset.
[[nodiscard]] std::optional<std::string> real_data(const std::string& name);

/// A file of the source tree.
[[nodiscard]] std::string source_file(const std::string& name);

}  // namespace semilin::test
