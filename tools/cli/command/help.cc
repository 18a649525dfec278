#include "cli/command/help.h"

#include <algorithm>
#include <cstddef>
#include <functional>
#include <map>
#include <sstream>
#include <string_view>
#include <utility>

namespace semilin::cli {
namespace {

// The examples with which --help of a command begins, without "semilin".
const std::map<std::string, std::vector<std::string_view>, std::less<>>
    kExamples = {
        {"semilin",
         {"train news.csv -o news.model --labels-out labels.csv",
          "predict news.model more.csv -o new.csv"}},
        {"train",
         {"train news.csv -o news.model",
          "train news.csv -o news.model --class-sizes equal --test new.csv",
          "train all.svm --labels labels.csv --method da -o all.model"}},
        {"tune",
         {"tune news.csv -o news.model",
          "tune all.svm -o all.model --method svm --set lambda=0.1,0.01"}},
        {"predict",
         {"predict news.model new.csv -o labels.csv",
          "predict news.model new.csv --probabilities --to jsonl"}},
        {"serve", {"serve news.model", "serve news.model --port 9000"}},
        {"evaluate", {"evaluate news.model test.csv"}},
        {"convert",
         {"convert all.svm all.store", "convert news.model news.liblinear"}},
        {"inspect", {"inspect news.csv", "inspect news.model"}},
        {"graph", {"graph all.store -o all.graph --neighbors 20"}},
        {"vectorize",
         {"vectorize news.csv -o news.store --ngrams 2",
          "vectorize new.csv --vocabulary news.store -o new.store"}},
        {"suggest",
         {"suggest news.csv -o to_label.csv",
          "suggest news.csv --model news.model -n 50"}},
        {"label", {"label news.csv -o page.html", "label news.csv --serve"}},
        {"explain", {"explain news.model --data news.csv --row 7"}},
        {"audit", {"audit news.csv"}},
        {"methods", {"methods", "methods tv-rls"}},
};

constexpr std::size_t kTextColumn = 28;
constexpr std::size_t kWidth = 80;

// Words in lines that begin at `column`; without words a line end.
std::string wrapped(const std::string& text, std::size_t column) {
  std::string out;
  std::string line(column, ' ');
  std::istringstream words(text);
  for (std::string word; words >> word;) {
    if (line.size() > column && line.size() + 1 + word.size() > kWidth) {
      out += line + '\n';
      line.assign(column, ' ');
    }
    line += (line.size() > column ? " " : "") + word;
  }
  return out + line + '\n';
}

// "-o, --output FILE"
std::string option_name(const CLI::Option& option) {
  std::string name = option.get_snames().empty() ? "    " : "";
  for (const std::string& part : names_of(option))
    name += (name.empty() || name.back() == ' ' ? "" : ", ") + part;
  return name + (value_of(option).empty() ? "" : " ") + value_of(option);
}

// The help, with the default.
std::string text_of(const CLI::Option& option) {
  const std::string& standard = option.get_default_str();
  const bool shown = option.get_type_size() != 0 && !standard.empty();
  return option.get_description() +
         (shown ? " (default " + standard + ")" : "");
}

// "semilin train [options] DATA -o FILE".
std::string usage_of(const CLI::App& app) {
  if (app.get_parent() == nullptr) return app.get_name() + " COMMAND ...";
  std::string usage =
      app.get_parent()->get_name() + " " + app.get_name() + " [options]";
  for (const CLI::Option* option : app.get_options()) {
    const bool required = option->get_required();
    if (option->get_group().empty()) continue;
    if (option->get_positional()) {
      std::string part = option->get_name(true);
      if (option->get_expected_max() > 1) part += " ...";
      usage += required ? " " + part : " [" + part + "]";
    } else if (required) {
      usage += " " + names_of(*option).front() + " " + value_of(*option);
    }
  }
  return usage;
}

// Letters to change, add, drop, or exchange with their neighbors.
std::size_t edits(const std::string& a, const std::string& b) {
  // rows i - 2, i - 1 and i of the table of distances of prefixes
  std::vector<std::size_t> before(b.size() + 1);
  std::vector<std::size_t> last(b.size() + 1);
  std::vector<std::size_t> row(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j)
    row[j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    before.swap(last);
    last.swap(row);
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t differ = a[i - 1] == b[j - 1] ? 0 : 1;
      row[j] = std::min({last[j] + 1, row[j - 1] + 1, last[j - 1] + differ});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]) {
        row[j] = std::min(row[j], before[j - 2] + 1);
      }
    }
  }
  return row[b.size()];
}

}  // namespace

