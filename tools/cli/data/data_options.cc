#include "cli/data/data_options.h"

#include <algorithm>

#include <CLI/CLI.hpp>

#include "semilin/advanced/io/label_text.h"
#include "semilin/linear/options.h"

#include "cli/command/console.h"
#include "cli/command/help.h"
#include "cli/command/number_options.h"
#include "cli/data/predictions.h"

namespace semilin::cli {
namespace {

// "may be repeated with more files", one at a time: DATA may follow.
void one_at_a_time(CLI::Option* option) {
  option->type_name("FILE")->allow_extra_args(false);
}

void add_table_options(CLI::App& command, TableColumns& columns) {
  command
      .add_option_function<std::string>(
          "--separator",
          [&columns](const std::string& text) {
            columns.separator = text == "tab" ? '\t' : text[0];
          },
          "field separator, X or tab (default: by the header)")
      ->type_name("X")
      ->check(CLI::Validator(
          [](const std::string& text) {
            return text.size() == 1 || text == "tab"
                       ? std::string()
                       : "expected a character or tab, found '" + text + "'";
          },
          "", ""))
      ->group(kTextGroup);
  command
      .add_option_function<std::string>(
          "--header",
          [&columns](const std::string& text) {
            columns.header = text == "yes";
          },
          "column names in a header; no: numbers (default yes)")
      ->type_name("yes|no")
      ->check(CLI::IsMember({"yes", "no"}))
      ->group(kTextGroup);
  command
      .add_flag("--backslash", columns.backslash,
                "read \\x within quotes as the character x")
      ->group(kTextGroup);
}

// As split_list reads it.
std::string list_word(const std::vector<std::string>& names) {
  std::string list;
  append_record(names, ',', list);
  list.pop_back();  // the line feed
  return list;
}

}  // namespace

void add_model_argument(CLI::App& command, std::string& model) {
  command
      .add_option("MODEL", model,
                  "model written by train, or a LIBLINEAR model")
      ->required();
}

void add_format_options(CLI::App& command, ReadOptions& options) {
  command
      .add_flag("--zero-based", options.zero_based,
                "count feature numbers from 0 instead of 1")
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
      std::string(tables ? "a table (.csv, .tsv, .jsonl) of the columns id and "
                           "label, or one label per line in the order of DATA"
                         : "one label per line in the order of DATA") +
          "; may be repeated");
  one_at_a_time(labels);
  labels->group(kDataGroup);
  add_unlabeled_label_option(command, options.unlabeled_label);
}

void add_unlabeled_label_option(CLI::App& command,
                                std::optional<std::string>& unlabeled) {
  command
      .add_option_function<std::string>(
          "--unlabeled-label",
          [&unlabeled](const std::string& label) { unlabeled = label; },
          "a label that means unlabeled, beside '?'")
      ->type_name("X")
      ->group(kDataGroup);
}

void add_unlabeled_option(CLI::App& command, ReadOptions& options) {
  CLI::Option* unlabeled = command.add_option(
      "--unlabeled", options.unlabeled_files,
      "add the documents of FILE, unlabeled; may be repeated");
  one_at_a_time(unlabeled);
  unlabeled->group(kDataGroup);
}

void add_text_options(CLI::App& command, Source& source) {
  add_value(command, "--format FORMAT", source.format,
            "auto (by name and first lines), labeled (label<TAB>text), plain, "
            "folders, csv, tsv, jsonl or fasttext")
      ->capture_default_str()
      ->check(CLI::IsMember({"auto", "labeled", "plain", "folders", "csv",
                             "tsv", "jsonl", "fasttext"}))
      ->group(kTextGroup);
  command
      .add_option_function<std::vector<std::string>>(
          "--text-column",
          [&source](const std::vector<std::string>& lists) {
            source.columns.text.clear();
            for (const std::string& list : lists)
              for (std::string& name : split_list(list))
                source.columns.text.push_back(std::move(name));
          },
          "columns of the text, which are joined")
      ->type_name("NAMES")
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
  add_column("label", source.columns.label,
             "column of the label (default label)");
  add_value(command, "--label-separator X", source.columns.label_separator,
            "separator X of the labels of a set (default: none)")
      ->group(kTextGroup);
  add_column("id", source.columns.id,
             "column of the ids (default id, else the line)");
  add_table_options(command, source.columns);
}

void add_text_flag(CLI::App& command, Source& source,
                   const std::string& vocabulary) {
  command
      .add_flag("--text", source.text,
                "DATA holds lines label<TAB>text, or folders; " + vocabulary)
      ->group(kTextGroup);
  add_value(command, "--vectors FILE", source.vectors,
            "a vector for each document of DATA (NumPy's .npy)")
      ->group(kDataGroup);
  add_text_options(command, source);
}

void add_seed_options(CLI::App& command, Source& source) {
  add_value(command, "--seed-words WORDS", source.seed_words,
            "words of each class: a file (class, words) or names")
      ->group(kDataGroup);
  command
      .add_option_function<std::string>(
          "--classes",
          [&source](const std::string& list) {
            source.classes = split_list(list);
            std::erase(source.classes, "");
          },
          "with --seed-words: what the classes are called")
      ->type_name("NAME,...")
      ->group(kDataGroup);
}

