// A class for each row, as one classifier sees it.
#ifndef SEMILIN_SRC_LEARN_COMMITTEE_VOTES_H_
#define SEMILIN_SRC_LEARN_COMMITTEE_VOTES_H_

#include <cstdint>
#include <vector>

namespace semilin {

/// A class per row.
using Votes = std::vector<std::int32_t>;

/// Cohen's kappa: (a - c) / (1 - c), a the share of the rows on which the two
/// agree and c the share on which members with their class sizes would by
/// chance; 0 if both give all rows one class.
[[nodiscard]] double kappa(const Votes& one, const Votes& other, int classes);

/// Mean kappa of all pairs.
[[nodiscard]] double mean_kappa(const std::vector<Votes>& members, int classes);

/// Share of the rows on which the two agree.
[[nodiscard]] double agreement(const Votes& one, const Votes& other);

}  // namespace semilin

#endif  // SEMILIN_SRC_LEARN_COMMITTEE_VOTES_H_
