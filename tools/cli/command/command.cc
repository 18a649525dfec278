#include "cli/command/command.h"

#include <algorithm>
#include <atomic>
#include <csignal>
#include <exception>
#include <filesystem>
#include <iostream>
#include <memory>
#include <new>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <CLI/CLI.hpp>
#include <unistd.h>

#include "semilin/base/error.h"
#include "semilin/version.h"

#include "cli/command/console.h"
#include "cli/command/help.h"
#include "cli/command/world.h"

namespace semilin::cli {
namespace {

constexpr int kFailed = 1;
constexpr int kWrongUsage = 2;

constexpr const char* kAbout =
    "semilin learns to label documents from a few labeled and many unlabeled "
    "ones.\n"
    "Unless --method names another, semilin train uses the committee: "
    "annealing,\ntotal variation on a graph and naive Bayes vote on the "
    "unlabeled documents.\nWhere all documents have a label it trains the SVM, "
    "and where they have several,\nannealing.";

constexpr const char* kFooter =
    "semilin COMMAND --help lists a command's options.\n"
    "Exit status: 0 done, 1 the data or the run failed, 2 wrong usage.";

void set_up(CLI::App& app) {
  app.set_help_flag("-h,--help", "print this help and exit");
  app.set_version_flag("--version", "semilin " + std::string(version()),
                       "print the version and exit");
  app.formatter(std::make_shared<HelpFormatter>());
  app.require_subcommand(1);
}

std::vector<Command> add_commands(CLI::App& app) {
  std::vector<Command> commands = {
      add_train(app),     add_tune(app),      add_predict(app),
      add_evaluate(app),  add_convert(app),   add_inspect(app),
      add_graph(app),     add_vectorize(app), add_suggest(app),
      add_label(app),     add_explain(app),   add_audit(app),
      add_methods(app),   add_serve(app),     add_svmlin(app),
      add_completion(app)};
  app.footer(kFooter);  // last: subcommands would inherit it
  return commands;
}

int report(const World& world, const std::string& fault, int status) {
  std::string message = spelled(fault);
  world.wait_for_turn();
  while (message.ends_with('\n'))
    message.pop_back();
  std::replace(message.begin(), message.end(), '\n', ' ');
  say("semilin: " + message);
  world.end_all(status);
  return status;
}

// A page of a mapped file is missing: the file was cut while it was in use, or
// its disk fails. Nothing but this may be called now. Several threads may miss
// a page at once: the first prints the message, the others wait for the end.
// NOLINTNEXTLINE(cppcoreguidelines-avoid-non-const-global-variables): a handler
std::atomic_flag page_lost;

extern "C" void end_at_lost_page(int /*signal*/) {
  while (page_lost.test_and_set())
    ::pause();
  constexpr std::string_view kMessage =
      "semilin: a store was cut, or its disk failed, while it was read\n";
  (void)!::write(STDERR_FILENO, kMessage.data(), kMessage.size());
  ::_exit(kFailed);
}

int report_usage(const World& world, const CLI::App& app,
                 const std::string& message) {
  std::string command = "semilin";
  for (const CLI::App* sub : app.get_subcommands())
    command += " " + sub->get_name();
  return report(world, message + " (see " + command + " --help)", kWrongUsage);
}

// --help and --version, which CLI11 throws as errors with status 0.
int print_page(const CLI::App& app, const CLI::ParseError& page) {
  if (World::number() > 0) return 0;
  app.exit(page);
  if (!std::cout.flush()) throw DataError("standard output", "cannot write");
  return 0;
}

int parse_and_run(const World& world, CLI::App& app, int argc, char** argv) {
  set_up(app);
  std::vector<Command> commands;
  // the version takes a millisecond less without them
  if (argc != 2 || argv[1] != std::string_view("--version"))
    commands = add_commands(app);
  // "help train" is "train --help"
  std::vector<std::string> words(argv + 1, argv + argc);
  if (!words.empty() && words[0] == "help") {
    words.erase(words.begin());
    words.emplace_back("--help");
  }
  const std::string first = words.empty() ? "" : words[0];
  std::reverse(words.begin(), words.end());  // as parse takes them
  try {
    app.parse(std::move(words));
  } catch (const CLI::ParseError& error) {
    if (error.get_exit_code() == 0) return print_page(app, error);
    const bool unknown = error.get_exit_code() !=
                         static_cast<int>(CLI::ExitCodes::ValidationError);
    const bool strange = app.get_subcommands().empty() && !first.empty() &&
                         !first.starts_with('-');
    return report_usage(
        world, app,
        (strange ? "there is no command '" + first + "'" : error.what()) +
            (unknown ? did_you_mean(app, argc, argv) : ""));
  }
  for (const Command& command : commands) {
    if (!command.app->parsed()) continue;
    World::require_possible(*command.app);
    check_files(*command.app);
    return command.run();
  }
  return kWrongUsage;
}

}  // namespace

int run(int argc, char** argv) {
  std::signal(SIGBUS, end_at_lost_page);
  const World world;
  CLI::App app(kAbout, "semilin");
  try {
    World::require_same_command(argc, argv);
    return parse_and_run(world, app, argc, argv);
  } catch (const UsageError& error) {
    return report_usage(world, app, error.what());
  } catch (const std::invalid_argument& error) {
    return report_usage(world, app, error.what());
  } catch (const std::filesystem::filesystem_error& error) {
    return report(world, error.path1().string() + ": " + error.code().message(),
                  kFailed);
  } catch (const std::bad_alloc&) {
    return report(world, "out of memory", kFailed);
  } catch (const std::exception& error) {
    return report(world, error.what(), kFailed);
  }
}

}  // namespace semilin::cli
