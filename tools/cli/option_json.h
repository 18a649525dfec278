// Options in force, as reports and files name them.
#ifndef SEMILIN_TOOLS_CLI_OPTION_JSON_H_
#define SEMILIN_TOOLS_CLI_OPTION_JSON_H_

#include <algorithm>
#include <string>

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

/// The options under their names in the library, without the threads.
[[nodiscard]] nlohmann::ordered_json to_json(const GraphMaking& options);

}  // namespace semilin::cli

#endif  // SEMILIN_TOOLS_CLI_OPTION_JSON_H_
