#include "semilin/linear/cross_validation.h"

#include "linear/held_out_rows.h"
#include "support/training.h"

namespace semilin::test {
namespace {

LinearTraining fold_options(std::string_view method) {
  LinearTraining options(method, 1);
  options.class_sizes.source = SizeSource::Labels;
  options.tolerance = 1e-9;
  return options;
}

// Trains without the labels of each fold, one after the other.
Doubles one_by_one(const Dataset& data, LinearTraining options,
                   const Folds& folds, GridPoint point) {
  options.lambda = point.lambda;
  options.lambda_u = *point.lambda_u;
  Doubles outputs;
  for (std::size_t i = 0; i < folds.rows.size(); ++i) {
    const LinearModel model =
        train_linear(without_fold(data, folds, folds.fold[i]), options).model;
    const Doubles all = scores(model, data.rows, 1);
    const Index width = model.outputs();
    const auto from = all.begin() + folds.rows[i] * width;
    outputs.insert(outputs.end(), from, from + width);
  }
  return outputs;
}

HeldOut held_out_outputs(const Dataset& data, const LinearTraining& training,
                         const Folds& folds, std::vector<GridPoint> points,
                         const HeldOutOptions& options = {},
                         const Progress& progress = {}) {
  return Trainer(data, training).held_out(folds, points, options, progress);
}

TEST_CASE("folds are stratified, even and a partition of the labeled rows") {
  Dataset data = topics(3, 100, 11, 4).data;
  data.costs.assign(100, 1.0);
  const auto labeled = std::find_if(data.labels.begin(), data.labels.end(),
                                    [](auto label) { return label == 1; });
  data.costs[labeled - data.labels.begin()] = 0;  // counts nowhere
  const Folds folds = stratified_folds(data, 4, 7);
  CHECK(folds.rows.size() == 32);
  std::vector<int> sizes(4, 0);
  std::vector<std::vector<int>> by_class(3, std::vector<int>(4, 0));
  for (std::size_t i = 0; i < folds.rows.size(); ++i) {
    REQUIRE(data.labels[folds.rows[i]] != kUnlabeled);
    ++sizes[folds.fold[i]];
    ++by_class[data.labels[folds.rows[i]]][folds.fold[i]];
  }
  CHECK(std::is_sorted(folds.rows.begin(), folds.rows.end()));
  CHECK(sizes == std::vector<int>{8, 8, 8, 8});
  for (const std::vector<int>& counts : by_class) {
    const auto [least, most] =
        std::minmax_element(counts.begin(), counts.end());
    CHECK(*most - *least <= 1);
  }
  CHECK(stratified_folds(data, 4, 7).fold == folds.fold);
  CHECK(stratified_folds(data, 4, 8).fold != folds.fold);
}

// Each row of `topics` so many times, one after the other.
Dataset repeated(const Topics& corpus, Index times) {
  std::vector<Index> rows;
  for (Index i = 0; i < corpus.data.rows.rows(); ++i)
    rows.insert(rows.end(), static_cast<std::size_t>(times), i);
  return select(corpus.data, rows);
}

TEST_CASE("copies of a row are held out together, whatever holds rows out") {
  const Dataset data = repeated(topics(3, 60, 6, 4), 3);
  CHECK(repeats(data).rows == 36);
  CHECK(repeats(data).labeled == 54);
  CHECK(repeats(data).differ == 0);
  const Folds alone = leave_one_out(data);
  CHECK(alone.count == 18);
  for (const Folds& folds : {stratified_folds(data, 3, 7), few_folds(data),
                             even_folds(data, 5, 1), alone})
    for (std::size_t i = 0; i < folds.rows.size(); i += 3) {
      CHECK(folds.fold[i] == folds.fold[i + 1]);
      CHECK(folds.fold[i] == folds.fold[i + 2]);
    }
  CHECK(few_folds(data).count == 5);
  // six copies of one row are one row
  CHECK(rare_classes(repeated(topics(2, 2, 1, 1), 6)).size() == 2);
}

TEST_CASE("copies whose labels differ are held out together, and counted") {
  Dataset data = repeated(topics(2, 40, 4, 4), 2);
  const auto first = std::ranges::find(data.labels, 0);
  *first = 1;  // the next row has the same words and class 0
  const Index row = first - data.labels.begin();
  CHECK(repeats(data).differ == 1);
  const Folds folds = few_folds(data);
  const auto place = std::ranges::find(folds.rows, row) - folds.rows.begin();
  CHECK(folds.fold[place] == folds.fold[place + 1]);
  CHECK(folds.count == 3);  // three other documents of class 0
}

TEST_CASE("near copies of texts are copies, near points are none") {
  const auto row_of = [](Index i) {
    Entries entries;  // rows 0 and 1 share 39 of 40 words, row 2 10 of them
    for (Index j = 0; j < 40; ++j)
      entries.emplace_back(i == 0   ? j
                           : i == 1 ? j + 1
                           : j < 10 ? j + 1
                                    : j + 100,
                           1);
    return entries;
  };
  const auto data_of = [&](Index cols) {
    return Dataset{rows_of(3, cols, row_of), {0, 0, 1}, {"a", "b"}, {}};
  };
  CHECK(repeats(data_of(1000)).rows == 1);
  CHECK(repeats(data_of(150)).rows == 0);  // of many features few are none
}

TEST_CASE("a class with fewer rows than folds is refused, with a way out") {
  const Dataset data = topics(2, 40, 4, 1).data;
  CHECK_NOTHROW((void)stratified_folds(data, 4, 1));
  CHECK_THROWS_WITH_AS((void)stratified_folds(data, 5, 1),
                       "expected at least 5 labels of every class, found 4 of "
                       "0; label more, or set the option folds to 4",
                       DataError);
  CHECK_THROWS_WITH_AS((void)stratified_folds(topics(2, 40, 1, 1).data, 5, 1),
                       doctest::Contains("at least 2 of every"), DataError);
  CHECK_THROWS_AS((void)stratified_folds(data, 1, 1), Invalid);
  const Folds folds = leave_one_out(data);
  CHECK(folds.count == 8);
  CHECK(folds.fold[7] == 7);
  CHECK_THROWS_WITH_AS((void)leave_one_out(topics(2, 40, 1, 1).data),
                       doctest::Contains("its only row"), DataError);
}

TEST_CASE("a batch of folds and lambdas gives each fold's own model") {
  for (const int classes : {2, 3}) {
    for (const std::string_view method : {kSvm, kRls}) {
      Dataset data = topics(classes, 60, 12, 5).data;
      data.costs.resize(60, 1.0);
      for (int i = 0; i < 60; ++i)
        data.costs[i] = 0.5 + 0.25 * (i % 5);
      LinearTraining options = fold_options(method);
      options.class_weights.assign(classes, 1.0);
      options.class_weights[1] = 3;
      const Folds folds =
          classes == 2 ? leave_one_out(data) : stratified_folds(data, 4, 2);
      const std::vector<GridPoint> points = {{0.01, 0}, {1, 0}, {0.1, 1}};
      HeldOutOptions held_out;
      held_out.fold_tolerance = 1e-9;
      // all at once, some at once, one fold at a time
      for (const Index bytes : {Index{1} << 28, Index{600000}, Index{1}}) {
        held_out.batch_bytes = bytes;
        const HeldOut found =
            held_out_outputs(data, options, folds, points, held_out);
        for (std::size_t p = 0; p < points.size(); ++p) {
          CHECK(apart(found.outputs[p],
                      one_by_one(data, options, folds, points[p])) <= 1e-6);
        }
      }
    }
  }
}

TEST_CASE("semi-supervised folds are models without the labels of the fold") {
  const Dataset data = topics(2, 80, 6, 3).data;
  LinearTraining options = fold_options(kDa);
  const Folds folds = stratified_folds(data, 3, 1);
  const HeldOutOptions held_out{.fold_tolerance = 1e-9,
                                .rough_tolerance = 1e-9};
  const std::vector<GridPoint> points = {{0.01, 1}, {0.01, 0}};
  const HeldOut found =
      held_out_outputs(data, options, folds, points, held_out);
  for (std::size_t p = 0; p < 2; ++p) {
    CHECK(
        apart(found.outputs[p], one_by_one(data, options, folds, points[p])) <=
        (p == 0 ? 0 : 1e-6));  // annealed: the same bits
  }
}

TEST_CASE("the same held-out outputs for 1, 2, 4 threads") {
  const Dataset data = topics(3, 90, 9, 2).data;
  LinearTraining options = fold_options(kSvm);
  const Folds folds = stratified_folds(data, 3, 1);
  const std::vector<GridPoint> points = {{0.1, 0}, {0.001, 0}};
  check_threads({2, 4}, [&](int threads) {
    options.threads = threads;
    return held_out_outputs(data, options, folds, points).outputs;
  });
}

TEST_CASE("what a point of the grid does not name stays as it is") {
  const Dataset data = topics(2, 60, 6, 3).data;
  const Folds folds = stratified_folds(data, 2, 1);
  for (const std::string_view method : {kSvm, kDa}) {
    CAPTURE(std::string(method));
    LinearTraining options = fold_options(method);
    options.lambda = 0.1;
    options.lambda_u = 0.5;
    const std::vector<GridPoint> points = {
        {}, {.lambda = 0.1}, {.lambda_u = 0.5}, {0.1, 0.5}, {0.01, 0.5}};
    const HeldOut found = held_out_outputs(data, options, folds, points);
    for (const std::size_t p : {1, 2, 3})
      CHECK(found.outputs[p] == found.outputs[0]);
    CHECK(found.outputs[4] != found.outputs[0]);
  }
}

TEST_CASE("both models are compared on the same rows held out") {
  Dataset data = topics(3, 300, 2, 21).data;
  for (Index i = 0; i < 300; ++i)
    data.costs.push_back(0.5 + 0.25 * static_cast<double>(i % 5));
  LinearTraining options = fold_options(kDa);
  options.lambda = 1e-2;
  const Doubles class_sizes = {0.2, 0.3, 0.5};
  const Folds folds = stratified_folds(data, 2, 1);
  const std::vector<GridPoint> points = {{1e-2, 1}, {1e-2, 0}};
  const HeldOut held_out = held_out_outputs(data, options, folds, points);
  Doubles class_costs(3, 0.0), weights, differences;
  for (const Index row : folds.rows)
    class_costs[data.labels[row]] += data.costs[row];
  double right[2] = {0, 0}, squares = 0;
  for (std::size_t i = 0; i < folds.rows.size(); ++i) {
    const std::int32_t label = data.labels[folds.rows[i]];
    weights.push_back(data.costs[folds.rows[i]] * class_sizes[label] /
                      class_costs[label]);
    const auto hit = [&](int p) {
      return best_class({&held_out.outputs[p][3 * i], 3}) == label ? 1.0 : 0.0;
    };
    differences.push_back(hit(0) - hit(1));
    for (const int p : {0, 1})
      right[p] += weights[i] * hit(p);
  }
  for (std::size_t i = 0; i < weights.size(); ++i)
    squares += std::pow(weights[i] * (differences[i] - right[0] + right[1]), 2);

  const CrossValidated found = compare_outputs(
      data, folds, held_out.outputs[0], held_out.outputs[1], class_sizes);

  CHECK(found.folds == 2);
  CHECK(found.rows == 6);
  CHECK(found.accuracy == doctest::Approx(right[0]));
  CHECK(found.supervised == doctest::Approx(right[1]));
  // weights sum to 1: one more difference weighs 1/6
  CHECK(found.error == doctest::Approx(std::sqrt(squares + 1.0 / 36)));
  CHECK(found.accuracy > found.supervised);
}

TEST_CASE("holding out needs two classes of two rows, and can be ended") {
  CHECK_THROWS_WITH_AS(
      (void)few_folds(topics(2, 40, 1, 1).data),
      doctest::Contains("two classes with at least 2 labeled rows"), DataError);
  const Dataset data = topics(2, 40, 4, 1).data;
  const Folds folds = stratified_folds(data, 3, 1);
  const HeldOut found = held_out_outputs(
      data, fold_options(kDa), folds, {{0.1, 0}, {0.1, 1}}, {}, stop_at_once);
  CHECK(found.outputs == std::vector<Doubles>(2));
}

TEST_CASE("the only row of a class is in no fold") {
  Dataset data = topics(3, 60, 4, 1).data;
  std::int32_t kept = 0;
  for (std::int32_t& label : data.labels)
    if (label == 2 && ++kept > 1) label = kUnlabeled;
  const Folds folds = few_folds(data);
  CHECK(folds.count == 4);
  CHECK(folds.rows.size() == 9);
  CHECK(std::count(folds.fold.begin(), folds.fold.end(), -1) == 1);
}

TEST_CASE("grids that have no meaning are refused") {
  const Dataset data = topics(2, 60, 6, 3).data;
  const Folds folds = stratified_folds(data, 3, 1);
  LinearTraining options = fold_options(kSvm);
  const auto refused = [&](GridPoint point) {
    CHECK_THROWS_AS((void)held_out_outputs(data, options, folds, {point}),
                    Invalid);
  };
  refused({0, 1});
  refused({-1, 1});
  refused({1, -1});
  options.class_weights = {1, -1};
  refused({1, 0});
}

}  // namespace
}  // namespace semilin::test
