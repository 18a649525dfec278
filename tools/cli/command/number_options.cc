#include "cli/command/number_options.h"

#include <optional>

namespace semilin::cli {

CLI::Validator within(const Bound& bound) {
  return CLI::Validator(
      [bound](const std::string& text) {
        const std::optional<double> value = parse_number(text);
        if (!value) return "expected a number, found '" + text + "'";
        return bound.admits(*value)
                   ? ""
                   : "must be " + to_string(bound) + ", found " + text;
      },
      "");
}

CLI::Validator each_of_list(const CLI::Validator& check) {
  return CLI::Validator(
      [check](const std::string& list) -> std::string {
        for (const std::string& text : CLI::detail::split(list + ',', ',')) {
          if (text.empty())
            return "expected values separated by commas, found '" + list + "'";
          if (std::string error = check(text); !error.empty()) return error;
        }
        return "";
      },
      "");
}

CLI::Option* add_yes_or_no(CLI::App& command, const std::string& name,
                           bool& field, const std::string& help) {
  if (!field) return command.add_flag("--" + name, field, help);
  return command.add_option("--" + name, field, help)
      ->type_name("yes|no")
      ->default_str("yes")
      ->check([](const std::string& text) {
        const bool known = text == "yes" || text == "no";
        return known ? "" : "expected yes or no, found '" + text + "'";
      });
}

}  // namespace semilin::cli
