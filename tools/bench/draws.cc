#include "bench/draws.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <sstream>

#include "semilin/advanced/base/random.h"
#include "semilin/advanced/io/line_source.h"

namespace semilin::bench {
namespace {

std::vector<Index> shuffled_rows(const Dataset& data, std::uint64_t seed) {
  std::vector<Index> order(data.labels.size());
  std::iota(order.begin(), order.end(), Index{0});
  Random(seed).shuffle(order);
  return order;
}

std::vector<Index> class_counts(const Dataset& data) {
  std::vector<Index> counts(data.classes.size(), 0);
  for (const std::int32_t label : data.labels)
    if (label != kUnlabeled) ++counts[label];
  return counts;
}

// The first `limit[k]` rows of class k in `order`.
std::vector<Index> take(const Dataset& data, const std::vector<Index>& order,
                        const std::vector<Index>& limits) {
  std::vector<Index> taken(data.classes.size(), 0);
  std::vector<Index> keep;
  for (const Index i : order) {
    if (taken[data.labels[i]]++ < limits[data.labels[i]]) keep.push_back(i);
  }
  return keep;
}

}  // namespace

Draw hide_all_but(const Dataset& data, const std::vector<Index>& keep) {
  Draw draw{data, data.labels};
  std::fill(draw.shown.labels.begin(), draw.shown.labels.end(), kUnlabeled);
  for (const Index i : keep)
    draw.shown.labels[i] = data.labels[i];
  return draw;
}

std::vector<Index> draw_per_class(const Dataset& data, Index count,
                                  std::uint64_t seed) {
  std::vector<Index> limits = class_counts(data);
  for (Index& limit : limits)
    limit = std::min(count, (limit + 1) / 2);
  return take(data, shuffled_rows(data, seed), limits);
}

Dataset subset(const Dataset& data, Index count, std::uint64_t seed) {
  if (count >= data.rows.rows()) return data;
  std::vector<Index> order = shuffled_rows(data, seed);
  order.resize(count);
  return select(data, order);
}

Dataset skewed(const Dataset& data, double decay, std::uint64_t seed) {
  std::vector<Index> limits = class_counts(data);
  double share = 1;
  for (Index& limit : limits) {
    const double kept = share * static_cast<double>(limit);
    limit = std::max<Index>(60, std::lround(kept));
    share *= decay;
  }
  return select(data, take(data, shuffled_rows(data, seed), limits));
}

std::vector<double> hidden_sizes(const Draw& draw) {
  std::vector<double> sizes(draw.shown.classes.size(), 0.0);
  double hidden = 0;
  for (std::size_t i = 0; i < draw.truth.size(); ++i) {
    if (draw.shown.labels[i] != kUnlabeled) continue;
    sizes[draw.truth[i]] += 1;
    hidden += 1;
  }
  for (double& size : sizes)
    size /= hidden;
  return sizes;
}

double hidden_accuracy(const Draw& draw, const Model& model) {
  std::vector<std::int32_t> place;
  for (const std::string& name : model.head().classes)
    place.push_back(find_class(draw.shown.classes, name));
  const auto predicted = predict(model, scores(model, draw.shown.rows));
  double right = 0;
  double hidden = 0;
  for (std::size_t i = 0; i < draw.truth.size(); ++i) {
    if (draw.shown.labels[i] != kUnlabeled) continue;
    right += place[predicted[i]] == draw.truth[i] ? 1 : 0;
    hidden += 1;
  }
  return right / hidden;
}

std::vector<std::vector<Index>> read_splits(const std::string& file) {
  std::vector<std::vector<Index>> splits;
  LineSource lines(file);
  while (const auto line = lines.next()) {
    std::istringstream numbers{std::string(*line)};
    std::vector<Index> keep;
    for (Index row = 0; numbers >> row;)
      keep.push_back(row - 1);
    if (!keep.empty()) splits.push_back(keep);
  }
  return splits;
}

std::vector<Draw> published_splits(const Dataset& data,
                                   const std::string& file) {
  std::vector<Draw> draws;
  for (const std::vector<Index>& keep : read_splits(file))
    draws.push_back(hide_all_but(data, keep));
  return draws;
}

}  // namespace semilin::bench
