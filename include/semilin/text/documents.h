// Documents and their labels from files, folders or standard input.
#pragma once

#include <array>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "semilin/base/index.h"
#include "semilin/base/option.h"
#include "semilin/matrix/dataset.h"

namespace semilin {

/// The layout of documents in a file. Files may be gzip (recognized by
/// content); "-" is standard input.
enum class TextFormat {
  Auto,       ///< recognized by the file's name and first lines, or a folder
  Labeled,    ///< one document per line: label<TAB>text
  Plain,      ///< one document per line: text alone
  Folders,    ///< one document per file, in folders named as the classes
  Csv,        ///< comma-separated values with a header (RFC 4180)
  Tsv,        ///< the same with tabs, where a stray quote is text
  JsonLines,  ///< one JSON object per line, or a JSON list of objects
  FastText,   ///< one document per line: __label__a __label__b text
};
/// All of them.
inline constexpr std::array kTextFormats = {
    TextFormat::Auto,      TextFormat::Labeled, TextFormat::Plain,
    TextFormat::Folders,   TextFormat::Csv,     TextFormat::Tsv,
    TextFormat::JsonLines, TextFormat::FastText};
/// "auto", "labeled", "plain", "folders", "csv", "tsv", "jsonl", "fasttext".
[[nodiscard]] std::string_view to_string(TextFormat format);

/// The columns of a table (members of JSON objects) that make a document, and
/// what a label means. A name that no column has is looked for again without
/// regard to case.
struct TableColumns {
  std::vector<std::string> text = {"text"};  ///< joined by line feeds
  /// Columns whose cells a batch keeps; those of one that is not there are
  /// empty.
  std::vector<std::string> cells = {};
  std::optional<std::string> label;   ///< none: usual_label
  std::optional<std::string> id;      ///< none: usual_id
  std::string usual_label = "label";  ///< taken if it is there
  std::string usual_id = "id";        ///< taken if it is there
  /// The text between the labels of a set; empty: a label is one class,
  /// whatever it contains (lists of JSON are sets in any case).
  std::string label_separator;
  /// A label that means unlabeled, beside `?` and an empty one.
  std::optional<std::string> unlabeled_label;
  /// The character between fields of Csv; none: a tab in Tsv, otherwise the X
  /// of a line `sep=X` before the header, or whichever of , ; tab and | the
  /// header has.
  std::optional<char> separator;
  /// False: the first record is a document, and columns are called by their
  /// numbers, from 1. None: true.
  std::optional<bool> header;
  /// Within quotes, a character after a backslash is text.
  bool backslash = false;
};

/// Names the options that a user has; see base/option.h.
template <MaybeConst<TableColumns> Columns, class Visit>
void describe(Columns& columns, Visit&& visit) {
  visit("separator", columns.separator, Text{"X"},
        "field separator, X or tab (default: by the header)");
  visit("header", columns.header, kYesOrNo,
        "column names in a header; no: numbers (default yes)");
  visit("backslash", columns.backslash, kFlag,
        "read \\x within quotes as the character x");
  visit("text-columns", columns.text, Text{"NAMES", true},
        "columns of the text, which are joined");
  visit("label-column", columns.label, Text{"NAME"},
        "column of the label (default label)");
  visit("label-separator", columns.label_separator, Text{"X"},
        "separator X of the labels of a set (default: none)");
  visit("id-column", columns.id, Text{"NAME"},
        "column of the ids (default id, else the line)");
}

/// Documents, in the order of the file.
struct DocumentBatch {
  std::vector<std::string> labels;  ///< one per document; empty if unknown
  std::vector<bool> sets;           ///< the label is a set (join_labels)
  std::vector<std::string> texts;   ///< UTF-8, as in the file
  std::vector<std::vector<std::string>> cells;  ///< of TableColumns::cells
  /// The name of a document: its id in a table, its path within a folder,
  /// otherwise its line.
  std::vector<std::string> ids;
  std::vector<bool>
      placed;  ///< the id is a place in the file, not the document's own
  std::vector<Index>
      lines;  ///< line of its file where it begins; 0: from a folder
  /// The probability with which a document was drawn to be labeled, if its
  /// table has the columns `chosen` and `probability`, as semilin suggest
  /// writes them; otherwise, and where there is no label, 0 (not known).
  std::vector<double> drawn;
};

/// Possible faults of documents that can be read.
struct DocumentDoubts {
  Index not_utf8 = 0;        ///< documents with bytes that are not UTF-8
  std::string first_utf8;    ///< `file:line` (or file) of the first
  Index joined = 0;          ///< records with a field like several records
  Index rejected = 0;        ///< labels that an annotator did not accept
  std::string first_joined;  ///< `file:line` of the first
  /// The unused columns of a table that has no column of labels.
  std::vector<std::string> other_columns;
};

/// Reads documents batch by batch.
///
/// The label `?` and an empty one mean unlabeled; others are names in UTF-8
/// without control characters. Blanks around a label (no-break and zero-width
/// spaces and byte order marks too) are not part of it; neither are, before a
/// tab, the quotes that label_word (semilin/advanced/io/label_text.h) writes.
/// In a folder of folders, the name of the first folder below `path` is the
/// label, deeper ones have no meaning; files directly in `path` are unlabeled;
/// names beginning with a dot are skipped. Files are taken in the order of
/// their paths' bytes.
///
/// In comma-separated values a field may stand in quotes, with line ends inside
/// and quotes doubled; fields that a record lacks at its end are empty. A label
/// in JSON that is a list is the set of its members; a member that is missing
/// is empty, but not in all objects. In a table, "answer": "reject" or
/// "ignore", as Prodigy writes it, means unlabeled. A file is taken for a table
/// if its name ends in .csv, .tsv, .tab, .jsonl, .ndjson or .json (or these
/// with .gz), if its first line is a JSON object, begins a list of these, names
/// the text's column, or has three names of columns or more; if its first two
/// lines have as many comma-separated values, without blanks behind the commas;
/// or if its first line is "label", "class" or the like, a tab and another
/// name. A line with __label__ is fastText's. Another file has labels if its
/// first line has a tab.
class DocumentReader {
 public:
  /// Throws DataError if the path cannot be read.
  explicit DocumentReader(const std::string& path,
                          TextFormat format = TextFormat::Auto,
                          const TableColumns& columns = {});
  /// The moved-from object may only be assigned to or destroyed.
  DocumentReader(DocumentReader&&) noexcept;
  DocumentReader& operator=(DocumentReader&&) noexcept;  ///< Likewise.
  ~DocumentReader();

