// The options for reading DATA and for a run, in the same words in every
// subcommand; this gives all that most of them include.
#pragma once

#include <optional>

#include "semilin/advanced/io/output_file.h"
#include "semilin/base/error.h"
#include "semilin/corpus.h"

#include "cli/command/console.h"
#include "cli/command/number_options.h"
#include "cli/command/progress_printer.h"

namespace semilin::cli {

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
