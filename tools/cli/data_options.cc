#include "cli/data_options.h"

#include <optional>

#include <CLI/CLI.hpp>

#include "semilin/linear/options.h"

#include "cli/number_options.h"

namespace semilin::cli {
namespace {

// "may be repeated with more files", one at a time: DATA may follow.
void one_at_a_time(CLI::Option* option) {
  option->type_name("FILE")->allow_extra_args(false);
}

}  // namespace

void add_format_options(CLI::App& command, ReadOptions& options) {
  command
      .add_flag("--zero-based", options.zero_based,
                "feature numbers count from 0 instead of 1")
      ->group(kDataGroup);
  command
      .add_flag("--double", options.double_values,
                "keep 8-byte values instead of 4-byte ones")
      ->group(kDataGroup);
  command
      .add_flag("--trust", options.trust,
                "do not compare the checksums of stores")
      ->group(kDataGroup);
}

void add_label_options(CLI::App& command, ReadOptions& options, bool tables) {
  CLI::Option* labels = command.add_option(
      "--labels", options.label_files,
      std::string("take the labels from FILE, one per line, for the rows of "
                  "DATA in order") +
          (tables ? "; if it ends in .csv, .tsv or .jsonl, add those of its "
                    "columns id and label"
                  : "") +
          "; may be repeated");
  one_at_a_time(labels);
  labels->group(kDataGroup);
  command
      .add_option_function<std::string>(
          "--unlabeled-label",
          [&options](const std::string& label) {
            options.unlabeled_label = label;
          },
          "a label that means unlabelled, beside '?' (and 0 where the others "
          "are +1 and -1)")
      ->type_name("LABEL")
      ->group(kDataGroup);
}

void add_unlabeled_option(CLI::App& command, ReadOptions& options) {
  CLI::Option* unlabeled = command.add_option(
      "--unlabeled", options.unlabeled_files,
      "add the rows of FILE, ignoring their labels; may be repeated");
  one_at_a_time(unlabeled);
  unlabeled->group(kDataGroup);
}

void add_text_options(CLI::App& command, TextInput& input) {
  command
      .add_option("--format", input.format,
                  "how documents lie in a file: auto (by its name and first "
                  "lines), labeled (label<TAB>text), plain, folders, csv, tsv "
                  "or jsonl")
      ->type_name("FORMAT")
      ->capture_default_str()
      ->check(CLI::IsMember(
          {"auto", "labeled", "plain", "folders", "csv", "tsv", "jsonl"}))
      ->group(kTextGroup);
  add_list(command, "--text-column", input.columns.text,
           "the column of a table that holds the text; several, with commas, "
           "are joined")
      ->type_name("NAME,...")
      ->default_str("text")
      ->group(kTextGroup);
  const auto add_column = [&](const char* name,
                              std::optional<std::string>& field,
                              const char* help) {
    command
        .add_option_function<std::string>(
            std::string("--") + name + "-column",
            [&field](const std::string& column) { field = column; }, help)
        ->type_name("NAME")
        ->group(kTextGroup);
  };
  add_column("label", input.columns.label,
             "the column that holds the label (default label, if there is "
             "one); '?' and empty: unlabelled");
  add_column("id", input.columns.id,
             "the column that names the documents (default id, if there is "
             "one; otherwise file:line)");
}

void add_text_flag(CLI::App& command, TextInput& input,
                   const std::string& vocabulary) {
  command
      .add_flag("--text", input.text,
                "DATA holds raw documents, as vectorize reads them; " +
                    vocabulary + "; tables need no --text")
      ->group(kTextGroup);
  add_text_options(command, input);
}

void add_term_options(CLI::App& command, VocabularyOptions& options,
                      const std::string& group) {
  add_described_options(command, options, group);
  command.get_option("--ngrams")
      ->type_name("N|1-N")
      ->transform([](const std::string& text) {
        return text.starts_with("1-") ? text.substr(2) : text;
      });
}

void add_threads_option(CLI::App& command, int& threads) {
  const LinearOptions described;
  describe(described, [&](const std::string& name, const auto& field,
                          const auto& values, const std::string& help) {
    if constexpr (std::is_same_v<decltype(field), const int&>)
      if (name == "threads") add_number(command, name, threads, values, help);
  });
}

void add_quiet_option(CLI::App& command, bool& quiet) {
  command.add_flag("-q,--quiet", quiet,
                   "no progress, warnings or reports on standard error");
}

void add_log_option(CLI::App& command, std::string& log) {
  command
      .add_option("--log", log,
                  "write the lines of progress to FILE, with times, even if "
                  "quiet")
      ->type_name("FILE");
}

}  // namespace semilin::cli
