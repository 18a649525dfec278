#include "io/npy_file.h"

#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>
#include <regex>
#include <tuple>
#include <utility>

#include "semilin/base/error.h"

#include "io/quote.h"

namespace semilin::io {
namespace {

// More than the header of a matrix takes, and little enough for std::regex.
constexpr std::size_t kMostHeader = 4096;

// IEEE 754's binary16.
struct Half {
  std::uint16_t bits;

  explicit operator float() const {
    const int exponent = bits >> 10 & 31;
    const auto fraction = static_cast<float>(bits & 1023);
    const float size =
        exponent == 31
            ? (fraction == 0 ? std::numeric_limits<float>::infinity()
                             : std::numeric_limits<float>::quiet_NaN())
        : exponent == 0 ? std::ldexp(fraction, -24)
                        : std::ldexp(1024 + fraction, exponent - 25);
    return bits >> 15 ? -size : size;
  }
};

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

// What the pattern's group holds; "" where nothing matches.
std::string value_in(const std::string& header, const char* pattern) {
  std::smatch found;
  return std::regex_search(header, found, std::regex(pattern)) ? found[1].str()
                                                               : "";
}

}  // namespace

NpyFile::NpyFile(const std::string& path)
    : path_(path), file_(std::make_shared<MappedFile>(path)) {
  const std::string_view bytes = file_->bytes();
  std::string header;
  std::tie(header, start_) = header_of(bytes, path);
  const std::string type = value_in(header, "'descr': *'([^']*)'");
  bytes_ = type == "<f2" ? 2 : type == "<f4" ? 4 : type == "<f8" ? 8 : 0;
  if (bytes_ == 0)
    throw DataError(path,
                    "expected float16, float32 or float64, little-endian, "
                    "found the type " +
                        quote(type.empty() ? header : type));
  if (value_in(header, "'fortran_order': *(True|False)") != "False")
    throw DataError(path,
                    "expected rows one after the other, found columns "
                    "(save numpy.ascontiguousarray of it)");
  const std::string shape = value_in(header, "'shape': *(\\([^)]*\\))");
  std::smatch sizes;
  if (!std::regex_match(shape, sizes,
                        std::regex("\\((\\d{1,15}), *(\\d{1,9}),?\\)")))
    throw DataError(
        path, "expected rows and columns, found the shape " + quote(shape));
  rows_ = std::stoll(sizes[1]);
  cols_ = std::stoll(sizes[2]);
  const double expected = static_cast<double>(rows_) *
                          static_cast<double>(cols_) *
                          static_cast<double>(bytes_);
  if (static_cast<double>(bytes.size() - start_) != expected)
    throw DataError(path, "expected " + std::to_string(rows_) + " x " +
                              std::to_string(cols_) + " numbers of " +
                              std::to_string(bytes_) + " bytes, found " +
                              std::to_string(bytes.size() - start_) + " bytes");
}

template <class Stored, class Value>
CsrStore NpyFile::read_as(Index begin, Index end) const {
  const std::size_t row_bytes = cols_ * sizeof(Stored);
  const char* row = file_->bytes().data() + start_ + begin * row_bytes;
  CsrMatrix<Value> matrix;
  matrix.cols = cols_;
  for (Index i = begin; i < end; ++i, row += row_bytes) {
    for (Index j = 0; j < cols_; ++j) {
      Stored stored;  // which need not be aligned
      std::memcpy(&stored, row + j * sizeof(Stored), sizeof(Stored));
      const auto value = static_cast<Value>(stored);
      if (value == 0) continue;
      if (!std::isfinite(value))
        throw DataError(path_, i + 1, j + 1, "a finite number",
                        std::isnan(value) ? "nan" : "an infinite one");
      matrix.columns.push_back(static_cast<std::int32_t>(j));
      matrix.values.push_back(value);
    }
    matrix.end_row();
  }
  file_->release(row - (end - begin) * row_bytes, row);
  return CsrStore(std::move(matrix));
}

CsrStore NpyFile::read(Index begin, Index end) const {
  if (bytes_ == sizeof(Half)) return read_as<Half, float>(begin, end);
  return bytes_ == sizeof(double) ? read_as<double, double>(begin, end)
                                  : read_as<float, float>(begin, end);
}

}  // namespace semilin::io
