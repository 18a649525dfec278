#include "learn/committee/election.h"

#include <algorithm>
#include <numeric>
#include <span>
#include <utility>

#include "base/progress_parts.h"
#include "learn/committee/rules.h"
#include "learn/training_rows.h"
#include "linear/held_out_rows.h"
#include "matrix/row_functions.h"

namespace semilin {
namespace {

using Agreeing = std::vector<const Candidate*>;  // voters on one hypothesis

double unanimous(const Agreeing& ballot, const Dataset& data) {
  const Votes& first = ballot.front()->votes;
  const auto counts = data.sum_rows(2, [&](auto& rows) {  // same, all
    rows[1] = static_cast<double>(first.size());
    for (std::size_t i = 0; i < first.size(); ++i)
      rows[0] += std::all_of(ballot.begin(), ballot.end(),
                             [&](const Candidate* one) {
                               return one->votes[i] == first[i];
                             })
                     ? 1
                     : 0;
  });
  return counts[0] / counts[1];
}

// The agreement under the hypothesis of the largest weight, of those for which
// the most members have voted.
void describe_chosen(const std::vector<Agreeing>& ballots,
                     const Votes& supervised, const Dataset& data,
                     CommitteeFigures& figures) {
  std::size_t chosen = 0;
  const auto rank = [&](std::size_t h) {
    return std::pair(ballots[h].size(), figures.hypotheses[h].weight);
  };
  for (std::size_t h = 1; h < ballots.size(); ++h) {
    if (rank(h) > rank(chosen)) chosen = h;
  }
  if (ballots[chosen].empty()) return;  // interrupted
  figures.chosen = figures.hypotheses[chosen].source;
  figures.unanimous = unanimous(ballots[chosen], data);
  for (const Candidate* one : ballots[chosen]) {
    CommitteeMember& member = figures.members[one->member];
    member.with_supervised = agreement(one->votes, supervised, data);
    member.with.assign(figures.members.size(), 0.0);
    for (const Candidate* other : ballots[chosen])
      member.with[other->member] = agreement(one->votes, other->votes, data);
  }
}

class Election {
 public:
  Election(const Roster& roster, const TrainOptions& options,
           const std::shared_ptr<Graphs>& graphs, std::vector<Panel> panels,
           const Progress& progress)
      : roster_(roster),
        options_(options),
        graphs_(graphs),
        progress_([this, &progress](const ProgressRecord& record) {
          if (progress && !progress(record)) interrupted_ = true;
          return !interrupted_;
        }) {
    const std::vector<double> zeros(roster_.members.size(), 0.0);
    for (Panel& panel : panels) {
      Ballot all = make_ballot(panel.batch, graphs);
      const auto rows = panel.batch.unlabeled();
      if (!panels_.empty()) {
        auto& counted = all.counted.emplace();
        for (const Index i : panels.front().batch.unlabeled())
          counted.push_back(std::ranges::lower_bound(rows, i) - rows.begin());
      }
      panels_.push_back({std::move(panel), std::move(all), zeros, zeros});
    }
  }

  void hold() {
    double votes = 0;
    for (const VotingPanel& panel : panels_)
      votes += panel.held_out_votes() +
               static_cast<double>(panel.hypotheses.size()) +
               (panel.again ? 2 : 0);
    parts_.emplace(progress_,
                   votes * static_cast<double>(roster_.members.size()));
    try {
      for (std::size_t p = 0; p < panels_.size(); ++p) {
        Ballot& all = panels_[p].all;
        const std::size_t first = hypotheses_.size();
        const Dataset& data = all.batch.data();
        const bool few = all.batch.summary.unlabeled <= kUnlabeledSeen;
        if (data.whole() && (few || graphs_->given())) {
          try_on(p, all);
        } else {
          Random random(1);
          const std::shared_ptr<BatchOfData> some =
              few ? gathered(all)
                  : gather(all.batch,
                           labeled_and_sample(data, kUnlabeledSeen, random));
          some->batch.continue_from(all.batch);
          Ballot ballot = make_ballot(some->batch,
                                      few ? graphs_ : graphs_->of_other_rows());
          try_on(p, ballot);
        }
        vote(p, first);
      }
    } catch (const Interrupted&) {
      interrupted_ = true;
    }
  }

