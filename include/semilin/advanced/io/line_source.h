// The lines of a text file, one after the other: plain, gzip (recognized by
// content) or standard input.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "semilin/base/index.h"

namespace semilin {

///   LineSource lines("docs.tsv.gz");
///   while (const auto line = lines.next()) use(*line);
class LineSource {
 public:
  /// "-" is standard input. Throws DataError if the file cannot be read.
  explicit LineSource(const std::string& path);
  /// The moved-from object may only be assigned to or destroyed.
  LineSource(LineSource&&) noexcept;
  LineSource& operator=(LineSource&&) noexcept;  ///< Likewise.
  ~LineSource();

  /// The next line without its end ("\n", "\r\n", "\r\r\n", which programs for
  /// Windows write by mistake, or the end of the file), valid until the next
  /// call; nothing at the end. Throws DataError if the file cannot be read or
  /// its gzip data is damaged.
  [[nodiscard]] std::optional<std::string_view> next();
  /// Whether next() would wait for the other end of a pipe.
  [[nodiscard]] bool waits() const;
  /// The number of the line last returned, from 1.
  [[nodiscard]] Index line() const;
  /// The name of the file in errors: the path, or "standard input".
  [[nodiscard]] const std::string& name() const;
  /// The share of the file's bytes read so far; 0 if it has no size.
  [[nodiscard]] double fraction_read() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

/// The whole content of a file, inflated if it is gzip.
[[nodiscard]] std::string read_text(const std::string& path);

}  // namespace semilin
