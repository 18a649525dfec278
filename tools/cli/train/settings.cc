// The settings of methods: --set, which changes them, and semilin methods,
// which lists them.

#include <algorithm>
#include <array>
#include <set>
#include <utility>

#include "cli/command/help.h"
#include "cli/train/training.h"

namespace semilin::cli {
namespace {

// The members of a committee that can be named, one of each kind.
constexpr std::array kMembers = {kDa, kTvRls};

// --threads is an option of its own.
std::vector<Setting> own_settings(const Method& method, TrainOptions& options) {
  std::vector<Setting> all = settings_of_method(method, options);
  std::erase_if(all, [](const Setting& one) { return one.name == "threads"; });
  return all;
}

// A committee has two of one name where its members have one each.
Index count_of(const std::string& name, const Method& method) {
  TrainOptions options;
  const std::vector<Setting> all = own_settings(method, options);
  return std::count_if(all.begin(), all.end(),
                       [&](const Setting& one) { return one.name == name; });
}

// Whether it says how a graph is made, and nothing about new rows.
bool is_of_making(const std::string& name) {
  if (name == "neighbors" || name == "metric") return false;
  GraphMaking making;
  std::vector<Setting> all = settings_of(making.neighbors);
  for (Setting& one : settings_of(making.edges))
    all.push_back(std::move(one));
  return std::any_of(all.begin(), all.end(),
                     [&](const Setting& one) { return one.name == name; });
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
  TrainOptions options;
  std::vector<std::string> known;
  for (const Setting& one : own_settings(method_named(kCommittee), options))
    known.push_back(one.name);
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
  const Method& all = method_named(kCommittee);
  if (count_of(given.name, all) == 0) return unknown_setting(given.name);
  std::string fault;
  for (const Setting& one : own_settings(owner ? *owner : all, run.train)) {
    if (one.name != given.name || !fault.empty()) continue;
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

void require_setting(const Method& method, const GivenSetting& setting,
                     bool graph_file) {
  const auto& [owner, name] = setting;
  const std::string given =
      "--set " + (owner.empty() ? "" : owner + ".") + name;
  const std::string called(method.name);
  if (owner.empty() && count_of(name, method) > 1)
    throw UsageError(given + ": the members of the " + called +
                     " have one each: " + std::string(kMembers[0]) + "." +
                     name + " and " + std::string(kMembers[1]) + "." + name);
  const bool both = method.linear && method.graph;
  const bool named =
      owner.empty() || owner == method.name ||
      (both && std::count(kMembers.begin(), kMembers.end(), owner) > 0);
  const Method& reader = owner.empty() ? method : method_named(owner);
  if (!named || count_of(name, reader) == 0)
    throw UsageError(given + ": " + called +
                     " has no such setting (semilin methods " + called + ")");
  if (graph_file && is_of_making(name))
    throw UsageError(given + ": --graph gives a graph that is made already");
}

// Where both members of a committee have one of this name, as "da.lambda".
std::string settings_text(const Method& method) {
  TrainOptions options;
  std::string text;
  std::set<std::string> shown;
  for (const Setting& one : own_settings(method, options)) {
    const bool first = shown.insert(one.name).second;
    const std::string member = count_of(one.name, method) > 1
                                   ? std::string(kMembers[first ? 0 : 1]) + "."
                                   : "";
    const std::string standard = default_text(one);
    text +=
        help_entry(member + one.name,
                   one.help + "; " + one.range("|") +
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
