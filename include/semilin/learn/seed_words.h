// Seed words of the classes, as rows that are trained on together with
// documents.
//
//   const std::vector<SeedTerm> terms = ...;  // semilin/text/seed_words.h
//   TrainOptions options;
//   options.seeds = seed_rows(data, terms);
//   const TrainResult result = train(data, options);
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "semilin/base/index.h"
#include "semilin/learn/voters.h"
#include "semilin/matrix/dataset.h"

namespace semilin {

/// A word or a phrase of a class: the features that stand for it.
struct SeedTerm {
  std::int32_t label = 0;             ///< position in the data's classes
  std::vector<std::int32_t> columns;  ///< none: no document can contain it
  std::string word = {};              ///< word as it was given, for warnings
  bool any = false;  ///< one of the features is enough, not all of them
};

/// The number of rows that contain seed words.
struct SeedCounts {
  std::vector<Index> terms;    ///< rows with each term
  std::vector<Index> classes;  ///< rows with a term of each class
};
/// Counts the rows that contain each term, and any term of each class.
[[nodiscard]] SeedCounts count_seeds(const Dataset& data,
                                     std::span<const SeedTerm> terms);

/// A voter for each term, in their order: it names the term's class on the rows
/// that contain the term.
[[nodiscard]] Voters voters_of(const Dataset& data,
                               std::span<const SeedTerm> terms);

/// One row for each term of a class that occurs in rows. It has the term's
/// features, each with the weight log(n / rows that contain it), scaled to the
/// length that the rows' features have in quadratic mean. The rows of a class
/// cost 1 together, as much as a labeled row. If rows have vectors, so do
/// these: the mean vector of the rows that contain the term, scaled to the
/// length of vectors in quadratic mean.
[[nodiscard]] SeedRows seed_rows(const Dataset& data,
                                 std::span<const SeedTerm> terms);

/// The classes with a labeled row or a row of words; others cannot be trained
/// on.
[[nodiscard]] std::vector<bool> known_classes(const Dataset& data,
                                              const SeedRows& seeds);

/// The warnings about terms, from which seed_rows made `seeds`, one sentence
/// each: words that occur in no document or belong to several classes; classes
/// without words, with words in fewer than 0.2 % of the documents, without a
/// labeled row while others have some, or without any evidence.
[[nodiscard]] std::vector<std::string> seed_warnings(
    const Dataset& data, std::span<const SeedTerm> terms,
    const SeedRows& seeds);

/// A feature that may be typical of a class.
struct SuggestedTerm {
  std::int32_t label = 0;   ///< the class
  std::int32_t column = 0;  ///< the feature
  Index rows = 0;           ///< rows that contain the feature
  double share = 0;         ///< share of these rows that belong to the class
};

/// At most `count` of the `allowed` columns for each class in turn, those most
/// typical of it if `labels`, one of `classes` or kUnlabeled for each row, are
/// right: the largest n_jk log(n_jk n / (n_j n_k)), where n_jk rows of class k
/// contain feature j. At least 60 % of the rows that contain a feature are of
/// its class.
[[nodiscard]] std::vector<SuggestedTerm> suggest_terms(
    const CsrStore& rows, std::span<const std::int32_t> labels,
    std::size_t classes, const std::vector<bool>& allowed, Index count);

}  // namespace semilin
