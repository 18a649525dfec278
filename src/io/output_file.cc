#include "semilin/advanced/io/output_file.h"

#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <new>
#include <utility>
#include <vector>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>

#include "semilin/base/error.h"

namespace semilin {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kBufferBytes = std::size_t{1} << 18;
constexpr std::size_t kMostAtOnce = std::size_t{1} << 30;  // zlib counts in int

// What is written under a name, and what is linked to one to replace a file,
// for a moment.
constexpr std::string_view kPart = ".part-";
constexpr std::string_view kLink = ".link-";

// Two writers of one path, in one process or in two, must not share a name. It
// is short, so that it can be had wherever the path can.
std::string temporary_name(const std::string& path, std::string_view kind) {
  static std::atomic<unsigned> counter{0};
  const std::string name = std::string(kind) + std::to_string(::getpid()) +
                           "-" + std::to_string(counter++);
  return (fs::path(path).parent_path() / name).string();
}

// Removes the links in a folder of programs that were killed before they
// renamed them.
void remove_dead_links(const fs::path& folder) {
  std::error_code ignored;
  fs::directory_iterator entry(folder, ignored);
  for (; entry != fs::directory_iterator(); entry.increment(ignored)) {
    if (ignored) return;
    const std::string name = entry->path().filename().string();
    if (!name.starts_with(kLink)) continue;
    const int process = std::atoi(name.c_str() + kLink.size());
    if (process > 0 && ::kill(process, 0) != 0 && errno == ESRCH)
      ::unlink(entry->path().c_str());
  }
}

// A path without links.
struct Target {
  std::string path;
  bool open = false;    ///< is an open file of a process: never replaced
  int descriptor = -1;  ///< of this process, if it is one of its own
};

// True for a number in the folder of a process's open files; the path has no
// links in its folder.
bool is_open_file(const fs::path& path) {
  const std::string name = path.filename().string();
  const std::string folder = path.parent_path().string();
  return !name.empty() && name.size() < 8 &&
         name.find_first_not_of("0123456789") == name.npos &&
         folder.starts_with("/proc/") && folder.ends_with("/fd");
}

Target open_file(const fs::path& path) {
  const std::string own = "/proc/" + std::to_string(::getpid()) + "/";
  const bool is_own = path.string().starts_with(own);
  return {path.string(), true,
          is_own ? std::stoi(path.filename().string()) : -1};
}

// What a chain of links means: they are kept, and their end is written, which
// need not be there yet. What leads to an open file of this process, as
// /dev/stdout does, is that file.
Target follow_links(const std::string& name) {
  constexpr int kMostLinks = 40;
  std::error_code failed;
  fs::path path = fs::absolute(name, failed);
  for (int links = 0; links < kMostLinks; ++links) {
    const fs::path folder = fs::canonical(path.parent_path(), failed);
    if (failed) break;
    path = folder / path.filename();
    if (is_open_file(path)) return open_file(path);
    const fs::path next = fs::read_symlink(path, failed);
    if (failed) break;
    path = folder / next;
  }
  return {path.string()};
}

std::string link_of(int descriptor) {
  return "/proc/self/fd/" + std::to_string(descriptor);
}

// A file without a name in the folder of `target`, which ends with the process,
// whatever ends that; -1 where the system has no such files.
int open_unnamed(const std::string& target) {
#ifdef O_TMPFILE
  auto folder = std::filesystem::path(target).parent_path();
  if (folder.empty()) folder = ".";
  const int descriptor =
      ::open(folder.c_str(), O_TMPFILE | O_WRONLY | O_CLOEXEC, 0666);
  if (descriptor < 0 || ::access(link_of(descriptor).c_str(), F_OK) == 0) {
    return descriptor;
  }
  ::close(descriptor);
#endif
  return -1;
}

bool is_device_or_pipe(const std::string& path) {
  struct stat status {};
  return ::stat(path.c_str(), &status) == 0 && !S_ISREG(status.st_mode) &&
         !S_ISDIR(status.st_mode);
}

}  // namespace

Compression compression_of(const std::string& path) {
  return path.ends_with(".gz") ? Compression::Gzip : Compression::None;
}

struct OutputFile::State {
  State(const std::string& path, Compression compression)
      : name(path == "-" ? "standard output" : path) {
    open(path);
    if (compression == Compression::Gzip) start_gzip();
  }
  State(const State&) = delete;
  State& operator=(const State&) = delete;
  ~State() {
    if (packing) deflateEnd(&zlib);
    if (descriptor > STDERR_FILENO) ::close(descriptor);
    if (!temporary.empty()) ::unlink(temporary.c_str());
  }

  [[noreturn]] void fail(const std::string& what) const {
    throw DataError(name, what + ": " + std::strerror(errno));
  }

