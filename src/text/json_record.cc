#include "text/json_record.h"

#include <algorithm>
#include <cstdint>

#include <nlohmann/json.hpp>

#include "base/plain_text.h"

namespace semilin {
namespace {

using Json = nlohmann::json;

// Called by the parser; what returns false ends it.
class Handler {
 public:
  Handler(std::string_view text, JsonRecord& record)
      : text_(text), record_(record) {}

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
    if (depth_ == 1) record_.members.emplace_back(std::move(name), JsonValue());
    return true;
  }
  bool start_object(std::size_t /*size*/) { return start(false, "object"); }
  bool start_array(std::size_t /*size*/) { return start(true, "array"); }
  bool end_object() { return --depth_ >= 0; }
  bool end_array() { return --depth_ >= 0; }

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
    JsonValue& value = record_.members.back().second;
    if (depth_ == 1 || (depth_ == 2 && value.list)) value.texts.push_back(text);
    return true;
  }

  bool start(bool list, const char* what) {
    if (depth_ == 0 && list) return refuse(1, quote(text_));
    if (++depth_ > io::kMostNested + 1) return refuse(1, "deeper nesting");
    if (depth_ == 1) return true;
    JsonValue& value = record_.members.back().second;
    if (depth_ == 2 && list)
      value.list = true;
    else if (depth_ == 2 || depth_ == 3)
      value.fault = what;
    return true;
  }

  std::string_view text_;
  JsonRecord& record_;
  std::optional<io::JsonFault> fault_;
  int depth_ = 0;
};

}  // namespace

const JsonValue* JsonRecord::find(std::string_view name) const {
  const auto found =
      std::find_if(members.rbegin(), members.rend(),
                   [&](const auto& member) { return member.first == name; });
  return found == members.rend() ? nullptr : &found->second;
}

std::optional<io::JsonFault> read_json_record(std::string_view text,
                                              JsonRecord& record) {
  record.members.clear();
  Handler handler(text, record);
  if (Json::sax_parse(text, &handler)) return std::nullopt;
  return handler.fault().value_or(io::JsonFault{1, quote(text)});
}

}  // namespace semilin
