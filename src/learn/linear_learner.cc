#include "learn/linear_learner.h"

#include <algorithm>

#include "linear/thresholds.h"
#include "linear/trainable.h"

namespace semilin {
namespace {

class LinearLearner : public Learner {
 public:
  LinearLearner(const LinearMethod& method, const LinearOptions& options)
      : Learner(options, method.kind), method_(method) {}

  std::unique_ptr<Learner> at(const GridPoint& point) const override {
    LinearOptions options = linear();
    if (point.lambda) options.lambda = point.lambda;
    if (point.lambda_u) options.lambda_u = *point.lambda_u;
    options.tolerance = std::max(options.tolerance, point.tolerance);
    return std::make_unique<LinearLearner>(method_, options);
  }

  Fit fit(OutputBatch& batch, const FoundSizes& sizes,
          const Progress& progress) override {
    solve(batch, sizes, progress);
    Fit fit;
    LinearModel model = batch.take_model();
    if (method_.offsets != nullptr)
      model.offsets = method_.offsets(batch, linear(), sizes, sizes.known());
    fit.predicted = predicted_classes(batch, model.offsets);
    fit.labels = batch.labels();
    put_votes(fit.predicted, batch, fit.labels);
    fit.objective = batch.summary.objective;
    fit.stop = batch.summary.stop;
    fit.class_sizes = sizes.sizes;
    fit.linear = batch.summary;
    fit.model = std::move(model);
    return fit;
  }

  Votes vote(OutputBatch& batch, const ClassSizes& sizes,
             const Progress& progress) override {
    if (method_.solve == nullptr) return predicted_classes(batch);
    solve(batch, sizes, progress);
    return settled_classes(batch);
  }

 private:
  void solve(OutputBatch& batch, const ClassSizes& sizes,
             const Progress& progress) const {
    method_.solve(batch, linear(), sizes, named(progress, method_.name));
  }

  const LinearMethod& method_;
};

}  // namespace

std::unique_ptr<Learner> make_linear_learner(const LinearMethod& method,
                                             const Dataset& data,
                                             LinearOptions& options) {
  require_trainable(data, options);
  return std::make_unique<LinearLearner>(method, options);
}

}  // namespace semilin
