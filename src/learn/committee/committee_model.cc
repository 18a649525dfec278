#include "learn/committee/committee_model.h"

#include <algorithm>

namespace semilin {

void train_on_shares(OutputBatch& batch, const std::vector<double>& shares,
                     double tolerance) {
  batch.go_on = {};
  const int width = batch.classes();
  for (std::size_t j = 0; j < batch.unlabeled().size(); ++j) {
    double* p = batch.beliefs().data() + batch.unlabeled()[j] * batch.stride();
    const double* own = shares.data() + j * width;
    if (width == 2) {
      *p = own[1];
    } else {
      std::copy_n(own, width, p);
    }
  }
  batch.finish(batch.lambda_u(), tolerance);
}

KernelModel neighbors_model(const OutputBatch& batch,
                            const NeighborOptions& neighbors,
                            const std::vector<double>& shares) {
  const Dataset& data = batch.data();
  const int width = batch.classes();
  const int outputs = batch.outputs();
  KernelModel model;
  model.classes = data.classes;
  model.features = data.rows.cols();
  model.offsets.assign(outputs, 0.0);
  model.kernel.form = KernelForm::None;
  model.kernel.width = 1;
  model.kernel.delta = 0;
  model.rows = data.rows;
  model.neighbors = neighbors.neighbors;
  model.metric = neighbors.metric;
  model.remainder.assign(data.rows.rows() * outputs, 0.0);
  const auto put = [&](Index row, int k, double p) {
    if (width > 2) {
      model.remainder[row * outputs + k] = p;
    } else if (k == 1) {
      model.remainder[row] = 2 * p - 1;
    }
  };
  for (const Index row : batch.labeled()) {
    for (int k = 0; k < width; ++k)
      put(row, k, data.labels[row] == k ? 1 : 0);
  }
  for (std::size_t j = 0; j < batch.unlabeled().size(); ++j) {
    for (int k = 0; k < width; ++k)
      put(batch.unlabeled()[j], k, shares[j * width + k]);
  }
  return model;
}

}  // namespace semilin
