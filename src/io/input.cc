#include "io/input.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdint>
#include <cstring>
#include <new>
#include <utility>
#include <vector>

#include <fcntl.h>
#include <poll.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>

#include "semilin/base/error.h"

namespace semilin::io {
namespace {

constexpr int kGzipOnly = 15 + 16;  // largest window, gzip header expected
constexpr std::size_t kInflatedBytes = std::size_t{1} << 18;
constexpr std::size_t kMostAtOnce = std::size_t{1} << 30;  // zlib counts in int

class GzipStream : public ByteStream {
 public:
  explicit GzipStream(std::unique_ptr<ByteStream> packed)
      : packed_(std::move(packed)), buffer_(kInflatedBytes) {
    if (inflateInit2(&zlib_, kGzipOnly) != Z_OK) throw std::bad_alloc();
  }
  GzipStream(const GzipStream&) = delete;
  GzipStream& operator=(const GzipStream&) = delete;
  ~GzipStream() override { inflateEnd(&zlib_); }

  std::size_t read(std::span<char> to) override {
    std::size_t done = 0;
    while (done < to.size() && !ended_) {
      const std::size_t room = std::min(to.size() - done, kMostAtOnce);
      zlib_.next_out = reinterpret_cast<Bytef*>(to.data() + done);
      zlib_.avail_out = static_cast<uInt>(room);
      while (zlib_.avail_out > 0 && !ended_)
        inflate_some();
      done += room - zlib_.avail_out;
    }
    return done;
  }
  [[nodiscard]] std::optional<Damage> damage() const override {
    return damage_;
  }

 private:
  bool refill() {
    const std::size_t got = packed_->read(buffer_);
    zlib_.next_in = reinterpret_cast<Bytef*>(buffer_.data());
    zlib_.avail_in = static_cast<uInt>(got);
    return got > 0;
  }

  void inflate_some() {
    if (zlib_.avail_in == 0 && !refill())
      return end_with("more gzip data", "the end of the file (truncated)");
    const int status = inflate(&zlib_, Z_NO_FLUSH);
    if (status == Z_STREAM_END) return start_next_member();
    if (status == Z_MEM_ERROR) throw std::bad_alloc();
    if (status == Z_OK || status == Z_BUF_ERROR) return;
    const std::string why = zlib_.msg != nullptr ? zlib_.msg : "bad data";
    end_with("sound gzip data", "corrupt data (" + why + ")");
  }

  // Zeros may pad the end of a file, as gzip allows.
  void start_next_member() {
    while (zlib_.avail_in == 0 || *zlib_.next_in == 0) {
      if (zlib_.avail_in > 0) {
        ++zlib_.next_in;
        --zlib_.avail_in;
      } else if (!refill()) {
        ended_ = true;
        return;
      }
    }
    if (*zlib_.next_in != 0x1f)
      return end_with("the end of the gzip data", "other bytes behind it");
    inflateReset(&zlib_);
  }

  void end_with(std::string expected, std::string found) {
    ended_ = true;
    damage_ = Damage{std::move(expected), std::move(found)};
  }

  std::unique_ptr<ByteStream> packed_;
  std::vector<char> buffer_;
  z_stream zlib_{};
  bool ended_ = false;
  std::optional<Damage> damage_;
};

// Calls `read_some(to, done)` until `to` is full or the file ends.
template <class ReadSome>
std::size_t fill(std::span<char> to, const std::string& name,
                 const ReadSome& read_some) {
  std::size_t done = 0;
  while (done < to.size()) {
    const ssize_t got = read_some(to.subspan(done), done);
    if (got == 0) break;
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) throw_system_error(name, "cannot read");
    done += static_cast<std::size_t>(got);
  }
  return done;
}

// Gives back the bytes that were read to see what the file is, then the rest.
class PlainStream : public ByteStream {
 public:
  PlainStream(InputFile& file, std::string start)
      : file_(file), start_(std::move(start)) {}

  std::size_t read(std::span<char> to) override {
    const std::size_t early = give_back(to);
    return early + file_.read(to.subspan(early));
  }

  std::size_t read_some(std::span<char> to) override {
    const std::size_t early = give_back(to);
    if (early > 0 && file_.waits()) return early;
    return early + file_.read_some(to.subspan(early));
  }

