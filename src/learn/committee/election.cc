#include "learn/committee/election.h"

#include <algorithm>
#include <numeric>
#include <span>
#include <utility>

#include "base/progress_parts.h"
#include "learn/committee/earlier_vote.h"
#include "learn/committee/poll.h"
#include "learn/committee/rules.h"
#include "learn/training_rows.h"
#include "linear/held_out_rows.h"
#include "matrix/row_functions.h"
#include "solvers/simplex.h"

namespace semilin {
namespace {

class Election {
 public:
  Election(const Roster& roster, const TrainOptions& options,
           const std::shared_ptr<Graphs>& graphs, std::vector<Panel> panels,
           std::span<const Index> rows, std::size_t classes,
           const Progress& progress)
      : options_(options),
        graphs_(graphs),
        poll_{roster, rows, classes},
        progress_([this, &progress](const ProgressRecord& record) {
          if (progress && !progress(record)) poll_.interrupted = true;
          return !poll_.interrupted;
        }) {
    const std::vector<double> zeros(poll_.roster.members.size(), 0.0);
    for (Panel& panel : panels) {
      Ballot all = make_ballot(panel.batch, graphs);
      poll_.panels.push_back({std::move(panel), std::move(all), zeros, zeros});
    }
  }

  // `earlier`: the vote whose weights this one has; null: it weighs its own.
  void hold(const EarlierVote* earlier) {
    try {
      if (earlier != nullptr)
        vote_as(*earlier);
      else
        try_and_vote();
    } catch (const Interrupted&) {
      poll_.interrupted = true;
    }
    for (const VotingPanel& panel : poll_.panels)
      panel.batch.restore(panel.all.start);
  }

  [[nodiscard]] Poll& poll() { return poll_; }

 private:
  void try_and_vote() {
    double votes = 0;
    for (const VotingPanel& panel : poll_.panels)
      votes += panel.held_out_votes() +
               static_cast<double>(panel.hypotheses.size()) +
               (panel.again ? 2 : 0);
    parts_.emplace(progress_,
                   votes * static_cast<double>(poll_.roster.members.size()));
    for (std::size_t p = 0; p < poll_.panels.size(); ++p) {
      Ballot& all = poll_.panels[p].all;
      const std::size_t first = poll_.hypotheses.size();
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
        Ballot ballot =
            make_ballot(some->batch, few ? graphs_ : graphs_->of_other_rows());
        try_on(p, ballot);
      }
      vote(p, first);
    }
  }

  void vote_as(const EarlierVote& earlier) {
    poll_.take(earlier);
    double votes = 0;
    for (const SizeHypothesis& one : earlier.figures.hypotheses)
      votes +=
          static_cast<double>(std::ranges::count_if(one.votes, has_weight));
    parts_.emplace(progress_, votes);
    for (std::size_t p = 0; p < poll_.panels.size(); ++p)
      for (const SizeHypothesis& one : earlier.figures.hypotheses)
        if (one.evidence == poll_.panels[p].evidence) vote_under(one, p);
  }

  Ballot make_ballot(OutputBatch& batch,
                     const std::shared_ptr<Graphs>& graphs) const {
    return {batch, batch.snapshot(),
            make_members(poll_.roster, batch.data(), options_, graphs)};
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
    VotingPanel& panel = poll_.panels[p];
    hold_out(panel, ballot);
    std::vector<Candidate> trial;
    for (Hypothesis& one : panel.hypotheses) {
      one.panel = p;
      poll_.hypotheses.push_back(std::move(one));
      ask(ballot, poll_.hypotheses.size() - 1, 0, poll_.roster.first, trial);
    }
    weigh(trial, panel.batch.classes());
    poll_.tried.resize(poll_.hypotheses.size(), 0.0);
    for (const Candidate& one : trial)
      poll_.tried[one.hypothesis] = one.kappa;
    if (&ballot == &panel.all)
      std::move(trial.begin(), trial.end(),
                std::back_inserter(poll_.candidates));
  }

