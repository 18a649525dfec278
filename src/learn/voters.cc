#include "semilin/learn/voters.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "semilin/base/error.h"
#include "semilin/learn/seed_words.h"
#include "semilin/linear/calibration.h"
#include "semilin/matrix/vectors.h"

#include "linear/fold_batch.h"
#include "linear/held_out_rows.h"
#include "linear/naive_bayes.h"
#include "matrix/shared_rows.h"
#include "solvers/simplex.h"

namespace semilin {
namespace {

constexpr double kSameVotes = 0.99;      // of two voters that count as one
constexpr double kChance = 0.1;          // a kappa that says nothing
constexpr Index kFewVotes = 100;         // too few to tell a voter from chance
constexpr double kSureLabel = 0.9;       // of a class that is a label
constexpr int kTestSteps = 3;            // of a voter against the others
constexpr int kMostSteps = 100;          // of all
constexpr double kStill = 1e-3;          // mean change of the posteriors
constexpr double kTermSmoothing = 1e-3;  // of the terms of a class

using Probabilities = std::vector<double>;  // rows or features x classes

// Expectation maximization over votes and text, of the voters that are heard.
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
  static constexpr double kLeast = 1e-30;  // what never occurs

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
  const double all_rows_;                  // of all ranks
  std::vector<std::vector<double>> said_;  // of all ranks; voters x classes
  std::vector<bool> heard_, told_;
  double scale_ = 0;  // of the text; 0: it is not read
  Probabilities posteriors_, sizes_, terms_;
  std::vector<Probabilities> confusion_;  // outcomes x classes of each voter
};

// What supervised models that did not know the rows of the folds say of their
// classes.
Probabilities chances_by_text(const Dataset& labeled, const Folds& folds,
                              int threads) {
  const HeldOutOptions rough;
  LinearOptions options;
  options.threads = threads;
  const double lambda = default_lambda(labeled, threads);
  const Probabilities outputs =
      FoldBatch(labeled, options, Loss::squared_hinge(), folds, rough)
          .run({&lambda, 1}, [](double) { return true; })[0];
  ModelHead head;
  head.classes = labeled.classes;
  head.calibration = calibrate_outputs(labeled, folds, outputs, {});
  return probabilities(head, outputs);
}

// Has the model reconsider the rows with a label, of which each rank needs all,
// unless there are too few.
void reconsider(VoteModel& model, const Dataset& labeled, int threads) {
  std::vector<Index> own;
  for (Index i = 0; i < std::ssize(labeled.labels) && !labeled.whole(); ++i)
    if (labeled.labels[i] != kUnlabeled) own.push_back(i);
  const Dataset all =
      labeled.whole() ? labeled : shared_selection(labeled, own);
  if (!can_hold_out(all)) return;
  const Folds folds = few_folds(all);
  const Index first = labeled.before(std::ssize(own));
  const auto row_of = [&](Index place) {
    if (labeled.whole()) return place;
    const bool is_own = first <= place && place - first < std::ssize(own);
    return is_own ? own[place - first] : Index{-1};
  };
  model.reconsider(folds, chances_by_text(all, folds, threads), row_of);
}

void require_votes(const Dataset& data, const Voters& voters) {
  require_valid(data);
  require(!data.multi_label, "votes: not with several labels per row");
  require(voters.names.size() == voters.votes.size(),
          "votes: expected a name for each voter");
  for (const auto& votes : voters.votes) {
    Index last = -1;
    for (const RowVote& one : votes) {
      require(one.row > last && one.row < data.rows.rows(),
              "votes: expected rows of the data, each once, in their order");
      require(one.label >= 0 && one.label < std::ssize(data.classes),
              "votes: a label is no class of the data");
      last = one.row;
    }
  }
}

// The share of votes that two voters have in common, of rows of either.
double share_of_same(const std::vector<RowVote>& a,
                     const std::vector<RowVote>& b, const Dataset& data) {
  const Index sizes[] = {data.total(std::ssize(a)), data.total(std::ssize(b))};
  if (static_cast<double>(std::min(sizes[0], sizes[1])) <
      kSameVotes * static_cast<double>(std::max(sizes[0], sizes[1])))
    return 0;
  Index same = 0, common = 0;
  for (std::size_t i = 0, j = 0; i < a.size() && j < b.size();) {
    if (a[i].row == b[j].row) {
      ++common;
      same += a[i].label == b[j].label ? 1 : 0;
    }
    const bool first = a[i].row <= b[j].row, second = b[j].row <= a[i].row;
    i += first ? 1 : 0;
    j += second ? 1 : 0;
  }
  same = data.total(same);
  const Index either = sizes[0] + sizes[1] - data.total(common);
  return either == 0 ? 0
                     : static_cast<double>(same) / static_cast<double>(either);
}

// By posteriors that did not hear a voter, what it says is certainly as likely
// as by chance, and its votes tell nothing else: Goodman and Kruskal's tau
// (1954), the share of the variance of the posteriors that they explain, less
// what votes at random explain, is below that of a kappa that says nothing.
bool is_at_chance(const std::vector<RowVote>& votes,
                  const std::vector<double>& said,
                  const Probabilities& posteriors, const Dataset& data) {
  const std::size_t classes = data.classes.size();
  std::vector<double> sizes(classes);
  Probabilities sums(classes * classes), squares(classes * classes);
  for (std::size_t e = 0; e < posteriors.size(); ++e)
    sizes[e % classes] += posteriors[e];
  for (const RowVote& one : votes) {
    for (std::size_t k = 0; k < classes; ++k) {
      const double p = posteriors[one.row * classes + k];
      sums[one.label * classes + k] += p;
      squares[one.label * classes + k] += p * p;
    }
  }
  for (auto* all_ranks : {&sizes, &sums, &squares})
    data.complete(*all_ranks);
  make_sum_one(sizes);
  const double count = std::accumulate(said.begin(), said.end(), 0.0);
  double right = 0, right_squares = 0, by_chance = 0, explained = 0, all = 0;
  for (std::size_t c = 0; c < classes; ++c) {
    right += sums[c * classes + c] / count;
    right_squares += squares[c * classes + c] / count;
    by_chance += said[c] / count * sizes[c];
    all += sizes[c] * (1 - sizes[c]);
    for (std::size_t k = 0; k < classes && said[c] > 0; ++k) {
      const double mean = sums[c * classes + k] / said[c];
      const double variance = squares[c * classes + k] / said[c] - mean * mean;
      const double away = mean - sizes[k];
      explained += (said[c] * away * away - variance) / count;
    }
  }
  const double error =
      std::sqrt(std::max(0.0, right_squares - right * right) / count);
  return std::abs(right - by_chance) + 2 * error < kChance * (1 - by_chance) &&
         explained < kChance * kChance * all;
}

Agreement agreement(const std::vector<RowVote>& votes,
                    const std::vector<std::int32_t>& labels,
                    const Dataset& data) {
  const std::size_t classes = data.classes.size();
  std::vector<double> said(classes), is(classes);
  Agreement found;
  double same = 0;
  for (const RowVote& one : votes) {
    const std::int32_t label = labels[one.row];
    if (label == kUnlabeled) continue;
    ++found.rows;
    ++said[one.label];
    ++is[label];
    same += one.label == label ? 1 : 0;
  }
  data.complete(said);
  data.complete(is);
  same = data.total(same);
  found.rows = data.total(found.rows);
  if (found.rows == 0) return found;
  const auto rows = static_cast<double>(found.rows);
  double by_chance = 0;
  for (std::size_t k = 0; k < classes; ++k)
    by_chance += said[k] / rows * is[k] / rows;
  found.share = same / rows;
  found.kappa = by_chance < 1 ? (found.share - by_chance) / (1 - by_chance) : 0;
  return found;
}

}  // namespace

