#include "learn/vote_model.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>
#include <utility>

#include "semilin/matrix/vectors.h"

#include "linear/naive_bayes.h"

namespace semilin {
namespace {

constexpr double kNever = 1e-30;          // what never occurs
constexpr double kStillVotes = 1e-3;      // mean change that ends a run
constexpr double kTermSmoothing = 1e-3;   // added to counts of terms
constexpr std::size_t kMostListed = 100;  // classes, of each that a voter names

// The values of each column to the logarithms of their shares.
void to_log_shares(std::size_t columns, std::span<double> values) {
  Probabilities sums(columns);
  for (std::size_t e = 0; e < values.size(); ++e)
    sums[e % columns] += values[e] = std::max(values[e], kNever);
  for (std::size_t e = 0; e < values.size(); ++e)
    values[e] = std::log(values[e] / sums[e % columns]);
}

}  // namespace

VoteModel::VoteModel(const Dataset& data, const Voters& voters,
                     const Voters& words)
    : data_(data),
      text_(features_of(data)),
      voters_(voters),
      words_(words),
      classes_(data.classes.size()),
      rows_(data.labels.size()),
      all_rows_(static_cast<double>(data.all_rows())),
      heard_(voters.votes.size(), true),
      first_(voters.votes.size(), true) {
  const auto count = [&](const std::vector<RowVote>& votes) {
    std::vector<double> said(classes_);
    for (const RowVote& one : votes)
      ++said[one.label];
    return data.sum(std::move(said));
  };
  for (const auto& votes : words.votes)
    said_by_words_.push_back(count(votes));
  for (const auto& votes : voters.votes) {
    const std::vector<double>& said = said_.emplace_back(count(votes));
    std::vector<std::size_t>& place = place_.emplace_back(classes_);
    named_.push_back(0);
    for (std::size_t k = 0; k < classes_; ++k)
      if (said[k] > 0) place[k] = named_.back()++;
  }
  if (data.any(first_negative(data).has_value())) return;
  double squares = 0;
  text_.visit([&](const auto& view) {
    for (Index e = 0; e < view.nonzeros(); ++e)
      squares += static_cast<double>(view.values[e]) * view.values[e];
  });
  // a value counts as one word in quadratic mean
  squares = data.sum(squares);
  const Index nonzeros = data.sum(text_.nonzeros());
  if (squares > 0) scale_ = std::sqrt(static_cast<double>(nonzeros) / squares);
}

Index VoteModel::votes(std::size_t voter) const {
  return static_cast<Index>(
      std::accumulate(said_[voter].begin(), said_[voter].end(), 0.0));
}

const Probabilities& VoteModel::run(int steps) {
  begin();
  maximize(true);
  double change = expect();
  for (int step = 1; step < steps && change > kStillVotes; ++step) {
    maximize(false);
    change = expect();
  }
  return posteriors_;
}

void VoteModel::reconsider(const Folds& folds, const Probabilities& chances,
                           const std::function<Index(Index)>& row_of) {
  Probabilities scores = vote_scores();
  for (std::size_t r = 0; r < folds.rows.size(); ++r) {
    const Index row = folds.fold[r] < 0 ? -1 : row_of(folds.rows[r]);
    if (row < 0 || data_.labels[row] != kUnlabeled) continue;
    double* own = &scores[row * classes_];
    for (std::size_t k = 0; k < classes_; ++k)
      own[k] += std::log(std::max(kNever, chances[r * classes_ + k]));
    to_posterior(own, row);
  }
  maximize(false);
}

std::map<std::string, std::map<std::string, double>> VoteModel::says(
    std::size_t voter) const {
  std::map<std::string, std::map<std::string, double>> all;
  for (std::size_t c = 0; c < classes_ && heard_[voter]; ++c) {
    if (said_[voter][c] <= 0) continue;
    const double* logs = &confusion_[voter][place_[voter][c] * classes_];
    std::vector<double> shares(logs, logs + classes_);
    for (double& share : shares)
      share = std::exp(share);
    std::vector<double> sorted = shares;
    const std::size_t listed = std::min(classes_, kMostListed);
    std::nth_element(sorted.begin(), sorted.begin() + (listed - 1),
                     sorted.end(), std::greater<>());
    const double least = sorted[listed - 1];
    double others = 0, count = 0;
    for (std::size_t k = 0; k < classes_; ++k) {
      if (classes_ <= kMostListed || shares[k] > least) {
        all[data_.classes[c]][data_.classes[k]] = shares[k];
      } else {
        others += shares[k];
        ++count;
      }
    }
    if (count > 0) all[data_.classes[c]][""] = others / count;
  }
  return all;
}

// What a voter says of n rows weighs log(rows / n), as terms do: a rule that
// speaks seldom tells more than one that names the same class everywhere.
void VoteModel::begin_with(const std::vector<RowVote>& votes,
                           const std::vector<double>& said) {
  for (const RowVote& one : votes) {
    begun_[one.row] = true;
    posteriors_[one.row * classes_ + one.label] +=
        std::log((all_rows_ + 1) / said[one.label]);
  }
}

// The shares of the first votes on each row.
void VoteModel::begin() {
  told_.assign(rows_, false);
  begun_.assign(rows_, false);
  posteriors_.assign(rows_ * classes_, 0.0);
  for (std::size_t v = 0; v < heard_.size(); ++v) {
    if (!heard_[v]) continue;
    for (const RowVote& one : voters_.votes[v])
      told_[one.row] = true;
    if (first_[v]) begin_with(voters_.votes[v], said_[v]);
  }
  for (std::size_t w = 0; w < words_.votes.size(); ++w)
    begin_with(words_.votes[w], said_by_words_[w]);
  for (std::size_t i = 0; i < rows_; ++i) {
    double* p = &posteriors_[i * classes_];
    const std::int32_t label = data_.labels[i];
    if (label != kUnlabeled) {
      std::fill(p, p + classes_, 0.0);
      p[label] = 1;
      continue;
    }
    const double sum = std::accumulate(p, p + classes_, 0.0);
    for (std::size_t k = 0; k < classes_; ++k)
      p[k] = sum > 0 ? p[k] / sum : 1 / static_cast<double>(classes_);
  }
}

// The parameters as logarithms; at first by told and labeled rows alone.
void VoteModel::maximize(bool first) {
  count_sizes(first);
  count_terms(first);
  count_votes();
}

// That nobody votes on a row tells of its class as well, so that such rows have
// sizes of their own; at first they are those of the others.
void VoteModel::count_sizes(bool first) {
  sizes_.assign(2 * classes_, 0.0);
  for (std::size_t i = 0; i < rows_; ++i) {
    double* own = &sizes_[first || told_[i] ? 0 : classes_];
    for (std::size_t k = 0; k < classes_ && counts(i, first); ++k)
      own[k] += posteriors_[i * classes_ + k];
  }
  sizes_ = data_.sum(std::move(sizes_));
  if (first) std::copy_n(sizes_.begin(), classes_, &sizes_[classes_]);
  for (double& size : sizes_)
    size += 1;
  to_log_shares(1, std::span(sizes_).first(classes_));
  to_log_shares(1, std::span(sizes_).last(classes_));
}

void VoteModel::count_terms(bool first) {
  if (scale_ <= 0) return;
  terms_.assign(text_.cols() * classes_, 0.0);
  text_.visit([&](const auto& view) {
    for (Index i = 0; i < view.rows; ++i) {
      if (!counts(i, first)) continue;
      const double* p = &posteriors_[i * classes_];
      for (Index e = view.offsets[i]; e < view.offsets[i + 1]; ++e)
        for (std::size_t k = 0; k < classes_; ++k)
          terms_[view.columns[e] * classes_ + k] += view.values[e] * p[k];
    }
  });
  terms_ = data_.sum(std::move(terms_));
  for (double& count : terms_)
    count += kTermSmoothing;
  to_log_shares(classes_, terms_);
}

// A voter's outcomes are the classes that it names, and that it abstains, of
// told rows.
void VoteModel::count_votes() {
  Probabilities told(classes_ + 1);  // by class, and all
  for (std::size_t i = 0; i < rows_; ++i) {
    told[classes_] += told_[i] ? 1 : 0;
    for (std::size_t k = 0; k < classes_ && told_[i]; ++k)
      told[k] += posteriors_[i * classes_ + k];
  }
  told = data_.sum(std::move(told));
  confusion_.assign(heard_.size(), {});
  for (std::size_t v = 0; v < heard_.size(); ++v) {
    if (!heard_[v]) continue;
    Probabilities& own = confusion_[v];
    const std::size_t silent = named_[v];
    own.assign((silent + 1) * classes_, 0.0);
    for (const RowVote& one : voters_.votes[v]) {
      for (std::size_t k = 0; k < classes_; ++k)
        own[place_[v][one.label] * classes_ + k] +=
            posteriors_[one.row * classes_ + k];
    }
    own = data_.sum(std::move(own));
    std::vector<double> said;
    std::ranges::copy_if(said_[v], std::back_inserter(said),
                         [](double count) { return count > 0; });
    said.push_back(told[classes_] - static_cast<double>(votes(v)));
    for (std::size_t k = 0; k < classes_; ++k) {
      double spoken = 0;
      for (std::size_t c = 0; c < silent; ++c)
        spoken += own[c * classes_ + k];
      own[silent * classes_ + k] = std::max(0.0, told[k] - spoken);
      // one row more, that hears what the voter says on average
      for (std::size_t c = 0; c <= silent; ++c)
        own[c * classes_ + k] += said[c] / told[classes_];
    }
    to_log_shares(classes_, own);
  }
}

// log p(the votes on a row | class), rows x classes.
Probabilities VoteModel::vote_scores() const {
  Probabilities scores(rows_ * classes_);
  Probabilities silent(classes_);
  for (std::size_t v = 0; v < heard_.size(); ++v)
    for (std::size_t k = 0; k < classes_ && heard_[v]; ++k)
      silent[k] += confusion_[v][named_[v] * classes_ + k];
  for (std::size_t i = 0; i < rows_; ++i)
    if (told_[i])
      std::copy(silent.begin(), silent.end(), &scores[i * classes_]);
  for (std::size_t v = 0; v < heard_.size(); ++v) {
    if (!heard_[v]) continue;
    const double* own = confusion_[v].data();
    for (const RowVote& one : voters_.votes[v])
      for (std::size_t k = 0; k < classes_; ++k)
        scores[one.row * classes_ + k] +=
            own[place_[v][one.label] * classes_ + k] -
            own[named_[v] * classes_ + k];
  }
  return scores;
}

// The posteriors of unlabeled rows; returns their mean change.
double VoteModel::expect() {
  Probabilities scores = vote_scores();
  for (std::size_t i = 0; i < rows_; ++i)
    for (std::size_t k = 0; k < classes_; ++k)
      scores[i * classes_ + k] += sizes_[(told_[i] ? 0 : classes_) + k];
  if (scale_ > 0) {
    text_.visit([&](const auto& view) {
      for (Index i = 0; i < view.rows; ++i)
        for (Index e = view.offsets[i]; e < view.offsets[i + 1]; ++e)
          for (std::size_t k = 0; k < classes_; ++k)
            scores[i * classes_ + k] += scale_ * view.values[e] *
                                        terms_[view.columns[e] * classes_ + k];
    });
  }
  double change = 0;
  for (std::size_t i = 0; i < rows_; ++i) {
    if (data_.labels[i] == kUnlabeled)
      change += to_posterior(&scores[i * classes_], i);
  }
  return data_.sum(change) / all_rows_;
}

double VoteModel::to_posterior(double* scores, std::size_t row) {
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

}  // namespace semilin
