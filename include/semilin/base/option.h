// How describe() lists the options of a method, and the checks made from it.
//
// describe(options, visit) calls visit(name, field, values, help) for each
// option: `field` is the member itself, empty where std::optional stands for a
// default that the method or the data give, and `values` a Bound, or the list
// of values that a truth value or an enumeration may have. settings_of(options)
// makes values of them, over which the command, its help, the C interface, the
// info of a model and every check of numbers are loops.
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
#include <vector>

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

/// A field as it is printed: an enumeration by its name, an empty field as NaN.
template <class Field>
[[nodiscard]] auto printable(const Field& field) {
  if constexpr (std::is_enum_v<Field>) {
    return to_string(field);
  } else if constexpr (std::is_same_v<Field, std::optional<double>>) {
    return field.value_or(std::numeric_limits<double>::quiet_NaN());
  } else {
    return field;
  }
}

/// An option as a value, a number or the position of a text in `values`. It
/// borrows the field.
struct Setting {
  std::string name = {};  ///< name in describe()
  std::string help = {};  ///< help in describe()
  Bound bound = {};       ///< bound of a number
  double largest = 0;     ///< largest whole number; 0: it need not be whole
  /// Empty: a number; yes, no: a truth value.
  std::vector<std::string> values = {};
  std::function<double()> get = {};      ///< NaN: the method or the data decide
  std::function<void(double)> put = {};  ///< takes a value without a fault
  [[nodiscard]] bool is_truth() const;   ///< whether its values are yes and no
  /// The value as text; empty for NaN.
  [[nodiscard]] std::string text() const;
  /// The bound, or the values with `between` them.
  [[nodiscard]] std::string range(const std::string& between) const;
  /// Says what is wrong with the text, or nothing.
  [[nodiscard]] std::string fault(const std::string& text) const;
  /// Sets the option to the text, unless the result says what is wrong with it.
  [[nodiscard]] std::string set(const std::string& text) const;
};

/// The setting of one field; `values` as describe() gives them.
template <class Field, class Values>
[[nodiscard]] Setting setting_of(std::string_view name, Field& field,
                                 const Values& values, std::string_view help) {
  Setting one{.name = std::string(name), .help = std::string(help)};
  if constexpr (std::is_same_v<Values, Bound>) {
    one.bound = values;
    if constexpr (std::is_integral_v<Field>)
      one.largest = std::min(
          1e15, static_cast<double>(std::numeric_limits<Field>::max()));
    one.get = [&field] { return static_cast<double>(printable(field)); };
    one.put = [&field](double value) { field = static_cast<Field>(value); };
  } else {
    for (const Field value : values) {
      if constexpr (std::is_same_v<Field, bool>)
        one.values.emplace_back(value ? "yes" : "no");
      else
        one.values.emplace_back(to_string(value));
    }
    one.get = [&field, values] {
      return static_cast<double>(
          std::find(values.begin(), values.end(), field) - values.begin());
    };
    one.put = [&field, values](double place) {
      field = values[static_cast<std::size_t>(place)];
    };
  }
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
