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

/// Adds the argument MODEL, a file that read_model reads.
void add_model_argument(CLI::App& command, std::string& model);

/// Adds --zero-based, --double and --trust.
void add_format_options(CLI::App& command, ReadOptions& options);

/// Adds --labels, --unlabeled-label. With `tables` the help says that files of
/// labels may be tables (semilin/corpus.h).
void add_label_options(CLI::App& command, ReadOptions& options,
                       bool tables = false);

/// Adds --unlabeled-label alone.
void add_unlabeled_label_option(CLI::App& command,
                                std::optional<std::string>& unlabeled);

/// Adds --unlabeled.
void add_unlabeled_option(CLI::App& command, ReadOptions& options);

/// Adds --format, --text-column, --label-column, --id-column.
void add_text_options(CLI::App& command, Source& source);
/// Adds --text and --vectors, too; `vocabulary` says whose terms are used.
void add_text_flag(CLI::App& command, Source& source,
                   const std::string& vocabulary);

/// Adds --seed-words and --classes.
void add_seed_options(CLI::App& command, Source& source);

/// Adds --votes.
void add_votes_option(CLI::App& command, Source& source);

/// Adds the options of a new vocabulary.
void add_term_options(CLI::App& command, VocabularyOptions& options,
                      const std::string& group);

/// Adds all that source.purpose needs: the options of labels, rows and text;
/// unless it is Read, those of seed words and votes; if it is Train, those of
/// terms and --unlabeled. --help explains only those that are `shown`.
void add_source_options(CLI::App& command, Source& source,
                        const std::string& vocabulary,
                        const std::vector<std::string>& shown = {"--labels",
                                                                 "--text"});

/// DATA and the options that say how it is read, as a shell reads them: its
/// texts or rows alone, those with their labels, and for train also with words
/// and votes.
[[nodiscard]] std::string file_words(const Source& source);
[[nodiscard]] std::string data_words(const Source& source);
[[nodiscard]] std::string training_words(const Source& source);

/// Adds --threads.
void add_threads_option(CLI::App& command, int& threads);

/// Adds --threads and --quiet, and for commands that have them --verbose and
/// --log.
void add_run_options(CLI::App& command, int& threads, bool& quiet,
                     std::string* log = nullptr, bool* verbose = nullptr);

/// -o, --output: a file instead of standard output; --json: one JSON object.
void add_output_option(CLI::App& command, std::string& output);
void add_json_option(CLI::App& command, bool& json);

/// Makes --help explain only those of the options that are `shown`, and list
/// the names of the others: vectorize and convert explain them.
void shorten_reading_options(CLI::App& command,
                             const std::vector<std::string>& shown = {
                                 "--labels", "--text"});

/// The headers of the groups that these options get in --help.
inline constexpr const char* kDataGroup = "Reading data";
inline constexpr const char* kTextGroup = "Reading documents";

}  // namespace semilin::cli
