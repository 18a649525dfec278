// A committee of methods that believe in different things, and the class sizes
// under which they agree.
#ifndef SEMILIN_LEARN_COMMITTEE_H_
#define SEMILIN_LEARN_COMMITTEE_H_

#include <string>
#include <vector>

#include "semilin/linear/summary.h"

namespace semilin {

/// What one member of the committee came to under the class sizes in force.
struct CommitteeMember {
  std::string method;             ///< "da", "tv-rls", ...
  std::vector<double> predicted;  ///< shares of the classes it predicts
  /// How often it is right on unlabelled rows, as far as the others tell
  /// (Dawid, Skene 1979); too high where members err together.
  double accuracy = 0;
  double with_supervised = 0;  ///< agreement with the supervised SVM
  std::vector<double> with;    ///< agreement with each member, itself included
  /// It agrees with the supervised SVM on 12 points fewer rows than the member
  /// that agrees most, and has no vote.
  bool left_out = false;
};

/// Class sizes that were tried.
struct SizeHypothesis {
  std::string name;  ///< "supervised", "estimate", "equal", "labels", ...
  std::vector<double> sizes;
  double kappa = 0;  ///< mean of the pairs of members; NaN: of two cheap ones
};

/// What the committee did. `objective` is that of the last fit.
struct CommitteeSummary : RunSummary {
  std::vector<CommitteeMember> members;
  std::vector<SizeHypothesis> hypotheses;
  std::string chosen;    ///< the hypothesis under which members agree most
  double unanimous = 0;  ///< share of the unlabelled rows on which all agree
};

}  // namespace semilin

#endif  // SEMILIN_LEARN_COMMITTEE_H_