  // What a member says of the rows of the vote: where its panel has a label,
  // what it said without this one.
  [[nodiscard]] Votes on_rows(const VotingPanel& panel, std::size_t member,
                              const Votes& votes) const {
    const auto unlabeled = panel.batch.unlabeled();
    Votes found;
    for (const Index row : poll_.rows) {
      const std::int32_t label = panel.batch.labels()[row];
      if (label == kUnlabeled)
        found.push_back(vote_on(row, unlabeled, votes));
      else if (std::ranges::binary_search(panel.held_rows, row))
        found.push_back(
            vote_on(row, panel.held_rows, panel.held_votes[member]));
      else
        found.push_back(label);
    }
    return found;
  }

  // The hypotheses from `first` on are the panel's.
  void vote(std::size_t p, std::size_t first) {
    const double least =
        *std::max_element(poll_.tried.begin() + first, poll_.tried.end()) -
        kRules.margin;
    const auto is_own = [first](const Candidate& one) {
      return one.hypothesis >= static_cast<int>(first);
    };
    std::erase_if(poll_.candidates, [&](const Candidate& one) {
      return is_own(one) && poll_.tried[one.hypothesis] < least;
    });
    const bool tried_on_all =
        !poll_.candidates.empty() && is_own(poll_.candidates.back());
    for (std::size_t h = first; h < poll_.tried.size(); ++h) {
      if (poll_.tried[h] >= least)
        ask(poll_.panels[p].all, h, tried_on_all ? poll_.roster.first : 0,
            poll_.roster.members.size(), poll_.candidates);
    }
    for (const SizeSource source : {SizeSource::Vote, SizeSource::VoteAgain}) {
      if (!poll_.panels[p].again || poll_.interrupted) return;
      weigh(own_votes(p), poll_.panels[p].batch.classes(), poll_.data());
      poll_.hypotheses.push_back({source, voted(p), p});
      poll_.tried.push_back(0);
      ask(poll_.panels[p].all, poll_.hypotheses.size() - 1, 0,
          poll_.roster.members.size(), poll_.candidates);
    }
  }

  // Those of the panel that votes now.
  [[nodiscard]] std::span<Candidate> own_votes(std::size_t p) {
    return {std::ranges::find(poll_.candidates, p,
                              [&](const Candidate& one) {
                                return poll_.hypotheses[one.hypothesis].panel;
                              }),
            poll_.candidates.end()};
  }

  // The sizes by its votes so far.
  [[nodiscard]] ClassSizes voted(std::size_t p) {
    const int classes = poll_.panels[p].batch.classes();
    return sizes_of(most_voted(shares_of(own_votes(p), classes), classes),
                    classes, 0, kRules.founded, poll_.data());
  }

  void vote_under(const SizeHypothesis& earlier, std::size_t p) {
    VotingPanel& panel = poll_.panels[p];
    const auto same = std::ranges::find(panel.hypotheses, earlier.source,
                                        &Hypothesis::source);
    ClassSizes sizes;
    if (same != panel.hypotheses.end()) {
      sizes = same->sizes;
    } else if (are_voted(earlier.source) && !own_votes(p).empty()) {
      sizes = voted(p);
    } else {
      sizes = {sizes_among(panel.classes, earlier.sizes), kRules.founded};
      make_sum_one(sizes.sizes);
    }
    poll_.hypotheses.push_back({earlier.source, std::move(sizes), p});
    poll_.tried.push_back(earlier.kappa);
    for (std::size_t m = 0; m < earlier.votes.size(); ++m) {
      if (!has_weight(earlier.votes[m])) continue;
      ask(panel.all, poll_.hypotheses.size() - 1, m, m + 1, poll_.candidates);
      if (poll_.interrupted) return;
      poll_.candidates.back().weight = earlier.votes[m];
    }
  }

