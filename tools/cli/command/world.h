// The processes that `mpirun -n R semilin ...` starts. Nothing else knows MPI.
#ifndef SEMILIN_TOOLS_CLI_COMMAND_WORLD_H_
#define SEMILIN_TOOLS_CLI_COMMAND_WORLD_H_

#include <memory>

#include "semilin/base/ranks.h"

namespace semilin::cli {

/// All of them, while it lives; a single rank if it was not mpirun that started
/// the command. At most one, before any thread.
class World {
 public:
  World();
  World(const World&) = delete;
  World& operator=(const World&) = delete;
  ~World();

  /// Throws UsageError if mpirun started several ranks of a command that was
  /// built without MPI.
  [[nodiscard]] Ranks ranks() const;

  /// Before a rank says why it fails: what all find wrong is said by the first,
  /// who ends the others while they wait.
  void wait_for_turn() const;
  /// Ends all ranks, if there are many; else returns.
  void end_all(int status) const;

 private:
  std::unique_ptr<Transport> transport_;
};

}  // namespace semilin::cli

#endif  // SEMILIN_TOOLS_CLI_COMMAND_WORLD_H_
