// A committee of methods that make different assumptions, and the class sizes
// under which they agree.
#ifndef SEMILIN_LEARN_COMMITTEE_H_
#define SEMILIN_LEARN_COMMITTEE_H_

#include <string>
#include <vector>

namespace semilin {

/// The figures of one member of the committee under the class sizes chosen.
struct CommitteeMember {
  std::string method;             ///< "da", "tv-rls", ...
  std::vector<double> predicted;  ///< shares of the classes it predicts
  /// Its accuracy on unlabelled rows as estimated from the other members
  /// (Dawid, Skene 1979). It is too high where members err together, and 1 for
  /// a member that votes alone.
  double accuracy = 0;
  double with_supervised = 0;  ///< agreement with the supervised SVM
  std::vector<double> with;    ///< agreement with each member, itself included
  /// Whether it has no vote. This is so if it agrees with the supervised SVM on
  /// 10 points fewer rows than the member that agrees most, unless all such
  /// members agree more with each other than with the others (kappa); or if
  /// only it would vote beside the member that agrees most, since nothing shows
  /// which of two is right.
  bool left_out = false;
};

/// Class sizes that were tried.
struct SizeHypothesis {
  /// "estimate", "equal", "supervised" (as the SVM predicts, where it is not a
  /// member; without "labels" and "shifted" as annealing then moves these
  /// sizes), "labels" (as among the labelled rows, if they look like a sample),
  /// "shifted" (if they do not: estimated from outputs that are calibrated on
  /// labelled rows held out), "consensus" (that of the best of these; with
  /// "shifted" only if equal sizes are the best); or the source that the
  /// options name.
  std::string name;
  std::vector<double> sizes;  ///< per class, summing to 1
  /// Cohen's kappa as the mean over pairs of members: over all pairs for sizes
  /// that count; for sizes whose kappa is 0.1 below the best, of the two
  /// members that are cheap.
  double kappa = 0;
};

/// The report of a committee.
struct CommitteeFigures {
  std::vector<CommitteeMember> members;    ///< under the sizes chosen
  std::vector<SizeHypothesis> hypotheses;  ///< in the order of their trial
  std::string chosen;    ///< the hypothesis under which members agree most
  double unanimous = 0;  ///< share of the unlabelled rows on which all agree
  /// The member that is absent because there are too many rows: its search for
  /// neighbours would take longer than all the others' training. Empty: none.
  std::string absent;
};

}  // namespace semilin

#endif  // SEMILIN_LEARN_COMMITTEE_H_
