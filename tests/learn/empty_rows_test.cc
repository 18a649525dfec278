#include "semilin/learn/audit.h"
#include "semilin/learn/report.h"
#include "semilin/learn/suggest.h"

#include "support/training.h"

namespace semilin::test {
namespace {

constexpr int kClasses = 12;

/// Documents of twelve topics, the last of which is twice as frequent as the
/// others, and behind them rows without a feature: so many with a label, as
/// many without.
struct Problem {
  Dataset data;
  Index documents = 0;
};

Problem with_empty_rows(Index count) {
  const Topics corpus = topics(kClasses, 720, 6, 1);
  std::vector<Index> kept;
  for (std::size_t i = 0; i < corpus.truth.size(); ++i)
    if (corpus.truth[i] == kClasses - 1 || i / kClasses % 2 == 0 ||
        corpus.data.labels[i] != kUnlabeled)
      kept.push_back(static_cast<Index>(i));
  Problem problem{select(corpus.data, kept), std::ssize(kept)};
  Dataset& data = problem.data;
  data.rows = data.rows.followed_by(
      sparse(MatrixXd::Zero(2 * count, data.rows.cols())));
  data.labels.insert(data.labels.end(), count, 0);
  data.labels.insert(data.labels.end(), count, kUnlabeled);
  return problem;
}

TEST_CASE("rows without a feature are no evidence, and get the largest class") {
  const Problem without = with_empty_rows(0), with = with_empty_rows(200);
  for (const std::string_view method :
       {kSvm, kTsvm, kDa, kNbEm, kLapRls, kTvRls, kCommittee}) {
    INFO("method " << method);
    const TrainResult one = train(without.data, one_thread(method));
    const TrainResult two = train(with.data, one_thread(method));
    CHECK(two.summary.unlabeled == one.summary.unlabeled);
    CHECK(two.summary.empty == 200);
    CHECK(two.summary.agreement ==
          doctest::Approx(one.summary.agreement).epsilon(0.01));
    CHECK(two.summary.predicted.size() == one.summary.predicted.size());
    CHECK(apart(two.summary.class_sizes, one.summary.class_sizes) < 1e-3);
    const Labels documents(two.labels.begin(),
                           two.labels.begin() + with.documents);
    CHECK(std::inner_product(documents.begin(), documents.end(),
                             one.labels.begin(), 0, std::plus<>(),
                             std::not_equal_to<>()) <= 2);
    const auto largest = static_cast<std::int32_t>(
        one.summary.class_sizes.empty() ? 0 : kClasses - 1);
    for (Index i = with.documents + 200; i < with.data.rows.rows(); ++i)
      CHECK(two.labels[i] == largest);
  }
}

TEST_CASE("a line tells how many rows have no feature") {
  const Problem problem = with_empty_rows(5);
  const TrainOptions options = one_thread(kDa);
  const Strings said =
      warnings(problem.data, options, train(problem.data, options));
  REQUIRE(said.size() == 1);
  CHECK(said[0].starts_with("5 of "));
}

TEST_CASE("rows without a feature are neither suggested nor audited") {
  const Problem problem = with_empty_rows(200);
  const TrainResult result = train(problem.data, one_thread(kSvm));
  SuggestOptions options;
  options.threads = 1;
  for (const LabelUse use : {LabelUse::Training, LabelUse::Accuracy}) {
    options.use = use;
    const Suggestions found = suggest(result.model, problem.data, options);
    CHECK(found.unlabeled == result.summary.unlabeled);
    for (const Suggestion& one : found.rows)
      CHECK(one.row < problem.documents);
  }
  for (const Suggestion& one : suggest(problem.data, options).rows)
    CHECK(one.row < problem.documents);
  for (const AuditedLabel& one : audit(problem.data, one_thread(kRls)).labels)
    CHECK(one.row < problem.documents);
}

TEST_CASE("rows without a feature are right as often as their class is") {
  const Problem without = with_empty_rows(0), with = with_empty_rows(200);
  const TrainOptions options = one_thread(kDa);
  const TrainResult one = train(without.data, options);
  const TrainResult two = train(with.data, options);
  const ExpectedAccuracy sure = expected_accuracy(without.data, options, one);
  const ExpectedAccuracy mixed = expected_accuracy(with.data, options, two);
  const double empty = 200.0 / static_cast<double>(200 + one.summary.unlabeled);
  // the labels of such rows are all of class 0
  const auto right = [&](const auto& model) {
    const CsrStore none =
        rows_of(1, with.data.rows.cols(), [](Index) { return Entries(); });
    return predicted(model, none)[0] == 0 ? 1.0 : 0.0;
  };
  CHECK(mixed.held_out.size() == sure.held_out.size());
  CHECK(mixed.model.value == doctest::Approx((1 - empty) * sure.model.value +
                                             empty * right(two.model))
                                 .epsilon(0.03));
  CHECK(mixed.supervised.value ==
        doctest::Approx((1 - empty) * sure.supervised.value +
                        empty * right(two.supervised))
            .epsilon(0.03));
}

}  // namespace
}  // namespace semilin::test
