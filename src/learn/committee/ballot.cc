#include "learn/committee/ballot.h"

#include <algorithm>
#include <cmath>

namespace semilin {
namespace {

constexpr double kMissed = 0.1;      // agreement with the judge
constexpr double kKindsApart = 0.2;  // in kappa: two kinds of members
constexpr double kSteepness = 20;    // of the weights in kappa

double mean_of(double sum, double count) {
  return sum / count;
}

}  // namespace

std::vector<bool> left_out_by(const Votes& judge,
                              const std::vector<Votes>& members, int classes) {
  std::vector<double> with_judge;
  with_judge.reserve(members.size());
  for (const Votes& member : members)
    with_judge.push_back(agreement(member, judge));
  const auto first = std::max_element(with_judge.begin(), with_judge.end());
  std::vector<bool> out;
  out.reserve(members.size());
  for (const double share : with_judge)
    out.push_back(share < *first - kMissed);
  double inside = 0, across = 0, pairs_inside = 0, pairs_across = 0;
  for (std::size_t m = 0; m < members.size(); ++m) {
    for (std::size_t other = 0; out[m] && other < members.size(); ++other) {
      if (out[other] && other <= m) continue;
      (out[other] ? inside : across) +=
          kappa(members[m], members[other], classes);
      (out[other] ? pairs_inside : pairs_across) += 1;
    }
  }
  if (pairs_inside > 0 &&
      mean_of(inside, pairs_inside) > mean_of(across, pairs_across))
    return std::vector<bool>(members.size());
  if (std::count(out.begin(), out.end(), false) == 2) {
    out.assign(out.size(), true);
    out[first - with_judge.begin()] = false;
  }
  return out;
}

std::vector<bool> left_out_by_kind(const std::vector<bool>& kind,
                                   std::size_t alone,
                                   const std::vector<Votes>& members,
                                   int classes) {
  double inside = 0, outside = 0, across = 0;
  double pairs_inside = 0, pairs_outside = 0, pairs_across = 0;
  for (std::size_t a = 0; a < members.size(); ++a) {
    for (std::size_t b = a + 1; b < members.size(); ++b) {
      const bool same = kind[a] == kind[b];
      double& sum = !same ? across : kind[a] ? inside : outside;
      double& pairs = !same     ? pairs_across
                      : kind[a] ? pairs_inside
                                : pairs_outside;
      sum += kappa(members[a], members[b], classes);
      pairs += 1;
    }
  }
  const bool stands =
      mean_of(inside, pairs_inside) >
      std::max(mean_of(outside, pairs_outside), mean_of(across, pairs_across)) +
          kKindsApart;
  std::vector<bool> out(members.size(), stands);
  out[alone] = false;
  return out;
}

double unanimous(const std::vector<Votes>& members) {
  double same = 0;
  const std::size_t rows = members.front().size();
  for (std::size_t i = 0; i < rows; ++i) {
    same += std::all_of(members.begin(), members.end(),
                        [&](const Votes& votes) {
                          return votes[i] == members.front()[i];
                        })
                ? 1
                : 0;
  }
  return same / static_cast<double>(rows);
}

void Fusion::add(const std::vector<double>& posterior, double kappa) {
  sum_.resize(posterior.size());
  const double weight = std::exp(kSteepness * kappa);
  for (std::size_t e = 0; e < posterior.size(); ++e)
    sum_[e] += weight * posterior[e];
  weights_ += weight;
}

std::vector<double> Fusion::mean() const {
  std::vector<double> mean = sum_;
  for (double& p : mean)
    p /= weights_;
  return mean;
}

Votes most_likely(const std::vector<double>& posterior, int classes) {
  Votes labels;
  for (auto p = posterior.begin(); p != posterior.end(); p += classes)
    labels.push_back(
        static_cast<std::int32_t>(std::max_element(p, p + classes) - p));
  return labels;
}

}  // namespace semilin
