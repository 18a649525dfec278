
#include "support/problems.h"
#include "support/training.h"

namespace semilin::test {
namespace {

TEST_CASE("sources of class sizes have the command's names") {
  CHECK(to_string(SizeSource::Given) == "given");
  CHECK(to_string(SizeSource::Labels) == "labels");
  CHECK(to_string(SizeSource::Estimate) == "estimate");
}

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

// Rows of lengths 1, `scale` and 0 (an empty row), all times `unit`.
Dataset rows_of_length(float scale, float unit) {
  CsrMatrix<float> rows{3, {0}, {}, {}};
  for (const float length : {1.0F, scale}) {
    push(rows, 0, 0.6F * length * unit);
    push(rows, 2, 0.8F * length * unit);
    rows.end_row();
  }
  rows.end_row();
  Dataset data;
  data.rows = CsrStore(std::move(rows));
  return data;
}

TEST_CASE("lambda is 1e-3 for rows of length 1 and grows as their squares") {
  CHECK(default_lambda(rows_of_length(1, 1)) == 1e-3);
  CHECK(default_lambda(rows_of_length(1, 3)) == 9e-3);
  CHECK(default_lambda(rows_of_length(3, 1)) == 5e-3);  // (1 + 9) / 2
  CHECK(default_lambda(rows_of_length(1, 100)) == 10);
  CHECK(default_lambda(rows_of_length(1, 0.01F)) == 1e-7);
  CHECK(default_lambda(rows_of_length(1, 1.1F)) == 1.21e-3);
  CHECK(default_lambda(rows_of_length(0, 0)) == 1e-3);
  CHECK(default_lambda(Dataset{}) == 1e-3);
}

TEST_CASE("one row of enormous length does not decide lambda") {
  CsrMatrix<float> rows{1, {0}, {}, {}};
  for (int i = 0; i < 1000; ++i) {
    push(rows, 0, i == 0 ? 1e6F : 1);
    rows.end_row();
  }
  Dataset data;
  data.rows = CsrStore(std::move(rows));
  CHECK(default_lambda(data) == 1.1e-3);  // (999 + 100) / 1000
}

TEST_CASE("unlabeled weights that no arithmetic holds are refused") {
  const Dataset data = topics(2, 80, 6, 3).data;
  for (const double weight : {1e308, 1e-310, -1.0}) {
    LinearTraining options;
    options.lambda_u = weight;
    CHECK_THROWS_AS((void)train_linear(data, options), Invalid);
    options.lambda_u = 1;
    options.temperature = weight;
    CHECK_THROWS_AS((void)train_linear(data, options), Invalid);
  }
  for (const double weight : {1e-9, 1e9}) {
    LinearTraining options;
    options.lambda_u = weight;
    CHECK_NOTHROW((void)train_linear(data, options));
    options.lambda_u = 1;
    options.temperature = weight;
    CHECK_NOTHROW((void)train_linear(data, options));
  }
}

TEST_CASE("without lambda the default is taken, and scales do not matter") {
  const Dataset data = topics(2, 80, 6, 3).data;
  LinearTraining options;
  options.threads = 1;
  const LinearFit implied = train_linear(data, options);
  options.lambda = default_lambda(data);
  const LinearFit given = train_linear(data, options);
  CHECK(implied.model.weights == given.model.weights);
  CHECK(implied.summary.objective == given.summary.objective);
  Dataset doubled = data;
  CsrMatrix<float> rows = float_copy(data.rows);
  for (float& value : rows.values)
    value *= 4;
  doubled.rows = CsrStore(std::move(rows));
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
