// Numbers as text, whatever the locale.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace semilin {

/// The text of printf's "%.*g"; "nan", "inf".
[[nodiscard]] std::string number(double value, int digits = 6);

/// The shortest text that reads back exactly.
[[nodiscard]] std::string exact_number(double value);

/// The text of printf's "%.*f"; "-" for NaN, a number that is not defined.
[[nodiscard]] std::string fixed_number(double value, int decimals);

/// A whole number as "5,405".
[[nodiscard]] std::string grouped(long long count);

/// "1 label", "5,405 labels", "2 classes".
[[nodiscard]] std::string counted(long long count, const std::string& noun);

/// A fraction as "12.3 %".
[[nodiscard]] std::string percent(double share);

/// The number that the whole of `text` spells; also "nan" and "inf".
[[nodiscard]] std::optional<double> parse_number(std::string_view text);

}  // namespace semilin
