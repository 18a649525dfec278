// What members, the committee's model and the supervised SVM say of labeled
// rows whose labels they did not know.
#pragma once

#include <span>
#include <vector>

#include "learn/committee/hypotheses.h"
#include "learn/committee/roster.h"
#include "linear/output_batch.h"

namespace semilin {

/// Each for the same rows, in the order of the data.
struct HeldOutVotes {
  std::vector<Index> places;  ///< places of the rows among the labeled ones
  Votes truth;
  std::vector<double> weights;  ///< by the class sizes of hypotheses[0]
  std::vector<Candidate> candidates;
  std::vector<Votes> models;  ///< by hypothesis
  Votes supervised;
  int folds = 0;  ///< 0: no rows can be held out, or it was interrupted
};

/// In two folds: the SVM is trained without the labels of one, members vote on
/// its rows among the unlabeled ones under each hypothesis, and a model is
/// trained as the committee's. `like` has the data and the options.
[[nodiscard]] HeldOutVotes hold_out_votes(
    const OutputBatch& like, const std::vector<Member>& members,
    const Roster& roster, std::span<const Hypothesis> hypotheses,
    const Progress& progress);

}  // namespace semilin
