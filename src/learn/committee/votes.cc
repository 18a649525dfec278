#include "learn/committee/votes.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "learn/committee/rules.h"

namespace semilin {
namespace {

double mean_kappa_of(const Candidate& one, std::span<const Candidate> all,
                     int classes, const Dataset& data) {
  double sum = 0;
  int others = 0;
  for (const Candidate& other : all) {
    if (other.hypothesis != one.hypothesis || other.member == one.member)
      continue;
    sum += kappa(one.votes, other.votes, classes, data);
    ++others;
  }
  return others > 0 ? sum / others : 0;
}

}  // namespace

double agreement(const Votes& one, const Votes& other, const Dataset& data) {
  const auto counts = data.sum_rows(2, [&](auto& rows) {  // same, all
    rows[1] = static_cast<double>(one.size());
    for (std::size_t i = 0; i < one.size(); ++i)
      rows[0] += one[i] == other[i] ? 1 : 0;
  });
  return counts[0] / counts[1];
}

double kappa(const Votes& one, const Votes& other, int classes,
             const Dataset& data) {
  // by class, of one and of other
  const auto counts = data.sum_rows(2 * classes, [&](auto& rows) {
    for (std::size_t i = 0; i < one.size(); ++i) {
      ++rows[one[i]];
      ++rows[classes + other[i]];
    }
  });
  const auto middle = counts.begin() + classes;
  const double rows = std::accumulate(counts.begin(), middle, 0.0);
  const double chance =
      std::inner_product(counts.begin(), middle, middle, 0.0) / (rows * rows);
  if (chance >= 1) return 0;
  const double same = agreement(one, other, data);
  const double error = std::sqrt(same * (1 - same) / rows);
  return (same - chance - kRules.caution * error) / (1 - chance);
}

void weigh(std::span<Candidate> candidates, int classes, const Dataset& data) {
  double sum = 0;
  for (Candidate& one : candidates) {
    one.kappa = mean_kappa_of(one, candidates, classes, data);
    one.weight =
        std::exp(kRules.steepness * one.kappa + kRules.held_out * one.z);
    sum += one.weight;
  }
  for (Candidate& one : candidates)
    one.weight /= sum;
}

std::vector<double> shares_of(std::span<const Candidate> candidates,
                              int classes) {
  std::vector<double> shares(candidates.front().votes.size() * classes, 0.0);
  for (const Candidate& one : candidates) {
    for (std::size_t i = 0; i < one.votes.size(); ++i)
      shares[i * classes + one.votes[i]] += one.weight;
  }
  return shares;
}

std::vector<double> outputs_of_shares(const std::vector<double>& shares,
                                      int classes) {
  if (classes > 2) return shares;
  std::vector<double> outputs;
  for (std::size_t e = 1; e < shares.size(); e += 2)
    outputs.push_back(2 * shares[e] - 1);
  return outputs;
}

Votes most_voted(const std::vector<double>& shares, int classes) {
  Votes votes;
  for (auto p = shares.begin(); p != shares.end(); p += classes)
    votes.push_back(
        static_cast<std::int32_t>(std::max_element(p, p + classes) - p));
  return votes;
}

double lead_of_second(const std::vector<Candidate>& candidates,
                      const Votes& truth, int classes) {
  std::vector<double> counts(classes, 0.0), gains(truth.size());
  for (const std::int32_t k : truth)
    counts[k] += 1;
  for (const Candidate& one : candidates) {
    for (std::size_t i = 0; i < truth.size(); ++i)
      if (one.votes[i] == truth[i]) gains[i] += one.hypothesis == 1 ? 1 : -1;
  }
  return lead_by(gains, root_weights(truth, counts)).errors();
}

Lead lead(const Votes& one, const Votes& other, const Votes& truth,
          const std::vector<double>& weights) {
  std::vector<double> gains(truth.size());
  for (std::size_t i = 0; i < truth.size(); ++i)
    gains[i] = (one[i] == truth[i]) - (other[i] == truth[i]);
  return lead_by(gains, weights);
}

double errors_ahead(double kappa, double other, const Lead& test) {
  const double by_kappa = kRules.steepness * kRules.steepness;
  const double by_test = test.rows * test.rows / (test.error * test.error);
  return ((kappa - other) * by_kappa +
          test.gain * test.rows / (test.error * test.error)) /
         std::sqrt(by_kappa + by_test);
}

bool has_vote(std::span<const double> z, std::size_t first,
              std::size_t member) {
  if (z[member] >= kRules.far) return true;
  if (member >= first) return false;
  int better = 0;
  for (std::size_t m = 0; m < first; ++m)
    better += z[m] > z[member] || (z[m] == z[member] && m < member) ? 1 : 0;
  return better < 2;
}

void set_standings(std::vector<Candidate>& candidates, const Votes& truth,
                   const std::vector<double>& weights) {
  std::vector<double> right(candidates.size());
  for (std::size_t c = 0; c < candidates.size(); ++c) {
    for (std::size_t i = 0; i < truth.size(); ++i)
      right[c] += candidates[c].votes[i] == truth[i] ? weights[i] : 0;
  }
  const Votes& best =
      candidates[std::max_element(right.begin(), right.end()) - right.begin()]
          .votes;
  for (Candidate& one : candidates)
    one.z = std::ranges::count(one.votes, kUnlabeled) > 0
                ? -std::numeric_limits<double>::infinity()
                : lead(one.votes, best, truth, weights).errors();
}

}  // namespace semilin
