#include "semilin/linear/multilabel.h"

#include "semilin/matrix/label_sets.h"

#include "support/training.h"

namespace semilin::test {
namespace {

// Label k has the features 3k to 3k + 2; a row has each of three labels with
// probability 0.3, and noise. The first `labeled` rows keep their sets.
struct PlantedSets {
  Dataset data;
  Labels truth;  // rows x 3
};

PlantedSets planted_sets(Index rows, Index labeled) {
  Random random(11);
  PlantedSets made;
  made.data.classes = {",", "a", "a,b", "a,b,c", "a,c", "b", "b,c", "c"};
  made.data.multi_label = true;
  const int class_of[] = {0, 1, 5, 2, 7, 4, 6, 3};  // by bits c b a
  made.data.rows = rows_of(rows, 14, [&](Index i) {
    int bits = 0;
    for (int k = 0; k < 3; ++k) {
      const bool has = random.uniform() < 0.3;
      bits += has ? 1 << k : 0;
      made.truth.push_back(has ? 1 : 0);
    }
    made.data.labels.push_back(i < labeled ? class_of[bits] : kUnlabeled);
    Entries entries;
    for (int j = 0; j < 14; ++j) {
      const bool own = j < 9 && ((bits >> (j / 3)) & 1) != 0;
      if (random.uniform() <= (own ? 0.8 : 0.1)) entries.emplace_back(j, 1);
    }
    return entries;
  });
  return made;
}

LinearTraining label_options(std::string_view method) {
  LinearTraining options(method, 1);
  options.class_sizes.source = SizeSource::Labels;
  return options;
}

TEST_CASE("each label's output is the binary model of that label alone") {
  const PlantedSets made = planted_sets(200, 60);
  const LabelSets sets = label_sets(made.data);
  for (const std::string_view method : {kSvm, kRls, kDa}) {
    LinearTraining options = label_options(method);
    options.class_weights = {1, 2.5, 1};
    const LinearFit all = train_linear(made.data, options);
    CHECK(all.model.multi_label);
    CHECK(all.model.classes == sets.names);
    for (int k = 0; k < 3; ++k) {
      options.class_weights = {1, k == 1 ? 2.5 : 1.0};
      if (method == kDa) options.tolerance = 3e-3;  // as one of many labels
      const LinearFit one =
          train_linear(one_label(made.data, sets, k), options);
      CHECK(all.model.offsets[k] == one.model.offsets[0]);
      for (std::size_t j = 0; j < one.model.weights.size(); ++j)
        CHECK(all.model.weights[j * 3 + k] == one.model.weights[j]);
      for (std::size_t i = 0; i < one.labels.size(); ++i)
        CHECK(all.labels[i * 3 + k] == one.labels[i]);
    }
  }
}

TEST_CASE("planted label sets are found, with each label's own class sizes") {
  const PlantedSets made = planted_sets(600, 300);
  LinearTraining options = label_options(kDa);
  options.class_sizes.source = SizeSource::Given;
  options.class_sizes.sizes = {0.3, 0.3, 0.25};
  const LinearFit result = train_linear(made.data, options);
  CHECK(result.summary.class_sizes == options.class_sizes.sizes);
  CHECK(result.summary.stop == Stop::Converged);
  const auto said =
      predict_sets(result.model, scores(result.model, made.data.rows, 1));
  const SetMetrics metrics = set_metrics(made.truth, said, 3);
  // a label shows itself by three features of probability 0.8 against 0.1: two
  // of them is the best rule, with an F1 of 0.91
  CHECK(micro_f1(metrics.labels) > 0.8);
  CHECK(macro_f1(metrics.labels) > 0.8);
}

TEST_CASE("set metrics worked out by hand") {
  // rows {a}, {a,b}, {}; said {a}, {a}, {b}
  const Labels truth = {1, 0, 1, 1, 0, 0};
  const Labels said = {1, 0, 1, 0, 0, 1};
  const SetMetrics metrics = set_metrics(truth, said, 2);
  CHECK(metrics.rows == 3);
  CHECK(metrics.subset_accuracy == doctest::Approx(1. / 3));
  CHECK(metrics.hamming_loss == doctest::Approx(2. / 6));
  CHECK(metrics.labels[0].f1 == 1);
  CHECK(metrics.labels[1].f1 == 0);
  // pooled: 2 correct of support 3 and predicted 3
  CHECK(micro_f1(metrics.labels) == doctest::Approx(4. / 6));
  CHECK(macro_f1(metrics.labels) == doctest::Approx(0.5));
  CHECK(std::isnan(set_metrics({}, {}, 2).subset_accuracy));
  CHECK_THROWS_AS((void)set_metrics(truth, said, 4), Invalid);
}

TEST_CASE("multi-label training refuses what has no meaning") {
  PlantedSets made = planted_sets(30, 30);
  LinearTraining options = label_options(kSvm);
  options.class_weights = {1, 2};
  CHECK_THROWS_WITH_AS((void)train_linear(made.data, options),
                       "train: one weight per label", Invalid);
  options = label_options(kDa);
  options.class_sizes.source = SizeSource::Given;
  options.class_sizes.sizes = {0.5, 0.5};
  CHECK_THROWS_AS((void)train_linear(made.data, options), Invalid);
  for (std::int32_t& label : made.data.labels)
    label = label % 2 == 0 ? 2 : 1;  // all have "a"
  CHECK_THROWS_WITH_AS((void)train_linear(made.data, label_options(kSvm)),
                       "expected a labeled row without the label a, found none",
                       DataError);
}

}  // namespace
}  // namespace semilin::test
