// How describe() lists the options of a method, and the checks made from it.
//
// describe(options, visit) calls visit(name, field, values, help) for each
// option: `field` is the member itself, empty where std::optional stands for a
// default that the method or the data give, a std::vector where it may have
// several values, and `values` a Bound, a Text, a Flag, or the list of values
// that a truth value or an enumeration may have. settings_of(options) makes
// values of them, over which the command, its help, the C interface, the info
// of a model and every check of numbers are loops.
#pragma once

#include <algorithm>
#include <array>
#include <concepts>
#include <cstddef>
#include <functional>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "semilin/base/number_text.h"

namespace semilin {

/// The numbers from `low` to `high`; an open end is excluded.
struct Bound {
  double low = -std::numeric_limits<double>::infinity();  ///< the lower end
  double high = std::numeric_limits<double>::infinity();  ///< the upper end
  bool open_low = true;   ///< low itself is excluded
  bool open_high = true;  ///< high itself is excluded

  /// False for NaN.
  [[nodiscard]] bool admits(double value) const {
    return (open_low ? value > low : value >= low) &&
           (open_high ? value < high : value <= high);
  }
};
/// Any finite number.
inline constexpr Bound kFinite{};
/// Numbers of either sign that can be squared without overflow.
inline constexpr Bound kNotHuge{
    .low = -1e9, .high = 1e9, .open_low = false, .open_high = false};
/// > 0 and finite.
inline constexpr Bound kPositive{.low = 0};
/// Numbers that arithmetic can tell from 0; infinity is allowed.
inline constexpr Bound kModerateOrInfinite{
    .low = 1e-9, .open_low = false, .open_high = false};
/// >= 0 and finite.
inline constexpr Bound kNotNegative{.low = 0, .open_low = false};
/// Weights that arithmetic can tell from 0 and from infinity.
inline constexpr Bound kModerate{
    .low = 1e-9, .high = 1e9, .open_low = false, .open_high = false};
/// > 0 and <= 1.
inline constexpr Bound kFraction{.low = 0, .high = 1, .open_high = false};
/// Numbers of threads; 0 stands for all that there are.
inline constexpr Bound kThreads{
    .low = 0, .high = 1024, .open_low = false, .open_high = false};
/// The values of an option that is a bool.
inline constexpr std::array kYesOrNo = {true, false};

/// "> 0", ">= 0", "> 0 or inf", "in (0, 1]", "finite".
[[nodiscard]] std::string to_string(const Bound& bound);

/// Throws std::invalid_argument, "lambda must be > 0, got -1", unless the bound
/// admits the value.
void require_within(std::string_view name, double value, const Bound& bound);

/// `Options` or `const Options`.
template <class T, class Options>
concept MaybeConst = std::same_as<std::remove_const_t<T>, Options>;

/// A number that may be missing, which is NaN.
[[nodiscard]] inline double printable(const std::optional<double>& number) {
  return number.value_or(std::numeric_limits<double>::quiet_NaN());
}

/// Values that are any text; usage calls one `name`.
struct Text {
  const char* name = "X";  ///< "FILE", "NAME", ...
  bool commas = false;  ///< the command has several in one, with commas between
};
/// A truth value that is false unless the command has the option.
struct Flag {};
/// The value of describe() for a Flag.
inline constexpr Flag kFlag;
/// The name of a file.
inline constexpr Text kFile = {"FILE"};

/// An option as texts, one for each of its values. It borrows the field.
struct Setting {
  std::string name = {};  ///< name in describe()
  std::string help = {};  ///< help in describe()
  Bound bound = {};       ///< bound of a number
  double largest = 0;     ///< largest whole number; 0: it need not be whole
  /// Empty: a number or any text; yes, no: a truth value.
  std::vector<std::string> values = {};
  std::string text_name = {};  ///< any text: how usage calls it
  bool letter = false;         ///< the text is one character, or "tab"
  bool flag = false;           ///< Flag
  bool commas = false;         ///< Text::commas, and lists of numbers
  bool list = false;           ///< any number of values
  /// None: the method or the data decide, or there is nothing.
  std::function<std::vector<std::string>()> get = {};
  /// Takes values without a fault.
  std::function<void(const std::vector<std::string>&)> put = {};
  [[nodiscard]] bool is_truth() const;   ///< whether its values are yes and no
  [[nodiscard]] bool is_number() const;  ///< neither named values nor any text
  /// The first value; empty: none.
  [[nodiscard]] std::string text() const;
  /// The bound, the values with `between` them, or how usage calls a text.
  [[nodiscard]] std::string range(const std::string& between) const;
  /// Says what is wrong with a value, or nothing.
  [[nodiscard]] std::string fault(const std::string& text) const;
  /// Sets the option to the values, unless the result says what is wrong.
  [[nodiscard]] std::string set(const std::vector<std::string>& texts) const;
  /// The same with one value.
  [[nodiscard]] std::string set(const std::string& text) const;
};

/// What a field holds: itself,
template <class Field>
struct ValueOf {
  using Type = Field;  ///< the type of a value
};
/// or at most one,
template <class Value>
struct ValueOf<std::optional<Value>> {
  using Type = Value;  ///< the type of a value
};
/// or any number.
template <class Value>
struct ValueOf<std::vector<Value>> {
  using Type = Value;  ///< the type of a value
};

/// A value as a text.
template <class Value>
[[nodiscard]] std::string spelled(const Value& value) {
  if constexpr (std::is_same_v<Value, bool>)
    return value ? "yes" : "no";
  else if constexpr (std::is_same_v<Value, char>)
    return value == '\t' ? "tab" : std::string(1, value);
  else if constexpr (std::is_enum_v<Value>)
    return std::string(to_string(value));
  else if constexpr (std::is_arithmetic_v<Value>)
    return exact_number(static_cast<double>(value));
  else
    return value;
}
/// The value that spelled() writes so; `values` as describe() gives them.
template <class Value, class Values>
[[nodiscard]] Value value_of(const std::string& text, const Values& values) {
  if constexpr (std::is_same_v<Values, Bound>)
    return static_cast<Value>(parse_number(text).value_or(0));
  else if constexpr (std::is_same_v<Values, Flag>)
    return text == "yes";
  else if constexpr (std::is_same_v<Value, char>)
    return text == "tab" ? '\t' : text.at(0);
  else if constexpr (std::is_same_v<Values, Text>)
    return text;
  else
    return *std::find_if(values.begin(), values.end(),
                         [&](Value one) { return spelled(one) == text; });
}

/// The values of a field; NaN and an empty text are none.
template <class Field>
[[nodiscard]] std::vector<std::string> texts_of(const Field& field) {
  using Value = typename ValueOf<Field>::Type;
  std::vector<std::string> texts;
  if constexpr (std::is_same_v<Field, std::optional<Value>>) {
    if (field) texts.push_back(spelled(*field));
  } else if constexpr (std::is_same_v<Field, std::vector<Value>>) {
    for (const Value& one : field)
      texts.push_back(spelled(one));
  } else if (std::string text = spelled(field);
             !text.empty() && text != "nan") {
    texts.push_back(std::move(text));
  }
  return texts;
}

/// The setting of one field; `values` as describe() gives them.
template <class Field, class Values>
[[nodiscard]] Setting setting_of(std::string_view name, Field& field,
                                 const Values& values, std::string_view help) {
  using Value = typename ValueOf<Field>::Type;
  Setting one{.name = std::string(name), .help = std::string(help)};
  one.list = std::is_same_v<Field, std::vector<Value>>;
  if constexpr (std::is_same_v<Values, Bound>) {
    one.bound = values;
    one.commas = one.list;
    if constexpr (std::is_integral_v<Value>)
      one.largest = std::min(
          1e15, static_cast<double>(std::numeric_limits<Value>::max()));
  } else if constexpr (std::is_same_v<Values, Text>) {
    one.text_name = values.name;
    one.commas = values.commas;
    one.letter = std::is_same_v<Value, char>;
  } else if constexpr (std::is_same_v<Values, Flag>) {
    one.values = {"yes", "no"};
    one.flag = true;
  } else {
    for (const Value value : values)
      one.values.push_back(spelled(value));
  }
  one.get = [&field] { return texts_of(field); };
  one.put = [&field, values](const std::vector<std::string>& texts) {
    if (texts.empty()) field = {};
    if constexpr (std::is_same_v<Field, std::vector<Value>>) {
      field.clear();
      for (const std::string& text : texts)
        field.push_back(value_of<Value>(text, values));
    } else if (!texts.empty()) {
      field = value_of<Value>(texts.front(), values);
    }
  };
  return one;
}

/// The settings of all options that describe() names.
template <class Options>
[[nodiscard]] std::vector<Setting> settings_of(Options& options) {
  std::vector<Setting> all;
  describe(options, [&](auto name, auto& field, const auto& values, auto help) {
    all.push_back(setting_of(name, field, values, help));
  });
  return all;
}

/// Calls require_within for each number that describe() names, except empty
/// fields.
template <class Options>
void require_within_bounds(const Options& options) {
  describe(options, [](std::string_view name, const auto& field,
                       const auto& values, std::string_view) {
    using Field = std::remove_cvref_t<decltype(field)>;
    if constexpr (std::is_same_v<Field, std::optional<double>>) {
      if (field) require_within(name, *field, values);
    } else if constexpr (std::is_arithmetic_v<Field> &&
                         !std::is_same_v<Field, bool>) {
      require_within(name, static_cast<double>(field), values);
    }
  });
}

}  // namespace semilin
