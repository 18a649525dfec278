#include "semilin/learn/seed_words.h"

#include <algorithm>
#include <cmath>
#include <set>
#include <utility>

#include "semilin/base/error.h"

namespace semilin {
namespace {

// Calls use(terms) for each row that holds a feature of one, with the terms of
// which it holds all features.
template <class Use>
void for_each_holder(const CsrStore& rows, std::span<const SeedTerm> terms,
                     const Use& use) {
  std::vector<std::vector<std::size_t>> of_column(rows.cols());
  for (std::size_t t = 0; t < terms.size(); ++t)
    for (const std::int32_t column : terms[t].columns)
      of_column[column].push_back(t);
  std::vector<std::size_t> met(terms.size()), touched, whole;
  rows.visit([&](const auto& view) {
    for (Index i = 0; i < view.rows; ++i) {
      touched.clear();
      whole.clear();
      for (const std::int32_t column : view.row_columns(i)) {
        for (const std::size_t t : of_column[column]) {
          if (met[t]++ == 0) touched.push_back(t);
          if (met[t] == terms[t].columns.size()) whole.push_back(t);
        }
      }
      for (const std::size_t t : touched)
        met[t] = 0;
      if (!whole.empty()) use(whole);
    }
  });
}

void require_terms(const Dataset& data, std::span<const SeedTerm> terms) {
  require_valid(data);
  for (const SeedTerm& term : terms) {
    require(term.label >= 0 && term.label < std::ssize(data.classes),
            "seed words: a label is no class of the data");
    for (const std::int32_t column : term.columns)
      require(column >= 0 && column < data.rows.cols(),
              "seed words: a column is no feature of the data");
  }
}

std::vector<Index> rows_with_columns(const CsrStore& rows) {
  std::vector<Index> counts(rows.cols());
  rows.visit([&](const auto& view) {
    for (Index e = 0; e < view.nonzeros(); ++e)
      ++counts[view.columns[e]];
  });
  return counts;
}

// In quadratic mean, of rows that are not empty.
double typical_length(const CsrStore& rows) {
  double squares = 0;
  Index count = 0;
  rows.visit([&](const auto& view) {
    for (Index e = 0; e < view.nonzeros(); ++e) {
      const double value = view.values[e];
      squares += value * value;
    }
    for (Index i = 0; i < view.rows; ++i)
      count += view.row_columns(i).empty() ? 0 : 1;
  });
  return squares > 0 ? std::sqrt(squares / static_cast<double>(count)) : 1;
}

// Columns and weights, of unit length; a feature of all rows says nothing.
using TermWeights = std::vector<std::pair<std::int32_t, double>>;
TermWeights weights_of(const std::set<std::int32_t>& columns,
                       const std::vector<Index>& holders, Index rows) {
  TermWeights weights;
  double squares = 0;
  for (const std::int32_t column : columns) {
    if (holders[column] == 0 || holders[column] == rows) continue;
    const double weight = std::log(static_cast<double>(rows) /
                                   static_cast<double>(holders[column]));
    weights.emplace_back(column, weight);
    squares += weight * weight;
  }
  for (auto& [column, weight] : weights)
    weight /= std::sqrt(squares);
  return weights;
}

}  // namespace

SeedCounts count_seeds(const Dataset& data, std::span<const SeedTerm> terms) {
  require_terms(data, terms);
  SeedCounts counts{std::vector<Index>(terms.size()),
                    std::vector<Index>(data.classes.size())};
  std::vector<std::int32_t> labels;
  for_each_holder(data.rows, terms, [&](const std::vector<std::size_t>& held) {
    labels.clear();
    for (const std::size_t t : held) {
      ++counts.terms[t];
      labels.push_back(terms[t].label);
    }
    std::sort(labels.begin(), labels.end());
    labels.erase(std::unique(labels.begin(), labels.end()), labels.end());
    for (const std::int32_t label : labels)
      ++counts.classes[label];
  });
  return counts;
}

SeedRows seed_rows(const Dataset& data, std::span<const SeedTerm> terms) {
  require_terms(data, terms);
  std::vector<std::set<std::int32_t>> columns(data.classes.size());
  for (const SeedTerm& term : terms)
    columns[term.label].insert(term.columns.begin(), term.columns.end());
  const std::vector<Index> holders = rows_with_columns(data.rows);
  const double length = typical_length(data.rows);
  CsrMatrix<float> rows;
  rows.cols = data.rows.cols();
  SeedRows seeds;
  for (std::size_t k = 0; k < columns.size(); ++k) {
    const TermWeights weights =
        weights_of(columns[k], holders, data.rows.rows());
    if (weights.empty()) continue;
    for (const auto& [column, weight] : weights) {
      rows.columns.push_back(column);
      rows.values.push_back(static_cast<float>(length * weight));
    }
    rows.end_row();
    seeds.labels.push_back(static_cast<std::int32_t>(k));
    seeds.costs.push_back(1);
  }
  seeds.rows = CsrStore(std::move(rows));
  return seeds;
}

}  // namespace semilin
