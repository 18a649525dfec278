// How --help looks: names in one column, wrapped text in the other.
#ifndef SEMILIN_TOOLS_CLI_HELP_H_
#define SEMILIN_TOOLS_CLI_HELP_H_

#include <string>

#include <CLI/CLI.hpp>

namespace semilin::cli {

class HelpFormatter : public CLI::Formatter {
 public:
  std::string make_help(const CLI::App* app, std::string name,
                        CLI::AppFormatMode mode) const override;
  std::string make_option(const CLI::Option* option,
                          bool is_positional) const override;
  std::string make_subcommand(const CLI::App* command) const override;
  std::string make_usage(const CLI::App* app, std::string name) const override;
};

}  // namespace semilin::cli

#endif  // SEMILIN_TOOLS_CLI_HELP_H_
