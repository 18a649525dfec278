// In a file of its own, since what includes JSON is compiled with -O1.
#include <algorithm>

#include "semilin/base/error.h"
#include "semilin/linear/multilabel.h"

#include "base/parallel.h"
#include "linear/model_head.h"

namespace semilin {
namespace {

constexpr Index kTaskNonzeros = 1 << 16;

// out[k] = sum_j x_j weights[j, k] + bias * weights[features, k] + offsets[k],
// in this order.
template <class Value>
void score_row(const LinearModel& model, const CsrView<Value>& rows, Index i,
               double* out) {
  const int outputs = model.outputs();
  const auto columns = rows.row_columns(i);
  const auto values = rows.row_values(i);
  std::fill(out, out + outputs, 0.0);
  const auto add = [&](Index j, double x) {
    const double* weights = model.weights.data() + j * outputs;
    for (int k = 0; k < outputs; ++k)
      out[k] += x * weights[k];
  };
  for (std::size_t p = 0; p < columns.size(); ++p) {
    if (columns[p] >= model.features) break;  // columns ascend
    add(columns[p], values[p]);
  }
  if (model.bias != 0) add(model.features, model.bias);
  for (int k = 0; k < outputs; ++k)
    out[k] += model.offsets[k];
}

template <class Value>
std::vector<double> score_rows(const LinearModel& model,
                               const CsrView<Value>& rows, int threads) {
  const Index outputs = model.outputs();
  std::vector<double> out(rows.rows * outputs);
  if (rows.rows == 0) return out;
  const Index tasks = std::min(
      rows.rows, 1 + (rows.nonzeros() + rows.rows) * outputs / kTaskNonzeros);
  const std::vector<Index> bounds = equal_ranges(
      {rows.offsets, static_cast<std::size_t>(rows.rows) + 1}, tasks);
  parallel_for(tasks, threads, [&](Index task) {
    for (Index i = bounds[task]; i < bounds[task + 1]; ++i) {
      score_row(model, rows, i, out.data() + i * outputs);
    }
  });
  return out;
}

}  // namespace

std::vector<double> scores(const LinearModel& model, const CsrStore& rows,
                           int threads) {
  require_valid(model);
  require_valid(rows, threads);
  return in_features_of(model, rows).visit([&](const auto& view) {
    return score_rows(model, view, threads);
  });
}

std::int32_t best_class(std::span<const double> outputs) {
  if (outputs.size() == 1) return outputs[0] > 0 ? 1 : 0;
  const auto best = std::max_element(outputs.begin(), outputs.end());
  return static_cast<std::int32_t>(best - outputs.begin());
}

std::vector<std::int32_t> predict(const ModelHead& model,
                                  std::span<const double> scores) {
  require(!model.multi_label, "predict: a multi-label model says sets");
  const auto outputs = static_cast<std::size_t>(model.outputs());
  require(outputs > 0 && scores.size() % outputs == 0,
          "predict: scores must be rows x outputs");
  std::vector<std::int32_t> labels(scores.size() / outputs);
  for (std::size_t i = 0; i < labels.size(); ++i)
    labels[i] = best_class(scores.subspan(i * outputs, outputs));
  return labels;
}

std::vector<std::int32_t> predict_sets(const ModelHead& model,
                                       std::span<const double> scores) {
  require(model.multi_label && scores.size() % model.classes.size() == 0,
          "predict_sets: needs a multi-label model and rows x labels scores");
  std::vector<std::int32_t> sets(scores.size());
  for (std::size_t e = 0; e < scores.size(); ++e)
    sets[e] = scores[e] > 0 ? 1 : 0;
  return sets;
}

std::vector<double> class_scores(const ModelHead& model,
                                 std::span<const double> outputs) {
  if (model.outputs() == static_cast<int>(model.classes.size()))
    return {outputs.begin(), outputs.end()};
  std::vector<double> scores;
  for (const double output : outputs) {
    scores.push_back(-output);
    scores.push_back(output);
  }
  return scores;
}

}  // namespace semilin
