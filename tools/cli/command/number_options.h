// Options of the command for the fields that describe() names.
#ifndef SEMILIN_TOOLS_CLI_COMMAND_NUMBER_OPTIONS_H_
#define SEMILIN_TOOLS_CLI_COMMAND_NUMBER_OPTIONS_H_

#include <cmath>
#include <string>
#include <type_traits>
#include <vector>

#include <CLI/CLI.hpp>

#include "semilin/base/option.h"
#include "semilin/learn/methods.h"

#include "cli/command/console.h"

namespace semilin::cli {

/// Refuses a text that is not a number, or is out of bounds.
[[nodiscard]] CLI::Validator within(const Bound& bound);

/// The default of a field as it is printed; empty if it depends on the method
/// or the data.
template <class Field>
std::string default_text(const Field& field) {
  if constexpr (std::is_enum_v<Field>) {
    return std::string(to_string(field));
  } else if constexpr (std::is_same_v<Field, bool>) {
    return field ? "yes" : "no";
  } else {
    const auto value = static_cast<double>(printable(field));
    return std::isnan(value) ? "" : number(value);
  }
}

/// --name with a bound. An empty field has no default to show.
template <class T>
CLI::Option* add_number(CLI::App& command, const std::string& name, T& field,
                        const Bound& bound, const std::string& help) {
  const std::string names = (name == "neighbors" ? "-k,--" : "--") + name;
  return command.add_option(names, field, help)
      ->type_name(std::is_integral_v<T> ? "N" : "X")
      ->default_str(default_text(field))
      ->check(within(bound));
}

/// Refuses a list separated by commas with a value that is empty or that
/// `check` refuses.
[[nodiscard]] CLI::Validator each_of_list(const CLI::Validator& check);

/// --name A,B,...: values separated by commas.
template <class T>
CLI::Option* add_list(CLI::App& command, const std::string& name,
                      std::vector<T>& field, const std::string& help,
                      const CLI::Validator& check = {}) {
  return command
      .add_option_function<std::vector<std::string>>(
          name,
          [&field](const std::vector<std::string>& lists) {
            field.clear();
            for (const std::string& list : lists) {
              for (const std::string& text : CLI::detail::split(list, ','))
                CLI::detail::lexical_cast(text, field.emplace_back());
            }
          },
          help)
      ->check(each_of_list(check));
}

/// The names of the methods.
[[nodiscard]] inline std::vector<std::string> names_of_methods() {
  std::vector<std::string> names;
  for (const Method& method : methods())
    names.emplace_back(method.name);
  return names;
}

/// The names of the values of an enumeration.
template <class Values>
std::vector<std::string> names_of_values(const Values& values) {
  std::vector<std::string> names;
  names.reserve(values.size());
  for (const auto value : values)
    names.emplace_back(to_string(value));
  return names;
}

/// An option whose values are the names of an enumeration.
template <class Enum, class Values>
CLI::Option* add_choice(CLI::App& command, const std::string& name, Enum& field,
                        const Values& values, const std::string& help) {
  return command
      .add_option_function<std::string>(
          "--" + name,
          [&field, values](const std::string& text) {
            for (const Enum value : values)
              if (to_string(value) == text) field = value;
          },
          help)
      ->type_name("NAME")
      ->default_str(default_text(field))
      ->check(CLI::IsMember(names_of_values(values)));
}

/// --name, or --name yes|no where yes is the default.
CLI::Option* add_yes_or_no(CLI::App& command, const std::string& name,
                           bool& field, const std::string& help);

/// One option for each field that describe() names.
template <class Options>
void add_described_options(CLI::App& command, Options& options,
                           const std::string& group) {
  describe(options, [&](const std::string& name, auto& field,
                        const auto& values, const std::string& help) {
    using Field = std::decay_t<decltype(field)>;
    CLI::Option* option = nullptr;
    if constexpr (std::is_enum_v<Field>) {
      option = add_choice(command, name, field, values, help);
    } else if constexpr (std::is_same_v<Field, bool>) {
      option = add_yes_or_no(command, name, field, help);
    } else {
      option = add_number(command, name, field, values, help);
    }
    option->group(group);
  });
}

}  // namespace semilin::cli

#endif  // SEMILIN_TOOLS_CLI_COMMAND_NUMBER_OPTIONS_H_
