#include "learn/committee.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <utility>

#include "base/stopwatch.h"
#include "graph/sparse_rows.h"
#include "learn/consensus.h"
#include "learn/graph_trainer.h"
#include "linear/annealing.h"
#include "linear/comparison.h"
#include "linear/naive_bayes.h"
#include "linear/output_batch.h"
#include "linear/pulse.h"
#include "linear/settled.h"
#include "linear/trainable.h"
#include "solvers/simplex.h"

namespace semilin {
namespace {

constexpr double kRough = 1e-2;    // tolerance of the members
constexpr double kSteepness = 20;  // a consensus weighs exp(20 kappa)
constexpr double kClose = 0.1;     // in kappa: sizes worth a vote of all
constexpr double kAlone = 0.35;    // kappa of a round that weighs as one voice
constexpr double kLeftOut = 0.1;   // agreement with the SVM that may be missed
constexpr double kCloser = 0.2;  // in kappa: the graph's members to each other
// What a search for neighbours may cost, in additions: ten seconds, or what the
// other members' training does, per entry and class.
constexpr double kShort = 1e10;
constexpr double kOthers = 300;
constexpr double kApproximate = 2000;  // an approximate search's, per entry
constexpr double kLong = 1e11;  // a search after which training takes too long
constexpr int kHurried = 20;    // iterations on so many rows
constexpr double kSoft = 1;     // rho under sizes that are guessed
constexpr double kFirm = 4;     // and under better founded ones

// Hypotheses about the class sizes.
constexpr const char* kEqual = "equal";
constexpr const char* kShifted = "shifted";

enum class Member { Svm, Annealing, NaiveBayes, Variation, Laplacian };

std::string_view name_of(Member member) {
  switch (member) {
    case Member::Svm:
      return to_string(Method::Svm);
    case Member::Annealing:
      return to_string(Method::Da);
    case Member::NaiveBayes:
      return to_string(Method::NbEm);
    case Member::Variation:
      return to_string(GraphMethod::TvRls);
    case Member::Laplacian:
      return to_string(GraphMethod::LapRls);
  }
  return "unknown";
}

// Who votes; the first of them are cheap.
struct Roll {
  std::vector<Member> members;
  std::size_t cheap = 2;
  /// The SVM, a member itself, would favour the linear members.
  bool svm_judges = false;
  /// An exact search would take too long, an approximate one would not.
  bool hurries = false;
};

Roll roll_for(const Dataset& data, Search search) {
  const CsrStore& rows = data.rows;
  if (is_dense(rows) || first_negative(rows)) {
    return {
        {Member::Annealing, Member::Laplacian, Member::Variation, Member::Svm}};
  }
  Roll roll = {{Member::Annealing, Member::NaiveBayes}, 2, true};
  const auto entries = static_cast<double>(rows.nonzeros());
  const double most = std::max(
      kShort, kOthers * entries * static_cast<double>(data.classes.size()));
  const double exact =
      rows.visit([](const auto& view) { return additions_of(view, view); });
  roll.hurries = exact > most && search != Search::Exact;
  if (search == Search::Approximate ||
      (roll.hurries ? kApproximate * entries <= std::min(most, kLong)
                    : exact <= most))
    roll.members.push_back(Member::Variation);
  return roll;
}

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

ClassSizes sizes_with(std::vector<double> sizes, std::size_t rows, double rho) {
  fill_empty_classes(sizes, rows);
  ClassSizes result;
  result.sizes = std::move(sizes);
  result.rho = rho;
  return result;
}

class Committee {
 public:
  Committee(const Dataset& data, const CommitteeOptions& options, int threads,
            const Progress& progress)
      : data_(data),
        linear_(options.linear),
        graph_(options.graph),
        progress_([this, &progress](const ProgressRecord& record) {
          if (progress && !progress(record)) interrupted_ = true;
          return !interrupted_;
        }),
        pulse_(progress_, to_string(Method::Svm)),
        roll_(roll_for(data, graph_.making.neighbors.search)) {
    linear_.method = Method::Da;
    if (roll_.hurries) {
      graph_.making.neighbors.search = Search::Approximate;
      int& iterations = graph_.options.max_iterations;
      iterations = std::min(iterations, kHurried);
    }
    Index& neighbors = graph_.making.neighbors.neighbors;
    neighbors = std::min(neighbors, data.rows.rows() - 1);
    linear_.threads = threads;
    rough_ = linear_;
    rough_.tolerance = std::max(linear_.tolerance, kRough);
    require_trainable(data, linear_);
    batch_.emplace(data, linear_);
    batch_->go_on = pulse_.go_on();
    batch_->train_labeled(linear_.tolerance);
    supervised_ = batch_->model();
    svm_votes_ = predicted_classes(*batch_);
    start_ = batch_->snapshot();
    if (learns_unlabeled() && votes(Member::Variation)) make_graph(threads);
  }

