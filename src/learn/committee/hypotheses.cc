#include "learn/committee/hypotheses.h"

#include <algorithm>
#include <limits>
#include <utility>

#include "base/progress_parts.h"
#include "learn/committee/rules.h"
#include "linear/held_out_rows.h"
#include "linear/thresholds.h"
#include "solvers/simplex.h"

namespace semilin {
namespace {

constexpr double kHard = std::numeric_limits<double>::infinity();

ClassSizes sizes_with(std::vector<double> sizes, Index rows, double rho) {
  fill_empty_classes(sizes, rows);
  return {std::move(sizes), rho};
}

// What `members` vote on all unlabeled rows of the batch under each hypothesis,
// members first, those who are `far` behind nothing. `done` parts are.
std::vector<Candidate> ask_all(OutputBatch& batch,
                               const OutputBatch::Snapshot& start,
                               const std::vector<Member>& members,
                               const std::vector<bool>& far,
                               std::span<const Hypothesis> hypotheses,
                               ProgressParts& parts, double done) {
  std::vector<Candidate> candidates;
  for (std::size_t m = 0; m < members.size(); ++m) {
    if (far[m]) continue;
    Member fresh{members[m].name, members[m].method, members[m].make, nullptr,
                 members[m].parts};
    for (std::size_t h = 0; h < hypotheses.size(); ++h) {
      const double part = done + static_cast<double>(m * hypotheses.size() + h);
      Votes votes = fresh.vote(batch, hypotheses[h].sizes, parts.part(part));
      batch.restore(start);
      if (parts.ended()) return candidates;
      candidates.push_back(
          {static_cast<int>(m), static_cast<int>(h), std::move(votes)});
    }
  }
  return candidates;
}

// The rows of one fold: their places among the unlabeled ones, their true
// classes, and weights by the class sizes.
struct HeldOutRows {
  HeldOutRows(const Dataset& data, Folds folds, int fold,
              std::span<const Index> chosen, std::span<const double> sizes,
              const OutputBatch& batch)
      : rows(chosen) {
    for (int& one : folds.fold)
      if (one != fold) one = -1;
    weights = weights_by_class_sizes(data, folds, sizes);
    for (const Index row : rows) {
      places.push_back(std::ranges::lower_bound(batch.unlabeled(), row) -
                       batch.unlabeled().begin());
      truth.push_back(data.labels[row]);
    }
  }

