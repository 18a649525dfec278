#include "cli/train/settings.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

#include <CLI/CLI.hpp>

#include "semilin/learn/methods.h"

#include "cli/command/command.h"
#include "cli/command/help.h"
#include "cli/command/number_options.h"
#include "cli/command/suggestion.h"

namespace semilin::cli {
namespace {

// The part of the options that has the setting.
enum class Part { Linear, Graph, Making };

// The members of a committee that can be named, one of each kind.
constexpr std::string_view kLinearMember = kDa;
constexpr std::string_view kGraphMember = kTvRls;

// visit(part, name, field, values, help) for every setting. --threads is an
// option of its own.
template <class Linear, class Graph, class Visit>
void describe_settings(Linear& linear, Graph& graph, const Visit& visit) {
  const auto as = [&](Part part) {
    return [&visit, part](const std::string& name, auto& field,
                          const auto& values, const std::string& help) {
      if (name != "threads") visit(part, name, field, values, help);
    };
  };
  describe(linear, as(Part::Linear));
  describe(graph.options, as(Part::Graph));
  describe(graph.kernel, as(Part::Graph));
  describe(graph.making.neighbors, as(Part::Making));
  describe(graph.making.edges, as(Part::Making));
}

using Parts = std::map<std::string, std::vector<Part>>;

const Parts& parts_of_names() {
  static const Parts parts = [] {
    Parts found;
    const LinearOptions linear;
    const GraphTraining graph;
    describe_settings(
        linear, graph,
        [&](Part part, const std::string& name, const auto&, const auto&,
            const std::string&) { found[name].push_back(part); });
    return found;
  }();
  return parts;
}

bool has_part(const Method& method, Part part) {
  return part == Part::Linear ? method.linear : method.graph;
}

// Puts the text into the field; returns what is wrong with it, or nothing.
template <class Field, class Values>
std::string take(const std::string& text, Field& field, const Values& values) {
  if constexpr (std::is_same_v<std::decay_t<Values>, Bound>) {
    if (std::string fault = within(values)(text); !fault.empty()) return fault;
    const double value = *parse_number(text);
    if constexpr (std::is_integral_v<Field>) {
      if (value != std::floor(value) || value > 1e15)
        return "expected a whole number, found '" + text + "'";
      field = static_cast<Field>(value);
    } else {
      field = value;
    }
    return "";
  } else {
    std::string known;
    for (const auto value : values) {
      std::string name;
      if constexpr (std::is_same_v<Field, bool>)
        name = value ? "yes" : "no";
      else
        name = to_string(value);
      if (name == text) {
        field = value;
        return "";
      }
      known += (known.empty() ? "" : ", ") + name;
    }
    return "expected one of " + known + ", found '" + text + "'";
  }
}

// Visits the grid that takes a list of numbers under this name; false if none
// does.
template <class Visit>
bool visit_grid(GridOptions* grids, const std::string& name,
                const Visit& visit) {
  if (grids == nullptr) return false;
  const std::map<std::string, std::vector<double>*> numbers = {
      {"lambda", &grids->lambda},
      {"lambda-u", &grids->lambda_u},
      {"gamma", &grids->gamma},
      {"kernel-width", &grids->width}};
  if (const auto found = numbers.find(name); found != numbers.end())
    visit(*found->second);
  else if (name == "neighbors")
    visit(grids->neighbors);
  else
    return false;
  return true;
}

// Reads "0.1,0.01", each number as a value of the field.
template <class Grid, class Values>
std::string take_list(const std::string& list, Grid& grid,
                      const Values& values) {
  grid.clear();
  return each_of_list(CLI::Validator(
      [&](const std::string& text) {
        return take(text, grid.emplace_back(), values);
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
  SettingTaker(Settings& settings, LinearOptions& linear, GraphTraining& graph,
               GridOptions* grids)
      : settings_(settings), linear_(linear), graph_(graph), grids_(grids) {}

  std::string operator()(const std::string& text) const {
    const std::size_t equals = text.find('=');
    if (equals == text.npos || equals == 0)
      return "expected NAME=VALUE, found '" + text + "'";
    Setting setting{"", text.substr(0, equals)};
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
  std::string put(const Setting& setting, const std::string& value) const {
    const Method* owner = nullptr;
    for (const Method& method : methods())
      if (method.name == setting.owner) owner = &method;
    if (owner == nullptr && !setting.owner.empty())
      return "there is no method '" + setting.owner + "'";
    if (!parts_of_names().contains(setting.name))
      return unknown_setting(setting.name);
    std::string fault;
    describe_settings(
        linear_, graph_,
        [&](Part part, const std::string& name, auto& field, const auto& values,
            const std::string&) {
          if (name != setting.name || !fault.empty()) return;
          if (owner != nullptr && !has_part(*owner, part)) return;
          if constexpr (std::is_same_v<std::decay_t<decltype(values)>, Bound>) {
            if (visit_grid(grids_, name, [&](auto& grid) {
                  fault = take_list(value, grid, values);
                }))
              return;
          }
          fault = take(value, field, values);
        });
    return fault;
  }

  Settings& settings_;
  LinearOptions& linear_;
  GraphTraining& graph_;
  GridOptions* grids_;
};

template <class Values>
std::string values_text(const Values& values) {
  if constexpr (std::is_same_v<Values, Bound>) {
    return to_string(values);
  } else {
    std::string text;
    for (const auto value : values)
      text += (text.empty() ? "" : "|") + default_text(value);
    return text;
  }
}

// "da.lambda" for a setting that two members of a committee have.
std::string spelling(const Method& method, Part part, const std::string& name) {
  const bool both = method.linear && method.graph;
  if (!both || parts_of_names().at(name).size() == 1) return name;
  return std::string(part == Part::Linear ? kLinearMember : kGraphMember) +
         "." + name;
}

void require_setting(const Method& method, const Setting& setting,
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
                     [&](const Setting& one) { return one.name == name; });
}

void add_set_option(CLI::App& command, Settings& settings,
                    LinearOptions& linear, GraphTraining& graph,
                    GridOptions* grids) {
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
          CLI::Validator([take = SettingTaker(settings, linear, graph, grids)](
                             const std::string& text) { return take(text); },
                         "", ""));
}

void require_settings_of(const Method& method, const Settings& settings,
                         bool graph_file) {
  for (const Setting& setting : settings.all)
    require_setting(method, setting, graph_file);
}

std::string settings_text(const Method& method) {
  const LinearOptions linear;
  const GraphTraining graph;
  std::string text;
  describe_settings(
      linear, graph,
      [&](Part part, const std::string& name, const auto& field,
          const auto& values, const std::string& help) {
        if (!has_part(method, part)) return;
        const std::string standard = default_text(field);
        text += help_entry(
            spelling(method, part, name),
            help + "; " + values_text(values) +
                (standard.empty() ? "" : " (default " + standard + ")"));
      });
  return text;
}

}  // namespace semilin::cli
