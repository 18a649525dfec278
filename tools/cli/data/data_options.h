// Options with values, those for reading DATA, and those for a run, in the same
// words in every subcommand; this gives all that most of them include.
#pragma once

#include <algorithm>
#include <memory>
#include <optional>

#include <CLI/CLI.hpp>

#include "semilin/advanced/io/output_file.h"
#include "semilin/base/error.h"
#include "semilin/corpus.h"
#include "semilin/learn/methods.h"

#include "cli/command/command.h"
#include "cli/command/console.h"
#include "cli/command/progress_printer.h"

namespace semilin::cli {

/// Ports of this machine; 0 is any free one.
inline constexpr Bound kPorts = {
    .low = 0, .high = 65535, .open_low = false, .open_high = false};

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

/// Whether the name is one of these.
[[nodiscard]] bool has_name(const std::vector<std::string>& names,
                            const std::string& name);

/// The default of a setting as it is printed; empty if it depends on the method
/// or the data.
[[nodiscard]] std::string default_text(const Setting& setting);

/// The setting as an option with a value, or a flag.
CLI::Option* add_setting(CLI::App& command, const Setting& setting);

/// One option for each setting, but for threads and those `without`.
template <class Options>
void add_settings(CLI::App& command, Options& options, const std::string& group,
                  const std::vector<std::string>& without = {}) {
  for (const Setting& setting : settings_of(options))
    if (setting.name != "threads" && !has_name(without, setting.name))
      add_setting(command, setting)->group(group);
}

/// Sets a setting to the values of its option in the command line; returns what
/// is wrong with them, or nothing.
[[nodiscard]] std::string set_to(const std::vector<std::string>& given,
                                 const Setting& setting);

/// The names of the methods.
[[nodiscard]] inline std::vector<std::string> names_of_methods() {
  std::vector<std::string> names;
  for (const Method& method : methods())
    names.emplace_back(method.name);
  return names;
}

/// Adds the argument MODEL, a file that read_model reads.
void add_model_argument(CLI::App& command, std::string& model);
/// Adds the argument DATA.
void add_data_argument(CLI::App& command, std::string& data,
                       const std::string& help);

/// Adds the options of a source for its purpose (for Read there is nothing to
/// learn from: no words, terms, costs or unlabeled files), except those
/// `without`. --help explains only those that are `shown`, or all.
void add_source_options(CLI::App& command, Source& source, Purpose purpose,
                        const std::vector<std::string>& shown = {"--labels",
                                                                 "--text"},
                        const std::vector<std::string>& without = {});

/// DATA and the options for this purpose that say how it is read, as a shell
/// reads them, but for those that the model remembers, if there is one.
[[nodiscard]] std::string source_words(const Source& source, Purpose purpose,
                                       const ModelHead* model = nullptr);

/// Adds --threads.
void add_threads_option(CLI::App& command, int& threads);

/// Adds --threads and --quiet, and for commands that have them --verbose and
/// --log.
void add_run_options(CLI::App& command, int& threads, bool& quiet,
                     std::string* log = nullptr, bool* verbose = nullptr);

/// -o, --output: a file instead of standard output; --json: one JSON object;
/// --to: one of the formats, of which --json is json.
void add_output_option(CLI::App& command, std::string& output);
void add_json_option(CLI::App& command, bool& json);
void add_format_option(CLI::App& command, std::string& to,
                       const std::vector<std::string>& formats,
                       const std::string& help);

/// Makes --help explain only those of the options for reading that are `shown`,
/// and list the names of the others: vectorize and convert explain them.
void shorten_reading_options(CLI::App& command,
                             const std::vector<std::string>& shown = {
                                 "--labels", "--text"});

/// The header of the group that these options get in --help.
inline constexpr const char* kDataGroup = "Reading data";
inline constexpr const char* kUsualGroup = "Options";

}  // namespace semilin::cli