  TrainResult train() {
    TrainResult result;
    result.supervised = supervised_;
    CommitteeSummary summary;
    fill_in(summary);
    result.labels = data_.labels;
    std::vector<Round> rounds;
    if (learns_unlabeled() && !interrupted_) {
      rounds = hold_rounds(summary);
      if (!rounds.empty()) settle(rounds, summary, result);
    }
    if (rounds.empty()) {  // the supervised SVM is all there is
      result.model = supervised_;
      put_labels(svm_votes_, result.labels);
      summary.class_sizes_source = "none";
    }
    for (std::size_t i = 0; i < result.labels.size(); ++i) {  // of cost 0
      if (result.labels[i] == kUnlabeled)
        result.labels[i] = predicted_class(*batch_, static_cast<Index>(i));
    }
    if (interrupted_) summary.stop = Stop::Interrupted;
    summary.seconds = watch_.seconds();
    result.figures = std::move(summary);
    return result;
  }

 private:
  int classes() const { return batch_->classes(); }

  // Without one there is still the supervised SVM.
  void make_graph(int threads) {
    try {
      trainer_.emplace(data_, graph_, threads, pulse_.progress());
    } catch (const Interrupted&) {
      interrupted_ = true;
    }
  }

  bool learns_unlabeled() const {
    return !batch_->unlabeled().empty() && linear_.lambda_u > 0;
  }

  bool votes(Member member) const {
    return std::count(roll_.members.begin(), roll_.members.end(), member) > 0;
  }

  void fill_in(CommitteeSummary& summary) const {
    const RunSummary& counts = batch_->summary;
    static_cast<RunSummary&>(summary) = counts;
    summary.class_sizes_source = to_string(linear_.class_sizes.source);
    if (!votes(Member::Variation)) summary.absent = name_of(Member::Variation);
  }

  // The estimate and others.
  std::vector<Hypothesis> hypotheses() {
    const HeldOutRls held_out = hold_out_few(*batch_);
    estimate_ = class_sizes(*batch_, linear_, held_out);
    if (linear_.class_sizes.source != SizeSource::Estimate)
      return {{std::string(to_string(linear_.class_sizes.source)), estimate_}};
    const std::size_t rows = svm_votes_.size();
    std::vector<Hypothesis> all = {{"estimate", estimate_}};
    if (!estimate_.uneven)
      all.push_back(
          {kEqual, sizes_with(std::vector<double>(classes(), 1.0), rows,
                              std::numeric_limits<double>::infinity())});
    const std::vector<double> shifted = estimate_.sampled
                                            ? std::vector<double>{}
                                            : shifted_sizes(*batch_, held_out);
    if (roll_.svm_judges) {  // otherwise it votes itself
      const bool founded = estimate_.sampled || !shifted.empty();
      all.push_back({"supervised", voted_sizes(svm_votes_, kSoft), !founded});
    }
    if (estimate_.sampled)
      all.push_back(
          {"labels", sizes_with(batch_->labeled_sizes(), rows, kFirm)});
    if (!shifted.empty())
      all.push_back({kShifted, sizes_with(shifted, rows, kFirm)});
    return all;
  }

  // The shares of the classes, a row of each added.
  ClassSizes voted_sizes(const Votes& votes, double rho) const {
    std::vector<double> shares(classes(), 1.0);
    for (const std::int32_t k : votes)
      shares[k] += 1;
    make_sum_one(shares);
    return sizes_with(std::move(shares), votes.size(), rho);
  }

  // Lets the members vote who have not, until so many have.
  void let_vote(Round& round, std::size_t members) {
    auto& [name, sizes, follows] = round.hypothesis;
    while (round.votes.size() < members) {
      const Member member = roll_.members[round.votes.size()];
      round.votes.push_back(vote(member, sizes));
      if (follows && member == Member::Annealing)
        sizes = voted_sizes(round.votes.back(), kSoft);
    }
  }

