#include "semilin/matrix/eigen.h"

#include "support/rows.h"
#include "support/training.h"

namespace semilin::test {
namespace {

template <class Value, class Position>
using Sparse = Eigen::SparseMatrix<Value, Eigen::RowMajor, Position>;

// 12 rows of 6 columns; rows 4 and 11 are empty. With gaps: not compressed.
template <class Matrix>
Matrix example(bool gaps) {
  Matrix matrix(12, 6);
  matrix.reserve(Eigen::VectorXi::Constant(12, 5));
  for (int i = 0; i < 12; ++i) {
    if (i == 4 || i == 11) continue;
    const bool positive = i % 2 == 0;
    matrix.insert(i, positive ? 0 : 1) = 1;
    matrix.insert(i, 2 + i % 3) = typename Matrix::Scalar(0.3 + 0.01 * i);
  }
  if (!gaps) matrix.makeCompressed();
  return matrix;
}

Dataset with_labels(CsrStore rows) {
  Dataset data;
  data.rows = std::move(rows);
  data.classes = {"-1", "1"};
  data.labels = {1,          0,          1,          0,
                 kUnlabeled, kUnlabeled, kUnlabeled, kUnlabeled,
                 kUnlabeled, kUnlabeled, kUnlabeled, kUnlabeled};
  return data;
}

// A copy of the entries, by Eigen's own iterators.
template <class Matrix>
CsrStore copied(const Matrix& matrix) {
  CsrMatrix<typename Matrix::Scalar> rows;
  rows.cols = matrix.cols();
  for (Index i = 0; i < matrix.rows(); ++i) {
    for (typename Matrix::InnerIterator it(matrix, i); it; ++it) {
      rows.columns.push_back(static_cast<std::int32_t>(it.col()));
      rows.values.push_back(it.value());
    }
    rows.end_row();
  }
  return CsrStore(std::move(rows));
}

const void* address_of_values(const CsrStore& rows) {
  return rows.visit([](const auto& v) { return (const void*)v.values; });
}
const void* columns_of(const CsrStore& rows) {
  return rows.visit([](const auto& v) { return (const void*)v.columns; });
}

// The model of the rows, in bytes.
Doubles trained(const CsrStore& rows) {
  LinearTraining options;
  options.lambda = 0.01;
  LinearModel model = train_linear(with_labels(rows), options).model;
  model.weights.insert(model.weights.end(), model.offsets.begin(),
                       model.offsets.end());
  return model.weights;
}

}  // namespace

TEST_CASE_TEMPLATE("a matrix trains as its copy, and is borrowed if it can be",
                   Matrix, Sparse<float, int>, Sparse<double, int>,
                   Sparse<float, std::int64_t>, Sparse<double, std::int64_t>) {
  for (const bool gaps : {false, true}) {
    const auto matrix = example<Matrix>(gaps);
    REQUIRE(matrix.isCompressed() == !gaps);
    const CsrStore rows = from_eigen(matrix);
    CHECK((address_of_values(rows) == matrix.valuePtr()) == !gaps);
    // wide columns are narrowed in a copy
    CHECK((columns_of(rows) == matrix.innerIndexPtr()) ==
          (!gaps && sizeof(typename Matrix::StorageIndex) == 4));
    CHECK(rows.nonzeros() == matrix.nonZeros());
    CHECK(same_rows(rows, copied(matrix)));
    CHECK_NOTHROW(require_valid(rows));
    CHECK(trained(rows) == trained(copied(matrix)));
  }
}

TEST_CASE("a map is borrowed") {
  using Matrix = Sparse<float, int>;
  const auto matrix = example<Matrix>(false);
  const Eigen::Map<const Matrix> map(12, 6, matrix.nonZeros(),
                                     matrix.outerIndexPtr(),
                                     matrix.innerIndexPtr(), matrix.valuePtr());
  const CsrStore rows = from_eigen(map);
  CHECK(address_of_values(rows) == matrix.valuePtr());
  CHECK(same_rows(rows, copied(matrix)));
}

TEST_CASE_TEMPLATE("a block of rows is those rows", Matrix, Sparse<float, int>,
                   Sparse<double, std::int64_t>) {
  for (const bool gaps : {false, true}) {
    const auto matrix = example<Matrix>(gaps);
    const Matrix wanted = matrix.middleRows(3, 7);
    CHECK(same_rows(from_eigen(matrix.middleRows(3, 7)), copied(wanted)));
  }
}

TEST_CASE("a matrix that is moved in lives as long as the store") {
  auto matrix = example<Sparse<float, int>>(false);
  const void* values = matrix.valuePtr();
  const CsrStore expected = copied(matrix);
  const CsrStore rows = from_eigen(std::move(matrix));
  CHECK(address_of_values(rows) == values);
  CHECK(same_rows(rows, expected));
  CHECK(same_rows(from_eigen(example<Sparse<float, int>>(true)), expected));
}

TEST_CASE("matrices without rows, columns or entries") {
  for (const auto& [rows, cols] : {std::pair{0, 0}, {0, 3}, {3, 0}, {2, 2}}) {
    const Sparse<double, int> matrix(rows, cols);
    const CsrStore store = from_eigen(matrix);
    CHECK(store.rows() == rows);
    CHECK(store.cols() == cols);
    CHECK(store.nonzeros() == 0);
    CHECK_NOTHROW(require_valid(store));
  }
  CHECK(from_eigen(Sparse<double, int>()).rows() == 0);
}

TEST_CASE_TEMPLATE("rows become the Eigen matrix that they came from", Matrix,
                   Sparse<float, int>, Sparse<double, std::int64_t>) {
  using Value = typename Matrix::Scalar;
  using Position = typename Matrix::StorageIndex;
  const auto matrix = example<Matrix>(true);
  from_eigen(matrix).visit([&]<class Found>(const CsrView<Found>& view) {
    if constexpr (std::is_same_v<Found, Value>) {
      const Matrix back = to_eigen<Position>(view);
      CHECK(back.isCompressed());
      CHECK(same_rows(copied(back), copied(matrix)));
    } else {
      FAIL("another type");
    }
  });
  const CsrStore none;
  none.visit([](const auto& view) { CHECK(to_eigen(view).size() == 0); });
}

TEST_CASE("rows and columns that an index cannot count are refused") {
  CsrMatrix<float> matrix{200, {0}, {}, {}};
  matrix.end_row();
  CHECK_THROWS_AS((void)to_eigen<signed char>(matrix.view()), Invalid);
  const Sparse<float, std::int64_t> wide(1, (Index{1} << 31) + 1);
  CHECK_THROWS_AS((void)from_eigen(wide), Invalid);
}

}  // namespace semilin::test
