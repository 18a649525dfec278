// Documents in the records of a table: comma- or tab-separated values with a
// header.
#include <algorithm>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "semilin/advanced/io/label_text.h"
#include "semilin/base/error.h"

#include "base/plain_text.h"
#include "text/document_source.h"

namespace semilin {
namespace {

// The column of that name, in any case if none is spelled so; -1: none. Throws
// DataError if there are two.
Index find_column(const std::vector<Cell>& header, const std::string& given,
                  const std::string& file) {
  const std::string name = normal_name(given);
  const auto find = [&](auto same) -> Index {
    const auto is_it = [&](const Cell& cell) { return same(cell.text, name); };
    const auto found = std::find_if(header.begin(), header.end(), is_it);
    if (found == header.end()) return -1;
    const auto repeated = std::find_if(found + 1, header.end(), is_it);
    if (repeated != header.end()) {
      throw DataError(file, repeated->line, repeated->column,
                      "one column " + quote(name), "another");
    }
    return found - header.begin();
  };
  const Index exact = find(std::equal_to<>());
  return exact >= 0 ? exact : find(same_name);
}

class DelimitedTable : public LineDocuments {
 public:
  DelimitedTable(PeekedLines lines, char delimiter, const TableColumns& columns)
      : LineDocuments(std::move(lines)),
        records_(lines_, delimiter, columns.backslash),
        labels_(columns) {
    named_.insert(columns.text.begin(), columns.text.end());
    for (const auto* name : {&columns.label, &columns.id})
      if (*name) named_.insert(**name);
    read_header(columns.header.value_or(true));
    for (const std::string& name : columns.text)
      text_.push_back(required_column(name));
    for (const std::string& name : columns.cells)
      cells_.push_back(chosen({}, name));
    label_ = chosen(columns.label, columns.usual_label);
    id_ = chosen(columns.id, columns.usual_id);
    if (chosen({}, "chosen") >= 0) {
      drawn_ = chosen({}, "drawn_with");
      if (drawn_ < 0) drawn_ = chosen({}, "probability");  // older tables
    }
    for (Index i = 0; i < std::ssize(header_); ++i)
      if (header_[i].text == "answer" && !named_.contains("answer") &&
          i != label_)
        answer_ = i;
    if (label_ < 0) list_others();
  }

  bool next(Document& document) override {
    if (first_) {
      first_ = false;
    } else if (!records_.next(fields_)) {
      return false;
    }
    if (records_.holds_records() && ++doubts.joined == 1)
      doubts.first_joined = place(lines_.name(), fields_[0].line);
    const Cell& label = field(label_);
    if (label_ >= 0 && is_rejection(trimmed(field(answer_).text)))
      ++doubts.rejected;
    else
      document.label = required(labels_.field(label.text, false), label);
    set_drawn(field(drawn_), document);
    const Index line = fields_[0].line;
    set_id(field(id_), line, line, document);
    for (const Index cell : cells_)
      document.cells.push_back(field(cell).text);
    if (text_.size() == 1) {
      document.text = std::move(fields_[text_[0]].text);
      return true;
    }
    for (std::size_t i = 0; i < text_.size(); ++i)
      document.text.append(i == 0 ? "" : "\n").append(field(text_[i]).text);
    return true;
  }

 private:
  // Names have nothing at their ends that cannot be seen.
  void read_header(bool is_header) {
    fields_ = records_.header();
    first_ = !is_header;
    header_ = fields_;
    for (std::size_t i = 0; i < header_.size(); ++i)
      header_[i].text =
          is_header ? normal_name(header_[i].text) : std::to_string(i + 1);
  }

  // The field of the column; -1: an empty one.
  [[nodiscard]] const Cell& field(Index column) const {
    static const Cell none;
    return column < 0 ? none : fields_[column];
  }

  [[nodiscard]] Index required_column(const std::string& name) const {
    const Index found = find_column(header_, name, lines_.name());
    if (found >= 0) return found;
    std::string names;
    for (const Cell& field : header_)
      names += (names.empty() ? "" : ", ") + quote(field.text);
    throw DataError(lines_.name(), lines_.line(), 1, expected_columns(),
                    "the columns " + names);
  }
  // "the columns id, label and text"
  [[nodiscard]] std::string expected_columns() const {
    if (named_.size() == 1) return "a column " + quote(*named_.begin());
    std::string text = "the columns ";
    std::size_t left = named_.size();
    for (const std::string& name : named_) {
      text += name;
      if (--left > 0) text += left == 1 ? " and " : ", ";
    }
    return text;
  }
  [[nodiscard]] Index chosen(const std::optional<std::string>& name,
                             const std::string& standard) const {
    return name ? required_column(*name)
                : find_column(header_, standard, lines_.name());
  }
  void list_others() {
    for (Index i = 0; i < std::ssize(header_); ++i)
      if (i != id_ && std::find(text_.begin(), text_.end(), i) == text_.end())
        doubts.other_columns.push_back(header_[i].text);
  }

  DelimitedReader records_;
  LabelReader labels_;
  std::set<std::string> named_;  // columns that must be there
  std::vector<Cell> header_, fields_;
  bool first_ = false;  // the first record is a document, and was read
  std::vector<Index> text_, cells_;
  Index label_ = -1, id_ = -1, drawn_ = -1, answer_ = -1;
};

}  // namespace

std::unique_ptr<DocumentReader::Source> open_table(
    PeekedLines lines, TextFormat format, const TableColumns& columns) {
  require(!columns.text.empty() || !columns.cells.empty(),
          "a table needs a column of texts");
  if (format == TextFormat::JsonLines)
    return open_json(std::move(lines), columns);
  const char standard = format == TextFormat::Tsv
                            ? '\t'
                            : delimiter_of(lines.peek(0).value_or(""), columns);
  return std::make_unique<DelimitedTable>(
      std::move(lines), columns.separator.value_or(standard), columns);
}

}  // namespace semilin
