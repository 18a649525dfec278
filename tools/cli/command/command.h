// The subcommands of `semilin`, and how one is added:
//
// 1. Write a file NAME.cc with `Command add_NAME(CLI::App& app)`. It makes the
//    subcommand (app.add_subcommand("NAME", "what it does")), puts its options
//    into a struct held by a shared_ptr, and returns the pair (the subcommand,
//    a function that does the work and returns the exit status).
// 2. Declare it below, call it in command.cc, list the file in CMakeLists.txt.
// 3. Its manual page is made from its --help (tools/scripts/manual.sh).
//
// Shared parts: data_options.h (how DATA is read, and what it includes),
// console.h (what goes to standard error), help.h (how --help looks).
//
// Exit status: 0 done; 1 the data or the run failed; 2 wrong usage. A failure
// is one line on standard error. Throw DataError or std::runtime_error for the
// first, UsageError or std::invalid_argument for the second.
#pragma once

#include <functional>
#include <stdexcept>
#include <string>

namespace CLI {
class App;
}  // namespace CLI

namespace semilin::cli {

/// The command line asks for something impossible.
class UsageError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// A subcommand and the function that runs it once its options are read.
struct Command {
  CLI::App* app = nullptr;
  std::function<int()> run;
};

[[nodiscard]] Command add_train(CLI::App& app);
[[nodiscard]] Command add_tune(CLI::App& app);
[[nodiscard]] Command add_methods(CLI::App& app);
[[nodiscard]] Command add_predict(CLI::App& app);
[[nodiscard]] Command add_evaluate(CLI::App& app);
[[nodiscard]] Command add_convert(CLI::App& app);
[[nodiscard]] Command add_inspect(CLI::App& app);
[[nodiscard]] Command add_graph(CLI::App& app);
[[nodiscard]] Command add_vectorize(CLI::App& app);
[[nodiscard]] Command add_serve(CLI::App& app);
[[nodiscard]] Command add_suggest(CLI::App& app);
[[nodiscard]] Command add_label(CLI::App& app);
[[nodiscard]] Command add_explain(CLI::App& app);
[[nodiscard]] Command add_audit(CLI::App& app);
[[nodiscard]] Command add_svmlin(CLI::App& app);

// Completes commands for the scripts of shells; --help does not show it.
[[nodiscard]] Command add_completion(CLI::App& app);

/// Refuses an option whose value is empty, an output that is an input or
/// another output (by any path or link, of any rank), and an output that cannot
/// be written.
/// Throws UsageError for the first two, DataError for the last.
void check_files(const CLI::App& command);
/// The same for a file that no option names: throws UsageError if `written`,
/// the file of `what`, is the same file as `other`.
void require_apart(const std::string& what, const std::string& written,
                   const std::string& other);
/// The same for all files that the command line names.
void require_apart(const std::string& what, const std::string& written,
                   const CLI::App& command);

/// Reads the command line, runs the subcommand, returns the exit status.
[[nodiscard]] int run(int argc, char** argv);

}  // namespace semilin::cli
