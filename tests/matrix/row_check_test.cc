#include "matrix/row_check.h"

#include "support/problems.h"

namespace semilin::test {
namespace {

// Rows of 0 to 12 entries, some 600,000 in all.
CsrMatrix<float> many_rows() {
  CsrMatrix<float> matrix{1000, {0}, {}, {}};
  Random random(3);
  for (int i = 0; i < 100'000; ++i) {
    auto column = static_cast<std::int32_t>(random.below(80));
    for (auto count = random.below(13); count > 0; --count) {
      matrix.columns.push_back(column);
      matrix.values.push_back(1);
      column += 1 + static_cast<std::int32_t>(random.below(70));
    }
    matrix.end_row();
  }
  return matrix;
}

// Borrows, so that nothing is known of the rows but what is read.
CsrStore borrowed(const CsrMatrix<float>& matrix) {
  return {matrix.view(), nullptr};
}

// The last entry of a row behind the middle that has at least two.
Index some_entry(const CsrMatrix<float>& matrix, Index& row) {
  row = matrix.rows() / 2;
  while (matrix.offsets[row + 1] - matrix.offsets[row] < 2)
    ++row;
  return matrix.offsets[row + 1] - 1;
}

}  // namespace

TEST_CASE("each fault is found and told by its row") {
  for (const InvalidRows& invalid : invalid_rows()) {
    CHECK_THROWS_WITH_AS(require_valid(invalid.rows),
                         doctest::Contains(invalid.fault.c_str()), Invalid);
  }
  CHECK_NOTHROW(require_valid(CsrStore(six_rows())));
}

TEST_CASE("one bad entry among many is found, whatever the threads") {
  CsrMatrix<float> matrix = many_rows();
  REQUIRE(row_fault(borrowed(matrix), true, 0).empty());
  Index row = 0;
  const Index z = some_entry(matrix, row);
  const std::string place = "row " + std::to_string(row) + " ";
  for (const std::int32_t bad : {-1, matrix.columns[z - 1], 1000}) {
    const std::int32_t good = std::exchange(matrix.columns[z], bad);
    for (const int threads : {1, 2, 5})
      CHECK(row_fault(borrowed(matrix), true, threads).starts_with(place));
    matrix.columns[z] = good;
  }
  matrix.columns.back() = 1001;  // in a later row
  matrix.values[z] = HUGE_VALF;
  CHECK(row_fault(borrowed(matrix), true, 2).starts_with(place));
  matrix.columns.back() = 999;
  CHECK(row_fault(borrowed(matrix), false, 2).empty());
}

TEST_CASE("what was found valid is remembered, by copies too") {
  CsrMatrix<float> matrix = many_rows();
  const CsrStore store = borrowed(matrix);
  const CsrStore copy = store;
  require_valid(copy);
  const std::int32_t good = std::exchange(matrix.columns.back(), 5000);
  CHECK_NOTHROW(require_valid(store));
  CHECK_NOTHROW(require_valid(store.with_cols(1000)));
  CHECK_NOTHROW(require_valid(store.with_cols(1001)));
  CHECK_THROWS_AS(require_valid(store.with_cols(999)), Invalid);
  CHECK_THROWS_AS(require_valid(borrowed(matrix)), Invalid);
  matrix.columns.back() = good;
}

TEST_CASE("rows found invalid are found so again, trusted ones are not read") {
  const CsrStore store = invalid_rows()[0].rows;
  for (int time = 0; time < 2; ++time)
    CHECK_THROWS_AS(require_valid(store), Invalid);
  CHECK_NOTHROW(require_valid(RowCheck::trusted(store)));
}

TEST_CASE("a file's rows are the file's fault") {
  const CsrStore store = RowCheck::from_file(invalid_rows()[0].rows, "x.store");
  CHECK_THROWS_WITH_AS(require_valid(store),
                       doctest::Contains("x.store: expected valid rows, found"),
                       DataError);
  CHECK_THROWS_AS(require_valid(store.with_cols(3)), DataError);
}

TEST_CASE("arrays that differ in number make no store") {
  const auto refused = [](const auto& change) {
    CsrMatrix<double> matrix = six_rows();
    change(matrix);
    CHECK_THROWS_AS((void)CsrStore(std::move(matrix)), Invalid);
  };
  refused([](auto& m) { m.columns.pop_back(); });
  refused([](auto& m) { m.values.pop_back(); });
  refused([](auto& m) { m.values.push_back(1); });
  refused([](auto& m) { m.offsets.push_back(13); });
  refused([](auto& m) { m.offsets.clear(); });
}

TEST_CASE("views without arrays are refused") {
  const std::vector<Index> offsets = {0, 1};
  const std::int32_t column = 0;
  const float value = 1;
  const auto refused = [](const CsrView<float>& view) {
    CHECK_THROWS_AS(require_valid(CsrStore(view, nullptr)), Invalid);
  };
  CHECK_NOTHROW(require_valid(
      CsrStore({1, 1, offsets.data(), &column, &value}, nullptr)));
  refused({1, 1, nullptr, &column, &value});
  refused({1, 1, offsets.data(), nullptr, &value});
  refused({1, 1, offsets.data(), &column, nullptr});
  refused({-1, 1, offsets.data(), &column, &value});
  refused({1, -1, offsets.data(), &column, &value});
}

}  // namespace semilin::test
