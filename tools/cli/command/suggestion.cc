#include "cli/command/suggestion.h"

#include <algorithm>
#include <cstddef>

#include <CLI/CLI.hpp>

#include "cli/command/help.h"

namespace semilin::cli {
namespace {

// Letters to change, add, drop, or exchange with their neighbors.
std::size_t edits(const std::string& a, const std::string& b) {
  // rows i - 2, i - 1 and i of the table of distances of prefixes
  std::vector<std::size_t> before(b.size() + 1);
  std::vector<std::size_t> last(b.size() + 1);
  std::vector<std::size_t> row(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j)
    row[j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    before.swap(last);
    last.swap(row);
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t differ = a[i - 1] == b[j - 1] ? 0 : 1;
      row[j] = std::min({last[j] + 1, row[j - 1] + 1, last[j - 1] + differ});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]) {
        row[j] = std::min(row[j], before[j - 2] + 1);
      }
    }
  }
  return row[b.size()];
}

}  // namespace

std::string nearest_word(const std::string& word,
                         const std::vector<std::string>& known) {
  std::string nearest;
  std::size_t least = word.size() / 3 + 1;
  for (const std::string& candidate : known) {
    const std::size_t distance = edits(word, candidate);
    if (distance >= least) continue;
    least = distance;
    nearest = candidate;
  }
  return nearest;
}

std::string did_you_mean(const CLI::App& app, int argc, char** argv) {
  std::vector<std::string> known;
  const auto chosen = app.get_subcommands();
  if (chosen.empty()) {
    for (const CLI::App* command : shown_commands(app))
      known.push_back(command->get_name());
  } else {
    for (const CLI::Option* option : shown_options(*chosen[0]))
      for (const std::string& name : names_of(*option))
        known.push_back(name);
  }
  for (int i = 1; i < argc; ++i) {
    const std::string argument = argv[i];
    const std::string word = argument.substr(0, argument.find('='));
    if (!chosen.empty() && !word.starts_with("--")) continue;
    if (std::find(known.begin(), known.end(), word) != known.end()) continue;
    const std::string meant = nearest_word(word, known);
    return meant.empty() ? "" : "; did you mean " + meant + "?";
  }
  return "";
}

}  // namespace semilin::cli
