#include "cli/command/world.h"

#include <algorithm>
#include <bit>
#include <chrono>
#include <csignal>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

#include <CLI/CLI.hpp>
#include <sys/time.h>
#include <unistd.h>

#include "semilin/version.h"

#ifdef SEMILIN_WITH_MPI
#include <mpi.h>
#endif

namespace semilin::cli {
namespace {

using Seconds = std::chrono::duration<double>;

// How many processes mpirun starts, by its own variables: Open MPI's, MPICH's.
// 0: none.
int announced_ranks() {
  for (const char* name : {"OMPI_COMM_WORLD_SIZE", "PMI_SIZE"}) {
    if (const char* size = std::getenv(name)) return std::atoi(size);
  }
  return 0;
}

// The options of commands that several ranks cannot have.
constexpr std::pair<std::string_view, const char*> kAlone[] = {
    {"train", "--expected-accuracy"},
    {"train", "--probabilities"},
    {"evaluate", "--sample"},
    {"convert", "--labels"},
    {"convert", "--unlabeled"}};

#ifdef SEMILIN_WITH_MPI

extern "C" void end_without_others(int /*signal*/) {
  constexpr std::string_view kMessage =
      "semilin: mpirun: another process does not start semilin, or starts late "
      "(SEMILIN_START_SECONDS=N waits N s instead of 6)\n";
  (void)!::write(STDERR_FILENO, kMessage.data(), kMessage.size());
  ::_exit(1);
}

// Has this process end if it still waits for others in a few seconds: the lower
// its rank the earlier, since mpirun then ends the others before they print.
void limit_wait(bool begin) {
  constexpr int kStep = 300, kMostSteps = 5;  // milliseconds
  const char* given = std::getenv("SEMILIN_START_SECONDS");
  const int seconds =
      given == nullptr ? 6 : std::clamp(std::atoi(given), 1, 86400);
  const char* rank = std::getenv("OMPI_COMM_WORLD_RANK");
  if (rank == nullptr) rank = std::getenv("PMI_RANK");
  const int steps = rank == nullptr ? 0 : std::atoi(rank);
  const int limit =
      begin ? 1000 * seconds + kStep * std::min(steps, kMostSteps) : 0;
  if (begin) std::signal(SIGALRM, end_without_others);
  const itimerval timer{{}, {limit / 1000, limit % 1000 * 1000}};
  ::setitimer(ITIMER_REAL, &timer, nullptr);
  if (!begin) std::signal(SIGALRM, SIG_DFL);
}

// The transport of the only World.
// NOLINTNEXTLINE(cppcoreguidelines-avoid-non-const-global-variables)
Transport* the_transport = nullptr;

// A network slower than the one there is, for measurements: SEMILIN_NETWORK is
// "LATENCY,BANDWIDTH", in seconds and bytes per second.
struct SlowNetwork {
  double latency = 0, seconds_per_byte = 0;

  static SlowNetwork from_environment() {
    const char* given = std::getenv("SEMILIN_NETWORK");
    if (given == nullptr) return {};
    char* comma = nullptr;
    const double latency = std::strtod(given, &comma);
    const double bandwidth =
        *comma == ',' ? std::strtod(comma + 1, nullptr) : 0;
    return {latency, bandwidth > 0 ? 1 / bandwidth : 0};
  }

  // The time of a sum that halves the ranks step by step and back: each sends
  // and receives nearly all of the block twice.
  void delay_sum(std::size_t bytes, int ranks) const {
    const double rounds =
        2.0 * std::bit_width(static_cast<unsigned>(ranks - 1));
    const double blocks = 2.0 * (ranks - 1) / ranks;
    const double seconds = rounds * latency + blocks * seconds_per_byte *
                                                  static_cast<double>(bytes);
    if (seconds > 0) std::this_thread::sleep_for(Seconds(seconds));
  }
};

// MPI counts in int: blocks are cut. Its errors end all ranks, so that no call
// returns one. A power of two of ranks adds up in pairs here; of other numbers
// MPI does, in an order that Open MPI chooses by the number of ranks and the
// size of the block, so that it is the same in every run.
class MpiTransport final : public Transport {
 public:
  MpiTransport() {
    MPI_Comm_rank(MPI_COMM_WORLD, &rank_);
    MPI_Comm_size(MPI_COMM_WORLD, &size_);
  }

