#include "io/store_writer.h"

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <utility>
#include <vector>

#include <unistd.h>

#include "semilin/base/error.h"

#include "base/checksum.h"
#include "base/parallel.h"
#include "io/store_file.h"

namespace semilin::io {
namespace {

constexpr Index kOffsetsAtOnce = 4096;

// Appends shift + each of `ends`.
void append_shifted(std::span<const Index> ends, Index shift, SpillFile& to) {
  Index shifted[kOffsetsAtOnce];
  while (!ends.empty()) {
    const auto now =
        ends.first(std::min<std::size_t>(ends.size(), kOffsetsAtOnce));
    std::transform(now.begin(), now.end(), shifted,
                   [shift](Index end) { return shift + end; });
    to.append(bytes_of(shifted, static_cast<Index>(now.size())));
    ends = ends.subspan(now.size());
  }
}

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

template <class Value>
StoreWriter<Value>::StoreWriter(const std::string& path)
    : path_(path), offsets_(path), columns_(path), values_(path) {
  append_shifted(std::vector<Index>{0}, 0, offsets_);
}

template <class Value>
void StoreWriter<Value>::append(std::span<const CsrView<Value>> pieces,
                                int threads) {
  const auto entries_of = [](const CsrView<Value>& piece) {
    return piece.offsets[piece.rows] - piece.offsets[0];
  };
  parallel_for(3, threads, [&](Index array) {
    Index entries = nonzeros_;
    for (const CsrView<Value>& piece : pieces) {
      if (array == 0) {
        values_.append(bytes_of(piece.values, entries_of(piece)));
      } else if (array == 1) {
        columns_.append(bytes_of(piece.columns, entries_of(piece)));
      } else {
        append_shifted({piece.offsets + 1, piece.offsets + 1 + piece.rows},
                       entries - piece.offsets[0], offsets_);
      }
      entries += entries_of(piece);
    }
  });
  for (const CsrView<Value>& piece : pieces) {
    rows_ += piece.rows;
    nonzeros_ += entries_of(piece);
    cols_ = std::max(cols_, piece.cols);
  }
}

template <class Value>
void StoreWriter<Value>::finish(Index cols, LabelMeaning meaning,
                                std::span<const double> costs,
                                const Attachments& attachments) {
  Dataset labeled;
  labeled.labels = std::move(this->labels);
  labeled.labels.resize(rows_, -1);
  set_classes(std::move(meaning), labeled);
  write_store_parts({{rows_, std::max(cols, cols_), nonzeros_,
                      sizeof(Value) == 8, labeled.multi_label},
                     {offsets_.section("offsets", ArrayType::Int64),
                      columns_.section("columns", ArrayType::Int32),
                      values_.section("values", array_type<Value>()),
                      section_of("labels", labeled.labels.data(), rows_)},
                     labeled.classes,
                     costs,
                     attachments},
                    path_);
}

template class StoreWriter<float>;
template class StoreWriter<double>;

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
  return {std::move(name), type, bytes_, crc32_, [this](const ByteSink& write) {
            flush();
            std::string piece;
            for (std::uint64_t at = 0; at < bytes_; at += piece.size()) {
              piece.resize(std::min<std::uint64_t>(kPieceBytes, bytes_ - at));
              read_at(piece, at);
              write(piece);
            }
          }};
}

}  // namespace semilin::io