  std::vector<Round> hold_rounds(CommitteeSummary& summary) {
    std::vector<Round> tried;
    for (Hypothesis& hypothesis : hypotheses()) {
      Round round;
      round.hypothesis = std::move(hypothesis);
      let_vote(round, roll_.cheap);
      if (interrupted_) return {};
      round.kappa = mean_kappa(round.votes, classes());
      summary.hypotheses.push_back(
          {round.hypothesis.name, round.hypothesis.sizes.sizes, round.kappa});
      tried.push_back(std::move(round));
    }
    count_alone(tried.front());
    const double most =
        std::max_element(tried.begin(), tried.end(), agrees_less)->kappa;
    std::vector<Round> rounds;
    for (std::size_t h = 0; h < tried.size(); ++h) {
      if (tried[h].kappa < most - kClose) continue;
      if (!complete(tried[h])) return rounds;
      summary.hypotheses[h].kappa = tried[h].kappa;
      const bool only = rounds.empty();  // some round must count
      if (!only && !stands_out(tried[h], summary.hypotheses)) continue;
      count(tried[h]);
      rounds.push_back(std::move(tried[h]));
    }
    const Round& best =
        *std::max_element(rounds.begin(), rounds.end(), agrees_less);
    if (!asks_again(summary.hypotheses, best)) return rounds;
    Round again;
    again.hypothesis = {"consensus", sizes_with(best.consensus.sizes,
                                                svm_votes_.size(), kFirm)};
    if (!complete(again)) return rounds;
    summary.hypotheses.push_back(
        {again.hypothesis.name, again.hypothesis.sizes.sizes, again.kappa});
    count(again);
    rounds.push_back(std::move(again));
    return rounds;
  }

  // Members that follow annealing share its errors, so that their agreement
  // counts only if it is well above that under equal sizes.
  static bool stands_out(const Round& round,
                         const std::vector<SizeHypothesis>& tried) {
    const SizeHypothesis* equal = find(tried, kEqual);
    const double least = equal != nullptr ? equal->kappa + kClose : kClose;
    return !round.hypothesis.follows || round.kappa > least;
  }

  static const SizeHypothesis* find(const std::vector<SizeHypothesis>& tried,
                                    std::string_view name) {
    for (const SizeHypothesis& hypothesis : tried)
      if (hypothesis.name == name) return &hypothesis;
    return nullptr;
  }

  // Whether the sizes of the consensus are worth a round. Where labels tell how
  // sizes have shifted, only if equal sizes are the best, which are not found
  // by looking at rows: of others the consensus would amplify the errors.
  bool asks_again(const std::vector<SizeHypothesis>& tried,
                  const Round& best) const {
    if (linear_.class_sizes.source != SizeSource::Estimate) return false;
    return find(tried, kShifted) == nullptr || best.hypothesis.name == kEqual;
  }

  // Lets the members vote who have not, and finds what they say together;
  // false: interrupted.
  bool complete(Round& round) {
    let_vote(round, roll_.members.size());
    if (interrupted_) return false;
    round.kappa = mean_kappa(round.votes, classes());
    round.left_out = roll_.svm_judges ? left_out(round.votes)
                                      : left_out_of_dense(round.votes);
    std::vector<Votes> voting;
    for (std::size_t m = 0; m < round.votes.size(); ++m)
      if (!round.left_out[m]) voting.push_back(round.votes[m]);
    round.consensus = consensus(voting, classes(), linear_.threads);
    return true;
  }

  // Members that agree with the SVM on kLeftOut fewer rows than the one that
  // agrees most, unless these agree more with each other than with the rest. Of
  // two that are left nothing tells who is right, and the first stands alone.
  std::vector<bool> left_out(const std::vector<Votes>& votes) const {
    std::vector<double> with_svm;
    with_svm.reserve(votes.size());
    for (const Votes& member : votes)
      with_svm.push_back(agreement(member, svm_votes_));
    const auto first = std::max_element(with_svm.begin(), with_svm.end());
    std::vector<bool> out;
    out.reserve(votes.size());
    for (const double share : with_svm)
      out.push_back(share < *first - kLeftOut);
    double inside = 0, across = 0, pairs_inside = 0, pairs_across = 0;
    for (std::size_t m = 0; m < votes.size(); ++m) {
      for (std::size_t other = 0; out[m] && other < votes.size(); ++other) {
        if (out[other] && other <= m) continue;
        (out[other] ? inside : across) +=
            kappa(votes[m], votes[other], classes());
        (out[other] ? pairs_inside : pairs_across) += 1;
      }
    }
    if (pairs_inside > 0 && inside / pairs_inside > across / pairs_across)
      return std::vector<bool>(votes.size());
    if (std::count(out.begin(), out.end(), false) == 2) {
      out.assign(out.size(), true);
      out[first - with_svm.begin()] = false;
    }
    return out;
  }

