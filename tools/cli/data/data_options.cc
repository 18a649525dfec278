#include "cli/data/data_options.h"

#include <algorithm>

#include "semilin/advanced/io/label_text.h"
#include "semilin/linear/options.h"

#include "cli/command/help.h"
#include "cli/data/predictions.h"

namespace semilin::cli {
namespace {

// "may be repeated with more files", one at a time: DATA may follow.
CLI::Option* one_at_a_time(CLI::Option* option) {
  return option->type_name("FILE")->allow_extra_args(false);
}

// As split_list reads it.
std::string list_word(const std::vector<std::string>& names) {
  std::string list;
  append_record(names, ',', list);
  list.pop_back();  // the line feed
  return list;
}

// An option that has a value, as a shell reads it.
void add_words(const char* name, const std::string& value, std::string& words) {
  if (!value.empty())
    words += std::string(" ") + name + " " + shell_word(value);
}

}  // namespace

CLI::Validator within(const Bound& bound) {
  return CLI::Validator(
      [setting = Setting{.bound = bound}](const std::string& text) {
        return setting.fault(text);
      },
      "");
}

std::string read_numbers(const std::string& list, const Setting& setting,
                         std::vector<double>& numbers) {
  for (const std::string& text : CLI::detail::split(list + ',', ',')) {
    if (text.empty())
      return "expected values separated by commas, found '" + list + "'";
    if (std::string fault = setting.fault(text); !fault.empty()) return fault;
    numbers.push_back(parse_number(text).value_or(0));
  }
  return "";
}

std::string default_text(const Setting& setting) {
  const std::string text = setting.text();
  return !setting.values.empty() || text.empty() ? text : number(setting.get());
}

CLI::Option* add_setting(CLI::App& command, const Setting& setting) {
  const std::string name = "--" + setting.name;
  CLI::Option* option =
      command
          .add_option_function<std::string>(
              (setting.name == "neighbors" ? "-k," : "") + name,
              [setting, name](const std::string& text) {
                const std::string fault = setting.set(text);
                if (!fault.empty()) throw CLI::ValidationError(name, fault);
              },
              setting.help)
          ->default_str(default_text(setting));
  if (setting.is_truth()) return option->type_name("yes|no");
  return setting.values.empty()
             ? option->type_name(setting.largest == 0 ? "X" : "N")
             : option->type_name("NAME")->check(CLI::IsMember(setting.values));
}

void add_model_argument(CLI::App& command, std::string& model) {
  command
      .add_option("MODEL", model,
                  "model written by train, or a LIBLINEAR model")
      ->required();
}

void add_format_options(CLI::App& command, ReadOptions& options) {
  in_group(command, kDataGroup, [&] {
    command.add_flag("--zero-based", options.zero_based,
                     "count feature numbers from 0 instead of 1");
    command.add_flag("--double", options.double_values,
                     "keep 8-byte values instead of 4-byte ones");
    command.add_flag("--trust", options.trust,
                     "do not compare the checksums of stores");
  });
}

void add_label_options(CLI::App& command, ReadOptions& options, bool tables) {
  one_at_a_time(
      command.add_option(
          "--labels", options.label_files,
          std::string(
              tables ? "a table (.csv, .tsv, .jsonl) of the columns id and "
                       "label, or one label per line in the order of DATA"
                     : "one label per line in the order of DATA") +
              "; may be repeated"))
      ->group(kDataGroup);
  add_unlabeled_label_option(command, options.unlabeled_label);
}

void add_unlabeled_label_option(CLI::App& command,
                                std::optional<std::string>& unlabeled) {
  add_value(command, "--unlabeled-label X", unlabeled,
            "a label that means unlabeled, beside '?'")
      ->group(kDataGroup);
}

void add_unlabeled_option(CLI::App& command, ReadOptions& options) {
  one_at_a_time(command.add_option(
                    "--unlabeled", options.unlabeled_files,
                    "add the documents of FILE, unlabeled; may be repeated"))
      ->group(kDataGroup);
}

void add_text_options(CLI::App& command, Source& source) {
  TableColumns& columns = source.columns;
  in_group(command, kTextGroup, [&] {
    add_value(command, "--format FORMAT", source.format,
              "auto (by name and first lines), labeled (label<TAB>text), "
              "plain, folders, csv, tsv, jsonl or fasttext")
        ->capture_default_str()
        ->check(CLI::IsMember({"auto", "labeled", "plain", "folders", "csv",
                               "tsv", "jsonl", "fasttext"}));
    command
        .add_option_function<std::vector<std::string>>(
            "--text-column",
            [&columns](const std::vector<std::string>& lists) {
              columns.text.clear();
              for (const std::string& list : lists)
                for (std::string& name : split_list(list))
                  columns.text.push_back(std::move(name));
            },
            "columns of the text, which are joined")
        ->type_name("NAMES")
        ->default_str("text");
    add_value(command, "--label-column NAME", columns.label,
              "column of the label (default label)");
    add_value(command, "--label-separator X", columns.label_separator,
              "separator X of the labels of a set (default: none)");
    add_value(command, "--id-column NAME", columns.id,
              "column of the ids (default id, else the line)");
    add_value(command, "--separator X", columns.separator,
              "field separator, X or tab (default: by the header)")
        ->transform(CLI::Validator(
            [](std::string& text) {
              if (text == "tab") text = "\t";
              return text.size() == 1
                         ? std::string()
                         : "expected a character or tab, found '" + text + "'";
            },
            "", ""));
    add_value(command, "--header yes|no", columns.header,
              "column names in a header; no: numbers (default yes)")
        ->check(CLI::IsMember({"yes", "no"}));
    command.add_flag("--backslash", columns.backslash,
                     "read \\x within quotes as the character x");
  });
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
  in_group(command, kDataGroup, [&] {
    add_value(command, "--seed-words WORDS", source.seed_words,
              "words of each class: a file (class, words) or names");
    command
        .add_option_function<std::string>(
            "--classes",
            [&source](const std::string& list) {
              source.classes = split_list(list);
              std::erase(source.classes, "");
            },
            "with --seed-words: what the classes are called")
        ->type_name("NAME,...");
  });
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

void add_run_options(CLI::App& command, int& threads, bool& quiet,
                     std::string* log, bool* verbose) {
  add_threads_option(command, threads);
  command.add_flag("-q,--quiet", quiet,
                   "print nothing but errors on standard error");
  if (verbose != nullptr)
    command.add_flag("-v,--verbose", *verbose,
                     "print every stage of the training and all figures");
  if (log != nullptr)
    add_value(command, "--log FILE", *log,
              "write all stages of the run to FILE, with times");
}

void add_output_option(CLI::App& command, std::string& output) {
  add_value(command, "-o,--output FILE", output,
            "file to write instead of standard output");
}

void add_json_option(CLI::App& command, bool& json) {
  command.add_flag("--json", json, "print one JSON object");
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

std::string file_words(const Source& source) {
  std::string words = shell_word(source.path);
  const auto add_flag = [&](bool given, const char* name) {
    if (given) words += std::string(" ") + name;
  };
  Source bare = source;
  bare.text = false;
  add_flag(source.text && !bare.holds_documents(), "--text");
  const TableColumns& columns = source.columns;
  add_words("--format", source.format == "auto" ? "" : source.format, words);
  if (columns.separator) {
    const std::string separator(1, *columns.separator);
    add_words("--separator", separator == "\t" ? "tab" : separator, words);
  }
  if (columns.header)
    add_words("--header", *columns.header ? "yes" : "no", words);
  add_flag(columns.backslash, "--backslash");
  if (columns.text != TableColumns().text)
    add_words("--text-column", list_word(columns.text), words);
  add_words("--vectors", source.vectors, words);
  add_flag(source.read.zero_based, "--zero-based");
  add_flag(source.read.double_values, "--double");
  return words;
}

std::string data_words(const Source& source) {
  std::string words = file_words(source);
  const TableColumns& columns = source.columns;
  const auto unless = [](const std::string& name, const char* usual) {
    return name == usual ? "" : name;
  };
  add_words("--label-column",
            columns.label.value_or(unless(columns.usual_label, "label")),
            words);
  add_words("--label-separator", columns.label_separator, words);
  add_words("--id-column", columns.id.value_or(unless(columns.usual_id, "id")),
            words);
  for (const std::string& labels : source.read.label_files)
    add_words("--labels", labels, words);
  add_words("--unlabeled-label", source.read.unlabeled_label.value_or(""),
            words);
  return words;
}

std::string training_words(const Source& source) {
  std::string words = data_words(source);
  add_words("--seed-words", source.seed_words, words);
  if (!source.seed_words.empty())
    add_words("--classes", list_word(source.classes), words);
  add_words("--votes", source.votes, words);
  return words;
}

}  // namespace semilin::cli
