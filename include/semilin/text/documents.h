// Documents and their labels from files, folders or standard input.
#ifndef SEMILIN_TEXT_DOCUMENTS_H_
#define SEMILIN_TEXT_DOCUMENTS_H_

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "semilin/base/index.h"
#include "semilin/matrix/dataset.h"

namespace semilin {

/// How documents lie in a file. Files may be gzip (told by content), "-" is
/// standard input.
enum class TextFormat {
  Auto,       ///< a folder, or what the file's name and first lines look like
  Labeled,    ///< one document per line: label<TAB>text
  Plain,      ///< one document per line: text alone
  Folders,    ///< one document per file, in folders named as the classes
  Csv,        ///< comma-separated values with a header (RFC 4180)
  Tsv,        ///< the same with tabs
  JsonLines,  ///< one JSON object per line
};

/// The columns of a table (of JSON the members) that make a document. Names
/// that no column has are looked for again without regard to case.
struct TableColumns {
  std::vector<std::string> text = {"text"};  ///< joined by line feeds
  std::optional<std::string> label;          ///< none: "label", if it is there
  std::optional<std::string> id;             ///< none: "id", if it is there
};

/// Documents, in the order of the file.
struct DocumentBatch {
  std::vector<std::string> labels;  ///< one per document; empty if unknown
  std::vector<std::string> texts;   ///< UTF-8, as in the file
  /// What a document is called: its id in a table, its path in a folder,
  /// otherwise `file:line`.
  std::vector<std::string> ids;
  /// Of a table: the probability with which a document was drawn to be
  /// labelled, if it has columns `chosen` and `probability`, as semilin suggest
  /// writes them; otherwise, and where there is no label, 0 (not known). Empty:
  /// not of a table.
  std::vector<double> drawn;
};

/// Reads documents batch by batch.
///
/// The label `?` and an empty one mean unlabelled; others are names in UTF-8
/// without control characters. Blanks around a label (no-break and zero-width
/// spaces and byte order marks too), and quotes as label_word
/// (semilin/advanced/io/label_text.h) writes them, are not part of it. In a
/// folder of folders, the name of the first folder below `path` is the label,
/// deeper ones only order; files directly in `path` are unlabelled; names
/// beginning with a dot are skipped. Files are taken in the order of their
/// paths' bytes.
///
/// In comma-separated values a field may stand in quotes, with line ends inside
/// and quotes doubled; each record has as many fields as the header. Semicolons
/// separate where the header has them and no comma. A label in JSON may be a
/// list. A file is taken for a table if its name ends in .csv, .jsonl, .ndjson
/// or .json (or these with .gz), if its first line is a JSON object, names the
/// text's column, or has three names of columns or more; if its first two lines
/// have as many comma-separated values, without blanks behind the commas; or if
/// its first line is "label", "class" or the like, a tab and another name.
/// Another file has labels if its first line has a tab.
class DocumentReader {
 public:
  /// Throws DataError if the path cannot be read.
  explicit DocumentReader(const std::string& path,
                          TextFormat format = TextFormat::Auto,
                          const TableColumns& columns = {});
  /// The other may then only be assigned to or destroyed.
  DocumentReader(DocumentReader&&) noexcept;
  DocumentReader& operator=(DocumentReader&&) noexcept;  ///< Likewise.
  ~DocumentReader();

  /// Replaces the batch by the next documents, about `bytes` of text; false at
  /// the end. Throws DataError for a bad line, record or label.
  [[nodiscard]] bool next(DocumentBatch& batch, Index bytes = Index{1} << 24);
  /// The share of the file, or of the folder's files, read so far; 0 if that is
  /// not known.
  [[nodiscard]] double fraction_read() const;

  /// One way to read documents.
  class Source;

 private:
  std::unique_ptr<Source> source_;
};

/// True for a regular file that DocumentReader takes for a table of documents.
[[nodiscard]] bool holds_table(const std::string& path,
                               const TableColumns& columns = {});

/// Turns label names (empty: unlabelled) into data.classes and data.labels.
void set_labels(const std::vector<std::string>& names, Dataset& data);

}  // namespace semilin

#endif  // SEMILIN_TEXT_DOCUMENTS_H_
