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

// The columns of that name, in any case if none is spelled so.
std::vector<Index> find_columns(const std::vector<Cell>& header,
                                const std::string& given) {
  const std::string name = normal_name(given);
  std::vector<Index> exact, others;
  for (Index i = 0; i < std::ssize(header); ++i) {
    if (header[i].text == name) exact.push_back(i);
    if (same_name(header[i].text, name)) others.push_back(i);
  }
  return exact.empty() ? others : exact;
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
    usual_ = named_.size() == 1 && named_.contains("text");
    for (const std::string& name : columns.text) {
      const std::vector<Index> found = required_columns(name);
      if (usual_) static_cast<void>(single(name, found));
      text_.insert(text_.end(), found.begin(), found.end());
    }
    for (const std::string& name : columns.cells)
      cells_.push_back(chosen({}, name));
    find_label(columns);
    id_ = chosen(columns.id, columns.usual_id);
    if (chosen({}, "chosen") >= 0) {
      drawn_ = chosen({}, "drawn_with");
      if (drawn_ < 0) drawn_ = chosen({}, "probability");  // older tables
    }
    for (Index i = 0; i < std::ssize(header_); ++i)
      if (header_[i].text == "answer" && !named_.contains("answer") &&
          !is_label(i))
        answer_ = i;
    if (label_.empty()) list_others();
  }

  bool next(Document& document) override {
    if (first_) {
      first_ = false;
    } else if (!records_.next(fields_)) {
      return false;
    }
    if (records_.holds_records() && ++doubts.joined == 1)
      doubts.first_joined = place(lines_.name(), fields_[0].line);
    if (!label_.empty() && is_rejection(trimmed(field(answer_).text)))
      ++doubts.rejected;
    else
      document.label = label();
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

  // Of one column its label, of several of one name the set of their labels, of
  // one for each label those that it marks.
  [[nodiscard]] DocumentLabel label() const {
    if (label_.size() < 2)
      return label_.empty()
                 ? DocumentLabel()
                 : required(labels_.field(field(label_[0]).text, false),
                            field(label_[0]));
    std::vector<Cell> cells;
    for (const Index column : label_)
      cells.push_back(field(column));
    if (!marks_.empty()) return marked(labels_, marks_, cells);
    std::vector<std::string> names;
    for (const Cell& cell : cells)
      names.push_back(required(labels_.name(cell.text), cell).name);
    std::erase(names, "");
    return names.empty() ? DocumentLabel() : *labels_.list(names);
  }

  // A name with commas that no column has is a list of columns.
  void find_label(const TableColumns& columns) {
    const std::string name = columns.label.value_or(columns.usual_label);
    label_ = find_columns(header_, name);
    const std::vector<std::string> names = split_list(name);
    if (!columns.label)
      static_cast<void>(single(name, label_,
                               " (with the option label_column they make a "
                               "set)"));
    if (!label_.empty()) return;
    for (const std::string& one : names) {
      const Index column =
          columns.label ? required_column(one) : chosen({}, one);
      if (column < 0) break;
      label_.push_back(column);
    }
    if (label_.size() < names.size()) label_.clear();
    for (const Index column : label_)
      if (label_.size() > 1) marks_.push_back(header_[column].text);
  }
  [[nodiscard]] bool is_label(Index column) const {
    return std::find(label_.begin(), label_.end(), column) != label_.end();
  }

  [[nodiscard]] std::vector<Index> required_columns(const std::string& name) {
    std::vector<Index> found = find_columns(header_, name);
    if (!found.empty()) return found;
    std::string names;
    for (const Cell& field : header_)
      names += (names.empty() ? "" : ", ") + quote(field.text);
    const Index line = lines_.line();
    throw DataError(lines_.name(), line, 1, expected_columns(),
                    "the columns " + names + (usual_ ? how_to_name() : ""));
  }
  // By the first document.
  [[nodiscard]] std::string how_to_name() {
    std::vector<Column> columns;
    const bool any = !first_ && records_.next(fields_);
    for (std::size_t i = 0; i < header_.size() && any; ++i)
      columns.push_back({header_[i].text, fields_[i].text});
    return naming_options(columns);
  }
  [[nodiscard]] Index required_column(const std::string& name) {
    return single(name, required_columns(name));
  }
  // Several columns of one name are only those of a text or label that an
  // option names.
  [[nodiscard]] Index single(const std::string& name,
                             const std::vector<Index>& columns,
                             const char* how = "") const {
    if (columns.size() > 1)
      throw DataError(lines_.name(), header_[columns[1]].line,
                      header_[columns[1]].column,
                      "a single column " + quote(name),
                      std::string("a second one of that name") + how);
    return columns.empty() ? -1 : columns[0];
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
                             const std::string& standard) {
    return name ? required_column(*name)
                : single(standard, find_columns(header_, standard));
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
  bool usual_ = false;  // no option names a column
  std::vector<Index> text_, cells_, label_;
  std::vector<std::string> marks_;  // labels that have a column each
  Index id_ = -1, drawn_ = -1, answer_ = -1;
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
