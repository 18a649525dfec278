// The ways to read documents, behind DocumentReader.
#ifndef SEMILIN_TEXT_DOCUMENT_SOURCE_H_
#define SEMILIN_TEXT_DOCUMENT_SOURCE_H_

#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "semilin/text/documents.h"

#include "text/peeked_lines.h"

namespace semilin {

class DocumentReader::Source {
 public:
  Source() = default;
  Source(const Source&) = delete;
  Source& operator=(const Source&) = delete;
  virtual ~Source() = default;
  /// Appends one document; false at the end.
  virtual bool append_next(DocumentBatch& batch) = 0;
  /// As DocumentReader's.
  [[nodiscard]] virtual double fraction_read() const = 0;
};

/// Reads a table of the format (Csv, Tsv or JsonLines).
[[nodiscard]] std::unique_ptr<DocumentReader::Source> open_table(
    PeekedLines lines, TextFormat format, const TableColumns& columns);

/// What the name and the first lines say: Labeled, Plain or a table.
[[nodiscard]] TextFormat guess_format(PeekedLines& lines,
                                      const std::string& path,
                                      const TableColumns& columns);

/// The label that `text` says, without the blanks around it; empty: unlabelled.
/// Nothing if it cannot be one, for which kLabelRule has the words.
[[nodiscard]] std::optional<std::string> read_label(std::string_view text);
inline constexpr const char* kLabelRule =
    "a label in UTF-8 without control characters";

/// What a document without an id of its own is called: its place.
[[nodiscard]] std::string place(const std::string& file, Index line);

}  // namespace semilin

#endif  // SEMILIN_TEXT_DOCUMENT_SOURCE_H_
