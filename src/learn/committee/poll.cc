#include "learn/committee/poll.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <utility>

#include "learn/committee/rules.h"

namespace semilin {
namespace {

using Agreeing = std::vector<const Candidate*>;  // voters on one hypothesis

double unanimous(const Agreeing& ballot, const Dataset& data) {
  const Votes& first = ballot.front()->votes;
  const auto counts = data.sum_rows(2, [&](auto& rows) {  // same, all
    rows[1] = static_cast<double>(first.size());
    for (std::size_t i = 0; i < first.size(); ++i)
      rows[0] += std::all_of(ballot.begin(), ballot.end(),
                             [&](const Candidate* one) {
                               return one->votes[i] == first[i];
                             })
                     ? 1
                     : 0;
  });
  return counts[0] / counts[1];
}

// Adds what a voter of this weight says, in shares of the classes, to `sums` of
// voters who weigh `before`. It leaves what they say about classes that it does
// not know, if any.
void add_opinion(std::span<const double> said, const std::vector<bool>& unknown,
                 double weight, double before, double* sums) {
  double others = 0;
  for (std::size_t k = 0; k < unknown.size(); ++k) {
    if (!unknown[k]) continue;
    others += sums[k] / before;
    sums[k] *= 1 + weight / before;
  }
  for (std::size_t k = 0; k < said.size(); ++k)
    sums[k] += weight * (1 - others) * said[k];
}

// The agreement under the hypothesis of the largest weight, of those for which
// the most members have voted. votes_of(candidate): about the rows of
// `supervised`.
template <class VotesOf>
void describe_chosen(const std::vector<Agreeing>& ballots,
                     const Votes& supervised, const VotesOf& votes_of,
                     const Dataset& data, CommitteeFigures& figures) {
  std::size_t chosen = 0;
  const auto rank = [&](std::size_t h) {
    return std::pair(ballots[h].size(), figures.hypotheses[h].weight);
  };
  for (std::size_t h = 1; h < ballots.size(); ++h) {
    if (rank(h) > rank(chosen)) chosen = h;
  }
  if (ballots[chosen].empty()) return;  // interrupted
  figures.chosen = figures.hypotheses[chosen].source;
  figures.unanimous = unanimous(ballots[chosen], data);
  for (const Candidate* one : ballots[chosen]) {
    CommitteeMember& member = figures.members[one->member];
    member.with_supervised = agreement(votes_of(*one), supervised, data);
    member.with.assign(figures.members.size(), 0.0);
    for (const Candidate* other : ballots[chosen])
      member.with[other->member] = agreement(one->votes, other->votes, data);
  }
}

}  // namespace

std::int32_t vote_on(Index row, std::span<const Index> rows,
                     const Votes& votes) {
  return votes[std::ranges::lower_bound(rows, row) - rows.begin()];
}

Votes votes_on(const VotingPanel& panel, std::span<const Index> rows,
               const Votes& votes) {
  const auto unlabeled = panel.batch.unlabeled();
  Votes found;
  for (const Index row : rows) {
    const std::int32_t label = panel.batch.labels()[row];
    found.push_back(
        panel.classes[label != kUnlabeled ? label
                                          : vote_on(row, unlabeled, votes)]);
  }
  return found;
}

// The candidate's part in the vote, in classes of the vote: where its panel
// has a label, this.
Votes Poll::answers_of(const Candidate& one) const {
  const VotingPanel& panel = panel_of(one);
  Votes found;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const std::int32_t label = panel.batch.labels()[rows[i]];
    found.push_back(panel.classes[label != kUnlabeled ? label : one.votes[i]]);
  }
  return found;
}

// The sizes of a hypothesis, in classes of the vote.
std::vector<double> Poll::sizes_under(std::size_t h) const {
  const auto& own = panels[hypotheses[h].panel].classes;
  std::vector<double> sizes(classes);
  for (std::size_t k = 0; k < own.size(); ++k)
    sizes[own[k]] = hypotheses[h].sizes.sizes[k];
  return sizes;
}

// The shares and class sizes of all candidates; those come first who know the
// most classes.
void Poll::add_opinions(Elected& found) const {
  std::vector<const Candidate*> order;
  for (const Candidate& one : candidates)
    order.push_back(&one);
  std::ranges::stable_sort(order, std::greater<>(), [&](const auto* one) {
    return panel_of(*one).classes.size();
  });
  std::vector<double>& shares = found.shares.emplace(rows.size() * classes);
  found.class_sizes.assign(classes, 0.0);
  std::vector<double> said(classes);
  double before = 0;
  for (const Candidate* one : order) {
    const auto& known = panel_of(*one).classes;
    std::vector<bool> unknown;
    // after an interruption there may be nobody who knows more
    if (known.size() < classes && before > 0) unknown.assign(classes, true);
    for (const std::int32_t k : known)
      if (!unknown.empty()) unknown[k] = false;
    const Votes answers = answers_of(*one);
    for (std::size_t i = 0; i < answers.size(); ++i) {
      said[answers[i]] = 1;
      add_opinion(said, unknown, one->weight, before, &shares[i * classes]);
      said[answers[i]] = 0;
    }
    add_opinion(sizes_under(one->hypothesis), unknown, one->weight, before,
                found.class_sizes.data());
    before += one->weight;
  }
}