VotedLabels labels_of_votes(const Dataset& data, const Voters& voters,
                            int threads) {
  require_votes(data, voters);
  const std::size_t classes = data.classes.size();
  VoteModel model(data, voters);
  VotedLabels voted;
  voted.voters.resize(voters.names.size());
  for (std::size_t v = 0; v < voters.names.size(); ++v) {
    VoterFigures& own = voted.voters[v];
    own.name = voters.names[v];
    own.rows = model.votes(v);
    for (std::size_t u = 0; u < v && own.same_as.empty(); ++u)
      if (model.heard(u) &&
          share_of_same(voters.votes[u], voters.votes[v], data) >= kSameVotes)
        own.same_as = voters.names[u];
    model.hear(v, own.same_as.empty() && own.rows > 0);
  }
  // Labels and the other voters know at least two classes.
  const auto others_tell = [&](std::size_t voter) {
    std::vector<bool> known = known_classes(data, {});
    for (std::size_t v = 0; v < voters.votes.size(); ++v)
      for (std::size_t k = 0; k < classes && v != voter && model.heard(v); ++k)
        known[k] = known[k] || model.said(v)[k] > 0;
    return std::count(known.begin(), known.end(), true) >= 2;
  };
  std::vector<std::size_t> at_chance;
  for (std::size_t v = 0; v < voters.names.size(); ++v) {
    if (!model.heard(v) || model.votes(v) < kFewVotes || !others_tell(v))
      continue;
    model.hear(v, false);
    if (is_at_chance(voters.votes[v], model.said(v), model.run(kTestSteps),
                     data))
      at_chance.push_back(v);
    model.hear(v, true);
  }
  for (const std::size_t v : at_chance) {
    voted.voters[v].at_chance = true;
    model.hear(v, false);
  }
  const Probabilities& posteriors = model.run(kMostSteps);
  std::vector<double> sure(classes, 0.5);
  const auto label_rows = [&] {
    voted.labels = data.labels;
    voted.rows = 0;
    for (Index i = 0; i < std::ssize(voted.labels); ++i) {
      if (voted.labels[i] != kUnlabeled || !model.told(i)) continue;
      const double* p = &posteriors[i * classes];
      const double* top = std::max_element(p, p + classes);
      if (*top <= sure[top - p]) continue;
      voted.labels[i] = static_cast<std::int32_t>(top - p);
      ++voted.rows;
    }
    voted.rows = data.total(voted.rows);
  };
  label_rows();
  Dataset labeled = data;
  labeled.labels = voted.labels;
  reconsider(model, labeled, threads);
  std::fill(sure.begin(), sure.end(), kSureLabel);
  label_rows();
  // a class that is sure nowhere keeps its likely rows
  labeled.labels = voted.labels;
  const std::vector<bool> known = known_classes(labeled, {});
  for (std::size_t k = 0; k < classes; ++k)
    if (!known[k]) sure[k] = 0.5;
  label_rows();
  voted.given = data.total(data.labeled());
  if (voted.rows > 0 &&
      voted.given + voted.rows < data.total(data.rows.rows())) {
    // a row more of each
    voted.class_sizes.assign(classes, data.ranks.rank() == 0 ? 1.0 : 0.0);
    for (std::size_t e = 0; e < posteriors.size(); ++e)
      voted.class_sizes[e % classes] +=
          voted.labels[e / classes] == kUnlabeled ? posteriors[e] : 0;
    data.complete(voted.class_sizes);
    make_sum_one(voted.class_sizes);
  }
  for (std::size_t v = 0; v < voters.names.size(); ++v) {
    const auto& votes = voters.votes[v];
    voted.voters[v].says = model.says(v);
    voted.voters[v].result = agreement(votes, voted.labels, data);
    const Agreement given = agreement(votes, data.labels, data);
    if (given.rows > 0) voted.voters[v].given = given;
  }
  return voted;
}

}  // namespace semilin
