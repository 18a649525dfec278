#include "kernel/graph_problem.h"

#include "semilin/matrix/dataset.h"

namespace semilin {

void take_labels(std::span<const std::int32_t> labels, GraphProblem& problem) {
  for (std::size_t i = 0; i < labels.size(); ++i) {
    if (labels[i] == kUnlabeled) continue;
    problem.labeled.push_back(static_cast<Index>(i));
    problem.classes_of.push_back(labels[i]);
  }
}

void put_labels(const GraphProblem& problem, std::span<std::int32_t> classes) {
  for (std::size_t i = 0; i < problem.labeled.size(); ++i)
    classes[problem.labeled[i]] = problem.classes_of[i];
}

std::vector<std::int32_t> labels_of(const GraphProblem& problem) {
  std::vector<std::int32_t> labels(problem.points->size(), kUnlabeled);
  put_labels(problem, labels);
  return labels;
}

Index decide(int columns, std::span<const double> f,
             std::span<std::int32_t> classes) {
  Index changed = 0;
  for (std::size_t i = 0; i < classes.size(); ++i) {
    const std::int32_t decision = best_class(f.subspan(i * columns, columns));
    changed += decision != classes[i] ? 1 : 0;
    classes[i] = decision;
  }
  return changed;
}

void normalize(const GraphProblem& problem, std::span<double> g) {
  const BlockShape shape = problem.shape();
  if (shape.columns == 1) {
    const double mean = 2 * problem.sizes[1] - 1;
    return map_columns(shape, to_sizes(shape, {&mean, 1}, g), g);
  }
  project_rows(shape, g);
  scale_columns(shape, problem.sizes, problem.drift, g);
}

Expansion expansion_of(const Smoother& smoother, int columns) {
  const auto coefficients = smoother.coefficients();
  const auto remainder = smoother.remainder();
  return {{coefficients.begin(), coefficients.end()},
          {remainder.begin(), remainder.end()},
          std::vector<double>(columns, 0.0)};
}

void rescale(const Affine& map, BlockShape shape, GraphSolution& solution) {
  map_columns(shape, map, solution.f);
  map_columns(shape, {map.scale, {}}, solution.expansion.coefficients);
  map_columns(shape, {map.scale, {}}, solution.expansion.remainder);
  for (int k = 0; k < shape.columns; ++k) {
    double& offset = solution.expansion.offsets[k];
    offset = map.scale[k] * offset + map.shift[k];
  }
}

}  // namespace semilin
