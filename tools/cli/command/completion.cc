// semilin completion SHELL: the code with which bash, zsh or fish completes
// commands, options, their words and files.
#include <functional>
#include <iostream>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>

#include "cli/command/command.h"
#include "cli/command/help.h"

namespace semilin::cli {
namespace {

// The words in "NAME:{auto,cosine}" and "N|all", with blanks between.
std::string choices_of(const CLI::Option& option) {
  const std::string type = option.get_type_name();
  const std::size_t open = type.find('{');
  const bool listed = open != std::string::npos;
  std::string words;
  for (const std::string& word : CLI::detail::split(
           listed ? type.substr(open + 1, type.find('}') - open - 1)
                  : type.substr(0, type.find(':')),
           listed ? ',' : '|')) {
    if (std::isupper(static_cast<unsigned char>(word[0])) == 0)
      words += (words.empty() ? "" : " ") + word;
  }
  return words;
}

bool takes_file(const CLI::Option& option) {
  return value_of(option) == "FILE" || value_of(option) == "DATA";
}

// `text` between single quotes; a backslash goes before each of `special`.
std::string quoted(const std::string& text, const std::string& special,
                   const std::string& quote) {
  std::string out;
  for (const char c : text) {
    if (special.find(c) != std::string::npos) out += '\\';
    out += c == '\'' ? quote : std::string(1, c);
  }
  return out;
}

void print_bash_options(const CLI::App& command) {
  const std::string of = "'" + command.get_name() + " ";
  std::string all;
  for (const CLI::Option* option : shown_options(command)) {
    std::string pattern;
    for (const std::string& name : names_of(*option)) {
      all += (all.empty() ? "" : " ") + name;
      pattern += pattern.empty() ? "" : " | ";
      pattern += of;
      pattern += name;
      pattern += "'";
    }
    if (value_of(*option).empty()) continue;
    std::cout << "    " << pattern << ") "
              << (takes_file(*option) ? "files=yes"
                                      : "words='" + choices_of(*option) + "'")
              << " ;;\n";
  }
  std::cout << "    " << of << "'*) [[ $word == -* ]] && words='" << all
            << "' || files=yes ;;\n";
}

void print_bash(const CLI::App& app) {
  std::cout << "_semilin() {\n"
               "  local word=${COMP_WORDS[COMP_CWORD]} words= files=\n"
               "  case \"${COMP_WORDS[1]} ${COMP_WORDS[COMP_CWORD - 1]}\" in\n";
  std::string names = "--help --version";
  for (const CLI::App* command : shown_commands(app)) {
    names += " " + command->get_name();
    print_bash_options(*command);
  }
  std::cout << "  esac\n"
               "  [ \"$COMP_CWORD\" -gt 1 ] || files= words='"
            << names
            << "'\n"
               "  mapfile -t COMPREPLY < <(compgen -W \"$words\" -- \"$word\"\n"
               "    [ -z \"$files\" ] || compgen -f -- \"$word\")\n"
               "  [ -z \"$files\" ] || compopt -o filenames 2>/dev/null\n"
               "}\ncomplete -F _semilin semilin\n";
}

void print_zsh_option(const CLI::Option& option) {
  const std::string value = value_of(option), words = choices_of(option);
  std::string what =
      "'[" + quoted(option.get_description(), "[]", "'\\''") + "]";
  if (!value.empty()) what += ":" + value + ":";
  if (takes_file(option)) {
    what += "_files";
  } else if (!words.empty()) {
    what += "(" + words + ")";
  }
  for (const std::string& name : names_of(option))
    std::cout << " \\\n        " << name << what << "'";
}

void print_zsh(const CLI::App& app) {
  std::cout << "#compdef semilin\n_semilin() {\n"
               "  if (( CURRENT == 2 )); then\n    local -a commands=(";
  for (const CLI::App* command : shown_commands(app)) {
    std::cout << "\n      '" << command->get_name() << ":"
              << quoted(command->get_description(), ":", "'\\''") << "'";
  }
  std::cout << ")\n    _describe command commands\n    return\n  fi\n"
               "  local command=$words[2]\n  shift words\n  (( CURRENT-- ))\n"
               "  case $command in\n";
  for (const CLI::App* command : shown_commands(app)) {
    std::cout << "    " << command->get_name()
              << ")\n      _arguments '*:file:_files'";
    for (const CLI::Option* option : shown_options(*command))
      print_zsh_option(*option);
    std::cout << " ;;\n";
  }
  std::cout << "  esac\n}\n_semilin \"$@\"\n";
}

void print_fish_option(const std::string& command, const CLI::Option& option) {
  std::cout << "complete -c semilin -n '__fish_seen_subcommand_from " << command
            << "'";
  for (const std::string& name : option.get_snames())
    std::cout << " -s " << name;
  for (const std::string& name : option.get_lnames())
    std::cout << " -l " << name;
  if (takes_file(option)) {
    std::cout << " -r -F";
  } else if (!value_of(option).empty()) {
    std::cout << " -x -a '" << choices_of(option) << "'";
  }
  std::cout << " -d '" << quoted(option.get_description(), "\\", "\\'")
            << "'\n";
}

void print_fish(const CLI::App& app) {
  std::cout << "complete -c semilin -n __fish_use_subcommand -f\n";
  for (const CLI::App* command : shown_commands(app)) {
    const std::string& name = command->get_name();
    std::cout << "complete -c semilin -n __fish_use_subcommand -a " << name
              << " -d '" << quoted(command->get_description(), "\\", "\\'")
              << "'\n";
    for (const CLI::Option* option : shown_options(*command))
      print_fish_option(name, *option);
  }
}

}  // namespace

Command add_completion(CLI::App& app) {
  using Print = void (*)(const CLI::App&);
  static const std::map<std::string, Print> shells = {
      {"bash", print_bash}, {"zsh", print_zsh}, {"fish", print_fish}};
  CLI::App* command =
      app.add_subcommand("completion",
                         "print code with which a shell completes")
          ->group("");
  const auto shell = std::make_shared<std::string>();
  command->add_option("SHELL", *shell, "bash, zsh or fish")
      ->required()
      ->check(CLI::IsMember(shells));
  return {command, [&app, shell] {
            shells.at (*shell)(app);
            return 0;
          }};
}

}  // namespace semilin::cli
