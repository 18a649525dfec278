// The ways to read documents, behind DocumentReader.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "semilin/text/documents.h"

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

/// What bytes must be that are no text, as messages say it.
inline constexpr const char* kUtf8Rule =
    "UTF-8 (iconv -f WINDOWS-1252 -t UTF-8 makes it)";
/// Throws DataError for a cell; for one that is not UTF-8 it expects kUtf8Rule.
[[noreturn]] void refuse_cell(const std::string& file, const Cell& cell,
                              const std::string& expected,
                              const std::string& found);

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
  /// Whether next() would wait for the other end of a pipe.
  [[nodiscard]] virtual bool waits() const { return false; }
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

  [[nodiscard]] bool waits() const override { return lines_.waits(); }
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
  /// The set of the labels whose cells say 1, yes or true, and not 0, no or
  /// false; unlabeled if all are empty.
  [[nodiscard]] DocumentLabel marked(const LabelReader& labels,
                                     const std::vector<std::string>& names,
                                     const std::vector<Cell>& cells) const;
  /// The record begins on the line; without an id its number is one.
  void set_id(const Cell& field, Index line, Index number,
              Document& document) const;
  /// Call it after the label is set.
  void set_drawn(const Cell& field, Document& document) const;

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

/// The name of a column, and what the first document has there.
struct Column {
  std::string name, value;
};
/// The name as the value of an option, in quotes if it needs them.
[[nodiscard]] std::string shell_value(const std::string& name);
/// "; name them with the option ...", for the column of the longest value,
/// which is the text, and one that seems to have the label; "" if there are
/// none.
[[nodiscard]] std::string naming_options(const std::vector<Column>& columns);

/// The same name in any case.
[[nodiscard]] bool same_name(std::string_view a, std::string_view b);

/// The separator of the fields of a table that begins with this line.
[[nodiscard]] char delimiter_of(std::string_view line,
                                const TableColumns& columns);

/// The X of a line `sep=X`; 0: the line is another one.
[[nodiscard]] char separator_line(std::string_view line);

/// Whether columns of labels are often called so.
[[nodiscard]] bool is_label_column(std::string_view name);

/// A line of a file as messages name it.
[[nodiscard]] std::string place(const std::string& file, Index line);

}  // namespace semilin
