#include "semilin/learn/train.h"

#include "linear/assignment.h"
#include "support/linear_problem.h"
#include "support/oracles.h"

namespace semilin::test {
namespace {

LinearTraining options_of(std::string_view method) {
  LinearTraining options(method, 1);
  options.lambda = 1e-3;
  options.class_sizes.source = SizeSource::Labels;
  options.tolerance = 1e-7;
  return options;
}

void check_supervised_optimum(const Dataset& data,
                              const LinearTraining& options,
                              const LinearFit& result) {
  const OwnedProblem problem = supervised_problem(data, options);
  const auto [objective, relative] = optimality(problem, result.model);
  CHECK(relative <= options.tolerance + 1e-13);
  CHECK(std::abs(result.summary.gradient_norm - relative) <= 1e-12);
  CHECK(result.summary.objective == doctest::Approx(objective).epsilon(1e-11));
  CHECK(result.summary.stop == Stop::Converged);
}

std::vector<Index> hidden_sizes(const Dataset& data, const Labels& labels) {
  std::vector<Index> sizes(data.classes.size(), 0);
  for (std::size_t i = 0; i < labels.size(); ++i)
    if (data.labels[i] == kUnlabeled) ++sizes[labels[i]];
  return sizes;
}

Dataset small(std::uint64_t seed, int classes) {
  return topics(classes, 60, 5, seed).data;
}

// |a - b| over |b|.
double distance(const Doubles& a, const Doubles& b) {
  REQUIRE(a.size() == b.size());
  double difference = 0;
  double square = 0;
  for (std::size_t e = 0; e < a.size(); ++e) {
    difference += (a[e] - b[e]) * (a[e] - b[e]);
    square += b[e] * b[e];
  }
  return std::sqrt(difference / square);
}

}  // namespace

TEST_CASE("SVM and RLS reach their tolerance, recomputed from scratch") {
  for (const std::string_view method : {kSvm, kRls}) {
    for (const int classes : {2, 3, 5}) {
      for (const double bias : {0.0, 1.0, 10.0}) {
        for (const double tolerance : {1e-3, 1e-10}) {
          const Dataset data = small(1, classes);
          LinearTraining options = options_of(method);
          options.bias = bias;
          options.tolerance = tolerance;
          const LinearFit result = train_linear(data, options);
          CHECK(result.summary.method == method);
          check_supervised_optimum(data, options, result);
        }
      }
    }
  }
}

TEST_CASE("costs of rows and weights of classes multiply") {
  Dataset data = small(2, 3);
  LinearTraining options = options_of(kSvm);
  options.class_weights = {1, 2, 0.25};
  for (Index i = 0; i < data.rows.rows(); ++i)
    data.costs.push_back(static_cast<double>(i % 4));  // some are 0
  check_supervised_optimum(data, options, train_linear(data, options));
}

TEST_CASE("RLS has the closed form of ridge regression") {
  const Dataset data = small(3, 2);
  LinearTraining options = options_of(kRls);
  options.tolerance = 1e-10;
  const LinearFit result = train_linear(data, options);
  const OwnedProblem problem = supervised_problem(data, options);
  const MatrixXd x = dense(data.rows, 1);
  VectorXd c(x.rows());
  VectorXd y(x.rows());
  for (Index i = 0; i < x.rows(); ++i) {
    c[i] = problem.costs[i];
    y[i] = 2 * problem.beliefs[i] - 1;
  }
  MatrixXd a = x.transpose() * c.asDiagonal() * x;
  a.diagonal().array() += *options.lambda;
  const VectorXd exact = a.ldlt().solve(x.transpose() * c.cwiseProduct(y));
  const Eigen::Map<const VectorXd> w(result.model.weights.data(), x.cols());
  CHECK((w - exact).norm() <= 1e-6 * exact.norm());
}

TEST_CASE("lambda_u = 0 gives the supervised SVM, bit by bit") {
  for (const int classes : {2, 4}) {
    const Dataset data = small(4, classes);
    const LinearFit svm = train_linear(data, options_of(kSvm));
    for (const std::string_view method : {kTsvm, kDa}) {
      LinearTraining options = options_of(method);
      options.lambda_u = 0;
      const LinearFit result = train_linear(data, options);
      CHECK(result.summary.method == kSvm);
      CHECK(result.summary.class_sizes_source == "none");
      CHECK(result.model.weights == svm.model.weights);
      CHECK(result.model.offsets == svm.model.offsets);
      CHECK(result.labels == svm.labels);
      // and the model beside any result is that
      CHECK(train_linear(data, options_of(method)).supervised.weights ==
            svm.model.weights);
    }
  }
}

TEST_CASE("without unlabeled rows every method but RLS is the SVM") {
  Dataset data = small(5, 3);
  data.labels = topics(3, 60, 60, 5).truth;
  const LinearFit svm = train_linear(data, options_of(kSvm));
  for (const std::string_view method : {kTsvm, kDa}) {
    const LinearFit result = train_linear(data, options_of(method));
    CHECK(result.summary.method == kSvm);
    CHECK(result.summary.unlabeled == 0);
    CHECK(result.model.weights == svm.model.weights);
    CHECK(result.labels == data.labels);
  }
}

TEST_CASE("progress tells a fraction that rises, and leaves the end") {
  const auto told_by = [](std::string_view method,
                          const LinearTraining& options) {
    Doubles told;
    const Dataset data = topics(3, 300, 10, 7).data;
    (void)train_linear(data, options, [&](const ProgressRecord& record) {
      if (record.stage == method) told.push_back(record.fraction_done);
      return true;
    });
    return told;
  };
  for (const std::string_view method : {kTsvm, kDa}) {
    for (const int early_step : {1, 4}) {
      CAPTURE(std::string(method));
      CAPTURE(early_step);
      LinearTraining options = options_of(method);
      options.early_step = early_step;
      options.temperature = 2;
      const Doubles told = told_by(method, options);
      REQUIRE(told.size() > 5);
      CHECK(std::is_sorted(told.begin(), told.end()));
      CHECK(told.front() >= 0);
      CHECK(told[told.size() / 2] > 0.1);
      CHECK(told.back() > 0.7);
      CHECK(told.back() < 1);
    }
  }
}

TEST_CASE("TSVM: sizes are exact, labeled rows keep their labels") {
  for (const int classes : {2, 4}) {
    for (const Index limit : {0, 1, 3}) {
      const Dataset data = small(7, classes);
      LinearTraining options = options_of(kTsvm);
      options.max_switches = limit;
      options.class_sizes.source = SizeSource::Given;
      options.class_sizes.sizes.assign(classes, 0.9 / (classes - 1));
      options.class_sizes.sizes[0] = 0.1;
      const LinearFit result = train_linear(data, options);
      CHECK(hidden_sizes(data, result.labels) ==
            class_counts(options.class_sizes.sizes, result.summary.unlabeled));
      for (std::size_t i = 0; i < data.labels.size(); ++i)
        if (data.labels[i] != kUnlabeled)
          CHECK(result.labels[i] == data.labels[i]);
      CHECK(result.summary.stop == Stop::Converged);
      CHECK(result.summary.gradient_norm <= options.tolerance);
    }
  }
}

TEST_CASE("TSVM's objective is that of its labels, recomputed") {
  for (const int classes : {2, 4}) {
    const Dataset data = small(8, classes);
    LinearTraining options = options_of(kTsvm);
    options.lambda_u = 0.5;
    const LinearFit result = train_linear(data, options);
    // All rows labeled as found; labeled ones share 1, the others lambda_u.
    Dataset all = data;
    all.labels = result.labels;
    OwnedProblem problem = supervised_problem(all, options);
    const auto labeled = static_cast<double>(result.summary.labeled);
    const auto unlabeled = static_cast<double>(result.summary.unlabeled);
    for (std::size_t i = 0; i < data.labels.size(); ++i) {
      problem.costs[i] =
          data.labels[i] == kUnlabeled ? 0.5 / unlabeled : 1 / labeled;
    }
    const auto [objective, relative] = optimality(problem, result.model);
    CHECK(relative <= options.tolerance + 1e-13);
    CHECK(result.summary.objective ==
          doctest::Approx(objective).epsilon(1e-11));
  }
}

// The largest sum of gains, in units of the loss, of two unlabeled rows that
// change their classes.
double largest_gain(const Dataset& data, const LinearFit& result) {
  const auto outputs = scores(result.model, data.rows);
  const std::size_t classes = data.classes.size();
  const auto loss = [&](std::size_t row, std::size_t k, bool own) {
    const double margin = (own ? 1 : -1) * outputs[row * classes + k];
    return std::pow(std::max(0.0, 1 - margin), 2) / 2;
  };
  Doubles best(classes * classes, -1e9);
  for (std::size_t i = 0; i < data.labels.size(); ++i) {
    if (data.labels[i] != kUnlabeled) continue;
    const std::size_t from = result.labels[i];
    for (std::size_t to = 0; to < classes; ++to) {
      if (to == from) continue;
      double& gain = best[from * classes + to];
      gain = std::max(gain, loss(i, from, true) - loss(i, from, false) +
                                loss(i, to, false) - loss(i, to, true));
    }
  }
  double largest = -1e9;
  for (std::size_t a = 0; a < classes; ++a) {
    for (std::size_t b = 0; b < a; ++b)
      largest =
          std::max(largest, best[a * classes + b] + best[b * classes + a]);
  }
  return largest;
}

LinearTraining far_sizes() {
  LinearTraining options = options_of(kTsvm);
  options.class_sizes.source = SizeSource::Given;
  options.class_sizes.sizes = {0.2, 0.3, 0.5};
  return options;
}

TEST_CASE("TSVM: no pair is left to switch") {
  for (const unsigned seed : {1, 2, 3}) {
    const Dataset data = topics(3, 3000, 2, seed).data;
    CHECK(largest_gain(data, train_linear(data, far_sizes())) <= 0);
  }
}

TEST_CASE("TSVM: a stage ends with its first round of few switches") {
  const Dataset data = topics(3, 5000, 2, 1).data;  // 4,994 without a label
  for (const Index limit : {0, 1, 3}) {
    LinearTraining options = far_sizes();
    options.max_switches = limit;
    options.lambda_u = 1;
    struct Round {
      double lambda_u;
      Index switched;
    };
    std::vector<Round> rounds;
    Index before = 0;
    (void)train_linear(data, options, [&](const ProgressRecord& record) {
      if (record.stage == "tsvm")
        rounds.push_back({record.lambda_u, record.switches - before});
      before = std::max(Index{0}, record.switches);
      return true;
    });
    int gone_on = 0;
    for (std::size_t r = 0; r < rounds.size(); ++r) {
      const auto [lambda_u, switched] = rounds[r];
      const bool last = lambda_u == options.lambda_u;
      const Index least = last || limit == 1 ? 1 : limit == 3 ? 3 : 4;
      const bool ends =
          r + 1 == rounds.size() || rounds[r + 1].lambda_u > lambda_u;
      CHECK(ends == (switched < least));
      gone_on += ends ? 0 : 1;
    }
    CHECK(gone_on > 3);
  }
}

TEST_CASE("annealing under hard sizes predicts the sizes") {
  for (const int classes : {2, 4}) {
    const Topics corpus = topics(classes, 200, 3, 9);
    const Dataset& data = corpus.data;
    LinearTraining options = options_of(kDa);
    options.class_sizes.source = SizeSource::Given;
    options.class_sizes.sizes.assign(classes, 0.8 / (classes - 1));
    options.class_sizes.sizes[0] = 0.2;
    const LinearFit result = train_linear(data, options);
    CHECK(std::isinf(result.summary.rho));
    CHECK(result.summary.class_sizes == options.class_sizes.sizes);
    CHECK(result.summary.entropy <= 0.1);
    CHECK(result.summary.gradient_norm <= options.tolerance);
    // Beliefs have the sizes; rounding those of the undecided rows may move
    // a few.
    const std::vector<Index> sizes = hidden_sizes(data, result.labels);
    const std::vector<Index> wanted =
        class_counts(options.class_sizes.sizes, result.summary.unlabeled);
    for (int k = 0; k < classes; ++k)
      CHECK(std::abs(sizes[k] - wanted[k]) <= 4);
    // The thresholds hold the predictions to them as well.
    const auto predicted =
        predict(result.model, scores(result.model, data.rows));
    const std::vector<Index> predicted_sizes = hidden_sizes(data, predicted);
    for (int k = 0; k < classes; ++k)
      CHECK(std::abs(predicted_sizes[k] - wanted[k]) <= 6);
  }
}

TEST_CASE("planted topics: annealing is far ahead of the SVM") {
  for (const int classes : {2, 4}) {
    const Topics corpus = topics(classes, 800, 2, 10);
    LinearTraining options = options_of(kDa);
    const LinearFit result = train_linear(corpus.data, options);
    const auto supervised =
        predict(result.supervised, scores(result.supervised, corpus.data.rows));
    const double svm = hidden_accuracy(corpus, supervised);
    const double annealed = hidden_accuracy(corpus, result.labels);
    CAPTURE(svm);
    CHECK(annealed >= 0.97);
    CHECK(1 - annealed <= (1 - svm) / 3);
  }
}

TEST_CASE("early temperatures on a sample lead to the same annealing") {
  for (const int classes : {2, 4}) {
    const Topics corpus = topics(classes, 800, 2, 10);
    LinearTraining options = options_of(kDa);
    const LinearFit all = train_linear(corpus.data, options);
    options.early_step = 1;
    CHECK(train_linear(corpus.data, options).model.weights ==
          all.model.weights);  // too few rows for a sample by default
    CHECK(all.summary.early_rows == 0);
    options.early_step = 4;
    const LinearFit sampled = train_linear(corpus.data, options);
    options.threads = 2;
    const LinearFit threads = train_linear(corpus.data, options);
    CHECK(sampled.summary.early_rows == (all.summary.unlabeled + 3) / 4);
    CHECK(sampled.model.weights != all.model.weights);
    CHECK(sampled.summary.objective ==
          doctest::Approx(all.summary.objective).epsilon(0.005));
    CHECK(std::abs(hidden_accuracy(corpus, sampled.labels) -
                   hidden_accuracy(corpus, all.labels)) <= 0.003);
    CHECK(sampled.summary.gradient_norm <= options.tolerance + 1e-13);
    CHECK(threads.model.weights == sampled.model.weights);
    CHECK(threads.labels == sampled.labels);
  }
}

TEST_CASE("early temperatures end though idle rows keep the entropy up") {
  Dataset data = topics(3, 120, 2, 10).data;
  const Index full = data.rows.rows();
  CsrMatrix<float> rows = float_copy(data.rows);
  for (Index i = 0; i < full; ++i) {
    push(rows, 0, 1e-9F);
    rows.end_row();
  }
  data.rows = CsrStore(std::move(rows));
  data.labels.resize(2 * full, kUnlabeled);
  LinearTraining options = options_of(kDa);
  options.early_step = 2;
  const LinearFit result = train_linear(data, options);
  CHECK(result.summary.entropy > 0.02 * std::log(3));
  CHECK(result.summary.stop == Stop::Converged);
}

TEST_CASE("the same bits for 1, 2, 4 threads") {
  for (const int classes : {2, 4}) {
    const Topics corpus = topics(classes, 600, 3, 11);
    for (const std::string_view method : {kRls, kSvm, kTsvm, kDa}) {
      LinearTraining options = options_of(method);
      const LinearFit one = train_linear(corpus.data, options);
      for (const int threads : {2, 4}) {
        options.threads = threads;
        const LinearFit other = train_linear(corpus.data, options);
        CHECK(other.model.weights == one.model.weights);
        CHECK(other.model.offsets == one.model.offsets);
        CHECK(other.labels == one.labels);
        CHECK(other.summary.objective == one.summary.objective);
      }
    }
  }
}

TEST_CASE("a row twice is a row of cost 2") {
  for (const std::string_view method : {kSvm, kDa}) {
    const Dataset data = small(12, 3);
    std::vector<Index> list(120);
    for (Index i = 0; i < 120; ++i)
      list[i] = i % 60;
    const Dataset twice = select(data, list);
    Dataset heavy = data;
    heavy.costs.assign(60, 2.0);
    LinearTraining options = options_of(method);
    options.tolerance = 1e-10;
    const LinearFit a = train_linear(heavy, options);
    const LinearFit b = train_linear(twice, options);
    const LinearFit once = train_linear(data, options);
    // The costs are normalized: all three are one problem. Annealing stops its
    // stages at 1e-3, so rounding decides where; its ends agree less well.
    const double tolerance = method == kSvm ? 1e-7 : 1e-3;
    CHECK(distance(a.model.weights, b.model.weights) <= tolerance);
    CHECK(distance(a.model.weights, once.model.weights) <= tolerance);
  }
}

TEST_CASE("a row of cost 0 is no row, whatever its label") {
  for (const std::string_view method : {kSvm, kTsvm, kDa}) {
    Dataset data = small(13, 2);
    data.costs.assign(60, 1.0);
    std::vector<Index> kept;
    for (Index i = 0; i < 60; ++i) {
      if (i == 0 || i % 7 == 3) data.costs[i] = 0;  // 0 is labeled
      if (data.costs[i] > 0) kept.push_back(i);
    }
    const Dataset rest = select(data, kept);
    const LinearFit a = train_linear(data, options_of(method));
    const LinearFit b = train_linear(rest, options_of(method));
    CHECK(distance(a.model.weights, b.model.weights) <= 1e-4);
    CHECK(a.summary.labeled == b.summary.labeled);
    CHECK(a.summary.unlabeled == b.summary.unlabeled);
    for (std::size_t j = 0; j < kept.size(); ++j)
      CHECK(a.labels[kept[j]] == b.labels[j]);
    for (const std::int32_t label : a.labels)
      CHECK((label == 0 || label == 1));
  }
}

TEST_CASE("permuting rows changes nothing but their order") {
  const Topics corpus = topics(3, 300, 3, 14);
  std::vector<Index> order(300);
  std::iota(order.begin(), order.end(), Index{0});
  Random(3).shuffle(order);
  const Dataset shuffled = select(corpus.data, order);
  for (const std::string_view method : {kSvm, kTsvm, kDa}) {
    const LinearFit a = train_linear(corpus.data, options_of(method));
    const LinearFit b = train_linear(shuffled, options_of(method));
    CHECK(distance(a.model.weights, b.model.weights) <=
          (method == kSvm ? 1e-5 : 1e-2));
    Index same = 0;
    for (Index i = 0; i < 300; ++i)
      same += b.labels[i] == a.labels[order[i]] ? 1 : 0;
    CHECK(same >= 298);
  }
}

TEST_CASE("renaming two classes flips the sign") {
  const Topics corpus = topics(2, 300, 3, 15);
  Dataset flipped = corpus.data;
  for (std::int32_t& label : flipped.labels)
    label = label == kUnlabeled ? kUnlabeled : 1 - label;
  for (const std::string_view method : {kSvm, kTsvm, kDa}) {
    LinearFit a = train_linear(corpus.data, options_of(method));
    const LinearFit b = train_linear(flipped, options_of(method));
    for (double& weight : a.model.weights)
      weight = -weight;
    CHECK(distance(a.model.weights, b.model.weights) <=
          (method == kSvm ? 1e-6 : 1e-2));
    Index same = 0;
    for (std::size_t i = 0; i < 300; ++i)
      same += b.labels[i] == 1 - a.labels[i] ? 1 : 0;
    CHECK(same >= 298);
  }
}

TEST_CASE("renaming four classes permutes the outputs") {
  const Topics corpus = topics(4, 300, 3, 16);
  const std::vector<std::int32_t> rename = {2, 0, 3, 1};
  Dataset renamed = corpus.data;
  for (std::int32_t& label : renamed.labels)
    label = label == kUnlabeled ? kUnlabeled : rename[label];
  for (const std::string_view method : {kSvm, kTsvm, kDa}) {
    const LinearFit a = train_linear(corpus.data, options_of(method));
    const LinearFit b = train_linear(renamed, options_of(method));
    Index same = 0;
    for (std::size_t i = 0; i < 300; ++i)
      same += b.labels[i] == rename[a.labels[i]] ? 1 : 0;
    CHECK(same >= 297);
  }
}

TEST_CASE("an interrupted run gives a usable model") {
  const Topics corpus = topics(3, 200, 3, 17);
  for (const std::string_view method : {kSvm, kTsvm, kDa}) {
    for (const int last : {1, 2, 7}) {
      CAPTURE(last);
      int records = 0;
      const LinearFit result =
          train_linear(corpus.data, options_of(method),
                       [&](const ProgressRecord&) { return ++records < last; });
      if (method == kSvm && last > 1) continue;
      CHECK(records == last);
      CHECK(result.summary.stop == Stop::Interrupted);
      CHECK_NOTHROW(require_valid(result.model));
      CHECK(hidden_accuracy(corpus, result.labels) >= 0.4);
      for (const std::int32_t label : result.labels)
        CHECK((label >= 0 && label < 3));
    }
  }
}

TEST_CASE("progress tells what the method has") {
  const Topics corpus = topics(2, 200, 3, 18);
  for (const std::string_view method : {kTsvm, kDa}) {
    std::vector<ProgressRecord> records;
    const LinearFit result = train_linear(corpus.data, options_of(method),
                                          [&](const ProgressRecord& record) {
                                            records.push_back(record);
                                            return true;
                                          });
    REQUIRE(records.size() > 5);
    CHECK(records.front().stage == "svm");
    CHECK(records.back().stage == method);
    CHECK(records.back().iteration <= result.summary.retrainings);
    for (std::size_t i = 1; i < records.size(); ++i) {
      CHECK(records[i].iteration > records[i - 1].iteration);
      CHECK(std::isfinite(records[i].objective));
    }
    if (method == kTsvm) {
      CHECK(records.back().lambda_u == default_lambda_u(corpus.data));
      CHECK(records.back().switches == result.summary.switches);
    } else {
      CHECK(records.back().temperature < records[1].temperature);
      CHECK(records.back().entropy <= records[1].entropy);
    }
  }
}

TEST_CASE("values that are not finite are refused by row") {
  for (const double bad : {std::nan(""), HUGE_VAL}) {
    for (const std::string_view method : {kSvm, kRls, kDa}) {
      CsrMatrix<double> rows{2, {0}, {}, {}};
      for (const double value : {1.0, -1.0, 0.5, bad}) {
        push(rows, 1, value);
        rows.end_row();
      }
      Dataset data;
      data.rows = CsrStore(std::move(rows));
      data.classes = {"a", "b"};
      for (const std::int32_t last : {0, kUnlabeled}) {
        data.labels = {0, 1, kUnlabeled, last};
        CHECK_THROWS_WITH_AS((void)train_linear(data, options_of(method)),
                             doctest::Contains("row 3 (from 0)"), Invalid);
      }
    }
  }
}

TEST_CASE("each option out of bounds is refused by name") {
  const Dataset data = small(19, 3);
  const auto refused = [&](const auto& change, const char* message) {
    CAPTURE(message);
    LinearTraining options = options_of(kDa);
    change(options);
    CHECK_THROWS_WITH_AS((void)train_linear(data, options),
                         doctest::Contains(message), Invalid);
  };
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const double inf = std::numeric_limits<double>::infinity();
  for (const double bad : {0.0, -1.0, nan, inf})
    refused([&](auto& o) { o.lambda = bad; }, "lambda must be > 0, got ");
  for (const double bad : {-1.0, nan, inf})
    refused([&](auto& o) { o.lambda_u = bad; }, "lambda-u must be >= 0");
  for (const double bad : {0.0, -1.0, nan})
    refused([&](auto& o) { o.rho = bad; }, "rho must be >= 1e-09 or inf, got ");
  for (const double bad : {0.0, -1.0, nan, inf})
    refused([&](auto& o) { o.tolerance = bad; }, "tolerance must");
  for (const double bad : {nan, inf})
    refused([&](auto& o) { o.bias = bad; },
            "bias must be in [-1e+09, 1e+09], got ");
  refused([](auto& o) { o.max_switches = -1; }, "max-switches must");
  refused([](auto& o) { o.early_step = -1; }, "early-step must");
  refused([](auto& o) { o.max_iterations = 0; }, "max-iterations must");
  refused([](auto& o) { o.threads = -1; }, "threads must");
  refused([](auto& o) { o.class_weights = {1, 2}; }, "one weight per class");
  for (const double bad : {0.0, -1.0, nan, inf}) {
    refused(
        [&](auto& o) {
          o.class_weights = {1, bad, 1};
        },
        "a class weight must be > 0");
  }
  const auto sizes = [](Doubles numbers) {
    return [numbers](LinearTraining& o) {
      o.class_sizes.source = SizeSource::Given;
      o.class_sizes.sizes = numbers;
    };
  };
  refused(sizes({}), "train: class sizes need one number per class, 3, got 0");
  refused(sizes({0.5}),
          "train: class sizes need one number per class, 3, got 1");
  refused(sizes({0.5, 0.5, 0}), "must lie between 0 and 1");
  refused(sizes({0.5, 0.5, nan}), "must lie between 0 and 1");
  refused(sizes({0.5, 0.3, 0.3}), "must sum to 1");
}

TEST_CASE("class sizes that sum to 1 but for rounding are made to") {
  const Topics corpus = topics(3, 200, 3, 20);
  LinearTraining options = options_of(kDa);
  options.class_sizes.source = SizeSource::Given;
  options.class_sizes.sizes = {0.3333333, 0.3333333, 0.3333333};
  const LinearFit result = train_linear(corpus.data, options);
  CHECK(std::accumulate(result.summary.class_sizes.begin(),
                        result.summary.class_sizes.end(),
                        0.0) == doctest::Approx(1).epsilon(1e-14));
  CHECK(result.summary.stop == Stop::Converged);
}

TEST_CASE("one number is the fraction of classes[1]") {
  const Topics corpus = topics(2, 200, 3, 21);
  LinearTraining options = options_of(kTsvm);
  options.class_sizes.source = SizeSource::Given;
  options.class_sizes.sizes = {0.25};
  const LinearFit one = train_linear(corpus.data, options);
  options.class_sizes.sizes = {0.75, 0.25};
  const LinearFit two = train_linear(corpus.data, options);
  CHECK(one.summary.class_sizes == Doubles{0.75, 0.25});
  CHECK(one.model.weights == two.model.weights);
}

TEST_CASE("data that cannot be learned from is refused") {
  Dataset data = small(22, 3);
  const auto message = [&] {
    return error_of([&] { (void)train_linear(data, options_of(kDa)); });
  };
  for (std::int32_t& label : data.labels)
    label = label == 1 ? kUnlabeled : label;
  CHECK(message().find("none of 1") != std::string::npos);
  for (std::int32_t& label : data.labels)
    label = label == 0 ? kUnlabeled : label;
  CHECK(message().find("at least two classes, found 1") != std::string::npos);
  for (std::int32_t& label : data.labels)
    label = kUnlabeled;
  CHECK(message().find("found 0") != std::string::npos);
  data.labels[0] = 7;
  CHECK_THROWS_AS((void)train_linear(data, options_of(kDa)), Invalid);
  data.labels.pop_back();
  CHECK_THROWS_AS((void)train_linear(data, options_of(kDa)), Invalid);
  data = small(22, 3);
  data.costs.assign(60, -1.0);
  CHECK_THROWS_AS((void)train_linear(data, options_of(kDa)), Invalid);
  CHECK_THROWS_AS((void)train_linear(Dataset{}, options_of(kDa)), DataError);
}

TEST_CASE("the smallest data train: two rows, no feature, empty rows") {
  for (const std::string_view method : {kSvm, kTsvm, kDa}) {
    for (const int classes : {2, 3}) {
      for (const double bias : {0.0, 1.0}) {
        for (const Index features : {0, 1}) {
          for (const Index unlabeled : {0, 1, 2}) {
            Dataset data;
            CsrMatrix<float> rows{features, {0}, {}, {}};
            for (Index i = 0; i < classes + unlabeled; ++i) {
              if (features > 0 && i % 2 == 0) push(rows, 0, 1);
              rows.end_row();
              data.labels.push_back(i < classes ? static_cast<std::int32_t>(i)
                                                : kUnlabeled);
            }
            data.rows = CsrStore(std::move(rows));
            for (int k = 0; k < classes; ++k)
              data.classes.push_back(std::to_string(k));
            LinearTraining options = options_of(method);
            options.bias = bias;
            const LinearFit result = train_linear(data, options);
            CHECK_NOTHROW(require_valid(result.model));
            CHECK(result.labels.size() == data.labels.size());
          }
        }
      }
    }
  }
}

// Rows without features, three of class 1 to one of class 0: the output is the
// bias alone, and 3/4 (1 - o)^2 + 1/4 (1 + o)^2 has its minimum at 1/2.
TEST_CASE("an unregularized bias finds the threshold of the class sizes") {
  Dataset data;
  CsrMatrix<float> rows{1, {0}, {}, {}};
  for (const std::int32_t label : {0, 1, 1, 1}) {
    rows.end_row();
    data.labels.push_back(label);
  }
  data.rows = CsrStore(std::move(rows));
  data.classes = {"0", "1"};
  LinearTraining options = options_of(kSvm);
  options.lambda = 1;
  const auto output = [&] {
    const LinearModel model = train_linear(data, options).model;
    return scores(model, data.rows)[0];
  };
  // lambda/2 b^2 + 1/2 [...]: o = 1/4 with the penalty, 1/2 without
  CHECK(output() == doctest::Approx(0.25).epsilon(1e-6));
  options.bias_regularized = false;
  CHECK(output() == doctest::Approx(0.5).epsilon(1e-3));
  options.bias = 0;
  CHECK(output() == 0);
}

}  // namespace semilin::test
