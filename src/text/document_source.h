// The ways to read documents, behind DocumentReader.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "semilin/text/documents.h"

#include "io/json_text.h"
#include "text/delimited.h"

namespace semilin {

struct DocumentLabel {
  std::string name;  ///< empty: unlabeled
  bool set = false;  ///< the name is that of a set (join_labels)
};

/// Reads labels by the rules that a TableColumns has for them. Nothing is
/// given for a label that is not in UTF-8 without control characters.
class LabelReader {
 public:
  explicit LabelReader(const TableColumns& rules);

  /// A name, which is always one class.
  [[nodiscard]] std::optional<DocumentLabel> name(std::string_view text) const;
  /// A name, or with a separator a set of names. Quotes around a name are
  /// removed if there is a separator or `quotes` is true.
  [[nodiscard]] std::optional<DocumentLabel> field(std::string_view text,
                                                   bool quotes) const;
  /// The set of these names.
  [[nodiscard]] std::optional<DocumentLabel> list(
      const std::vector<std::string>& names) const;

 private:
  [[nodiscard]] DocumentLabel known(DocumentLabel label) const;

  std::string separator_;
  std::optional<std::string> unlabeled_;
};
/// What a label must be, as messages say it.
inline constexpr const char* kLabelRule =
    "a label in UTF-8 without control characters";

/// Whether an annotator did not accept a label, as Prodigy writes it in a
/// column `answer`.
[[nodiscard]] inline bool is_rejection(std::string_view answer) {
  return answer == "reject" || answer == "ignore";
}

/// What a DocumentBatch has of one document.
struct Document {
  DocumentLabel label;
  std::string text, id;
  std::vector<std::string> cells;
  bool placed = true;
  Index line = 0;
  double drawn = 0;
};

class DocumentReader::Source {
 public:
  Source() = default;
  Source(const Source&) = delete;
  Source& operator=(const Source&) = delete;
  virtual ~Source() = default;
  /// Reads the next document into one that is empty; false at the end.
  virtual bool next(Document& document) = 0;
  /// See DocumentReader.
  [[nodiscard]] virtual double fraction_read() const = 0;
  /// The name of the file or folder in messages.
  [[nodiscard]] virtual const std::string& name() const = 0;

  DocumentDoubts doubts;  ///< doubts about the documents read
};

/// Documents in the lines of a file, whose fields are checked.
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
  [[noreturn]] void refuse(const Cell& field,
                           const std::string& expected) const;
  /// The label that was read of the field, which stands `where`.
  [[nodiscard]] DocumentLabel required(std::optional<DocumentLabel> label,
                                       const Cell& field,
                                       const char* where = "") const;
  /// The record begins on the line; without an id its number is one.
  void set_id(const Cell& field, Index line, Index number,
              Document& document) const;
  /// Call it after the label is set.
  void set_drawn(const Cell& field, Document& document) const;

  PeekedLines lines_;  // NOLINT(*-non-private-member-variables-in-classes)
};

/// A member's value. A scalar is its text, and null has none; for lists and
/// objects that are not of scalars, `fault` names what they are.
struct JsonValue {
  bool list = false;
  std::vector<std::string> texts;  ///< one text of a scalar, none of null
  const char* fault = nullptr;
};

/// A JSON object as a record, numbers as they are spelled.
struct JsonRecord {
  std::vector<std::pair<std::string, JsonValue>> members;

  /// The last member of that name; null: there is none.
  [[nodiscard]] const JsonValue* find(std::string_view name) const;
};

/// Reads an object.
[[nodiscard]] std::optional<io::JsonFault> read_json_record(
    std::string_view text, JsonRecord& record);

/// Reads a table of the format (Csv, Tsv or JsonLines).
[[nodiscard]] std::unique_ptr<DocumentReader::Source> open_table(
    PeekedLines lines, TextFormat format, const TableColumns& columns);

/// Reads JSON objects.
[[nodiscard]] std::unique_ptr<DocumentReader::Source> open_json(
    PeekedLines lines, const TableColumns& columns);

/// Reads documents that are lines (Labeled, Plain or FastText).
[[nodiscard]] std::unique_ptr<DocumentReader::Source> open_lines(
    PeekedLines lines, TextFormat format, const TableColumns& columns);

/// The format of a table by the end of its name: .csv, .tsv, .tab, .jsonl,
/// .ndjson or .json in any case, with .gz or without. Auto: it tells none.
[[nodiscard]] TextFormat format_by_name(const std::string& path);

/// True for a file of rows: a store, a matrix, or text whose first line ends
/// like one of svmlight.
[[nodiscard]] bool holds_rows(const std::string& path);

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
