// A committee of methods that believe in different things, and the class sizes
// under which they agree.
#ifndef SEMILIN_LEARN_COMMITTEE_H_
#define SEMILIN_LEARN_COMMITTEE_H_

#include <string>
#include <vector>

namespace semilin {

/// What one member of the committee came to under the class sizes in force.
struct CommitteeMember {
  std::string method;             ///< "da", "tv-rls", ...
  std::vector<double> predicted;  ///< shares of the classes it predicts
  /// How often it is right on unlabelled rows, as far as the others tell
  /// (Dawid, Skene 1979); too high where members err together; 1 for one that
  /// votes alone.
  double accuracy = 0;
  double with_supervised = 0;  ///< agreement with the supervised SVM
  std::vector<double> with;    ///< agreement with each member, itself included
  /// It has no vote: it agrees with the supervised SVM on 10 points fewer rows
  /// than the member that agrees most, unless those of which this is true agree
  /// more with each other than with the others (kappa); or one other is left
  /// beside the member that agrees most, and nothing tells which of the two is
  /// right.
  bool left_out = false;
};

/// Class sizes that were tried.
struct SizeHypothesis {
  /// "estimate", "equal", "supervised" (as the SVM predicts, where it is no
  /// member; without "labels" and "shifted" as annealing then moves these
  /// sizes), "labels" (as among the labelled rows, if they look like a
  /// sample), "shifted" (if they do not: as outputs tell, calibrated on
  /// labelled rows held out), "consensus" (of the best of these; with "shifted"
  /// only if equal sizes are the best); or the source that the options name.
  std::string name;
  std::vector<double> sizes;  ///< per class, summing to 1
  /// Cohen's kappa, mean over the pairs of members: of all of them for sizes
  /// that count, otherwise, 0.1 below the best, of the two that are cheap.
  double kappa = 0;
};

/// What the committee did.
struct CommitteeFigures {
  std::vector<CommitteeMember> members;    ///< under the sizes chosen
  std::vector<SizeHypothesis> hypotheses;  ///< in the order of their trial
  std::string chosen;    ///< the hypothesis under which members agree most
  double unanimous = 0;  ///< share of the unlabelled rows on which all agree
  /// A member that the rows are too many for: its search for neighbours would
  /// take longer than all the others' training; empty: none.
  std::string absent;
};

}  // namespace semilin

#endif  // SEMILIN_LEARN_COMMITTEE_H_
