#include "semilin/learn/seed_words.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <set>
#include <utility>

#include "semilin/base/error.h"

#include "base/plain_text.h"
#include "matrix/row_functions.h"

namespace semilin {
namespace {

// Calls use(row, terms) for each row that holds some, with these.
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
          if (met[t] == (terms[t].any ? 1 : terms[t].columns.size()))
            whole.push_back(t);
        }
      }
      for (const std::size_t t : touched)
        met[t] = 0;
      if (!whole.empty()) use(i, whole);
    }
  });
}

void require_terms(const Dataset& data, std::span<const SeedTerm> terms) {
  require_valid(data);
  for (const SeedTerm& term : terms) {
    require(term.label >= 0 && term.label < std::ssize(data.classes),
            "seed words: a label is no class of the data");
    for (const std::int32_t column : term.columns)
      require(column >= 0 && column < data.features(),
              "seed words: a column is no feature of the data");
  }
}

// In quadratic mean, of those of the rows that are not empty.
double typical_length(const Dataset& data, const CsrStore& rows) {
  const auto sums = data.sum_rows(2, [&](auto& own) {  // squares, rows
    rows.visit([&](const auto& view) {
      for (Index e = 0; e < view.nonzeros(); ++e) {
        const double value = view.values[e];
        own[0] += value * value;
      }
      for (Index i = 0; i < view.rows; ++i)
        own[1] += view.row_columns(i).empty() ? 0 : 1;
    });
  });
  return sums[0] > 0 ? std::sqrt(sums[0] / sums[1]) : 1;
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

// Where a column occurs among the seeds.
struct Occurrence {
  Index seed = 0;
  double value = 0;
};

std::vector<std::vector<Occurrence>> occurrences(const CsrStore& seeds,
                                                 Index columns) {
  std::vector<std::vector<Occurrence>> all(columns);
  seeds.visit([&](const auto& view) {
    for (Index s = 0; s < view.rows; ++s)
      for (Index e = view.offsets[s]; e < view.offsets[s + 1]; ++e)
        all[view.columns[e]].push_back({s, view.values[e]});
  });
  return all;
}

// seeds x vectors.count
std::vector<double> summed_vectors(const Dataset& data, const CsrStore& seeds) {
  const Index first = data.vectors.first;
  const Index count = data.vectors.count;
  const auto seeds_with = occurrences(seeds, first);
  std::vector<double> products(seeds.rows());
  return data.sum_rows(seeds.rows() * count, [&](auto& sums) {
    data.rows.visit([&](const auto& view) {
      for (Index i = 0; i < view.rows; ++i) {
        std::fill(products.begin(), products.end(), 0.0);
        const Index end = view.offsets[i + 1];
        Index e = view.offsets[i];
        for (; e < end && view.columns[e] < first; ++e)
          for (const Occurrence& one : seeds_with[view.columns[e]])
            products[one.seed] += one.value * view.values[e];
        for (Index s = 0; s < seeds.rows(); ++s) {
          if (products[s] == 0) continue;
          for (Index v = e; v < end; ++v)
            sums[s * count + view.columns[v] - first] +=
                products[s] * view.values[v];
        }
      }
    });
  });
}

// The vector of each row s of `seeds`, in the vectors' own columns and of the
// length `length`: the direction of sum_i (x_i's) e_i over the rows [x_i, e_i]
// of the data, the mean vector of the documents that hold its words.
CsrStore seed_vectors(const Dataset& data, const CsrStore& seeds,
                      double length) {
  const Index count = data.vectors.count;
  const std::vector<double> sums = summed_vectors(data, seeds);
  CsrMatrix<float> vectors;
  vectors.cols = count;
  for (Index s = 0; s < seeds.rows(); ++s) {
    const double* sum = sums.data() + s * count;
    const double norm =
        std::sqrt(std::inner_product(sum, sum + count, sum, 0.0));
    for (Index j = 0; j < count && norm > 0; ++j) {
      vectors.columns.push_back(static_cast<std::int32_t>(j));
      vectors.values.push_back(static_cast<float>(length * sum[j] / norm));
    }
    vectors.end_row();
  }
  return CsrStore(std::move(vectors));
}

constexpr const char* kMore =
    "; add words that occur in documents of the class";
constexpr double kRare = 0.002;  // share of documents: a class is hardly met

std::vector<std::string> words_of_several(std::span<const SeedTerm> terms,
                                          const SeedCounts& counts) {
  struct Owners {
    std::string word;  // the first of those with these features
    std::set<std::int32_t> labels;
  };
  std::map<std::set<std::int32_t>, Owners> owners;
  for (std::size_t t = 0; t < terms.size(); ++t) {
    if (counts.terms[t] == 0) continue;
    const auto& columns = terms[t].columns;
    auto& [word, labels] = owners[{columns.begin(), columns.end()}];
    if (labels.empty()) word = terms[t].word;
    labels.insert(terms[t].label);
  }
  std::vector<std::string> shared;
  for (const auto& [columns, own] : owners)
    if (own.labels.size() > 1)
      shared.push_back(own.word + " (" + std::to_string(own.labels.size()) +
                       " classes)");
  std::sort(shared.begin(), shared.end());
  return shared;
}

}  // namespace