void add_votes_option(CLI::App& command, Source& source) {
  add_value(command, "--votes FILE", source.votes,
            source.purpose == Purpose::Read
                ? "what voters of the training say of DATA: a table as "
                  "train --votes reads it; needs a model of train "
                  "--votes --probabilities"
                : "a table of the column id and a column of classes for "
                  "each voter, empty where it abstains")
      ->group(kDataGroup);
}

void add_term_options(CLI::App& command, VocabularyOptions& options,
                      const std::string& group) {
  add_settings(command, options, group);
  command.get_option("--ngrams")
      ->type_name("N|1-N")
      ->transform([](const std::string& text) {
        return text.starts_with("1-") ? text.substr(2) : text;
      });
}

void add_source_options(CLI::App& command, Source& source,
                        const std::string& vocabulary,
                        const std::vector<std::string>& shown) {
  const bool trains = source.purpose == Purpose::Train;
  add_label_options(command, source.read, true);
  if (trains) add_unlabeled_option(command, source.read);
  if (source.purpose != Purpose::Read) {
    add_seed_options(command, source);
    add_votes_option(command, source);
  }
  add_format_options(command, source.read);
  add_text_flag(command, source, vocabulary);
  if (trains) add_term_options(command, source.terms, kTextGroup);
  shorten_reading_options(command, shown);
}

void add_threads_option(CLI::App& command, int& threads) {
  add_setting(command, setting_of("threads", threads, kNotNegative,
                                  "number of threads; 0: all"));
}

void add_quiet_option(CLI::App& command, bool& quiet) {
  command.add_flag("-q,--quiet", quiet,
                   "print nothing but errors on standard error");
}

void add_output_option(CLI::App& command, std::string& output) {
  add_value(command, "-o,--output FILE", output,
            "file to write instead of standard output");
}

void add_json_option(CLI::App& command, bool& json) {
  command.add_flag("--json", json, "print one JSON object");
}

void add_verbose_option(CLI::App& command, bool& verbose) {
  command.add_flag("-v,--verbose", verbose,
                   "print every stage of the training and all figures");
}

void shorten_reading_options(CLI::App& command,
                             const std::vector<std::string>& shown) {
  for (CLI::Option* option : command.get_options()) {
    const std::string& group = option->get_group();
    if (group != kDataGroup && group != kTextGroup) continue;
    const bool stays = std::find(shown.begin(), shown.end(),
                                 option->get_name()) != shown.end();
    option->group(stays ? kDataGroup : kElsewhereGroup);
  }
}

void add_log_option(CLI::App& command, std::string& log) {
  add_value(command, "--log FILE", log,
            "write all stages of the run to FILE, with times");
}

std::string file_words(const Source& source) {
  std::string words = shell_word(source.path);
  const auto add = [&](bool given, const char* name, const std::string& value) {
    if (given) words += std::string(" ") + name + " " + shell_word(value);
  };
  const auto add_flag = [&](bool given, const char* name) {
    if (given) words += std::string(" ") + name;
  };
  Source bare = source;
  bare.text = false;
  add_flag(source.text && !bare.holds_documents(), "--text");
  const TableColumns& columns = source.columns;
  const char separator = columns.separator.value_or(',');
  add(source.format != "auto", "--format", source.format);
  add(columns.separator.has_value(), "--separator",
      separator == '\t' ? "tab" : std::string(1, separator));
  add(columns.header.has_value(), "--header",
      columns.header.value_or(true) ? "yes" : "no");
  add_flag(columns.backslash, "--backslash");
  add(columns.text != TableColumns().text, "--text-column",
      list_word(columns.text));
  add(!source.vectors.empty(), "--vectors", source.vectors);
  add_flag(source.read.zero_based, "--zero-based");
  add_flag(source.read.double_values, "--double");
  return words;
}

std::string data_words(const Source& source) {
  std::string words = file_words(source);
  const auto add = [&](const std::optional<std::string>& given,
                       const char* name) {
    if (given) words += std::string(" ") + name + " " + shell_word(*given);
  };
  const auto unless = [](const std::string& name, const char* usual) {
    return name == usual ? std::nullopt : std::optional(name);
  };
  const TableColumns& columns = source.columns;
  add(columns.label ? columns.label : unless(columns.usual_label, "label"),
      "--label-column");
  add(unless(columns.label_separator, ""), "--label-separator");
  add(columns.id ? columns.id : unless(columns.usual_id, "id"), "--id-column");
  for (const std::string& labels : source.read.label_files)
    add(labels, "--labels");
  add(source.read.unlabeled_label, "--unlabeled-label");
  return words;
}

std::string training_words(const Source& source) {
  std::string words = data_words(source);
  if (!source.seed_words.empty())
    words += " --seed-words " + shell_word(source.seed_words);
  if (!source.seed_words.empty() && !source.classes.empty())
    words += " --classes " + shell_word(list_word(source.classes));
  if (!source.votes.empty()) words += " --votes " + shell_word(source.votes);
  return words;
}

}  // namespace semilin::cli
