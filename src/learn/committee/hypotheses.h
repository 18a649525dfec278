// Class sizes under which the members of a committee vote, and what is found
// under them of labeled rows whose labels nobody knew.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "learn/class_sizes/evidence.h"
#include "learn/committee/roster.h"
#include "learn/committee/votes.h"

namespace semilin {

/// Class sizes that may be those of the unlabeled rows.
struct Hypothesis {
  SizeSource source;
  ClassSizes sizes;
  std::size_t panel = 0;  ///< panel that votes under it
};

/// The class sizes under which members vote:
///
///   the options name them        these alone
///   labels of unequal numbers    the labels' fractions; the estimate
///     tell them
///   otherwise                    the estimate; equal sizes; those that the
///                                supervised SVM predicts, unless it is a
///                                member; those by label shift, if known
[[nodiscard]] std::vector<Hypothesis> hypotheses(const FoundSizes& found,
                                                 SizeSource source,
                                                 const Votes& supervised,
                                                 bool svm_votes,
                                                 const Dataset& data);

/// The shares of the classes among the votes on rows of the data and `added`
/// more rows of each class. They are as sure as `rho` makes them, and no class
/// is smaller than half a row.
[[nodiscard]] ClassSizes sizes_of(const Votes& votes, std::size_t classes,
                                  double added, double rho,
                                  const Dataset& data);

/// The outputs of these rows, rows x outputs.
[[nodiscard]] std::vector<double> outputs_of(const OutputBatch& batch,
                                             std::span<const Index> rows);

/// Trains on all rows from the batch's iterate, with the vote's shares
/// (unlabeled rows x classes) as beliefs of the unlabeled rows; this is
/// wanted even of a run that was ended.
void train_on_shares(OutputBatch& batch, const std::vector<double>& shares,
                     double tolerance);

/// What members, the committee's model and the supervised SVM say of the same
/// labeled rows, in the order of the data.
struct HeldOutVotes {
  std::vector<Index> places;  ///< places of the rows among the labeled ones
  Votes truth;
  std::vector<std::vector<double>> weights;  ///< by each hypothesis's sizes
  std::vector<Candidate> candidates;
  std::vector<Votes> models;  ///< by hypothesis
  Votes supervised;
  /// The outputs of the models and, last, of the SVM, rows x outputs each.
  std::vector<std::vector<double>> outputs;
  int folds = 0;  ///< 0: no rows can be held out, or it was interrupted
};

/// In two folds: the SVM is trained without the labels of one, members vote on
/// its rows among the unlabeled ones under each hypothesis (in the second none
/// that has no vote by the first: kUnlabeled), and a model is trained as the
/// committee's. `like` has the data and the options.
[[nodiscard]] HeldOutVotes hold_out_votes(
    const OutputBatch& like, const std::vector<Member>& members,
    const Roster& roster, std::span<const Hypothesis> hypotheses,
    const Progress& progress);

}  // namespace semilin