  // Where the graph's members are closer to each other than the linear ones are
  // to anyone, lines do not follow the classes. Of the two nothing tells who is
  // right, and tv-rls, which keeps boundaries sharp, stands alone.
  std::vector<bool> left_out_of_dense(const std::vector<Votes>& votes) const {
    const auto close = [&](std::size_t one, std::size_t other) {
      return kappa(votes[one], votes[other], classes());
    };
    const std::size_t da = 0, lap = 1, tv = 2, svm = 3;  // as in roll_for
    const double linear = close(da, svm);
    const double across =
        (close(lap, da) + close(lap, svm) + close(tv, da) + close(tv, svm)) / 4;
    const bool alone = close(lap, tv) > std::max(linear, across) + kCloser;
    return {alone, alone, false, alone};
  }

  Votes vote(Member member, const ClassSizes& sizes) {
    switch (member) {
      case Member::Svm:
        return svm_votes_;
      case Member::Annealing:
      case Member::NaiveBayes:
        return linear_vote(member, sizes);
      case Member::Variation:
        return graph_vote(GraphMethod::TvRls, sizes);
      case Member::Laplacian:
        return graph_vote(GraphMethod::LapRls, sizes);
    }
    return {};
  }

  Votes linear_vote(Member member, const ClassSizes& sizes) {
    batch_->restore(start_);
    if (member == Member::NaiveBayes) {
      (void)train_naive_bayes(*batch_, data_, rough_, sizes, pulse_.progress());
    } else {
      Checkpoint none;
      BatchCheckpointer checkpointer(none, *batch_, rough_);
      anneal(*batch_, rough_, sizes, pulse_.progress(), checkpointer);
    }
    return settled_classes(*batch_);
  }

  Votes graph_vote(GraphMethod method, const ClassSizes& sizes) {
    graph_.options.method = method;
    graph_.options.class_sizes = {SizeSource::Given, sizes.sizes};
    const GraphResult found = trainer_->run(data_.labels, pulse_.progress());
    Votes votes;
    for (const Index row : batch_->unlabeled())
      votes.push_back(found.labels[row]);
    return votes;
  }

  // Adds the round's posterior, weighted, to the answer's, and frees it.
  void count(Round& round) {
    std::vector<double>& found = round.consensus.posterior;
    posterior_.resize(found.size());
    const double weight = std::exp(kSteepness * round.kappa);
    for (std::size_t e = 0; e < found.size(); ++e)
      posterior_[e] += weight * found[e];
    weights_ += weight;
    found = {};
  }

  // One voice alone, which outweighs rounds whose members hardly agree: the
  // supervised SVM's, since then the class sizes are not found either, or,
  // where the SVM is a member or sizes are given, annealing's in the first
  // round.
  void count_alone(const Round& first) {
    const bool guessed = linear_.class_sizes.source == SizeSource::Estimate;
    const Votes& voice =
        roll_.svm_judges && guessed ? svm_votes_ : first.votes.front();
    Round alone;
    alone.kappa = kAlone;
    alone.consensus = consensus({voice}, classes(), linear_.threads);
    count(alone);
  }

  void settle(const std::vector<Round>& rounds, CommitteeSummary& summary,
              TrainResult& result) {
    for (double& p : posterior_)
      p /= weights_;
    const Votes labels = most_likely();
    put_labels(labels, result.labels);
    const Round& best =
        *std::max_element(rounds.begin(), rounds.end(), agrees_less);
    summary.chosen = best.hypothesis.name;
    summary.class_sizes = best.hypothesis.sizes.sizes;
    compare(*batch_, estimate_, svm_votes_, labels, summary);
    describe_members(best, summary);
    result.model = is_dense(data_.rows) ? Model(neighbors_model())
                                        : Model(linear_model(summary));
  }

  Votes most_likely() const {
    Votes labels;
    for (auto p = posterior_.begin(); p != posterior_.end(); p += classes())
      labels.push_back(
          static_cast<std::int32_t>(std::max_element(p, p + classes()) - p));
    return labels;
  }

