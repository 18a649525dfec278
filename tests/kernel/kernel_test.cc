#include "semilin/advanced/kernel/kernel.h"

#include "kernel/kernel_rows.h"
#include "support/graphs.h"

namespace semilin::test {
namespace {

constexpr double kLambda = 0.1;
constexpr SmootherOptions kExact{.tolerance = 1e-13, .max_iterations = 5000};

Block random_block(Index rows, Index cols, std::uint64_t seed) {
  return by_rows(normal(rows * cols, seed), cols);
}

// NaN, so that what is not written is seen.
Block unwritten(Index rows, Index cols) {
  return Block::Constant(rows, cols, std::nan(""));
}

// f = F(v; D).
Block smoothed(Smoother& smoother, const Block& v) {
  Block f = unwritten(v.rows(), v.cols());
  smoother.smooth(static_cast<int>(v.cols()), numbers(v), numbers(f));
  return f;
}

// Phi w at the training rows, and at others.
Block fitted(const Kernel& kernel, const Block& w) {
  Block f = unwritten(kernel.rows(), w.cols());
  kernel.apply(static_cast<int>(w.cols()), numbers(w), numbers(f));
  return f;
}
Block predicted(const Kernel& kernel, const CsrStore& rows, const Block& w) {
  Block f = unwritten(rows.rows(), w.cols());
  kernel.predict(rows, static_cast<int>(w.cols()), numbers(w), numbers(f));
  return f;
}

double difference(const MatrixXd& a, const MatrixXd& b) {
  return (a - b).cwiseAbs().maxCoeff();
}

// The closed form of F, with the matrix K of the kernel.
Block closed_form(const MatrixXd& k, double lambda, const Doubles& weights,
                  const Block& v) {
  const MatrixXd d =
      Eigen::Map<const VectorXd>(weights.data(), k.rows()).asDiagonal();
  const MatrixXd system =
      lambda * MatrixXd::Identity(k.rows(), k.rows()) + d * k;
  return k * system.fullPivLu().solve(d * v);
}

CsrStore sparse_rows() {
  return random_rows<double>(40, 25, 0.2, 3);
}

// r everywhere; r + eta on some rows; some rows of weight 0.
std::vector<Doubles> weightings(Index rows) {
  std::vector<Doubles> all(3, Doubles(rows, 1.3));
  for (Index i = 0; i < rows; i += 7) {
    all[1][i] += 10;
    all[2][i] = 0;
  }
  return all;
}

struct Named {
  std::string name;
  std::unique_ptr<Kernel> kernel;
};

// Every form, with and without delta.
std::vector<Named> all_kernels() {
  std::vector<Named> all;
  for (const double delta : {0.0, 0.3}) {
    all.push_back({"linear", linear_kernel(sparse_rows(), delta)});
    all.push_back({"dense", dense_kernel(sparse_rows(), 2, delta)});
    all.push_back(
        {"nystrom", nystrom_kernel(sparse_rows(), 2, delta, {.features = 15})});
  }
  all.push_back({"none", no_kernel(40)});
  return all;
}

TEST_CASE("kernel values agree with their formula") {
  const CsrStore rows = random_rows<double>(50, 20, 0.2, 3);
  const CsrStore queries = random_rows<double>(70, 20, 0.2, 4);
  const MatrixXd y = dense(rows), x = dense(queries);
  const MatrixXd rbf = KernelRows(rows, 1.5, 2).against(queries, 5, 69);
  for (Index q = 5; q < 69; ++q) {
    for (Index j = 0; j < 50; ++j) {
      const double square = (x.row(q) - y.row(j)).squaredNorm();
      CHECK(std::abs(rbf(j, q - 5) - std::exp(-square / 4.5)) < 1e-13);
    }
  }
}

TEST_CASE("the default width is the mean distance to the tenth neighbor") {
  // 0, 1, ..., 20: the tenth nearest of i is at max(i, 20 - i, ...) as below
  MatrixXd line(21, 1);
  double expected = 0;
  for (Index i = 0; i <= 20; ++i) {
    line(i, 0) = static_cast<double>(i);
    Doubles distances;
    for (Index j = 0; j <= 20; ++j)
      distances.push_back(std::abs(static_cast<double>(i - j)));
    std::sort(distances.begin(), distances.end());
    expected += distances[10] / 21;
  }
  CHECK(default_width(sparse(line)) == doctest::Approx(expected).epsilon(1e-6));
  CHECK(default_width(sparse(MatrixXd::Ones(30, 2))) == 1);
  CHECK(default_width(CsrStore()) == 1);
  // fewer rows than eleven: the farthest
  CHECK(default_width(sparse(line.topRows(2))) ==
        doctest::Approx(1).epsilon(1e-6));
}

TEST_CASE("smoothing agrees with its closed form") {
  for (const Named& named : all_kernels()) {
    const Kernel& kernel = *named.kernel;
    const MatrixXd k = dense(kernel);
    for (const auto& weights : weightings(40)) {
      for (const int columns : {1, 3, 8}) {
        CAPTURE(named.name);
        CAPTURE(kernel.delta());
        CAPTURE(columns);
        const Block v = random_block(40, columns, 5);
        const auto smoother = kernel.smoother(kLambda, weights, kExact);
        const Block expected = closed_form(k, kLambda, weights, v);
        CHECK(difference(smoothed(*smoother, v), expected) < 1e-9);
        // again, from where it is
        CHECK(difference(smoothed(*smoother, v), expected) < 1e-9);
      }
    }
  }
}

TEST_CASE("f is features times coefficients plus the remainder") {
  for (const Named& named : all_kernels()) {
    const Kernel& kernel = *named.kernel;
    const auto smoother = kernel.smoother(kLambda, weightings(40)[1], kExact);
    const Block f = smoothed(*smoother, random_block(40, 3, 5));
    Block sum = fitted(
        kernel, In(smoother->coefficients().data(), kernel.coefficients(), 3));
    if (kernel.delta() > 0)
      sum += In(smoother->remainder().data(), 40, 3);
    else
      CHECK(smoother->remainder().empty());
    CHECK(difference(sum, f) < 1e-12);
  }
}

TEST_CASE("predictions at the training rows are the fitted values") {
  for (const Named& named : all_kernels()) {
    if (named.name == "none") continue;
    const Kernel& kernel = *named.kernel;
    const Block w = random_block(kernel.coefficients(), 3, 8);
    CHECK(difference(fitted(kernel, w), predicted(kernel, sparse_rows(), w)) <
          1e-11);
  }
}

TEST_CASE("columns that no training row has change a new row's length alone") {
  const CsrStore rows = random_rows<double>(12, 10, 0.5, 3);
  MatrixXd wide = MatrixXd::Zero(12, 14);
  wide.leftCols(10) = dense(rows);
  wide.rightCols(4).setConstant(2);  // |x|^2 grows by 16
  const Block w = random_block(10, 1, 8), alpha = random_block(12, 1, 9);
  const auto linear = linear_kernel(rows, 0), rbf = dense_kernel(rows, 2, 0);
  CHECK(difference(fitted(*linear, w), predicted(*linear, sparse(wide), w)) <
        1e-12);
  CHECK(difference(fitted(*rbf, alpha) * std::exp(-16.0 / 8),
                   predicted(*rbf, sparse(wide), alpha)) < 1e-12);
}

TEST_CASE("smoothing gives the same bits for any number of threads") {
  const CsrStore rows = random_rows<float>(900, 300, 0.2, 3);
  const Doubles weights(900, 1.0);
  const Block v = random_block(900, 8, 5);
  for (const int form : {0, 1, 2}) {
    check_threads({3}, [&](int threads) {
      const auto kernel = form == 0 ? linear_kernel(rows, 0.1, threads)
                          : form == 1
                              ? dense_kernel(rows, 3, 0.1, threads)
                              : nystrom_kernel(rows, 3, 0.1, {}, threads);
      return smoothed(*kernel->smoother(kLambda, weights), v);
    });
  }
}

TEST_CASE("few steps from the last solution reach the solution in the end") {
  const auto kernel = linear_kernel(sparse_rows(), 0.02);
  const Doubles weights(40, 1.0);
  const Block v = random_block(40, 4, 5);
  const Block exact = smoothed(*kernel->smoother(kLambda, weights, kExact), v);
  // after one call, and after a thousand more
  const auto errors = [&](double tolerance) {
    const auto few = kernel->smoother(
        kLambda, weights, {.tolerance = tolerance, .max_iterations = 2});
    const double first = difference(smoothed(*few, v), exact);
    for (int call = 1; call < 1000; ++call)
      (void)smoothed(*few, v);
    return std::pair(first, difference(smoothed(*few, v), exact));
  };
  const auto [first, last] = errors(0);
  CHECK(first > 1e-6);
  CHECK(last < 1e-6);
  CHECK(errors(1e-14).second < 1e-9);
}

MatrixXd dense_rbf() {
  return dense(*dense_kernel(sparse_rows(), 2, 0));
}

TEST_CASE("with every row a landmark Nystrom's kernel is the exact one") {
  for (const Index features : {40, 1000}) {
    const auto kernel =
        nystrom_kernel(sparse_rows(), 2, 0, {.features = features});
    CHECK(difference(dense(*kernel), dense_rbf()) < 1e-9);
  }
}

TEST_CASE("Nystrom's kernel is K_nm K_mm^-1 K_mn and misses nothing of it") {
  const auto kernel = nystrom_kernel(sparse_rows(), 2, 0, {.features = 15});
  const MatrixXd k = dense_rbf(), low = dense(*kernel);
  // what is left is positive semi-definite, and zero at the 15 landmarks
  const MatrixXd rest = k - low;
  CHECK(rest.selfadjointView<Eigen::Lower>().eigenvalues().minCoeff() > -1e-9);
  CHECK((rest.diagonal().array().abs() < 1e-9).count() == 15);
  CHECK(kernel->coefficients() == 15);
}

TEST_CASE("duplicate landmarks are one") {
  MatrixXd matrix = dense(sparse_rows());
  for (Index i = 1; i < 40; ++i)
    matrix.row(i) = matrix.row(i % 3);
  const auto kernel = nystrom_kernel(sparse(matrix), 2, 0);
  CHECK(kernel->coefficients() == 3);
}

TEST_CASE("sizes 0 and 1 and empty rows are no exception") {
  const auto empty = linear_kernel(sparse(MatrixXd::Zero(3, 2)), 0);
  const Doubles weights(3, 1.0);
  CHECK(smoothed(*empty->smoother(kLambda, weights), random_block(3, 2, 5)) ==
        Block::Zero(3, 2));
  // 1 x 1: K = 1 + 3, f = 4 v / (lambda + 4)
  const auto one = dense_kernel(sparse(MatrixXd::Ones(1, 1)), 1, 3);
  const Block two = Block::Constant(1, 1, 2);
  CHECK(smoothed(*one->smoother(kLambda, Doubles{1}), two)(0) ==
        doctest::Approx(8 / 4.1));
  CHECK_NOTHROW((void)linear_kernel(CsrStore(), 0)->smoother(1, {}));
  CHECK_NOTHROW((void)nystrom_kernel(CsrStore(), 1, 0)->smoother(1, {}));
}

TEST_CASE("rows that are all alike need a lambda") {
  const auto kernel = dense_kernel(sparse(MatrixXd::Ones(3, 2)), 1, 0);
  const Doubles weights(3, 1.0);
  CHECK_NOTHROW((void)kernel->smoother(1e-6, weights));
  CHECK_THROWS_WITH_AS((void)kernel->smoother(1e-30, weights),
                       "kernel: the matrix of the rows is singular, and lambda "
                       "too small to mend that",
                       DataError);
}

TEST_CASE("wrong arguments are refused") {
  const auto kernel = linear_kernel(sparse_rows(), 0);
  const Doubles weights(40, 1.0), few(39, 1.0);
  Doubles negative(40, 1.0);
  negative[3] = -1;
  const auto make = [&](double lambda, const Doubles& d) {
    (void)kernel->smoother(lambda, d);
  };
  CHECK_THROWS_AS(make(0, weights), Invalid);
  CHECK_THROWS_AS(make(1, few), Invalid);
  CHECK_THROWS_AS(make(1, negative), Invalid);
  CHECK_THROWS_AS((void)linear_kernel(sparse_rows(), -1), Invalid);
  CHECK_THROWS_AS((void)dense_kernel(sparse_rows(), 0, 0), Invalid);
  CHECK_THROWS_AS((void)nystrom_kernel(sparse_rows(), 0, 0), Invalid);
  CHECK_THROWS_AS((void)nystrom_kernel(sparse_rows(), 1, 0, {.features = 0}),
                  Invalid);
}

}  // namespace
}  // namespace semilin::test
