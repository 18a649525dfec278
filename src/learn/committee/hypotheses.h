// Class sizes under which the members of a committee vote.
#pragma once

#include <string>
#include <vector>

#include "learn/class_sizes/evidence.h"
#include "learn/committee/votes.h"

namespace semilin {

/// Class sizes that may be those of the unlabeled rows.
struct Hypothesis {
  std::string name;
  ClassSizes sizes;
  std::size_t panel = 0;  ///< panel that votes under it
};

/// Those that are given; the labels' fractions, if labels of unequal numbers
/// tell the sizes, and the estimate; or else the estimate, equal sizes, what
/// the supervised SVM predicts of each unlabeled row, unless it is a member,
/// and sizes by label shift, if they are known.
[[nodiscard]] std::vector<Hypothesis> hypotheses(const FoundSizes& found,
                                                 SizeSource source,
                                                 const Votes& supervised,
                                                 bool svm_votes,
                                                 const Ranks& ranks);

/// The shares of the classes among the votes of all ranks, `added` rows of each
/// class put in, as sure as `rho` makes them; no class is smaller than half a
/// row.
[[nodiscard]] ClassSizes sizes_of(const Votes& votes, std::size_t classes,
                                  double added, double rho, const Ranks& ranks);

}  // namespace semilin
