#include "semilin/base/option.h"

#include <cmath>

#include "semilin/base/error.h"
#include "semilin/base/number_text.h"

namespace semilin {
std::string to_string(const Bound& bound) {
  if (std::isinf(bound.low)) return "finite";
  if (std::isinf(bound.high)) {
    return (bound.open_low ? "> " : ">= ") + exact_number(bound.low) +
           (bound.open_high ? "" : " or inf");
  }
  return (bound.open_low ? "in (" : "in [") + exact_number(bound.low) + ", " +
         exact_number(bound.high) + (bound.open_high ? ")" : "]");
}

void require_within(std::string_view name, double value, const Bound& bound) {
  require(bound.admits(value), std::string(name) + " must be " +
                                   to_string(bound) + ", got " +
                                   exact_number(value));
}

bool Setting::is_truth() const {
  return !values.empty() && values.front() == "yes";
}

bool Setting::is_number() const {
  return values.empty() && text_name.empty();
}

std::string Setting::text() const {
  const std::vector<std::string> texts = get();
  return texts.empty() ? "" : texts.front();
}

std::string Setting::range(const std::string& between) const {
  if (!text_name.empty()) return text_name;
  if (values.empty()) return to_string(bound);
  std::string text;
  for (const std::string& value : values)
    text += (text.empty() ? "" : between) + value;
  return text;
}

std::string Setting::fault(const std::string& text) const {
  const std::string found = ", found '" + text + "'";
  if (letter && text.size() != 1 && text != "tab")
    return "expected a character or tab" + found;
  if (!text_name.empty()) return "";
  if (!values.empty()) {
    const bool known = std::count(values.begin(), values.end(), text) > 0;
    return known ? "" : "expected one of " + range(", ") + found;
  }
  const std::optional<double> value = parse_number(text);
  if (!value) return "expected a number" + found;
  if (!bound.admits(*value))
    return "must be " + to_string(bound) + ", found " + text;
  const bool whole = *value == std::floor(*value) && *value <= largest;
  return largest == 0 || whole ? "" : "expected a whole number" + found;
}

std::string Setting::set(const std::vector<std::string>& texts) const {
  for (const std::string& text : texts)
    if (std::string wrong = fault(text); !wrong.empty()) return wrong;
  put(texts);
  return "";
}

std::string Setting::set(const std::string& text) const {
  return set(std::vector{text});
}

}  // namespace semilin
