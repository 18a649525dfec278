#include "semilin/advanced/io/output_file.h"

#include <cerrno>
#include <filesystem>
#include <new>
#include <utility>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>

#include "semilin/base/error.h"

#include "io/input.h"

namespace semilin {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kBufferBytes = std::size_t{1} << 18;
constexpr std::size_t kMostAtOnce = std::size_t{1} << 30;  // zlib counts in int

// A name beside `target` that `take` gets; empty: it got none. The name is
// short, so that it can be had wherever the target's can.
template <class Take>
std::string name_beside(const std::string& target, const Take& take) {
  const std::string stem =
      (fs::path(target).parent_path() / ".semilin-").string() +
      std::to_string(::getpid()) + "-";
  for (int n = 0;; ++n) {
    std::string name = stem + std::to_string(n);
    if (take(name.c_str())) return name;
    if (errno != EEXIST) return {};
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

// The file at the end of a chain of links, which is written and need not exist
// yet; the links are kept. A link to an open file of this process, such as
// /dev/stdout, means that file.
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
    io::throw_system_error(name, what);
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
    constexpr int kFlags = O_WRONLY | O_CLOEXEC;
    if (found.open || is_device_or_pipe(target)) {
      descriptor = ::open(target.c_str(), kFlags | (found.open ? O_APPEND : 0));
    } else if (fs::is_directory(target)) {
      throw DataError(name, "expected a file to write, found a directory");
    } else {
      replaces = true;
      descriptor = open_unnamed(target);
      if (descriptor >= 0) return;
      temporary = name_beside(target, [this](const char* beside) {
        descriptor = ::open(beside, kFlags | O_CREAT | O_EXCL, 0666);
        return descriptor >= 0;
      });
    }
    if (descriptor < 0) fail("cannot write");
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

  // A file that is replaced hands on its mode, and if it can its owner.
  void inherit() const {
    struct stat old {};
    if (::stat(target.c_str(), &old) != 0 || !S_ISREG(old.st_mode)) return;
    (void)!::fchown(descriptor, old.st_uid, old.st_gid);
    (void)!::fchmod(descriptor, old.st_mode & 07777U);
  }

  // The bytes are on the disk before they have their name.
  void take_name() {
    inherit();
    if (::fsync(descriptor) != 0 && errno != EINVAL) fail("cannot write");
    if (temporary.empty()) {
      const std::string unnamed = link_of(descriptor);
      temporary = name_beside(target, [&](const char* beside) {
        return ::linkat(AT_FDCWD, unnamed.c_str(), AT_FDCWD, beside,
                        AT_SYMLINK_FOLLOW) == 0;
      });
    }
    if (temporary.empty() || ::rename(temporary.c_str(), target.c_str()) != 0)
      fail("cannot write");
    temporary.clear();
  }

  void commit() {
    if (packing) pack({}, Z_FINISH);
    flush();
    if (replaces) take_name();
    if (descriptor <= STDERR_FILENO) return;
    if (::close(std::exchange(descriptor, -1)) != 0) fail("cannot write");
  }

  std::string name;
  std::string target;
  std::string temporary;  // to be removed; empty: none
  int descriptor = -1;
  bool replaces = false;  // gets its name at the end
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

void OutputFile::flush() {
  state_->flush();
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
