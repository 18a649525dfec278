// A committee of methods with different assumptions, and the class sizes under
// which they agree.
#pragma once

#include <string>
#include <vector>

#include "semilin/base/index.h"
#include "semilin/linear/class_sizes.h"
#include "semilin/linear/model.h"
#include "semilin/linear/summary.h"

namespace semilin {

/// The figures of one member of the committee.
struct CommitteeMember {
  /// "da", "tv-rls", ..., or "tv-rls on words": on a graph of the words of rows
  /// that have vectors.
  std::string method;
  /// False: it has no vote, being far worse on held-out labels.
  bool asked = true;
  /// Share of its votes, over all class sizes; all sum to 1.
  double weight = 0;
  /// Accuracy on labels held out; on half of them if it was far worse on these.
  double held_out = 0;
  double with_supervised = 0;  ///< agreement with the supervised SVM
  /// Agreement with each member, itself included, 0 for those without a vote;
  /// empty: this one has none.
  std::vector<double> with;
};

/// Class sizes under which the members vote.
struct SizeHypothesis {
  /// Estimate, Equal, Supervised (where the SVM is not a member), Shifted
  /// (where labels do not look like a sample), Vote and VoteAgain (without
  /// Shifted: as the vote so far has them); or the source that the options
  /// name.
  SizeSource source = SizeSource::Estimate;
  /// Evidence of its panel: "labels", "votes", "words" or "all".
  std::string evidence = "all";
  std::vector<double> sizes;  ///< per class, summing to 1
  /// Cohen's kappa: the largest of a member's mean with the others; where only
  /// the cheap members voted, of these two.
  double kappa = 0;
  double weight = 0;  ///< share of the votes under these sizes; all sum to 1
  /// The parts of `weight`, by member.
  std::vector<double> votes = {};
};

/// What one kind of evidence says of rows whose class another kind tells.
struct Contradiction {
  std::string evidence = {};  ///< "words" or "votes"
  std::string against = {};   ///< "labels" or "votes"
  Index rows = 0;             ///< rows to which it gives another class
  Index of = 0;               ///< rows that the other kind tells
  Index example = -1;         ///< the first of `rows`; -1: at another rank
  std::string given = {};     ///< class of the example by the other kind
  std::string said = {};      ///< its class by this evidence
};

/// The report of a committee.
struct CommitteeFigures {
  std::vector<CommitteeMember> members;  ///< members, in a fixed order
  std::vector<SizeHypothesis>
      hypotheses;  ///< hypotheses, in the order of their trial
  /// The hypothesis of the largest weight under which all members vote; their
  /// agreements are those under it.
  SizeSource chosen = SizeSource::Estimate;
  double unanimous = 0;     ///< share of the unlabeled rows on which all agree
  Index held_out_rows = 0;  ///< labels held out
  /// Kinds of evidence that contradict the first on more than half of its rows.
  std::vector<Contradiction> contradictions;
  /// The member that is left out because of the number of rows: its search for
  /// neighbors would take longer than the training of all others. Empty: none.
  std::string absent;
  /// The labels of the training that weighed the votes, if that was an earlier
  /// one (EarlierVote); otherwise -1.
  Index weighed_with = -1;
};

/// What a committee's training leaves to a later one on the same documents or
/// others of these classes: how much each member counted under each hypothesis
/// about the class sizes, as labels held out and the other members had told.
struct EarlierVote {
  std::vector<std::string> classes;  ///< classes of its model
  CommitteeFigures figures;  ///< its figures; no members: there was no vote
  CrossValidated held_out;   ///< its labels held out
  Calibration calibration;   ///< that of its model
};

/// That of a training from the model that it made. Without members if the model
/// does not record a vote that made it.
[[nodiscard]] EarlierVote earlier_vote(const ModelHead& model);

}  // namespace semilin
