#include "semilin/learn/explain.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <unordered_map>
#include <utility>

#include "semilin/advanced/base/random.h"
#include "semilin/base/error.h"
#include "semilin/matrix/label_sets.h"

#include "learn/training_rows.h"
#include "linear/model_head.h"
#include "linear/naive_bayes.h"

namespace semilin {
namespace {

using Entries = std::unordered_map<std::int32_t, double>;

void require_one(const CsrStore& row, const char* what) {
  require(row.rows() == 1, std::string(what) + ": expected one row, got " +
                               std::to_string(row.rows()));
}

template <class Value>
double norm(std::span<const Value> values) {
  double squares = 0;
  for (const Value x : values)
    squares += static_cast<double>(x) * x;
  return std::sqrt(squares);
}

template <class Value>
double cosine(const CsrView<Value>& rows, Index i, const Entries& entries) {
  const auto columns = rows.row_columns(i);
  const auto values = rows.row_values(i);
  double product = 0;
  for (std::size_t p = 0; p < columns.size(); ++p) {
    const auto found = entries.find(columns[p]);
    if (found != entries.end()) product += values[p] * found->second;
  }
  return product > 0 ? product / norm(values) : 0;
}

// The row's entries, scaled to unit length.
Entries unit_entries(const CsrStore& row) {
  Entries entries;
  row.visit([&](const auto& view) {
    const double length = norm(view.row_values(0));
    for (std::size_t p = 0; p < view.row_columns(0).size(); ++p)
      entries[view.row_columns(0)[p]] = view.row_values(0)[p] / length;
  });
  return entries;
}

// The output of a class, and its sign.
struct Voice {
  Index output, outputs;
  double sign;
};

Voice voice_of(const ModelHead& model, std::int32_t k) {
  const auto classes = static_cast<std::int32_t>(model.classes.size());
  require(k >= 0 && k < classes, "explain: no class " + std::to_string(k));
  const Index outputs = model.outputs();
  const bool shared = outputs == 1 && classes == 2;
  return {shared ? 0 : k, outputs, shared && k == 0 ? -1.0 : 1.0};
}

void sort_by_size(Explanation& found) {
  std::stable_sort(found.features.begin(), found.features.end(),
                   [](const Contribution& a, const Contribution& b) {
                     return std::abs(a.product) > std::abs(b.product);
                   });
}

Explanation by_weights(const LinearModel& model, const CsrStore& row,
                       std::int32_t k) {
  require_valid(model);
  const Voice voice = voice_of(model, k);
  const auto weight = [&](Index j) {
    return voice.sign * model.weights[j * voice.outputs + voice.output];
  };
  Explanation found;
  in_features_of(model, row).visit([&](const auto& view) {
    const std::vector<std::int32_t>& numbers = model.feature_numbers;
    for (std::size_t p = 0; p < view.row_columns(0).size(); ++p) {
      const Index j = view.row_columns(0)[p];
      if (j >= model.features) break;  // columns ascend
      const double x = view.row_values(0)[p];
      found.features.push_back(
          {numbers.empty() ? j : numbers[j], x, weight(j), x * weight(j)});
      found.score += x * weight(j);
    }
  });
  found.constant = voice.sign * model.offsets[voice.output];
  if (model.bias != 0) found.constant += model.bias * weight(model.features);
  found.score += found.constant;
  sort_by_size(found);
  return found;
}

// Scores of the row without each of its features in turn, from `first` up to
// `end`; the one behind the last is the whole row.
std::vector<double> scores_without(const Model& model, const CsrStore& row,
                                   std::size_t first, std::size_t end) {
  CsrMatrix<double> rows;
  rows.cols = row.cols();
  row.visit([&](const auto& view) {
    const auto columns = view.row_columns(0);
    for (std::size_t out = first; out < end; ++out) {
      for (std::size_t p = 0; p < columns.size(); ++p) {
        if (p == out) continue;
        rows.columns.push_back(columns[p]);
        rows.values.push_back(view.row_values(0)[p]);
      }
      rows.end_row();
    }
  });
  return scores(model, CsrStore(std::move(rows)));
}

Explanation by_leaving_out(const Model& model, const CsrStore& row,
                           std::int32_t k) {
  constexpr std::size_t kEntries = std::size_t{1} << 20;  // at a time
  const Voice voice = voice_of(model, k);
  const auto features = static_cast<std::size_t>(row.nonzeros());
  std::vector<double> without;
  const std::size_t step = std::max<std::size_t>(1, kEntries / (features + 1));
  for (std::size_t first = 0; first <= features; first += step) {
    const auto some =
        scores_without(model, row, first, std::min(first + step, features + 1));
    for (std::size_t e = voice.output; e < some.size(); e += voice.outputs)
      without.push_back(voice.sign * some[e]);
  }
  Explanation found;
  found.score = found.constant = without[features];
  row.visit([&](const auto& view) {
    for (std::size_t p = 0; p < features; ++p) {
      const double x = view.row_values(0)[p];
      const double product = found.score - without[p];
      found.features.push_back(
          {view.row_columns(0)[p], x, product / x, product});
      found.constant -= product;
    }
  });
  sort_by_size(found);
  return found;
}

}  // namespace

Explanation explain(const Model& model, const CsrStore& row, std::int32_t k) {
  require_valid(row);
  require_one(row, "explain");
  if (model.linear() != nullptr) return by_weights(*model.linear(), row, k);
  const std::optional<LinearModel> part = linear_part(model);
  return part ? by_weights(*part, row, k) : by_leaving_out(model, row, k);
}

std::vector<NearRow> nearest_labeled(const Dataset& data, const CsrStore& row,
                                     Index count) {
  require_valid(data);
  require_valid(row);
  require_one(row, "nearest_labeled");
  const Entries entries = unit_entries(row);
  std::vector<NearRow> near;
  data.rows.visit([&](const auto& view) {
    for (Index i = 0; i < view.rows; ++i) {
      if (data.labels[i] == kUnlabeled) continue;
      const double found = cosine(view, i, entries);
      if (found > 0) near.push_back({i, found});
    }
  });
  std::stable_sort(
      near.begin(), near.end(),
      [](const NearRow& a, const NearRow& b) { return a.cosine > b.cosine; });
  near.resize(std::min<std::size_t>(near.size(), std::max<Index>(count, 0)));
  return near;
}

std::vector<Opinion> member_opinions(const Dataset& data, const CsrStore& row,
                                     TrainOptions options,
                                     const Progress& progress) {
  require_valid(data, options.threads);
  require_valid(row);
  require_one(row, "member_opinions");
  require(!has_label_sets(data), "member_opinions: not of multi-label data");
  Random random(1);
  const Dataset seen =
      select(data, labeled_and_sample(data, kRowsForOpinions, random));
  Index& neighbors = options.graph.making.neighbors.neighbors;
  neighbors = std::min(neighbors, seen.rows.rows() - 1);
  std::vector<Opinion> opinions;
  const bool counts = !first_negative(data);
  for (const std::string_view member :
       {kDa, counts ? kNbEm : kLapRls, kTvRls}) {
    options.method = member;
    const Model model = train(seen, options, progress).model;
    opinions.push_back({options.method, predict(model, scores(model, row))[0]});
  }
  return opinions;
}

}  // namespace semilin
