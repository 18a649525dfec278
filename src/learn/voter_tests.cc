#include "learn/voter_tests.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <optional>
#include <span>
#include <utility>

#include "semilin/learn/seed_words.h"

#include "solvers/simplex.h"

namespace semilin {
namespace {

constexpr double kChance = 0.1;      // a kappa, or J, that says nothing
constexpr double kCertain = 2;       // standard errors that make certain
constexpr Index kFewVotes = 100;     // too few to tell a voter from chance
constexpr Index kFewShared = 20;     // too few rows on which others vote
constexpr int kStepsOfOthers = 3;    // of the posteriors of the others
constexpr double kSmoothing = 1e-3;  // added to counts of terms

// How often a voter is right, against chance.
struct Kappa {
  double value = 0, error = 0;
  [[nodiscard]] double most() const { return value + kCertain * error; }
};

// What the posteriors of the others say of a voter's votes.
struct Judgment {
  Kappa all;            // its votes
  Kappa shared;         // of rows on which others vote, too
  double explains = 0;  // tau
};

// Sums over the votes of a voter.
struct Sums {
  explicit Sums(std::size_t classes)
      : said(classes), sizes(classes), means(classes * classes), right(2) {}

  [[nodiscard]] Kappa kappa() const {
    const double count = std::accumulate(said.begin(), said.end(), 0.0);
    const double rows = std::accumulate(sizes.begin(), sizes.end(), 0.0);
    double by_chance = 0;
    for (std::size_t k = 0; k < said.size(); ++k)
      by_chance += said[k] / count * sizes[k] / rows;
    if (by_chance >= 1) return {};
    const double share = right[0] / count;
    const double spread = std::max(0.0, right[1] / count - share * share);
    return {(share - by_chance) / (1 - by_chance),
            std::sqrt(spread / count) / (1 - by_chance)};
  }
  void complete(const Dataset& data) {
    for (auto* sums : {&said, &sizes, &means, &right})
      *sums = data.sum(std::move(*sums));
  }

