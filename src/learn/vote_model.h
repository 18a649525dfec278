// The model of votes: what each voter says of rows of each class, and the terms
// of the classes (semilin/learn/voters.h).
#pragma once

#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

#include "semilin/learn/voters.h"
#include "semilin/linear/cross_validation.h"
#include "semilin/matrix/vectors.h"

#include "linear/naive_bayes.h"

namespace semilin {

/// Rows or features x classes.
using Probabilities = std::vector<double>;

/// Expectation maximization over votes and text, of the voters that are heard.
class VoteModel {
 public:
  VoteModel(const Dataset& data, const Voters& voters)
      : data_(data),
        text_(features_of(data)),
        voters_(voters),
        classes_(data.classes.size()),
        rows_(data.labels.size()),
        all_rows_(static_cast<double>(data.total(data.rows.rows()))),
        heard_(voters.votes.size(), true) {
    for (const auto& votes : voters.votes) {
      std::vector<double>& said = said_.emplace_back(classes_);
      for (const RowVote& one : votes)
        ++said[one.label];
      data.complete(said);
    }
    if (data.total(Index{first_negative(data) ? 1 : 0}) > 0) return;
    double squares = 0;
    text_.visit([&](const auto& view) {
      for (Index e = 0; e < view.nonzeros(); ++e)
        squares += static_cast<double>(view.values[e]) * view.values[e];
    });
    // a value counts as one word in quadratic mean
    squares = data.total(squares);
    const Index nonzeros = data.total(text_.nonzeros());
    if (squares > 0)
      scale_ = std::sqrt(static_cast<double>(nonzeros) / squares);
  }

  void hear(std::size_t voter, bool yes) { heard_[voter] = yes; }
  [[nodiscard]] bool heard(std::size_t voter) const { return heard_[voter]; }
  // How many rows of all ranks it says to be of each class.
  [[nodiscard]] const std::vector<double>& said(std::size_t voter) const {
    return said_[voter];
  }
  // The rows on which it votes.
  [[nodiscard]] Index votes(std::size_t voter) const {
    return static_cast<Index>(
        std::accumulate(said_[voter].begin(), said_[voter].end(), 0.0));
  }

  // Posteriors, rows x classes.
  const Probabilities& run(int steps) {
    begin();
    maximize(true);
    double change = expect();
    for (int step = 1; step < steps && change > kStill; ++step) {
      maximize(false);
      change = expect();
    }
    return posteriors_;
  }
  // The posteriors of the rows without a label that the folds hold out, with
  // `chances` (rows of the folds x classes) in place of class sizes and terms.
  // row_of: the row of the data that is one of the folds', -1 for none.
  template <class RowOf>
  void reconsider(const Folds& folds, const Probabilities& chances,
                  const RowOf& row_of) {
    Probabilities scores = vote_scores();
    for (std::size_t r = 0; r < folds.rows.size(); ++r) {
      const Index row = folds.fold[r] < 0 ? -1 : row_of(folds.rows[r]);
      if (row < 0 || data_.labels[row] != kUnlabeled) continue;
      double* own = &scores[row * classes_];
      for (std::size_t k = 0; k < classes_; ++k)
        own[k] += std::log(std::max(kLeast, chances[r * classes_ + k]));
      to_posterior(own, row);
    }
    maximize(false);
  }
  // The table of VoterFigures::says.
  [[nodiscard]] auto says(std::size_t voter) const {
    decltype(VoterFigures::says) all;
    for (std::size_t c = 0; c < classes_ && heard_[voter]; ++c)
      for (std::size_t k = 0; k < classes_ && said_[voter][c] > 0; ++k)
        all[data_.classes[c]][data_.classes[k]] =
            std::exp(confusion_[voter][c * classes_ + k]);
    return all;
  }
  // A voter that is heard speaks of the row.
  [[nodiscard]] bool told(Index row) const { return told_[row]; }