  [[nodiscard]] std::optional<Damage> damage() const override { return {}; }

 private:
  std::size_t give_back(std::span<char> to) {
    const std::size_t early = std::min(to.size(), start_.size() - used_);
    std::memcpy(to.data(), start_.data() + used_, early);
    used_ += early;
    return early;
  }

  InputFile& file_;
  std::string start_;
  std::size_t used_ = 0;
};

// Enough to see what the file is: no more than the first line.
std::string start_of(InputFile& file) {
  std::string start(kStoreMagic.size(), '\0');
  std::size_t size = 0, got = 0;
  do {
    got = file.read_some(std::span(start).subspan(size));
    size += got;
  } while (got > 0 && size < start.size() && start[size - 1] != '\n');
  start.resize(size);
  return start;
}

std::unique_ptr<ByteStream> stream_from(InputFile& file, std::string start) {
  const bool packed = looks_like_gzip(start);
  auto plain = std::make_unique<PlainStream>(file, std::move(start));
  if (!packed) return plain;
  return std::make_unique<GzipStream>(std::move(plain));
}

std::size_t page_size() {
  static const auto size = static_cast<std::size_t>(::sysconf(_SC_PAGESIZE));
  return size;
}

using std::string_view_literals::operator""sv;

struct Kind {
  std::size_t offset;
  std::string_view magic;
  const char* found;
};

constexpr const char* kUtf16 =
    "UTF-16: make it UTF-8 first (iconv -f UTF-16 -t UTF-8)";
constexpr std::array kKinds = {
    Kind{0, "PK\3\4"sv,
         "a zip archive (xlsx, or a zipped CSV): unpack it first, or save the "
         "table as CSV"},
    Kind{0, "PAR1\x15"sv, "a Parquet file: save it as CSV or JSON lines first"},
    Kind{0,
         "\xfd"
         "7zXZ\0"sv,
         "a file packed by xz: unpack it first"},
    Kind{4, "1AY&SY"sv, "a file packed by bzip2: unpack it first"},
    Kind{0, "\x28\xb5\x2f\xfd"sv, "a file packed by zstd: unpack it first"},
    Kind{0, "7z\xbc\xaf"sv, "a 7z archive: unpack it first"},
    Kind{257, "ustar"sv, "a tar archive: unpack it first"},
    Kind{0, "\xd0\xcf\x11\xe0"sv,
         "an old file of Excel or Word: save it as CSV or text first"},
    Kind{0, "%PDF-"sv, "a PDF file: make text of it first"},
    Kind{0, "SQLite format 3\0"sv, "an SQLite database: export a CSV first"},
    Kind{0, "\xff\xfe"sv, kUtf16},
    Kind{0, "\xfe\xff"sv, kUtf16}};

}  // namespace

void throw_system_error(const std::string& name, const std::string& what) {
  throw DataError(name, what + ": " + std::strerror(errno));
}

std::string input_name(const std::string& path) {
  return path == "-" ? "standard input" : path;
}

InputFile::InputFile(const std::string& path) : name_(input_name(path)) {
  if (path == "-") {
    descriptor_ = STDIN_FILENO;
    return;
  }
  descriptor_ = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (descriptor_ < 0) throw_system_error(name_, "cannot open");
  struct stat status {};
  if (::fstat(descriptor_, &status) != 0)
    throw_system_error(name_, "cannot open");
  if (S_ISDIR(status.st_mode)) {
    ::close(descriptor_);
    throw DataError(name_, "expected a file, found a directory");
  }
  regular_ = S_ISREG(status.st_mode);
  size_ = regular_ ? static_cast<Index>(status.st_size) : 0;
}

InputFile::~InputFile() {
  if (descriptor_ > STDIN_FILENO) ::close(descriptor_);
}

std::size_t InputFile::read(std::span<char> to) {
  const std::size_t got =
      fill(to, name_, [this](std::span<char> rest, std::size_t) {
        return ::read(descriptor_, rest.data(), rest.size());
      });
  read_ += static_cast<Index>(got);
  return got;
}

std::size_t InputFile::read_some(std::span<char> to) {
  if (regular_) return read(to);
  ssize_t got = 0;
  do
    got = ::read(descriptor_, to.data(), to.size());
  while (got < 0 && errno == EINTR);
  if (got < 0) throw_system_error(name_, "cannot read");
  return static_cast<std::size_t>(got);
}