  [[nodiscard]] int rank() const override { return rank_; }
  [[nodiscard]] int size() const override { return size_; }

  void sum(std::span<double> numbers) override { add_up(numbers, MPI_DOUBLE); }
  void sum(std::span<float> numbers) override { add_up(numbers, MPI_FLOAT); }

  [[nodiscard]] std::vector<std::byte> gather(
      std::span<const std::byte> own) override {
    const std::int64_t size = std::ssize(own);
    std::vector<std::int64_t> sizes(rank_ == 0 ? size_ : 0);
    MPI_Gather(&size, 1, MPI_INT64_T, sizes.data(), 1, MPI_INT64_T, 0,
               MPI_COMM_WORLD);
    if (rank_ > 0) {
      for_chunks(own, [](const std::byte* from, int count) {
        MPI_Send(from, count, MPI_BYTE, 0, 0, MPI_COMM_WORLD);
      });
      return {};
    }
    std::vector<std::byte> all(own.begin(), own.end());
    for (int rank = 1; rank < size_; ++rank) {
      const std::size_t begin = all.size();
      all.resize(begin + sizes[rank]);
      for_chunks(std::span(all).subspan(begin), [&](std::byte* to, int count) {
        MPI_Recv(to, count, MPI_BYTE, rank, 0, MPI_COMM_WORLD,
                 MPI_STATUS_IGNORE);
      });
    }
    return all;
  }

  void broadcast(std::vector<std::byte>& bytes) override {
    std::int64_t size = std::ssize(bytes);
    MPI_Bcast(&size, 1, MPI_INT64_T, 0, MPI_COMM_WORLD);
    bytes.resize(size);
    for_chunks(std::span(bytes), [](std::byte* some, int count) {
      MPI_Bcast(some, count, MPI_BYTE, 0, MPI_COMM_WORLD);
    });
  }

 private:
  template <class T, class Act>
  static void for_chunks(std::span<T> block, const Act& act) {
    constexpr std::size_t kChunk = std::size_t{1} << 28;
    for (std::size_t begin = 0; begin < block.size(); begin += kChunk) {
      act(block.data() + begin,
          static_cast<int>(std::min(kChunk, block.size() - begin)));
    }
  }

  template <class T>
  void add_up(std::span<T> numbers, MPI_Datatype type) {
    const bool pairs = std::has_single_bit(static_cast<unsigned>(size_));
    for_chunks(numbers, [&](T* some, int count) {
      if (pairs) {
        add_in_pairs(std::span(some, count), type);
      } else {
        MPI_Allreduce(MPI_IN_PLACE, some, count, type, MPI_SUM, MPI_COMM_WORLD);
      }
    });
    network_.delay_sum(numbers.size_bytes(), size_);
  }

  // A rank exchanges halves of what it has with its neighbor, then with the
  // neighboring pair, ..., adds up its own half, and in the end gets the others
  // back.
  // Few numbers are exchanged whole, in half as many steps.
  template <class T>
  void add_in_pairs(std::span<T> numbers, MPI_Datatype type) {
    constexpr std::size_t kFew = 1024;
    const bool few = numbers.size() <= kFew;
    struct Step {
      int partner;
      std::span<T> own, theirs;
    };
    std::vector<Step> steps;
    room_.resize(std::max(room_.size(), numbers.size_bytes()));
    std::span<T> own = numbers;
    for (int distance = 1; distance < size_; distance *= 2) {
      const int partner = rank_ ^ distance;
      const std::size_t half = own.size() / 2;
      std::span<T> low = few ? own : own.first(half);
      std::span<T> high = few ? own : own.subspan(half);
      if ((rank_ & distance) != 0) std::swap(low, high);
      T* received = reinterpret_cast<T*>(room_.data());
      exchange(partner, high, {received, low.size()}, type);
      for (std::size_t i = 0; i < low.size(); ++i)
        low[i] += received[i];
      steps.push_back({partner, low, high});
      own = low;
    }
    if (few) return;
    for (auto step = steps.rbegin(); step != steps.rend(); ++step)
      exchange(step->partner, step->own, step->theirs, type);
  }

