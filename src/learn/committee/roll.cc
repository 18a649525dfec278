#include "learn/committee/roll.h"

#include <algorithm>

#include "semilin/learn/methods.h"

#include "graph/sparse_rows.h"
#include "linear/naive_bayes.h"

namespace semilin {
namespace {

// What a search for neighbours may cost, in additions: ten seconds, or what the
// other members' training does, per entry and class.
constexpr double kSearch = 1e10;
constexpr double kTraining = 300;
constexpr double kApproximate = 2000;    // an approximate search's, per entry
constexpr double kLongestSearch = 1e11;  // after it training takes too long
}  // namespace

Roll roll_for(const Dataset& data, Search search) {
  const CsrStore rows = features_of(data);
  if (is_dense(rows) || first_negative(data))
    return {{{kDa}, {kLapRls, true}, {kTvRls, true}, {kSvm}}};
  Roll roll = {{{kDa}, {kNbEm}}, true};
  if (data.vectors.count > 0) {  // dense points, which nearest_neighbors bounds
    roll.members.push_back({kTvRls, true});
    return roll;
  }
  const auto entries = static_cast<double>(rows.nonzeros());
  const double most = std::max(
      kSearch, kTraining * entries * static_cast<double>(data.classes.size()));
  const double exact =
      rows.visit([](const auto& view) { return additions_of(view, view); });
  roll.approximate = exact > most && search != Search::Exact;
  if (search == Search::Approximate ||
      (roll.approximate
           ? kApproximate * entries <= std::min(most, kLongestSearch)
           : exact <= most))
    roll.members.push_back({kTvRls, true});
  return roll;
}

}  // namespace semilin
