#include "base/json.h"

#include <cmath>

#include "semilin/base/error.h"
#include "semilin/base/number_text.h"

namespace semilin {
namespace {

using Json = nlohmann::ordered_json;

Json value_json(const Setting& setting, const std::string& text) {
  if (setting.is_truth()) return text == "yes";
  if (!setting.is_number()) return text;
  const double value = *parse_number(text);
  if (setting.largest == 0) return value;
  return static_cast<std::int64_t>(value);
}

// What one value must be.
std::string kind_of(const Setting& setting) {
  if (setting.is_truth()) return "true or false";
  if (setting.letter) return "a character or tab";
  if (!setting.text_name.empty()) return "a text";
  if (!setting.values.empty()) return "one of " + setting.range(", ");
  return setting.largest == 0 ? "a number" : "a whole number";
}

// A value as a text; nothing if it is of another kind.
std::optional<std::string> text_in(const Setting& setting, const Json& value) {
  const bool number = value.is_number();
  if (setting.is_truth()) {
    if (number) return value.get<double>() != 0 ? "yes" : "no";
    if (value.is_boolean()) return value.get<bool>() ? "yes" : "no";
    return std::nullopt;
  }
  if (!setting.is_number()) {
    if (number && setting.commas && !setting.list) return value.dump();
    if (!value.is_string()) return std::nullopt;
    auto text = value.get<std::string>();
    return setting.fault(text).empty() ? std::optional(text) : std::nullopt;
  }
  if (setting.largest != 0)
    return is_whole_number<std::int64_t>(value) ? std::optional(value.dump())
                                                : std::nullopt;
  if (number) return exact_number(value.get<double>());
  // JSON has no infinity: it is the text "inf"
  for (const char* text : {"inf", "-inf", "nan"})
    if (value == text) return text;
  return std::nullopt;
}

}  // namespace

Json json_of(const Setting& setting) {
  Json all = Json::array();
  for (const std::string& text : setting.get())
    all.push_back(value_json(setting, text));
  if (setting.list) return all;
  return all.empty() ? Json() : all.front();
}

void set_from(const Setting& setting, const Json& given) {
  const std::string name = json_name(setting.name);
  std::vector<std::string> texts;
  const auto take = [&](const Json& value) {
    const std::optional<std::string> text = text_in(setting, value);
    require(text.has_value(),
            name + " must be " +
                (given.is_array() ? "a list of values, each " : "") +
                kind_of(setting) + ", got " + text_of(value));
    if (setting.is_number())
      require_within(name, parse_number(*text).value_or(0), setting.bound);
    const std::string fault = setting.fault(*text);
    require(fault.empty(), name + ": " + fault);
    texts.push_back(*text);
  };
  if (given.is_null()) return;
  if (given.is_array() && (setting.list || setting.commas))
    std::for_each(given.begin(), given.end(), take);
  else
    take(given);
  if (setting.list || texts.empty()) return setting.put(texts);
  std::string all;
  for (const std::string& text : texts)
    all += (all.empty() ? "" : ",") + text;
  setting.put({all});
}

}  // namespace semilin
