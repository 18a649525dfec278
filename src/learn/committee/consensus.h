// The consensus of several classifiers that err independently.
#ifndef SEMILIN_SRC_LEARN_COMMITTEE_CONSENSUS_H_
#define SEMILIN_SRC_LEARN_COMMITTEE_CONSENSUS_H_

#include <vector>

#include "learn/committee/votes.h"

namespace semilin {

struct Consensus {
  std::vector<double> posterior;  ///< rows x classes
  std::vector<double> sizes;      ///< mean posterior, per class
  /// Per member: how often it is right if the posteriors are, the mean
  /// posterior of its own votes.
  std::vector<double> accuracy;
};

/// The classes of rows by the votes of members that err each in its own way
/// (Dawid, Skene 1979): member m votes k where the truth is j with chance
/// C_m[j, k], independently of the others, and
///
///   p_ij ~ sizes_j prod_m C_m[j, vote_im],
///
/// by 30 steps of EM from the shares of the votes. A row of C_m begins with
/// half a vote for every class (0.01 N / K if that is less) and 0.05 N / K
/// votes for its own. All members have a vote for each row; one alone is
/// believed. threads 0: all available; never changes the result.
[[nodiscard]] Consensus consensus(const std::vector<Votes>& members,
                                  int classes, int threads = 0);

}  // namespace semilin

#endif  // SEMILIN_SRC_LEARN_COMMITTEE_CONSENSUS_H_