// The figures of the weights that result() has set.
CommitteeFigures Poll::figures(const Votes& supervised) const {
  CommitteeFigures figures;
  figures.absent = roster.absent;
  figures.weighed_with = weighed_with;
  if (held_out) figures.held_out_rows = held_out->rows;
  for (std::size_t h = 0; h < hypotheses.size(); ++h)
    figures.hypotheses.push_back(
        {hypotheses[h].source,
         std::string(panels[hypotheses[h].panel].evidence), sizes_under(h),
         tried[h], 0, std::vector<double>(roster.members.size())});
  for (std::size_t m = 0; m < roster.members.size(); ++m) {
    figures.members.emplace_back().method = roster.members[m];
    figures.members[m].asked =
        weighed_with < 0 ? std::any_of(panels.begin(), panels.end(),
                                       [&](const VotingPanel& panel) {
                                         return asks(panel, m);
                                       })
                         : std::ranges::count(candidates, static_cast<int>(m),
                                              &Candidate::member) > 0;
    if (held_out) figures.members[m].held_out = panels.front().right[m];
  }
  std::vector<Agreeing> ballots(hypotheses.size());
  for (const Candidate& one : candidates) {
    ballots[one.hypothesis].push_back(&one);
    figures.members[one.member].weight += one.weight;
    SizeHypothesis& under = figures.hypotheses[one.hypothesis];
    under.weight += one.weight;
    under.votes[one.member] += one.weight;
    under.kappa = std::max(under.kappa, one.kappa);
  }
  for (std::size_t p = 1; p < panels.size() && !interrupted; ++p) {
    Contradiction one = contradiction(p);
    if (2 * one.rows > one.of && one.rows > 1)
      figures.contradictions.push_back(std::move(one));
  }
  describe_chosen(
      ballots, supervised,
      [&](const Candidate& one) { return answers_of(one); }, data(), figures);
  return figures;
}

// What the panel says of the rows that the first tells. The figures have set
// the weights.
Contradiction Poll::contradiction(std::size_t p) const {
  const VotingPanel& first = panels.front();
  const VotingPanel& panel = panels[p];
  const auto labeled = first.batch.labeled_documents();
  const Votes said = told_by(p);
  Contradiction found{std::string(panel.evidence), std::string(first.evidence)};
  const auto& names = first.batch.data().classes;
  for (std::size_t i = 0; i < labeled.size(); ++i) {
    const std::int32_t own = first.batch.labels()[labeled[i]];
    const std::int32_t label = first.classes[own];
    if (!std::ranges::binary_search(panel.classes, label)) continue;
    ++found.of;
    if (said[i] == label) continue;
    ++found.rows;
    if (found.example >= 0) continue;
    found.example = labeled[i];
    found.given = names[own];
    const auto at = std::ranges::lower_bound(panel.classes, said[i]);
    found.said = panel.batch.data().classes[at - panel.classes.begin()];
  }
  found.rows = data().sum(found.rows);
  found.of = data().sum(found.of);
  return found;
}

Lead Poll::lead_of(const VotingPanel& panel, const Votes& told) const {
  const auto labeled = panels.front().batch.labeled_documents();
  Votes own;
  for (const Index row : test.rows)
    own.push_back(vote_on(row, labeled, told));
  own = data().of_all(own);
  Votes ours, best, truth;
  std::vector<double> weights;
  for (std::size_t i = 0; i < own.size(); ++i) {
    if (!std::ranges::binary_search(panel.classes, test.truth[i])) continue;
    ours.push_back(own[i]);
    best.push_back(test.best[i]);
    truth.push_back(test.truth[i]);
    weights.push_back(test.weights[i]);
  }
  return truth.empty() ? Lead() : lead(ours, best, truth, weights);
}

// What the panel says of the rows that the first tells.
Votes Poll::told_by(std::size_t p) const {
  std::vector<double> shares(panels.front().batch.labeled_documents().size() *
                             classes);
  for (const Candidate& one : candidates)
    for (std::size_t i = 0; i < one.told.size(); ++i)
      if (&panel_of(one) == &panels[p])
        shares[i * classes + one.told[i]] += one.weight;
  return most_voted(shares, static_cast<int>(classes));
}

// A panel weighs exp(errors_ahead) times the first, each by its best kappa.
void Poll::weigh_panels() {
  if (panels.size() == 1) return;
  std::vector<double> sums(panels.size()), factors(panels.size());
  std::vector<double> kappas(panels.size(), -1.0);
  for (const Candidate& one : candidates) {
    const std::size_t p = hypotheses[one.hypothesis].panel;
    sums[p] += one.weight;
    kappas[p] = std::max(kappas[p], one.kappa);
  }
  double all = 0;
  for (std::size_t p = 0; p < panels.size(); ++p) {
    if (sums[p] == 0) continue;
    const Lead ahead = p == 0 ? Lead() : lead_of(panels[p], told_by(p));
    factors[p] = std::exp(errors_ahead(kappas[p], kappas[0], ahead));
    all += factors[p];
    factors[p] /= sums[p];
  }
  for (Candidate& one : candidates)
    one.weight *= factors[hypotheses[one.hypothesis].panel] / all;
}

void Poll::take(const EarlierVote& earlier) {
  weighed_with = earlier.figures.weighed_with;
  if (earlier.held_out.folds > 0) held_out = earlier.held_out;
  for (std::size_t m = 0; m < roster.members.size(); ++m)
    panels.front().right[m] = earlier.figures.members[m].held_out;
}

void Poll::weigh_candidates() {
  if (weighed_with < 0) {
    weigh(candidates, static_cast<int>(classes), data());
    return weigh_panels();
  }
  double sum = 0;
  for (const Candidate& one : candidates)
    sum += one.weight;
  for (Candidate& one : candidates)
    one.weight /= sum;
}

Elected Poll::result(const Votes& supervised) {
  Elected found;
  found.interrupted = interrupted;
  if (candidates.empty()) return found;
  weigh_candidates();
  add_opinions(found);
  found.held_out = held_out;
  found.outputs = std::move(outputs);
  found.took_estimate = hypotheses.front().source == SizeSource::Estimate;
  found.figures = figures(supervised);
  return found;
}

}  // namespace semilin
