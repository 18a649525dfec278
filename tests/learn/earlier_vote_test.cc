// A committee that begins with the vote of an earlier training.
#include <numeric>

#include "semilin/learn/report.h"
#include "semilin/learn/train.h"

#include "support/training.h"

namespace semilin::test {
namespace {

constexpr Index kTerms = 40;  // of each class

// Two classes, whose rows have one of their terms each, in turns; the first
// rows of each class have a label, so that one term more is known by each.
Topics terms(Index labeled) {
  const auto entries = [](Index i) {
    return Entries{{i % 2 * kTerms + i / 2 % kTerms, 1.0}};
  };
  const CsrStore rows = rows_of(4 * kTerms, 2 * kTerms, entries);
  return few_labels(rows, in_turns(4 * kTerms, 2), {labeled, labeled});
}

TrainOptions committee_on_one_thread(std::string_view method = kCommittee) {
  TrainOptions options;
  options.method = method;
  options.threads = 1;
  return options;
}

// What a model in a file tells.
EarlierVote vote_of(const TrainResult& result, const TrainOptions& options) {
  TrainReport report;
  report.options = options;
  report.summary = result.summary;
  ModelHead head = result.model.head();
  head.info = model_info(report);
  return earlier_vote(head);
}

TrainResult train_from(const EarlierVote& start, const Dataset& data) {
  TrainOptions options = committee_on_one_thread();
  options.start = start;
  return train(data, options);
}

struct Earlier {
  TrainResult result;
  EarlierVote vote;
};

const Earlier& on_twenty_labels() {
  static const Earlier earlier = [] {
    const TrainOptions options = committee_on_one_thread();
    TrainResult result = train(terms(10).data, options);
    EarlierVote vote = vote_of(result, options);
    return Earlier{std::move(result), std::move(vote)};
  }();
  return earlier;
}

TEST_CASE("the same data have the same labels by the earlier vote") {
  const auto& [first, vote] = on_twenty_labels();
  CHECK(first.summary.committee->weighed_with == -1);
  for (const SizeHypothesis& one : first.summary.committee->hypotheses) {
    double sum = 0;
    for (const double part : one.votes)
      sum += part;
    CHECK(sum == doctest::Approx(one.weight));
  }

  const TrainResult again = train_from(vote, terms(10).data);

  CHECK(again.summary.unfit == "");
  CHECK(again.labels == first.labels);
  CHECK(again.summary.committee->weighed_with == 20);
  CHECK(again.summary.held_out.accuracy == first.summary.held_out.accuracy);
  CHECK(again.model.head().calibration.slopes ==
        first.model.head().calibration.slopes);
  // the vote is handed on
  const EarlierVote next = vote_of(again, committee_on_one_thread());
  CHECK(next.figures.weighed_with == 20);
  CHECK(train_from(next, terms(10).data).labels == again.labels);
}

TEST_CASE("labels that come after the earlier vote are heeded") {
  const Topics more = terms(20);
  const TrainResult found = train_from(on_twenty_labels().vote, more.data);
  CHECK(found.summary.unfit == "");
  CHECK(found.summary.labeled == 40);
  const double before = hidden_accuracy(more, on_twenty_labels().result.labels);
  CHECK(hidden_accuracy(more, found.labels) > before + 0.05);
}

TEST_CASE("an earlier vote that does not fit is not taken, which is said") {
  const EarlierVote& vote = on_twenty_labels().vote;
  const Topics many = terms(21);
  const TrainResult found = train_from(vote, many.data);
  CHECK(found.summary.unfit ==
        "its vote was weighed with 20 labels, and now there are 42");
  CHECK(found.labels == train(many.data, committee_on_one_thread()).labels);
  CHECK(found.summary.committee->weighed_with == -1);

  Dataset renamed = terms(10).data;
  renamed.classes.back() = "other";
  CHECK(train_from(vote, renamed).summary.unfit == "it has other classes");
  const TrainOptions da = committee_on_one_thread(kDa);
  const TrainResult annealed = train(terms(10).data, da);
  CHECK(train_from(vote_of(annealed, da), terms(10).data).summary.unfit ==
        "no committee's vote made it");
  TrainOptions starts = da;
  starts.start = vote;
  const TrainResult other = train(terms(10).data, starts);
  CHECK(other.summary.unfit == "no committee votes now");
  CHECK(other.labels == annealed.labels);
  CHECK(earlier_vote(ModelHead()).figures.members.empty());
}

TEST_CASE("class sizes that data told stand in for others, given ones do not") {
  const auto voted_under = [](SizeSource source) {
    EarlierVote vote = on_twenty_labels().vote;
    for (SizeHypothesis& one : vote.figures.hypotheses)
      one.source = source;
    return vote;
  };
  const TrainResult found =
      train_from(voted_under(SizeSource::Labels), terms(10).data);
  CHECK(found.summary.unfit == "");
  CHECK(found.summary.committee->chosen == SizeSource::Labels);
  const std::string other = "other evidence tells the class sizes";
  EarlierVote without = voted_under(SizeSource::Labels);
  for (SizeHypothesis& one : without.figures.hypotheses)
    one.sizes = {0, 1};
  CHECK(train_from(without, terms(10).data).summary.unfit == other);
  CHECK(train_from(voted_under(SizeSource::Given), terms(10).data)
            .summary.unfit == other);
  TrainOptions given = committee_on_one_thread();
  given.class_sizes.source = SizeSource::Equal;
  given.start = voted_under(SizeSource::Labels);
  CHECK(train(terms(10).data, given).summary.unfit == other);
}

TEST_CASE("labels that are held out do not know the vote that counted them") {
  TrainOptions options = committee_on_one_thread();
  const Topics corpus = terms(10);
  const Folds folds = few_folds(corpus.data);
  const GridPoint point;
  const HeldOut cold =
      Trainer(corpus.data, options).held_out(folds, {&point, 1});
  options.start = on_twenty_labels().vote;
  const HeldOut warm =
      Trainer(corpus.data, options).held_out(folds, {&point, 1});
  CHECK(warm.outputs == cold.outputs);
}

TEST_CASE("a graph that was kept is that of the same rows alone") {
  TrainOptions options = committee_on_one_thread();
  options.graphs = keep_graphs();
  const Topics corpus = terms(10);
  std::vector<Index> backward(corpus.truth.size());
  std::iota(backward.rbegin(), backward.rend(), Index{0});
  Topics others = corpus;
  others.data.rows = corpus.data.rows.select(backward);
  for (int time = 0; time < 2; ++time) {
    CHECK(train(corpus.data, options).labels ==
          on_twenty_labels().result.labels);
    CHECK(train(others.data, options).labels ==
          train(others.data, committee_on_one_thread()).labels);
  }
}

}  // namespace
}  // namespace semilin::test
