#include "cli/command/number_options.h"

#include "semilin/base/number_text.h"

namespace semilin::cli {

CLI::Validator within(const Bound& bound) {
  return CLI::Validator(
      [setting = Setting{.bound = bound}](const std::string& text) {
        return setting.fault(text);
      },
      "");
}

std::string read_numbers(const std::string& list, const Setting& setting,
                         std::vector<double>& numbers) {
  for (const std::string& text : CLI::detail::split(list + ',', ',')) {
    if (text.empty())
      return "expected values separated by commas, found '" + list + "'";
    if (std::string fault = setting.fault(text); !fault.empty()) return fault;
    numbers.push_back(parse_number(text).value_or(0));
  }
  return "";
}

std::string default_text(const Setting& setting) {
  const std::string text = setting.text();
  return !setting.values.empty() || text.empty() ? text : number(setting.get());
}

CLI::Option* add_setting(CLI::App& command, const Setting& setting) {
  const std::string name = "--" + setting.name;
  CLI::Option* option =
      command
          .add_option_function<std::string>(
              (setting.name == "neighbors" ? "-k," : "") + name,
              [setting, name](const std::string& text) {
                const std::string fault = setting.set(text);
                if (!fault.empty()) throw CLI::ValidationError(name, fault);
              },
              setting.help)
          ->default_str(default_text(setting));
  if (setting.is_truth()) return option->type_name("yes|no");
  return setting.values.empty()
             ? option->type_name(setting.largest == 0 ? "X" : "N")
             : option->type_name("NAME")->check(CLI::IsMember(setting.values));
}

}  // namespace semilin::cli
