// The inner numbers and choices of the methods: --set NAME=VALUE, by the names
// that describe() gives them.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "semilin/learn/train.h"

namespace CLI {
class App;
}  // namespace CLI

namespace semilin::cli {

/// One --set as it was given: NAME=VALUE, or METHOD.NAME=VALUE.
struct GivenSetting {
  std::string owner;  ///< METHOD; empty: none was named
  std::string name;   ///< NAME
};

/// All settings of --set. Their values are already in the options.
struct Settings {
  std::vector<GivenSetting> all;
  /// True if one of them has this name.
  [[nodiscard]] bool has(const std::string& name) const;
};

/// The lists of numbers that tune tries; empty: its defaults.
struct GridOptions {
  std::map<std::string, std::vector<double>> lists = {{"lambda", {}},
                                                      {"lambda-u", {}},
                                                      {"gamma", {}},
                                                      {"kernel-width", {}},
                                                      {"neighbors", {}}};
};

/// Adds --set, which puts values into `options`, and refuses the old
/// options of these names with a line that names the new spelling. With
/// `grids`, which are borrowed, a name of theirs takes a list of numbers.
void add_set_option(CLI::App& command, Settings& settings,
                    TrainOptions& options, GridOptions* grids = nullptr);

/// Refuses settings that the method does not have, or that do not name the
/// member of a committee where two members have one of this name. With
/// `graph_file` the graph is not made. Throws UsageError.
void require_settings_of(const Method& method, const Settings& settings,
                         bool graph_file);

/// The settings of the method: name, meaning, bounds or values, and default.
[[nodiscard]] std::string settings_text(const Method& method);

}  // namespace semilin::cli
