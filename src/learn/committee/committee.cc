#include "learn/committee/committee.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <utility>

#include "learn/committee/ballot.h"
#include "learn/committee/committee_model.h"
#include "learn/committee/consensus.h"
#include "learn/committee/roll.h"
#include "learn/graph_learner.h"
#include "linear/settled.h"
#include "linear/trainable.h"
#include "solvers/simplex.h"

namespace semilin {
namespace {

constexpr double kRough = 1e-2;       // tolerance of the members
constexpr double kKappaMargin = 0.1;  // in kappa: sizes worth a vote of all
constexpr double kLoneKappa =
    0.35;                           // kappa of a round that weighs as one voice
constexpr int kFewIterations = 20;  // where the search is approximate
constexpr double kGuessed = 1;      // rho under sizes that are guessed
constexpr double kFounded = 4;      // and under better founded ones

// Hypotheses about the class sizes.
constexpr const char* kEqual = "equal";
constexpr const char* kShifted = "shifted";

constexpr std::size_t kCheap = 2;  // the members that vote first

struct Member : Voter {
  std::unique_ptr<Learner> learner;
};

struct Hypothesis {
  std::string name;
  ClassSizes sizes;
  /// Annealing, the first to vote, may move them, and the others follow:
  /// members that count on different sizes disagree on account of these.
  bool follows = false;
};

// The members under one hypothesis.
struct Round {
  Hypothesis hypothesis;
  std::vector<Votes> votes;  // by member
  double kappa = 0;
  std::vector<bool> left_out;
  Consensus consensus;
};

bool agrees_less(const Round& one, const Round& other) {
  return one.kappa < other.kappa;
}

const Round& best_of(const std::vector<Round>& rounds) {
  return *std::max_element(rounds.begin(), rounds.end(), agrees_less);
}

ClassSizes sizes_with(std::vector<double> sizes, std::size_t rows, double rho) {
  fill_empty_classes(sizes, static_cast<Index>(rows));
  return {std::move(sizes), rho};
}

const SizeHypothesis* find(const std::vector<SizeHypothesis>& tried,
                           std::string_view name) {
  for (const SizeHypothesis& hypothesis : tried)
    if (hypothesis.name == name) return &hypothesis;
  return nullptr;
}

// Members that follow annealing share its errors, so that their agreement
// counts only if it is well above that under equal sizes.
bool stands_out(const Round& round, const std::vector<SizeHypothesis>& tried) {
  const SizeHypothesis* equal = find(tried, kEqual);
  const double least =
      equal != nullptr ? equal->kappa + kKappaMargin : kKappaMargin;
  return !round.hypothesis.follows || round.kappa > least;
}

// The rounds of one training.
class Rounds {
 public:
  Rounds(const Roll& roll, std::vector<Member>& members, OutputBatch& batch,
         const FoundSizes& sizes, SizeSource source, const Progress& progress)
      : roll_(roll),
        members_(members),
        batch_(batch),
        start_(batch.snapshot()),
        supervised_(predicted_classes(batch)),
        sizes_(sizes),
        source_(source),
        progress_([this, &progress](const ProgressRecord& record) {
          if (progress && !progress(record)) interrupted_ = true;
          return !interrupted_;
        }) {}

  /// False: interrupted before a round was held.
  bool hold() {
    std::vector<Round> tried = try_hypotheses();
    if (interrupted_) return false;
    count_alone(tried.front());
    const double most = best_of(tried).kappa;
    for (std::size_t h = 0; h < tried.size(); ++h) {
      if (tried[h].kappa < most - kKappaMargin) continue;
      if (!complete(tried[h])) return !rounds_.empty();
      hypotheses_[h].kappa = tried[h].kappa;
      const bool only = rounds_.empty();  // some round must count
      if (only || stands_out(tried[h], hypotheses_)) count(std::move(tried[h]));
    }
    if (!asks_again(best_of(rounds_))) return true;
    Round last;
    last.hypothesis = {"consensus", sizes_with(best_of(rounds_).consensus.sizes,
                                               supervised_.size(), kFounded)};
    if (!complete(last)) return true;
    note(last);
    count(std::move(last));
    return true;
  }

  [[nodiscard]] bool interrupted() const { return interrupted_; }
  [[nodiscard]] const Round& best() const { return best_of(rounds_); }
  [[nodiscard]] std::vector<double> posterior() const { return fusion_.mean(); }
  [[nodiscard]] const OutputBatch::Snapshot& start() const { return start_; }

