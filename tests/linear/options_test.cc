#include "support/training.h"

namespace semilin::test {
namespace {

TEST_CASE("lambda and LIBLINEAR's C are each other's inverse") {
  CHECK(lambda_from_c(1, 50) == 0.01);
  CHECK(c_from_lambda(0.01, 50) == 1);
  CHECK(c_from_lambda(lambda_from_c(0.3, 7), 7) == doctest::Approx(0.3));
  CHECK_THROWS_AS((void)lambda_from_c(0, 1), Invalid);
  CHECK_THROWS_AS((void)lambda_from_c(1, 0), Invalid);
  for (const double c : {1e308, 1e-320})
    CHECK_THROWS_WITH((void)lambda_from_c(c, 7),
                      "C: lambda = 1 / (2 C l) is out of the range of numbers");
  CHECK_THROWS_AS((void)c_from_lambda(-1, 1), Invalid);
}

double lambda_of(const CsrStore& rows) {
  Dataset data;
  data.rows = rows;
  return default_lambda(data);
}

// The default lambda of rows of lengths 1, `scale` and 0 (an empty row), all
// times `unit`.
double lambda_of(double scale, double unit) {
  return lambda_of(rows_of(3, 3, [&](Index i) {
    const double length = i == 0 ? unit : scale * unit;
    return i == 2 ? Entries() : Entries{{0, 0.6 * length}, {2, 0.8 * length}};
  }));
}

TEST_CASE("lambda is 1e-3 for rows of length 1 and grows as their squares") {
  CHECK(lambda_of(1, 1) == 1e-3);
  CHECK(lambda_of(1, 3) == 9e-3);
  CHECK(lambda_of(3, 1) == 5e-3);  // (1 + 9) / 2
  CHECK(lambda_of(1, 100) == 10);
  CHECK(lambda_of(1, 0.01) == 1e-7);
  CHECK(lambda_of(1, 1.1) == 1.21e-3);
  CHECK(lambda_of(0, 0) == 1e-3);
  CHECK(default_lambda(Dataset{}) == 1e-3);
}

TEST_CASE("one row of enormous length does not decide lambda") {
  const auto long_first = [](Index i) -> Entries {
    return {{0, i == 0 ? 1e6 : 1}};
  };
  CHECK(lambda_of(rows_of(1000, 1, long_first)) ==
        1.1e-3);  // (999 + 100) / 1000
}

TEST_CASE("without lambda the default is taken, and scales do not matter") {
  const Dataset data = topics(2, 80, 6, 3).data;
  LinearTraining options(kDa, 1);
  const LinearFit implied = train_linear(data, options);
  options.lambda = default_lambda(data);
  const LinearFit given = train_linear(data, options);
  CHECK(implied.model.weights == given.model.weights);
  CHECK(implied.summary.objective == given.summary.objective);
  Dataset doubled = data;
  doubled.rows = sparse(4 * dense(data.rows));
  options.bias = 0;
  const LinearFit plain = train_linear(data, options);
  options.lambda.reset();
  const LinearFit scaled = train_linear(doubled, options);
  CHECK(scaled.summary.objective ==
        doctest::Approx(plain.summary.objective).epsilon(0.01));
  CHECK(scaled.labels == plain.labels);
}

}  // namespace
}  // namespace semilin::test
