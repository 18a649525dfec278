#include "semilin/linear/calibration.h"

#include <set>
#include <utility>

#include "linear/held_out_rows.h"
#include "solvers/simplex.h"
#include "support/training.h"

namespace semilin::test {
namespace {

// Outputs o ~ N(0, 4) a class, and classes drawn from
// softmax(slope o_k + shifts_k) (two classes: outputs 0 and o), or, with the
// probability of a lapse, from all alike.
struct PlantedOutputs {
  Doubles outputs;
  Labels labels;

  [[nodiscard]] Calibration fit(const Doubles& weights = {}) const {
    const bool two = outputs.size() == labels.size();
    const auto classes = two ? 2 : outputs.size() / labels.size();
    return fit_calibration(outputs, labels, weights, static_cast<int>(classes));
  }
};

Doubles softmax_of(const double* o, int classes, double slope,
                   const Doubles& shifts) {
  Doubles p(classes);
  for (int k = 0; k < classes; ++k) {
    const double output = classes == 2 ? (k == 1 ? *o : 0) : o[k];
    p[k] = std::exp(slope * output + shifts[k]);
  }
  make_sum_one(p);
  return p;
}

PlantedOutputs planted_outputs(int rows, double slope, const Doubles& shifts,
                               double lapse = 0) {
  Random random(17);
  const int classes = static_cast<int>(shifts.size());
  const int width = classes == 2 ? 1 : classes;
  PlantedOutputs made;
  for (int i = 0; i < rows; ++i) {
    for (int k = 0; k < width; ++k)
      made.outputs.push_back(2 * random.normal());
    auto p = softmax_of(&made.outputs[i * width], classes, slope, shifts);
    for (double& one : p)
      one = (1 - lapse) * one + lapse / classes;
    double left = random.uniform();
    int label = 0;
    while (label + 1 < classes && left >= p[label])
      left -= p[label++];
    made.labels.push_back(label);
  }
  return made;
}

LinearModel model_with(const Calibration& fit, int classes) {
  LinearModel model;
  for (int k = 0; k < classes; ++k)
    model.classes.push_back(std::to_string(k));
  model.bias = 0;
  model.offsets.assign(model.outputs(), 0.0);
  model.calibration = fit;
  return model;
}

TEST_CASE("a planted logistic problem is found") {
  const PlantedOutputs two = planted_outputs(20000, 1.5, {0, -0.7});
  const Calibration fit = two.fit();
  // standard errors of a and b: about 0.03 and 0.03
  CHECK(fit.slopes[0] == doctest::Approx(1.5).epsilon(0.06));
  CHECK(fit.shifts[0] == doctest::Approx(-0.7).epsilon(0.15));
  const Doubles shifts = {0.5, 0, -0.9, 0.4};
  const PlantedOutputs four = planted_outputs(20000, 0.8, shifts);
  const Calibration more = four.fit();
  CHECK(more.slopes.size() == 4);
  CHECK(more.slopes[3] == doctest::Approx(0.8).epsilon(0.05));
  for (int k = 0; k < 4; ++k)
    CHECK(std::abs(more.shifts[k] - shifts[k]) < 0.1);
}

TEST_CASE("a planted lapse is found, and none where there is none") {
  for (const Doubles& shifts : {Doubles{0, -0.7}, Doubles{0.5, 0, -0.5}}) {
    const Calibration fit = planted_outputs(20000, 2, shifts, 0.15).fit();
    // standard errors of a and e: about 0.05 and 0.005
    CHECK(fit.lapses[0] == doctest::Approx(0.15).epsilon(0.1));
    CHECK(fit.slopes[0] == doctest::Approx(2).epsilon(0.08));
    CHECK(planted_outputs(20000, 2, shifts).fit().lapses[0] == 0);
  }
}

TEST_CASE("probabilities of a planted problem are calibrated and sum to 1") {
  for (const int classes : {2, 5}) {
    Doubles shifts(classes, 0.0);
    shifts[0] = 0.8;
    const double lapse = classes == 5 ? 0.2 : 0;
    const PlantedOutputs made = planted_outputs(20000, 1.2, shifts, lapse);
    const LinearModel model = model_with(made.fit(), classes);
    const Doubles p = probabilities(model, made.outputs);
    REQUIRE(p.size() == made.labels.size() * classes);
    for (std::size_t i = 0; i < made.labels.size(); ++i) {
      double sum = 0;
      for (int k = 0; k < classes; ++k)
        sum += p[i * classes + k];
      CHECK_MESSAGE(std::abs(sum - 1) <= 1e-14, sum);
    }
    const Reliability good = reliability(p, made.labels, classes);
    // ten bins of 2000 rows: chance alone makes about 0.01
    CHECK(good.ece < 0.02);
    // overconfident probabilities are told apart
    const LinearModel bold = model_with(
        {Doubles(model.outputs(), 6.0), Doubles(model.outputs(), 0.0), {}},
        classes);
    const Reliability bad =
        reliability(probabilities(bold, made.outputs), made.labels, classes);
    CHECK(bad.ece > 0.1);
    CHECK(bad.log_loss > good.log_loss);
    CHECK(bad.brier > good.brier);
  }
}

// Few classes, and many.
TEST_CASE("the fit is a stationary point of its loss") {
  for (const auto& [classes, planted] :
       {std::pair{3, 0.0}, {3, 0.3}, {70, 0.0}, {70, 0.3}}) {
    CAPTURE(classes);
    CAPTURE(planted);
    const int rows = classes == 3 ? 200 : 900;
    Doubles weights;
    for (int i = 0; i < rows; ++i)
      weights.push_back(1 + i % 3);
    Doubles shifts(classes, 0.0);
    shifts.front() = 0.3;
    shifts.back() = -0.3;
    const PlantedOutputs made = planted_outputs(rows, 2, shifts, planted);
    const Calibration fit = made.fit(weights);
    CHECK((fit.lapses[0] > 0) == (planted > 0));
    // the loss, written out, of the classes that have labels
    const std::set<int> named(made.labels.begin(), made.labels.end());
    const auto others = static_cast<double>(named.size() - 1);
    const auto loss = [&](const Calibration& at) {
      double sum = 0, total = 0;
      for (int i = 0; i < rows; ++i) {
        const double* o = &made.outputs[i * classes];
        double whole = 0;
        for (const int k : named)
          whole += std::exp(at.slopes[k] * o[k] + at.shifts[k]);
        total += weights[i];
        for (const int k : named) {
          const double target = made.labels[i] == k
                                    ? (rows + 1.0) / (rows + 2.0)
                                    : 1 / others / (rows + 2.0);
          const double p = (1 - at.lapses[k]) *
                               std::exp(at.slopes[k] * o[k] + at.shifts[k]) /
                               whole +
                           at.lapses[k] / classes;
          sum -= weights[i] * target * std::log(p);
        }
      }
      return sum / total;
    };
    const auto slope_along = [&](const auto& move) {
      constexpr double kStep = 1e-4;
      Calibration up = fit, down = fit;
      move(up, kStep);
      move(down, -kStep);
      return (loss(up) - loss(down)) / (2 * kStep);
    };
    const auto all = [](Doubles& values, double step) {
      for (double& value : values)
        value += step;
    };
    // a convex problem is solved to the ridge of 1e-9, the other to what a
    // round of EM gains
    const double allowed = planted > 0 ? 1e-4 : 1e-7;
    const auto check_flat = [&](const auto& move) {
      CHECK(std::abs(slope_along(move)) < allowed);
    };
    check_flat([&](Calibration& at, double step) { all(at.slopes, step); });
    for (const int k : named)
      check_flat([&](Calibration& at, double step) { at.shifts[k] += step; });
    if (planted > 0)
      check_flat([&](Calibration& at, double step) { all(at.lapses, step); });
  }
}

TEST_CASE("outputs that separate, agree or contradict give finite numbers") {
  const auto fit = [](const Doubles& outputs) {
    return PlantedOutputs{outputs, {0, 0, 1, 1}}.fit();
  };
  const Calibration separate = fit({-2, -1, 1, 2});
  CHECK(std::isfinite(separate.slopes[0]));
  CHECK(separate.slopes[0] > 0.3);
  const Calibration equal = fit({3, 3, 3, 3});
  CHECK(std::abs(3 * equal.slopes[0] + equal.shifts[0]) < 1e-6);
  const Calibration against = fit({2, 1, -1, -2});
  CHECK(against.slopes[0] == 0);
  CHECK(against.shifts[0] == doctest::Approx(0));
}

TEST_CASE("a class without labels has the mean shift of the others") {
  const PlantedOutputs made = planted_outputs(300, 1, {1, 0, -1});
  PlantedOutputs four{{}, made.labels};
  for (std::size_t e = 0; e < made.outputs.size(); e += 3)
    four.outputs.insert(four.outputs.end(),
                        {made.outputs[e], 5,  // of a class that no label names
                         made.outputs[e + 1], made.outputs[e + 2]});
  for (std::int32_t& label : four.labels)
    label += label > 0 ? 1 : 0;
  const Calibration three = made.fit(), fit = four.fit();
  CHECK(fit.slopes == Doubles(4, three.slopes[0]));
  CHECK(fit.shifts ==
        Doubles{three.shifts[0], 0, three.shifts[1], three.shifts[2]});
}

TEST_CASE("reliability worked out by hand") {
  // right with 0.8, wrong with 0.6, left out
  const Doubles p = {0.8, 0.2, 0.4, 0.6, 0.5, 0.5};
  const Reliability found =
      reliability(p, std::vector<std::int32_t>{0, 0, kUnlabeled}, 2);
  CHECK(found.log_loss ==
        doctest::Approx(-(std::log(0.8) + std::log(0.4)) / 2));
  CHECK(found.brier == doctest::Approx((0.04 + 0.04 + 0.36 + 0.36) / 2));
  CHECK(found.ece == doctest::Approx((0.2 + 0.6) / 2));
  CHECK(std::isnan(reliability({}, {}, 2).ece));
}

// Labels that are coins.
Dataset coins() {
  Dataset data = topics(2, 400, 200, 5).data;
  Random random(3);
  for (std::int32_t& label : data.labels)
    label = static_cast<std::int32_t>(random.below(2));
  return data;
}

TEST_CASE("calibrate takes outputs that the rows were held out of") {
  // More features than rows: training outputs are all on the right side of the
  // margin, and a fit to them would be sure of itself.
  const Dataset noise = coins();
  LinearTraining options(kSvm, 1);
  options.lambda = 1e-4;
  const Calibration fit = calibrate(noise, options);
  const LinearModel model = train_linear(noise, options).model;
  const PlantedOutputs fooled{scores(model, noise.rows, 1), noise.labels};
  CHECK(fooled.fit().slopes[0] > 1);
  CHECK(fit.slopes[0] < 0.3);  // labels are coins: nothing to be sure of
}

TEST_CASE("class sizes shift the probabilities") {
  const Dataset data = coins();  // the class sizes are all that is known
  const Folds folds = few_folds(data);
  const GridPoint point{default_lambda(data, 1), 0};
  const auto outputs =
      Trainer(data, one_thread(kSvm)).held_out(folds, {&point, 1}).outputs[0];
  const auto with = [&](const Doubles& sizes) {
    return calibrate_outputs(data, folds, outputs, sizes);
  };
  const Calibration even = with({0.5, 0.5});
  const Calibration rare = with({0.9, 0.1});
  CHECK(std::abs(even.shifts[0]) < 0.2);
  CHECK(rare.shifts[0] == doctest::Approx(std::log(0.1 / 0.9)).epsilon(0.1));
  CHECK_THROWS_AS((void)with({0.5}), Invalid);
}

TEST_CASE("folds have no row of cost 0, of a rare class either") {
  Dataset data = topics(3, 40, 3, 5).data;
  data.costs.assign(40, 1.0);
  std::vector<Index> counting;
  Index rare = 0;
  for (Index i = 0; i < 40; ++i) {
    if (data.labels[i] == 2 && rare++ > 0) data.costs[i] = 0;
    if (data.labels[i] != kUnlabeled && data.costs[i] > 0)
      counting.push_back(i);
  }
  CHECK(few_folds(data).rows == counting);
}

TEST_CASE("calibration refuses what it cannot do") {
  const Dataset data = topics(2, 40, 1, 5).data;
  CHECK_THROWS_WITH_AS((void)calibrate(data, {}),
                       doctest::Contains("at least 2 labeled rows"), DataError);
  const Doubles outputs = {1, 2};
  for (const Labels& labels : {Labels{0}, Labels{0, 2}})
    CHECK_THROWS_AS((void)fit_calibration(outputs, labels, {}, 2), Invalid);
  CHECK_THROWS_WITH_AS((void)probabilities(model_with({}, 2), outputs),
                       doctest::Contains("no calibration"), Invalid);
}

}  // namespace
}  // namespace semilin::test
