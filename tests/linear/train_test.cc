#include "semilin/learn/train.h"

#include "support/training.h"

namespace semilin::test {
namespace {

LinearTraining options_of(std::string_view method, Doubles sizes = {}) {
  LinearTraining options(method, 1);
  options.lambda = 1e-3;
  options.class_sizes.source =
      sizes.empty() ? SizeSource::Labels : SizeSource::Given;
  options.class_sizes.sizes = std::move(sizes);
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
  const VectorXd one = column(a, 1, 0), other = column(b, 1, 0);
  return (one - other).norm() / other.norm();
}

// The first class has a share, the others have what is left in equal parts.
Doubles first_share(double share, int classes) {
  Doubles sizes(classes, (1 - share) / (classes - 1));
  sizes[0] = share;
  return sizes;
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

TEST_CASE(
    "without unlabeled rows, or their weight, all are the SVM, bit by bit") {
  for (const int classes : {2, 4}) {
    const Topics corpus = topics(classes, 60, 5, 4);
    for (const bool all_labeled : {false, true}) {
      Dataset data = corpus.data;
      if (all_labeled) data.labels = corpus.truth;
      const LinearFit svm = train_linear(data, options_of(kSvm));
      for (const std::string_view method : {kTsvm, kDa}) {
        LinearTraining options = options_of(method);
        // the model beside any result is the SVM
        CHECK(train_linear(data, options).supervised.weights ==
              svm.model.weights);
        if (!all_labeled) options.lambda_u = 0;
        const LinearFit result = train_linear(data, options);
        CHECK(result.summary.method == kSvm);
        CHECK(result.summary.class_sizes_source == SizeSource::None);
        CHECK(result.model.weights == svm.model.weights);
        if (!all_labeled) CHECK(result.model.offsets == svm.model.offsets);
        CHECK(result.labels == svm.labels);
        CHECK((result.summary.unlabeled == 0) == all_labeled);
      }
    }
  }
}

TEST_CASE("TSVM: sizes are exact, labeled rows keep their labels") {
  for (const int classes : {2, 4}) {
    for (const Index limit : {0, 1, 3}) {
      const Dataset data = small(7, classes);
      LinearTraining options = options_of(kTsvm, first_share(0.1, classes));
      options.max_switches = limit;
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
    for (std::size_t i = 0; i < data.labels.size(); ++i)
      problem.costs[i] =
          data.labels[i] == kUnlabeled ? 0.5 / unlabeled : 1 / labeled;
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

const Doubles kFarSizes = {0.2, 0.3, 0.5};

TEST_CASE("TSVM: no pair is left to switch") {
  for (const unsigned seed : {1, 2, 3}) {
    const Dataset data = topics(3, 3000, 2, seed).data;
    CHECK(largest_gain(data,
                       train_linear(data, options_of(kTsvm, kFarSizes))) <= 0);
  }
}

TEST_CASE("TSVM: a stage ends with its first round of few switches") {
  const Dataset data = topics(3, 5000, 2, 1).data;  // 4,994 without a label
  for (const Index limit : {0, 1, 3}) {
    LinearTraining options = options_of(kTsvm, kFarSizes);
    options.max_switches = limit;
    options.lambda_u = 1;
    std::vector<std::pair<double, Index>> rounds;  // lambda_u, switches
    Index before = 0, iteration = 0;
    (void)train_linear(data, options, [&](const ProgressRecord& record) {
      // a record may be repeated while a round takes long
      if (record.stage == "tsvm" && record.iteration > iteration)
        rounds.emplace_back(record.lambda_u, record.switches - before);
      before = std::max(Index{0}, record.switches);
      iteration = record.iteration;
      return true;
    });
    int gone_on = 0;
    for (std::size_t r = 0; r < rounds.size(); ++r) {
      const auto [lambda_u, switched] = rounds[r];
      const bool last = lambda_u == options.lambda_u;
      const Index least = last || limit == 1 ? 1 : limit == 3 ? 3 : 4;
      const bool ends =
          r + 1 == rounds.size() || rounds[r + 1].first > lambda_u;
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
    const LinearTraining options = options_of(kDa, first_share(0.2, classes));
    const LinearFit result = train_linear(data, options);
    CHECK(std::isinf(result.summary.rho));
    CHECK(result.summary.class_sizes == options.class_sizes.sizes);
    CHECK(result.summary.entropy <= 0.1);
    CHECK(result.summary.gradient_norm <= options.tolerance);
    // Beliefs have the sizes; rounding those of the undecided rows may move
    // a few.
    const std::vector<Index> wanted =
        class_counts(options.class_sizes.sizes, result.summary.unlabeled);
    CHECK(apart(hidden_sizes(data, result.labels), wanted) <= 4);
    // The thresholds hold the predictions to them as well.
    CHECK(apart(hidden_sizes(data, predicted(result.model, data.rows)),
                wanted) <= 6);
  }
}

TEST_CASE("planted topics: annealing is far ahead of the SVM") {
  for (const int classes : {2, 4}) {
    const Topics corpus = topics(classes, 800, 2, 10);
    LinearTraining options = options_of(kDa);
    const LinearFit result = train_linear(corpus.data, options);
    const double svm =
        hidden_accuracy(corpus, predicted(result.supervised, corpus.data.rows));
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
  data.rows = data.rows.followed_by(
      rows_of(full, data.rows.cols(), [](Index) -> Entries {
        return {{0, 1e-9}};
      }));
  data.labels.resize(2 * full, kUnlabeled);
  LinearTraining options = options_of(kDa);
  options.early_step = 2;
  const LinearFit result = train_linear(data, options);
  CHECK(result.summary.entropy > 0.02 * std::log(3));
  CHECK(result.summary.stop == Stop::Converged);
}

TEST_CASE("the same bits for 1, 2, 4 threads") {
  for (const int classes : {2, 4}) {
    const Dataset data = topics(classes, 600, 3, 11).data;
    for (const std::string_view method : {kRls, kSvm, kTsvm, kDa}) {
      check_threads({2, 4}, [&](int threads) {
        LinearTraining options = options_of(method);
        options.threads = threads;
        const LinearFit fit = train_linear(data, options);
        return std::tuple(fit.model.weights, fit.model.offsets, fit.labels,
                          fit.summary.objective);
      });
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

TEST_CASE("permuted rows have the same model, renamed classes the renamed") {
  for (const int classes : {2, 3}) {
    const Topics corpus = topics(classes, 300, 3, 14);
    std::vector<Index> order(300);
    std::iota(order.begin(), order.end(), Index{0});
    Random(3).shuffle(order);
    const Dataset shuffled = select(corpus.data, order);
    const auto rename = [&](std::int32_t label) {
      return label == kUnlabeled ? label : (label + classes - 1) % classes;
    };
    Dataset renamed = corpus.data;
    for (std::int32_t& label : renamed.labels)
      label = rename(label);
    for (const std::string_view method : {kSvm, kTsvm, kDa}) {
      const LinearFit a = train_linear(corpus.data, options_of(method));
      const LinearFit b = train_linear(shuffled, options_of(method));
      LinearFit c = train_linear(renamed, options_of(method));
      CHECK(distance(a.model.weights, b.model.weights) <=
            (method == kSvm ? 1e-5 : 1e-2));
      Labels permuted, named;
      for (Index i = 0; i < 300; ++i) {
        permuted.push_back(a.labels[order[i]]);
        named.push_back(rename(a.labels[i]));
      }
      CHECK(share_equal(b.labels, permuted) >= 0.99);
      CHECK(share_equal(c.labels, named) >= (classes == 2 ? 0.993 : 0.99));
      if (classes > 2) continue;
      for (double& weight : c.model.weights)  // of two the sign flips
        weight = -weight;
      CHECK(distance(a.model.weights, c.model.weights) <=
            (method == kSvm ? 1e-6 : 1e-2));
    }
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

TEST_CASE("progress tells a fraction that rises, and what the method has") {
  const Dataset data = topics(3, 300, 10, 7).data;
  for (const std::string_view method : {kTsvm, kDa}) {
    for (const int early_step : {1, 4}) {
      CAPTURE(std::string(method));
      CAPTURE(early_step);
      LinearTraining options = options_of(method);
      options.early_step = early_step;
      options.temperature = 2;
      std::vector<ProgressRecord> records;
      Doubles told;
      const LinearFit result =
          train_linear(data, options, [&](const ProgressRecord& record) {
            records.push_back(record);
            if (record.stage == method) told.push_back(record.fraction_done);
            return true;
          });
      REQUIRE(told.size() > 5);
      CHECK(std::is_sorted(told.begin(), told.end()));
      CHECK(told.front() >= 0);
      CHECK(told[told.size() / 2] > 0.1);
      CHECK(told.back() > 0.7);
      CHECK(told.back() < 1);
      CHECK(records.front().stage == "svm");
      const ProgressRecord& last = records.back();
      CHECK(last.stage == method);
      CHECK(last.iteration <= result.summary.retrainings);
      for (std::size_t i = 1; i < records.size(); ++i) {
        CHECK(records[i].iteration > records[i - 1].iteration);
        CHECK(std::isfinite(records[i].objective));
      }
      if (method == kTsvm) {
        CHECK(last.lambda_u == default_lambda_u(data));
        CHECK(last.switches == result.summary.switches);
      } else {
        CHECK(last.temperature < records[1].temperature);
        CHECK(last.entropy <= records[1].entropy);
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
  for (const double bad : {1e308, 1e-310})
    refused([&](auto& o) { o.lambda_u = bad; }, "lambda-u, if not 0, must");
  for (const double bad : {1e308, 1e-310, -1.0})
    refused([&](auto& o) { o.temperature = bad; }, "temperature must");
  for (const double weight : {1e-9, 1e9}) {
    LinearTraining options = options_of(kDa);
    options.lambda_u = options.temperature = weight;
    CHECK_NOTHROW((void)train_linear(data, options));
  }
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
  for (const double bad : {0.0, -1.0, nan, inf})
    refused(
        [&](auto& o) {
          o.class_weights = Doubles{1, bad, 1};
        },
        "a class weight must be > 0");
  const auto sizes = [](const Doubles& numbers) {
    return [=](auto& o) { o.class_sizes = {SizeSource::Given, numbers}; };
  };
  refused(sizes({}), "train: class sizes need one number per class, 3, got 0");
  refused(sizes({0.5}),
          "train: class sizes need one number per class, 3, got 1");
  refused(sizes({0.5, 0.5, 0}), "must lie between 0 and 1");
  refused(sizes({0.5, 0.5, nan}), "must lie between 0 and 1");
  refused(sizes({0.5, 0.3, 0.3}), "must sum to 1");
}

TEST_CASE(
    "class sizes are made to sum to 1, one number is that of classes[1]") {
  const auto fitted = [](int classes, std::string_view method, Doubles sizes) {
    return train_linear(topics(classes, 200, 3, 20).data,
                        options_of(method, std::move(sizes)));
  };
  const LinearFit::Summary summary =
      fitted(3, kDa, Doubles(3, 0.3333333)).summary;
  CHECK(apart(summary.class_sizes, Doubles(3, 1. / 3)) <= 1e-15);
  CHECK(summary.stop == Stop::Converged);
  const LinearFit one = fitted(2, kTsvm, {0.25});
  CHECK(one.summary.class_sizes == Doubles{0.75, 0.25});
  CHECK(one.model.weights == fitted(2, kTsvm, {0.75, 0.25}).model.weights);
}

TEST_CASE("data that cannot be learned from is refused") {
  Dataset data = small(22, 3);
  const auto without = [&](std::int32_t hidden, const char* message) {
    for (std::int32_t& label : data.labels)
      label = label == hidden ? kUnlabeled : label;
    CHECK_THROWS_WITH_AS((void)train_linear(data, options_of(kDa)),
                         doctest::Contains(message), DataError);
  };
  without(1, "none of 1");
  without(0, "at least two classes, found 1");
  without(2, "found 0");
  CHECK_THROWS_AS((void)train_linear(Dataset{}, options_of(kDa)), DataError);
}

TEST_CASE("the smallest data train: two rows, no feature, empty rows") {
  for (const std::string_view method : {kSvm, kTsvm, kDa}) {
    for (const int classes : {2, 3}) {
      for (const double bias : {0.0, 1.0}) {
        for (const Index features : {0, 1}) {
          for (const Index unlabeled : {0, 1, 2}) {
            const CsrStore rows =
                rows_of(classes + unlabeled, features, [&](Index i) {
                  return features > 0 && i % 2 == 0 ? Entries{{0, 1}}
                                                    : Entries{};
                });
            const Dataset data =
                few_labels(rows, in_turns(classes + unlabeled, classes),
                           std::vector<Index>(classes, 1))
                    .data;
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
  const Dataset data =
      few_labels(sparse(MatrixXd::Zero(4, 1)), {0, 1, 1, 1}, {1, 3}).data;
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
