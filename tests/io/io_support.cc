#include "io/io_support.h"

#include <atomic>
#include <filesystem>
#include <fstream>
#include <iterator>

#include <unistd.h>
#include <zlib.h>

namespace semilin::test {

TempFile::TempFile(const std::string& suffix) {
  static std::atomic<int> counter{0};
  path_ = "temp-" + std::to_string(::getpid()) + "-" +
          std::to_string(counter++) + suffix;
}

TempFile::TempFile(const std::string& suffix, std::string_view content)
    : TempFile(suffix) {
  spill(path_, content);
}

TempFile::~TempFile() {
  std::error_code ignored;
  std::filesystem::remove_all(path_, ignored);
}

std::string slurp(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) throw std::runtime_error("slurp: cannot open " + path);
  return {std::istreambuf_iterator<char>(file), {}};
}

void spill(const std::string& path, std::string_view bytes) {
  std::ofstream file(path, std::ios::binary);
  file.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
  if (!file) throw std::runtime_error("spill: cannot write " + path);
}

std::string gzip(std::string_view text) {
  z_stream zlib{};
  deflateInit2(&zlib, 6, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY);
  std::string packed(deflateBound(&zlib, text.size()) + 32, '\0');
  std::string input(text);
  zlib.next_in = reinterpret_cast<Bytef*>(input.data());
  zlib.avail_in = static_cast<uInt>(input.size());
  zlib.next_out = reinterpret_cast<Bytef*>(packed.data());
  zlib.avail_out = static_cast<uInt>(packed.size());
  deflate(&zlib, Z_FINISH);
  packed.resize(zlib.total_out);
  deflateEnd(&zlib);
  return packed;
}

Dataset read_from_text(std::string_view text, const ReadOptions& options) {
  const TempFile file(".svm", text);
  return read_svmlight(file.path(), options);
}

bool same_data(const Dataset& a, const Dataset& b) {
  if (a.labels != b.labels || a.classes != b.classes || a.costs != b.costs)
    return false;
  return same_rows(a.rows, b.rows);
}

std::optional<std::string> real_data(const std::string& name) {
  const char* folder = std::getenv("SEMILIN_DATA");
  if (folder == nullptr) return std::nullopt;
  return std::string(folder) + "/" + name;
}

std::string source_file(const std::string& name) {
  const char* folder = std::getenv("SEMILIN_SOURCE_DIR");
  if (folder == nullptr) throw std::runtime_error("SEMILIN_SOURCE_DIR unset");
  return std::string(folder) + "/" + name;
}

}  // namespace semilin::test