  std::vector<double> said;   // votes by class
  std::vector<double> sizes;  // posteriors of all rows that count
  Probabilities means;        // said x posterior
  std::vector<double> right;  // posteriors of the classes named, and squares
};

Sums sums_of(const std::vector<RowVote>& votes, const Probabilities& posteriors,
             const Dataset& data, const VoteModel* shared) {
  const std::size_t classes = data.classes.size();
  Sums sums(classes);
  for (std::size_t e = 0; e < posteriors.size(); ++e)
    if (shared == nullptr || shared->told(static_cast<Index>(e / classes)))
      sums.sizes[e % classes] += posteriors[e];
  for (const RowVote& one : votes) {
    if (shared != nullptr && !shared->told(one.row)) continue;
    const double* p = &posteriors[one.row * classes];
    sums.said[one.label] += 1;
    sums.right[0] += p[one.label];
    sums.right[1] += p[one.label] * p[one.label];
    for (std::size_t k = 0; k < classes; ++k)
      sums.means[one.label * classes + k] += p[k];
  }
  sums.complete(data);
  return sums;
}

// Goodman and Kruskal's tau: the share of the variance of the posteriors that
// the votes explain, less what votes by chance explain.
double tau(const Sums& sums, const std::vector<RowVote>& votes,
           const Probabilities& posteriors, const Dataset& data) {
  const std::size_t classes = sums.said.size();
  Probabilities squares(classes * classes);
  for (const RowVote& one : votes)
    for (std::size_t k = 0; k < classes; ++k) {
      const double p = posteriors[one.row * classes + k];
      squares[one.label * classes + k] += p * p;
    }
  squares = data.sum(std::move(squares));
  std::vector<double> sizes = sums.sizes;
  make_sum_one(sizes);
  double explained = 0, all = 0;
  for (std::size_t c = 0; c < classes; ++c) {
    all += sizes[c] * (1 - sizes[c]);
    for (std::size_t k = 0; k < classes && sums.said[c] > 0; ++k) {
      const double mean = sums.means[c * classes + k] / sums.said[c];
      const double variance =
          squares[c * classes + k] / sums.said[c] - mean * mean;
      const double away = mean - sizes[k];
      explained += sums.said[c] * away * away - variance;
    }
  }
  const double count = std::accumulate(sums.said.begin(), sums.said.end(), 0.0);
  return all > 0 ? explained / count / all : 0;
}

Judgment judged_by_others(VoteModel& model, const Voters& voters,
                          std::size_t voter, const Dataset& data) {
  const auto& votes = voters.votes[voter];
  model.hear(voter, false);
  const Probabilities& posteriors = model.run(kStepsOfOthers);
  const Sums all = sums_of(votes, posteriors, data, nullptr);
  const Sums shared = sums_of(votes, posteriors, data, &model);
  Judgment judgment{all.kappa(), {}, tau(all, votes, posteriors, data)};
  if (std::accumulate(shared.said.begin(), shared.said.end(), 0.0) >=
      static_cast<double>(kFewShared))
    judgment.shared = shared.kappa();
  model.hear(voter, true);
  return judgment;
}

// by_text() is told_by_text of the voter, which costs most.
template <class ByText>
Verdict verdict_of(const Judgment& judgment, const ByText& by_text) {
  if (judgment.shared.most() < 0 &&
      judgment.shared.most() < -std::max(0.0, by_text()) / 2)
    return Verdict::Contradicted;
  const Kappa& all = judgment.all;
  const bool as_chance = std::abs(all.value) + kCertain * all.error < kChance &&
                         judgment.explains < kChance * kChance;
  return as_chance && by_text() < kChance ? Verdict::AtChance : Verdict::Heard;
}

}  // namespace

namespace {

void to_logs_of_shares(std::span<double> counts) {
  double all = 0;
  for (double& count : counts)
    all += count += kSmoothing;
  for (double& count : counts)
    count = std::log(count / all);
}

// By naive Bayes of one half of the rows, the share of the other half's named
// rows that it takes for such less that of the others: Youden's J, the mean of
// both halves. `first`: the place of the first row among all.
double youden_of_text(const CsrStore& text, const std::vector<char>& named,
                      Index first, const Dataset& data) {
  const auto columns = static_cast<std::size_t>(text.cols());
  // counts of the terms by half and by whether the class is named
  auto terms = data.sum_rows(4 * columns, [&](auto& all) {
    text.visit([&](const auto& view) {
      for (Index i = 0; i < view.rows; ++i) {
        double* own = &all[(2 * ((first + i) % 2) + named[i]) * columns];
        for (Index e = view.offsets[i]; e < view.offsets[i + 1]; ++e)
          own[view.columns[e]] += view.values[e];
      }
    });
  });
  for (std::size_t part = 0; part < 4; ++part)
    to_logs_of_shares(std::span(&terms[part * columns], columns));
  // rows, and those where naive Bayes expects the class, by half and named
  const auto counts = data.sum_rows(8, [&](auto& all) {
    text.visit([&](const auto& view) {
      for (Index i = 0; i < view.rows; ++i) {
        const std::size_t half = (first + i) % 2;
        const double* other = &terms[2 * (1 - half) * columns];
        double score = 0;
        for (Index e = view.offsets[i]; e < view.offsets[i + 1]; ++e)
          score += view.values[e] *
                   (other[columns + view.columns[e]] - other[view.columns[e]]);
        all[2 * half + named[i]] += 1;
        all[4 + 2 * half + named[i]] += score > 0 ? 1 : 0;
      }
    });
  });
  double halves = 0, j = 0;
  for (const std::size_t half : {0, 1}) {
    const double* own = &counts[2 * half];
    if (own[0] == 0 || own[1] == 0) continue;
    j += own[5] / own[1] - own[4] / own[0];
    ++halves;
  }
  return halves > 0 ? j / halves : 0;
}

}  // namespace

double told_by_text(const VoteModel& model, const std::vector<RowVote>& votes,
                    std::size_t voter, const Dataset& data) {
  if (!model.reads_text()) return 0;
  const CsrStore& text = model.text();
  const Index first = data.before(text.rows());
  double sum = 0;
  for (std::size_t c = 0; c < data.classes.size(); ++c) {
    if (model.said(voter)[c] == 0) continue;
    std::vector<char> named(text.rows());
    for (const RowVote& one : votes)
      named[one.row] = one.label == static_cast<std::int32_t>(c) ? 1 : 0;
    sum += model.said(voter)[c] * youden_of_text(text, named, first, data);
  }
  return sum / static_cast<double>(model.votes(voter));
}

bool others_know(const VoteModel& model, std::size_t voter,
                 const Dataset& data) {
  std::vector<bool> known = known_classes(data, {});
  const std::size_t classes = known.size();
  for (std::size_t v = 0; v < model.voters(); ++v)
    for (std::size_t k = 0; k < classes && v != voter; ++k)
      known[k] = known[k] || (model.heard_at_first(v) && model.said(v)[k] > 0);
  for (std::size_t k = 0; k < classes; ++k)
    if (model.said(voter)[k] > 0 && !known[k]) return false;
  return std::count(known.begin(), known.end(), true) >= 2;
}

std::vector<Verdict> test_voters(VoteModel& model, const Voters& voters,
                                 const Dataset& data) {
  std::vector<Verdict> verdicts(model.voters(), Verdict::Heard);
  std::vector<std::optional<double>> by_text(model.voters());
  std::vector<std::size_t> tested;
  for (std::size_t v = 0; v < model.voters(); ++v) {
    if (model.heard(v) && model.votes(v) >= kFewVotes) tested.push_back(v);
  }
  while (!tested.empty()) {
    std::vector<std::size_t> failed;
    std::size_t worst = 0;
    double least = std::numeric_limits<double>::infinity();
    for (const std::size_t v : tested) {
      if (!others_know(model, v, data)) continue;
      const Judgment judgment = judged_by_others(model, voters, v, data);
      const Verdict verdict = verdict_of(judgment, [&] {
        if (!by_text[v])
          by_text[v] = told_by_text(model, voters.votes[v], v, data);
        return *by_text[v];
      });
      if (verdict == Verdict::Heard) continue;
      failed.push_back(v);
      verdicts[v] = verdict;
      if (judgment.shared.most() >= least) continue;
      least = judgment.shared.most();
      worst = v;
    }
    if (failed.empty()) break;
    if (verdicts[worst] == Verdict::AtChance)
      model.hear(worst, false);
    else
      model.hear_at_first(worst, false);
    std::erase(failed, worst);
    for (const std::size_t v : failed)
      verdicts[v] = Verdict::Heard;  // until it is tested again
    tested = std::move(failed);
  }
  return verdicts;
}

}  // namespace semilin
