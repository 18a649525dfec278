#include "semilin/advanced/io/output_file.h"

#include <atomic>
#include <cerrno>
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

constexpr std::size_t kBufferBytes = std::size_t{1} << 18;
constexpr std::size_t kMostAtOnce = std::size_t{1} << 30;  // zlib counts in int

// Two writers of one path, in one process or in two, must not share a name.
std::string temporary_name(const std::string& path) {
  static std::atomic<unsigned> counter{0};
  return path + ".part-" + std::to_string(::getpid()) + "-" +
         std::to_string(counter++);
}

// The file that a chain of links means: a link is kept, its target replaced.
std::string resolve_links(const std::string& path) {
  std::error_code ignored;
  const auto target = std::filesystem::canonical(path, ignored);
  return ignored ? path : target.string();
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
    int flags = O_WRONLY | O_CLOEXEC;
    target = path;
    if (!is_device_or_pipe(path)) {
      target = resolve_links(path);
      if (std::filesystem::is_directory(target)) {
        throw DataError(name, "expected a file to write, found a directory");
      }
      descriptor = open_unnamed(target);
      unnamed = descriptor >= 0;
      if (unnamed) return;
      temporary = temporary_name(target);
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
    std::string beside = temporary_name(target);
    if (!link_to(beside)) fail("cannot write");
    temporary = std::move(beside);
  }

  void commit() {
    if (packing) pack({}, Z_FINISH);
    flush();
    if (unnamed) name_it();
    if (descriptor > STDERR_FILENO) {
      const int closed = std::exchange(descriptor, -1);
      if (::close(closed) != 0) fail("cannot write");
    }
    if (temporary.empty()) return;
    if (::rename(temporary.c_str(), target.c_str()) != 0) fail("cannot write");
    temporary.clear();
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
