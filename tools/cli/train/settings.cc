// The settings of methods: --set, which changes them, and semilin methods,
// which lists them.

#include <algorithm>
#include <map>
#include <utility>

#include "cli/command/help.h"
#include "cli/train/training.h"

namespace semilin::cli {
namespace {

// The part of the options that has the setting.
enum class Part { Linear, Graph, Making };

// The members of a committee that can be named, one of each kind.
constexpr std::string_view kLinearMember = kDa;
constexpr std::string_view kGraphMember = kTvRls;

struct PartSetting {
  Part part;
  Setting setting;
};

// All settings. --threads is an option of its own.
std::vector<PartSetting> part_settings(TrainOptions& options) {
  GraphTraining& graph = options.graph;
  std::vector<PartSetting> all;
  const auto add = [&all](Part part, const std::vector<Setting>& settings) {
    for (const Setting& one : settings)
      if (one.name != "threads") all.push_back({part, one});
  };
  add(Part::Linear, settings_of(options.linear));
  add(Part::Graph, settings_of(graph.options));
  add(Part::Graph, settings_of(graph.kernel));
  add(Part::Making, settings_of(graph.making.neighbors));
  add(Part::Making, settings_of(graph.making.edges));
  return all;
}

using Parts = std::map<std::string, std::vector<Part>>;

const Parts& parts_of_names() {
  static const Parts parts = [] {
    Parts found;
    TrainOptions options;
    for (const auto& [part, setting] : part_settings(options))
      found[setting.name].push_back(part);
    return found;
  }();
  return parts;
}

bool has_part(const Method& method, Part part) {
  return part == Part::Linear ? method.linear : method.graph;
}

// Puts "0.1,0.01" into the grid of the setting, if tune has one; returns what
// is wrong, and nothing if there is no grid.
std::optional<std::string> put_grid(const std::string& list,
                                    const Setting& setting, TuneOptions& tune) {
  const std::string name =
      setting.name == "kernel-width" ? "width" : setting.name;
  for (Setting& grid : settings_of(tune)) {
    if (!grid.list || grid.name != name) continue;
    grid.bound = setting.bound;
    return set_to({list}, grid);
  }
  return std::nullopt;
}

std::string unknown_setting(const std::string& name) {
  std::vector<std::string> known;
  for (const auto& [one, parts] : parts_of_names())
    known.push_back(one);
  const std::string meant = nearest_word(name, known);
  return "there is no setting '" + name + "'" +
         (meant.empty() ? "" : "; did you mean " + meant + "?") +
         " (semilin methods METHOD lists them)";
}

// Puts a value where it belongs; returns what is wrong with it.
std::string put(const GivenSetting& given, const std::string& value,
                RunOptions& run) {
  const Method* owner = nullptr;
  for (const Method& method : methods())
    if (method.name == given.owner) owner = &method;
  if (owner == nullptr && !given.owner.empty())
    return "there is no method '" + given.owner + "'";
  if (!parts_of_names().contains(given.name))
    return unknown_setting(given.name);
  std::string fault;
  for (const auto& [part, one] : part_settings(run.train)) {
    if (one.name != given.name || !fault.empty()) continue;
    if (owner != nullptr && !has_part(*owner, part)) continue;
    const auto grid = run.tune ? put_grid(value, one, *run.tune) : std::nullopt;
    fault = grid ? *grid : one.set(value);
  }
  return fault;
}

// Takes NAME=VALUE or METHOD.NAME=VALUE; returns what is wrong with it.
std::string take_setting(const std::string& text, TrainArguments& options) {
  const std::size_t equals = text.find('=');
  if (equals == text.npos || equals == 0)
    return "expected NAME=VALUE, found '" + text + "'";
  GivenSetting given{"", text.substr(0, equals)};
  if (const std::size_t dot = given.name.find('.'); dot != given.name.npos) {
    given.owner = given.name.substr(0, dot);
    given.name.erase(0, dot + 1);
  }
  const std::string fault = put(given, text.substr(equals + 1), options.run);
  if (!fault.empty()) return text + ": " + fault;
  options.settings.push_back(std::move(given));
  return "";
}

// "da.lambda" for a setting that two members of a committee have.
std::string spelling(const Method& method, Part part, const std::string& name) {
  const bool both = method.linear && method.graph;
  if (!both || parts_of_names().at(name).size() == 1) return name;
  return std::string(part == Part::Linear ? kLinearMember : kGraphMember) +
         "." + name;
}

void require_setting(const Method& method, const GivenSetting& setting,
                     bool graph_file) {
  const std::string& name = setting.name;
  const std::string given =
      "--set " + (setting.owner.empty() ? "" : setting.owner + ".") + name;
  const std::vector<Part>& parts = parts_of_names().at(name);
  const bool both = method.linear && method.graph;
  if (both && setting.owner.empty() && parts.size() > 1) {
    throw UsageError(given + ": the members of the " +
                     std::string(method.name) +
                     " have one each: " + spelling(method, Part::Linear, name) +
                     " and " + spelling(method, Part::Graph, name));
  }
  const bool named = setting.owner.empty() || setting.owner == method.name ||
                     (both && (setting.owner == kLinearMember ||
                               setting.owner == kGraphMember));
  const bool has = std::any_of(parts.begin(), parts.end(), [&](Part part) {
    return has_part(method, part) &&
           (setting.owner.empty() ||
            has_part(method_named(setting.owner), part));
  });
  if (!named || !has) {
    throw UsageError(given + ": " + std::string(method.name) +
                     " has no such setting (semilin methods " +
                     std::string(method.name) + ")");
  }
  // neighbors and metric also decide which rows a new row depends on
  const bool making =
      parts.front() == Part::Making && name != "neighbors" && name != "metric";
  if (graph_file && making)
    throw UsageError(given + ": --graph gives a graph that is made already");
}

std::string settings_text(const Method& method) {
  TrainOptions options;
  std::string text;
  for (const auto& [part, setting] : part_settings(options)) {
    if (!has_part(method, part)) continue;
    const std::string standard = default_text(setting);
    text +=
        help_entry(spelling(method, part, setting.name),
                   setting.help + "; " + setting.range("|") +
                       (standard.empty() ? "" : " (default " + standard + ")"));
  }
  return text;
}

std::string table_of_methods() {
  std::string text;
  for (const Method& method : methods())
    text += help_entry(std::string(method.name), std::string(method.help));
  return text;
}

}  // namespace

void add_set_option(CLI::App& command, TrainArguments& options) {
  command
      .add_option_function<std::vector<std::string>>(
          "--set", [](const std::vector<std::string>&) {},
          options.run.tune
              ? "change a number of the method; lambda, lambda-u, gamma, "
                "neighbors and kernel-width take lists X,... to try"
              : "change a number of the method (semilin methods METHOD lists "
                "them); may be repeated")
      ->type_name("NAME=VALUE")
      ->allow_extra_args(false)
      ->check(CLI::Validator(
          [&options](const std::string& text) {
            return take_setting(text, options);
          },
          "", ""));
}

void require_options_of(const Method& method, const TrainArguments& options) {
  for (const GivenSetting& setting : options.settings)
    require_setting(method, setting, !options.run.graph_file.empty());
  const auto refuse = [&](bool given, const char* name) {
    if (given)
      throw UsageError(std::string(name) + ": not for --method " +
                       std::string(method.name));
  };
  if (!method.linear) {
    refuse(options.run.c.has_value(), "-C");
    refuse(!options.run.class_weight.empty(), "--class-weight");
    refuse(!options.source.row_weights.empty(), "--row-weights");
  }
  if (!method.graph) refuse(!options.run.graph_file.empty(), "--graph");
}

Command add_methods(CLI::App& app) {
  CLI::App* command =
      app.add_subcommand("methods", "list the methods, or the settings of one");
  const auto name = std::make_shared<std::string>();
  command
      ->add_option(
          "METHOD", *name,
          "method whose settings are listed (default: list the methods)")
      ->check(CLI::IsMember(names_of_methods()));
  return {command, [name] {
            write_file("-", name->empty() ? table_of_methods()
                                          : settings_text(method_named(*name)));
            return 0;
          }};
}

}  // namespace semilin::cli
