#include "text/json_records.h"

#include <algorithm>
#include <cstdint>

#include <nlohmann/json.hpp>

#include "semilin/base/error.h"

#include "base/plain_text.h"
#include "io/input.h"

namespace semilin {
namespace {

using Json = nlohmann::json;

// Called by the parser; what returns false ends it.
class Handler {
 public:
  Handler(std::string_view text, JsonRecord& record, bool paths)
      : text_(text), record_(record), paths_(paths) {}

  [[nodiscard]] const std::optional<io::JsonFault>& fault() const {
    return fault_;
  }

  bool null() { return depth_ > 0 || refuse(1, quote(text_)); }
  bool boolean(bool value) { return scalar(value ? "true" : "false"); }
  bool number_integer(std::int64_t value) {
    return scalar(std::to_string(value));
  }
  bool number_unsigned(std::uint64_t value) {
    return scalar(std::to_string(value));
  }
  bool number_float(double /*value*/, const std::string& spelled) {
    return scalar(spelled);
  }
  bool string(const std::string& value) { return scalar(value); }
  bool binary(const Json::binary_t& /*value*/) { return false; }

  bool key(std::string& name) {
    if (paths_) names_.back() = name;
    if (depth_ > 1) return true;
    own_ = record_.members.size();
    record_.members.emplace_back(std::move(name), JsonValue());
    return true;
  }
  bool start_object(std::size_t /*size*/) { return start(false, "object"); }
  bool start_array(std::size_t /*size*/) { return start(true, "array"); }
  bool end_object() {
    if (paths_) names_.pop_back();
    return --depth_ >= 0;
  }
  bool end_array() {
    --lists_;
    return --depth_ >= 0;
  }

  bool parse_error(std::size_t at, const std::string& /*token*/,
                   const Json::exception& error) {
    if (!fault_) fault_ = io::fault_of(text_, at, error);
    return false;
  }

 private:
  bool refuse(Index at, std::string found) {
    if (!fault_) fault_ = io::JsonFault{at, std::move(found)};
    return false;
  }

  // A member of the record, or of a list that is one.
  bool scalar(const std::string& text) {
    if (depth_ == 0) return refuse(1, quote(text_));
    if (names_.size() > 1) {
      JsonValue& inner = member(path());
      inner.list |= lists_ > 0;
      inner.texts.push_back(text);
      return true;
    }
    JsonValue& value = record_.members[own_].second;
    if (depth_ == 1 || (depth_ == 2 && value.list)) value.texts.push_back(text);
    return true;
  }

  // "a.b" within the object a.
  [[nodiscard]] std::string path() const {
    std::string all = names_[0];
    for (std::size_t i = 1; i < names_.size(); ++i)
      all.append(".").append(names_[i]);
    return all;
  }
  JsonValue& member(const std::string& name) {
    for (std::size_t i = own_; i < record_.members.size(); ++i)
      if (record_.members[i].first == name) return record_.members[i].second;
    return record_.members.emplace_back(name, JsonValue()).second;
  }

  bool start(bool list, const char* what) {
    if (depth_ == 0 && list) return refuse(1, quote(text_));
    if (++depth_ > io::kMostNested + 1) return refuse(1, "deeper nesting");
    lists_ += list ? 1 : 0;
    if (paths_ && !list) names_.emplace_back();
    if (depth_ == 1) return true;
    JsonValue& value = record_.members[own_].second;
    if (depth_ == 2 && list)
      value.list = true;
    else if (depth_ == 2 || depth_ == 3)
      value.fault = what;
    return true;
  }

  std::string_view text_;
  JsonRecord& record_;
  bool paths_;
  std::optional<io::JsonFault> fault_;
  int depth_ = 0, lists_ = 0;       // open ones: of both kinds, lists
  std::size_t own_ = 0;             // the record's member that was begun
  std::vector<std::string> names_;  // with paths: of a member of each object
};

constexpr const char* kBlanks = " \t";
constexpr const char* kBetween = " \t[,]";  // the objects of a list

}  // namespace

const JsonValue* JsonRecord::find(std::string_view name) const {
  const auto found =
      std::find_if(members.rbegin(), members.rend(),
                   [&](const auto& member) { return member.first == name; });
  return found == members.rend() ? nullptr : &found->second;
}

std::optional<io::JsonFault> read_json_record(std::string_view text,
                                              JsonRecord& record, bool paths) {
  record.members.clear();
  Handler handler(text, record, paths);
  if (Json::sax_parse(text, &handler)) return std::nullopt;
  return handler.fault().value_or(io::JsonFault{1, quote(text)});
}

JsonObjects::JsonObjects(PeekedLines& lines) : lines_(lines) {
  const auto first = lines_.peek(0).value_or(std::string_view());
  const std::size_t start = first.find_first_not_of(kBlanks);
  list_ = start != first.npos && first[start] == '[';
}

std::optional<std::string_view> JsonObjects::next() {
  return list_ ? next_of_list() : next_line();
}

std::optional<std::string_view> JsonObjects::next_line() {
  while (const auto line = lines_.next()) {
    line_ = lines_.line();
    if (line->find_first_not_of(kBlanks) != line->npos) return line;
  }
  return std::nullopt;
}

// Brackets and commas between objects are skipped; what else stands there is
// an object that cannot be read.
std::optional<std::string_view> JsonObjects::next_of_list() {
  object_.clear();
  while (true) {
    const std::size_t start = rest_.find_first_not_of(kBetween);
    if (start != rest_.npos) {
      rest_.remove_prefix(start);
      break;
    }
    rest_ = {};  // which the next line ends
    const auto line = lines_.next();
    if (!line) return std::nullopt;
    rest_ = *line;
  }
  line_ = lines_.line();
  ++count_;
  take_object();
  return object_;
}

// Reads from the opening brace to the closing one, over several lines.
void JsonObjects::take_object() {
  int depth = 0;
  bool text = false, escaped = false;
  while (true) {
    for (std::size_t i = 0; i < rest_.size(); ++i) {
      const char c = rest_[i];
      if (text) {
        text = escaped || c != '"';
        escaped = c == '\\' && !escaped;
        continue;
      }
      text = c == '"';
      depth += c == '{' ? 1 : c == '}' ? -1 : 0;
      if (depth > 0 || text) continue;
      object_.append(rest_.substr(0, i + 1));
      rest_.remove_prefix(i + 1);
      return;
    }
    if (object_.size() > io::kMostLineBytes)
      throw DataError(lines_.name(), line_, 1, "an object of at most 1 GB",
                      "a larger one");
    object_.append(rest_).append("\n");
    rest_ = {};
    const auto line = lines_.next();
    if (!line) return;
    rest_ = *line;
  }
}

}  // namespace semilin
