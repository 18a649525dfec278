// The processes that `mpirun -n R semilin ...` starts. Nothing else knows MPI.
#pragma once

#include <memory>
#include <string>

#include "semilin/base/ranks.h"

#include "cli/command/command.h"

namespace semilin::cli {

/// All processes, while the object exists; a single rank if mpirun did not
/// start the command. It is made once, before any thread. If another process
/// does not start semilin within seconds, it prints that and ends this one.
class World {
 public:
  World();
  World(const World&) = delete;
  World& operator=(const World&) = delete;
  ~World();

  /// Throws UsageError if mpirun started several ranks of a command that was
  /// built without MPI.
  [[nodiscard]] static Ranks ranks();
  /// This process' rank.
  [[nodiscard]] static int number() { return ranks().rank(); }

  /// The path with the number of `rank` in place of %d, if there are several.
  [[nodiscard]] static std::string file_of(int rank, std::string path);

  /// The files that this process is to know of by a path: with %d in it, those
  /// of all, of which it writes its own.
  [[nodiscard]] static std::vector<std::string> files_of(
      const std::string& path, bool written);

  /// Throws UsageError, at every rank, unless all have the same arguments and
  /// the same version of semilin.
  static void require_same_command(int argc, char** argv);

  /// Throws UsageError for a command, or an option of it, that needs a single
  /// process if there are several.
  static void require_possible(const CLI::App& command);

  /// Called before a rank prints why it fails: if all fail, the first rank
  /// prints it and ends the others while they wait.
  void wait_for_turn() const;
  /// Ends all ranks if there are several, otherwise returns.
  void end_all(int status) const;

 private:
  std::unique_ptr<Transport> transport_;
};

}  // namespace semilin::cli
