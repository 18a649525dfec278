// Documents in the records of a table: comma- or tab-separated values with a
// header, or a JSON object per line.
#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <string_view>
#include <utility>
#include <vector>

#include <nlohmann/json.hpp>

#include "semilin/advanced/io/label_text.h"
#include "semilin/base/error.h"

#include "io/quote.h"
#include "text/delimited.h"
#include "text/document_source.h"

namespace semilin {
namespace {

using Json = nlohmann::json;

constexpr int kMostNested = 64;

bool same_name(std::string_view a, std::string_view b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](char x, char y) {
    return std::tolower(static_cast<unsigned char>(x)) ==
           std::tolower(static_cast<unsigned char>(y));
  });
}

// The column of that name, in any case if none is spelled so; -1: none. Throws
// DataError if there are two.
Index find_column(const std::vector<Cell>& header, const std::string& name,
                  const std::string& file) {
  const auto find = [&](auto same) -> Index {
    const auto is_it = [&](const Cell& cell) { return same(cell.text, name); };
    const auto found = std::find_if(header.begin(), header.end(), is_it);
    if (found == header.end()) return -1;
    const auto again = std::find_if(found + 1, header.end(), is_it);
    if (again != header.end()) {
      throw DataError(file, again->line, again->column,
                      "one column " + io::quote(name), "another");
    }
    return found - header.begin();
  };
  const Index exact = find(std::equal_to<>());
  return exact >= 0 ? exact : find(same_name);
}

// One document of a record: what its fields say, checked.
class Record {
 public:
  Record(const std::string& file, DocumentBatch& batch)
      : file_(file), batch_(batch) {
    batch_.texts.emplace_back();
  }

  void add_text(std::string_view text) {
    if (parts_++ > 0) batch_.texts.back() += '\n';
    batch_.texts.back() += text;
  }
  void set_label(const Cell& field) {
    const auto label = read_label(field.text);
    if (!label) refuse(field, kLabelRule);
    batch_.labels.push_back(*label);
  }
  void set_id(const Cell& field) {
    if (!field.text.empty() && field.text != "?" && !can_name_class(field.text))
      refuse(field, "an id without control characters");
    batch_.ids.push_back(field.text);
  }
  // Behind the label.
  void set_drawn(const Cell& field) {
    double probability = 0;
    const char* end = field.text.data() + field.text.size();
    const auto [stop, fault] =
        std::from_chars(field.text.data(), end, probability);
    const bool number = fault == std::errc() && stop == end;
    const bool labeled = !batch_.labels.back().empty();
    if (labeled && !field.text.empty() &&
        !(number && probability >= 0 && probability <= 1))
      refuse(field, "a probability in [0, 1]");
    batch_.drawn.push_back(labeled ? probability : 0);
  }

 private:
  [[noreturn]] void refuse(const Cell& field, const char* expected) const {
    throw DataError(file_, field.line, field.column, expected,
                    io::quote(field.text));
  }

  const std::string& file_;
  DocumentBatch& batch_;
  int parts_ = 0;
};

class DelimitedTable : public DocumentReader::Source {
 public:
  DelimitedTable(PeekedLines lines, char delimiter, const TableColumns& columns)
      : lines_(std::move(lines)), records_(lines_, delimiter) {
    if (!records_.next(fields_)) {
      throw DataError(lines_.name(), "expected a header, found an empty file");
    }
    for (const Cell& field : fields_) {
      if (field.text.find('\r') == field.text.npos) continue;
      throw DataError(lines_.name(), field.line, field.column,
                      "a line feed behind each record", "carriage returns");
    }
    width_ = fields_.size();
    for (const std::string& name : columns.text)
      text_.push_back(required(name));
    label_ = chosen(columns.label, "label");
    id_ = chosen(columns.id, "id");
    if (chosen({}, "chosen") >= 0) drawn_ = chosen({}, "probability");
  }

  bool append_next(DocumentBatch& batch) override {
    if (!records_.next(fields_)) return false;
    require_width();
    Record record(lines_.name(), batch);
    for (const Index column : text_)
      record.add_text(fields_[column].text);
    record.set_label(label_ < 0 ? Cell() : fields_[label_]);
    record.set_drawn(drawn_ < 0 ? Cell() : fields_[drawn_]);
    if (id_ < 0) {
      batch.ids.push_back(place(lines_.name(), fields_[0].line));
    } else {
      record.set_id(fields_[id_]);
    }
    return true;
  }
  [[nodiscard]] double fraction_read() const override {
    return lines_.fraction_read();
  }