  void describe(CommitteeFigures& figures) const {
    figures.hypotheses = hypotheses_;
    if (rounds_.empty()) return;
    const Round& round = best();
    figures.chosen = round.hypothesis.name;
    figures.unanimous = unanimous(round.votes);
    std::size_t voter = 0;
    for (std::size_t m = 0; m < round.votes.size(); ++m) {
      CommitteeMember member;
      member.method = roll_.members[m].name;
      member.predicted.assign(classes(), 0.0);
      for (const std::int32_t k : round.votes[m])
        member.predicted[k] += 1;
      make_sum_one(member.predicted);
      member.left_out = round.left_out[m];
      if (!member.left_out) member.accuracy = round.consensus.accuracy[voter++];
      member.with_supervised = agreement(round.votes[m], supervised_);
      for (const Votes& other : round.votes)
        member.with.push_back(agreement(round.votes[m], other));
      figures.members.push_back(std::move(member));
    }
  }

 private:
  [[nodiscard]] int classes() const { return batch_.classes(); }
  [[nodiscard]] int threads() const { return batch_.options().threads; }

  // The estimate and others.
  [[nodiscard]] std::vector<Hypothesis> hypotheses() const {
    if (source_ != SizeSource::Estimate)
      return {{std::string(to_string(source_)), sizes_}};
    const std::size_t rows = supervised_.size();
    std::vector<Hypothesis> all = {{"estimate", sizes_}};
    if (!sizes_.uneven)
      all.push_back(
          {kEqual, sizes_with(std::vector<double>(classes(), 1.0), rows,
                              std::numeric_limits<double>::infinity())});
    const std::vector<double>& shifted = sizes_.shifted;
    if (roll_.svm_judges) {  // otherwise it votes itself
      const bool founded = sizes_.sampled || !shifted.empty();
      all.push_back({"supervised", voted_sizes(supervised_), !founded});
    }
    if (sizes_.sampled)
      all.push_back(
          {"labels", sizes_with(batch_.labeled_sizes(), rows, kFounded)});
    if (!shifted.empty())
      all.push_back({kShifted, sizes_with(shifted, rows, kFounded)});
    return all;
  }

  // The shares of the classes, a row of each added.
  [[nodiscard]] ClassSizes voted_sizes(const Votes& votes) const {
    std::vector<double> shares(classes(), 1.0);
    for (const std::int32_t k : votes)
      shares[k] += 1;
    make_sum_one(shares);
    return sizes_with(std::move(shares), votes.size(), kGuessed);
  }

  std::vector<Round> try_hypotheses() {
    std::vector<Round> tried;
    for (Hypothesis& hypothesis : hypotheses()) {
      Round round;
      round.hypothesis = std::move(hypothesis);
      let_vote(round, kCheap);
      if (interrupted_) return {};
      round.kappa = mean_kappa(round.votes, classes());
      note(round);
      tried.push_back(std::move(round));
    }
    return tried;
  }

  void note(const Round& round) {
    hypotheses_.push_back(
        {round.hypothesis.name, round.hypothesis.sizes.sizes, round.kappa});
  }

  // Lets the members vote that have not, until this many have.
  void let_vote(Round& round, std::size_t members) {
    auto& [name, sizes, follows] = round.hypothesis;
    while (round.votes.size() < members) {
      const Member& member = members_[round.votes.size()];
      batch_.restore(start_);
      // class sizes are constraints on a graph
      const ClassSizes given =
          member.on_graph ? ClassSizes{fixed_class_sizes(
                                {SizeSource::Given, sizes.sizes}, classes())}
                          : sizes;
      round.votes.push_back(member.learner->vote(batch_, given, progress_));
      if (follows && member.name == kDa)
        sizes = voted_sizes(round.votes.back());
    }
  }

  // Lets the members vote that have not, and finds their consensus; false:
  // interrupted.
  bool complete(Round& round) {
    let_vote(round, members_.size());
    if (interrupted_) return false;
    round.kappa = mean_kappa(round.votes, classes());
    round.left_out =
        roll_.svm_judges
            ? left_out_by(supervised_, round.votes, classes())
            // tv-rls, which keeps boundaries sharp, alone of those on the graph
            : left_out_by_kind({false, true, true, false}, 2, round.votes,
                               classes());
    std::vector<Votes> voting;
    for (std::size_t m = 0; m < round.votes.size(); ++m)
      if (!round.left_out[m]) voting.push_back(round.votes[m]);
    round.consensus = consensus(voting, classes(), threads());
    return true;
  }

  // Whether the sizes of the consensus are worth a round. Where labels show how
  // sizes have shifted, only if equal sizes are the best, which are not found
  // by looking at rows: of others the consensus would amplify the errors.
  [[nodiscard]] bool asks_again(const Round& best) const {
    if (source_ != SizeSource::Estimate) return false;
    return find(hypotheses_, kShifted) == nullptr ||
           best.hypothesis.name == kEqual;
  }

  // Adds the round's posterior to the answer's, and frees it.
  void count(Round round) {
    fusion_.add(std::exchange(round.consensus.posterior, {}), round.kappa);
    rounds_.push_back(std::move(round));
  }