bool InputFile::waits() const {
  if (regular_) return false;
  pollfd one = {.fd = descriptor_, .events = POLLIN, .revents = 0};
  return ::poll(&one, 1, 0) == 0;
}

std::size_t InputFile::read_at(std::span<char> to, Index offset) const {
  return fill(to, name_, [&](std::span<char> rest, std::size_t done) {
    return ::pread(descriptor_, rest.data(), rest.size(),
                   static_cast<off_t>(offset) + static_cast<off_t>(done));
  });
}

double InputFile::fraction_read() const {
  if (size_ == 0) return 0;
  return std::min(1.0, static_cast<double>(read_) / static_cast<double>(size_));
}

void refuse_binary(const std::string& name, std::string_view start) {
  for (const Kind& kind : kKinds) {
    if (start.size() < kind.offset ||
        !start.substr(kind.offset).starts_with(kind.magic))
      continue;
    throw DataError(name, std::string("expected text, found ") + kind.found);
  }
}

bool looks_like_gzip(std::string_view start) {
  return start.starts_with("\x1f\x8b");
}

std::unique_ptr<ByteStream> open_stream(InputFile& file) {
  return stream_from(file, start_of(file));
}

std::unique_ptr<ByteStream> open_text_stream(InputFile& file) {
  std::string start = start_of(file);
  if (start == kStoreMagic || start == kArchiveMagic) {
    throw DataError(
        file.name(),
        "expected text, found a store, model or graph of semilin" +
            std::string(file.is_regular() ? ""
                                          : "; name its file, as a pipe cannot "
                                            "be mapped"));
  }
  return stream_from(file, std::move(start));
}

MappedFile::MappedFile(const std::string& path) : file_(path) {
  if (!file_.is_regular()) {
    throw DataError(file_.name(), "expected a file that can be mapped");
  }
  const auto size = static_cast<std::size_t>(file_.size());
  if (size == 0) return;
  void* start =
      ::mmap(nullptr, size, PROT_READ, MAP_PRIVATE, file_.descriptor(), 0);
  if (start == MAP_FAILED) throw_system_error(file_.name(), "cannot map");
  start_ = static_cast<char*>(start);
  size_ = size;
}

MappedFile::~MappedFile() {
  if (size_ > 0) ::munmap(start_, size_);
}

void MappedFile::release(const void* begin, const void* end) const {
  const std::uintptr_t page = page_size();
  // The mapping begins with a page.
  const auto start = reinterpret_cast<std::uintptr_t>(start_);
  const auto first =
      (reinterpret_cast<std::uintptr_t>(begin) - start) / page * page;
  const auto last =
      (reinterpret_cast<std::uintptr_t>(end) - start) / page * page;
  if (first >= last) return;
  ::madvise(start_ + first, last - first, MADV_DONTNEED);
}

// Whole pages are those of the file; the rest of the last one is copied, and
// `behind` follows it.
std::shared_ptr<const std::byte> MappedFile::extended(
    const void* begin, const void* end,
    std::span<const std::byte> behind) const {
  const std::size_t page = page_size();
  const std::size_t first = static_cast<const char*>(begin) - start_;
  const std::size_t last = static_cast<const char*>(end) - start_;
  const std::size_t from = first / page * page;
  const std::size_t whole = last / page * page - from;
  const std::size_t size = last - from + behind.size();
  void* all = ::mmap(nullptr, size, PROT_NONE,
                     MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (all == MAP_FAILED) return nullptr;
  auto* start = static_cast<std::byte*>(all);
  std::shared_ptr<const std::byte> kept(
      start + (first - from),
      [start, size](const std::byte*) { ::munmap(start, size); });
  if (whole > 0 &&
      ::mmap(start, whole, PROT_READ, MAP_PRIVATE | MAP_FIXED,
             file_.descriptor(), static_cast<off_t>(from)) == MAP_FAILED) {
    return nullptr;
  }
  if (::mprotect(start + whole, size - whole, PROT_READ | PROT_WRITE) != 0)
    return nullptr;
  std::memcpy(start + whole, start_ + from + whole, last - from - whole);
  std::memcpy(start + (last - from), behind.data(), behind.size());
  release(begin, end);
  return kept;
}

}  // namespace semilin::io