 private:
  [[nodiscard]] Index required(const std::string& name) const {
    const Index found = find_column(fields_, name, lines_.name());
    if (found >= 0) return found;
    std::string names;
    for (const Cell& field : fields_)
      names += (names.empty() ? "" : ", ") + io::quote(field.text);
    throw DataError(lines_.name(), lines_.line(), 1,
                    "a column " + io::quote(name), "the columns " + names);
  }
  [[nodiscard]] Index chosen(const std::optional<std::string>& name,
                             const char* standard) const {
    return name ? required(*name)
                : find_column(fields_, standard, lines_.name());
  }

  void require_width() const {
    if (fields_.size() == width_) return;
    const Cell& where =
        fields_.size() > width_ ? fields_[width_] : records_.end();
    throw DataError(lines_.name(), where.line, where.column,
                    std::to_string(width_) + " fields as in the header",
                    std::to_string(fields_.size()) + " in the record of line " +
                        std::to_string(fields_[0].line));
  }

  PeekedLines lines_;
  DelimitedReader records_;
  std::vector<Cell> fields_;
  std::size_t width_ = 0;
  std::vector<Index> text_;
  Index label_ = -1, id_ = -1, drawn_ = -1;
};

class JsonTable : public DocumentReader::Source {
 public:
  JsonTable(PeekedLines lines, TableColumns columns)
      : lines_(std::move(lines)), columns_(std::move(columns)) {}

  bool append_next(DocumentBatch& batch) override {
    std::string_view line;
    do {
      const auto next = lines_.next();
      if (!next) return false;
      line = *next;
    } while (line.find_first_not_of(" \t") == line.npos);
    const Json object = parse(line);
    Record record(lines_.name(), batch);
    for (const std::string& name : columns_.text)
      record.add_text(text_of(object, name, true));
    record.set_label(field(object, columns_.label, "label"));
    record.set_drawn(
        object.contains("chosen") ? field(object, {}, "probability") : Cell());
    const Cell id = field(object, columns_.id, "id");
    if (id.text.empty()) {
      batch.ids.push_back(place(lines_.name(), lines_.line()));
    } else {
      record.set_id(id);
    }
    return true;
  }
  [[nodiscard]] double fraction_read() const override {
    return lines_.fraction_read();
  }

 private:
  [[nodiscard]] Json parse(std::string_view line) const {
    const auto shallow = [&](int depth, Json::parse_event_t, Json&) {
      if (depth > kMostNested) refuse(1, "deeper nesting");
      return true;
    };
    try {
      Json object = Json::parse(line, shallow);
      if (object.is_object()) return object;
    } catch (const Json::parse_error& error) {
      const auto at = std::clamp<std::size_t>(error.byte, 1, line.size());
      refuse(static_cast<Index>(at), io::quote(line.substr(at - 1)));
    } catch (const Json::out_of_range&) {
      refuse(1, "a number beyond those of double precision");
    }
    refuse(1, io::quote(line));
  }

  [[noreturn]] void refuse(Index column, const std::string& found) const {
    throw DataError(lines_.name(), lines_.line(), column,
                    "a JSON object per line, of at most 64 levels", found);
  }

  [[nodiscard]] Cell field(const Json& object,
                           const std::optional<std::string>& name,
                           const char* standard) const {
    return {text_of(object, name.value_or(standard), name.has_value()),
            lines_.line(), 1};
  }

  // Text as it is, other scalars as JSON has them, a list's with commas.
  [[nodiscard]] std::string text_of(const Json& object, const std::string& name,
                                    bool required) const {
    const auto found = object.find(name);
    if (found == object.end() && required) {
      throw DataError(lines_.name(), lines_.line(), 1,
                      "a member " + io::quote(name), "none");
    }
    if (found == object.end() || found->is_null()) return {};
    if (!found->is_array()) return scalar(*found, name);
    std::string list;
    for (const Json& item : *found)
      list += (list.empty() ? "" : ",") + scalar(item, name);
    return list.empty() ? "," : list;
  }
  [[nodiscard]] std::string scalar(const Json& value,
                                   const std::string& name) const {
    if (value.is_string()) return value.get<std::string>();
    if (value.is_structured()) {
      throw DataError(lines_.name(), lines_.line(), 1,
                      "text or a number in " + io::quote(name),
                      value.type_name());
    }
    return value.dump();
  }

  PeekedLines lines_;
  TableColumns columns_;
};

// --- which format a file has ------------------------------------------------