  // One voice alone, which outweighs rounds whose members hardly agree: the
  // supervised SVM's, since then the class sizes are not found either, or,
  // where the SVM is a member or sizes are given, annealing's in the first
  // round.
  void count_alone(const Round& first) {
    const bool guessed = source_ == SizeSource::Estimate;
    const Votes& voice =
        roll_.svm_judges && guessed ? supervised_ : first.votes.front();
    fusion_.add(consensus({voice}, classes(), threads()).posterior, kLoneKappa);
  }

  const Roll& roll_;
  std::vector<Member>& members_;
  OutputBatch& batch_;
  OutputBatch::Snapshot start_;
  Votes supervised_;
  const FoundSizes& sizes_;
  SizeSource source_;
  const Progress progress_;
  bool interrupted_ = false;
  std::vector<SizeHypothesis> hypotheses_;
  std::vector<Round> rounds_;
  Fusion fusion_;
};

class CommitteeLearner : public Learner {
 public:
  CommitteeLearner(TrainOptions options, Roll roll,
                   std::shared_ptr<GraphPoints> points)
      : Learner(options.linear, {.steady = true}),
        options_(std::move(options)),
        roll_(std::move(roll)),
        points_(std::move(points)) {}

  std::unique_ptr<Learner> at(const GridPoint&) const override {
    return std::make_unique<CommitteeLearner>(options_, roll_, points_);
  }

  FoundSizes estimate(const OutputBatch& start,
                      const HeldOutRls& held_out) const override {
    FoundSizes sizes = estimated_sizes(start, held_out);
    if (!sizes.sampled) sizes.shifted = shifted_sizes(start, held_out);
    return sizes;
  }

  Fit fit(OutputBatch& batch, const FoundSizes& sizes, const Progress& progress,
          const Checkpoint&) override {
    Fit fit;
    fit.committee.emplace();
    if (!roll_.has(kTvRls)) fit.committee->absent = kTvRls;
    fit.labels = batch.labels();
    const bool searched = search(batch.data(), progress);
    std::vector<Member> members = make_members(batch.data());
    Rounds rounds(roll_, members, batch, sizes, options_.class_sizes.source,
                  progress);
    if (!searched || !rounds.hold()) {  // the supervised SVM is all there is
      fit.stop = Stop::Interrupted;
      batch.restore(rounds.start());
      put_votes(predicted_classes(batch), batch, fit.labels);
      fit.model = batch.take_model();
      return fit;
    }
    rounds.describe(*fit.committee);
    fit.class_sizes = rounds.best().hypothesis.sizes.sizes;
    const std::vector<double> posterior = rounds.posterior();
    fit.predicted = most_likely(posterior, batch.classes());
    put_votes(fit.predicted, batch, fit.labels);
    if (is_dense(features_of(batch.data()))) {
      fit.model =
          neighbors_model(batch, options_.graph.making.neighbors, posterior);
    } else {
      fit.model = linear_model(batch, rounds.start(), posterior);
      fit.objective = batch.objective();
      fit.stop = batch.summary.stop;
    }
    if (rounds.interrupted()) fit.stop = Stop::Interrupted;
    return fit;
  }

 private:
  // Makes the graph, if a member asks for one; false: interrupted.
  bool search(const Dataset& data, const Progress& progress) {
    if (points_ || !roll_.has(kTvRls)) return true;
    try {
      points_ = make_points(data, options_.graph, options_.threads, progress);
      options_.graph.graph.reset();  // the points have it
    } catch (const Interrupted&) {
      return false;
    }
    return true;
  }

  [[nodiscard]] std::vector<Member> make_members(const Dataset& data) const {
    TrainOptions rough = options_;
    rough.linear.tolerance = std::max(rough.linear.tolerance, kRough);
    std::vector<Member> members;
    for (const Voter& voter : roll_.members) {
      const Method& method = method_named(voter.name);
      if (!voter.on_graph) {
        members.push_back({voter, method.make(method, data, rough, {})});
        continue;
      }
      if (!points_) continue;  // interrupted
      GraphTraining training = options_.graph;
      training.options.method = method.graph_method;
      members.push_back(
          {voter, make_graph_learner(voter.name, points_, training)});
    }
    return members;
  }

  TrainOptions options_;
  Roll roll_;
  std::shared_ptr<GraphPoints> points_;
};

}  // namespace

std::unique_ptr<Learner> make_committee(const Method&, const Dataset& data,
                                        TrainOptions& options,
                                        const Progress&) {
  require_trainable(data, options.linear);
  options.linear.lambda = lambda_in_force(data, options.linear);
  TrainOptions own = options;
  Roll roll = roll_for(data, own.graph.making.neighbors.search);
  if (roll.approximate) {
    own.graph.making.neighbors.search = Search::Approximate;
    int& iterations = own.graph.options.max_iterations;
    iterations = std::min(iterations, kFewIterations);
  }
  Index& neighbors = own.graph.making.neighbors.neighbors;
  neighbors = std::min(neighbors, data.rows.rows() - 1);
  return std::make_unique<CommitteeLearner>(std::move(own), std::move(roll),
                                            nullptr);
}

}  // namespace semilin
