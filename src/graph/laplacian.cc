#include "graph/laplacian.h"

#include <utility>

#include "solvers/blocks.h"

namespace semilin {
namespace {

class RkhsCg {
 public:
  RkhsCg(const RkhsProblem& problem, std::vector<double> b)
      : problem_(problem),
        r_(std::move(b)),
        z_(r_.size()),
        image_(r_.size()),
        ratio_(problem.stride, 0.0) {
    solution_.x.assign(r_.size(), 0.0);
    solution_.alpha.assign(r_.size(), 0.0);
  }

  RkhsSolution run(const RkhsStopping& stopping) {
    problem_.k(r_, z_);
    p_ = z_;
    q_ = r_;
    slope_ = add([&](int, Index e) { return r_[e] * z_[e]; });
    std::vector<double> target = slope_;
    for (double& t : target)
      t *= stopping.tolerance * stopping.tolerance;
    for (int step = 0; step < stopping.max_iterations; ++step) {
      if (below(target) || ended(stopping.go_on)) break;
      advance();
      ++solution_.iterations;
    }
    return std::move(solution_);
  }

 private:
  [[nodiscard]] bool below(const std::vector<double>& target) const {
    for (std::size_t k = 0; k < target.size(); ++k) {
      if (slope_[k] > target[k]) return false;
    }
    return true;
  }

  void advance() {
    problem_.a(p_, image_);
    const std::vector<double> curvature = add([&](int, Index e) {
      image_[e] += problem_.lambda * q_[e];
      return p_[e] * image_[e];
    });
    set_ratio(slope_, curvature);
    (void)add([&](int k, Index e) {
      solution_.x[e] += ratio_[k] * p_[e];
      solution_.alpha[e] += ratio_[k] * q_[e];
      r_[e] -= ratio_[k] * image_[e];
      return 0.0;
    });
    problem_.k(r_, z_);
    std::vector<double> next = add([&](int, Index e) { return r_[e] * z_[e]; });
    set_ratio(next, slope_);
    slope_ = std::move(next);
    (void)add([&](int k, Index e) {
      p_[e] = z_[e] + ratio_[k] * p_[e];
      q_[e] = r_[e] + ratio_[k] * q_[e];
      return 0.0;
    });
  }

  void set_ratio(const std::vector<double>& over,
                 const std::vector<double>& under) {
    for (std::size_t k = 0; k < ratio_.size(); ++k)
      ratio_[k] = under[k] > 0 ? over[k] / under[k] : 0;
  }

  // Per column the sum of term(column, position).
  template <class Term>
  std::vector<double> add(const Term& term) const {
    const int stride = problem_.stride;
    return sum_pieces(problem_.rows, stride, problem_.threads, stride,
                      [&](Index begin, Index end, double* sums) {
                        for (Index i = begin; i < end; ++i) {
                          for (int k = 0; k < stride; ++k)
                            sums[k] += term(k, i * stride + k);
                        }
                      });
  }

  const RkhsProblem& problem_;
  RkhsSolution solution_;
  std::vector<double> r_, z_, p_, q_, image_;
  std::vector<double> slope_, ratio_;
};

}  // namespace

Laplacian::Laplacian(const Graph& graph, int threads)
    : adjacency_(graph.store(), 0, threads),
      degrees_(semilin::degrees(graph)) {}

void Laplacian::apply(int k, std::span<const double> in,
                      std::span<double> out) const {
  adjacency_.apply(k, in, {}, out);
  for_rows(nodes(), k, threads(), [&](Index i) {
    for (Index e = i * k; e < (i + 1) * k; ++e)
      out[e] = degrees_[i] * in[e] - out[e];
  });
}

RkhsSolution solve_in_rkhs(const RkhsProblem& problem, std::vector<double> b,
                           const RkhsStopping& stopping) {
  return RkhsCg(problem, std::move(b)).run(stopping);
}

std::vector<double> solve_laplacian_system(const Laplacian& laplacian,
                                           double lambda, int stride,
                                           std::vector<double> b,
                                           const RkhsStopping& stopping) {
  const std::vector<double>& degrees = laplacian.degrees();
  RkhsProblem problem{.rows = laplacian.nodes(),
                      .stride = stride,
                      .lambda = lambda,
                      .threads = laplacian.threads()};
  problem.a = [&](std::span<const double> in, std::span<double> out) {
    laplacian.apply(stride, in, out);
  };
  problem.k = [&](std::span<const double> in, std::span<double> out) {
    for_rows(laplacian.nodes(), stride, laplacian.threads(), [&](Index i) {
      for (Index e = i * stride; e < (i + 1) * stride; ++e)
        out[e] = degrees[i] > 0 ? in[e] / degrees[i] : 0;
    });
  };
  return solve_in_rkhs(problem, std::move(b), stopping).x;
}

}  // namespace semilin