  std::span<const Index> rows;
  std::vector<Index> places;
  Votes truth;
  std::vector<double> weights;
};

// What is said of all unlabeled rows, a column of votes for each voter; and of
// those held out the outputs, rows x outputs, of each model.
struct Said {
  std::vector<Votes> votes;
  std::vector<std::vector<double>> outputs;
};

// Adds what a model says that is trained as the committee's on the candidates
// of one hypothesis.
void add_model(OutputBatch& batch, std::vector<Candidate> candidates,
               std::size_t hypothesis, bool dense, const HeldOutRows& held_out,
               Said& said) {
  std::erase_if(candidates, [hypothesis](const Candidate& one) {
    return one.hypothesis != static_cast<int>(hypothesis);
  });
  weigh(candidates, batch.classes());
  const std::vector<double> shares = shares_of(candidates, batch.classes());
  if (dense) {
    said.votes.push_back(most_voted(shares, batch.classes()));
    std::vector<double> own;
    for (const Index place : held_out.places) {
      const auto from = shares.begin() + place * batch.classes();
      own.insert(own.end(), from, from + batch.classes());
    }
    said.outputs.push_back(outputs_of_shares(own, batch.classes()));
    return;
  }
  train_on_shares(batch, shares, kRules.model);
  said.votes.push_back(predicted_classes(batch));
  said.outputs.push_back(outputs_of(batch, held_out.rows));
}

// The candidates' votes, of those who are `far` behind kUnlabeled, the models'
// and the supervised SVM's, and the outputs of these; none: interrupted.
Said all_votes(OutputBatch& batch, const std::vector<Member>& members,
               const std::vector<bool>& far, const Roster& roster,
               std::span<const Hypothesis> hypotheses,
               const HeldOutRows& held_out, ProgressParts& parts, double fold) {
  const std::size_t asked = members.size() * hypotheses.size();
  batch.train_labeled(kRules.rough);
  const OutputBatch::Snapshot start = batch.snapshot();
  const Votes supervised = predicted_classes(batch);
  std::vector<double> outputs = outputs_of(batch, held_out.rows);
  const std::vector<Candidate> candidates =
      ask_all(batch, start, members, far, hypotheses, parts,
              static_cast<double>(asked) * fold);
  if (parts.ended()) return {};
  Said said;
  said.votes.assign(asked, Votes(supervised.size(), kUnlabeled));
  for (const Candidate& one : candidates)
    said.votes[one.member * hypotheses.size() + one.hypothesis] = one.votes;
  for (std::size_t h = 0; h < hypotheses.size(); ++h) {
    add_model(batch, candidates, h, roster.dense, held_out, said);
    batch.restore(start);
  }
  said.votes.push_back(supervised);
  said.outputs.push_back(std::move(outputs));
  return said;
}

// Finds the members that have no vote, by these rows and their best hypothesis.
void find_far(const Said& said, const HeldOutRows& held_out,
              std::size_t hypotheses, const Roster& roster,
              std::vector<bool>& far) {
  std::vector<Candidate> candidates;
  for (std::size_t c = 0; c < far.size() * hypotheses; ++c) {
    Candidate& one = candidates.emplace_back();
    for (const Index place : held_out.places)
      one.votes.push_back(said.votes[c][place]);
  }
  set_standings(candidates, held_out.truth, held_out.weights);
  std::vector<double> z(far.size(), -kHard);
  for (std::size_t c = 0; c < candidates.size(); ++c)
    z[c / hypotheses] = std::max(z[c / hypotheses], candidates[c].z);
  for (std::size_t m = 0; m < far.size(); ++m)
    far[m] = !has_vote(z, roster.first, m);
}

// That of the rows held out, row by row: votes, then outputs.
std::vector<double> said_of(const HeldOutRows& held_out, const Said& said,
                            int outputs) {
  std::vector<double> found;
  for (std::size_t i = 0; i < held_out.places.size(); ++i) {
    for (const Votes& one : said.votes)
      found.push_back(one[held_out.places[i]]);
    for (const std::vector<double>& one : said.outputs) {
      const auto own = one.begin() + static_cast<Index>(i) * outputs;
      found.insert(found.end(), own, own + outputs);
    }
  }
  return found;
}

// Column c of the rows at these places, `width` votes each.
Votes votes_in(const std::vector<double>& all, std::size_t width, std::size_t c,
               const std::vector<Index>& places) {
  Votes votes;
  for (const Index place : places)
    votes.push_back(static_cast<std::int32_t>(all[place * width + c]));
  return votes;
}

// Outputs from column c on, likewise.
std::vector<double> outputs_in(const std::vector<double>& all,
                               std::size_t width, std::size_t c,
                               std::size_t outputs,
                               const std::vector<Index>& places) {
  std::vector<double> found;
  for (const Index place : places) {
    const auto own = all.begin() + static_cast<Index>(place * width + c);
    found.insert(found.end(), own, own + static_cast<Index>(outputs));
  }
  return found;
}

// The labeled rows that are held out.
void put_truth(const Dataset& data, const Folds& folds, HeldOutVotes& found) {
  for (std::size_t i = 0; i < folds.rows.size(); ++i) {
    if (folds.fold[i] < 0) continue;
    found.places.push_back(static_cast<Index>(i));
    found.truth.push_back(data.labels[folds.rows[i]]);
  }
}

}  // namespace

ClassSizes sizes_of(const Votes& votes, std::size_t classes, double added,
                    double rho, const Dataset& data) {
  auto sizes = data.sum_rows(classes, [&](auto& counts) {
    for (const std::int32_t k : votes)
      counts[k] += 1;
  });
  for (double& size : sizes)
    size += added;
  make_sum_one(sizes);
  return sizes_with(std::move(sizes), data.sum(std::ssize(votes)), rho);
}

std::vector<Hypothesis> hypotheses(const FoundSizes& found, SizeSource source,
                                   const Votes& supervised, bool svm_votes,
                                   const Dataset& data) {
  if (source == SizeSource::Votes) return {{SizeSource::Given, found}};
  if (source != SizeSource::Estimate) return {{source, found}};
  const Index rows = data.sum(std::ssize(supervised));
  const std::size_t classes = found.sizes.size();
  if (found.estimate) {
    return {{SizeSource::Labels, sizes_with(found.sizes, rows, found.rho)},
            {SizeSource::Estimate, *found.estimate}};
  }
  std::vector<Hypothesis> all = {
      {SizeSource::Estimate, found},
      {SizeSource::Equal,
       sizes_with(std::vector<double>(classes, 1.0), rows, kHard)}};
  if (!svm_votes)
    all.push_back({SizeSource::Supervised,
                   sizes_of(supervised, classes, 1, kRules.guessed, data)});
  if (!found.shifted.empty())
    all.push_back(
        {SizeSource::Shifted, sizes_with(found.shifted, rows, kRules.founded)});
  return all;
}

std::vector<double> outputs_of(const OutputBatch& batch,
                               std::span<const Index> rows) {
  std::vector<double> found;
  found.reserve(rows.size() * batch.outputs());
  for (const Index row : rows) {
    const auto own = batch.outputs_block().subspan(row * batch.stride());
    found.insert(found.end(), own.begin(), own.begin() + batch.outputs());
  }
  return found;
}

void train_on_shares(OutputBatch& batch, const std::vector<double>& shares,
                     double tolerance) {
  batch.go_on = {};
  const int width = batch.classes();
  auto own = shares.begin();
  for (const Index row : batch.unlabeled()) {
    // of two classes the share of the second
    std::copy(own + width - batch.outputs(), own + width,
              batch.beliefs().begin() + row * batch.stride());
    own += width;
  }
  batch.finish(batch.lambda_u(), tolerance);
}

HeldOutVotes hold_out_votes(const OutputBatch& like,
                            const std::vector<Member>& members,
                            const Roster& roster,
                            std::span<const Hypothesis> hypotheses,
                            const Progress& progress) {
  const Dataset& data = like.data();
  HeldOutVotes found;
  if (!can_hold_out(data)) return found;
  const Folds folds = few_folds(data, kRules.folds);
  const std::size_t asked = members.size() * hypotheses.size();
  const std::size_t voters = asked + hypotheses.size() + 1;
  const auto outputs = static_cast<std::size_t>(like.outputs());
  const std::size_t width = voters + (hypotheses.size() + 1) * outputs;
  ProgressParts parts(progress, static_cast<double>(asked) * folds.count);
  std::vector<bool> far(members.size());
  const std::vector<double> all =
      fold_by_fold(folds, [&](int fold, std::span<const Index> rows) {
        const Dataset rest = with_unlabeled(data, folds, fold);
        OutputBatch batch(rest, like.options(), like.kind());
        const HeldOutRows held_out(data, folds, fold, rows,
                                   hypotheses[0].sizes.sizes, batch);
        const Said said = all_votes(batch, members, far, roster, hypotheses,
                                    held_out, parts, static_cast<double>(fold));
        if (said.votes.empty()) return std::vector<double>();
        find_far(said, held_out, hypotheses.size(), roster, far);
        return said_of(held_out, said, batch.outputs());
      });
  if (all.empty()) return found;
  put_truth(data, folds, found);
  const auto column = [&](std::size_t c) {
    return votes_in(all, width, c, found.places);
  };
  for (std::size_t c = 0; c < asked; ++c)
    found.candidates.push_back({static_cast<int>(c / hypotheses.size()),
                                static_cast<int>(c % hypotheses.size()),
                                column(c)});
  for (std::size_t h = 0; h < hypotheses.size(); ++h)
    found.models.push_back(column(asked + h));
  found.supervised = column(voters - 1);
  for (std::size_t c = voters; c < width; c += outputs)
    found.outputs.push_back(outputs_in(all, width, c, outputs, found.places));
  for (const Hypothesis& one : hypotheses)
    found.weights.push_back(
        weights_by_class_sizes(data, folds, one.sizes.sizes));
  found.folds = folds.count;
  return found;
}

}  // namespace semilin
