// The layout of --help: names in one column, wrapped text in the other; and
// what completions read from the same tables.
#pragma once

#include <string>
#include <vector>

#include <CLI/CLI.hpp>

namespace semilin::cli {

/// An option's names as they are typed, "-o" and "--output"; an argument has
/// none.
[[nodiscard]] std::vector<std::string> names_of(const CLI::Option& option);
/// The word after the name, "FILE"; empty for a flag.
[[nodiscard]] std::string value_of(const CLI::Option& option);

/// A name in one column, its text, wrapped, in the other.
[[nodiscard]] std::string help_entry(const std::string& name,
                                     const std::string& text);

/// The command as it was given: "semilin train news.csv --output news.model".
[[nodiscard]] std::string command_line(const CLI::App& command);
/// The parts of --help: the subcommands, and the options without the arguments.
[[nodiscard]] std::vector<const CLI::App*> shown_commands(const CLI::App& app);
[[nodiscard]] std::vector<const CLI::Option*> shown_options(
    const CLI::App& app);

/// The group of options of which --help only shows the names.
inline constexpr const char* kElsewhereGroup =
    "Also, explained by --help of semilin train, vectorize and convert";

/// The layout of --help: examples first, then the usage and the options.
class HelpFormatter : public CLI::Formatter {
 public:
  std::string make_help(const CLI::App* app, std::string name,
                        CLI::AppFormatMode mode) const override;
  std::string make_option(const CLI::Option* option,
                          bool is_positional) const override;
  std::string make_subcommand(const CLI::App* command) const override;
  std::string make_group(
      std::string group, bool is_positional,
      std::vector<const CLI::Option*> options) const override;
  std::string make_usage(const CLI::App* app, std::string name) const override;
};

/// The word of `known` that is nearest to `word` by changed, added, missing and
/// exchanged letters; empty if none is nearer than a third of its length.
[[nodiscard]] std::string nearest_word(const std::string& word,
                                       const std::vector<std::string>& known);

/// "; did you mean --method?" for the first of the arguments that is no command
/// or option of the program, as far as it was read; otherwise empty.
[[nodiscard]] std::string did_you_mean(const CLI::App& app, int argc,
                                       char** argv);

}  // namespace semilin::cli