  template <class T>
  static void exchange(int partner, std::span<T> given, std::span<T> received,
                       MPI_Datatype type) {
    MPI_Sendrecv(given.data(), static_cast<int>(given.size()), type, partner, 0,
                 received.data(), static_cast<int>(received.size()), type,
                 partner, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  }

  int rank_ = 0, size_ = 1;
  std::vector<std::byte> room_;
  SlowNetwork network_ = SlowNetwork::from_environment();
};

#endif

}  // namespace

#ifdef SEMILIN_WITH_MPI

World::World() {
  if (announced_ranks() == 0) return;
  int threads = 0;
  limit_wait(true);
  MPI_Init_thread(nullptr, nullptr, MPI_THREAD_FUNNELED, &threads);
  limit_wait(false);
  transport_ = std::make_unique<MpiTransport>();
  the_transport = transport_.get();
}

World::~World() {
  if (transport_) MPI_Finalize();
}

Ranks World::ranks() {
  return the_transport != nullptr ? Ranks(*the_transport) : Ranks();
}

void World::end_all(int status) const {
  if (ranks().many()) MPI_Abort(MPI_COMM_WORLD, status);
}

#else

World::World() = default;
World::~World() = default;

Ranks World::ranks() {
  if (announced_ranks() <= 1) return {};
  throw UsageError("mpirun: this semilin was built without MPI");
}

void World::end_all(int /*status*/) const {}

#endif

std::string World::file_of(int rank, std::string path) {
  const std::size_t place = path.find("%d");
  if (!ranks().many() || place == path.npos) return path;
  return path.replace(place, 2, std::to_string(rank));
}

std::vector<std::string> World::files_of(const std::string& path,
                                         bool written) {
  std::vector<std::string> files = {path};
  if (file_of(0, path) == path) return files;
  for (int rank = 0; rank < ranks().size(); ++rank)
    if (!written || rank == number()) files.push_back(file_of(rank, path));
  return files;
}

void World::require_same_command(int argc, char** argv) {
  const Ranks all = ranks();
  std::string own(version());
  for (int i = 1; i < argc; ++i)
    own += std::string(1, ' ') + argv[i];
  const std::vector<std::string> every = all.shared({own});
  if (std::count(every.begin(), every.end(), own) < all.size())
    throw UsageError(
        "mpirun: all processes need the same options and the same version of "
        "semilin");
}

void World::require_possible(const CLI::App& command) {
  if (!ranks().many()) return;
  const std::string name = command.get_name();
  if (name != "train" && name != "predict" && name != "evaluate" &&
      name != "convert") {
    throw UsageError(
        "mpirun: only semilin train, predict, evaluate and convert have "
        "several ranks");
  }
  for (const auto& [of, option] : kAlone)
    if (of == name && command.get_option(option)->count() > 0)
      throw UsageError("mpirun: " + std::string(option) +
                       " needs a single process");
  // each rank reads DATA itself
  if (name != "convert" && command.get_option("DATA")->as<std::string>() == "-")
    throw UsageError("mpirun: DATA must be a file, not standard input");
}

void World::wait_for_turn() const {
  constexpr Seconds kGrace(2), kStep(0.05);
  if (transport_ && transport_->rank() > 0)
    std::this_thread::sleep_for(kGrace + transport_->rank() * kStep);
}

}  // namespace semilin::cli
