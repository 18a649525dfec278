// Runs a script in a page, in a browser without a window (Chromium).
#pragma once

#include "support/command.h"

namespace semilin::test {

/// Chromium without a window; what it keeps stays in the folder it runs in.
inline const std::string kBrowser =
    "timeout 60 chromium --headless --no-sandbox --disable-gpu "
    "--user-data-dir=profile ";

/// False, and says so, where Chromium is absent.
inline bool has_browser() {
  const bool found = std::system("command -v chromium >/dev/null") == 0;
  if (!found) MESSAGE("SKIPPED: needs chromium");
  return found;
}

/// Opens the workshop's file `page`, runs `script` behind it and returns what
/// that leaves in `result`. `options` are Chromium's. What the page keeps in
/// the browser stays in the workshop.
inline json in_browser(const Workshop& shop, const std::string& page,
                       const std::string& script,
                       const std::string& options = "") {
  std::string driven = shop.read(page);
  driven.insert(std::min(driven.find("</body>"), driven.size()),
                "<script>" + script +
                    ";\nconst told = document.createElement('pre');"
                    "told.id = 'told';"
                    "told.textContent = encodeURIComponent("
                    "JSON.stringify(result));"
                    "document.body.append(told);</script>");
  shop.write("driven.html", driven);
  const Outcome outcome =
      shop.shell(kBrowser + "--virtual-time-budget=2000 --hide-scrollbars " +
                 options + " --dump-dom \"file://$PWD/driven.html\"");
  REQUIRE(outcome.status == 0);
  const std::string begin = "<pre id=\"told\">";
  const std::size_t first = outcome.out.find(begin);
  REQUIRE(first != std::string::npos);
  std::string text;
  for (std::size_t i = first + begin.size(); outcome.out[i] != '<'; ++i) {
    if (outcome.out[i] != '%') {
      text += outcome.out[i];
      continue;
    }
    text +=
        static_cast<char>(std::stoi(outcome.out.substr(i + 1, 2), nullptr, 16));
    i += 2;
  }
  return json::parse(text);
}

}  // namespace semilin::test
