#include "cli/command/console.h"

#include <array>
#include <ctime>
#include <iostream>

#include <nlohmann/json.hpp>

#include "semilin/advanced/io/label_text.h"

namespace semilin::cli {
void say(const std::string& line) {
  std::cerr << printable_text(line) + "\n" << std::flush;
}

void warn(const std::string& message) {
  say("semilin: warning: " + message);
}

std::string json_text(const nlohmann::ordered_json& json) {
  return json.dump(2, ' ', false, nlohmann::json::error_handler_t::replace) +
         "\n";
}

std::string utc_time(const char* format) {
  const std::time_t now = std::time(nullptr);
  std::tm parts{};
  gmtime_r(&now, &parts);
  std::array<char, 32> text{};
  std::strftime(text.data(), text.size(), format, &parts);
  return text.data();
}

}  // namespace semilin::cli
