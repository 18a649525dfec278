#include "learn/committee/election.h"

#include <algorithm>
#include <cmath>
#include <functional>
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

// Adds what a voter of this weight says, in shares of the classes, to `sums` of
// voters who weigh `before`. It leaves what they say about classes that it does
// not know, if any.
void add_opinion(std::span<const double> said, const std::vector<bool>& unknown,
                 double weight, double before, double* sums) {
  double others = 0;
  for (std::size_t k = 0; k < unknown.size(); ++k) {
    if (!unknown[k]) continue;
    others += sums[k] / before;
    sums[k] *= 1 + weight / before;
  }
  for (std::size_t k = 0; k < said.size(); ++k)
    sums[k] += weight * (1 - others) * said[k];
}

// The agreement under the hypothesis of the largest weight, of those for which
// the most members have voted. votes_of(candidate): about the rows of
// `supervised`.
template <class VotesOf>
void describe_chosen(const std::vector<Agreeing>& ballots,
                     const Votes& supervised, const VotesOf& votes_of,
                     const Dataset& data, CommitteeFigures& figures) {
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
    member.with_supervised = agreement(votes_of(*one), supervised, data);
    member.with.assign(figures.members.size(), 0.0);
    for (const Candidate* other : ballots[chosen])
      member.with[other->member] = agreement(one->votes, other->votes, data);
  }
}