  /// Replaces the batch by the next documents, about `bytes` of text; false at
  /// the end. Small batches stay in the caches, large ones feed many threads.
  /// Without `wait` the batch ends where a pipe has no more yet, so that its
  /// documents can be used while the others come. Throws DataError for a bad
  /// line, record or label.
  [[nodiscard]] bool next(DocumentBatch& batch, Index bytes = Index{1} << 20,
                          bool wait = true);
  /// The share of the file, or of the folder's files, read so far; 0 if that is
  /// not known.
  [[nodiscard]] double fraction_read() const;
  /// What may be wrong with the documents read so far.
  [[nodiscard]] DocumentDoubts doubts() const;

  /// A way to read documents.
  class Source;

 private:
  std::unique_ptr<Source> source_;
};

/// True for a regular file that DocumentReader takes for a table of documents,
/// lines `label<TAB>text` included. Lines of text alone are no table.
[[nodiscard]] bool holds_table(const std::string& path,
                               const TableColumns& columns = {});

/// Turns the labels of a DocumentBatch into data.classes, data.labels and
/// data.multi_label: the classes are sets if a set has two labels, or if they
/// were sets before; otherwise the set of one label is that label, and an empty
/// one means unlabeled.
void set_labels(const std::vector<std::string>& names, Dataset& data,
                const std::vector<bool>& sets = {});

}  // namespace semilin
