#include "cli/help.h"

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
  std::string name;
  for (const std::string& part : option.get_snames())
    name += (name.empty() ? "-" : ", -") + part;
  if (option.get_snames().empty()) name = "   ";
  for (const std::string& part : option.get_lnames()) {
    name += (option.get_snames().empty() ? " --" : ", --") + part;
  }
  const bool takes_value = option.get_type_size() != 0;
  return takes_value ? name + " " + option.get_type_name() : name;
}

}  // namespace

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
  std::string text = option->get_description();
  const std::string& standard = option->get_default_str();
  if (option->get_type_size() != 0 && !standard.empty()) {
    text += " (default " + standard + ")";
  }
  return entry(is_positional ? option->get_name(true) : option_name(*option),
               text);
}

std::string HelpFormatter::make_subcommand(const CLI::App* command) const {
  return entry(command->get_name(), command->get_description());
}

std::string HelpFormatter::make_usage(const CLI::App* app,
                                      std::string name) const {
  if (name.empty()) name = app->get_name();
  std::string usage = "Usage: " + name + " [options]";
  if (app->get_parent() == nullptr) return "\n" + usage + " COMMAND ...\n";
  for (const CLI::Option* option : app->get_options()) {
    if (!option->get_positional()) continue;
    const std::string part = option->get_name(true);
    usage += option->get_required() ? " " + part : " [" + part + "]";
  }
  return "\n" + usage + "\n";
}

}  // namespace semilin::cli
