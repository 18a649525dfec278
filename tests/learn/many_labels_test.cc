// From few labels to many, judged on rows that no training has seen.
#include "semilin/matrix/vectors.h"

#include "linear/labels_held_out.h"
#include "support/training.h"

namespace semilin::test {
namespace {

/// A class per row: documents of `own` terms among the ten of their class, and
/// of `others` among the terms that all share.
Dataset documents(const Labels& truth, int classes, int own, std::uint64_t seed,
                  int others = 6, int common = 300) {
  Random random(seed);
  const auto document = [&](Index i) {
    std::map<Index, double> terms;
    for (int term = 0; term < own; ++term)
      terms[10 * truth[i] + random.below(10)] = 0.3;
    for (int term = 0; term < others; ++term)
      terms[10 * classes + random.below(common)] = 0.3;
    return terms;
  };
  const Index rows = std::ssize(truth);
  return few_labels(rows_of(rows, 10 * classes + common, document), truth,
                    std::vector<Index>(classes, rows))
      .data;
}

/// Only each `step`-th twenty rows keep their labels.
Dataset shown(Dataset data, Index step) {
  for (Index i = 0; i < std::ssize(data.labels); ++i)
    if (i / 20 % step != 0) data.labels[i] = kUnlabeled;
  return data;
}

// The F1 of class 1.
double f1(const Labels& truth, const Labels& found) {
  double both = 0, either = 0;
  for (std::size_t i = 0; i < truth.size(); ++i) {
    both += truth[i] == 1 && found[i] == 1 ? 1 : 0;
    either += truth[i] + found[i];
  }
  return either > 0 ? 2 * both / either : 0;
}

/// 19 rows of class 0 for each one of class 1.
Labels one_in_twenty(Index rows) {
  Labels truth;
  for (Index i = 0; i < rows; ++i)
    truth.push_back(i % 20 == 7 ? 1 : 0);
  return truth;
}

TEST_CASE("a rare class without an unlabeled row takes no new rows") {
  // forty rows, 36 with a label: three of class 2, all of them labeled
  Labels truth;
  for (int i = 0; i < 40; ++i)
    truth.push_back(i < 3 ? 2 : i % 2);
  Dataset data = documents(truth, 3, 4, 1);
  for (std::size_t i = 36; i < 40; ++i)
    data.labels[i] = kUnlabeled;
  // whose own terms are fewer, so that outputs are smaller
  const Labels of_new = in_turns(200, 2);
  const Dataset fresh = documents(of_new, 3, 1, 2);
  for (const std::string_view method : {kCommittee, kDa, kTsvm}) {
    CAPTURE(std::string(method));
    const TrainResult result = train(data, training_of(method));
    const Labels found = predicted(result.model, fresh.rows);
    CHECK(std::count(found.begin(), found.end(), 2) <= 5);
    CHECK(share_equal(of_new, found) > 0.8);
  }
}

TEST_CASE("labels handed out are what the model predicts for the same rows") {
  Labels truth;
  for (int i = 0; i < 300; ++i)
    truth.push_back(i % 10 == 0 ? 2 : i % 2);
  const Dataset all = documents(truth, 3, 1, 3);
  for (const Index step : {2, 5, 15}) {
    const Dataset data = shown(all, step);
    for (const std::string_view method :
         {kCommittee, kDa, kTsvm, kSvm, kNbEm}) {
      CAPTURE(std::string(method));
      CAPTURE(step);
      const TrainResult result = train(data, training_of(method));
      const Labels found = predicted(result.model, data.rows);
      for (std::size_t i = 0; i < found.size(); ++i)
        CHECK(result.labels[i] ==
              (data.labels[i] == kUnlabeled ? found[i] : data.labels[i]));
    }
  }
}

TEST_CASE("labels drawn at random tell how rare a class is") {
  const Dataset all = documents(one_in_twenty(1000), 2, 2, 4);
  const Dataset fresh = documents(one_in_twenty(1000), 2, 2, 5);
  const Dataset data = shown(all, 5);  // 200, of which ten are of class 1
  for (const std::string_view method : {kCommittee, kDa}) {
    CAPTURE(std::string(method));
    const TrainResult result = train(data, training_of(method));
    // the committee may take the estimate, which is as good here
    if (method == kDa)
      CHECK(result.summary.class_sizes_source == SizeSource::Labels);
    CHECK(result.summary.class_sizes[1] == doctest::Approx(0.05).epsilon(0.1));
    CHECK(f1(fresh.labels, predicted(result.model, fresh.rows)) > 0.8);
  }
}

TEST_CASE("all rows labeled: the default is the SVM with thresholds") {
  const Dataset data = documents(one_in_twenty(1000), 2, 1, 6);
  const Dataset fresh = documents(one_in_twenty(2000), 2, 1, 7);
  const TrainResult result = train(data);
  CHECK(result.summary.method == kSvm);
  CHECK(result.model.linear()->weights == result.supervised.weights);
  const TrainResult plain = train(data, training_of(kSvm));
  CHECK(plain.model.linear()->offsets == Doubles{0});
  CHECK(f1(fresh.labels, predicted(result.model, fresh.rows)) >=
        f1(fresh.labels, predicted(plain.model, fresh.rows)));
  const Labels found = predicted(result.model, fresh.rows);
  const double size = std::accumulate(found.begin(), found.end(), 0.0) / 2000;
  CHECK(size == doctest::Approx(0.05).epsilon(0.3));
}

TEST_CASE("labels held out choose the penalty: wrong ones take a larger") {
  const Dataset clean = documents(in_turns(4000, 4), 4, 2, 8, 30, 5000);
  Dataset wrong = clean;
  Random random(9);
  for (std::int32_t& label : wrong.labels)
    if (random.below(5) < 2) label = static_cast<std::int32_t>(random.below(4));
  const LinearOptions options;
  const auto chosen = [&](const Dataset& data) {
    return chosen_lambda(data, options, Loss::squared_hinge(), {});
  };
  CHECK(default_lambda(clean) == default_lambda(wrong));
  CHECK(chosen(clean) == default_lambda(clean));
  CHECK(chosen(wrong) > 2 * default_lambda(wrong));
  LinearOptions given;
  given.lambda = 0.5;
  CHECK(chosen_lambda(wrong, given, Loss::squared_hinge(), {}) == 0.5);
  CHECK_THROWS_AS(
      (void)chosen_lambda(clean, options, Loss::squared_hinge(), stop_at_once),
      Interrupted);
}

/// The data with vectors of 100 numbers: random ones, to the first of which
/// `told` is added for class 1 and subtracted for class 0.
Dataset with_random_vectors(const Dataset& data, double told) {
  Random random(11);
  const CsrStore vectors = rows_of(data.rows.rows(), 100, [&](Index i) {
    std::map<Index, double> numbers;
    for (Index j = 0; j < 100; ++j)
      numbers[j] = random.uniform() - 0.5;
    numbers[0] += data.labels[i] == 1 ? told : -told;
    return numbers;
  });
  return with_vectors(data, 100, [&](Index begin, Index end) {
    return vectors.range(begin, end);
  });
}

TEST_CASE("labels held out tell how much vectors weigh beside words") {
  const Dataset words = documents(in_turns(400, 2), 2, 1, 10);
  LinearOptions options;
  options.lambda = default_lambda(words);
  const auto factor = [&](const Dataset& data) {
    return chosen_vector_factor(data, options, Loss::squared_hinge(), {});
  };
  CHECK(factor(words) == 1);
  const Dataset noise = with_random_vectors(words, 0);
  CHECK(factor(noise) < 1);
  CHECK(factor(with_random_vectors(words, 2)) >= 1);
  CHECK_THROWS_AS((void)chosen_vector_factor(
                      noise, options, Loss::squared_hinge(), stop_at_once),
                  Interrupted);
  // the model reads rows at the scale at which they were given
  for (const std::string_view method : {kSvm, kCommittee}) {
    CAPTURE(std::string(method));
    const Dataset data = shown(noise, 2);
    const TrainResult result = train(data, training_of(method));
    CHECK(result.model.head().vectors == data.vectors);
    const Labels found = predicted(result.model, data.rows);
    for (std::size_t i = 0; i < found.size(); ++i)
      CHECK(result.labels[i] ==
            (data.labels[i] == kUnlabeled ? found[i] : data.labels[i]));
  }
}

TEST_CASE("the graph of many vectors beside words has no kernel by default") {
  const Dataset data =
      shown(with_random_vectors(documents(in_turns(501, 2), 2, 1, 10), 0.3), 9);
  const auto held_out = [&](KernelForm form) {
    TrainOptions options = training_of(kCommittee);
    options.graph.kernel.form = form;
    return train(data, options).summary.committee->members[2].held_out;
  };
  const double by_default = held_out(KernelForm::Auto);
  CHECK(by_default == held_out(KernelForm::None));
  CHECK(by_default != held_out(KernelForm::Rbf));
}

}  // namespace
}  // namespace semilin::test
