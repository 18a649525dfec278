// The command `semilin`; its subcommands are in tools/cli.
#include <cstdlib>
#include <filesystem>
#include <system_error>

#include <fcntl.h>
#include <unistd.h>
#ifdef __GLIBC__
#include <malloc.h>
#endif

#include "cli/command/command.h"

namespace {

// GNU OpenMP lets waiting threads spin for milliseconds, which makes them wait
// for each other when other programs want the processors too. It reads how long
// from the environment before main. True if that has changed.
bool sleep_while_waiting() {
  if (getenv("OMP_WAIT_POLICY") || getenv("GOMP_SPINCOUNT")) return false;
  return setenv("GOMP_SPINCOUNT", "10000", 1) == 0;
}

#ifdef SEMILIN_STATIC
// Before the constructors of the libraries in this file.
[[gnu::constructor(101)]] void set_up_early() {
  static_cast<void>(sleep_while_waiting());
}
#endif

// A training soon asks again for what it frees. Otherwise the system clears the
// same pages each time, which takes up to a quarter of the time of a short one.
void keep_freed_memory() {
#ifdef __GLIBC__
  constexpr int kMegabytes = 1 << 20;
  static_cast<void>(mallopt(M_MMAP_THRESHOLD, 32 * kMegabytes));
  static_cast<void>(mallopt(M_TRIM_THRESHOLD, 256 * kMegabytes));
#endif
}

// A file that is opened must not become standard output because that is closed.
void hold_streams() {
  for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
    if (fcntl(stream, F_GETFD) != -1) continue;
    // Writing or reading it fails, as without a descriptor.
    const int flags = stream == STDIN_FILENO ? O_WRONLY : O_RDONLY;
    static_cast<void>(open("/dev/null", flags));
  }
}

}  // namespace

int main(int argc, char** argv) {
  // the program starts itself once more, under its own name; where it cannot it
  // goes on as it is
  std::error_code error;
  const auto self = std::filesystem::read_symlink("/proc/self/exe", error);
  if (sleep_while_waiting() && !error) execv(self.c_str(), argv);
  hold_streams();
  keep_freed_memory();
  return semilin::cli::run(argc, argv);
}