  void open(const std::string& path) {
    if (path == "-") {
      descriptor = STDOUT_FILENO;
      return;
    }
    const Target found = follow_links(path);
    target = found.path;
    if (found.descriptor >= 0) {
      descriptor =
          ::fcntl(found.descriptor, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
      if (descriptor < 0) fail("cannot write");
      return;
    }
    int flags = O_WRONLY | O_CLOEXEC | (found.open ? O_APPEND : 0);
    if (!found.open && !is_device_or_pipe(target)) {
      if (fs::is_directory(target)) {
        throw DataError(name, "expected a file to write, found a directory");
      }
      descriptor = open_unnamed(target);
      unnamed = descriptor >= 0;
      if (unnamed) return;
      temporary = temporary_name(target, kPart);
      flags |= O_CREAT | O_EXCL;
    }
    const std::string& opened = temporary.empty() ? target : temporary;
    descriptor = ::open(opened.c_str(), flags, 0666);
    if (descriptor < 0) {
      temporary.clear();
      fail("cannot write");
    }
  }

  void start_gzip() {
    constexpr int kGzipHeader = 15 + 16;
    constexpr int kMemory = 8;  // zlib's default
    if (deflateInit2(&zlib, Z_DEFAULT_COMPRESSION, Z_DEFLATED, kGzipHeader,
                     kMemory, Z_DEFAULT_STRATEGY) != Z_OK) {
      throw std::bad_alloc();
    }
    packing = true;
  }

  void write_through(const char* bytes, std::size_t count) const {
    while (count > 0) {
      const ssize_t done = ::write(descriptor, bytes, count);
      if (done < 0 && errno == EINTR) continue;
      if (done < 0) fail("cannot write");
      bytes += done;
      count -= static_cast<std::size_t>(done);
    }
  }

  void flush() {
    write_through(buffer.data(), buffer.size());
    buffer.clear();
  }

  void append(std::string_view bytes) {
    if (buffer.size() + bytes.size() > kBufferBytes) flush();
    if (bytes.size() >= kBufferBytes) {
      write_through(bytes.data(), bytes.size());
    } else {
      buffer.append(bytes);
    }
  }

  void pack(std::string_view bytes, int flush_mode) {
    char packed[1 << 14];
    do {
      const std::size_t now = std::min(bytes.size(), kMostAtOnce);
      zlib.next_in = reinterpret_cast<const Bytef*>(bytes.data());
      zlib.avail_in = static_cast<uInt>(now);
      do {
        zlib.next_out = reinterpret_cast<Bytef*>(packed);
        zlib.avail_out = sizeof packed;
        deflate(&zlib, flush_mode);
        append({packed, sizeof packed - zlib.avail_out});
      } while (zlib.avail_out == 0);
      bytes.remove_prefix(now);
    } while (!bytes.empty());
  }

  // Gives the file without a name its own, or, where another file has that, a
  // temporary one to be renamed.
  void name_it() {
    const auto link_to = [this](const std::string& path) {
      return ::linkat(AT_FDCWD, link_of(descriptor).c_str(), AT_FDCWD,
                      path.c_str(), AT_SYMLINK_FOLLOW) == 0;
    };
    if (link_to(target)) return;
    if (errno != EEXIST) fail("cannot write");
    remove_dead_links(fs::path(target).parent_path());
    std::string link = temporary_name(target, kLink);
    if (!link_to(link)) fail("cannot write");
    temporary = std::move(link);
  }

  // What the system has not said of the bytes before a last descriptor closes.
  void require_written() const {
    const int copy = ::dup(descriptor);
    if (copy >= 0 && ::close(copy) != 0) fail("cannot write");
  }

  // A file that is replaced hands on its mode, and if it can its owner.
  void inherit() const {
    struct stat old {};
    if (target.empty() || ::stat(target.c_str(), &old) != 0 ||
        !S_ISREG(old.st_mode))
      return;
    (void)!::fchown(descriptor, old.st_uid, old.st_gid);
    (void)!::fchmod(descriptor, old.st_mode & 07777U);
  }

  // The link and the rename follow each other: a kill between them leaves a
  // file behind.
  void commit() {
    if (packing) pack({}, Z_FINISH);
    flush();
    if (unnamed || !temporary.empty()) {
      inherit();
      require_written();
    }
    if (unnamed) name_it();
    if (!temporary.empty()) {
      if (::rename(temporary.c_str(), target.c_str()) != 0)
        fail("cannot write");
      temporary.clear();
    }
    if (descriptor <= STDERR_FILENO) return;
    if (::close(std::exchange(descriptor, -1)) != 0) fail("cannot write");
  }

  std::string name;
  std::string target;
  std::string temporary;  // to be removed; empty: none
  int descriptor = -1;
  bool unnamed = false;
  bool packing = false;
  z_stream zlib{};
  std::string buffer;
};

OutputFile::OutputFile(const std::string& path, Compression compression)
    : state_(std::make_unique<State>(path, compression)) {}
OutputFile::OutputFile(OutputFile&&) noexcept = default;
OutputFile& OutputFile::operator=(OutputFile&&) noexcept = default;
OutputFile::~OutputFile() = default;

void OutputFile::write(std::string_view bytes) {
  if (state_->packing) {
    state_->pack(bytes, Z_NO_FLUSH);
  } else {
    state_->append(bytes);
  }
}

void OutputFile::commit() {
  state_->commit();
}

void write_file(const std::string& path, std::string_view bytes) {
  OutputFile file(path);
  file.write(bytes);
  file.commit();
}

}  // namespace semilin