SeedCounts count_seeds(const Dataset& data, std::span<const SeedTerm> terms) {
  require_terms(data, terms);
  // of the terms, then of the classes
  const auto counts = data.sum_rows<Index>(
      terms.size() + data.classes.size(), [&](auto& holders) {
        std::set<std::int32_t> labels;
        for_each_holder(data.rows, terms,
                        [&](Index, const std::vector<std::size_t>& held) {
                          labels.clear();
                          for (const std::size_t t : held) {
                            ++holders[t];
                            labels.insert(terms[t].label);
                          }
                          for (const std::int32_t label : labels)
                            ++holders[terms.size() + label];
                        });
      });
  const auto classes = counts.begin() + std::ssize(terms);
  return {{counts.begin(), classes}, {classes, counts.end()}};
}

Voters voters_of(const Dataset& data, std::span<const SeedTerm> terms) {
  require_terms(data, terms);
  Voters voters;
  for (const SeedTerm& term : terms)
    voters.names.push_back(term.word);
  voters.votes.resize(terms.size());
  for_each_holder(data.rows, terms,
                  [&](Index row, const std::vector<std::size_t>& held) {
                    for (const std::size_t t : held)
                      voters.votes[t].push_back({row, terms[t].label});
                  });
  return voters;
}

SeedRows seed_rows(const Dataset& data, std::span<const SeedTerm> terms) {
  require_terms(data, terms);
  std::set<std::pair<std::int32_t, std::set<std::int32_t>>> distinct;
  for (const SeedTerm& term : terms)
    distinct.insert({term.label, {term.columns.begin(), term.columns.end()}});
  const CsrStore features = features_of(data);
  const std::vector<Index> holders = data.sum(count_holders(features));
  const double length = typical_length(data, features);
  const Index count = data.all_rows();
  CsrMatrix<float> rows;
  rows.cols = features.cols();
  SeedRows seeds;
  std::vector<double> words(data.classes.size());
  for (const auto& [label, columns] : distinct) {
    const TermWeights weights = weights_of(columns, holders, count);
    if (weights.empty()) continue;
    for (const auto& [column, weight] : weights) {
      rows.columns.push_back(column);
      rows.values.push_back(static_cast<float>(length * weight));
    }
    rows.end_row();
    seeds.labels.push_back(label);
    ++words[label];
  }
  for (const std::int32_t label : seeds.labels)
    seeds.costs.push_back(1 / words[label]);
  seeds.rows = CsrStore(std::move(rows));
  if (data.vectors.count == 0) return seeds;
  const CsrStore vectors =
      seed_vectors(data, seeds.rows, typical_length(data, points_of(data)));
  seeds.rows = with_vectors(
      seeds.rows, {data.vectors.first, data.vectors.count},
      [&](Index begin, Index end) { return vectors.range(begin, end); });
  return seeds;
}

std::vector<bool> known_classes(const Dataset& data, const SeedRows& seeds) {
  std::vector<Index> rows = data.count_classes();
  for (const std::int32_t label : seeds.labels)
    ++rows[label];
  return {rows.begin(), rows.end()};
}

