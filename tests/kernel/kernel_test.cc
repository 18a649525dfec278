#include "semilin/advanced/kernel/kernel.h"

#include "support/graphs.h"

namespace semilin::test {
namespace {

using Block =
    Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

constexpr double kLambda = 0.1;
constexpr SmootherOptions kExact{.tolerance = 1e-13, .max_iterations = 5000};

Block random_block(Index rows, Index cols, std::uint64_t seed) {
  return by_rows(normal(rows * cols, seed), cols);
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
        Block f(40, columns);
        const auto smoother = kernel.smoother(kLambda, weights, kExact);
        smoother->smooth(columns, numbers(v), numbers(f));
        const Block expected = closed_form(k, kLambda, weights, v);
        CHECK((f - expected).cwiseAbs().maxCoeff() < 1e-9);
        // again, from where it is
        smoother->smooth(columns, numbers(v), numbers(f));
        CHECK((f - expected).cwiseAbs().maxCoeff() < 1e-9);
      }
    }
  }
}

TEST_CASE("f is features times coefficients plus the remainder") {
  for (const Named& named : all_kernels()) {
    const Kernel& kernel = *named.kernel;
    const Block v = random_block(40, 3, 5);
    Block f(40, 3), shared(40, 3);
    const auto smoother = kernel.smoother(kLambda, weightings(40)[1], kExact);
    smoother->smooth(3, numbers(v), numbers(f));
    kernel.apply(3, smoother->coefficients(), numbers(shared));
    Block sum = shared;
    if (kernel.delta() > 0)
      sum += Eigen::Map<const Block>(smoother->remainder().data(), 40, 3);
    else
      CHECK(smoother->remainder().empty());
    CHECK((sum - f).cwiseAbs().maxCoeff() < 1e-12);
  }
}

TEST_CASE("predictions at the training rows are the fitted values") {
  for (const Named& named : all_kernels()) {
    if (named.name == "none") continue;
    const Kernel& kernel = *named.kernel;
    const Block coefficients = random_block(kernel.coefficients(), 3, 8);
    Block fitted(40, 3), predicted(40, 3);
    kernel.apply(3, numbers(coefficients), numbers(fitted));
    kernel.predict(sparse_rows(), 3, numbers(coefficients), numbers(predicted));
    CHECK((fitted - predicted).cwiseAbs().maxCoeff() < 1e-11);
  }
}

TEST_CASE("columns that no training row has change a new row's length alone") {
  const CsrStore rows = random_rows<double>(12, 10, 0.5, 3);
  MatrixXd wide = MatrixXd::Zero(12, 14);
  wide.leftCols(10) = dense(rows);
  wide.rightCols(4).setConstant(2);  // |x|^2 grows by 16
  const Block weights = random_block(10, 1, 8), alpha = random_block(12, 1, 9);
  Block fitted(12, 1), predicted(12, 1);
  const auto linear = linear_kernel(rows, 0);
  linear->apply(1, numbers(weights), numbers(fitted));
  linear->predict(sparse(wide), 1, numbers(weights), numbers(predicted));
  CHECK((fitted - predicted).cwiseAbs().maxCoeff() < 1e-12);
  const auto rbf = dense_kernel(rows, 2, 0);
  rbf->apply(1, numbers(alpha), numbers(fitted));
  rbf->predict(sparse(wide), 1, numbers(alpha), numbers(predicted));
  CHECK((fitted * std::exp(-16.0 / 8) - predicted).cwiseAbs().maxCoeff() <
        1e-12);
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
      Block f(900, 8);
      kernel->smoother(kLambda, weights)->smooth(8, numbers(v), numbers(f));
      return f;
    });
  }
}

TEST_CASE("few steps from the last solution reach the solution in the end") {
  const auto kernel = linear_kernel(sparse_rows(), 0.02);
  const Doubles weights(40, 1.0);
  const Block v = random_block(40, 4, 5);
  Block exact(40, 4), f(40, 4);
  kernel->smoother(kLambda, weights, kExact)
      ->smooth(4, numbers(v), numbers(exact));
  const auto few =
      kernel->smoother(kLambda, weights, {.tolerance = 0, .max_iterations = 2});
  few->smooth(4, numbers(v), numbers(f));
  CHECK((f - exact).cwiseAbs().maxCoeff() > 1e-6);
  for (int call = 0; call < 1000; ++call)
    few->smooth(4, numbers(v), numbers(f));
  CHECK((f - exact).cwiseAbs().maxCoeff() < 1e-6);
  const auto refined = kernel->smoother(
      kLambda, weights, {.tolerance = 1e-14, .max_iterations = 2});
  for (int call = 0; call < 1000; ++call)
    refined->smooth(4, numbers(v), numbers(f));
  CHECK((f - exact).cwiseAbs().maxCoeff() < 1e-9);
}

MatrixXd dense_rbf() {
  return dense(*dense_kernel(sparse_rows(), 2, 0));
}

TEST_CASE("with every row a landmark Nystrom's kernel is the exact one") {
  for (const Index features : {40, 1000}) {
    const auto kernel =
        nystrom_kernel(sparse_rows(), 2, 0, {.features = features});
    CHECK((dense(*kernel) - dense_rbf()).cwiseAbs().maxCoeff() < 1e-9);
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
  const Block v = random_block(3, 2, 5);
  Block f = Block::Ones(3, 2);
  empty->smoother(kLambda, weights)->smooth(2, numbers(v), numbers(f));
  CHECK(f == Block::Zero(3, 2));
  // 1 x 1: K = 1 + 3, f = 4 v / (lambda + 4)
  const auto one = dense_kernel(sparse(MatrixXd::Ones(1, 1)), 1, 3);
  const Doubles weight = {1.0}, value = {2.0};
  Doubles result(1);
  one->smoother(kLambda, weight)->smooth(1, value, result);
  CHECK(result[0] == doctest::Approx(8 / 4.1));
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
