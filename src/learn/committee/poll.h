// What the panels of a committee have said so far, and what it comes to.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "learn/committee/election.h"
#include "learn/committee/rules.h"
#include "linear/trainable.h"

namespace semilin {

/// Members, and the rows on which they vote.
struct Ballot {
  OutputBatch& batch;
  OutputBatch::Snapshot start;
  std::vector<Member> members;
  std::shared_ptr<BatchOfData> gathered = {};  ///< all rows
};

struct VotingPanel : Panel {
  Ballot all;
  std::vector<double> standing;  ///< by member, z on labels held out
  std::vector<double> right;     ///< by member, accuracy on these
  /// The rows of this part whose labels were held out.
  std::vector<Index> held_rows = {};
  std::vector<Votes> held_votes = {};  ///< by member, on held_rows

  /// Whether the hypotheses are the labels' fractions and the estimate.
  [[nodiscard]] bool labels_tell() const {
    return hypotheses.size() == 2 && hypotheses[0].source == SizeSource::Labels;
  }
  /// How often a member votes on labels held out.
  [[nodiscard]] double held_out_votes() const {
    return kRules.folds * (labels_tell() ? 2 : 1);
  }
};

/// Labeled rows of the first panel, and what its best member said of them
/// without their labels, in classes of the vote: a test of those who never know
/// these labels. `rows` are this part's; the others' come before and after
/// them.
struct LabelTest {
  std::vector<Index> rows;
  Votes truth, best;
  std::vector<double> weights;
};

/// The vote on one of the rows, which are ascending.
[[nodiscard]] std::int32_t vote_on(Index row, std::span<const Index> rows,
                                   const Votes& votes);

/// What the panel says of rows, in classes of the vote, if its members say this
/// of its unlabeled rows.
[[nodiscard]] Votes votes_on(const VotingPanel& panel,
                             std::span<const Index> rows, const Votes& votes);

/// The vote so far; see elect().
struct Poll {
  const Roster& roster;
  std::span<const Index> rows;  ///< rows of the vote
  std::size_t classes;
  std::vector<VotingPanel> panels = {};
  std::vector<Hypothesis> hypotheses = {};
  std::vector<double> tried = {};  ///< kappa by hypothesis
  std::vector<Candidate> candidates = {};
  std::optional<CrossValidated> held_out = {};
  std::optional<HeldOutOutputs> outputs = {};
  LabelTest test = {};
  bool interrupted = false;
  /// The labels by which an earlier vote was weighed, as this one is; -1: none.
  Index weighed_with = -1;

  /// Takes what an earlier vote learned from labels held out. The candidates
  /// have its weights.
  void take(const EarlierVote& earlier);
  [[nodiscard]] const Dataset& data() const {
    return panels.front().batch.data();
  }
  /// Whether the member has a vote.
  [[nodiscard]] bool asks(const VotingPanel& panel, std::size_t member) const {
    return has_vote(panel.standing, roster.first, member);
  }
  /// The lead of the votes of a panel over the first panel's best member on the
  /// rows that the first one has labels of; that member knew only half of these
  /// labels. `told`: what the panel says of these rows.
  [[nodiscard]] Lead lead_of(const VotingPanel& panel, const Votes& told) const;
  /// Weighs the candidates, and counts.
  [[nodiscard]] Elected result(const Votes& supervised);

 private:
  [[nodiscard]] const VotingPanel& panel_of(const Candidate& one) const {
    return panels[hypotheses[one.hypothesis].panel];
  }
  [[nodiscard]] Votes answers_of(const Candidate& one) const;
  [[nodiscard]] std::vector<double> sizes_under(std::size_t h) const;
  [[nodiscard]] Votes told_by(std::size_t p) const;
  void weigh_panels();
  void weigh_candidates();
  void add_opinions(Elected& found) const;
  [[nodiscard]] Contradiction contradiction(std::size_t p) const;
  [[nodiscard]] CommitteeFigures figures(const Votes& supervised) const;
};

}  // namespace semilin
