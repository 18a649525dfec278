#include "io/npy_file.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>
#include <numeric>
#include <tuple>
#include <utility>

#include <regex.h>

#include "semilin/base/error.h"
#include "semilin/io/dataset_file.h"
#include "semilin/io/vector_file.h"

#include "base/plain_text.h"
#include "matrix/row_check.h"

namespace semilin::io {
namespace {

// More than the header of a matrix takes.
constexpr std::size_t kMostHeader = 4096;

// IEEE 754's binary16.
struct Half {
  std::uint16_t bits;

  explicit operator float() const {
    // the exponent's bias is smaller by 112; 31 is for what is not finite
    std::uint32_t size = static_cast<std::uint32_t>(bits & 0x7fff) << 13;
    size |= size >= 0x0f800000 ? 0x70000000 : 0;
    const float magnitude = std::bit_cast<float>(size) * 0x1p112F;
    return (bits >> 15) != 0 ? -magnitude : magnitude;
  }
  explicit operator double() const { return static_cast<float>(*this); }
};

// Numbers that are looked at together.
constexpr Index kChunk = 32;

// A row on its way to the entries behind `count`; there is room for kChunk more
// than it has.
template <class Value>
struct RowEntries {
  std::int32_t* columns;
  Value* values;
  Index count;

  // Returns the place of a number that is not finite; `size`: none.
  Index append(const std::array<Value, kChunk>& numbers, Index size,
               Index column) {
    unsigned filled = 0, odd = 0;
    for (Index i = 0; i < kChunk; ++i) {
      filled += numbers[i] != 0 ? 1 : 0;
      odd += std::abs(numbers[i]) <= std::numeric_limits<Value>::max() ? 0 : 1;
    }
    if (odd > 0) {
      return std::find_if_not(numbers.begin(), numbers.end(),
                              [](Value x) { return std::isfinite(x); }) -
             numbers.begin();
    }
    if (filled == kChunk) {
      std::iota(columns + count, columns + count + kChunk,
                static_cast<std::int32_t>(column));
      std::copy(numbers.begin(), numbers.end(), values + count);
      count += kChunk;
    } else if (filled > 0) {
      for (Index i = 0; i < size; ++i) {
        columns[count] = static_cast<std::int32_t>(column + i);
        values[count] = numbers[i];
        count += numbers[i] != 0 ? 1 : 0;
      }
    }
    return size;
  }
};

// Reads `cols` numbers; returns the place of the first that is not finite, or
// `cols`.
template <class Stored, class Value>
Index append_numbers(const char* row, Index cols, RowEntries<Value>& entries) {
  for (Index j = 0; j < cols; j += kChunk) {
    const Index size = std::min(kChunk, cols - j);
    const char* from = row + j * sizeof(Stored);  // which need not be aligned
    std::array<Stored, kChunk> stored;
    if (size == kChunk) {  // a constant size takes a few instructions
      std::memcpy(stored.data(), from, sizeof(stored));
    } else {
      stored.fill({});
      std::memcpy(stored.data(), from, size * sizeof(Stored));
    }
    std::array<Value, kChunk> numbers;
    for (Index i = 0; i < kChunk; ++i)
      numbers[i] = static_cast<Value>(stored[i]);
    const Index good = entries.append(numbers, size, j);
    if (good < size) return j + good;
  }
  return cols;
}

// The Python dictionary in front of the numbers, and where they begin.
std::pair<std::string, std::size_t> header_of(std::string_view file,
                                              const std::string& path) {
  const std::size_t head = file.size() > 6 && file[6] == 1 ? 10 : 12;
  if (file.size() < head || file[6] < 1 || file[6] > 3)
    throw DataError(path, "expected version 1, 2 or 3 of NumPy's format");
  std::uint32_t size = 0;  // little-endian, of 2 or 4 bytes
  std::memcpy(&size, &file[8], head - 8);
  if (size > kMostHeader || size > file.size() - head)
    throw DataError(path, "expected a header of at most " +
                              std::to_string(kMostHeader) + " bytes, found " +
                              std::to_string(size));
  return {std::string(file.substr(head, size)), head + size};
}

// The two groups of a POSIX extended regular expression where it first matches;
// "" for groups that are not there, or where nothing matches.
std::array<std::string, 2> groups_in(const std::string& header,
                                     const char* pattern) {
  regex_t compiled;
  require(regcomp(&compiled, pattern, REG_EXTENDED) == 0, "bad pattern");
  std::array<regmatch_t, 3> found{};
  const bool matches =
      regexec(&compiled, header.c_str(), found.size(), found.data(), 0) == 0;
  regfree(&compiled);
  std::array<std::string, 2> groups;
  for (std::size_t g = 0; g < groups.size() && matches; ++g) {
    const regmatch_t& at = found[g + 1];
    if (at.rm_so >= 0) groups[g] = header.substr(at.rm_so, at.rm_eo - at.rm_so);
  }
  return groups;
}

}  // namespace

NpyFile::NpyFile(const std::string& path)
    : path_(path), file_(std::make_shared<MappedFile>(path)) {
  const std::string_view bytes = file_->bytes();
  std::string header;
  std::tie(header, start_) = header_of(bytes, path);
  const std::string type = groups_in(header, "'descr': *'([^']*)'")[0];
  bytes_ = type == "<f2" ? 2 : type == "<f4" ? 4 : type == "<f8" ? 8 : 0;
  if (bytes_ == 0)
    throw DataError(path,
                    "expected float16, float32 or float64, little-endian, "
                    "found the type " +
                        quote(type.empty() ? header : type));
  if (groups_in(header, "'fortran_order': *(True|False)")[0] != "False")
    throw DataError(path,
                    "expected rows one after the other, found columns "
                    "(save numpy.ascontiguousarray of it)");
  const std::string shape = groups_in(header, "'shape': *(\\([^)]*\\))")[0];
  const auto sizes = groups_in(shape, "^\\(([0-9]{1,15}), *([0-9]{1,9}),?\\)$");
  if (sizes[1].empty())
    throw DataError(
        path, "expected rows and columns, found the shape " + quote(shape));
  rows_ = std::stoll(sizes[0]);
  cols_ = std::stoll(sizes[1]);
  if (cols_ == 0)
    throw DataError(
        path, "expected at least one column, found the shape " + quote(shape));
  const double expected = static_cast<double>(rows_) *
                          static_cast<double>(cols_) *
                          static_cast<double>(bytes_);
  if (static_cast<double>(bytes.size() - start_) != expected)
    throw DataError(path, "expected " + std::to_string(rows_) + " x " +
                              std::to_string(cols_) + " numbers of " +
                              std::to_string(bytes_) + " bytes, found " +
                              std::to_string(bytes.size() - start_) + " bytes");
}

const char* NpyFile::row(Index i) const {
  return file_->bytes().data() + start_ + i * cols_ * bytes_;
}

void NpyFile::release(Index begin, Index end) const {
  file_->release(row(begin), row(end));
}

template <class Stored, class Value>
void NpyFile::read_as(Index begin, Index end, ParsedBlock<Value>& block) const {
  RowEntries<Value> entries{block.columns.get(), block.values.get(), 0};
  for (Index i = begin; i < end; ++i) {
    const Index bad = append_numbers<Stored>(row(i), cols_, entries);
    if (bad < cols_) {
      Stored stored;
      std::memcpy(&stored, row(i) + bad * sizeof(Stored), sizeof(Stored));
      block.fault = {
          i - begin + 1, bad + 1, "a finite number",
          std::isnan(static_cast<Value>(stored)) ? "nan" : "an infinite one"};
      return;
    }
    block.offsets.push_back(entries.count);
  }
}

template <class Value>
void NpyFile::read(Index begin, Index end, ParsedBlock<Value>& block) const {
  block.start((end - begin) * cols_ + kChunk);
  block.cols = cols_;
  block.lines = end - begin;
  if (bytes_ == sizeof(Half)) {
    read_as<Half>(begin, end, block);
  } else if (bytes_ == sizeof(float)) {
    read_as<float>(begin, end, block);
  } else {
    read_as<double>(begin, end, block);
  }
}

template void NpyFile::read(Index, Index, ParsedBlock<float>&) const;
template void NpyFile::read(Index, Index, ParsedBlock<double>&) const;

template <class Value>
CsrStore NpyFile::rows_of(Index begin, Index end) const {
  const auto block = std::make_shared<ParsedBlock<Value>>();
  read(begin, end, *block);
  if (block->fault) {
    throw DataError(path_, begin + block->fault->line, block->fault->column,
                    block->fault->expected, block->fault->found);
  }
  release(begin, end);
  return RowCheck::trusted(CsrStore(block->view(), block));
}

CsrStore NpyFile::read(Index begin, Index end, bool doubles) const {
  return doubles && bytes_ == sizeof(double) ? rows_of<double>(begin, end)
                                             : rows_of<float>(begin, end);
}

}  // namespace semilin::io

namespace semilin {

VectorFile::VectorFile(const std::string& path) : path_(path) {
  if (file_kind(path) != FileKind::Matrix)
    throw DataError(path,
                    "expected a matrix in NumPy's format (.npy), found "
                    "something else");
  file_ = std::make_shared<const io::NpyFile>(path);
}

Index VectorFile::rows() const {
  return file_->rows();
}

Index VectorFile::columns() const {
  return file_->cols();
}

ReadVectors VectorFile::reader(bool doubles, Index first) const {
  return [path = path_, file = file_, doubles, first](Index begin, Index end) {
    if (first + end > file->rows())
      throw DataError(path, "expected a vector for each row, found only " +
                                std::to_string(file->rows()));
    return file->read(first + begin, first + end, doubles);
  };
}

}  // namespace semilin
