#include "io/gzip_stream.h"

#include <algorithm>
#include <new>
#include <string>
#include <utility>

namespace semilin::io {
namespace {

constexpr int kGzipOnly = 15 + 16;  // largest window, gzip header expected
constexpr std::size_t kInflatedBytes = std::size_t{1} << 18;
constexpr std::size_t kMostAtOnce = std::size_t{1} << 30;  // zlib counts in int

}  // namespace

GzipStream::GzipStream(std::unique_ptr<ByteStream> packed)
    : packed_(std::move(packed)), buffer_(kInflatedBytes) {
  if (inflateInit2(&zlib_, kGzipOnly) != Z_OK) throw std::bad_alloc();
}

GzipStream::~GzipStream() {
  inflateEnd(&zlib_);
}

std::size_t GzipStream::read(std::span<char> to) {
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

bool GzipStream::refill() {
  const std::size_t got = packed_->read(buffer_);
  zlib_.next_in = reinterpret_cast<Bytef*>(buffer_.data());
  zlib_.avail_in = static_cast<uInt>(got);
  return got > 0;
}

void GzipStream::inflate_some() {
  if (zlib_.avail_in == 0 && !refill()) {
    return end_with("more gzip data", "the end of the file (truncated)");
  }
  const int status = inflate(&zlib_, Z_NO_FLUSH);
  if (status == Z_STREAM_END) return start_next_member();
  if (status == Z_MEM_ERROR) throw std::bad_alloc();
  if (status == Z_OK || status == Z_BUF_ERROR) return;
  const std::string why = zlib_.msg != nullptr ? zlib_.msg : "bad data";
  end_with("sound gzip data", "corrupt data (" + why + ")");
}

// Zeros may pad the end of a file, as gzip allows.
void GzipStream::start_next_member() {
  while (true) {
    while (zlib_.avail_in > 0 && *zlib_.next_in == 0) {
      ++zlib_.next_in;
      --zlib_.avail_in;
    }
    if (zlib_.avail_in > 0) break;
    if (!refill()) {
      ended_ = true;
      return;
    }
  }
  if (*zlib_.next_in != 0x1f) {
    return end_with("the end of the gzip data", "other bytes behind it");
  }
  inflateReset(&zlib_);
}

void GzipStream::end_with(std::string expected, std::string found) {
  ended_ = true;
  damage_ = Damage{std::move(expected), std::move(found)};
}

}  // namespace semilin::io
