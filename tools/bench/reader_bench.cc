// How fast svmlight text is read, beside liblinear-train.
//
//   reader_bench FILE...        plain or gzip svmlight text
//
// For each file: medians of several readings by our reader with one and with
// two threads, of the gzip form, and by liblinear-train in the same rounds. It
// gets the same text with a malformed last line, so that it reads all of it and
// stops there: its time is reading, and nothing else. Wall-clock time counts on
// an idle machine, processor time (user + system) on a busy one.
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <string>
#include <vector>

#include <sys/resource.h>

#include "semilin/io/line_source.h"
#include "semilin/io/output_file.h"
#include "semilin/io/svmlight.h"

namespace {

constexpr int kRounds = 7;

struct Times {
  double wall = 0;
  double processor = 0;
};

double processor_seconds(int who) {
  rusage usage{};
  getrusage(who, &usage);
  const auto to_seconds = [](const timeval& t) {
    return static_cast<double>(t.tv_sec) +
           1e-6 * static_cast<double>(t.tv_usec);
  };
  return to_seconds(usage.ru_utime) + to_seconds(usage.ru_stime);
}

Times time_of(int who, const std::function<void()>& act) {
  const double before = processor_seconds(who);
  const auto start = std::chrono::steady_clock::now();
  act();
  const std::chrono::duration<double> wall =
      std::chrono::steady_clock::now() - start;
  return {wall.count(), processor_seconds(who) - before};
}

// The medians of `times`, each by itself.
Times median(std::vector<Times> times) {
  Times middle;
  for (double Times::*part : {&Times::wall, &Times::processor}) {
    std::sort(
        times.begin(), times.end(),
        [part](const Times& a, const Times& b) { return a.*part < b.*part; });
    middle.*part = times[times.size() / 2].*part;
  }
  return middle;
}

void read(const std::string& path, int threads) {
  semilin::ReadOptions options;
  options.threads = threads;
  const semilin::Dataset data = semilin::read_svmlight(path, options);
  if (data.rows.rows() == 0) std::exit(1);
}

int run_liblinear(const std::string& path) {
  const std::string command =
      "liblinear-train -q '" + path + "' /dev/null >/dev/null 2>&1";
  return std::system(command.c_str());
}

void print(const std::string& what, const Times& times, double megabytes,
           const Times* peer) {
  std::printf("  %-24s wall %7.4f s %6.0f MB/s   processor %7.4f s %6.0f MB/s",
              what.c_str(), times.wall, megabytes / times.wall, times.processor,
              megabytes / times.processor);
  if (peer != nullptr) {
    std::printf("   liblinear / this: wall %5.1f processor %5.1f",
                peer->wall / times.wall, peer->processor / times.processor);
  }
  std::printf("\n");
}

void compare(const std::string& plain, const std::string& packed,
             const std::string& broken, double megabytes) {
  constexpr int kNotFound = 127;
  const bool has_peer = run_liblinear(broken) >> 8 != kNotFound;
  std::vector<Times> one, two, gzip, peer;
  for (int round = 0; round < kRounds; ++round) {
    one.push_back(time_of(RUSAGE_SELF, [&] { read(plain, 1); }));
    two.push_back(time_of(RUSAGE_SELF, [&] { read(plain, 2); }));
    gzip.push_back(time_of(RUSAGE_SELF, [&] { read(packed, 2); }));
    if (!has_peer) continue;
    peer.push_back(time_of(RUSAGE_CHILDREN, [&] { run_liblinear(broken); }));
  }
  const Times peer_median = has_peer ? median(peer) : Times{};
  const Times* beside = has_peer ? &peer_median : nullptr;
  if (has_peer) print("liblinear-train", peer_median, megabytes, nullptr);
  print("semilin, 1 thread", median(one), megabytes, beside);
  print("semilin, 2 threads", median(two), megabytes, beside);
  print("semilin, gzip, 2 threads", median(gzip), megabytes, beside);
}

void measure(const std::string& path) {
  const std::string plain = "reader_bench.plain.svm";
  const std::string packed = "reader_bench.svm.gz";
  const std::string broken = "reader_bench.broken.svm";
  const std::string text = semilin::read_text(path);
  semilin::write_file(plain, text);
  semilin::write_file(broken, text + "1 broken\n");
  semilin::OutputFile pack(packed, semilin::Compression::Gzip);
  pack.write(text);
  pack.commit();
  const double megabytes = static_cast<double>(text.size()) / 1e6;
  std::printf("%s, %.1f MB of text\n", path.c_str(), megabytes);
  compare(plain, packed, broken, megabytes);
  std::fflush(stdout);
  for (const std::string& file : {plain, packed, broken})
    std::remove(file.c_str());
}

}  // namespace

int main(int argc, char** argv) {
  for (int i = 1; i < argc; ++i)
    measure(argv[i]);
  return argc > 1 ? 0 : 2;
}
