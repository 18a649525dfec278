// The model of votes: what each voter says of rows of each class, and the terms
// of the classes (semilin/learn/voters.h).
#pragma once

#include <functional>
#include <map>
#include <string>
#include <vector>

#include "semilin/learn/voters.h"
#include "semilin/linear/cross_validation.h"

namespace semilin {

/// Rows or features x classes.
using Probabilities = std::vector<double>;

/// Expectation maximization over votes and text, of the voters that are heard.
class VoteModel {
 public:
  /// Borrows all. The words are heard at first and not again.
  VoteModel(const Dataset& data, const Voters& voters, const Voters& words);

  [[nodiscard]] std::size_t voters() const { return heard_.size(); }
  /// Whether the voter counts; all do at first.
  void hear(std::size_t voter, bool yes) { heard_[voter] = yes; }
  [[nodiscard]] bool heard(std::size_t voter) const { return heard_[voter]; }
  /// Whether the first posteriors hear the voter; all do at first. Another one
  /// is heard as soon as the others have shown what its votes mean.
  void hear_at_first(std::size_t voter, bool yes) { first_[voter] = yes; }
  [[nodiscard]] bool heard_at_first(std::size_t voter) const {
    return heard_[voter] && first_[voter];
  }
  /// How many rows it says to be of each class.
  [[nodiscard]] const std::vector<double>& said(std::size_t voter) const {
    return said_[voter];
  }
  /// The number of rows on which it votes.
  [[nodiscard]] Index votes(std::size_t voter) const;
  /// A voter that is heard speaks of the row.
  [[nodiscard]] bool told(Index row) const { return told_[row]; }
  /// The features; none that count where a value is negative.
  [[nodiscard]] const CsrStore& text() const { return text_; }
  [[nodiscard]] bool reads_text() const { return scale_ > 0; }

  /// The posteriors, rows x classes, after so many steps at most.
  const Probabilities& run(int steps);
  /// Replaces the posteriors of the rows without a label that the folds hold
  /// out: `chances` (rows of the folds x classes) take the place of class sizes
  /// and terms. row_of: the row of the data that is one of the folds', -1 for
  /// none.
  void reconsider(const Folds& folds, const Probabilities& chances,
                  const std::function<Index(Index)>& row_of);
  /// The table of VoterFigures::says.
  [[nodiscard]] std::map<std::string, std::map<std::string, double>> says(
      std::size_t voter) const;

 private:
  void begin();
  void begin_with(const std::vector<RowVote>& votes,
                  const std::vector<double>& said);
  void maximize(bool first);
  void count_sizes(bool first);
  void count_terms(bool first);
  void count_votes();
  [[nodiscard]] Probabilities vote_scores() const;
  double expect();
  double to_posterior(double* scores, std::size_t row);
  // Whether the parameters are counted from this row; the first ones leave out
  // rows of which nobody has spoken.
  [[nodiscard]] bool counts(std::size_t row, bool first) const {
    return !first || begun_[row] || data_.labels[row] != kUnlabeled;
  }

  const Dataset& data_;
  const CsrStore text_;
  const Voters& voters_;
  const Voters& words_;
  const std::size_t classes_, rows_;
  const double all_rows_;                  // of the data
  std::vector<std::vector<double>> said_;  // by voter and class
  std::vector<std::vector<double>> said_by_words_;
  // By voter and class: the place among the classes that it names.
  std::vector<std::vector<std::size_t>> place_;
  std::vector<std::size_t> named_;   // by voter: how many these are
  std::vector<bool> heard_, first_;  // by voter
  std::vector<bool> told_, begun_;   // by row: by any voter, and at first
  double scale_ = 0;  // factor of the text's values; 0: they are not read
  Probabilities posteriors_, terms_;
  Probabilities sizes_;  // 2 x classes: of rows with and without a vote
  // By voter, the classes that it names and abstaining x classes.
  std::vector<Probabilities> confusion_;
};

}  // namespace semilin
