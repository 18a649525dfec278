#include "io/spill_file.h"

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <utility>

#include <unistd.h>

#include "semilin/base/error.h"

#include "base/checksum.h"

namespace semilin::io {
namespace {

constexpr std::size_t kPieceBytes = std::size_t{1} << 20;

// TMPDIR, or where it is missing or empty a folder that every system has.
std::filesystem::path temporary_folder() {
  const char* named = std::getenv("TMPDIR");
  if (named == nullptr || *named == '\0') return "/tmp";
  if (!std::filesystem::is_directory(named))
    throw DataError("TMPDIR: expected a folder, found '" + std::string(named) +
                    "'");
  return named;
}

std::filesystem::path folder_for(const std::string& path) {
  namespace fs = std::filesystem;
  const auto status = fs::status(path);
  if (path == "-" || (fs::exists(status) && !fs::is_regular_file(status) &&
                      !fs::is_directory(status))) {
    return temporary_folder();
  }
  return fs::weakly_canonical(fs::absolute(path)).parent_path();
}

[[noreturn]] void throw_refusal(const std::string& name, const char* what) {
  throw DataError(name, std::string(what) + ": " + std::strerror(errno));
}

}  // namespace

SpillFile::SpillFile(const std::string& path)
    : name_(path == "-" ? "standard output" : path) {
  std::string pattern = (folder_for(path) / "semilin.part-XXXXXX").string();
  descriptor_ = ::mkstemp(pattern.data());
  if (descriptor_ < 0) throw_refusal(name_, "cannot write");
  ::unlink(pattern.c_str());
}

SpillFile::~SpillFile() {
  ::close(descriptor_);
}

void SpillFile::append(std::string_view bytes) {
  bytes_ += bytes.size();
  crc32_ = checksum(bytes, crc32_);
  while (!bytes.empty()) {
    const std::size_t room = kPieceBytes - buffer_.size();
    buffer_.append(bytes.substr(0, room));
    bytes.remove_prefix(std::min(room, bytes.size()));
    if (buffer_.size() == kPieceBytes) flush();
  }
}

void SpillFile::flush() {
  for (std::size_t done = 0; done < buffer_.size();) {
    const ssize_t got =
        ::write(descriptor_, buffer_.data() + done, buffer_.size() - done);
    if (got < 0 && errno != EINTR) throw_refusal(name_, "cannot write");
    done += static_cast<std::size_t>(std::max<ssize_t>(got, 0));
  }
  buffer_.clear();
}

void SpillFile::replay(const ByteSink& write) {
  flush();
  std::string piece;
  for (std::uint64_t offset = 0; offset < bytes_; offset += piece.size()) {
    piece.resize(std::min<std::uint64_t>(kPieceBytes, bytes_ - offset));
    read_at(piece, offset);
    write(piece);
  }
}

void SpillFile::read_at(std::span<char> to, std::uint64_t offset) const {
  while (!to.empty()) {
    const ssize_t got =
        ::pread(descriptor_, to.data(), to.size(), static_cast<off_t>(offset));
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) throw_refusal(name_, "cannot read a temporary file");
    offset += static_cast<std::uint64_t>(got);
    to = to.subspan(static_cast<std::size_t>(got));
  }
}

NewSection SpillFile::section(std::string name, ArrayType type) {
  return {std::move(name), type, bytes_, crc32_,
          [this](const ByteSink& write) { replay(write); }};
}

}  // namespace semilin::io
