#include "semilin/learn/voters.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include "semilin/advanced/learn/memory.h"
#include "semilin/base/error.h"
#include "semilin/learn/methods.h"
#include "semilin/learn/seed_words.h"
#include "semilin/linear/calibration.h"

#include "learn/vote_model.h"
#include "learn/voter_tests.h"
#include "linear/fold_batch.h"
#include "linear/held_out_rows.h"
#include "matrix/row_functions.h"
#include "solvers/simplex.h"

namespace semilin {
namespace {

constexpr double kSameVotes = 0.99;  // share in common: two count as one

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

// Each row for itself, since copies have votes of their own. The only row of a
// class is in every training.
Folds dealt_in_turn(const Dataset& labeled) {
  constexpr int kFolds = 5;
  const std::vector<Index> counts = labeled.count_classes();
  std::vector<std::int32_t> dealt(counts.size());
  Folds folds{kFolds, {}, {}};
  for (Index i = 0; i < labeled.documents(); ++i) {
    const std::int32_t label = labeled.labels[i];
    if (label == kUnlabeled || labeled.cost(i) <= 0) continue;
    folds.rows.push_back(i);
    folds.fold.push_back(counts[label] < 2 ? -1 : dealt[label]++ % kFolds);
  }
  return folds;
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
  const Index sizes[] = {data.sum(std::ssize(a)), data.sum(std::ssize(b))};
  if (static_cast<double>(std::min(sizes[0], sizes[1])) <
      kSameVotes * static_cast<double>(std::max(sizes[0], sizes[1])))
    return 0;  // too few can be in common
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
  same = data.sum(same);
  const Index either = sizes[0] + sizes[1] - data.sum(common);
  return either == 0 ? 0
                     : static_cast<double>(same) / static_cast<double>(either);
}

// The votes on rows with a label are compared with the labels. Chance is a
// voter who names its classes as often, but anywhere: its share of right votes
// follows from the sizes of these classes among all rows with a label. For a
// voter who votes on all rows this is Cohen's kappa.
Agreement agreement(const std::vector<RowVote>& votes,
                    const std::vector<std::int32_t>& labels,
                    const Dataset& data) {
  const std::size_t classes = data.classes.size();
  std::vector<double> said(classes), is(classes), same(1);
  for (const std::int32_t label : labels)
    if (label != kUnlabeled) ++is[label];
  for (const RowVote& one : votes) {
    const std::int32_t label = labels[one.row];
    if (label == kUnlabeled) continue;
    ++said[one.label];
    same[0] += one.label == label ? 1 : 0;
  }
  for (auto* sums : {&said, &is, &same})
    *sums = data.sum(std::move(*sums));
  const double rows = std::accumulate(said.begin(), said.end(), 0.0);
  Agreement found;
  found.rows = static_cast<Index>(rows);
  if (found.rows == 0) return found;
  make_sum_one(is);
  double by_chance = 0;
  for (std::size_t k = 0; k < classes; ++k)
    by_chance += said[k] / rows * is[k];
  found.share = same[0] / rows;
  found.kappa = by_chance < 1 ? (found.share - by_chance) / (1 - by_chance) : 0;
  return found;
}

// The steps from votes to labels.
class Vote {
 public:
  Vote(const Dataset& given, const Voters& voters, const Voters& words,
       int threads)
      : given_(given),
        data_(data_of_votes(given, voters)),
        voters_(voters),
        threads_(threads),
        model_(data_, voters, words),
        sure_(data_.classes.size(), kLikely) {}

  VotedLabels result() {
    find_copies();
    const std::vector<Verdict> verdicts = test_voters(model_, voters_, data_);
    compare_with_others(verdicts);
    posteriors_ = &model_.run(kMostSteps);
    label_rows();
    reconsider();
    sure_.assign(sure_.size(), kSureLabel);
    label_rows();
    keep_classes();
    size_others();
    compare_with_given();
    put_beside_given();
    return std::move(voted_);
  }

 private:
  static constexpr double kLikely = 0.5, kSureLabel = 0.9;  // of labels
  static constexpr int kMostSteps = 100, kFewSteps = 3;

  // Without labels that can test the votes.
  static Dataset data_of_votes(const Dataset& given, const Voters& voters) {
    std::vector<double> named(given.classes.size());
    for (const auto& votes : voters.votes)
      for (const RowVote& one : votes)
        named[one.label] = 1;
    named = given.sum(std::move(named));
    const std::vector<bool> labeled = known_classes(given, {});
    Dataset data = given;
    if (std::ranges::count(labeled, true) >= 2 &&
        std::ranges::count(named, 0.0) + 2 <= std::ssize(named))
      std::ranges::fill(data.labels, kUnlabeled);
    return data;
  }

  [[nodiscard]] std::size_t classes() const { return data_.classes.size(); }

  void find_copies() {
    for (std::size_t v = 0; v < model_.voters(); ++v) {
      VoterFigures& own = voted_.voters.emplace_back();
      own.name = voters_.names[v];
      own.rows = model_.votes(v);
      for (std::size_t u = 0; u < v && own.same_as.empty(); ++u)
        if (model_.heard(u) && share_of_same(voters_.votes[u], voters_.votes[v],
                                             data_) >= kSameVotes)
          own.same_as = voters_.names[u];
      model_.hear(v, own.same_as.empty() && own.rows > 0);
    }
  }

