// Options in force, as reports and files name them.
#ifndef SEMILIN_TOOLS_CLI_OPTION_JSON_H_
#define SEMILIN_TOOLS_CLI_OPTION_JSON_H_

#include <algorithm>
#include <optional>
#include <string>
#include <type_traits>

#include <nlohmann/json.hpp>

#include "semilin/learn/train.h"

namespace semilin::cli {

/// The fields that describe() names, those without a value as null.
template <class Options>
void put_described(const Options& options, nlohmann::ordered_json& json) {
  describe(options, [&json](std::string name, const auto& field, const auto&,
                            const auto&) {
    std::replace(name.begin(), name.end(), '-', '_');
    json[name] = printable(field);
  });
}

/// The value that put_described wrote, if `json` has one of this name.
template <class Field, class Values>
void take_value(const nlohmann::ordered_json& json, std::string name,
                Field& field, const Values& values) {
  std::replace(name.begin(), name.end(), '-', '_');
  const auto found = json.find(name);
  if (found == json.end() || found->is_null()) return;
  if constexpr (std::is_enum_v<Field>) {
    for (const Field value : values)
      if (*found == nlohmann::ordered_json(to_string(value))) field = value;
  } else if constexpr (std::is_same_v<Field, std::optional<double>>) {
    field = found->template get<double>();
  } else {
    found->get_to(field);
  }
}

/// The inverse of put_described; fields that `json` does not have stay.
template <class Options>
void take_described(const nlohmann::ordered_json& json, Options& options) {
  describe(options,
           [&json](const char* name, auto& field, const auto& values,
                   const auto&) { take_value(json, name, field, values); });
}

/// Those that reports and models hold for a graph method (train_report.h).
void take_graph_training(const nlohmann::ordered_json& json,
                         GraphTraining& training);

/// The options under their names in the library, without the threads.
[[nodiscard]] nlohmann::ordered_json to_json(const GraphMaking& options);

}  // namespace semilin::cli

#endif  // SEMILIN_TOOLS_CLI_OPTION_JSON_H_