std::string help_entry(const std::string& name, const std::string& text) {
  const std::string begin = "  " + name;
  const std::string rest = wrapped(text, kTextColumn);
  return begin.size() + 2 > kTextColumn ? begin + "\n" + rest
                                        : begin + rest.substr(begin.size());
}

std::vector<std::string> names_of(const CLI::Option& option) {
  std::vector<std::string> names;
  for (const std::string& part : option.get_snames())
    names.push_back("-" + part);
  for (const std::string& part : option.get_lnames())
    names.push_back("--" + part);
  return names;
}

std::string value_of(const CLI::Option& option) {
  if (option.get_type_size() == 0) return {};
  const std::string type = option.get_type_name();  // "NAME:{auto,cosine}"
  return type.substr(0, type.find(':'));
}

std::string command_line(const CLI::App& command) {
  std::string line = "semilin " + command.get_name();
  for (const CLI::Option* option : command.get_options()) {
    if (option->count() == 0) continue;
    if (!option->get_positional()) line += " " + names_of(*option).back();
    if (!option->get_positional() && value_of(*option).empty()) continue;
    for (const std::string& word : option->results()) {
      const bool plain = word.find_first_of(" \t'\"$&;|<>*?") == word.npos;
      line += plain ? " " + word : " '" + word + "'";
    }
  }
  return line;
}

std::vector<const CLI::App*> shown_commands(const CLI::App& app) {
  return app.get_subcommands(
      [](const CLI::App* command) { return !command->get_group().empty(); });
}

std::vector<const CLI::Option*> shown_options(const CLI::App& app) {
  return app.get_options([](const CLI::Option* option) {
    return option->nonpositional() && !option->get_group().empty();
  });
}

std::string HelpFormatter::make_help(const CLI::App* app, std::string name,
                                     CLI::AppFormatMode mode) const {
  std::string help = CLI::Formatter::make_help(app, std::move(name), mode);
  for (std::size_t at = 0; (at = help.find("\n\n\n", at)) != help.npos;)
    help.erase(at, 1);
  while (help.ends_with("\n\n"))
    help.pop_back();
  return help;
}

std::string HelpFormatter::make_option(const CLI::Option* option,
                                       bool is_positional) const {
  return help_entry(
      is_positional ? option->get_name(true) : option_name(*option),
      text_of(*option));
}

std::string HelpFormatter::make_subcommand(const CLI::App* command) const {
  return help_entry(command->get_name(), command->get_description());
}

std::string HelpFormatter::make_group(
    std::string group, bool is_positional,
    std::vector<const CLI::Option*> options) const {
  if (group != kElsewhereGroup)
    return CLI::Formatter::make_group(group, is_positional, options);
  std::string names;
  for (const CLI::Option* option : options)
    names += " " + names_of(*option).back();
  return "\n" + group + ":\n" + wrapped(names, 2);
}

std::string HelpFormatter::make_usage(const CLI::App* app,
                                      std::string /*name*/) const {
  std::string text;
  const auto found = kExamples.find(app->get_name());
  if (found != kExamples.end()) {
    text = "\nExamples:\n";
    for (const std::string_view example : found->second)
      text += "  semilin " + std::string(example) + "\n";
  }
  return text + "\nUsage: " + usage_of(*app) + "\n";
}

std::string nearest_word(const std::string& word,
                         const std::vector<std::string>& known) {
  std::string nearest;
  std::size_t least = word.size() / 3 + 1;
  for (const std::string& candidate : known) {
    const std::size_t distance = edits(word, candidate);
    if (distance >= least) continue;
    least = distance;
    nearest = candidate;
  }
  return nearest;
}

std::string did_you_mean(const CLI::App& app, int argc, char** argv) {
  std::vector<std::string> known;
  const auto chosen = app.get_subcommands();
  if (chosen.empty()) {
    for (const CLI::App* command : shown_commands(app))
      known.push_back(command->get_name());
  } else {
    for (const CLI::Option* option : shown_options(*chosen[0]))
      for (const std::string& name : names_of(*option))
        known.push_back(name);
  }
  for (int i = 1; i < argc; ++i) {
    const std::string argument = argv[i];
    const std::string word = argument.substr(0, argument.find('='));
    if (!chosen.empty() && !word.starts_with("--")) continue;
    if (std::find(known.begin(), known.end(), word) != known.end()) continue;
    const std::string meant = nearest_word(word, known);
    return meant.empty() ? "" : "; did you mean " + meant + "?";
  }
  return "";
}

}  // namespace semilin::cli
