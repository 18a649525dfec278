#include "learn/committee/election.h"

#include <algorithm>
#include <utility>

#include "learn/committee/rules.h"
#include "learn/unlabeled_rows.h"
#include "linear/held_out_rows.h"

namespace semilin {
namespace {

// All labeled rows and a sample of the others, trained as `all` is.
class FewRows {
 public:
  explicit FewRows(const OutputBatch& all)
      : data_(select(all.data(),
                     labeled_and_sample(all.data(), kUnlabeledSeen, random_))),
        batch_(data_, all.options(), all.kind()) {
    batch_.continue_from(all);
  }

  [[nodiscard]] OutputBatch& batch() { return batch_; }

 private:
  Random random_{1};
  Dataset data_;
  OutputBatch batch_;
};

using Ballot = std::vector<const Candidate*>;  // under one hypothesis

double unanimous(const Ballot& ballot) {
  const Votes& first = ballot.front()->votes;
  double same = 0;
  for (std::size_t i = 0; i < first.size(); ++i) {
    same += std::all_of(
                ballot.begin(), ballot.end(),
                [&](const Candidate* one) { return one->votes[i] == first[i]; })
                ? 1
                : 0;
  }
  return same / static_cast<double>(first.size());
}

// The agreement under the hypothesis of the largest weight, of those for which
// the most members have voted.
void describe_chosen(const std::vector<Ballot>& ballots,
                     const Votes& supervised, CommitteeFigures& figures) {
  std::size_t chosen = 0;
  const auto rank = [&](std::size_t h) {
    return std::pair(ballots[h].size(), figures.hypotheses[h].weight);
  };
  for (std::size_t h = 1; h < ballots.size(); ++h) {
    if (rank(h) > rank(chosen)) chosen = h;
  }
  if (ballots[chosen].empty()) return;  // interrupted
  figures.chosen = figures.hypotheses[chosen].name;
  figures.unanimous = unanimous(ballots[chosen]);
  for (const Candidate* one : ballots[chosen]) {
    CommitteeMember& member = figures.members[one->member];
    member.with_supervised = agreement(one->votes, supervised);
    member.with.assign(figures.members.size(), 0.0);
    for (const Candidate* other : ballots[chosen])
      member.with[other->member] = agreement(one->votes, other->votes);
  }
}

}  // namespace

Election::Election(const Roster& roster, const TrainOptions& options,
                   const std::shared_ptr<Graphs>& graphs, OutputBatch& batch,
                   const Progress& progress)
    : roster_(roster),
      options_(options),
      graphs_(graphs),
      all_{batch, batch.snapshot(),
           make_members(roster, batch.data(), options, graphs)},
      standing_(roster.members.size(), 0.0),
      right_(roster.members.size(), 0.0),
      progress_([this, &progress](const ProgressRecord& record) {
        if (progress && !progress(record)) interrupted_ = true;
        return !interrupted_;
      }) {}

void Election::hold(std::vector<Hypothesis> hypotheses, bool again) {
  hypotheses_ = std::move(hypotheses);
  const double each = held_out_votes() +
                      static_cast<double>(hypotheses_.size()) + (again ? 2 : 0);
  parts_.emplace(progress_, each * static_cast<double>(all_.members.size()));
  try {
    if (std::ssize(all_.batch.unlabeled()) <= kUnlabeledSeen ||
        graphs_->given()) {
      try_on(all_);
    } else {
      FewRows few(all_.batch);
      Panel panel{few.batch(), few.batch().snapshot(),
                  make_members(roster_, few.batch().data(), options_,
                               graphs_->of_other_rows())};
      try_on(panel);
    }
    vote(again);
  } catch (const Interrupted&) {
    interrupted_ = true;
  }
}

void Election::try_on(Panel& panel) {
  hold_out(panel);
  tried_.assign(hypotheses_.size(), 0.0);
  std::vector<Candidate> trial;
  for (std::size_t h = 0; h < hypotheses_.size(); ++h)
    ask(panel, h, 0, roster_.first, trial);
  weigh(trial, all_.batch.classes());
  for (const Candidate& one : trial)
    tried_[one.hypothesis] = one.kappa;
  if (&panel == &all_) candidates_ = std::move(trial);
}

void Election::vote(bool again) {
  const double least =
      *std::max_element(tried_.begin(), tried_.end()) - kRules.margin;
  std::erase_if(candidates_, [&](const Candidate& one) {
    return tried_[one.hypothesis] < least;
  });
  const std::size_t next = candidates_.empty() ? 0 : roster_.first;
  for (std::size_t h = 0; h < tried_.size(); ++h) {
    if (tried_[h] >= least)
      ask(all_, h, next, roster_.members.size(), candidates_);
  }
  for (const char* name : {"vote", "vote again"}) {
    if (!again || interrupted_) return;
    hypotheses_.push_back({name, voted_sizes()});
    tried_.push_back(0);
    ask(all_, hypotheses_.size() - 1, 0, roster_.members.size(), candidates_);
  }
}

std::vector<double> Election::shares() {
  if (candidates_.empty()) return {};
  weigh(candidates_, all_.batch.classes());
  return shares_of(candidates_, all_.batch.classes());
}

std::vector<double> Election::class_sizes() const {
  std::vector<double> sizes(all_.batch.classes(), 0.0);
  for (const Candidate& one : candidates_) {
    for (std::size_t k = 0; k < sizes.size(); ++k)
      sizes[k] += one.weight * hypotheses_[one.hypothesis].sizes.sizes[k];
  }
  return sizes;
}

CommitteeFigures Election::figures(const Votes& supervised) const {
  CommitteeFigures figures;
  if (held_out_) figures.held_out_rows = held_out_->rows;
  for (std::size_t h = 0; h < hypotheses_.size(); ++h)
    figures.hypotheses.push_back(
        {hypotheses_[h].name, hypotheses_[h].sizes.sizes, tried_[h]});
  for (std::size_t m = 0; m < roster_.members.size(); ++m) {
    figures.members.emplace_back().method = roster_.members[m];
    figures.members[m].asked = asks(m);
    if (held_out_) figures.members[m].held_out = right_[m];
  }
  std::vector<Ballot> ballots(hypotheses_.size());
  for (const Candidate& one : candidates_) {
    ballots[one.hypothesis].push_back(&one);
    figures.members[one.member].weight += one.weight;
    SizeHypothesis& under = figures.hypotheses[one.hypothesis];
    under.weight += one.weight;
    under.kappa = std::max(under.kappa, one.kappa);
  }
  describe_chosen(ballots, supervised, figures);
  return figures;
}

void Election::ask(Panel& panel, std::size_t hypothesis, std::size_t first,
                   std::size_t last, std::vector<Candidate>& votes) {
  for (std::size_t m = first; m < last && !interrupted_; ++m) {
    if (!asks(m)) continue;
    panel.batch.restore(panel.start);
    Votes own = panel.members[m].vote(
        panel.batch, hypotheses_[hypothesis].sizes, parts_->part(votes_++));
    if (interrupted_) return;
    votes.push_back({static_cast<int>(m), static_cast<int>(hypothesis),
                     std::move(own), standing_[m]});
  }
}

bool Election::asks(std::size_t member) const {
  return !all_.members[member].method->graph || standing_[member] >= kRules.far;
}

void Election::hold_out(Panel& panel) {
  const double votes =
      held_out_votes() * static_cast<double>(panel.members.size());
  HeldOutVotes found =
      hold_out_votes(panel.batch, panel.members, roster_,
                     std::span(hypotheses_).first(labels_tell() ? 2 : 1),
                     parts_->part(votes_, votes));
  votes_ += votes;
  if (labels_tell()) choose_sizes(found);
  if (found.folds == 0) return;
  set_standings(found.candidates, found.truth, found.weights);
  for (const Candidate& one : found.candidates) {
    standing_[one.member] = one.z;
    right_[one.member] = agreement(one.votes, found.truth);
  }
  held_out_ = compare_votes(found.truth, found.weights, found.models[0],
                            found.supervised, found.folds);
}

double Election::held_out_votes() const {
  return kRules.folds * (labels_tell() ? 2 : 1);
}

bool Election::labels_tell() const {
  return hypotheses_.size() == 2 && hypotheses_[0].name == "labels";
}

// The labels' fractions, unless members do better under the estimate: then
// labels were chosen by hand, or many are wrong.
void Election::choose_sizes(HeldOutVotes& found) {
  const bool second =
      found.folds > 0 && lead_of_second(found.candidates, found.truth,
                                        all_.batch.classes()) > kRules.clearly;
  hypotheses_.erase(hypotheses_.begin() + (second ? 0 : 1));
  std::erase_if(found.candidates, [second](const Candidate& one) {
    return (one.hypothesis == 1) != second;
  });
  if (second) found.models.erase(found.models.begin());
}

ClassSizes Election::voted_sizes() {
  const int classes = all_.batch.classes();
  return sizes_of(most_voted(shares(), classes), classes, 0, kRules.founded);
}

}  // namespace semilin
