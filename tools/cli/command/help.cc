#include "cli/command/help.h"

#include <cstddef>
#include <sstream>
#include <utility>

namespace semilin::cli {
namespace {

constexpr std::size_t kTextColumn = 28;
constexpr std::size_t kWidth = 80;

// "  name            text, wrapped, on as many lines as it needs"
std::string entry(const std::string& name, const std::string& text) {
  std::string out = "  " + name;
  std::size_t column = out.size();
  std::istringstream words(text);
  std::string word;
  const auto indent = [&] {
    out.append(kTextColumn - column, ' ');
    column = kTextColumn;
  };
  if (column + 2 > kTextColumn) {
    out += '\n';
    column = 0;
  }
  indent();
  while (words >> word) {
    if (column > kTextColumn && column + 1 + word.size() > kWidth) {
      out += '\n';
      column = 0;
      indent();
    }
    if (column > kTextColumn) {
      out += ' ';
      ++column;
    }
    out += word;
    column += word.size();
  }
  return out + '\n';
}

// "-o, --output FILE"
std::string option_name(const CLI::Option& option) {
  std::string name = option.get_snames().empty() ? "    " : "";
  for (const std::string& part : names_of(option))
    name += (name.empty() || name.back() == ' ' ? "" : ", ") + part;
  return name + (value_of(option).empty() ? "" : " ") + value_of(option);
}

}  // namespace

std::vector<std::string> names_of(const CLI::Option& option) {
  std::vector<std::string> names;
  for (const std::string& part : option.get_snames())
    names.push_back("-" + part);
  for (const std::string& part : option.get_lnames())
    names.push_back("--" + part);
  return names;
}

std::string value_of(const CLI::Option& option) {
  if (option.get_type_size() == 0) return {};
  const std::string type = option.get_type_name();  // "NAME:{auto,cosine}"
  return type.substr(0, type.find(':'));
}

std::string text_of(const CLI::Option& option) {
  const std::string& standard = option.get_default_str();
  const bool shown = option.get_type_size() != 0 && !standard.empty();
  return option.get_description() +
         (shown ? " (default " + standard + ")" : "");
}

std::string usage_of(const CLI::App& app) {
  if (app.get_parent() == nullptr) return app.get_name() + " COMMAND ...";
  std::string usage =
      app.get_parent()->get_name() + " " + app.get_name() + " [options]";
  for (const CLI::Option* option : app.get_options()) {
    const bool required = option->get_required();
    if (option->get_positional()) {
      std::string part = option->get_name(true);
      if (option->get_type_name().ends_with(" " + part))
        part = option->get_type_name();  // "[MODEL] DATA"
      else if (option->get_expected_max() > 1)
        part += " ...";
      usage += required ? " " + part : " [" + part + "]";
    } else if (required) {
      usage += " " + names_of(*option).front() + " " + value_of(*option);
    }
  }
  return usage;
}

std::string command_line(const CLI::App& command) {
  std::string line = "semilin " + command.get_name();
  for (const CLI::Option* option : command.get_options()) {
    if (option->count() == 0) continue;
    if (!option->get_positional()) line += " " + names_of(*option).back();
    if (!option->get_positional() && value_of(*option).empty()) continue;
    for (const std::string& word : option->results()) {
      const bool plain = word.find_first_of(" \t'\"$&;|<>*?") == word.npos;
      line += plain ? " " + word : " '" + word + "'";
    }
  }
  return line;
}

std::vector<const CLI::App*> shown_commands(const CLI::App& app) {
  return app.get_subcommands(
      [](const CLI::App* command) { return !command->get_group().empty(); });
}

std::vector<const CLI::Option*> shown_options(const CLI::App& app) {
  return app.get_options([](const CLI::Option* option) {
    return option->nonpositional() && !option->get_group().empty();
  });
}

std::string HelpFormatter::make_help(const CLI::App* app, std::string name,
                                     CLI::AppFormatMode mode) const {
  std::string help = CLI::Formatter::make_help(app, std::move(name), mode);
  for (std::size_t at = 0; (at = help.find("\n\n\n", at)) != help.npos;)
    help.erase(at, 1);
  while (help.ends_with("\n\n"))
    help.pop_back();
  return help;
}

std::string HelpFormatter::make_option(const CLI::Option* option,
                                       bool is_positional) const {
  return entry(is_positional ? option->get_name(true) : option_name(*option),
               text_of(*option));
}

std::string HelpFormatter::make_subcommand(const CLI::App* command) const {
  return entry(command->get_name(), command->get_description());
}

std::string HelpFormatter::make_usage(const CLI::App* app,
                                      std::string /*name*/) const {
  return "\nUsage: " + usage_of(*app) + "\n";
}

}  // namespace semilin::cli