class Election {
 public:
  Election(const Roster& roster, const TrainOptions& options,
           const std::shared_ptr<Graphs>& graphs, std::vector<Panel> panels,
           std::span<const Index> rows, std::size_t classes,
           const Progress& progress)
      : rows_(rows),
        classes_(classes),
        roster_(roster),
        options_(options),
        graphs_(graphs),
        progress_([this, &progress](const ProgressRecord& record) {
          if (progress && !progress(record)) interrupted_ = true;
          return !interrupted_;
        }) {
    const std::vector<double> zeros(roster_.members.size(), 0.0);
    for (Panel& panel : panels) {
      Ballot all = make_ballot(panel.batch, graphs);
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
    weigh(candidates_, static_cast<int>(classes_), data());
    weigh_panels();
    add_opinions(found);
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
    std::shared_ptr<BatchOfData> gathered = {};  // all rows
  };
  struct VotingPanel : Panel {
    Ballot all;
    // By member, on labels held out: z, and accuracy.
    std::vector<double> standing, right;
    // The rows of this part whose labels were held out, and each member's
    // votes.
    std::vector<Index> held_rows = {};
    std::vector<Votes> held_votes = {};

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
  // without their labels, in classes of the vote: a test of those who never
  // know these labels. `rows` are this part's, the others' come before and
  // after them.
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
    weigh(trial, panel.batch.classes());
    tried_.resize(hypotheses_.size(), 0.0);
    for (const Candidate& one : trial)
      tried_[one.hypothesis] = one.kappa;
    if (&ballot == &panel.all)
      std::move(trial.begin(), trial.end(), std::back_inserter(candidates_));
  }

  // The vote on one of the rows, which are ascending.
  static std::int32_t vote_on(Index row, std::span<const Index> rows,
                              const Votes& votes) {
    return votes[std::ranges::lower_bound(rows, row) - rows.begin()];
  }

  // What the panel says of rows, in classes of the vote, if its members say
  // this of its unlabeled rows.
  [[nodiscard]] static Votes votes_on(const VotingPanel& panel,
                                      std::span<const Index> rows,
                                      const Votes& votes) {
    const auto unlabeled = panel.batch.unlabeled();
    Votes found;
    for (const Index row : rows) {
      const std::int32_t label = panel.batch.labels()[row];
      found.push_back(
          panel.classes[label != kUnlabeled ? label
                                            : vote_on(row, unlabeled, votes)]);
    }
    return found;
  }
  // What a member says of the rows of the vote: where its panel has a label,
  // what it said without this one.
  [[nodiscard]] Votes on_rows(const VotingPanel& panel, std::size_t member,
                              const Votes& votes) const {
    const auto unlabeled = panel.batch.unlabeled();
    Votes found;
    for (const Index row : rows_) {
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
  [[nodiscard]] const VotingPanel& panel_of(const Candidate& one) const {
    return panels_[hypotheses_[one.hypothesis].panel];
  }
  // The candidate's part in the vote, in classes of the vote: where its panel
  // has a label, this.
  [[nodiscard]] Votes answers_of(const Candidate& one) const {
    const VotingPanel& panel = panel_of(one);
    Votes found;
    for (std::size_t i = 0; i < rows_.size(); ++i) {
      const std::int32_t label = panel.batch.labels()[rows_[i]];
      found.push_back(
          panel.classes[label != kUnlabeled ? label : one.votes[i]]);
    }
    return found;
  }
  // The sizes of a hypothesis, in classes of the vote.
  [[nodiscard]] std::vector<double> sizes_under(std::size_t h) const {
    const auto& own = panels_[hypotheses_[h].panel].classes;
    std::vector<double> sizes(classes_);
    for (std::size_t k = 0; k < own.size(); ++k)
      sizes[own[k]] = hypotheses_[h].sizes.sizes[k];
    return sizes;
  }

  // The shares and class sizes of all candidates; those come first who know the
  // most classes.
  void add_opinions(Elected& found) const {
    std::vector<const Candidate*> order;
    for (const Candidate& one : candidates_)
      order.push_back(&one);
    std::ranges::stable_sort(order, std::greater<>(), [&](const auto* one) {
      return panel_of(*one).classes.size();
    });
    std::vector<double>& shares = found.shares.emplace(rows_.size() * classes_);
    found.class_sizes.assign(classes_, 0.0);
    std::vector<double> said(classes_);
    double before = 0;
    for (const Candidate* one : order) {
      const auto& known = panel_of(*one).classes;
      std::vector<bool> unknown;
      // after an interruption there may be nobody who knows more
      if (known.size() < classes_ && before > 0) unknown.assign(classes_, true);
      for (const std::int32_t k : known)
        if (!unknown.empty()) unknown[k] = false;
      const Votes answers = answers_of(*one);
      for (std::size_t i = 0; i < answers.size(); ++i) {
        said[answers[i]] = 1;
        add_opinion(said, unknown, one->weight, before, &shares[i * classes_]);
        said[answers[i]] = 0;
      }
      add_opinion(sizes_under(one->hypothesis), unknown, one->weight, before,
                  found.class_sizes.data());
      before += one->weight;
    }
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
      const int classes = panels_[p].batch.classes();
      weigh(own, classes, data());
      hypotheses_.push_back(
          {source,
           sizes_of(most_voted(shares_of(own, classes), classes), classes, 0,
                    kRules.founded, data()),
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
           std::string(panels_[hypotheses_[h].panel].evidence), sizes_under(h),
           tried_[h]});
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
    for (std::size_t p = 1; p < panels_.size() && !interrupted_; ++p) {
      Contradiction one = contradiction(p);
      if (2 * one.rows > one.of && one.rows > 1)
        figures.contradictions.push_back(std::move(one));
    }
    describe_chosen(
        ballots, supervised,
        [&](const Candidate& one) { return answers_of(one); }, data(), figures);
    return figures;
  }

  // What the panel says of the rows that the first tells. The figures have set
  // the weights.
  [[nodiscard]] Contradiction contradiction(std::size_t p) const {
    const VotingPanel& first = panels_.front();
    const VotingPanel& panel = panels_[p];
    const auto rows = first.batch.labeled_documents();
    const Votes said = told_by(p);
    Contradiction found{std::string(panel.evidence),
                        std::string(first.evidence)};
    const auto& names = first.batch.data().classes;
    for (std::size_t i = 0; i < rows.size(); ++i) {
      const std::int32_t own = first.batch.labels()[rows[i]];
      const std::int32_t label = first.classes[own];
      if (!std::ranges::binary_search(panel.classes, label)) continue;
      ++found.of;
      if (said[i] == label) continue;
      ++found.rows;
      if (found.example >= 0) continue;
      found.example = rows[i];
      found.given = names[own];
      const auto at = std::ranges::lower_bound(panel.classes, said[i]);
      found.said = panel.batch.data().classes[at - panel.classes.begin()];
    }
    found.rows = data().sum(found.rows);
    found.of = data().sum(found.of);
    return found;
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
          votes_on(panel, panels_.front().batch.labeled_documents(), own);
      one.z = std::min(one.z, z_of(panel, one.told));
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

  // The lead of the votes of a panel over the first panel's best member on the
  // rows that the first one has labels of; that member knew only half of these
  // labels.
  [[nodiscard]] Lead lead_of(const VotingPanel& panel,
                             const Votes& told) const {
    const auto rows = panels_.front().batch.labeled_documents();
    Votes own;
    for (const Index row : test_.rows)
      own.push_back(vote_on(row, rows, told));
    own = data().of_all(own);
    Votes ours, best, truth;
    std::vector<double> weights;
    for (std::size_t i = 0; i < own.size(); ++i) {
      if (!std::ranges::binary_search(panel.classes, test_.truth[i])) continue;
      ours.push_back(own[i]);
      best.push_back(test_.best[i]);
      truth.push_back(test_.truth[i]);
      weights.push_back(test_.weights[i]);
    }
    return truth.empty() ? Lead() : lead(ours, best, truth, weights);
  }
  // A single member that is ahead counts as level.
  [[nodiscard]] double z_of(const VotingPanel& panel, const Votes& told) const {
    return std::min(0.0, lead_of(panel, told).errors());
  }

  // What the panel says of the rows that the first tells.
  [[nodiscard]] Votes told_by(std::size_t p) const {
    std::vector<double> shares(
        panels_.front().batch.labeled_documents().size() * classes_);
    for (const Candidate& one : candidates_)
      for (std::size_t i = 0; i < one.told.size(); ++i)
        if (&panel_of(one) == &panels_[p])
          shares[i * classes_ + one.told[i]] += one.weight;
    return most_voted(shares, static_cast<int>(classes_));
  }

  // A panel weighs exp(errors_ahead) times the first, each by its best kappa.
  void weigh_panels() {
    if (panels_.size() == 1) return;
    std::vector<double> sums(panels_.size()), factors(panels_.size());
    std::vector<double> kappas(panels_.size(), -1.0);
    for (const Candidate& one : candidates_) {
      const std::size_t p = hypotheses_[one.hypothesis].panel;
      sums[p] += one.weight;
      kappas[p] = std::max(kappas[p], one.kappa);
    }
    double all = 0;
    for (std::size_t p = 0; p < panels_.size(); ++p) {
      if (sums[p] == 0) continue;
      const Lead test = p == 0 ? Lead() : lead_of(panels_[p], told_by(p));
      factors[p] = std::exp(errors_ahead(kappas[p], kappas[0], test));
      all += factors[p];
      factors[p] /= sums[p];
    }
    for (Candidate& one : candidates_)
      one.weight *= factors[hypotheses_[one.hypothesis].panel] / all;
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
    const auto labeled = panel.all.batch.labeled();
    const Index before = panel.all.batch.data().before(std::ssize(labeled));
    panel.held_votes.resize(roster_.members.size());
    for (const Candidate& one : found.candidates) {
      panel.standing[one.member] = one.z;
      panel.right[one.member] = agreement(one.votes, found.truth);
    }
    for (std::size_t i = 0; i < found.places.size(); ++i) {
      const Index own = found.places[i] - before;
      if (own < 0 || own >= std::ssize(labeled)) continue;
      panel.held_rows.push_back(labeled[own]);
      for (const Candidate& one : found.candidates)
        panel.held_votes[one.member].push_back(one.votes[i]);
    }
    if (&panel != &panels_.front()) return;
    held_out_ = compare_votes(found.truth, found.weights, found.models[0],
                              found.supervised, found.folds);
    if (panel.evidence != kLabels) return;
    test_.rows = panel.held_rows;
    test_.best =
        std::ranges::max_element(found.candidates, {}, &Candidate::z)->votes;
    test_.truth = std::move(found.truth);
    for (Votes* one : {&test_.best, &test_.truth})
      for (std::int32_t& label : *one)
        label = panel.classes[label];
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

  [[nodiscard]] const Dataset& data() const {
    return panels_.front().batch.data();
  }

  const std::span<const Index> rows_;  // of the vote
  const std::size_t classes_;
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
              std::span<const Index> rows, std::size_t classes,
              const Votes& supervised, const Progress& progress) {
  Election election(roster, options, graphs, std::move(panels), rows, classes,
                    progress);
  election.hold();
  return election.result(supervised);
}

}  // namespace semilin
