// semilin completion "semilin train --meth": what may stand in the place of the
// last word, one a line, with its help behind a tab; the line FILE alone asks
// for the name of a file. The scripts of tools/completions call it.
#include <cctype>
#include <iostream>
#include <memory>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>

#include "cli/command/command.h"
#include "cli/command/help.h"

namespace semilin::cli {
namespace {

void print_word(const std::string& word, const std::string& help) {
  std::cout << word << '\t' << help << '\n';
}

// The words in "NAME:{auto,cosine}" and "N|all".
void print_values(const CLI::Option& option) {
  const std::string type = option.get_type_name();
  const std::size_t open = type.find('{');
  const bool listed = open != std::string::npos;
  for (const std::string& word : CLI::detail::split(
           listed ? type.substr(open + 1, type.find('}') - open - 1)
                  : type.substr(0, type.find(':')),
           listed ? ',' : '|')) {
    if (std::isupper(static_cast<unsigned char>(word[0])) == 0)
      print_word(word, "");
  }
}

void print_options(const CLI::App& app) {
  for (const CLI::Option* option : shown_options(app))
    for (const std::string& name : names_of(*option))
      print_word(name, option->get_description());
}

void print_words(const CLI::App& app, const std::vector<std::string>& words) {
  const CLI::App* command = words.size() < 3 ? &app : nullptr;
  for (const CLI::App* one : shown_commands(app))
    if (words.size() > 2 && one->get_name() == words[1]) command = one;
  if (command == nullptr) return;
  if (words.back().starts_with('-')) return print_options(*command);
  for (const CLI::App* one : shown_commands(*command))
    print_word(one->get_name(), one->get_description());
  if (command == &app) return;
  const CLI::Option* before =
      command->get_option_no_throw(words[words.size() - 2]);
  const std::string value = before == nullptr ? "" : value_of(*before);
  if (value.empty() || value == "FILE" || value == "DATA") {
    std::cout << "FILE\n";
  } else {
    print_values(*before);
  }
}

}  // namespace

Command add_completion(CLI::App& app) {
  CLI::App* command =
      app.add_subcommand("completion", "print what may complete a command line")
          ->group("");
  const auto line = std::make_shared<std::string>();
  command->add_option("LINE", *line, "command line so far")->required();
  return {command, [&app, line] {
            print_words(app, CLI::detail::split(*line + ' ', ' '));
            return 0;
          }};
}

}  // namespace semilin::cli
