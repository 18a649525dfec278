#include "cli/train/settings.h"

#include <algorithm>
#include <map>
#include <utility>

#include <CLI/CLI.hpp>

#include "semilin/base/number_text.h"
#include "semilin/learn/methods.h"

#include "cli/command/command.h"
#include "cli/command/help.h"
#include "cli/command/number_options.h"

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

// Reads "0.1,0.01", each number as one that the setting may have.
std::string take_list(const std::string& list, std::vector<double>& grid,
                      const Setting& setting) {
  grid.clear();
  return each_of_list(CLI::Validator(
      [&](const std::string& text) {
        grid.push_back(parse_number(text).value_or(0));
        return setting.fault(text);
      },
      "", ""))(list);
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

// Puts one NAME=VALUE where it belongs; returns what is wrong with it.
class SettingTaker {
 public:
  SettingTaker(Settings& settings, TrainOptions& options, GridOptions* grids)
      : settings_(settings), options_(options), grids_(grids) {}

  std::string operator()(const std::string& text) const {
    const std::size_t equals = text.find('=');
    if (equals == text.npos || equals == 0)
      return "expected NAME=VALUE, found '" + text + "'";
    GivenSetting setting{"", text.substr(0, equals)};
    if (const std::size_t dot = setting.name.find('.');
        dot != setting.name.npos) {
      setting.owner = setting.name.substr(0, dot);
      setting.name.erase(0, dot + 1);
    }
    std::string fault = put(setting, text.substr(equals + 1));
    if (fault.empty()) settings_.all.push_back(std::move(setting));
    return fault.empty() ? "" : text + ": " + fault;
  }

 private:
  std::string put(const GivenSetting& setting, const std::string& value) const {
    const Method* owner = nullptr;
    for (const Method& method : methods())
      if (method.name == setting.owner) owner = &method;
    if (owner == nullptr && !setting.owner.empty())
      return "there is no method '" + setting.owner + "'";
    if (!parts_of_names().contains(setting.name))
      return unknown_setting(setting.name);
    std::string fault;
    for (const auto& [part, one] : part_settings(options_)) {
      if (one.name != setting.name || !fault.empty()) continue;
      if (owner != nullptr && !has_part(*owner, part)) continue;
      const bool listed = grids_ != nullptr && grids_->lists.contains(one.name);
      fault = listed ? take_list(value, grids_->lists[one.name], one)
                     : one.set(value);
    }
    return fault;
  }

  Settings& settings_;
  TrainOptions& options_;
  GridOptions* grids_;
};

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

}  // namespace

bool Settings::has(const std::string& name) const {
  return std::any_of(all.begin(), all.end(),
                     [&](const GivenSetting& one) { return one.name == name; });
}

void add_set_option(CLI::App& command, Settings& settings,
                    TrainOptions& options, GridOptions* grids) {
  command
      .add_option_function<std::vector<std::string>>(
          "--set", [](const std::vector<std::string>&) {},
          grids == nullptr
              ? "change a number of the method (semilin methods METHOD lists "
                "them); may be repeated"
              : "change a number of the method; lambda, lambda-u, gamma, "
                "neighbors and kernel-width take lists X,... to try")
      ->type_name("NAME=VALUE")
      ->allow_extra_args(false)
      ->check(
          CLI::Validator([take = SettingTaker(settings, options, grids)](
                             const std::string& text) { return take(text); },
                         "", ""));
}

void require_settings_of(const Method& method, const Settings& settings,
                         bool graph_file) {
  for (const GivenSetting& setting : settings.all)
    require_setting(method, setting, graph_file);
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

}  // namespace semilin::cli
