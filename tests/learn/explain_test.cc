#include "semilin/learn/explain.h"

#include "support/training.h"

namespace semilin::test {
namespace {

CsrStore one_row(const Entries& entries, Index cols) {
  return rows_of<double>(1, cols, [&](Index) { return entries; });
}

LinearModel model_of(Strings classes, double bias) {
  return random_model(std::move(classes), 5, bias, 7);
}

double sum_of(const Explanation& found) {
  return std::accumulate(
      found.features.begin(), found.features.end(), found.constant,
      [](double sum, const Contribution& one) { return sum + one.product; });
}

TEST_CASE("what features add makes the model's score") {
  // column 6 is none of the model's
  const CsrStore row = one_row({{0, 1.5}, {2, -2}, {3, 0.5}, {6, 9}}, 7);
  for (const double bias : {0.0, 2.0}) {
    const LinearModel three = model_of({"a", "b", "c"}, bias);
    const Doubles outputs = scores(three, row);
    for (std::int32_t k = 0; k < 3; ++k) {
      const Explanation found = explain(three, row, k);
      CHECK(found.features.size() == 3);
      CHECK(found.score == doctest::Approx(outputs[k]).epsilon(1e-12));
      CHECK(sum_of(found) == doctest::Approx(outputs[k]).epsilon(1e-12));
      for (std::size_t f = 1; f < found.features.size(); ++f)
        CHECK(std::abs(found.features[f].product) <=
              std::abs(found.features[f - 1].product));
    }
    const LinearModel two = model_of({"a", "b"}, bias);
    const double output = scores(two, row)[0];
    CHECK(explain(two, row, 1).score == doctest::Approx(output));
    CHECK(explain(two, row, 0).score == doctest::Approx(-output));
    CHECK(sum_of(explain(two, row, 0)) == doctest::Approx(-output));
  }
}

TEST_CASE("features have the numbers that the rows have") {
  LinearModel model = model_of({"a", "b"}, 1);
  model.feature_numbers = {3, 10, 100, 1000, 100000};
  const CsrStore row = one_row({{10, 1}, {50, 5}, {1000, 2}}, 100001);
  const Explanation found = explain(model, row, 1);
  REQUIRE(found.features.size() == 2);
  const bool first = found.features[0].feature == 10;
  CHECK(found.features[first ? 0 : 1].weight == model.weights[1]);
  CHECK(found.features[first ? 1 : 0].feature == 1000);
  CHECK(found.features[first ? 1 : 0].weight == model.weights[3]);
  CHECK(sum_of(found) == doctest::Approx(scores(model, row)[0]));
}

TEST_CASE("an empty row has the constant; what is no class is refused") {
  const LinearModel model = model_of({"a", "b"}, 1);
  const CsrStore empty = one_row({}, 5);
  const Explanation found = explain(model, empty, 1);
  CHECK(found.features.empty());
  CHECK(found.score == doctest::Approx(model.weights[5] + model.offsets[0]));
  CHECK_THROWS_AS((void)explain(model, empty, 2), Invalid);
  CHECK_THROWS_AS((void)explain(model, CsrStore(), 0), Invalid);
}

TEST_CASE("the nearest labeled rows come first, unlabeled ones never") {
  MatrixXd rows(5, 3);
  rows << 1, 1, 0,  // cosine 1, not labeled
      0, 0, 2,      // 0
      5, 0, 0,      // 1 / sqrt 2
      3, 3, 0,      // 1
      0, 1, 0;      // 1 / sqrt 2
  const Dataset data{sparse(rows), {-1, 0, 1, 0, 1}, {"a", "b"}, {}};
  const CsrStore row = one_row({{0, 2}, {1, 2}}, 3);
  const std::vector<NearRow> near = nearest_labeled(data, row, 5);
  REQUIRE(near.size() == 3);
  CHECK(near[0].row == 3);
  CHECK(near[0].cosine == doctest::Approx(1));
  CHECK(near[1].row == 2);
  CHECK(near[1].cosine == doctest::Approx(std::sqrt(0.5)));
  CHECK(near[2].row == 4);
  CHECK(nearest_labeled(data, row, 1).size() == 1);
  CHECK(nearest_labeled(data, one_row({}, 3), 5).empty());
}

// Rows of two classes: the first holds columns 0 to 2, the second 3 to 5, each
// row two of its three. Two of each class have a label.
Dataset two_topics(Index rows, double sign) {
  const auto row = [&](Index i) {
    Entries entries;
    for (Index c = 0; c < 3; ++c)
      if (c != i / 2 % 3)
        entries.emplace_back(i % 2 * 3 + c, c == 0 ? sign : 1);
    return entries;
  };
  return few_labels(rows_of(rows, 6, row), in_turns(rows, 2), {2, 2}).data;
}

Strings methods_of(const std::vector<Opinion>& opinions) {
  Strings methods;
  for (const Opinion& one : opinions)
    methods.push_back(one.method);
  return methods;
}

TEST_CASE("a model without weights is asked what it loses with each feature") {
  const Dataset data = two_topics(40, 1);
  TrainOptions options = training_of(kTvRls);
  options.graph.kernel.form = KernelForm::Rbf;
  const Model model = train(data, options).model;
  REQUIRE_FALSE(linear_part(model));
  const Entries all = {{3, 0.5}, {4, 1}, {5, 1}};
  const CsrStore row = one_row(all, 6);
  const double output = scores(model, row)[0];
  const Explanation found = explain(model, row, 1);
  CHECK(found.score == doctest::Approx(output));
  CHECK(sum_of(found) == doctest::Approx(output));
  REQUIRE(found.features.size() == 3);
  for (const Contribution& one : found.features) {
    Entries others = all;
    std::erase_if(others,
                  [&](const auto& e) { return e.first == one.feature; });
    CHECK(one.product ==
          doctest::Approx(output - scores(model, one_row(others, 6))[0]));
  }
  CHECK(explain(model, row, 0).score == doctest::Approx(-output));
}

TEST_CASE("a long row is explained part by part") {
  TrainOptions options = training_of(kTvRls);
  options.graph.kernel.form = KernelForm::Rbf;
  const Model model = train(two_topics(40, 1), options).model;
  Entries all;  // most are unknown to the model
  for (Index j = 0; j < 3'000; ++j)
    all.emplace_back(j, 1.0 + static_cast<double>(j % 7));
  const CsrStore row = one_row(all, 3'000);
  const double output = scores(model, row)[0];
  const Explanation found = explain(model, row, 1);
  // a sum of many rows at once may round its last digits otherwise
  CHECK(std::abs(found.score - output) <= 1e-14 * std::abs(output));
  CHECK(found.features.size() == all.size());
  for (const Contribution& one : found.features) {
    if (one.feature % 500 > 3) continue;
    Entries others = all;
    std::erase_if(others,
                  [&](const auto& e) { return e.first == one.feature; });
    const double product = output - scores(model, one_row(others, 3'000))[0];
    CHECK(std::abs(one.product - product) < 1e-14);
    if (one.feature < 6) CHECK(product != 0);
  }
}

TEST_CASE("each member of a committee says what a row is") {
  const CsrStore row = one_row({{4, 1}, {5, 1}}, 6);  // all of class b
  for (const double sign : {1.0, -1.0}) {
    CAPTURE(sign);
    const auto said = member_opinions(two_topics(40, sign), row, {});
    CHECK(methods_of(said) == (sign > 0 ? Strings{"da", "nb-em", "tv-rls"}
                                        : Strings{"da", "lap-rls", "tv-rls"}));
    for (const Opinion& one : said)
      CHECK(one.label == 1);
  }
}

TEST_CASE("members learn from a sample of many rows") {
  const Dataset data = two_topics(kRowsForOpinions + 500, 1);
  Index most = 0;  // that a training has
  const auto said = member_opinions(data, one_row({{0, 1}, {1, 1}}, 6), {},
                                    [&](const ProgressRecord& r) {
                                      if (r.unit == "rows")
                                        most = std::max(most, r.iteration);
                                      return true;
                                    });
  CHECK(said.size() == 3);
  CHECK(most > 0);
  CHECK(most <= kRowsForOpinions + 4);  // and four labeled ones
}

TEST_CASE("member_opinions refuses what members cannot learn from") {
  const Dataset data = two_topics(12, 1);
  CHECK_THROWS_AS((void)member_opinions(data, data.rows, {}), Invalid);
}

}  // namespace
}  // namespace semilin::test
