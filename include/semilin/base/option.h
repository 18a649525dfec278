// How describe() lists the options of a method, and the checks made from it.
//
// describe(options, visit) calls visit(name, field, values, help) for each
// option: `field` is the member itself, empty where std::optional stands for a
// default that the method or the data give, and `values` a Bound, or the list
// of values that a truth value or an enumeration may have. The command, its
// help, its manual and every check of numbers are made from this.
#ifndef SEMILIN_BASE_OPTION_H_
#define SEMILIN_BASE_OPTION_H_

#include <array>
#include <concepts>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>

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

#endif  // SEMILIN_BASE_OPTION_H_
