// Which voters know anything: by the text, and by the other voters.
#pragma once

#include <vector>

#include "learn/vote_model.h"

namespace semilin {

/// What a test made of a voter.
enum class Verdict { Heard, AtChance, Contradicted };

/// How well the text of a row tells whether a voter names each class there: the
/// share of its votes that naive Bayes expects, of rows of the other half, less
/// the share of the other rows where it does so too (Youden's J, 1950); the
/// mean over its votes. About 0: as votes by chance, 1: as a rule about words
/// does. 0, too, where no text is read.
[[nodiscard]] double told_by_text(const VoteModel& model,
                                  const std::vector<RowVote>& votes,
                                  std::size_t voter, const Dataset& data);

/// Tests each voter with enough votes by the text and by the posteriors of the
/// others, and has the model no longer hear, or not at first, those who fail,
/// one at a time, the worst first; after each the others that failed are tested
/// again. A voter is
///
/// - at chance, and not heard, if what it says is certainly as likely as by
///   chance, its votes explain nothing else of the posteriors (Goodman and
///   Kruskal's tau, 1954), and the text does not tell them;
/// - contradicted, and not heard at first, if on rows on which others vote it
///   is right less often than by chance (its kappa, two standard errors added,
///   is below -J/2: a rule about words, which others may not know, is no
///   voter that is wrong);
/// - heard, whatever the tests say, if nobody else who is heard, nor a label,
///   knows one of its classes, or if those know fewer than two.
[[nodiscard]] std::vector<Verdict> test_voters(VoteModel& model,
                                               const Voters& voters,
                                               const Dataset& data);

/// Whether labels and other voters who are heard at first know all classes that
/// the voter names, and two at least.
[[nodiscard]] bool others_know(const VoteModel& model, std::size_t voter,
                               const Dataset& data);

}  // namespace semilin
