// Options of the command for settings, numbers and lists of numbers.
#pragma once

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>

#include "semilin/base/option.h"
#include "semilin/learn/methods.h"

#include "cli/command/command.h"

namespace semilin::cli {

/// Refuses a text that is not a number, or is out of bounds.
[[nodiscard]] CLI::Validator within(const Bound& bound);

/// One option with a value, named as in a line of usage: "-n,--count N" or,
/// with the default that --help prints, "-n,--count N=25".
template <class T>
CLI::Option* add_value(CLI::App& command, const std::string& usage, T& field,
                       const std::string& help) {
  const std::size_t space = usage.find(' ');
  const std::size_t equals = std::min(usage.find('='), usage.size());
  CLI::Option* option =
      command.add_option(usage.substr(0, space), field, help)
          ->type_name(usage.substr(space + 1, equals - space - 1));
  if (equals < usage.size()) option->default_str(usage.substr(equals + 1));
  return option;
}

/// Calls `add`, whose options --help shows under this header.
template <class Add>
void in_group(CLI::App& command, const std::string& group, const Add& add) {
  const std::string before = command.option_defaults()->get_group();
  command.option_defaults()->group(group);
  add();
  command.option_defaults()->group(before);
}

/// The default of a setting as it is printed; empty if it depends on the method
/// or the data.
[[nodiscard]] std::string default_text(const Setting& setting);

/// --name VALUE; of a truth value also --no-name, which --help does not show.
CLI::Option* add_setting(CLI::App& command, const Setting& setting);

/// One option for each setting.
template <class Options>
void add_settings(CLI::App& command, Options& options,
                  const std::string& group) {
  for (const Setting& setting : settings_of(options))
    add_setting(command, setting)->group(group);
}

/// Appends the numbers of "0.1,0.01", which the setting may have; returns what
/// is wrong with the list, or nothing.
[[nodiscard]] std::string read_numbers(const std::string& list,
                                       const Setting& setting,
                                       std::vector<double>& numbers);

/// The names of the methods.
[[nodiscard]] inline std::vector<std::string> names_of_methods() {
  std::vector<std::string> names;
  for (const Method& method : methods())
    names.emplace_back(method.name);
  return names;
}

}  // namespace semilin::cli
