// The Lap methods' matrix for a dense kernel.
#pragma once

#include <Eigen/LU>

#include "semilin/advanced/kernel/graph_points.h"

namespace semilin {

/// alpha = (lambda I + gamma L K)^-1 b, K dense: N^3 products once, N^2 for
/// each b. BZ's (8); K alpha is symmetric in b.
class GraphPoints::Deformation {
 public:
  Deformation(const GraphPoints& points, double lambda, double gamma);

  [[nodiscard]] bool is_for(double lambda, double gamma) const {
    return lambda == lambda_ && gamma == gamma_;
  }
  [[nodiscard]] Eigen::MatrixXd solve(const Eigen::MatrixXd& b) const {
    return factors_.solve(b);
  }

 private:
  double lambda_, gamma_;
  Eigen::PartialPivLU<Eigen::MatrixXd> factors_;
};

}  // namespace semilin
