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
constexpr Index kMissingAtOnce = 4096;

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
    : path_(path),
      offsets_(path),
      columns_(path),
      values_(path),
      label_numbers_(path) {
  append_shifted(std::vector<Index>{0}, 0, offsets_);
}

template <class Value>
void StoreWriter<Value>::append(std::span<const ParsedBlock<Value>> blocks,
                                int threads) {
  parallel_for(3, threads, [&](Index array) {
    Index entries = nonzeros_;
    for (const ParsedBlock<Value>& block : blocks) {
      if (array == 0) {
        values_.append(bytes_of(block.values.get(), block.nonzeros));
      } else if (array == 1) {
        columns_.append(bytes_of(block.columns.get(), block.nonzeros));
      } else {
        append_shifted(block.row_ends, entries, offsets_);
      }
      entries += block.nonzeros;
    }
  });
  for (const ParsedBlock<Value>& block : blocks) {
    rows_ += static_cast<Index>(block.row_ends.size());
    nonzeros_ += block.nonzeros;
    cols_ = std::max(cols_, block.cols);
  }
}

template <class Value>
void StoreWriter<Value>::append(const CsrStore& rows, Index begin, Index end) {
  rows.visit([&](const auto& view) {
    const Index first = view.offsets[begin];
    const Index count = view.offsets[end] - first;
    append_shifted({view.offsets + begin + 1, view.offsets + end + 1},
                   nonzeros_ - first, offsets_);
    columns_.append(bytes_of(view.columns + first, count));
    const std::vector<Value> values(view.values + first,
                                    view.values + first + count);
    values_.append(bytes_of(values.data(), count));
    cols_ = std::max(cols_, view.cols);
    nonzeros_ += count;
  });
  rows_ += end - begin;
}

template <class Value>
void StoreWriter<Value>::append_labels(std::span<const std::int32_t> numbers) {
  label_numbers_.append(bytes_of(numbers));
  labels_ += static_cast<Index>(numbers.size());
}

// The numbers of labels as classes; rows behind the last are unlabeled.
template <class Value>
void StoreWriter<Value>::write_labels(const LabelMeaning& meaning,
                                      SpillFile& to) {
  std::vector<std::int32_t> labels;
  label_numbers_.replay([&](std::string_view bytes) {
    labels.resize(bytes.size() / sizeof(std::int32_t));
    std::memcpy(labels.data(), bytes.data(), bytes.size());
    to_classes(meaning, labels);
    to.append(bytes_of(std::span<const std::int32_t>(labels)));
  });
  const std::vector<std::int32_t> missing(kMissingAtOnce, kUnlabeled);
  for (Index row = labels_; row < rows_; row += kMissingAtOnce) {
    to.append(bytes_of(missing.data(), std::min(rows_ - row, kMissingAtOnce)));
  }
}

template <class Value>
void StoreWriter<Value>::finish(Index cols, const LabelMeaning& meaning,
                                std::span<const double> costs,
                                const Attachments& attachments) {
  SpillFile labels(path_);
  write_labels(meaning, labels);
  write_store_parts({{rows_, std::max(cols, cols_), nonzeros_,
                      sizeof(Value) == 8, meaning.multi_label},
                     {offsets_.section("offsets", ArrayType::Int64),
                      columns_.section("columns", ArrayType::Int32),
                      values_.section("values", kValueType<Value>),
                      labels.section("labels", ArrayType::Int32)},
                     meaning.classes,
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
