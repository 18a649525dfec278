// The vote of a committee, as pure functions of what its members say.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "semilin/matrix/dataset.h"

#include "linear/held_out_rows.h"

namespace semilin {

/// A class per row.
using Votes = std::vector<std::int32_t>;

/// Share of the rows on which the two agree; as below, they are
/// rows of the data.
[[nodiscard]] double agreement(const Votes& one, const Votes& other,
                               const Dataset& data = {});

/// Cohen's kappa, (a - c) / (1 - c), less kRules.caution of its standard
/// errors, sqrt(a (1 - a) / n) / (1 - c): a is the share of the n rows on which
/// the two agree and c the share on which members with their class sizes would
/// by chance. 0 if both give all rows one class.
[[nodiscard]] double kappa(const Votes& one, const Votes& other, int classes,
                           const Dataset& data = {});

/// What one member says if one hypothesis about the class sizes holds.
struct Candidate {
  int member = 0;
  int hypothesis = 0;
  Votes votes;
  double z = 0;       ///< set by set_standings()
  double kappa = 0;   ///< set by weigh()
  double weight = 0;  ///< set by weigh()
  Votes told = {};    ///< votes on rows that another panel's labels tell
};

/// A candidate's kappa is its mean kappa with the other members under the same
/// hypothesis (0 if there are none), and its weight is
///
///   exp(steepness kappa + held_out z) / the sum of these (rules.h).
void weigh(std::span<Candidate> candidates, int classes,
           const Dataset& data = {});

/// Per row and class the weight of the candidates that vote for it.
[[nodiscard]] std::vector<double> shares_of(
    std::span<const Candidate> candidates, int classes);

/// The shares as outputs: of two classes one, from -1 to 1.
[[nodiscard]] std::vector<double> outputs_of_shares(
    const std::vector<double>& shares, int classes);

/// Per row the class of the largest share.
[[nodiscard]] Votes most_voted(const std::vector<double>& shares, int classes);

/// The standard errors by which the candidates of hypothesis 1 are ahead of the
/// same members' under hypothesis 0, with root_weights.
[[nodiscard]] double lead_of_second(const std::vector<Candidate>& candidates,
                                    const Votes& truth, int classes);

/// The lead of one's votes over another's, for rows of known class.
[[nodiscard]] Lead lead(const Votes& one, const Votes& other,
                        const Votes& truth, const std::vector<double>& weights);

/// How many standard errors a panel is ahead of another: by the kappas of both,
/// whose difference tells that of their accuracies with a standard error of
/// 1 / steepness (rules.h), and by a test on labels that the one does not know;
/// the mean of both, each weighing by the inverse of its variance.
[[nodiscard]] double errors_ahead(double kappa, double other, const Lead& test);

/// Whether a member has a vote, by the z of all members: none if it is far
/// behind (rules.h); but of the `first` the two best have, as their agreement
/// is what hypotheses are tried by.
[[nodiscard]] bool has_vote(std::span<const double> z, std::size_t first,
                            std::size_t member);

/// Sets z of each candidate: the standard errors that it is ahead of the best
/// one, which is never more than 0. All have votes for the same rows of known
/// class, on which they were trained without their labels. One that has not
/// (kUnlabeled) is behind by infinity.
void set_standings(std::vector<Candidate>& candidates, const Votes& truth,
                   const std::vector<double>& weights);

}  // namespace semilin
