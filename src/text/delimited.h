// The lines of a text file, with a look at those to come, and records of comma-
// or tab-separated values in them (RFC 4180).
#pragma once

#include <cstddef>
#include <deque>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "semilin/advanced/io/line_source.h"
#include "semilin/base/index.h"

namespace semilin {

/// A LineSource without the byte order mark of its first line.
class PeekedLines {
 public:
  explicit PeekedLines(const std::string& path) : lines_(path) {}

  /// The line that the (i + 1)-th call of next() will give.
  [[nodiscard]] std::optional<std::string_view> peek(std::size_t i);
  /// The line last given, which a peek would otherwise end.
  [[nodiscard]] std::string_view held();
  /// See LineSource.
  [[nodiscard]] std::optional<std::string_view> next();
  [[nodiscard]] bool waits() const { return seen_.empty() && lines_.waits(); }
  [[nodiscard]] Index line() const { return line_; }
  [[nodiscard]] const std::string& name() const { return lines_.name(); }
  [[nodiscard]] double fraction_read() const { return lines_.fraction_read(); }

 private:
  [[nodiscard]] std::optional<std::string_view> read();

  LineSource lines_;
  std::deque<std::string> seen_;
  std::string current_;
  std::string_view last_;  // what next() gave
  Index line_ = 0;
};

/// A field, and where it begins, from 1.
struct Cell {
  std::string text;
  Index line = 0;
  Index column = 0;
};

/// A field that begins with a quote ends with one; inside, delimiters and line
/// ends are text, and a doubled quote is one quote. Any other field is text up
/// to the next delimiter or line end. Empty lines between records are skipped.
/// Where tabs separate, or blanks stand before it, a quote that no quote before
/// a delimiter or line end answers, or only behind a whole record, is text,
/// too.
class DelimitedReader {
 public:
  /// Borrows the lines. With `backslash` a character behind one is text.
  DelimitedReader(PeekedLines& lines, char delimiter, bool backslash)
      : lines_(lines), delimiter_(delimiter), backslash_(backslash) {}

  /// The first record, behind a line `sep=X`, which has as many fields as all
  /// others. Throws DataError if there is none.
  [[nodiscard]] std::vector<Cell> header();
  /// The next record; false at the end. The first two are skipped if Qualtrics
  /// describes the columns there. Fields that it lacks at its end, which
  /// Excel leaves out, are empty. Throws DataError for a quote that is not
  /// closed, or has text behind it, and for more fields than the header has.
  [[nodiscard]] bool next(std::vector<Cell>& fields);
  /// True if a field of the record last read looks like records between two
  /// stray quotes.
  [[nodiscard]] bool holds_records() const { return holds_records_; }

 private:
  [[nodiscard]] bool read(std::vector<Cell>& fields);
  [[nodiscard]] bool describes_columns();
  [[nodiscard]] std::size_t behind_blanks(std::string_view line,
                                          std::size_t at) const;
  [[nodiscard]] bool is_end(std::string_view line, std::size_t at) const;
  [[nodiscard]] bool is_quoted(std::size_t at);
  std::size_t read_quoted(std::size_t at, Cell& field);
  [[nodiscard]] bool looks_joined(std::string_view text,
                                  std::size_t before) const;

  PeekedLines& lines_;
  char delimiter_;
  bool backslash_;
  std::size_t width_ = 0;
  bool holds_records_ = false, first_ = true;
  std::string_view line_;
};

/// Throws DataError for the line ends of old Macs.
[[noreturn]] void refuse_carriage_returns(const std::string& file, Index line,
                                          Index column);

}  // namespace semilin
