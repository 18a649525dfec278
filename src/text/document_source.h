// The ways to read documents, behind DocumentReader.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <utility>

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
  /// See DocumentReader.
  [[nodiscard]] virtual double fraction_read() const = 0;
  /// The name of the file or folder in messages.
  [[nodiscard]] virtual const std::string& name() const = 0;

  DocumentDoubts doubts;  ///< doubts about the documents read
};

/// Documents in the lines of a file.
class LineDocuments : public DocumentReader::Source {
 public:
  explicit LineDocuments(PeekedLines lines) : lines_(std::move(lines)) {}

  [[nodiscard]] double fraction_read() const override {
    return lines_.fraction_read();
  }
  [[nodiscard]] const std::string& name() const override {
    return lines_.name();
  }

 protected:
  PeekedLines lines_;  // NOLINT(*-non-private-member-variables-in-classes)
};

/// Reads a table of the format (Csv, Tsv or JsonLines).
[[nodiscard]] std::unique_ptr<DocumentReader::Source> open_table(
    PeekedLines lines, TextFormat format, const TableColumns& columns);

/// Reads JSON objects.
[[nodiscard]] std::unique_ptr<DocumentReader::Source> open_json(
    PeekedLines lines, const TableColumns& columns);

/// Reads documents that are lines (Labeled, Plain or FastText).
[[nodiscard]] std::unique_ptr<DocumentReader::Source> open_lines(
    PeekedLines lines, TextFormat format, const TableColumns& columns);

/// The format by the name and the first lines: any but Auto and Folders.
[[nodiscard]] TextFormat guess_format(PeekedLines& lines,
                                      const std::string& path,
                                      const TableColumns& columns);

/// The same name in any case.
[[nodiscard]] bool same_name(std::string_view a, std::string_view b);

/// The separator of the fields of a table that begins with this line.
[[nodiscard]] char delimiter_of(std::string_view line,
                                const TableColumns& columns);

/// The X of a line `sep=X`; 0: the line is another one.
[[nodiscard]] char separator_line(std::string_view line);

/// A line of a file as messages name it.
[[nodiscard]] std::string place(const std::string& file, Index line);

}  // namespace semilin
