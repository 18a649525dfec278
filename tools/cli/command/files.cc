// The files that a command line names, checked before any is read.
#include <algorithm>
#include <array>
#include <filesystem>
#include <string_view>
#include <vector>

#include <CLI/CLI.hpp>

#include "semilin/advanced/io/output_file.h"

#include "cli/command/command.h"
#include "cli/command/world.h"

namespace semilin::cli {
namespace {

namespace fs = std::filesystem;

// The options of all subcommands that name files to write.
constexpr std::array<std::string_view, 8> kOutputs = {
    "--output",         "OUT",   "--summary", "--report", "--labels-out",
    "--vocabulary-out", "--log", "--curves"};

struct NamedFile {
  std::string option, path;
  bool output = false;
};

bool is_output(const CLI::Option& option) {
  return std::find(kOutputs.begin(), kOutputs.end(), option.get_name()) !=
         kOutputs.end();
}

bool names_file(const CLI::Option& option) {
  const std::string type = option.get_type_name();
  return option.get_positional() || type == "FILE" || type == "WORDS" ||
         is_output(option);
}

std::vector<NamedFile> named_files(const CLI::App& command) {
  std::vector<NamedFile> files;
  for (const CLI::Option* option : command.get_options()) {
    if (!names_file(*option)) continue;
    for (const std::string& path : option->results())
      for (const std::string& file : World::files_of(path, is_output(*option)))
        files.push_back({option->get_name(), file, is_output(*option)});
  }
  return files;
}

// True if to write `a` replaces `b` or a file of the folder `b`. A file that is
// not regular, such as /dev/null, is never replaced.
bool replaces(const std::string& a, const std::string& b) {
  if (a == "-" || b == "-" || a.empty() || b.empty()) return false;
  std::error_code failed;
  if (fs::equivalent(a, b, failed)) return fs::is_regular_file(a);
  if (fs::is_directory(b, failed) && fs::is_regular_file(a, failed)) {
    const fs::path inside = fs::relative(a, b, failed);
    return !inside.empty() && *inside.begin() != "..";
  }
  const auto absolute = [&](fs::path path) {
    constexpr int kMostLinks = 40;  // that lead to no file
    for (int i = 0; i < kMostLinks && fs::is_symlink(path, failed); ++i)
      path = path.parent_path() / fs::read_symlink(path, failed);
    return fs::weakly_canonical(fs::absolute(path), failed);
  };
  const fs::path first = absolute(a);
  return !failed && first == absolute(b) && !fs::exists(first);
}

void require_values(const CLI::App& command) {
  for (const CLI::Option* option : command.get_options()) {
    if (option->get_expected_min() == 0) continue;
    for (const std::string& value : option->results()) {
      if (value.empty()) {
        throw UsageError(option->get_name() +
                         ": expected a value, found an empty one");
      }
    }
  }
}

// Names that promise a format that no command writes.
void require_text_name(const NamedFile& file) {
  for (const std::string_view ending : {".xlsx", ".xls", ".ods", ".parquet"}) {
    if (!file.path.ends_with(ending)) continue;
    throw UsageError(file.option + ": '" + file.path +
                     "' would hold text: expected a name such as .csv, which "
                     "programs for tables open");
  }
}

// A text in place of a file of texts.
void require_no_text(const CLI::App& command, const NamedFile& file) {
  if (file.option != "DATA" || command.get_name() != "predict" ||
      file.path.find(' ') == file.path.npos || fs::exists(file.path))
    return;
  throw UsageError("DATA: there is no file '" + file.path +
                   "'; a text is read from standard input: echo 'a text' | "
                   "semilin predict MODEL - --text");
}

void require_writable(const std::string& path) {
  if (path == "-") return;
  const auto status = fs::status(path);
  if (fs::exists(status) && fs::is_other(status)) return;  // a device or a pipe
  const OutputFile beside(path);  // goes without commit()
}

}  // namespace

void require_apart(const std::string& what, const std::string& written,
                   const std::string& other) {
  if (!replaces(written, other)) return;
  throw UsageError(
      what + ": writing '" + written + "' would replace " +
      (written == other
           ? "a file that is read or written as well"
           : std::string(fs::is_directory(other) ? "what is in" : "the file") +
                 " '" + other + "'"));
}

void require_apart(const std::string& what, const std::string& written,
                   const CLI::App& command) {
  for (const NamedFile& other : named_files(command))
    require_apart(what, written, other.path);
}

void check_files(const CLI::App& command) {
  require_values(command);
  const std::vector<NamedFile> files = named_files(command);
  for (const NamedFile& written : files) {
    if (!written.output) continue;
    for (const NamedFile& other : files) {
      if (&other != &written)
        require_apart(written.option, written.path, other.path);
    }
  }
  for (const NamedFile& file : files) {
    if (!file.output) require_no_text(command, file);
    if (!file.output) continue;
    require_text_name(file);
    require_writable(file.path);
  }
}

}  // namespace semilin::cli
