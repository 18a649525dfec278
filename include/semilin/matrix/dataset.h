// Rows with labels: a file of documents in memory.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <type_traits>
#include <vector>

#include "semilin/base/ranks.h"
#include "semilin/matrix/csr.h"
#include "semilin/matrix/vectors.h"

namespace semilin {

/// The label of a row whose class is not known.
inline constexpr std::int32_t kUnlabeled = -1;

/// What votes say of rows (semilin/learn/voters.h).
struct VotedRows {
  /// The label of each row by votes alone, or kUnlabeled. Empty: no votes.
  std::vector<std::int32_t> labels;
  /// 1 for each row whose label in Dataset::labels follows from votes.
  std::vector<char> followed;
  /// The class sizes among rows of which votes say nothing; empty: unknown.
  std::vector<double> class_sizes;
};

/// n rows, their labels, and the classes' names.
struct Dataset {
  CsrStore rows;  ///< n x features
  /// The label of each row: a position in `classes`, or kUnlabeled.
  std::vector<std::int32_t> labels;
  /// Names in the order of sort_class_names.
  std::vector<std::string> classes;
  /// The factor of each row's loss; empty means 1 for all.
  std::vector<double> costs;
  /// If there are several ranks, these rows are this rank's part of the data.
  Ranks ranks = {};
  /// Each class is a set of labels, spelled as join_labels
  /// (semilin/matrix/label_sets.h) does; otherwise a name is one class,
  /// whatever it holds.
  bool multi_label = false;
  /// The number of last rows that are made of seed words, not of documents
  /// (TrainOptions::seeds). Methods train on them; they count nowhere else.
  Index seeds = 0;
  /// The last columns of the rows that are vectors (semilin/matrix/vectors.h),
  /// if they have any.
  VectorColumns vectors = {};
  /// The number of features, the last ones, that are pieces of the others: of
  /// words (Vocabulary::pieces).
  Index pieces = 0;
  /// What votes say of the rows, those of seed words left out.
  VotedRows voted = {};

  /// The factor of a row's loss; a row whose cost is 0 does not count.
  [[nodiscard]] double cost(Index row) const {
    return costs.empty() ? 1 : costs[row];
  }
  /// The number of rows that stand for documents.
  [[nodiscard]] Index documents() const { return rows.rows() - seeds; }
  /// The number of columns that are features, not numbers of vectors.
  [[nodiscard]] Index features() const {
    return vectors.count == 0 ? rows.cols() : vectors.first;
  }
  /// The number of rows with a label.
  [[nodiscard]] Index labeled() const;

  /// Whether these are all rows. What follows is told of all of them, whichever
  /// part this is; all parts ask for it.
  [[nodiscard]] bool whole() const { return !ranks.many(); }
  /// The number of parts.
  [[nodiscard]] int parts() const { return ranks.size(); }
  /// `size` sums over all rows: add(sums) adds what the rows of this part come
  /// to. The sums begin with `first`, which counts once.
  template <class Number = double, class Add>
  [[nodiscard]] std::vector<Number> sum_rows(std::size_t size, const Add& add,
                                             Number first = 0) const {
    std::vector<Number> sums(size, ranks.rank() == 0 ? first : Number{0});
    add(sums);
    ranks.sum(std::span<Number>(sums));
    return sums;
  }
  /// A sum over all rows, of which `own` is this part's.
  [[nodiscard]] double sum(double own) const { return ranks.total(own); }
  /// The same for a count.
  [[nodiscard]] Index sum(Index own) const { return ranks.total(own); }
  /// The same for several sums.
  template <class Number>
  [[nodiscard]] std::vector<Number> sum(std::vector<Number> own) const {
    ranks.sum(std::span<Number>(own));
    return own;
  }
  /// Whether any part says so.
  [[nodiscard]] bool any(bool own) const { return sum(Index{own}) > 0; }
  /// What the first part says.
  [[nodiscard]] bool agreed(bool own) const { return ranks.first_says(own); }
  /// The number of all rows.
  [[nodiscard]] Index all_rows() const { return sum(rows.rows()); }
  /// The number of all rows with a label.
  [[nodiscard]] Index all_labeled() const { return sum(labeled()); }
  /// The number of all rows of each class.
  [[nodiscard]] std::vector<Index> count_classes() const;
  /// The n-th smallest (from 0) of values of all rows.
  [[nodiscard]] double nth_smallest(std::span<const double> values,
                                    Index n) const {
    return ranks.nth_smallest(values, n);
  }
  /// The sum of the counts of the parts before this one.
  [[nodiscard]] Index before(Index own) const { return ranks.before(own); }
  /// The values of all parts, in their order.
  template <class T>
  [[nodiscard]] std::vector<T> of_all(const std::vector<T>& own) const {
    if constexpr (std::is_same_v<T, std::string>)
      return ranks.shared(own);
    else
      return ranks.shared(std::span<const T>(own));
  }
};

/// The labels without those that follow from votes; all, if all of them do. If
/// some were given, only these are held out, and tell the sizes of classes.
[[nodiscard]] std::vector<std::int32_t> given_labels(const Dataset& data);

/// Throws std::invalid_argument unless the data are whole: `what` needs that.
void require_whole(const Dataset& data, const std::string& what);

/// Throws unless the rows are valid (csr.h), there is one label per row and it
/// is a class or kUnlabeled, class names are distinct and in the order of
/// sort_class_names, and there is no cost or one per row, finite and not
/// negative: std::invalid_argument, since the caller made the data. Functions
/// that train call this.
void require_valid(const Dataset& data, int threads = 0);

/// Sorts names, each once: numbers first and by value, the shorter spelling of
/// one number before the longer, then the other names by byte. The result does
/// not depend on the order given.
[[nodiscard]] std::vector<std::string> sort_class_names(
    std::vector<std::string> names);

/// The position in `classes` (in the order of sort_class_names) of the class
/// called `name`, or kUnlabeled if there is none.
[[nodiscard]] std::int32_t find_class(std::span<const std::string> classes,
                                      const std::string& name);

/// The same; if no class has that name, the first class whose name is the same
/// number (1, +1, 1.0), for readers and options where names are numbers.
[[nodiscard]] std::int32_t find_number(std::span<const std::string> classes,
                                       const std::string& name);

/// Seed words and phrases of a class.
struct ClassWords {
  std::string name;                ///< name of the class
  std::vector<std::string> words;  ///< words and phrases, each once
};

/// Labeled rows made of seed words, on which methods train, too.
struct SeedRows {
  CsrStore rows;                     ///< rows in the features of the documents
  std::vector<std::int32_t> labels;  ///< positions in their classes
  std::vector<double> costs;         ///< a labeled document costs 1
};

/// The data with seeds as the last of all rows (CsrStore::followed_by); the
/// data themselves if there are none.
[[nodiscard]] Dataset with_seeds(const Dataset& data, const SeedRows& seeds);

/// The rows listed, with their labels and costs; classes and ranks are kept.
[[nodiscard]] Dataset select(const Dataset& data, std::span<const Index> rows);

/// This rank's part of data that every rank has (a store that each maps, say):
/// consecutive rows with about as many non-zeros as any other rank's. No rank
/// reads all rows: if a store's checksums are to be compared, each rank
/// computes the part that its rows contribute (DataError at all ranks). The
/// part of a single rank is the whole. `later`: non-zeros of rows that are to
/// follow the last rank's, as seeds do.
[[nodiscard]] Dataset part_of(const Dataset& data, const Ranks& ranks,
                              Index later = 0);

}  // namespace semilin