  void ask(Ballot& ballot, std::size_t hypothesis, std::size_t first,
           std::size_t last, std::vector<Candidate>& votes) {
    const Hypothesis& under = poll_.hypotheses[hypothesis];
    const VotingPanel& panel = poll_.panels[under.panel];
    for (std::size_t m = first; m < last && !poll_.interrupted; ++m) {
      if (!poll_.asks(panel, m)) continue;
      const Progress part = parts_->part(votes_++);
      Votes own = votes_of(ballot, m, under.sizes, part);
      if (poll_.interrupted) return;
      Candidate& one = votes.emplace_back();
      one.member = static_cast<int>(m);
      one.hypothesis = static_cast<int>(hypothesis);
      one.z = panel.standing[m];
      if (&ballot != &panel.all) {
        one.votes = std::move(own);
        continue;
      }
      one.votes = on_rows(panel, m, own);
      if (under.panel == 0) continue;
      one.told =
          votes_on(panel, poll_.panels.front().batch.labeled_documents(), own);
      // a single member that is ahead counts as level
      one.z = std::min(one.z, poll_.lead_of(panel, one.told).errors());
    }
  }

  // A member on a graph, which is made of all rows, votes on all
  // of them at each rank.
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

  void hold_out(VotingPanel& panel, Ballot& ballot) {
    std::vector<Hypothesis>& tried = panel.hypotheses;
    const double votes = panel.held_out_votes() *
                         static_cast<double>(poll_.roster.members.size());
    HeldOutVotes found =
        hold_out_votes(ballot.batch, ballot.members, poll_.roster,
                       std::span(tried).first(panel.labels_tell() ? 2 : 1),
                       parts_->part(votes_, votes));
    votes_ += votes;
    if (panel.labels_tell()) choose_sizes(tried, found);
    if (found.folds == 0) return;
    set_standings(found.candidates, found.truth, found.weights[0]);
    const auto labeled = panel.all.batch.labeled();
    const Index before = panel.all.batch.data().before(std::ssize(labeled));
    panel.held_votes.resize(poll_.roster.members.size());
    for (const Candidate& one : found.candidates) {
      panel.standing[one.member] = one.z;
      const auto asked = std::ranges::count_if(
          one.votes, [](std::int32_t vote) { return vote != kUnlabeled; });
      panel.right[one.member] = agreement(one.votes, found.truth) *
                                static_cast<double>(found.truth.size()) /
                                static_cast<double>(asked);
    }
    for (std::size_t i = 0; i < found.places.size(); ++i) {
      const Index own = found.places[i] - before;
      if (own < 0 || own >= std::ssize(labeled)) continue;
      panel.held_rows.push_back(labeled[own]);
      for (const Candidate& one : found.candidates)
        panel.held_votes[one.member].push_back(one.votes[i]);
    }
    if (&panel != &poll_.panels.front()) return;
    if (panel.classes.size() == poll_.classes)
      poll_.outputs = {std::move(found.outputs.front()),
                       std::move(found.outputs.back()), found.truth};
    poll_.held_out =
        compare_votes(found.truth, found.weights[0], found.models[0],
                      found.supervised, found.folds);
    if (panel.evidence != kLabels) return;
    poll_.test.rows = panel.held_rows;
    poll_.test.best =
        std::ranges::max_element(found.candidates, {}, &Candidate::z)->votes;
    poll_.test.truth = std::move(found.truth);
    for (Votes* one : {&poll_.test.best, &poll_.test.truth})
      for (std::int32_t& label : *one)
        label = panel.classes[label];
    poll_.test.weights = std::move(found.weights[0]);
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
    if (!second) return;
    found.weights.erase(found.weights.begin());
    found.models.erase(found.models.begin());
    found.outputs.erase(found.outputs.begin());
  }

  const TrainOptions& options_;
  const std::shared_ptr<Graphs>& graphs_;
  Poll poll_;
  const Progress progress_;
  std::optional<ProgressParts> parts_;  // one for each vote of a member
  double votes_ = 0;                    // votes so far
};

}  // namespace

Elected elect(const Roster& roster, const TrainOptions& options,
              const std::shared_ptr<Graphs>& graphs, std::vector<Panel> panels,
              std::span<const Index> rows, std::size_t classes,
              const Votes& supervised, const EarlierVote* earlier,
              const Progress& progress) {
  Election election(roster, options, graphs, std::move(panels), rows, classes,
                    progress);
  election.hold(earlier);
  return election.poll().result(supervised);
}

}  // namespace semilin