 private:
  static constexpr double kLeast = 1e-30;         // what never occurs
  static constexpr double kStill = 1e-3;          // mean change that ends a run
  static constexpr double kTermSmoothing = 1e-3;  // added to counts of terms

  // The shares of the votes on each row. What a voter says of n rows weighs
  // log(rows / n), as terms do: a rule that speaks seldom tells more than one
  // that names the same class everywhere.
  void begin() {
    told_.assign(rows_, false);
    posteriors_.assign(rows_ * classes_, 0.0);
    for (std::size_t v = 0; v < heard_.size(); ++v) {
      if (!heard_[v]) continue;
      std::vector<double> weights = said_[v];
      for (double& weight : weights)
        weight = std::log((all_rows_ + 1) / weight);
      for (const RowVote& one : voters_.votes[v]) {
        told_[one.row] = true;
        posteriors_[one.row * classes_ + one.label] += weights[one.label];
      }
    }
    for (std::size_t i = 0; i < rows_; ++i) {
      double* p = &posteriors_[i * classes_];
      const std::int32_t label = data_.labels[i];
      if (label != kUnlabeled) {
        std::fill(p, p + classes_, 0.0);
        p[label] = 1;
        continue;
      }
      double sum = 0;
      for (std::size_t k = 0; k < classes_; ++k)
        sum += p[k];
      for (std::size_t k = 0; k < classes_; ++k)
        p[k] = sum > 0 ? p[k] / sum : 1 / static_cast<double>(classes_);
    }
  }

  // The parameters as logarithms; at first by told and labeled rows alone.
  void maximize(bool first) {
    const auto counts = [&](std::size_t i) {
      return !first || told_[i] || data_.labels[i] != kUnlabeled;
    };
    // what is added to the counts of all rows, the first rank adds
    const double once = data_.ranks.rank() == 0 ? 1 : 0;
    sizes_.assign(classes_, once);
    Probabilities told_sizes(classes_);
    double told_rows = 0;
    for (std::size_t i = 0; i < rows_; ++i) {
      const double* p = &posteriors_[i * classes_];
      for (std::size_t k = 0; k < classes_ && counts(i); ++k)
        sizes_[k] += p[k];
      told_rows += told_[i] ? 1 : 0;
      for (std::size_t k = 0; k < classes_ && told_[i]; ++k)
        told_sizes[k] += p[k];
    }
    data_.complete(sizes_);
    data_.complete(told_sizes);
    told_rows = data_.total(told_rows);
    to_log_shares(1, sizes_);
    terms_.assign(scale_ > 0 ? text_.cols() * classes_ : 0,
                  once * kTermSmoothing);
    if (scale_ > 0) {
      text_.visit([&](const auto& view) {
        for (Index i = 0; i < view.rows; ++i) {
          if (!counts(i)) continue;
          const double* p = &posteriors_[i * classes_];
          for (Index e = view.offsets[i]; e < view.offsets[i + 1]; ++e)
            for (std::size_t k = 0; k < classes_; ++k)
              terms_[view.columns[e] * classes_ + k] += view.values[e] * p[k];
        }
      });
      data_.complete(terms_);
      to_log_shares(classes_, terms_);
    }
    // a voter's outcomes are the classes and that it abstains, of told rows
    const std::size_t outcomes = classes_ + 1;
    confusion_.assign(heard_.size(), {});
    for (std::size_t v = 0; v < heard_.size(); ++v) {
      if (!heard_[v]) continue;
      Probabilities& own = confusion_[v];
      own.assign(outcomes * classes_, 0.0);
      for (const RowVote& one : voters_.votes[v]) {
        for (std::size_t k = 0; k < classes_; ++k)
          own[one.label * classes_ + k] += posteriors_[one.row * classes_ + k];
      }
      data_.complete(own);
      std::vector<double> said = said_[v];
      said.push_back(told_rows - static_cast<double>(votes(v)));
      for (std::size_t k = 0; k < classes_; ++k) {
        double spoken = 0;
        for (std::size_t c = 0; c < classes_; ++c)
          spoken += own[c * classes_ + k];
        own[classes_ * classes_ + k] = std::max(0.0, told_sizes[k] - spoken);
        // one row more, that hears what the voter says on average
        for (std::size_t c = 0; c < outcomes; ++c)
          own[c * classes_ + k] += said[c] / told_rows;
      }
      to_log_shares(classes_, own);
    }
  }

