// Training of several ranks, each with its part of the rows.
#include "semilin/learn/audit.h"
#include "semilin/learn/expected_accuracy.h"
#include "semilin/learn/suggest.h"
#include "semilin/learn/tune.h"

#include "support/rank_threads.h"
#include "support/training.h"

namespace semilin::test {
namespace {

// What rank 0 has at the end, with the labels of all ranks.
struct RanksFit {
  LinearFit result;
  bool same_weights = true;  // at all ranks
};

RanksFit train_ranks(const Dataset& data, const LinearTraining& options,
                     int size) {
  std::vector<LinearFit> results(size);
  RanksFit outcome;
  run_ranks(size, [&](const Ranks& ranks) {
    LinearFit& result = results[ranks.rank()];
    result = train_linear(part_of(data, ranks), options);
    const Labels labels =
        ranks.gathered(std::span<const std::int32_t>(result.labels));
    if (ranks.rank() == 0) result.labels = labels;
    CHECK(ranks.size() == size);
    CHECK(ranks.traffic().calls > 0);
  });
  for (const LinearFit& result : results)
    if (result.model.weights != results[0].model.weights ||
        result.model.offsets != results[0].model.offsets)
      outcome.same_weights = false;
  outcome.result = std::move(results[0]);
  return outcome;
}

LinearTraining ranks_options(std::string_view method) {
  LinearTraining options(method, 1);
  options.tolerance = 1e-8;  // so that a rank more changes less than is asked
  return options;
}

void check_same(const RanksFit& many, const LinearFit& one) {
  CHECK(many.same_weights);
  CHECK(many.result.labels == one.labels);
  CHECK(many.result.summary.objective ==
        doctest::Approx(one.summary.objective).epsilon(1e-6));
  CHECK(many.result.summary.rows == one.summary.rows);
  CHECK(many.result.summary.labeled == one.summary.labeled);
  CHECK(many.result.summary.unlabeled == one.summary.unlabeled);
  CHECK(many.result.summary.nonzeros == one.summary.nonzeros);
}

}  // namespace

TEST_CASE("several ranks train the model of a single one") {
  for (const std::string_view method : {kRls, kSvm, kTsvm, kDa, kNbEm}) {
    for (const int classes : {2, 3, 20}) {
      const bool few = classes < 20;
      if (!few && method == kRls) continue;
      const Dataset data =
          few ? topics(classes, 400, 8, 5).data : topics(20, 4000, 10, 3).data;
      const LinearTraining options =
          few ? ranks_options(method) : LinearTraining(method, 1);
      const LinearFit one = train_linear(data, options);
      for (int size = 2; size <= (few ? 4 : 3); ++size) {
        CAPTURE(std::string(method));
        CAPTURE(classes);
        CAPTURE(size);
        const RanksFit many = train_ranks(data, options, size);
        check_same(many, one);
        if (few && method != kRls && method != kSvm)
          CHECK(many.result.supervised.weights == one.supervised.weights);
      }
    }
  }
}

TEST_CASE("a power of two of ranks trains the bits of a single one") {
  // 155 and 232 non-zeros a column: four pieces at least
  for (const auto& [count, documents] : {std::pair{2, 1500}, {3, 2500}}) {
    const int classes = count;  // Clang 14 captures no binding
    Dataset data = topics(classes, documents, 20, 6).data;
    for (Index i = 0; i < data.rows.rows(); ++i)
      data.costs.push_back(0.5 + 0.1 * static_cast<double>(i % 5));
    for (const std::string_view method : {kSvm, kTsvm, kDa}) {
      LinearTraining options(method, 1);
      options.early_step = classes == 2 ? 2 : 1;  // of more: too few pieces
      const LinearFit one = train_linear(data, options);
      for (const int size : {2, 4}) {
        CAPTURE(std::string(method));
        CAPTURE(classes);
        CAPTURE(size);
        const RanksFit many = train_ranks(data, options, size);
        CHECK(many.result.model.weights == one.model.weights);
        CHECK(many.result.model.offsets == one.model.offsets);
        CHECK(many.result.labels == one.labels);
        CHECK(many.result.summary.objective == one.summary.objective);
      }
    }
  }
}

TEST_CASE("class sizes, costs and early samples are those of all ranks") {
  Dataset data = topics(3, 600, 30, 7).data;
  for (Index i = 0; i < data.rows.rows(); ++i)
    data.costs.push_back(i % 7 == 0 ? 0
                                    : 0.5 + 0.1 * static_cast<double>(i % 5));
  for (const SizeSource source :
       {SizeSource::Estimate, SizeSource::Labels, SizeSource::Equal}) {
    LinearTraining options = ranks_options(kDa);
    options.class_sizes.source = source;
    options.early_step = 3;
    const LinearFit one = train_linear(data, options);
    const RanksFit many = train_ranks(data, options, 4);

    check_same(many, one);
    CHECK(many.result.summary.early_rows == one.summary.early_rows);
    CHECK(many.result.summary.predicted.size() == 3);
    CHECK(apart(many.result.summary.class_sizes, one.summary.class_sizes) <
          1e-5);
    CHECK(apart(many.result.summary.predicted, one.summary.predicted) < 1e-5);
    CHECK(many.result.summary.agreement ==
          doctest::Approx(one.summary.agreement));
  }
}

TEST_CASE("as many ranks give the same bits again") {
  const Dataset data = topics(3, 300, 6, 9).data;
  const LinearTraining options = ranks_options(kDa);

  const RanksFit first = train_ranks(data, options, 3);
  const RanksFit second = train_ranks(data, options, 3);

  CHECK(first.result.model.weights == second.result.model.weights);
  CHECK(first.result.labels == second.result.labels);
}

TEST_CASE("ranks without rows take part") {
  const Dataset data = topics(2, 6, 2, 3).data;
  const LinearTraining options = ranks_options(kDa);

  check_same(train_ranks(data, options, 9), train_linear(data, options));
}

TEST_CASE("the default lambda is that of the rows of all ranks") {
  const Dataset data = topics(2, 90, 4, 2).data;
  Doubles lambdas(4);
  run_ranks(4, [&](const Ranks& ranks) {
    lambdas[ranks.rank()] = default_lambda(part_of(data, ranks));
  });
  for (const double lambda : lambdas)
    CHECK(lambda == default_lambda(data));
}

TEST_CASE("what needs a single rank says so") {
  const Dataset data = topics(2, 40, 4, 2).data;
  const auto refusal = [&](const auto& work) {
    try {
      run_ranks(2,
                [&](const Ranks& ranks) { (void)work(part_of(data, ranks)); });
    } catch (const Invalid& error) {
      return std::string(error.what());
    }
    return std::string();
  };
  const TrainResult trained = train(data, ranks_options(kSvm));
  CHECK(refusal([](const Dataset& part) {
          return train(part, training_of(kCommittee));
        }) ==
        "committee (unlike da and svm): dense rows, or negative values: "
        "needs a single rank, not several");
  CHECK(refusal([](const Dataset& part) { return tune(part, {}); }) ==
        "tune: needs a single rank, not several");
  CHECK(refusal([](const Dataset& part) { return audit(part, {}); }) ==
        "audit: needs a single rank, not several");
  CHECK(refusal([&](const Dataset& part) {
          return suggest(trained.model, part, {});
        }) == "suggest: needs a single rank, not several");
  CHECK(refusal([&](const Dataset& part) {
          return expected_accuracy(part, ranks_options(kSvm), trained);
        }) == "expected accuracy: needs a single rank, not several");
}

TEST_CASE("a negative count is told by its row among those of all ranks") {
  Dataset data = topics(2, 40, 4, 2).data;
  data.rows = rows_of(40, 1, [](Index i) -> Entries {
    return {{0, i == 30 ? -1 : 1}};
  });
  const auto train_parts = [&] {
    run_ranks(2, [&](const Ranks& ranks) {
      (void)train(part_of(data, ranks), ranks_options(kNbEm));
    });
  };
  CHECK_THROWS_WITH_AS(
      train_parts(), doctest::Contains("found -1.000000 in row 31"), DataError);
}

}  // namespace semilin::test
