// Names and conversions of the options in linear/train.h.
#include "semilin/base/error.h"
#include "semilin/linear/train.h"

namespace semilin {

std::string_view to_string(Method method) {
  switch (method) {
    case Method::Rls:
      return "rls";
    case Method::Svm:
      return "svm";
    case Method::Tsvm:
      return "tsvm";
    case Method::Da:
      return "da";
  }
  return "unknown";
}

std::string_view to_string(RatioSource source) {
  switch (source) {
    case RatioSource::Given:
      return "given";
    case RatioSource::Labels:
      return "labels";
    case RatioSource::Estimate:
      return "estimate";
  }
  return "unknown";
}

// 1/2 |w|^2 + C sum c_i l2  and  lambda/2 |w|^2 + 1/(2l) sum c_i l2  are
// proportional if C = 1 / (2 lambda l).
double lambda_from_c(double c, double labeled) {
  require(c > 0, "lambda_from_c: C must be positive, got " + std::to_string(c));
  require(labeled > 0, "lambda_from_c: needs labelled rows");
  return 1 / (2 * c * labeled);
}

double c_from_lambda(double lambda, double labeled) {
  require(lambda > 0, "c_from_lambda: lambda must be positive, got " +
                          std::to_string(lambda));
  require(labeled > 0, "c_from_lambda: needs labelled rows");
  return 1 / (2 * lambda * labeled);
}

}  // namespace semilin
