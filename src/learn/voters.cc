#include "semilin/learn/voters.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "semilin/base/error.h"
#include "semilin/learn/seed_words.h"
#include "semilin/linear/calibration.h"

#include "learn/vote_model.h"
#include "linear/fold_batch.h"
#include "linear/held_out_rows.h"
#include "matrix/row_functions.h"
#include "solvers/simplex.h"

namespace semilin {
namespace {

constexpr double kSameVotes = 0.99;  // share in common: two count as one
constexpr double kChance = 0.1;      // a kappa that says nothing
constexpr Index kFewVotes = 100;     // too few to tell a voter from chance
constexpr double kSureLabel = 0.9;   // probability of a class that is a label
constexpr int kTestSteps = 3;        // steps that test a voter
constexpr int kMostSteps = 100;      // steps with all voters

// What supervised models that did not know the rows of the folds say of their
// classes.
Probabilities chances_by_text(const Dataset& labeled, const Folds& folds,
                              int threads) {
  const HeldOutOptions rough;
  LinearOptions options;
  options.threads = threads;
  const double lambda = default_lambda(labeled, threads);
  const Probabilities outputs =
      FoldBatch(labeled, options, Loss::squared_hinge(), folds, rough)
          .run({&lambda, 1}, [](double) { return true; })[0];
  ModelHead head;
  head.classes = labeled.classes;
  head.calibration = calibrate_outputs(labeled, folds, outputs, {});
  return probabilities(head, outputs);
}

// Has the model reconsider the rows with a label, of which each rank needs all,
// unless there are too few.
void reconsider(VoteModel& model, const Dataset& labeled, int threads) {
  std::vector<Index> own;
  for (Index i = 0; i < std::ssize(labeled.labels) && !labeled.whole(); ++i)
    if (labeled.labels[i] != kUnlabeled) own.push_back(i);
  const Dataset all =
      labeled.whole() ? labeled : shared_selection(labeled, own);
  if (!can_hold_out(all)) return;
  const Folds folds = few_folds(all);
  const Index first = labeled.before(std::ssize(own));
  const auto row_of = [&](Index place) {
    if (labeled.whole()) return place;
    const bool is_own = first <= place && place - first < std::ssize(own);
    return is_own ? own[place - first] : Index{-1};
  };
  model.reconsider(folds, chances_by_text(all, folds, threads), row_of);
}

void require_votes(const Dataset& data, const Voters& voters) {
  require_valid(data);
  require(!data.multi_label, "votes: not with several labels per row");
  require(voters.names.size() == voters.votes.size(),
          "votes: expected a name for each voter");
  for (const auto& votes : voters.votes) {
    Index last = -1;
    for (const RowVote& one : votes) {
      require(one.row > last && one.row < data.rows.rows(),
              "votes: expected rows of the data, each once, in their order");
      require(one.label >= 0 && one.label < std::ssize(data.classes),
              "votes: a label is no class of the data");
      last = one.row;
    }
  }
}

// The share of votes that two voters have in common, of rows of either.
double share_of_same(const std::vector<RowVote>& a,
                     const std::vector<RowVote>& b, const Dataset& data) {
  const Index sizes[] = {data.total(std::ssize(a)), data.total(std::ssize(b))};
  if (static_cast<double>(std::min(sizes[0], sizes[1])) <
      kSameVotes * static_cast<double>(std::max(sizes[0], sizes[1])))
    return 0;
  Index same = 0, common = 0;
  for (std::size_t i = 0, j = 0; i < a.size() && j < b.size();) {
    if (a[i].row == b[j].row) {
      ++common;
      same += a[i].label == b[j].label ? 1 : 0;
    }
    const bool first = a[i].row <= b[j].row, second = b[j].row <= a[i].row;
    i += first ? 1 : 0;
    j += second ? 1 : 0;
  }
  same = data.total(same);
  const Index either = sizes[0] + sizes[1] - data.total(common);
  return either == 0 ? 0
                     : static_cast<double>(same) / static_cast<double>(either);
}

// By posteriors that did not hear a voter, what it says is certainly as likely
// as by chance, and its votes tell nothing else: Goodman and Kruskal's tau
// (1954), the share of the variance of the posteriors that they explain, less
// what votes at random explain, is below that of a kappa that says nothing.
bool is_at_chance(const std::vector<RowVote>& votes,
                  const std::vector<double>& said,
                  const Probabilities& posteriors, const Dataset& data) {
  const std::size_t classes = data.classes.size();
  std::vector<double> sizes(classes);
  Probabilities sums(classes * classes), squares(classes * classes);
  for (std::size_t e = 0; e < posteriors.size(); ++e)
    sizes[e % classes] += posteriors[e];
  for (const RowVote& one : votes) {
    for (std::size_t k = 0; k < classes; ++k) {
      const double p = posteriors[one.row * classes + k];
      sums[one.label * classes + k] += p;
      squares[one.label * classes + k] += p * p;
    }
  }
  for (auto* all_ranks : {&sizes, &sums, &squares})
    data.complete(*all_ranks);
  make_sum_one(sizes);
  const double count = std::accumulate(said.begin(), said.end(), 0.0);
  double right = 0, right_squares = 0, by_chance = 0, explained = 0, all = 0;
  for (std::size_t c = 0; c < classes; ++c) {
    right += sums[c * classes + c] / count;
    right_squares += squares[c * classes + c] / count;
    by_chance += said[c] / count * sizes[c];
    all += sizes[c] * (1 - sizes[c]);
    for (std::size_t k = 0; k < classes && said[c] > 0; ++k) {
      const double mean = sums[c * classes + k] / said[c];
      const double variance = squares[c * classes + k] / said[c] - mean * mean;
      const double away = mean - sizes[k];
      explained += (said[c] * away * away - variance) / count;
    }
  }
  const double error =
      std::sqrt(std::max(0.0, right_squares - right * right) / count);
  return std::abs(right - by_chance) + 2 * error < kChance * (1 - by_chance) &&
         explained < kChance * kChance * all;
}

Agreement agreement(const std::vector<RowVote>& votes,
                    const std::vector<std::int32_t>& labels,
                    const Dataset& data) {
  const std::size_t classes = data.classes.size();
  std::vector<double> said(classes), is(classes);
  Agreement found;
  double same = 0;
  for (const RowVote& one : votes) {
    const std::int32_t label = labels[one.row];
    if (label == kUnlabeled) continue;
    ++found.rows;
    ++said[one.label];
    ++is[label];
    same += one.label == label ? 1 : 0;
  }
  data.complete(said);
  data.complete(is);
  same = data.total(same);
  found.rows = data.total(found.rows);
  if (found.rows == 0) return found;
  const auto rows = static_cast<double>(found.rows);
  double by_chance = 0;
  for (std::size_t k = 0; k < classes; ++k)
    by_chance += said[k] / rows * is[k] / rows;
  found.share = same / rows;
  found.kappa = by_chance < 1 ? (found.share - by_chance) / (1 - by_chance) : 0;
  return found;
}

}  // namespace

VotedLabels labels_of_votes(const Dataset& data, const Voters& voters,
                            int threads) {
  require_votes(data, voters);
  const std::size_t classes = data.classes.size();
  VoteModel model(data, voters);
  VotedLabels voted;
  voted.voters.resize(voters.names.size());
  for (std::size_t v = 0; v < voters.names.size(); ++v) {
    VoterFigures& own = voted.voters[v];
    own.name = voters.names[v];
    own.rows = model.votes(v);
    for (std::size_t u = 0; u < v && own.same_as.empty(); ++u)
      if (model.heard(u) &&
          share_of_same(voters.votes[u], voters.votes[v], data) >= kSameVotes)
        own.same_as = voters.names[u];
    model.hear(v, own.same_as.empty() && own.rows > 0);
  }
  // Labels and the other voters know at least two classes.
  const std::vector<bool> labeled_classes = known_classes(data, {});
  const auto others_tell = [&](std::size_t voter) {
    std::vector<bool> known = labeled_classes;
    for (std::size_t v = 0; v < voters.votes.size(); ++v)
      for (std::size_t k = 0; k < classes && v != voter && model.heard(v); ++k)
        known[k] = known[k] || model.said(v)[k] > 0;
    return std::count(known.begin(), known.end(), true) >= 2;
  };
  std::vector<std::size_t> at_chance;
  for (std::size_t v = 0; v < voters.names.size(); ++v) {
    if (!model.heard(v) || model.votes(v) < kFewVotes || !others_tell(v))
      continue;
    model.hear(v, false);
    if (is_at_chance(voters.votes[v], model.said(v), model.run(kTestSteps),
                     data))
      at_chance.push_back(v);
    model.hear(v, true);
  }
  for (const std::size_t v : at_chance) {
    voted.voters[v].at_chance = true;
    model.hear(v, false);
  }
  const Probabilities& posteriors = model.run(kMostSteps);
  std::vector<double> sure(classes, 0.5);
  const auto label_rows = [&] {
    voted.labels = data.labels;
    voted.rows = 0;
    for (Index i = 0; i < std::ssize(voted.labels); ++i) {
      if (voted.labels[i] != kUnlabeled || !model.told(i)) continue;
      const double* p = &posteriors[i * classes];
      const double* top = std::max_element(p, p + classes);
      if (*top <= sure[top - p]) continue;
      voted.labels[i] = static_cast<std::int32_t>(top - p);
      ++voted.rows;
    }
    voted.rows = data.total(voted.rows);
  };
  label_rows();
  Dataset labeled = data;
  labeled.labels = voted.labels;
  reconsider(model, labeled, threads);
  std::fill(sure.begin(), sure.end(), kSureLabel);
  label_rows();
  // a class that is sure nowhere keeps its likely rows
  labeled.labels = voted.labels;
  const std::vector<bool> known = known_classes(labeled, {});
  for (std::size_t k = 0; k < classes; ++k)
    if (!known[k]) sure[k] = 0.5;
  if (std::find(known.begin(), known.end(), false) != known.end()) label_rows();
  voted.given = data.total(data.labeled());
  if (voted.rows > 0 &&
      voted.given + voted.rows < data.total(data.rows.rows())) {
    // a row more of each
    voted.class_sizes.assign(classes, data.ranks.rank() == 0 ? 1.0 : 0.0);
    for (std::size_t e = 0; e < posteriors.size(); ++e)
      voted.class_sizes[e % classes] +=
          voted.labels[e / classes] == kUnlabeled ? posteriors[e] : 0;
    data.complete(voted.class_sizes);
    make_sum_one(voted.class_sizes);
  }
  for (std::size_t v = 0; v < voters.names.size(); ++v) {
    const auto& votes = voters.votes[v];
    voted.voters[v].says = model.says(v);
    voted.voters[v].result = agreement(votes, voted.labels, data);
    const Agreement given = agreement(votes, data.labels, data);
    if (given.rows > 0) voted.voters[v].given = given;
  }
  return voted;
}

}  // namespace semilin
