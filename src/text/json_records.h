// JSON objects as records, and the objects of a file.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "io/json_text.h"
#include "text/delimited.h"

namespace semilin {

/// A member's value. A scalar is its text, and null has none; for lists and
/// objects that are not of scalars, `fault` names what they are.
struct JsonValue {
  bool list = false;
  std::vector<std::string> texts;  ///< one text of a scalar, none of null
  const char* fault = nullptr;
};

/// A JSON object as a record, numbers as they are spelled.
struct JsonRecord {
  std::vector<std::pair<std::string, JsonValue>> members;

  /// The last member of that name; null: there is none.
  [[nodiscard]] const JsonValue* find(std::string_view name) const;
};

/// Reads an object. With `paths` there is also a member "a.b" for the members b
/// of the object a, or of all objects in the list a, then it is a list; and so
/// on.
[[nodiscard]] std::optional<io::JsonFault> read_json_record(
    std::string_view text, JsonRecord& record, bool paths = false);

/// The objects of a file, in their order: one on each line, or the members of a
/// list.
class JsonObjects {
 public:
  /// Borrows the lines.
  explicit JsonObjects(PeekedLines& lines);

  /// Nothing at the end. Throws DataError for an object above 1 GB.
  [[nodiscard]] std::optional<std::string_view> next();
  /// Whether the objects are those of a list.
  [[nodiscard]] bool is_list() const { return list_; }
  /// The line on which the object begins.
  [[nodiscard]] Index line() const { return line_; }
  /// The number of the object: its line, or its place in the list.
  [[nodiscard]] Index number() const { return list_ ? count_ : line_; }

 private:
  [[nodiscard]] std::optional<std::string_view> next_line();
  [[nodiscard]] std::optional<std::string_view> next_of_list();
  void take_object();

  PeekedLines& lines_;
  bool list_ = false;
  Index line_ = 0;
  Index count_ = 0;
  std::string_view rest_;  // what is left of the line
  std::string object_;
};

}  // namespace semilin
