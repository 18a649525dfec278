#include "cli/data_options.h"

#include <CLI/CLI.hpp>

#include "semilin/linear/train.h"

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

void add_label_options(CLI::App& command, ReadOptions& options) {
  CLI::Option* labels = command.add_option(
      "--labels", options.label_files,
      "take the labels from FILE, one per line, for the rows of DATA in order; "
      "may be repeated");
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

}  // namespace semilin::cli