  // Of the unlabelled rows.
  void put_labels(const Votes& votes, Votes& labels) const {
    for (std::size_t j = 0; j < votes.size(); ++j)
      labels[batch_->unlabeled()[j]] = votes[j];
  }

  void describe_members(const Round& round, CommitteeSummary& summary) const {
    std::size_t voter = 0;
    for (std::size_t m = 0; m < round.votes.size(); ++m) {
      CommitteeMember member;
      member.method = name_of(roll_.members[m]);
      member.predicted.assign(classes(), 0.0);
      for (const std::int32_t k : round.votes[m])
        member.predicted[k] += 1;
      make_sum_one(member.predicted);
      member.left_out = round.left_out[m];
      if (!member.left_out) member.accuracy = round.consensus.accuracy[voter++];
      member.with_supervised = agreement(round.votes[m], svm_votes_);
      for (const Votes& other : round.votes)
        member.with.push_back(agreement(round.votes[m], other));
      summary.members.push_back(std::move(member));
    }
    double same = 0;
    for (std::size_t j = 0; j < svm_votes_.size(); ++j) {
      same += std::all_of(round.votes.begin(), round.votes.end(),
                          [&](const Votes& votes) {
                            return votes[j] == round.votes.front()[j];
                          })
                  ? 1
                  : 0;
    }
    summary.unanimous = same / static_cast<double>(svm_votes_.size());
  }

  // Trained on all rows, the posteriors as beliefs.
  LinearModel linear_model(CommitteeSummary& summary) {
    batch_->go_on = {};  // it is wanted even of a run that was ended
    batch_->restore(start_);
    const int width = classes();
    for (std::size_t j = 0; j < batch_->unlabeled().size(); ++j) {
      double* p =
          batch_->beliefs().data() + batch_->unlabeled()[j] * batch_->stride();
      const double* given = posterior_.data() + j * width;
      if (width == 2) {
        p[0] = given[1];
      } else {
        std::copy(given, given + width, p);
      }
    }
    batch_->finish(linear_.lambda_u);
    summary.objective = batch_->objective();
    summary.stop = batch_->summary.stop;
    const std::vector<double> offsets = thresholds(*batch_);
    LinearModel model = batch_->take_model();
    model.offsets = offsets;
    return model;
  }

  // A new row asks its neighbours.
  KernelModel neighbors_model() const {
    const int width = classes();
    const int outputs = batch_->outputs();
    KernelModel model;
    model.classes = data_.classes;
    model.features = data_.rows.cols();
    model.offsets.assign(outputs, 0.0);
    model.kernel.form = KernelForm::None;
    model.kernel.width = 1;
    model.kernel.delta = 0;
    model.rows = data_.rows;
    model.neighbors = graph_.making.neighbors.neighbors;
    model.metric = graph_.making.neighbors.metric;
    model.remainder.assign(data_.rows.rows() * outputs, 0.0);
    const auto put = [&](Index row, int k, double p) {
      if (width > 2) {
        model.remainder[row * outputs + k] = p;
      } else if (k == 1) {
        model.remainder[row] = 2 * p - 1;
      }
    };
    for (const Index row : batch_->labeled()) {
      for (int k = 0; k < width; ++k)
        put(row, k, data_.labels[row] == k ? 1 : 0);
    }
    for (std::size_t j = 0; j < batch_->unlabeled().size(); ++j) {
      for (int k = 0; k < width; ++k)
        put(batch_->unlabeled()[j], k, posterior_[j * width + k]);
    }
    return model;
  }

  const Dataset& data_;
  LinearOptions linear_, rough_;
  GraphTraining graph_;
  const Progress progress_;
  Pulse pulse_;
  bool interrupted_ = false;
  Roll roll_;
  Stopwatch watch_;
  std::optional<OutputBatch> batch_;
  std::optional<GraphTrainer> trainer_;
  OutputBatch::Snapshot start_;
  ClassSizes estimate_;
  LinearModel supervised_;
  Votes svm_votes_;
  std::vector<double> posterior_;  // of the rounds, weighted
  double weights_ = 0;
};

}  // namespace

TrainResult train_committee(const Dataset& data,
                            const CommitteeOptions& options, int threads,
                            const Progress& progress) {
  return Committee(data, options, threads, progress).train();
}

}  // namespace semilin
