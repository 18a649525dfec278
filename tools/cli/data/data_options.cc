#include "cli/data/data_options.h"

#include <algorithm>
#include <map>

#include "semilin/advanced/io/label_text.h"
#include "semilin/linear/options.h"

#include "cli/command/help.h"
#include "cli/data/predictions.h"

namespace semilin::cli {
namespace {

// The settings that the command spells otherwise.
const std::map<std::string, std::string> kSpellings = {
    {"C", "-C"},
    {"class-weights", "--class-weight"},
    {"count", "-n,--count"},
    {"neighbors", "-k,--neighbors"},
    {"random-share", "--random"},
    {"text-columns", "--text-column"},
    {"double-values", "--double"}};

std::string option_name(const Setting& setting) {
  const auto own = kSpellings.find(setting.name);
  return own == kSpellings.end() ? "--" + setting.name : own->second;
}

std::string type_of(const Setting& setting) {
  if (setting.is_truth()) return "yes|no";
  if (!setting.text_name.empty()) return setting.text_name;
  const std::string name = setting.largest == 0 ? "X" : "N";
  return !setting.values.empty() ? "NAME" : setting.list ? name + ",..." : name;
}

// The option and its value, as a shell reads them.
std::string words_of(const Setting& setting) {
  const std::string name = " " + option_name(setting);
  if (setting.flag) return name;
  std::vector<std::string> values = setting.get();
  if (setting.list && setting.commas) {
    std::string list;
    append_record(values, ',', list);
    list.pop_back();  // the line feed
    values = {list};
  }
  std::string words;
  for (const std::string& value : values)
    words += name + " " + shell_word(value);
  return words;
}

// The settings that commands of this purpose do not have.
std::vector<std::string> hidden_for(Purpose purpose) {
  std::vector<std::string> names = {"purpose", "threads"};
  if (purpose == Purpose::Train) return names;
  names.insert(names.end(), {"unlabeled", "row-weights", "vocabulary"});
  VocabularyOptions terms;
  for (const Setting& one : settings_of(terms))
    names.push_back(one.name);
  if (purpose == Purpose::Read)
    names.insert(names.end(), {"seed-words", "classes", "voters"});
  return names;
}

// The name of a column, given or recalled, unless it is the usual one.
std::optional<std::string> other_name(const std::optional<std::string>& given,
                                      const std::string& recalled,
                                      const std::string& usual) {
  const std::string name = given.value_or(recalled);
  return name == usual ? std::nullopt : std::optional(name);
}

}  // namespace

CLI::Validator within(const Bound& bound) {
  return CLI::Validator(
      [setting = Setting{.bound = bound}](const std::string& text) {
        return setting.fault(text);
      },
      "");
}

bool has_name(const std::vector<std::string>& names, const std::string& name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

std::string set_to(const std::vector<std::string>& given,
                   const Setting& setting) {
  if (!setting.list || !setting.commas) return setting.set(given);
  std::vector<std::string> values;
  for (const std::string& list : given)
    for (std::string& one : setting.is_number()
                                ? CLI::detail::split(list + ',', ',')
                                : split_list(list))
      if (!one.empty() || setting.is_number()) values.push_back(std::move(one));
  return setting.set(values);
}

std::string default_text(const Setting& setting) {
  const std::string text = setting.text();
  if (setting.flag || text.empty()) return "";
  return setting.is_number() ? number(parse_number(text).value_or(0)) : text;
}

CLI::Option* add_setting(CLI::App& command, const Setting& setting) {
  const std::string name = option_name(setting);
  const auto set = [setting, name](const std::vector<std::string>& given) {
    const std::string fault = set_to(given, setting);
    if (!fault.empty())
      throw CLI::ValidationError(name.substr(name.find(',') + 1), fault);
  };
  if (setting.flag)
    return command.add_flag_callback(
        name, [set] { set({"yes"}); }, spelled(setting.help));
  CLI::Option* option = command
                            .add_option_function<std::vector<std::string>>(
                                name, set, spelled(setting.help))
                            ->type_name(type_of(setting))
                            ->default_str(default_text(setting))
                            ->allow_extra_args(false);
  if (!setting.list)
    option->multi_option_policy(CLI::MultiOptionPolicy::Throw)->expected(1);
  if (!setting.values.empty() && !setting.is_truth())
    option->check(CLI::IsMember(setting.values));
  return option;
}

void add_model_argument(CLI::App& command, std::string& model) {
  command
      .add_option("MODEL", model,
                  "model written by train, or a LIBLINEAR model")
      ->required();
}

void add_data_argument(CLI::App& command, std::string& data,
                       const std::string& help) {
  command.add_option("DATA", data, help)->required();
}

void add_source_options(CLI::App& command, Source& source, Purpose purpose,
                        const std::vector<std::string>& shown,
                        const std::vector<std::string>& without) {
  std::vector<std::string> hidden = hidden_for(purpose);
  hidden.insert(hidden.end(), without.begin(), without.end());
  add_settings(command, source, kDataGroup, hidden);
  if (purpose == Purpose::Train)
    command.get_option("--ngrams")
        ->type_name("N|1-N")
        ->transform([](const std::string& text) {
          return text.starts_with("1-") ? text.substr(2) : text;
        });
  if (purpose == Purpose::Read && !has_name(without, "votes"))
    command.get_option("--votes")->description(
        "what voters of the training say of DATA: a table as train --votes "
        "reads it; needs a model of train --votes with probabilities");
  if (!shown.empty()) shorten_reading_options(command, shown);
}

void add_threads_option(CLI::App& command, int& threads) {
  add_setting(command, setting_of("threads", threads, kThreads,
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

void add_format_option(CLI::App& command, std::string& to,
                       const std::vector<std::string>& formats,
                       const std::string& help) {
  add_value(command, "--to FORMAT", to, help)->check(CLI::IsMember(formats));
  command.add_flag_callback(
      "--json", [&to] { to = "json"; }, "print one JSON document (--to json)");
}

void shorten_reading_options(CLI::App& command,
                             const std::vector<std::string>& shown) {
  for (CLI::Option* option : command.get_options())
    if (option->get_group() == kDataGroup &&
        !has_name(shown, option->get_name()))
      option->group(kElsewhereGroup);
}

std::string source_words(const Source& given, Purpose purpose,
                         const ModelHead* model) {
  Source source = given, usual{.path = given.path};
  if (model != nullptr) recall_columns(*model, usual);
  TableColumns& own = source.columns;
  own.label = other_name(own.label, own.usual_label, usual.columns.usual_label);
  own.id = other_name(own.id, own.usual_id, usual.columns.usual_id);
  source.text = false;
  source.text = (given.text && !source.holds_documents()) || usual.text;
  if (source.seed_words.empty()) source.classes.clear();
  std::string words = shell_word(source.path);
  const std::vector<std::string> hidden = hidden_for(purpose);
  const std::vector<Setting> standard = settings_of(usual);
  for (std::size_t i = 0; const Setting& one : settings_of(source))
    if (one.get() != standard[i++].get() && !has_name(hidden, one.name))
      words += words_of(one);
  return words;
}

}  // namespace semilin::cli
