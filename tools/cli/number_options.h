// Options that are numbers with bounds, and those that describe() names.
#ifndef SEMILIN_TOOLS_CLI_NUMBER_OPTIONS_H_
#define SEMILIN_TOOLS_CLI_NUMBER_OPTIONS_H_

#include <cmath>
#include <string>
#include <type_traits>
#include <vector>

#include <CLI/CLI.hpp>

#include "cli/console.h"

namespace semilin::cli {

/// Empty if `text` keeps the bound that describe() names: "> 0", ">= 0",
/// "finite" or none.
[[nodiscard]] std::string bound_fault(const std::string& text,
                                      const std::string& bound);

/// --name with a bound. A field that is NaN ("by the method") has no default to
/// show.
template <class T>
CLI::Option* add_number(CLI::App& command, const std::string& name, T& field,
                        const std::string& bound, const std::string& help) {
  CLI::Option* option = command.add_option("--" + name, field, help);
  option->type_name(std::is_floating_point_v<T> ? "X" : "N");
  const auto value = static_cast<double>(field);
  if (!std::isnan(value)) option->default_str(number(value));
  return option->check(
      [bound](const std::string& text) { return bound_fault(text, bound); });
}

/// An option whose values are the names of an enumeration.
template <class Enum>
CLI::Option* add_choice(CLI::App& command, const std::string& name, Enum& field,
                        const std::vector<Enum>& values,
                        const std::string& help) {
  std::vector<std::string> names;
  names.reserve(values.size());
  for (const Enum value : values)
    names.emplace_back(to_string(value));
  return command
      .add_option_function<std::string>(
          "--" + name,
          [&field, values](const std::string& text) {
            for (const Enum value : values)
              if (to_string(value) == text) field = value;
          },
          help)
      ->type_name("NAME")
      ->default_str(std::string(to_string(field)))
      ->check(CLI::IsMember(names).description(""));
}

/// yes|no where there is a bound, else --name or --no-name, whichever changes
/// the default.
CLI::Option* add_flag(CLI::App& command, const std::string& name, bool& field,
                      const std::string& bound, const std::string& help);

/// One option for each field that describe() names, but for those that the
/// subcommand has already.
template <class Options>
void add_described_options(CLI::App& command, Options& options,
                           const std::string& group) {
  describe(options, [&](const std::string& name, auto& field,
                        const std::string& bound, const std::string& help) {
    if (command.get_option_no_throw("--" + name) != nullptr) return;
    if constexpr (std::is_same_v<std::decay_t<decltype(field)>, bool>) {
      add_flag(command, name, field, bound, help)->group(group);
    } else {
      add_number(command, name, field, bound, help)->group(group);
    }
  });
}

}  // namespace semilin::cli

#endif  // SEMILIN_TOOLS_CLI_NUMBER_OPTIONS_H_
