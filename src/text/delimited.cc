#include "text/delimited.h"

#include <algorithm>

#include "semilin/base/error.h"

#include "io/quote.h"

namespace semilin {

bool DelimitedReader::next(std::vector<Cell>& fields) {
  fields.clear();
  do {
    const auto line = lines_.next();
    if (!line) return false;
    line_ = *line;
  } while (line_.empty());
  for (std::size_t at = 0;; ++at) {
    Cell& field = fields.emplace_back(
        Cell{{}, lines_.line(), static_cast<Index>(at) + 1});
    if (at < line_.size() && line_[at] == '"') {
      at = read_quoted(at + 1, field);
    } else {
      const std::size_t end =
          std::min(line_.find(delimiter_, at), line_.size());
      field.text = line_.substr(at, end - at);
      at = end;
    }
    if (at == line_.size()) return true;
  }
}

// From behind the opening quote to behind the closing one.
std::size_t DelimitedReader::read_quoted(std::size_t at, Cell& field) {
  while (true) {
    const std::size_t quote = std::min(line_.find('"', at), line_.size());
    field.text.append(line_.substr(at, quote - at));
    at = quote + 1;
    if (quote == line_.size()) {
      const auto line = lines_.next();
      if (!line) {
        throw DataError(lines_.name(), field.line, field.column,
                        "a quote that is closed", "the end of the file");
      }
      field.text += '\n';
      line_ = *line;
      at = 0;
    } else if (at < line_.size() && line_[at] == '"') {
      field.text += '"';
      ++at;
    } else if (at == line_.size() || line_[at] == delimiter_) {
      return at;
    } else {
      throw DataError(lines_.name(), lines_.line(), static_cast<Index>(at) + 1,
                      "the end of the field behind its closing quote",
                      io::quote(line_.substr(at)));
    }
  }
}

Cell DelimitedReader::end() const {
  return {{}, lines_.line(), static_cast<Index>(line_.size()) + 1};
}

std::vector<std::string> split_fields(std::string_view line, char delimiter) {
  std::vector<std::string> fields(1);
  bool quoted = false;
  for (const char c : line) {
    if (c == '"') {
      quoted = !quoted;
    } else if (c == delimiter && !quoted) {
      fields.emplace_back();
    } else {
      fields.back() += c;
    }
  }
  return fields;
}

}  // namespace semilin
