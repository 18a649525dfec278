// Whether a vote can be held as an earlier one was.
#pragma once

#include <string>
#include <vector>

#include "learn/committee/election.h"

namespace semilin {

/// Whether the member of this part of an earlier vote is asked again.
[[nodiscard]] inline bool has_weight(double votes) {
  return votes > 0;
}

/// Whether class sizes are those of the vote so far.
[[nodiscard]] inline bool are_voted(SizeSource sizes) {
  return sizes == SizeSource::Vote || sizes == SizeSource::VoteAgain;
}

/// Why elect() cannot take the weights of the earlier vote; empty: it can. The
/// vote must be one of the same members about the same classes, by at least
/// half as many labels and the same kinds of evidence, and each hypothesis that
/// counted must be one of its panel's, or have sizes of all classes that data
/// told, where data tell those of the panel as well. `labels`: their number in
/// all parts.
[[nodiscard]] std::string why_unfit(const EarlierVote& earlier,
                                    const Roster& roster,
                                    const std::vector<Panel>& panels,
                                    const Dataset& data, Index labels);

}  // namespace semilin
