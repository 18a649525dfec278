#include "cli/command/interrupt.h"

#include <csignal>

namespace semilin::cli {
namespace {

// The last one is what mpirun passes on to its ranks.
constexpr int kSignals[] = {SIGINT, SIGTERM, SIGUSR1};

// A signal handler can only reach globals.
// NOLINTNEXTLINE(cppcoreguidelines-avoid-non-const-global-variables)
volatile std::sig_atomic_t noted = 0;

extern "C" void note_signal(int signal) {
  noted = 1;
  std::signal(signal, SIG_DFL);
}

}  // namespace

InterruptGuard::InterruptGuard() {
  noted = 0;
  // signals that were ignored (nohup, a background job) stay ignored
  for (const int signal : kSignals) {
    if (std::signal(signal, note_signal) == SIG_IGN) {
      std::signal(signal, SIG_IGN);
    }
  }
}

InterruptGuard::~InterruptGuard() {
  for (const int signal : kSignals) {
    if (std::signal(signal, SIG_DFL) == SIG_IGN) std::signal(signal, SIG_IGN);
  }
}

bool InterruptGuard::interrupted() const {
  return noted != 0;
}

}  // namespace semilin::cli
