#include <stdexcept>

#include <doctest/doctest.h>

#include "semilin/linear/train.h"

namespace semilin {
namespace {

TEST_CASE("methods and sources of class sizes have the command's names") {
  CHECK(to_string(Method::Rls) == "rls");
  CHECK(to_string(Method::Svm) == "svm");
  CHECK(to_string(Method::Tsvm) == "tsvm");
  CHECK(to_string(Method::Da) == "da");
  CHECK(to_string(RatioSource::Given) == "given");
  CHECK(to_string(RatioSource::Labels) == "labels");
  CHECK(to_string(RatioSource::Estimate) == "estimate");
}

TEST_CASE("lambda and LIBLINEAR's C are each other's inverse") {
  CHECK(lambda_from_c(1, 50) == 0.01);
  CHECK(c_from_lambda(0.01, 50) == 1);
  CHECK(c_from_lambda(lambda_from_c(0.3, 7), 7) == doctest::Approx(0.3));
  CHECK_THROWS_AS((void)lambda_from_c(0, 1), std::invalid_argument);
  CHECK_THROWS_AS((void)lambda_from_c(1, 0), std::invalid_argument);
  CHECK_THROWS_AS((void)c_from_lambda(-1, 1), std::invalid_argument);
}

}  // namespace
}  // namespace semilin
