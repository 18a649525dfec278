// The format of a file of documents, guessed by its name and its first lines.
#include <algorithm>
#include <array>
#include <cctype>
#include <string_view>
#include <utility>
#include <vector>

#include <nlohmann/json.hpp>

#include "base/plain_text.h"
#include "io/tokens.h"
#include "text/document_source.h"

namespace semilin {
namespace {

using Json = nlohmann::json;

bool has_columns(const std::vector<std::string>& header,
                 const std::vector<std::string>& names) {
  return std::all_of(names.begin(), names.end(), [&](const auto& name) {
    return std::any_of(header.begin(), header.end(), [&](const auto& field) {
      return same_name(trimmed(field), name);
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

// Whether these may be names of columns: prose has a blank behind its commas,
// and rows of several labels have numbers and colons.
bool is_title(const std::string& field) {
  return !field.empty() && field.front() != ' ' && field.back() != ' ' &&
         std::isdigit(static_cast<unsigned char>(field.front())) == 0 &&
         field.find(':') == field.npos;
}

bool looks_like_csv(PeekedLines& lines, const TableColumns& columns) {
  const std::string first(*lines.peek(0));
  if (separator_line(first) != 0) return true;
  const char delimiter = delimiter_of(first, columns);
  const auto header = split_fields(first, delimiter);
  if (header.size() < 2) return false;
  if (has_columns(header, columns.text)) return true;
  if (delimiter != ',' && delimiter != ';') return false;
  if (!std::all_of(header.begin(), header.end(), is_title)) return false;
  const bool names = std::all_of(header.begin(), header.end(), is_column_name);
  if (names && header.size() > 2) return true;
  const auto second = lines.peek(1);
  if (!second) return false;
  const bool runs_on = std::count(second->begin(), second->end(), '"') % 2 == 1;
  return runs_on || split_fields(*second, delimiter).size() == header.size();
}

// An object, or the beginning of a list of these.
bool looks_like_json(std::string_view line) {
  const std::size_t start = line.find_first_not_of(" \t");
  if (start == line.npos) return false;
  if (line[start] == '{') return Json::accept(line.substr(start));
  const std::size_t next = line.find_first_not_of(" \t", start + 1);
  return line[start] == '[' && (next == line.npos || line[next] == '{');
}

// A line of fastText has a label; one of svmlight text an entry behind it.
bool looks_like_fasttext(std::string_view line) {
  constexpr std::string_view kLabel = "__label__";
  if (!line.starts_with(kLabel)) return false;
  const std::size_t next = line.find(' ');
  return next == line.npos || !io::looks_like_entry(line.substr(next + 1));
}

}  // namespace

bool same_name(std::string_view a, std::string_view b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](char x, char y) {
    return std::tolower(static_cast<unsigned char>(x)) ==
           std::tolower(static_cast<unsigned char>(y));
  });
}

bool is_label_column(std::string_view name) {
  constexpr std::array<std::string_view, 10> kNames = {
      "label", "labels", "class",     "category", "target",
      "topic", "intent", "sentiment", "tag",      "choices"};
  return std::any_of(kNames.begin(), kNames.end(), [&](std::string_view known) {
    return same_name(known, name);
  });
}

std::string shell_value(const std::string& name) {
  return is_column_name(name) ? name : "'" + name + "'";
}

std::string naming_options(const std::vector<Column>& columns) {
  if (columns.empty()) return "";
  const auto last_part = [](const Column& column) {
    return column.name.substr(column.name.rfind('.') + 1);
  };
  const auto longest = std::max_element(
      columns.begin(), columns.end(), [&](const Column& a, const Column& b) {
        const auto rank = [&](const Column& column) {
          return std::pair(same_name(last_part(column), "text"),
                           column.value.size());
        };
        return rank(a) < rank(b);
      });
  auto label = std::find_if(
      columns.begin(), columns.end(),
      [&](const Column& column) { return is_label_column(last_part(column)); });
  if (label == columns.end() && columns.size() == 2)
    label = longest == columns.begin() ? columns.begin() + 1 : columns.begin();
  const bool labeled = label != columns.end() && label != longest &&
                       !same_name(label->name, "label");
  const std::string text = "; name " + std::string(labeled ? "them" : "it") +
                           " with the option text_columns " +
                           shell_value(longest->name);
  return labeled
             ? text + " and the option label_column " + shell_value(label->name)
             : text;
}

// Excel writes semicolons where the comma is the decimal point.
char delimiter_of(std::string_view line, const TableColumns& columns) {
  if (columns.separator) return *columns.separator;
  if (const char separator = separator_line(line)) return separator;
  constexpr std::string_view kDelimiters = ",;\t|";
  for (const char delimiter : kDelimiters) {
    const auto fields = split_fields(line, delimiter);
    if (fields.size() > 1 && has_columns(fields, columns.text))
      return delimiter;
  }
  for (const char delimiter : kDelimiters)
    if (line.find(delimiter) != line.npos) return delimiter;
  return ',';
}

// Excel takes it for what separates fields, and writes it at times.
char separator_line(std::string_view line) {
  const bool given = line.starts_with("sep=") && line.size() == 5;
  return given ? line[4] : '\0';
}

std::string_view to_string(TextFormat format) {
  constexpr std::array<std::string_view, kTextFormats.size()> kNames = {
      "auto", "labeled", "plain", "folders", "csv", "tsv", "jsonl", "fasttext"};
  return kNames.at(static_cast<std::size_t>(format));
}

TextFormat format_by_name(const std::string& path) {
  std::string name = path;
  std::transform(name.begin(), name.end(), name.begin(),
                 [](unsigned char c) { return std::tolower(c); });
  if (name.ends_with(".gz")) name.resize(name.size() - 3);
  const auto ends = [&](auto... ending) {
    return (name.ends_with(ending) || ...);
  };
  return ends(".csv")                         ? TextFormat::Csv
         : ends(".tsv", ".tab")               ? TextFormat::Tsv
         : ends(".jsonl", ".ndjson", ".json") ? TextFormat::JsonLines
                                              : TextFormat::Auto;
}

TextFormat guess_format(PeekedLines& lines, const std::string& path,
                        const TableColumns& columns) {
  const TextFormat by_name = format_by_name(path);
  if (by_name != TextFormat::Auto) return by_name;
  const auto first = lines.peek(0);
  if (!first) return TextFormat::Plain;
  if (looks_like_json(*first)) return TextFormat::JsonLines;
  if (looks_like_fasttext(*first)) return TextFormat::FastText;
  if (!columns.header.value_or(true) || columns.separator) {
    const char delimiter = delimiter_of(*first, columns);
    return delimiter == '\t' ? TextFormat::Tsv : TextFormat::Csv;
  }
  if (first->find('\t') != first->npos) {
    const auto by_tabs = split_fields(*first, '\t');
    const bool names =
        std::all_of(by_tabs.begin(), by_tabs.end(), is_column_name);
    const bool table = has_columns(by_tabs, columns.text) ||
                       (by_tabs.size() > 2 && names) ||
                       (names && is_label_column(by_tabs.front()));
    return table ? TextFormat::Tsv : TextFormat::Labeled;
  }
  return looks_like_csv(lines, columns) ? TextFormat::Csv : TextFormat::Plain;
}

}  // namespace semilin
