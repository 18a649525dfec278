// How fast svmlight text is read, beside liblinear-train.
//
//   reader_bench FILE...        plain or gzip svmlight text
//
// For each file: medians of several readings by our reader with one and with
// two threads, of the gzip form, and by liblinear-train in the same rounds. It
// gets the same text with a malformed last line, so that it reads all of it and
// stops there: its time is reading, and nothing else. Wall-clock time counts on
// an idle machine, processor time (user + system) on a busy one. Then, for each
// kind of reading, the peak memory of a process that does nothing else, less
// that of one that reads a single row, beside the size of the store.
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "semilin/advanced/io/line_source.h"
#include "semilin/advanced/io/output_file.h"
#include "semilin/io/dataset_file.h"
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

// Peak memory of a process of its own, in MB. This process must not have used
// threads before: they do not survive in the child.
double peak_of(const std::function<void()>& act) {
  std::fflush(stdout);
  const pid_t child = fork();
  if (child == 0) {
    act();
    std::fflush(stdout);
    std::_Exit(0);
  }
  int status = 0;
  rusage usage{};
  wait4(child, &status, 0, &usage);
  if (status != 0) std::exit(1);
  return static_cast<double>(usage.ru_maxrss) * 1024 / 1e6;
}

void read_all(const std::vector<std::string>& data,
              const std::vector<std::string>& unlabeled, int threads) {
  semilin::ReadOptions options;
  options.threads = threads;
  options.unlabeled_files = unlabeled;
  static_cast<void>(semilin::read_dataset(data, options));
}

void print_peaks(const std::string& plain, const std::string& packed) {
  const std::string tiny = "reader_bench.tiny.svm";
  const std::string store = "reader_bench.store";
  semilin::write_file(tiny, "1 1:1\n");
  peak_of([&] { semilin::convert_to_store({plain}, {}, store); });
  const double size =
      static_cast<double>(std::filesystem::file_size(store)) / 1e6;
  const double empty = peak_of([&] { read_all({tiny}, {}, 2); });
  const auto line = [&](const char* what, double stores,
                        const std::function<void()>& act) {
    const double peak = peak_of(act) - empty;
    std::printf("  %-24s peak %7.1f MB   store %7.1f MB   ratio %5.2f\n", what,
                peak, stores * size, peak / (stores * size));
  };
  line("1 thread", 1, [&] { read_all({plain}, {}, 1); });
  line("2 threads", 1, [&] { read_all({plain}, {}, 2); });
  line("gzip, 2 threads", 1, [&] { read_all({packed}, {}, 2); });
  line("two texts", 2, [&] { read_all({plain}, {packed}, 2); });
  line("two stores", 2, [&] { read_all({store}, {store}, 2); });
  line("text to store", 1,
       [&] { semilin::convert_to_store({plain}, {}, "/dev/null"); });
  std::remove(tiny.c_str());
  std::remove(store.c_str());
}

// The text of `path`, plain, packed and with a last line that is malformed.
double write_forms(const std::string& path, const std::string& plain,
                   const std::string& packed, const std::string& broken) {
  semilin::LineSource lines(path);
  semilin::OutputFile to_plain(plain), to_broken(broken);
  semilin::OutputFile to_packed(packed, semilin::Compression::Gzip);
  std::size_t bytes = 0;
  while (const auto line = lines.next()) {
    for (semilin::OutputFile* file : {&to_plain, &to_packed, &to_broken}) {
      file->write(*line);
      file->write("\n");
    }
    bytes += line->size() + 1;
  }
  to_broken.write("1 broken:1\n");
  for (semilin::OutputFile* file : {&to_plain, &to_packed, &to_broken})
    file->commit();
  return static_cast<double>(bytes) / 1e6;
}

void measure(const std::string& path) {
  const std::string plain = "reader_bench.plain.svm";
  const std::string packed = "reader_bench.svm.gz";
  const std::string broken = "reader_bench.broken.svm";
  const double megabytes = write_forms(path, plain, packed, broken);
  std::printf("%s, %.1f MB of text\n", path.c_str(), megabytes);
  print_peaks(plain, packed);
  compare(plain, packed, broken, megabytes);
  std::fflush(stdout);
  for (const std::string& file : {plain, packed, broken})
    std::remove(file.c_str());
}

}  // namespace

int main(int argc, char** argv) {
  for (int i = 1; i < argc; ++i)
    peak_of([&] { measure(argv[i]); });
  return argc > 1 ? 0 : 2;
}