  Elected result(const Votes& supervised) {
    Elected found;
    found.interrupted = interrupted_;
    if (candidates_.empty()) return found;
    weigh(candidates_, classes(), data());
    found.shares = shares_of(candidates_, classes());
    found.class_sizes.assign(classes(), 0.0);
    for (const Candidate& one : candidates_)
      for (std::size_t k = 0; k < found.class_sizes.size(); ++k)
        found.class_sizes[k] +=
            one.weight * hypotheses_[one.hypothesis].sizes.sizes[k];
    found.held_out = held_out_;
    found.took_estimate = hypotheses_.front().source == SizeSource::Estimate;
    found.figures = figures(supervised);
    return found;
  }

 private:
  // Members, and the rows on which they vote.
  struct Ballot {
    OutputBatch& batch;
    OutputBatch::Snapshot start;
    std::vector<Member> members;
    // In batch.unlabeled(), the rows of the first panel; none: all.
    std::optional<std::vector<std::size_t>> counted = {};
    std::shared_ptr<BatchOfData> gathered = {};  // all rows
  };
  struct VotingPanel : Panel {
    Ballot all;
    // By member, on labels held out: z, and accuracy.
    std::vector<double> standing, right;

    // They are the labels' fractions and the estimate.
    [[nodiscard]] bool labels_tell() const {
      return hypotheses.size() == 2 &&
             hypotheses[0].source == SizeSource::Labels;
    }
    // How often a member votes on labels held out.
    [[nodiscard]] double held_out_votes() const {
      return kRules.folds * (labels_tell() ? 2 : 1);
    }
  };

  // Labeled rows of the first panel, and what its best member said of them
  // without their labels: a test of those who never know these labels. `rows`
  // are this part's, the others' come before and after them.
  struct Test {
    std::vector<Index> rows;
    Votes truth, best;
    std::vector<double> weights;
  };

  Ballot make_ballot(OutputBatch& batch,
                     const std::shared_ptr<Graphs>& graphs) const {
    return {batch, batch.snapshot(),
            make_members(roster_, batch.data(), options_, graphs)};
  }

  // The data are `all.data()` but for the rows, which are those listed in
  // all parts.
  static std::shared_ptr<BatchOfData> gather(const OutputBatch& all,
                                             std::span<const Index> rows) {
    return std::make_shared<BatchOfData>(
        all.data().whole() ? select(all.data(), rows)
                           : shared_selection(all.data(), rows),
        all.options(), all.kind());
  }

  static std::shared_ptr<BatchOfData> gathered(Ballot& ballot) {
    if (!ballot.gathered) {
      std::vector<Index> rows(ballot.batch.data().rows.rows());
      std::iota(rows.begin(), rows.end(), Index{0});
      ballot.gathered = gather(ballot.batch, rows);
    }
    return ballot.gathered;
  }

  void try_on(std::size_t p, Ballot& ballot) {
    VotingPanel& panel = panels_[p];
    hold_out(panel, ballot);
    std::vector<Candidate> trial;
    for (Hypothesis& one : panel.hypotheses) {
      one.panel = p;
      hypotheses_.push_back(std::move(one));
      ask(ballot, hypotheses_.size() - 1, 0, roster_.first, trial);
    }
    weigh(trial, classes());
    tried_.resize(hypotheses_.size(), 0.0);
    for (const Candidate& one : trial)
      tried_[one.hypothesis] = one.kappa;
    if (&ballot == &panel.all)
      std::move(trial.begin(), trial.end(), std::back_inserter(candidates_));
  }

