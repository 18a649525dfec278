#include "learn/committee/held_out_votes.h"

#include <algorithm>

#include "learn/committee/committee_model.h"
#include "linear/held_out_rows.h"

namespace semilin {
namespace {

constexpr int kFolds = 2;
constexpr double kModel = 1e-3;  // tolerance of the model

// One fold, all of whose rows are unlabeled.
class Fold {
 public:
  Fold(const Dataset& data, const Folds& folds, int fold,
       const OutputBatch& like)
      : rest_(with_unlabeled(data, folds, fold)),
        batch_(rest_, like.options(), like.kind()) {
    const std::span<const Index> rows = batch_.unlabeled();
    for (std::size_t i = 0; i < folds.rows.size(); ++i) {
      if (folds.fold[i] != fold) continue;
      const auto at = std::lower_bound(rows.begin(), rows.end(), folds.rows[i]);
      from_.push_back(at - rows.begin());
      to_.push_back(i);
    }
    batch_.train_labeled(kRough);
    start_ = batch_.snapshot();
  }

  // False: interrupted.
  bool ask(const std::vector<Member>& members,
           std::span<const Hypothesis> hypotheses, const Progress& progress,
           std::vector<Candidate>& candidates) {
    bool go_on = true;
    const Progress heard = [&](const ProgressRecord& record) {
      go_on = go_on && (!progress || progress(record));
      return go_on;
    };
    for (std::size_t m = 0; m < members.size(); ++m) {
      Member fresh{members[m].name, members[m].method, members[m].make,
                   nullptr};
      for (std::size_t h = 0; h < hypotheses.size(); ++h) {
        batch_.restore(start_);
        Votes votes = fresh.vote(batch_, hypotheses[h].sizes, heard);
        if (!go_on) return false;
        candidates.push_back(
            {static_cast<int>(m), static_cast<int>(h), std::move(votes)});
      }
    }
    return true;
  }

  // Of the candidates of one hypothesis.
  Votes model_of(std::vector<Candidate> candidates, int hypothesis,
                 const Roll& roll) {
    std::erase_if(candidates, [hypothesis](const Candidate& one) {
      return one.hypothesis != hypothesis;
    });
    weigh(candidates, batch_.classes());
    const std::vector<double> shares = shares_of(candidates, batch_.classes());
    if (roll.dense) return most_voted(shares, batch_.classes());
    batch_.restore(start_);
    train_on_shares(batch_, shares, kModel);
    return predicted_classes(batch_);
  }

  [[nodiscard]] Votes supervised() const { return predicted_classes(batch_); }

  // Votes on the rows of the fold, among those on all unlabeled rows.
  void put(const Votes& all, Votes& found) const {
    for (std::size_t i = 0; i < from_.size(); ++i)
      found[to_[i]] = all[from_[i]];
  }

 private:
  const Dataset rest_;
  OutputBatch batch_;
  OutputBatch::Snapshot start_;
  std::vector<Index> from_;
  std::vector<std::size_t> to_;
};

}  // namespace

HeldOutVotes hold_out_votes(const OutputBatch& like,
                            const std::vector<Member>& members,
                            const Roll& roll,
                            std::span<const Hypothesis> hypotheses,
                            const Progress& progress) {
  const Dataset& data = like.data();
  HeldOutVotes found;
  if (!can_hold_out(data)) return found;
  const Folds folds = few_folds(data, kFolds);
  const Votes none(folds.rows.size(), kUnlabeled);
  found.models.assign(hypotheses.size(), none);
  found.supervised = none;
  for (int f = 0; f < folds.count; ++f) {
    Fold fold(data, folds, f, like);
    fold.put(fold.supervised(), found.supervised);
    std::vector<Candidate> candidates;
    if (!fold.ask(members, hypotheses, progress, candidates)) return {};
    for (std::size_t h = 0; h < hypotheses.size(); ++h)
      fold.put(fold.model_of(candidates, static_cast<int>(h), roll),
               found.models[h]);
    if (found.candidates.empty()) {
      for (const Candidate& one : candidates)
        found.candidates.push_back({one.member, one.hypothesis, none});
    }
    for (std::size_t c = 0; c < candidates.size(); ++c)
      fold.put(candidates[c].votes, found.candidates[c].votes);
  }
  std::erase(found.supervised, kUnlabeled);  // the only row of a class
  for (Votes& model : found.models)
    std::erase(model, kUnlabeled);
  for (Candidate& one : found.candidates)
    std::erase(one.votes, kUnlabeled);
  for (std::size_t i = 0; i < folds.rows.size(); ++i)
    if (folds.fold[i] >= 0) found.truth.push_back(data.labels[folds.rows[i]]);
  found.weights =
      weights_by_class_sizes(data, folds, hypotheses.front().sizes.sizes);
  found.folds = folds.count;
  return found;
}

}  // namespace semilin
