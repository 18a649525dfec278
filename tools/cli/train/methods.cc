// semilin methods: the methods, and the settings of one that --set changes.
#include "semilin/learn/methods.h"

#include <memory>
#include <string>

#include <CLI/CLI.hpp>

#include "semilin/advanced/io/output_file.h"

#include "cli/command/command.h"
#include "cli/command/help.h"
#include "cli/command/number_options.h"
#include "cli/train/settings.h"

namespace semilin::cli {
namespace {

std::string table_of_methods() {
  std::string text;
  for (const Method& method : methods())
    text += help_entry(std::string(method.name), std::string(method.help));
  return text;
}

}  // namespace

Command add_methods(CLI::App& app) {
  CLI::App* command =
      app.add_subcommand("methods", "list the methods, or the settings of one");
  const auto name = std::make_shared<std::string>();
  command
      ->add_option(
          "METHOD", *name,
          "method whose settings are listed (default: list the methods)")
      ->check(CLI::IsMember(names_of_methods()));
  return {command, [name] {
            write_file("-", name->empty() ? table_of_methods()
                                          : settings_text(method_named(*name)));
            return 0;
          }};
}

}  // namespace semilin::cli
