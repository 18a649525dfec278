// Documents and their labels from files, folders or standard input.
#ifndef SEMILIN_TEXT_DOCUMENTS_H_
#define SEMILIN_TEXT_DOCUMENTS_H_

#include <memory>
#include <string>
#include <vector>

#include "semilin/base/index.h"
#include "semilin/matrix/dataset.h"

namespace semilin {

/// How documents lie in a file. Files may be gzip (told by content), "-" is
/// standard input.
enum class TextFormat {
  Auto,     ///< a folder, or what the first line looks like: has it a tab?
  Labeled,  ///< one document per line: label<TAB>text
  Plain,    ///< one document per line: text alone
  Folders,  ///< one document per file, in folders named as the classes
};

/// Documents, in the order of the file. A label is empty if unknown.
struct DocumentBatch {
  std::vector<std::string> labels;  ///< one per document
  std::vector<std::string> texts;   ///< UTF-8, as in the file
};

/// Reads documents batch by batch.
///
/// The label `?` and an empty one mean unlabelled; others are names in UTF-8
/// without control characters. Blanks around a label, and quotes as label_word
/// (semilin/advanced/io/label_text.h) writes them, are not part of it. In a
/// folder of folders, the name of the first folder below `path` is the label,
/// deeper ones only order; files directly in `path` are unlabelled; names
/// beginning with a dot are skipped. Files are taken in the order of their
/// paths' bytes.
class DocumentReader {
 public:
  /// Throws DataError if the path cannot be read.
  explicit DocumentReader(const std::string& path,
                          TextFormat format = TextFormat::Auto);
  /// The other may then only be assigned to or destroyed.
  DocumentReader(DocumentReader&&) noexcept;
  DocumentReader& operator=(DocumentReader&&) noexcept;  ///< Likewise.
  ~DocumentReader();

  /// Replaces the batch by the next documents, about `bytes` of text; false at
  /// the end. Throws DataError for a bad line or label.
  [[nodiscard]] bool next(DocumentBatch& batch, Index bytes = Index{1} << 24);

  /// One way to read documents; made in documents.cc.
  class Source;

 private:
  std::unique_ptr<Source> source_;
};

/// Turns label names (empty: unlabelled) into data.classes and data.labels.
void set_labels(const std::vector<std::string>& names, Dataset& data);

}  // namespace semilin

#endif  // SEMILIN_TEXT_DOCUMENTS_H_
