#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <new>
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
  const int descriptor = ::mkstemp(pattern.data());
  if (descriptor < 0) throw_system_error(name_, "cannot write");
  ::unlink(pattern.c_str());
  file_.reset(::fdopen(descriptor, "w+"));
  if (!file_) ::close(descriptor);
  if (!file_ || std::setvbuf(file_.get(), nullptr, _IOFBF, kPieceBytes) != 0)
    throw std::bad_alloc();
}

void SpillFile::append(std::string_view bytes) {
  bytes_ += bytes.size();
  crc32_ = checksum(bytes, crc32_);
  if (std::fwrite(bytes.data(), 1, bytes.size(), file_.get()) != bytes.size())
    throw_system_error(name_, "cannot write");
}

NewSection SpillFile::section(std::string name, ArrayType type) {
  return {std::move(name), type, bytes_, crc32_, [this](const ByteSink& write) {
            if (std::fseek(file_.get(), 0, SEEK_SET) != 0)
              throw_system_error(name_, "cannot write");
            std::string piece;
            for (std::uint64_t at = 0; at < bytes_; at += piece.size()) {
              piece.resize(std::min<std::uint64_t>(kPieceBytes, bytes_ - at));
              if (std::fread(piece.data(), 1, piece.size(), file_.get()) !=
                  piece.size())
                throw_system_error(name_, "cannot read a temporary file");
              write(piece);
            }
          }};
}

}  // namespace semilin::io
