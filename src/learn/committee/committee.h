// Annealing, total variation on a graph and naive Bayes as one committee.
#pragma once

#include <memory>

#include "learn/learner.h"

namespace semilin {

/// Each member votes under each of several hypotheses about the class sizes,
/// and under the sizes of the vote so far. All that they say is one vote, whose
/// weights tell how well a member agrees with the others under the same
/// hypothesis, and how it does on labels held out (votes.h). A linear model is
/// trained on what was voted; of dense rows, which have other members, the
/// neighbors' shares of the vote speak for new rows.
[[nodiscard]] std::unique_ptr<Learner> make_committee(
    const Dataset& data, const TrainOptions& options);

}  // namespace semilin