  // The hypotheses from `first` on are the panel's.
  void vote(std::size_t p, std::size_t first) {
    const double least =
        *std::max_element(tried_.begin() + first, tried_.end()) - kRules.margin;
    const auto is_own = [first](const Candidate& one) {
      return one.hypothesis >= static_cast<int>(first);
    };
    std::erase_if(candidates_, [&](const Candidate& one) {
      return is_own(one) && tried_[one.hypothesis] < least;
    });
    const bool tried_on_all =
        !candidates_.empty() && is_own(candidates_.back());
    for (std::size_t h = first; h < tried_.size(); ++h) {
      if (tried_[h] >= least)
        ask(panels_[p].all, h, tried_on_all ? roster_.first : 0,
            roster_.members.size(), candidates_);
    }
    for (const SizeSource source : {SizeSource::Vote, SizeSource::VoteAgain}) {
      if (!panels_[p].again || interrupted_) return;
      const std::span own(
          std::find_if(candidates_.begin(), candidates_.end(), is_own),
          candidates_.end());
      weigh(own, classes(), data());
      hypotheses_.push_back(
          {source,
           sizes_of(most_voted(shares_of(own, classes()), classes()), classes(),
                    0, kRules.founded, data()),
           p});
      tried_.push_back(0);
      ask(panels_[p].all, hypotheses_.size() - 1, 0, roster_.members.size(),
          candidates_);
    }
  }

  // The figures of the weights that result() has set.
  [[nodiscard]] CommitteeFigures figures(const Votes& supervised) const {
    CommitteeFigures figures;
    figures.absent = roster_.absent;
    if (held_out_) figures.held_out_rows = held_out_->rows;
    for (std::size_t h = 0; h < hypotheses_.size(); ++h)
      figures.hypotheses.push_back(
          {hypotheses_[h].source,
           std::string(panels_[hypotheses_[h].panel].evidence),
           hypotheses_[h].sizes.sizes, tried_[h]});
    for (std::size_t m = 0; m < roster_.members.size(); ++m) {
      figures.members.emplace_back().method = roster_.members[m];
      figures.members[m].asked =
          std::any_of(panels_.begin(), panels_.end(),
                      [&](const VotingPanel& panel) { return asks(panel, m); });
      if (held_out_) figures.members[m].held_out = panels_.front().right[m];
    }
    std::vector<Agreeing> ballots(hypotheses_.size());
    for (const Candidate& one : candidates_) {
      ballots[one.hypothesis].push_back(&one);
      figures.members[one.member].weight += one.weight;
      SizeHypothesis& under = figures.hypotheses[one.hypothesis];
      under.weight += one.weight;
      under.kappa = std::max(under.kappa, one.kappa);
    }
    describe_chosen(ballots, supervised, data(), figures);
    return figures;
  }

  void ask(Ballot& ballot, std::size_t hypothesis, std::size_t first,
           std::size_t last, std::vector<Candidate>& votes) {
    const Hypothesis& under = hypotheses_[hypothesis];
    const VotingPanel& panel = panels_[under.panel];
    for (std::size_t m = first; m < last && !interrupted_; ++m) {
      if (!asks(panel, m)) continue;
      const Progress part = parts_->part(votes_++);
      Votes own = votes_of(ballot, m, under.sizes, part);
      if (interrupted_) return;
      double z = panel.standing[m];
      if (ballot.counted) {
        z = std::min(z, z_of(ballot, own));
        Votes counted;
        for (const std::size_t j : *ballot.counted)
          counted.push_back(own[j]);
        own = std::move(counted);
      }
      votes.push_back({static_cast<int>(m), static_cast<int>(hypothesis),
                       std::move(own), z});
    }
  }

  // A member on a graph, which is made of all rows, votes on all of them with
  // each part.
  static Votes votes_of(Ballot& ballot, std::size_t member,
                        const ClassSizes& sizes, const Progress& progress) {
    const Dataset& data = ballot.batch.data();
    Member& voter = ballot.members[member];
    if (data.whole() || !voter.method->graph) {
      ballot.batch.restore(ballot.start);
      return voter.vote(ballot.batch, sizes, progress);
    }
    const Votes all = voter.vote(gathered(ballot)->batch, sizes, progress);
    const Index own = std::ssize(ballot.batch.unlabeled());
    const auto first = all.begin() + data.before(own);
    return {first, first + own};
  }