std::string ending_of(const std::string& path) {
  std::string name = path.substr(path.find_last_of('/') + 1);
  std::transform(name.begin(), name.end(), name.begin(),
                 [](unsigned char c) { return std::tolower(c); });
  if (name.ends_with(".gz")) name.resize(name.size() - 3);
  const std::size_t dot = name.rfind('.');
  return dot == name.npos ? "" : name.substr(dot);
}

bool has_columns(const std::vector<std::string>& header,
                 const std::vector<std::string>& names) {
  return std::all_of(names.begin(), names.end(), [&](const auto& name) {
    return std::any_of(header.begin(), header.end(), [&](const auto& field) {
      return same_name(field, name);
    });
  });
}

// A word such as programs give to columns.
bool is_column_name(const std::string& text) {
  return !text.empty() && text.size() <= 40 &&
         std::isdigit(static_cast<unsigned char>(text[0])) == 0 &&
         std::all_of(text.begin(), text.end(), [](unsigned char c) {
           return std::isalnum(c) != 0 || c == '_' || c == '-' || c == '.';
         });
}

// What people call columns: prose has a blank behind its commas, and rows of
// several labels have numbers and colons.
bool is_title(const std::string& field) {
  return !field.empty() && field.front() != ' ' && field.back() != ' ' &&
         std::isdigit(static_cast<unsigned char>(field.front())) == 0 &&
         field.find(':') == field.npos;
}

bool is_label_column(const std::string& name) {
  constexpr std::array<std::string_view, 6> kNames = {
      "label", "labels", "class", "category", "target", "topic"};
  return std::any_of(kNames.begin(), kNames.end(), [&](std::string_view known) {
    return same_name(known, name);
  });
}

// Excel writes semicolons where the comma is the decimal point.
char delimiter_of(std::string_view header) {
  const bool comma = header.find(',') != header.npos;
  return !comma && header.find(';') != header.npos ? ';' : ',';
}

bool looks_like_csv(PeekedLines& lines, const TableColumns& columns) {
  const std::string first(*lines.peek(0));
  const char delimiter = delimiter_of(first);
  const auto header = split_fields(first, delimiter);
  if (header.size() < 2) return false;
  if (has_columns(header, columns.text)) return true;
  if (!std::all_of(header.begin(), header.end(), is_title)) return false;
  const bool names = std::all_of(header.begin(), header.end(), is_column_name);
  if (names && header.size() > 2) return true;
  const auto second = lines.peek(1);
  if (!second) return false;
  const bool runs_on = std::count(second->begin(), second->end(), '"') % 2 == 1;
  return runs_on || split_fields(*second, delimiter).size() == header.size();
}

bool looks_like_json(std::string_view line) {
  const std::size_t start = line.find_first_not_of(" \t");
  return start != line.npos && line[start] == '{' &&
         Json::accept(line.substr(start));
}

}  // namespace

std::unique_ptr<DocumentReader::Source> open_table(
    PeekedLines lines, TextFormat format, const TableColumns& columns) {
  require(!columns.text.empty(), "a table needs a column of texts");
  if (format == TextFormat::JsonLines) {
    return std::make_unique<JsonTable>(std::move(lines), columns);
  }
  const char delimiter = format == TextFormat::Tsv
                             ? '\t'
                             : delimiter_of(lines.peek(0).value_or(""));
  return std::make_unique<DelimitedTable>(std::move(lines), delimiter, columns);
}

TextFormat guess_format(PeekedLines& lines, const std::string& path,
                        const TableColumns& columns) {
  const std::string ending = ending_of(path);
  if (ending == ".csv") return TextFormat::Csv;
  if (ending == ".jsonl" || ending == ".ndjson" || ending == ".json") {
    return TextFormat::JsonLines;
  }
  const auto first = lines.peek(0);
  if (!first) return TextFormat::Plain;
  if (looks_like_json(*first)) return TextFormat::JsonLines;
  if (first->find('\t') != first->npos) {
    const auto by_tabs = split_fields(*first, '\t');
    const bool names =
        std::all_of(by_tabs.begin(), by_tabs.end(), is_column_name);
    const bool table = has_columns(by_tabs, columns.text) ||
                       (by_tabs.size() > 2 && (names || ending == ".tsv")) ||
                       (names && is_label_column(by_tabs.front()));
    return table ? TextFormat::Tsv : TextFormat::Labeled;
  }
  return looks_like_csv(lines, columns) ? TextFormat::Csv : TextFormat::Plain;
}

}  // namespace semilin
