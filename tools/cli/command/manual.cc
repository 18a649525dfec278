// semilin manual [COMMAND] <PROSE: a manual page in troff. The prose adds what
// the help does not explain; the lists of options stand at ".SH OPTIONS", those
// of commands at ".SH COMMANDS". Until the next section a line "--name" begins
// what the page adds to the help of that option.
#include <iostream>
#include <map>
#include <memory>
#include <string>

#include <CLI/CLI.hpp>

#include "semilin/version.h"

#include "cli/command/command.h"
#include "cli/command/help.h"

namespace semilin::cli {
namespace {

using Additions = std::map<std::string, std::string>;

// Plain text as troff.
std::string escaped(const std::string& text) {
  static const std::map<char, std::string> escapes = {{'\\', "\\e"},
                                                      {'-', "\\-"},
                                                      {'\'', "\\(aq"},
                                                      {'^', "\\(ha"},
                                                      {'~', "\\(ti"}};
  std::string out;
  for (const char c : text) {
    const auto found = escapes.find(c);
    out += found == escapes.end() ? std::string(1, c) : found->second;
  }
  return out;
}

void print_entry(const std::string& name, const std::string& text) {
  std::cout << ".TP\n" << name << '\n' << escaped(text) << '\n';
}

// Prints it with its text in `additions`, which is removed from them.
void print_option(const CLI::Option& option, Additions& additions) {
  std::string names, addition;
  for (const std::string& name : names_of(option)) {
    names += (names.empty() ? "\\fB" : ", \\fB") + escaped(name) + "\\fR";
    if (additions.contains(name)) addition = additions.extract(name).mapped();
  }
  print_entry(names + " \\fI" + escaped(value_of(option)) + "\\fR",
              text_of(option) + (addition.empty() ? "" : "."));
  std::cout << addition;
}

void print_options(const CLI::App& app, Additions additions) {
  for (const CLI::Option* option : app.get_options()) {
    if (option->get_positional())
      print_entry("\\fI" + option->get_name(true) + "\\fR", text_of(*option));
  }
  std::string group = "Options";
  for (const std::string& next : app.get_groups()) {
    for (const CLI::Option* option : shown_options(app)) {
      if (option->get_group() != next) continue;
      if (next != group) std::cout << ".SS " << (group = next) << '\n';
      print_option(*option, additions);
    }
  }
  if (!additions.empty())
    throw UsageError("no option " + additions.begin()->first);
}

// Reads to the next section, whose title is left in `line`.
Additions read_additions(std::string& line) {
  Additions additions;
  std::string name;
  while (std::getline(std::cin, line) && !line.starts_with(".SH ")) {
    if (line.starts_with('-')) {
      name = line;
    } else {
      additions[name] += line + '\n';
    }
  }
  return additions;
}

int print_manual(const CLI::App& app) {
  const bool whole = app.get_parent() == nullptr;
  const std::string name =
      whole ? app.get_name() : "semilin\\-" + app.get_name();
  std::cout << ".TH " << name << " 1 \"\" \"semilin " << version()
            << "\" \"User Commands\"\n.SH NAME\n"
            << name << " \\- " << escaped(app.get_description())
            << "\n.SH SYNOPSIS\n"
            << escaped(usage_of(app)) << '\n';
  for (std::string line; std::getline(std::cin, line);) {
    std::cout << line << '\n';
    if (line == ".SH COMMANDS") {
      for (const CLI::App* command : shown_commands(app))
        print_entry("\\fBsemilin\\-" + command->get_name() + "\\fR(1)",
                    command->get_description());
    } else if (line == ".SH OPTIONS") {
      print_options(app, read_additions(line));
      if (std::cin) std::cout << line << '\n';
    }
  }
  if (!whole) std::cout << ".SH SEE ALSO\n.BR semilin (1)\n";
  return 0;
}

}  // namespace

Command add_manual(CLI::App& app) {
  CLI::App* command =
      app.add_subcommand("manual", "print a manual page in troff")->group("");
  const auto name = std::make_shared<std::string>();
  command->add_option("COMMAND", *name,
                      "command whose page is printed (default: the overview)");
  return {
      command, [&app, name] {
        return print_manual(name->empty() ? app : *app.get_subcommand(*name));
      }};
}

}  // namespace semilin::cli
