#include "kernel/kernel_rows.h"

#include "semilin/advanced/kernel/kernel.h"

#include "support/problems.h"

namespace semilin::test {
namespace {

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

}  // namespace
}  // namespace semilin::test