  // The values of each column to the logarithms of their shares.
  static void to_log_shares(std::size_t columns, Probabilities& values) {
    Probabilities sums(columns);
    for (std::size_t e = 0; e < values.size(); ++e)
      sums[e % columns] += values[e] = std::max(values[e], kLeast);
    for (std::size_t e = 0; e < values.size(); ++e)
      values[e] = std::log(values[e] / sums[e % columns]);
  }

  // log p(the votes on a row | class), rows x classes.
  [[nodiscard]] Probabilities vote_scores() const {
    Probabilities scores(rows_ * classes_);
    Probabilities silent(classes_);
    for (std::size_t v = 0; v < heard_.size(); ++v)
      for (std::size_t k = 0; k < classes_ && heard_[v]; ++k)
        silent[k] += confusion_[v][classes_ * classes_ + k];
    for (std::size_t i = 0; i < rows_; ++i)
      if (told_[i])
        std::copy(silent.begin(), silent.end(), &scores[i * classes_]);
    for (std::size_t v = 0; v < heard_.size(); ++v) {
      if (!heard_[v]) continue;
      const double* own = confusion_[v].data();
      for (const RowVote& one : voters_.votes[v])
        for (std::size_t k = 0; k < classes_; ++k)
          scores[one.row * classes_ + k] +=
              own[one.label * classes_ + k] - own[classes_ * classes_ + k];
    }
    return scores;
  }

  // The posteriors of unlabeled rows; returns their mean change.
  double expect() {
    Probabilities scores = vote_scores();
    for (std::size_t e = 0; e < scores.size(); ++e)
      scores[e] += sizes_[e % classes_];
    if (scale_ > 0) {
      text_.visit([&](const auto& view) {
        for (Index i = 0; i < view.rows; ++i)
          for (Index e = view.offsets[i]; e < view.offsets[i + 1]; ++e)
            for (std::size_t k = 0; k < classes_; ++k)
              scores[i * classes_ + k] +=
                  scale_ * view.values[e] *
                  terms_[view.columns[e] * classes_ + k];
      });
    }
    double change = 0;
    for (std::size_t i = 0; i < rows_; ++i) {
      if (data_.labels[i] == kUnlabeled)
        change += to_posterior(&scores[i * classes_], i);
    }
    return data_.total(change) / all_rows_;
  }

  double to_posterior(double* scores, std::size_t row) {
    const double top = *std::max_element(scores, scores + classes_);
    double sum = 0, change = 0;
    for (std::size_t k = 0; k < classes_; ++k)
      sum += scores[k] = std::exp(scores[k] - top);
    for (std::size_t k = 0; k < classes_; ++k) {
      double& p = posteriors_[row * classes_ + k];
      change += std::abs(scores[k] / sum - p) / 2;
      p = scores[k] / sum;
    }
    return change;
  }

  const Dataset& data_;
  const CsrStore text_;
  const Voters& voters_;
  const std::size_t classes_, rows_;
  const double all_rows_;                  // rows of all ranks
  std::vector<std::vector<double>> said_;  // by voter and class, of all ranks
  std::vector<bool> heard_, told_;
  double scale_ = 0;  // factor of the text's values; 0: they are not read
  Probabilities posteriors_, sizes_, terms_;
  std::vector<Probabilities> confusion_;  // outcomes x classes of each voter
};

}  // namespace semilin
