#include "learn/label_witnesses.h"

#include <cmath>
#include <numeric>

#include "semilin/advanced/base/random.h"

#include "support/training.h"

namespace semilin::test {
namespace {

struct TwoWitnesses {
  Doubles outputs;
  Labels labels;
  std::size_t classes = 0;

  [[nodiscard]] LabelWitnesses heard() const {
    return hear_labels(outputs, labels, Doubles(labels.size(), 1.0), classes);
  }
  [[nodiscard]] double expected_wrong() const {
    const Doubles wrong = heard().wrong;
    return std::accumulate(wrong.begin(), wrong.end(), 0.0) /
           static_cast<double>(labels.size());
  }
};

// Outputs of which that of the true class is at place r with probability
// ~ (r + 1)^-2, far off now and then; one label in ten is wrong if `flipped`.
TwoWitnesses far_off_now_and_then(std::size_t classes, bool flipped,
                                  std::uint64_t seed) {
  constexpr std::size_t kLabels = 300;
  TwoWitnesses made{{}, {}, classes};
  Random random(seed);
  Doubles of_place(classes);
  for (std::size_t r = 0; r < classes; ++r)
    of_place[r] = 1 / static_cast<double>((r + 1) * (r + 1));
  const double all = std::accumulate(of_place.begin(), of_place.end(), 0.0);
  for (std::size_t i = 0; i < kLabels; ++i) {
    std::vector<std::int32_t> order(classes);
    std::iota(order.begin(), order.end(), 0);
    random.shuffle(order);
    Doubles own(classes);
    for (std::size_t r = 0; r < classes; ++r)
      own[order[r]] = 1 - static_cast<double>(r) / static_cast<double>(classes);
    double at = random.uniform() * all;
    std::size_t place = 0;
    while (place + 1 < classes && at > of_place[place])
      at -= of_place[place++];
    made.outputs.insert(made.outputs.end(), own.begin(), own.end());
    made.labels.push_back(order[place]);
    if (!flipped || i % 10 != 0) continue;
    made.labels[i] = static_cast<std::int32_t>(
        (made.labels[i] + 1 +
         static_cast<std::size_t>(random.uniform() *
                                  static_cast<double>(classes - 1))) %
        classes);
  }
  return made;
}

TEST_CASE("models that are far off now and then make no label wrong") {
  constexpr int kDraws = 3;
  for (const std::size_t classes : {10, 40}) {
    double right = 0, wrong = 0;
    for (std::uint64_t seed = 1; seed <= kDraws; ++seed) {
      right += far_off_now_and_then(classes, false, seed).expected_wrong();
      wrong += far_off_now_and_then(classes, true, seed).expected_wrong();
    }
    CHECK(right / kDraws < 0.08);
    CHECK(wrong / kDraws > 0.06);
    CHECK(wrong / kDraws < 0.15);
  }
}

TEST_CASE("outputs that tell nothing leave labels as likely wrong as ever") {
  // equal outputs of classes of ten labels each: p = 1 / 4
  TwoWitnesses problem{Doubles(160, 0.0), {}, 4};
  for (std::int32_t i = 0; i < 40; ++i)
    problem.labels.push_back(i % 4);
  const LabelWitnesses heard = problem.heard();
  for (std::size_t i = 0; i < 40; ++i) {
    CHECK(heard.p[i * 4 + i % 4] == doctest::Approx(0.25).epsilon(0.01));
    CHECK(heard.wrong[i] == doctest::Approx(0.05).epsilon(0.02));
  }
}

TEST_CASE("of two classes the output's sign is the model's word") {
  TwoWitnesses problem{{}, {}, 2};
  for (std::int32_t i = 0; i < 60; ++i) {
    problem.outputs.push_back(i % 2 == 0 ? -1 : 1);
    problem.labels.push_back(i == 7 ? 0 : i % 2);
  }
  const LabelWitnesses heard = problem.heard();
  for (std::size_t i = 0; i < 60; ++i)
    CHECK((heard.wrong[i] > 0.5) == (i == 7));
}

TEST_CASE("a label that costs two counts as two") {
  TwoWitnesses problem = far_off_now_and_then(5, true, 1);
  const LabelWitnesses once =
      hear_labels(problem.outputs, problem.labels,
                  Doubles(problem.labels.size(), 2.0), problem.classes);
  const std::size_t labels = problem.labels.size();
  problem.outputs.insert(problem.outputs.end(), problem.outputs.begin(),
                         problem.outputs.end());
  problem.labels.insert(problem.labels.end(), problem.labels.begin(),
                        problem.labels.end());
  const LabelWitnesses twice = problem.heard();
  // but that each has one other label of its class more
  for (std::size_t i = 0; i < labels; ++i)
    CHECK(once.wrong[i] == doctest::Approx(twice.wrong[i]).epsilon(0.1));
}

}  // namespace
}  // namespace semilin::test