std::vector<std::string> seed_warnings(const Dataset& data,
                                       std::span<const SeedTerm> terms,
                                       const SeedRows& seeds) {
  const SeedCounts counts = count_seeds(data, terms);
  const std::vector<bool> labeled = known_classes(data, {});
  const std::vector<bool> known = known_classes(data, seeds);
  std::vector<bool> named(data.classes.size());
  std::vector<std::string> absent, foreign, rare, untold, wordless;
  std::set<std::string> seen;
  for (std::size_t t = 0; t < terms.size(); ++t) {
    named[terms[t].label] = true;
    if (counts.terms[t] == 0 && known[terms[t].label] &&
        seen.insert(terms[t].word).second)
      absent.push_back(terms[t].word);
  }
  const double least = kRare * static_cast<double>(data.all_rows());
  const bool has_labels = data.all_labeled() > 0;
  for (std::size_t k = 0; k < named.size(); ++k) {
    const std::string& name = data.classes[k];
    const Index holders = counts.classes[k];
    if (has_labels && named[k] && known[k] && !labeled[k])
      foreign.push_back(name);
    if (!known[k]) untold.push_back(name);
    if (known[k] && !named[k]) wordless.push_back(name);
    if (holders > 0 && static_cast<double>(holders) < least)
      rare.push_back(name + " (" + std::to_string(holders) + ")");
  }
  std::vector<std::string> found;
  const auto warn_of = [&](const std::string& before,
                           const std::vector<std::string>& all,
                           const std::string& after) {
    if (!all.empty()) found.push_back(before + listed(all) + after);
  };
  warn_of("new classes from seed words, not among the labels: ", foreign, "");
  warn_of("seed words that are too short, in no document or in all of them: ",
          absent, "");
  warn_of("seed words shared by several classes: ",
          words_of_several(terms, counts), "");
  warn_of(
      "classes without seed words, which may lose documents to those that "
      "have some: ",
      wordless, "");
  warn_of("seed words in fewer than 0.2 % of the documents: ", rare, kMore);
  warn_of("classes that are ignored, since none of their seed words occurs: ",
          untold, kMore);
  return found;
}

namespace {

// Those of class k of `members` that say most, at most `count`.
std::vector<SuggestedTerm> terms_of_class(const CsrStore& rows, std::int32_t k,
                                          std::span<const Index> members,
                                          std::span<const Index> holders,
                                          const std::vector<bool>& allowed,
                                          Index count) {
  constexpr double kLeastShare = 0.6;
  std::vector<Index> inside(rows.cols());
  rows.visit([&](const auto& view) {
    for (const Index i : members)
      for (const std::int32_t column : view.row_columns(i))
        ++inside[column];
  });
  const double size =
      static_cast<double>(members.size()) / static_cast<double>(rows.rows());
  std::vector<std::pair<double, SuggestedTerm>> ranked;
  for (std::int32_t j = 0; j < rows.cols(); ++j) {
    const auto hits = static_cast<double>(inside[j]);
    const double share = hits / static_cast<double>(holders[j]);
    if (!allowed[j] || !(share >= kLeastShare) || share <= size) continue;
    ranked.push_back(
        {-hits * std::log(share / size), {k, j, holders[j], share}});
  }
  std::stable_sort(
      ranked.begin(), ranked.end(),
      [](const auto& a, const auto& b) { return a.first < b.first; });
  std::vector<SuggestedTerm> found;
  for (const auto& [rank, term] : ranked)
    if (std::ssize(found) < count) found.push_back(term);
  return found;
}

}  // namespace

std::vector<SuggestedTerm> suggest_terms(const CsrStore& rows,
                                         std::span<const std::int32_t> labels,
                                         std::size_t classes,
                                         const std::vector<bool>& allowed,
                                         Index count) {
  require(
      std::ssize(labels) == rows.rows() && std::ssize(allowed) == rows.cols(),
      "suggest_terms: expected a label for each row, and a yes or no for "
      "each column");
  std::vector<std::vector<Index>> members(classes);
  for (Index i = 0; i < rows.rows(); ++i)
    if (labels[i] != kUnlabeled) members[labels[i]].push_back(i);
  const std::vector<Index> holders = count_holders(rows);
  std::vector<SuggestedTerm> found;
  for (std::size_t k = 0; k < classes; ++k) {
    const auto own = terms_of_class(rows, static_cast<std::int32_t>(k),
                                    members[k], holders, allowed, count);
    found.insert(found.end(), own.begin(), own.end());
  }
  return found;
}

}  // namespace semilin
