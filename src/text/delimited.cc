#include "text/delimited.h"

#include <algorithm>
#include <utility>

#include "semilin/base/error.h"

#include "base/plain_text.h"
#include "io/input.h"
#include "text/document_source.h"

namespace semilin {
namespace {

std::size_t count(std::string_view text, char c) {
  return static_cast<std::size_t>(std::count(text.begin(), text.end(), c));
}

// Where the quote that ends a field stands in its line, which begins inside the
// field; the end of the line if it has none.
std::size_t find_closing(std::string_view line) {
  std::size_t at = std::min(line.find('"'), line.size());
  while (at + 1 < line.size() && line[at + 1] == '"')
    at = std::min(line.find('"', at + 2), line.size());
  return at;
}

}  // namespace

std::optional<std::string_view> PeekedLines::peek(std::size_t i) {
  while (seen_.size() <= i) {
    const auto line = read();
    if (!line) return std::nullopt;
    seen_.emplace_back(*line);
  }
  return seen_[i];
}

std::optional<std::string_view> PeekedLines::next() {
  std::optional<std::string_view> line;
  if (seen_.empty()) {
    line = read();
  } else {
    current_ = std::move(seen_.front());
    seen_.pop_front();
    line = current_;
  }
  line_ += line ? 1 : 0;
  last_ = line.value_or(std::string_view());
  return line;
}

std::string_view PeekedLines::held() {
  if (last_.data() != current_.data()) current_ = last_;
  return last_ = current_;
}

// Old programs end a file with the byte 0x1A.
std::optional<std::string_view> PeekedLines::read() {
  constexpr std::string_view kEnd = "\x1a";
  const auto line = lines_.next();
  if (line != kEnd) return line;
  const Index number = lines_.line();
  if (!lines_.next()) return std::nullopt;
  throw DataError(name(), number, 1, "text",
                  "the byte 0x1A, which ends a file, and more behind it");
}

std::vector<Cell> DelimitedReader::header() {
  if (const auto line = lines_.peek(0); line && separator_line(*line) != 0)
    static_cast<void>(lines_.next());
  std::vector<Cell> fields;
  if (!read(fields))
    throw DataError(lines_.name(), "expected a header, found an empty file");
  for (const Cell& field : fields)
    if (field.text.find('\r') != field.text.npos)
      refuse_carriage_returns(lines_.name(), field.line, field.column);
  width_ = fields.size();
  return fields;
}

// Qualtrics writes the questions below the header, then {"ImportId":"QID1"}.
bool DelimitedReader::describes_columns() {
  if (lines_.waits()) return false;  // no file of theirs
  line_ = lines_.held();
  const std::string_view next = lines_.peek(0).value_or("");
  return next.starts_with("\"{\"\"ImportId\"\":") ||
         next.starts_with("{\"ImportId\":");
}

bool DelimitedReader::next(std::vector<Cell>& fields) {
  if (!read(fields)) return false;
  if (std::exchange(first_, false) && describes_columns())
    if (!read(fields) || !read(fields)) return false;
  if (fields.size() > width_) {
    throw DataError(
        lines_.name(), fields[width_].line, fields[width_].column,
        "at most " + std::to_string(width_) + " fields as in the header",
        std::to_string(fields.size()) + " in the record of line " +
            std::to_string(fields[0].line));
  }
  fields.resize(width_,
                {{}, lines_.line(), static_cast<Index>(line_.size()) + 1});
  return true;
}

bool DelimitedReader::read(std::vector<Cell>& fields) {
  holds_records_ = false;
  do {
    const auto line = lines_.next();
    if (!line) return false;
    line_ = *line;
  } while (line_.empty());
  std::size_t used = 0;  // whose memory is used again
  for (std::size_t at = 0;; ++at) {
    if (used == fields.size()) fields.emplace_back();
    Cell& field = fields[used++];
    field.line = lines_.line();
    field.column = static_cast<Index>(at) + 1;
    const std::size_t quote = behind_blanks(line_, at);
    const bool sure = quote == at && (delimiter_ != '\t' || backslash_);
    if (quote < line_.size() && line_[quote] == '"' &&
        (sure || is_quoted(quote))) {
      field.text.clear();
      at = read_quoted(quote + 1, field);
      if (lines_.line() != field.line)
        holds_records_ |= looks_joined(field.text, used - 1);
    } else {
      const std::size_t end =
          std::min(line_.find(delimiter_, at), line_.size());
      field.text = line_.substr(at, end - at);
      at = end;
    }
    if (at == line_.size()) break;
  }
  fields.resize(used);
  return true;
}

std::size_t DelimitedReader::behind_blanks(std::string_view line,
                                           std::size_t at) const {
  while (at < line.size() && line[at] == ' ' && delimiter_ != ' ')
    ++at;
  return at;
}

// Whether the field that ends at a quote before may end so.
bool DelimitedReader::is_end(std::string_view line, std::size_t at) const {
  at = behind_blanks(line, at);
  return at == line.size() || line[at] == delimiter_;
}

// A look ahead, which ends where a whole record would be inside the field.
bool DelimitedReader::is_quoted(std::size_t at) {
  const std::size_t most = width_ > 1 ? width_ - 1 : std::string_view::npos;
  std::size_t delimiters = 0;
  std::string_view line = line_.substr(at + 1);
  for (std::size_t i = 0;; ++i) {
    const std::size_t quote = find_closing(line);
    delimiters += count(line.substr(0, quote), delimiter_);
    if (i > 0 && delimiters >= most) return false;
    if (quote < line.size()) return is_end(line, quote + 1);
    if (i == 0) line_ = lines_.held();
    const auto next = lines_.peek(i);
    if (!next) return false;
    line = *next;
  }
}

// Reads from behind the opening quote to behind the closing one.
std::size_t DelimitedReader::read_quoted(std::size_t at, Cell& field) {
  while (true) {
    const std::size_t found =
        backslash_ ? line_.find_first_of("\"\\", at) : line_.find('"', at);
    const std::size_t mark = std::min(found, line_.size());
    field.text.append(line_.substr(at, mark - at));
    at = mark + 1;
    if (at == line_.size() && line_[mark] == '\\') {
      field.text += '\\';
    } else if (mark == line_.size()) {
      const auto line = lines_.next();
      if (!line) {
        throw DataError(lines_.name(), field.line, field.column,
                        "a quote that is closed", "the end of the file");
      }
      if (field.text.size() > io::kMostLineBytes)
        throw DataError(lines_.name(), field.line, field.column,
                        "a quote that is closed", "1 GB of text behind it");
      field.text += '\n';
      line_ = *line;
      at = 0;
    } else if (at < line_.size() && (line_[mark] == '\\' || line_[at] == '"')) {
      field.text += line_[at];
      ++at;
    } else if (is_end(line_, at)) {
      return behind_blanks(line_, at);
    } else if (line_[at] == '\r') {
      refuse_carriage_returns(lines_.name(), lines_.line(),
                              static_cast<Index>(at) + 1);
    } else {
      const bool escaped = mark > 0 && line_[mark - 1] == '\\';
      throw DataError(
          lines_.name(), lines_.line(), static_cast<Index>(at) + 1,
          std::string("the end of the field behind its closing "
                      "quote") +
              (escaped ? " (\\\" is one with the option backslash)" : ""),
          quote(line_.substr(at)));
    }
  }
}

// Between two quotes that are text in the same column of two records there are
// as many delimiters as these have; a text may also end in a line feed, and has
// blanks behind its commas.
bool DelimitedReader::looks_joined(std::string_view text,
                                   std::size_t before) const {
  if (width_ < 2 || before >= width_ || text.ends_with('\n') ||
      text.find(std::string(1, delimiter_) + " ") != text.npos)
    return false;
  std::size_t expected = width_ - 1 - before;
  while (true) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    const bool last = end == text.size();
    if (last) expected = before;
    if (count(text.substr(0, end), delimiter_) != expected) return false;
    if (last) return true;
    expected = width_ - 1;
    text.remove_prefix(end + 1);
  }
}

void refuse_carriage_returns(const std::string& file, Index line,
                             Index column) {
  throw DataError(file, line, column, "a line feed behind each line",
                  "carriage returns");
}

}  // namespace semilin
