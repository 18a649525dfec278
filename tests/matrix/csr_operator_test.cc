// The products of CsrOperator against dense ones.
#include "matrix/csr_operator.h"

#include "support/problems.h"

namespace semilin::test {
namespace {

const std::vector<int> kWidths = {1,  2,  3,  4,  5,  8,  12,
                                  16, 20, 24, 28, 32, 36, 100};
const Doubles kBiases = {0, 1, 2.5};

template <class T>
std::vector<T> random_block(Index size, std::uint64_t seed) {
  Random random(seed);
  std::vector<T> block(size);
  for (T& number : block)
    number = static_cast<T>(random.normal());
  return block;
}

template <class T>
MatrixXd matrix_of(const std::vector<T>& block, Index rows, int k) {
  MatrixXd matrix(rows, k);
  for (Index i = 0; i < rows; ++i)
    for (int c = 0; c < k; ++c)
      matrix(i, c) = static_cast<double>(block[i * k + c]);
  return matrix;
}

// What rounding does to sums of `terms` products of size about 1, some of
// size 10.
template <class T>
double tolerance(Index terms) {
  return 5.0 * static_cast<double>(std::max<Index>(terms, 100)) *
         double{std::numeric_limits<T>::epsilon()};
}

double largest(const MatrixXd& matrix) {
  return matrix.size() == 0 ? 0.0 : matrix.cwiseAbs().maxCoeff();
}

template <class T>
void check_products(const CsrStore& rows, double bias, int k, int threads) {
  const CsrOperator x(rows, bias, threads);
  const MatrixXd matrix = dense(rows, bias);
  const auto by_column = random_block<T>(x.cols() * k, 5);
  const auto by_row = random_block<T>(x.rows() * k, 6);
  std::vector<T> out(x.rows() * k, T(99)), sums(x.cols() * k, T(99));
  x.apply(k, std::span<const T>(by_column), {}, std::span<T>(out));
  x.apply_transpose(k, std::span<const T>(by_row), {}, std::span<T>(sums));
  CHECK(largest(matrix_of(out, x.rows(), k) -
                matrix * matrix_of(by_column, x.cols(), k)) <=
        tolerance<T>(x.cols()));
  CHECK(largest(matrix_of(sums, x.cols(), k) -
                matrix.transpose() * matrix_of(by_row, x.rows(), k)) <=
        tolerance<T>(x.rows()));
}

template <class Value>
void check_all(const CsrStore& rows, int threads) {
  for (const double bias : kBiases) {
    for (const int k : kWidths) {
      CAPTURE(bias);
      CAPTURE(k);
      check_products<float>(rows, bias, k, threads);
      check_products<double>(rows, bias, k, threads);
    }
  }
}

}  // namespace

TEST_CASE("a batch is padded to 1 or a multiple of 4 columns") {
  for (const auto& [outputs, stride] : std::map<int, int>{
           {1, 1}, {2, 4}, {4, 4}, {5, 8}, {20, 20}, {21, 24}, {32, 32}})
    CHECK(batch_stride(outputs) == stride);
}

TEST_CASE_TEMPLATE("products of any shape agree with dense ones", Value, float,
                   double) {
  // At this density some rows and some columns are empty.
  check_all<Value>(random_rows<Value>(37, 53, 0.06, 1), 2);
  check_all<Value>(random_rows<Value>(0, 4, 0.5, 1), 2);
  check_all<Value>(random_rows<Value>(1, 1, 1.0, 2), 2);
  check_all<Value>(random_rows<Value>(5, 2, 0.7, 3), 4);  // threads > columns
  check_all<Value>(random_rows<Value>(3, 60, 0.7, 4), 3);
  check_all<Value>(random_rows<Value>(6, 0, 0.5, 5), 4);  // no column
  // summed in parts: 9000 x 0.4 x 12 non-zeros are more than 4 x 16 x 12 x 32
  check_all<Value>(random_rows<Value>(9000, 12, 0.4, 1), 3);
}

TEST_CASE("a set of rows takes part alone, the others are left alone") {
  const CsrStore rows = random_rows<float>(40, 30, 0.2, 7);
  const CsrOperator x(rows, 2.5, 3);
  for (const std::vector<Index>& list :
       {std::vector<Index>{0, 3, 4, 17, 38, 39}, {}}) {
    for (const int k : kWidths) {
      CAPTURE(k);
      const auto weights = random_block<double>(x.cols() * k, 1);
      auto outputs = Doubles(x.rows() * k, 99.0);
      x.apply(k, std::span<const double>(weights), RowSet::listed(list),
              std::span<double>(outputs));
      auto in = random_block<double>(x.rows() * k, 1);
      MatrixXd expected = dense(rows, 2.5) * matrix_of(weights, 31, k);
      MatrixXd kept = matrix_of(in, 40, k);
      for (Index i = 0; i < 40; ++i) {
        if (std::find(list.begin(), list.end(), i) != list.end()) continue;
        expected.row(i).setConstant(99);
        kept.row(i).setZero();
        std::fill_n(in.begin() + i * k, k, std::nan(""));
      }
      CHECK(largest(matrix_of(outputs, 40, k) - expected) <=
            tolerance<double>(100));
      Doubles sums(x.cols() * k, 99.0);
      x.apply_transpose(k, std::span<const double>(in), RowSet::listed(list),
                        std::span<double>(sums));
      kept = dense(rows, 2.5).transpose() * kept;
      CHECK(largest(matrix_of(sums, 31, k) - kept) <= tolerance<double>(100));
    }
  }
}

TEST_CASE_TEMPLATE("squares are summed over active rows", Value, float,
                   double) {
  const CsrStore rows = random_rows<Value>(40, 30, 0.2, 8);
  const std::vector<Index> list = {0, 5, 6, 30};
  for (const double bias : kBiases) {
    CAPTURE(bias);
    const CsrOperator x(rows, bias, 2);
    const auto in = random_block<float>(x.rows(), 2);
    std::vector<float> all(x.cols(), 99.0F);
    std::vector<float> some(x.cols(), 99.0F);
    x.apply_squares(in, {}, all);
    x.apply_squares(in, RowSet::listed(list), some);
    const MatrixXd squares = dense(rows, bias).array().square();
    const MatrixXd q = matrix_of(in, 40, 1);
    MatrixXd kept = MatrixXd::Zero(40, 1);
    for (const Index i : list)
      kept.row(i) = q.row(i);
    CHECK(largest(matrix_of(all, x.cols(), 1) - squares.transpose() * q) <=
          tolerance<float>(100));
    CHECK(largest(matrix_of(some, x.cols(), 1) - squares.transpose() * kept) <=
          tolerance<float>(100));
  }
}

TEST_CASE_TEMPLATE("products are the same bits for 1, 2, 4, 7 threads", T,
                   float, double) {
  for (const CsrStore& rows : {random_rows<float>(300, 90, 0.1, 9),
                               random_rows<float>(9000, 12, 0.4, 9)}) {
    for (const int k : kWidths) {
      CAPTURE(k);
      std::vector<T> apply_first;
      std::vector<T> transpose_first;
      for (const int threads : {1, 2, 4, 7}) {
        const CsrOperator x(rows, 1, threads);
        const auto w = random_block<T>(x.cols() * k, 1);
        const auto q = random_block<T>(x.rows() * k, 2);
        std::vector<T> outputs(x.rows() * k);
        std::vector<T> sums(x.cols() * k);
        x.apply(k, std::span<const T>(w), {}, std::span<T>(outputs));
        x.apply_transpose(k, std::span<const T>(q), {}, std::span<T>(sums));
        if (threads == 1) {
          apply_first = outputs;
          transpose_first = sums;
        }
        CHECK(outputs == apply_first);
        CHECK(sums == transpose_first);
      }
    }
  }
}

TEST_CASE("without a bias, a product does not read beyond its weights") {
  // The sum of an empty row must be 0 even if the first weights are infinite.
  CsrMatrix<float> matrix{1, {0}, {}, {}};
  matrix.end_row();
  const CsrOperator x(CsrStore(std::move(matrix)), 0, 1);
  for (const int k : kWidths) {
    CAPTURE(k);
    const Doubles in(k, std::numeric_limits<double>::infinity());
    Doubles out(k, 99.0);
    x.apply(k, std::span<const double>(in), {}, std::span<double>(out));
    CHECK(out == Doubles(k, 0.0));
  }
}

TEST_CASE("blocks that are too small are refused") {
  const CsrOperator x(random_rows<float>(4, 6, 0.5, 1), 1, 1);
  Doubles weights(7 * 4);
  Doubles outputs(4 * 4 - 1);
  CHECK_THROWS_AS(
      x.apply(4, std::span<const double>(weights), {}, std::span(outputs)),
      Invalid);
  CHECK_THROWS_AS(x.apply_transpose(4, std::span<const double>(outputs), {},
                                    std::span(weights)),
                  Invalid);
  CHECK_THROWS_AS(
      x.apply(0, std::span<const double>(weights), {}, std::span(outputs)),
      Invalid);
}

}  // namespace semilin::test