  // By how many standard errors votes of a panel that never knows the labels of
  // the first are behind that one's best member, who knew only half of them: to
  // be ahead of it proves nothing.
  [[nodiscard]] double z_of(const Ballot& ballot, const Votes& votes) const {
    if (test_.truth.empty()) return 0;
    const auto rows = ballot.batch.unlabeled();
    Votes own;
    for (const Index row : test_.rows)
      own.push_back(votes[std::ranges::lower_bound(rows, row) - rows.begin()]);
    own = data().of_all(own);
    return std::min(0.0, lead(own, test_.best, test_.truth, test_.weights));
  }

  [[nodiscard]] bool asks(const VotingPanel& panel, std::size_t member) const {
    return member < roster_.first || panel.standing[member] >= kRules.far;
  }

  void hold_out(VotingPanel& panel, Ballot& ballot) {
    std::vector<Hypothesis>& tried = panel.hypotheses;
    const double votes =
        panel.held_out_votes() * static_cast<double>(roster_.members.size());
    HeldOutVotes found =
        hold_out_votes(ballot.batch, ballot.members, roster_,
                       std::span(tried).first(panel.labels_tell() ? 2 : 1),
                       parts_->part(votes_, votes));
    votes_ += votes;
    if (panel.labels_tell()) choose_sizes(tried, found);
    if (found.folds == 0) return;
    set_standings(found.candidates, found.truth, found.weights);
    for (const Candidate& one : found.candidates) {
      panel.standing[one.member] = one.z;
      panel.right[one.member] = agreement(one.votes, found.truth);
    }
    if (&panel != &panels_.front()) return;
    held_out_ = compare_votes(found.truth, found.weights, found.models[0],
                              found.supervised, found.folds);
    const auto labeled = panel.all.batch.labeled();
    const Index before = panel.all.batch.data().before(std::ssize(labeled));
    for (const Index place : found.places)
      if (before <= place && place - before < std::ssize(labeled))
        test_.rows.push_back(labeled[place - before]);
    test_.best =
        std::ranges::max_element(found.candidates, {}, &Candidate::z)->votes;
    test_.truth = std::move(found.truth);
    test_.weights = std::move(found.weights);
  }

  // The labels' fractions, unless members do better under the estimate: then
  // labels were chosen by hand, or many are wrong.
  static void choose_sizes(std::vector<Hypothesis>& hypotheses,
                           HeldOutVotes& found) {
    const auto classes = static_cast<int>(hypotheses[0].sizes.sizes.size());
    const bool second =
        found.folds > 0 &&
        lead_of_second(found.candidates, found.truth, classes) > kRules.clearly;
    hypotheses.erase(hypotheses.begin() + (second ? 0 : 1));
    std::erase_if(found.candidates, [second](const Candidate& one) {
      return (one.hypothesis == 1) != second;
    });
    if (second) found.models.erase(found.models.begin());
  }

  [[nodiscard]] int classes() const { return panels_.front().batch.classes(); }
  [[nodiscard]] const Dataset& data() const {
    return panels_.front().batch.data();
  }

  const Roster& roster_;
  const TrainOptions& options_;
  const std::shared_ptr<Graphs>& graphs_;
  std::vector<VotingPanel> panels_;
  std::vector<Hypothesis> hypotheses_;
  std::vector<double> tried_;  // kappa by hypothesis
  std::vector<Candidate> candidates_;
  std::optional<CrossValidated> held_out_;
  Test test_;
  bool interrupted_ = false;
  const Progress progress_;
  std::optional<ProgressParts> parts_;  // one for each vote of a member
  double votes_ = 0;                    // votes so far
};

}  // namespace

Elected elect(const Roster& roster, const TrainOptions& options,
              const std::shared_ptr<Graphs>& graphs, std::vector<Panel> panels,
              const Votes& supervised, const Progress& progress) {
  Election election(roster, options, graphs, std::move(panels), progress);
  election.hold();
  return election.result(supervised);
}

}  // namespace semilin
