// The word that was meant by a mistyped one.
#ifndef SEMILIN_TOOLS_CLI_COMMAND_SUGGESTION_H_
#define SEMILIN_TOOLS_CLI_COMMAND_SUGGESTION_H_

#include <string>
#include <vector>

namespace CLI {
class App;
}  // namespace CLI

namespace semilin::cli {

/// The word of `known` that is nearest to `word` by changed, added, missing and
/// exchanged letters; empty if none is nearer than a third of its length.
[[nodiscard]] std::string nearest_word(const std::string& word,
                                       const std::vector<std::string>& known);

/// "; did you mean --method?" for the first of the arguments that is no command
/// or option of the program, as far as it was read; otherwise empty.
[[nodiscard]] std::string did_you_mean(const CLI::App& app, int argc,
                                       char** argv);

}  // namespace semilin::cli

#endif  // SEMILIN_TOOLS_CLI_COMMAND_SUGGESTION_H_
