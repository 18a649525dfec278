// The files that a command line names, checked before any is read.
#pragma once

#include <string>

namespace CLI {
class App;
}  // namespace CLI

namespace semilin::cli {

/// Refuses an option whose value is empty, an output that is an input or
/// another output (by any path or link), and an output that cannot be written.
/// Throws UsageError for the first two, DataError for the last.
void check_files(const CLI::App& command);

/// The same for a file that no option names: throws UsageError if `written`,
/// the file of `what`, is the same file as `other`.
void require_apart(const std::string& what, const std::string& written,
                   const std::string& other);

}  // namespace semilin::cli
