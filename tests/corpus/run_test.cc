// run(): what its options come to, and what it refuses and warns of.
#include "semilin/run.h"

#include "support/problems.h"

namespace semilin::test {
namespace {

using Numbers = std::vector<double>;

// Row i is of class i % K, by columns of its own and noise; the first `labeled`
// rows of each class have their labels.
Corpus clusters(Strings classes, Index rows, Index labeled) {
  Random random(5);
  const auto count = static_cast<Index>(classes.size());
  Eigen::MatrixXd x = Eigen::MatrixXd::Zero(rows, 3 * count);
  Corpus corpus;
  for (Index i = 0; i < rows; ++i) {
    for (Index j = 0; j < 3 * count; ++j)
      if (random.uniform() < (j / 3 == i % count ? 0.7 : 0.1))
        x(i, j) = 0.5 + random.uniform();
    corpus.data.labels.push_back(i / count < labeled
                                     ? static_cast<std::int32_t>(i % count)
                                     : kUnlabeled);
  }
  corpus.data.rows = sparse(x);
  corpus.data.classes = std::move(classes);
  return corpus;
}

// Rows of length 1 with a column for each class, and one unlabeled row.
Corpus with_labels(Strings classes, std::vector<std::int32_t> labels) {
  const auto rows = static_cast<Index>(labels.size()) + 1;
  Eigen::MatrixXd x =
      Eigen::MatrixXd::Zero(rows, static_cast<Index>(classes.size()));
  for (Index i = 0; i + 1 < rows; ++i)
    x(i, labels[i]) = 1;
  x(rows - 1, 0) = 1;
  labels.push_back(kUnlabeled);
  Corpus corpus;
  corpus.data.rows = sparse(x);
  corpus.data.labels = std::move(labels);
  corpus.data.classes = std::move(classes);
  return corpus;
}

RunOptions with_method(std::string_view method) {
  RunOptions options;
  options.train.method = method;
  options.train.threads = 1;
  return options;
}

Numbers weights(const Run& run) {
  return run.model.linear()->weights;
}

TEST_CASE("the method follows the data unless it is named") {
  const Corpus mixed = clusters({"a", "b", "c"}, 60, 4);
  const Corpus full = clusters({"a", "b", "c"}, 60, 20);
  struct Case {
    const Corpus& corpus;
    std::string_view named, used;
  };
  for (const Case& one : {Case{mixed, "", kCommittee}, Case{full, "", kSvm},
                          Case{mixed, kTsvm, kTsvm}, Case{mixed, kSvm, kSvm},
                          Case{mixed, kRls, kRls}, Case{full, kDa, kSvm}}) {
    CAPTURE(one.named);
    CHECK(run(one.corpus, with_method(one.named)).report.summary.method ==
          one.used);
  }
  RunOptions without = with_method("");
  without.train.linear.lambda_u = 0;
  CHECK(run(mixed, without).report.summary.method == kSvm);
}

TEST_CASE("equal runs give equal models for any number of threads") {
  const Corpus corpus = clusters({"a", "b", "c"}, 150, 4);
  for (const std::string_view method : {kSvm, kTsvm, kDa}) {
    CAPTURE(method);
    const auto with_threads = [&](int threads) {
      RunOptions options = with_method(method);
      options.train.threads = threads;
      return weights(run(corpus, options));
    };
    const Numbers one = with_threads(1);
    CHECK(with_threads(2) == one);
    CHECK(with_threads(4) == one);
  }
}

TEST_CASE("C is lambda = 1 / (2 C l), l the cost of the labeled rows") {
  const Corpus corpus = clusters({"a", "b"}, 80, 40);
  RunOptions options = with_method(kSvm);
  options.c = 0.25;
  CHECK(resolved(options, corpus).train.linear.lambda == 1 / (2 * 0.25 * 80));
  options.class_weight = "b=3";
  CHECK(resolved(options, corpus).train.linear.lambda ==
        1 / (2 * 0.25 * (40 + 3 * 40)));
  const RunOptions once = resolved(options, corpus);
  CHECK(resolved(once, corpus).train.linear.lambda == once.train.linear.lambda);
  options.train.linear.lambda = 1;
  CHECK_THROWS_WITH_AS((void)run(corpus, options),
                       "C and lambda exclude each other",
                       std::invalid_argument);
}

TEST_CASE("class sizes are spelled in several ways, which are one") {
  const Corpus corpus = clusters({"a", "b"}, 80, 4);
  const auto sized = [&](const std::string& text) {
    RunOptions options = with_method(kDa);
    options.class_sizes = text;
    return run(corpus, options);
  };
  struct Case {
    const char* text;
    const char* same;
    Numbers sizes;
  };
  for (const Case& one :
       {Case{"0.6,0.4", "0.4", {0.6, 0.4}},
        Case{"a=0.6,b=0.4", "0.4", {0.6, 0.4}},
        Case{"b=0.4", "0.4", {0.6, 0.4}}, Case{"equal", "0.5", {0.5, 0.5}}}) {
    CAPTURE(one.text);
    const Run first = sized(one.text);
    CHECK(first.report.summary.class_sizes == one.sizes);
    CHECK(weights(first) == weights(sized(one.same)));
  }
  CHECK(sized("labels").report.summary.class_sizes == Numbers{0.5, 0.5});
  CHECK(sized("labels").report.summary.class_sizes_source ==
        SizeSource::Labels);
  CHECK(sized("").report.summary.class_sizes_source == SizeSource::Estimate);
  RunOptions quoted = with_method(kDa);
  quoted.class_sizes = R"("a, b"=0.25,c=0.75)";
  quoted.class_weight = R"("a, b"=2)";
  CHECK(
      run(clusters({"a, b", "c"}, 80, 4), quoted).report.summary.class_sizes ==
      Numbers{0.25, 0.75});
  RunOptions rounded = with_method(kDa);
  rounded.class_sizes = "0.33,0.33,0.33";
  const Run thirds = run(clusters({"a", "b", "c"}, 60, 4), rounded);
  for (const double size : thirds.report.summary.class_sizes)
    CHECK(size == doctest::Approx(1 / 3.));
  RunOptions graph = with_method(kTvRls);
  graph.class_sizes = "0.25";
  CHECK(run(corpus, graph).report.summary.class_sizes == Numbers{0.75, 0.25});
}

TEST_CASE("costs of rows and classes are one thing") {
  Corpus corpus = clusters({"a", "b"}, 40, 20);  // a and b alternate
  RunOptions options = with_method(kSvm);
  options.class_weight = "b=2.5";
  const Numbers by_class = weights(run(corpus, options));
  for (Index i = 0; i < 40; ++i)
    corpus.data.costs.push_back(i % 2 == 0 ? 1 : 2.5);
  CHECK(weights(run(corpus, with_method(kSvm))) == by_class);
}

TEST_CASE("graph methods refuse weights, which they do not know") {
  const char* const message =
      "tv-rls takes no C, no class weights and no row weights but 0 and 1";
  const auto refused = [&](const std::vector<double>& costs, const char* weight,
                           std::optional<double> c) {
    Corpus corpus = with_labels({"a", "b"}, {0, 0, 1, 1});
    corpus.data.costs = costs;
    RunOptions options = with_method(kTvRls);
    options.class_weight = weight;
    options.c = c;
    CHECK_THROWS_WITH_AS((void)resolved(options, corpus), message,
                         std::invalid_argument);
  };
  refused({1, 2, 1, 1, 1}, "", {});
  refused({}, "balanced", {});
  refused({}, "", 1);
  RunOptions numbers = with_method(kTvRls);
  numbers.train.linear.class_weights = {2, 1};
  CHECK_THROWS_WITH_AS(
      (void)resolved(numbers, with_labels({"a", "b"}, {0, 0, 1, 1})), message,
      std::invalid_argument);
  Corpus left_out = with_labels({"a", "b"}, {0, 0, 1, 1});
  left_out.data.costs = {1, 0, 1, 1, 1};
  CHECK_NOTHROW((void)resolved(with_method(kTvRls), left_out));
}

TEST_CASE("balanced class weights are inverse to the classes' sizes") {
  RunOptions options = with_method(kSvm);
  options.class_weight = "balanced";
  const Numbers values =
      resolved(options, with_labels({"a", "b"}, {0, 0, 0, 1}))
          .train.linear.class_weights;
  CHECK(values[0] == doctest::Approx(4 / (2 * 3.)));  // l / (K l_k)
  CHECK(values[1] == doctest::Approx(4 / (2 * 1.)));
}

TEST_CASE("each label of a set has a size and a weight of its own") {
  Corpus sets = with_labels({",", "a", "a,b", "b"}, {0, 1, 2, 3, 1});
  sets.data.multi_label = true;
  RunOptions options = with_method(kDa);
  options.class_sizes = "b=0.4,a=0.35";
  options.class_weight = "b=2";
  const TrainOptions found = resolved(options, sets).train;
  CHECK(found.class_sizes.sizes == Numbers{0.35, 0.4});
  CHECK(found.linear.class_weights == Numbers{1, 2});
  options.c = 1;
  CHECK_THROWS_AS((void)resolved(options, sets), std::invalid_argument);
}

TEST_CASE("sizes and weights that mean nothing are refused by name") {
  const Corpus plain = clusters({"a", "b", "c"}, 30, 4);
  Corpus sets = with_labels({",", "a", "a,b", "b"}, {0, 1, 2, 3, 1});
  sets.data.multi_label = true;
  struct Case {
    const Corpus& corpus;
    const char *sizes, *weights, *message;
  };
  for (const Case& one :
       {Case{plain, "0.5,0.5", "", "class sizes: expected 3 numbers, found 2"},
        Case{plain, "0.5,0.6,0.7", "",
             "class sizes: sizes must be >= 0 and sum to 1, found 0.5,0.6,0.7"},
        Case{plain, "a=0.9,b=0.9", "",
             "class sizes: sizes must be >= 0 and sum to 1, found a=0.9,b=0.9"},
        Case{plain, "a=0.9,z=0.1", "",
             "class sizes: the data have no class 'z'"},
        Case{plain, "a=0.9,a=0.1", "", "class sizes: class 'a' is given twice"},
        Case{plain, "a=0.9", "", "class sizes: class 'b' is not given"},
        Case{plain, "some", "",
             "class sizes: expected a number >= 0, found 'some'"},
        Case{plain, "", "heavy",
             "class weight: expected a number >= 0, found 'heavy'"},
        Case{plain, "", "a=-1",
             "class weight: expected a number >= 0, found '-1'"},
        Case{plain, "", "z=1", "class weight: the data have no class 'z'"},
        Case{sets, "0.5", "",
             "class sizes: expected 2 numbers, one per label, found 1"},
        Case{sets, "a=0.5", "",
             "class sizes: expected a fraction between 0 and 1 for label b, "
             "found none"},
        Case{sets, "0.5,1", "",
             "class sizes: expected a fraction between 0 and 1 for label b, "
             "found 1"},
        Case{sets, "", "9=2", "class weight: the data have no class '9'"}}) {
    CAPTURE(one.message);
    RunOptions options = with_method(kDa);
    options.class_sizes = one.sizes;
    options.class_weight = one.weights;
    CHECK_THROWS_WITH_AS((void)run(one.corpus, options), one.message,
                         std::invalid_argument);
  }
}

TEST_CASE("what cannot be held out is skipped with a warning, or counted") {
  const Corpus single = with_labels({"a", "b"}, {0, 0, 1});
  const Corpus rare = with_labels({"a", "b", "c"}, {0, 0, 1, 1, 2});
  RunOptions options = with_method(kSvm);
  options.probabilities = options.expected_accuracy = true;
  const Run scores = run(single, options);
  CHECK(scores.warnings.at(0) ==
        "probabilities: needs two classes with two labels each; it is "
        "skipped");
  CHECK(scores.model.head().calibration.slopes.empty());
  CHECK_FALSE(scores.report.expected);
  Corpus sets = with_labels({",", "a", "a,b", "b"}, {0, 1, 2, 3, 1});
  sets.data.multi_label = true;
  CHECK_THROWS_WITH_AS((void)run(sets, options),
                       "expected accuracy: not with multi-label data",
                       std::invalid_argument);
}

TEST_CASE("a tuned run trains with the point chosen, and says how") {
  const Corpus corpus = clusters({"a", "b"}, 60, 10);
  RunOptions options = with_method(kSvm);
  options.tune.emplace().c = {1, 10};
  options.tune->folds = 2;
  options.probabilities = true;
  const Run tuned = run(corpus, options);
  REQUIRE(tuned.tuning);
  CHECK(tuned.tuning->points[0].lambda == 1 / (2 * 1 * 20.0));
  const TunePoint& chosen = tuned.tuning->points[tuned.tuning->chosen];
  RunOptions again = with_method(kSvm);
  again.train.linear.lambda = chosen.lambda;
  CHECK(weights(run(corpus, again)) == weights(tuned));
  CHECK_FALSE(tuned.model.head().calibration.slopes.empty());
  CHECK(tuned.model.head().info.find("\"tuning\"") != std::string::npos);
  options.train.method = kCommittee;
  CHECK_THROWS_AS((void)run(corpus, options), std::invalid_argument);
}

TEST_CASE("progress counts the whole run, and never falls") {
  const Corpus corpus = clusters({"a", "b"}, 60, 6);
  RunOptions committee, tuned = with_method(kDa);
  committee.probabilities = committee.expected_accuracy = true;
  tuned.tune.emplace().folds = 2;
  tuned.tune->lambda_u = {0, 1};
  for (const RunOptions& options : {committee, tuned}) {
    Numbers shares;
    (void)run(corpus, options, [&shares](const ProgressRecord& record) {
      shares.push_back(record.fraction_done);
      return true;
    });
    REQUIRE(!shares.empty());
    CHECK(shares.front() < 0.1);
    CHECK(std::is_sorted(shares.begin(), shares.end()));
    CHECK(shares.back() > 0.7);
  }
}

TEST_CASE("an interrupted run has the best model so far, and says so") {
  const Corpus corpus = clusters({"a", "b"}, 60, 4);
  const Run ended = run(corpus, with_method(kDa),
                        [](const ProgressRecord&) { return false; });
  CHECK(ended.interrupted());
  CHECK(weights(ended) == weights(run(corpus, with_method(kSvm))));
}

}  // namespace
}  // namespace semilin::test
