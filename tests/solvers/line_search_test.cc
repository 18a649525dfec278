#include "solvers/line_search.h"

#include "support/oracles.h"

namespace semilin::test {
namespace {

// A ray in every output: weights w, directions d, both cols x stride.
struct Ray {
  Doubles w, d;
};

Ray random_ray(const OwnedProblem& problem, double length, std::uint64_t seed) {
  Random random(seed);
  const int stride = problem.stride();
  const Doubles zeros(problem.x->cols() * stride, 0.0);
  Ray ray{zeros, zeros};
  for (Index j = 0; j < problem.x->cols(); ++j) {
    for (int k = 0; k < problem.outputs; ++k) {
      ray.w[j * stride + k] = random.normal();
      ray.d[j * stride + k] = length * random.normal();
    }
  }
  return ray;
}

// X w.
Doubles outputs_of(const OwnedProblem& problem, const Doubles& w) {
  Doubles outputs(problem.x->rows() * problem.stride());
  problem.x->apply(problem.stride(), std::span<const double>(w), {},
                   std::span(outputs));
  return outputs;
}

Doubles search(const OwnedProblem& problem, const Ray& ray) {
  const int stride = problem.stride();
  const Doubles steps = outputs_of(problem, ray.d);
  Doubles weight_step(stride, 0.0);
  Doubles step_step(stride, 0.0);
  for (std::size_t e = 0; e < ray.w.size(); ++e) {
    weight_step[e % stride] += ray.w[e] * ray.d[e];
    step_step[e % stride] += ray.d[e] * ray.d[e];
  }
  return line_search(problem.view(), outputs_of(problem, ray.w),
                     std::span<const double>(steps), weight_step, step_step);
}

// psi' is a sum of about 100 rounded terms, so its root is known to some 1e-12
// or to where it is lost in rounding.
void check_against_sorting(const OwnedProblem& problem, const Ray& ray) {
  const Doubles alpha = search(problem, ray);
  for (int k = 0; k < problem.outputs; ++k) {
    CAPTURE(k);
    const VectorXd w = column(ray.w, problem.stride(), k);
    const VectorXd d = column(ray.d, problem.stride(), k);
    const double expected = line_search_by_sorting(problem, k, w, d);
    const double start = ray_slope(problem, k, w, d, 0);
    const double end = ray_slope(problem, k, w, d, alpha[k]);
    CHECK((alpha[k] == doctest::Approx(expected).epsilon(1e-9) ||
           std::abs(end) <= 1e-12 * std::abs(start)));
  }
}

}  // namespace

TEST_CASE("line search agrees with sorting the break points") {
  const CsrStore rows = random_rows<double>(60, 12, 0.4, 1);
  for (const Loss& loss : kLosses) {
    for (const Beliefs kind : {Beliefs::Sure, Beliefs::Pairs}) {
      for (std::uint64_t seed = 0; seed < 10; ++seed) {
        const OwnedProblem problem = random_problem(rows, 5, loss, kind, seed);
        // From steps that pass many break points to steps that pass none.
        for (const double length : {100.0, 1.0, 0.01, 1e-6}) {
          CAPTURE(length);
          check_against_sorting(problem, random_ray(problem, length, seed));
        }
      }
    }
  }
}

TEST_CASE("line search finds a root behind break points of all scales") {
  // Rows 2^-20, ..., 2^20: each loss ends at its own alpha, so Newton on psi'
  // meets a new piece wherever it lands.
  MatrixXd x(41, 1);
  for (int i = 0; i < 41; ++i)
    x(i, 0) = std::ldexp(1.0, i - 20);
  for (const Loss& loss : kLosses) {
    for (const double lambda : {1e-12, 1e-3, 1e6}) {
      CAPTURE(lambda);
      OwnedProblem problem =
          random_problem(sparse(x), 1, loss, Beliefs::Sure, 3);
      problem.bias = 0;
      problem.use_threads(1);
      problem.lambda = {lambda};
      check_against_sorting(problem, {{-1}, {1}});
      check_against_sorting(problem, {{-1e3}, {1}});
      check_against_sorting(problem, {{1e-3}, {1}});
      check_against_sorting(problem, {{1e-3}, {-1}});
    }
  }
}

TEST_CASE("an output without a direction, or that cannot descend, stays") {
  OwnedProblem problem =
      random_problem(random_rows<double>(20, 5, 0.5, 2), 3,
                     Loss::squared_hinge(), Beliefs::Sure, 4);
  Ray ray = random_ray(problem, 1, 1);
  const int stride = problem.stride();
  const Doubles moving = search(problem, ray);
  for (Index j = 0; j < problem.x->cols(); ++j) {
    ray.d[j * stride] = 0;                           // no direction
    ray.d[j * stride + 2] = -ray.d[j * stride + 2];  // backwards
  }
  const Doubles alpha = search(problem, ray);
  CHECK(alpha[0] == 0);
  CHECK(alpha[1] == moving[1]);
  CHECK((moving[2] == 0 || alpha[2] == 0));
  CHECK(alpha[3] == 0);  // padding
}

TEST_CASE("the constant column's weight is moved to its minimum") {
  for (const Loss& loss : kLosses) {
    const OwnedProblem problem = random_problem(
        random_rows<double>(60, 12, 0.4, 1), 5, loss, Beliefs::Pairs, 2);
    const int stride = problem.stride();
    const Ray ray = random_ray(problem, 1, 3);
    const Doubles delta =
        constant_search(problem.view(), outputs_of(problem, ray.w),
                        std::span(ray.w).last(stride), Doubles(stride, 1e-9));
    for (int k = 0; k < problem.outputs; ++k) {
      VectorXd d = VectorXd::Zero(problem.x->cols());
      d[d.size() - 1] = 1;
      const VectorXd w = column(ray.w, stride, k);
      CHECK(std::abs(ray_slope(problem, k, w, d, delta[k])) <= 2e-9);
      CHECK(std::abs(ray_slope(problem, k, w, d, 0)) > 1e-3);
    }
    CHECK(delta[5] == 0);  // padding
  }
}

TEST_CASE("one row's root is known in closed form") {
  // lambda = 1, x = 1, y = +1, from w = 0 along d = 1: w + w - 1 = 0.
  const OwnedProblem problem = one_row_problem(1);
  CHECK(search(problem, {{0}, {1}})[0] == doctest::Approx(0.5));
  CHECK(search(problem, {{0}, {10}})[0] == doctest::Approx(0.05));
  CHECK(search(problem, {{1}, {1}})[0] == 0);  // beyond the minimum
}

TEST_CASE("no rows leave the penalty alone") {
  OwnedProblem problem;
  problem.rows = random_rows<double>(0, 2, 1, 1);
  problem.lambda = {2};
  problem.use_threads(2);
  // psi(alpha) = |w + alpha d|^2 with d = -w/2: root 2.
  CHECK(search(problem, {{2, 4, 6}, {-1, -2, -3}})[0] == doctest::Approx(2));
}

TEST_CASE("line search is the same bits for 1, 2, 4 threads") {
  OwnedProblem problem =
      random_problem(random_rows<double>(9000, 6, 0.4, 1), 5,
                     Loss::squared_hinge(), Beliefs::Pairs, 2);
  const Ray ray = random_ray(problem, 1, 3);
  check_threads({2, 4}, [&](int threads) {
    problem.use_threads(threads);
    return search(problem, ray);
  });
}

}  // namespace semilin::test
