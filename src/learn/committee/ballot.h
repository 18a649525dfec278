// The rules of a committee as pure functions of the votes of its members.
#ifndef SEMILIN_SRC_LEARN_COMMITTEE_BALLOT_H_
#define SEMILIN_SRC_LEARN_COMMITTEE_BALLOT_H_

#include <cstddef>
#include <vector>

#include "learn/committee/votes.h"

namespace semilin {

/// Members that agree with the judge on 10 points fewer rows than the one that
/// agrees most, unless these agree more with each other than with the rest
/// (kappa). If two are left, nothing shows which is right, and the one that
/// agrees most stands alone.
[[nodiscard]] std::vector<bool> left_out_by(const Votes& judge,
                                            const std::vector<Votes>& members,
                                            int classes);

/// Two kinds of members: where those of `kind` are closer to each other (kappa)
/// than the others are to anyone, by 0.2, the assumptions of the others do not
/// hold. Nothing shows which of the kind is right, so its member `alone` stands
/// alone.
[[nodiscard]] std::vector<bool> left_out_by_kind(
    const std::vector<bool>& kind, std::size_t alone,
    const std::vector<Votes>& members, int classes);

/// Share of the rows on which all members agree.
[[nodiscard]] double unanimous(const std::vector<Votes>& members);

/// Posteriors of several rounds, each weighted by exp(20 kappa).
class Fusion {
 public:
  void add(const std::vector<double>& posterior, double kappa);
  /// The weighted mean, rows x classes.
  [[nodiscard]] std::vector<double> mean() const;

 private:
  std::vector<double> sum_;
  double weights_ = 0;
};

/// Per row the class of the largest posterior.
[[nodiscard]] Votes most_likely(const std::vector<double>& posterior,
                                int classes);

}  // namespace semilin

#endif  // SEMILIN_SRC_LEARN_COMMITTEE_BALLOT_H_
