#include "cli/number_options.h"

#include <cmath>
#include <optional>

namespace semilin::cli {

std::string bound_fault(const std::string& text, const std::string& bound) {
  const std::optional<double> value = parse_number(text);
  if (!value) return "expected a number, found '" + text + "'";
  const bool kept = bound == "> 0"      ? *value > 0
                    : bound == ">= 0"   ? *value >= 0
                    : bound == "finite" ? std::isfinite(*value)
                                        : true;
  return kept ? "" : "must be " + bound + ", found " + text;
}

CLI::Option* add_flag(CLI::App& command, const std::string& name, bool& field,
                      const std::string& bound, const std::string& help) {
  if (!bound.empty()) {
    return command.add_option("--" + name, field, help)
        ->type_name("yes|no")
        ->check([](const std::string& text) {
          const bool known = text == "yes" || text == "no";
          return known ? "" : "expected yes or no, found '" + text + "'";
        })
        ->default_str(field ? "yes" : "no");
  }
  if (!field) return command.add_flag("--" + name, field, help);
  return command.add_flag_callback(
      "--no-" + name, [&field] { field = false; }, "do not " + help);
}

}  // namespace semilin::cli
