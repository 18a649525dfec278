// Counts beyond 2^32. Off unless SEMILIN_HUGE is set: a minute and more of
// work; 35 GB of addresses, but 700 MB of memory; the file is sparse.
#include <fcntl.h>
#include <nlohmann/json.hpp>
#include <sys/mman.h>
#include <unistd.h>

#include "semilin/learn/train.h"

#include "io/input.h"
#include "io/io_support.h"
#include "io/store_file.h"
#include "matrix/row_check.h"

namespace semilin::test {
namespace {

constexpr Index kCols = Index{1} << 20;
constexpr Index kRows = 4096 + 16;  // 2^32 non-zeros, and 16 rows more
constexpr Index kTold = 16;         // rows at either end that say something
constexpr Index kStep = 1021;       // between their non-zero values

bool skipped() {
  if (std::getenv("SEMILIN_HUGE") != nullptr) return false;
  MESSAGE("SKIPPED: needs SEMILIN_HUGE=1");
  return true;
}

// kRows blocks of kCols zeros, of which only those that are written take
// memory.
template <class T>
std::shared_ptr<T> zeros() {
  constexpr Index kBytes = kRows * kCols * static_cast<Index>(sizeof(T));
  void* all = ::mmap(nullptr, kBytes, PROT_READ | PROT_WRITE,
                     MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  REQUIRE(all != MAP_FAILED);
  return {static_cast<T*>(all), [](T* start) { ::munmap(start, kBytes); }};
}

bool tells(Index row) {
  return row < kTold || row >= kRows - kTold;
}

float value_at(Index row, Index column) {
  const Index mixed = (row * 7919 + column / kStep * 104729) % 1000;
  return 0.001F * static_cast<float>(mixed) * (row % 2 == 0 ? 1.0F : -0.5F);
}

// Every entry is there, zero or not; rows that tell nothing are column 0 again
// and again.
struct DenseRows {
  DenseRows() {
    for (Index i = 0; i <= kRows; ++i)
      offsets.push_back(i * kCols);
    for (Index i = 0; i < kRows; ++i) {
      if (!tells(i)) continue;
      std::iota(columns.get() + i * kCols, columns.get() + (i + 1) * kCols, 0);
      for (Index j = 0; j < kCols; j += kStep)
        values.get()[i * kCols + j] = value_at(i, j);
    }
  }
  [[nodiscard]] CsrView<float> view() const {
    return {kRows, kCols, offsets.data(), columns.get(), values.get()};
  }

  std::vector<Index> offsets;
  std::shared_ptr<std::int32_t> columns = zeros<std::int32_t>();
  std::shared_ptr<float> values = zeros<float>();
};

// The same rows without their zeros, of which a row that tells nothing has one:
// rows without a feature are left out of training.
CsrMatrix<float> sparse_rows() {
  CsrMatrix<float> rows{kCols, {0}, {}, {}};
  for (Index i = 0; i < kRows; ++i) {
    for (Index j = 0; j < (tells(i) ? kCols : 1); j += kStep) {
      if (tells(i) && value_at(i, j) == 0) continue;
      rows.columns.push_back(static_cast<std::int32_t>(j));
      rows.values.push_back(tells(i) ? value_at(i, j) : 0);
    }
    rows.end_row();
  }
  return rows;
}

// A section of kRows blocks, written sparsely: only rows that tell have bytes.
template <class T>
io::NewSection sparse_section(const std::string& name, const T* array,
                              const io::ByteSink& skip) {
  constexpr auto kBlock = static_cast<std::uint64_t>(kCols) * sizeof(T);
  return {name, array_type<T>(), kBlock * kRows, 0,
          [=](const io::ByteSink& write) {
            for (Index row = 0; row < kRows; ++row) {
              const auto bytes = io::bytes_of(array + row * kCols, kCols);
              (tells(row) ? write : skip)(bytes);
            }
          }};
}

// The rows as a store whose other rows are a hole: column 0, value 0. The
// checksums of the two large sections are not computed.
void write_sparse_store(const DenseRows& rows, const std::string& path) {
  const int file = ::open(path.c_str(), O_WRONLY);
  REQUIRE(file >= 0);
  const io::ByteSink write = [file](std::string_view bytes) {
    REQUIRE(::write(file, bytes.data(), bytes.size()) ==
            static_cast<ssize_t>(bytes.size()));
  };
  const io::ByteSink skip = [file](std::string_view bytes) {
    REQUIRE(::lseek(file, static_cast<off_t>(bytes.size()), SEEK_CUR) > 0);
  };
  const Labels labels(kRows, -1);
  const std::vector<io::NewSection> sections = {
      io::section_of("offsets", rows.offsets.data(), kRows + 1),
      sparse_section("columns", rows.columns.get(), skip),
      sparse_section("values", rows.values.get(), skip),
      io::section_of("labels", labels.data(), kRows)};
  const nlohmann::json info = {{"rows", kRows},
                               {"cols", kCols},
                               {"nonzeros", kRows * kCols},
                               {"values", "float32"}};
  io::write_sections({io::kStoreMagic, 1, "store"}, info.dump(), sections,
                     write);
  ::close(file);
}

Dataset labeled(CsrStore rows) {
  Dataset data;
  data.rows = std::move(rows);
  data.classes = {"-1", "1"};
  for (Index i = 0; i < kRows; ++i)
    data.labels.push_back(i % 2 == 0 ? 1 : 0);
  return data;
}

}  // namespace

TEST_SUITE("slow") {
  TEST_CASE("an SVM on more than 2^32 non-zeros is that of the same rows") {
    if (skipped()) return;
    const auto dense = std::make_shared<const DenseRows>();
    // trusted, since column 0 stands again and again
    const Dataset huge =
        labeled(RowCheck::trusted(CsrStore(dense->view(), dense)));
    REQUIRE(huge.rows.nonzeros() > Index{1} << 32);
    TrainOptions options;
    options.method = kSvm;
    options.linear.lambda = 1e-2;
    const auto found = train(huge, options);
    const auto expected = train(labeled(CsrStore(sparse_rows())), options);
    CHECK(found.summary.nonzeros == huge.rows.nonzeros());
    CHECK(found.summary.stop == Stop::Converged);
    CHECK(found.summary.objective ==
          doctest::Approx(expected.summary.objective).epsilon(1e-6));
    CHECK(found.labels == expected.labels);
    MESSAGE("products with X: " << found.summary.linear->products
                                << ", seconds: " << found.summary.seconds);
  }

  TEST_CASE("a store of more than 2^32 non-zeros gives its last rows") {
    if (skipped()) return;
    const DenseRows rows;
    const TempFile file("", "");
    write_sparse_store(rows, file.path());
    const Dataset data = open_store(file.path()).data;
    REQUIRE(data.rows.nonzeros() == kRows * kCols);
    data.rows.visit([&](const auto& view) {
      for (Index i = kRows - kTold; i < kRows; ++i) {
        const auto columns = view.row_columns(i);
        const auto values = view.row_values(i);
        for (Index j = 0; j < kCols; ++j)
          if (columns[j] != j || values[j] != rows.view().row_values(i)[j])
            FAIL("row " << i << ", column " << j);
      }
    });
  }
}

}  // namespace semilin::test
