#include "linear/settled.h"

#include <algorithm>

#include "linear/assignment.h"
#include "solvers/simplex.h"

namespace semilin {
namespace {

// Mean beliefs of the unlabelled rows.
std::vector<double> belief_sizes(OutputBatch& batch) {
  return batch.sum_unlabeled(batch.classes(), [&](Index j, double* sizes) {
    const double weight = batch.unlabeled_weights()[j];
    const double* p =
        batch.beliefs().data() + batch.unlabeled()[j] * batch.stride();
    if (batch.outputs() == 1) {
      sizes[1] += weight * *p;
      sizes[0] += weight * (1 - *p);
      return;
    }
    for (int k = 0; k < batch.outputs(); ++k)
      sizes[k] += weight * p[k];
  });
}

}  // namespace

void fill_empty_classes(std::span<double> sizes, Index rows) {
  for (double& size : sizes)
    size = std::max(size, 0.5 / static_cast<double>(rows));
  make_sum_one(sizes);
}

std::vector<double> thresholds(OutputBatch& batch) {
  std::vector<double> sizes = belief_sizes(batch);
  fill_empty_classes(sizes, batch.summary.unlabeled);  // finite offsets
  return balance_offsets(batch.belief_problem(sizes));
}

std::vector<std::int32_t> settled_classes(OutputBatch& batch) {
  std::vector<std::int32_t> classes;
  for (const Index row : batch.unlabeled()) {
    const double* p = batch.beliefs().data() + row * batch.stride();
    classes.push_back(batch.outputs() == 1
                          ? (*p > 0.5 ? 1 : 0)
                          : static_cast<std::int32_t>(
                                std::max_element(p, p + batch.outputs()) - p));
  }
  return classes;
}

}  // namespace semilin