  // What the others make of the rows shows whether a voter is right.
  void compare_with_others(const std::vector<Verdict>& verdicts) {
    std::vector<std::int32_t> labels(data_.labels.size());
    for (std::size_t v = 0; v < model_.voters(); ++v) {
      VoterFigures& own = voted_.voters[v];
      own.at_chance = verdicts[v] == Verdict::AtChance;
      own.contradicted = verdicts[v] == Verdict::Contradicted;
      if (own.rows == 0 || !others_know(model_, v, data_)) continue;
      const bool heard = model_.heard(v);
      model_.hear(v, false);
      const Probabilities& others = model_.run(kFewSteps);
      for (std::size_t i = 0; i < labels.size(); ++i) {
        const double* p = &others[i * classes()];
        labels[i] = model_.told(static_cast<Index>(i))
                        ? static_cast<std::int32_t>(
                              std::max_element(p, p + classes()) - p)
                        : data_.labels[i];
      }
      model_.hear(v, heard);
      own.others = agreement(voters_.votes[v], labels, data_);
    }
  }

  // A row of which a voter speaks gets its class if that is likely enough.
  void label_rows() {
    voted_.labels = data_.labels;
    voted_.rows = 0;
    for (Index i = 0; i < std::ssize(voted_.labels); ++i) {
      if (voted_.labels[i] != kUnlabeled || !model_.told(i)) continue;
      const double* p = &(*posteriors_)[i * classes()];
      const double* top = std::max_element(p, p + classes());
      if (*top <= sure_[top - p]) continue;
      voted_.labels[i] = static_cast<std::int32_t>(top - p);
      ++voted_.rows;
    }
    voted_.rows = data_.sum(voted_.rows);
  }

  // Linear models that have not seen a row take the place of naive Bayes.
  // Each rank needs all rows with a label.
  void reconsider() {
    Dataset labeled = data_;
    labeled.labels = voted_.labels;
    std::vector<Index> own;
    for (Index i = 0; i < std::ssize(labeled.labels) && !data_.whole(); ++i)
      if (labeled.labels[i] != kUnlabeled) own.push_back(i);
    const Dataset all =
        data_.whole() ? labeled : shared_selection(labeled, own);
    if (!can_hold_out(all)) return;
    const Folds folds = dealt_in_turn(all);
    const Index first = data_.before(std::ssize(own));
    model_.reconsider(
        folds, chances_by_text(all, folds, threads_), [&](Index place) {
          if (data_.whole()) return place;
          const bool is_own = first <= place && place - first < std::ssize(own);
          return is_own ? own[place - first] : Index{-1};
        });
  }

  // A class that is sure nowhere keeps its likely rows.
  void keep_classes() {
    Dataset labeled = data_;
    labeled.labels = voted_.labels;
    const std::vector<bool> known = known_classes(labeled, {});
    for (std::size_t k = 0; k < classes(); ++k)
      if (!known[k]) sure_[k] = kLikely;
    if (std::ranges::count(known, false) > 0) label_rows();
  }

  // The sizes among the rows that are left, a row more of each.
  void size_others() {
    const Index rows = data_.all_rows() - data_.all_labeled();
    if (voted_.rows == 0 || voted_.rows == rows) return;
    std::vector<double>& sizes = voted_.voted.class_sizes;
    sizes = data_.sum_rows(classes(), [&](auto& sums) {
      for (std::size_t e = 0; e < posteriors_->size(); ++e)
        sums[e % classes()] +=
            voted_.labels[e / classes()] == kUnlabeled ? (*posteriors_)[e] : 0;
    });
    for (double& size : sizes)
      size += 1;
    make_sum_one(sizes);
  }

  void compare_with_given() {
    for (std::size_t v = 0; v < model_.voters(); ++v) {
      voted_.voters[v].says = model_.says(v);
      const Agreement given = agreement(voters_.votes[v], given_.labels, data_);
      if (given.rows > 0) voted_.voters[v].given = given;
    }
  }

  void put_beside_given() {
    VotedRows& voted = voted_.voted;
    voted.labels = voted_.labels;
    voted.followed.resize(voted.labels.size());
    Index rows = 0;
    for (std::size_t i = 0; i < voted.labels.size(); ++i) {
      const std::int32_t given = given_.labels[i];
      if (given != kUnlabeled) voted_.labels[i] = given;
      voted.followed[i] =
          given == kUnlabeled && voted.labels[i] != kUnlabeled ? 1 : 0;
      rows += voted.followed[i];
      if (data_.labels[i] != kUnlabeled) voted.labels[i] = kUnlabeled;
    }
    voted_.rows = data_.sum(rows);
    voted_.given = given_.all_labeled();
  }

  const Dataset& given_;
  const Dataset data_;  // as the model hears it
  const Voters& voters_;
  const int threads_;
  VoteModel model_;
  const Probabilities* posteriors_ = nullptr;  // the model's
  std::vector<double> sure_;  // by class: above it a row gets the label
  VotedLabels voted_;
};

}  // namespace

VotedLabels labels_of_votes(const Dataset& data, const Voters& voters,
                            int threads, const Voters& words) {
  require_votes(data, voters);
  require_votes(data, words);
  require_memory(data, std::string(kSvm));  // the least that follows
  return Vote(data, voters, words, threads).result();
}

}  // namespace semilin
