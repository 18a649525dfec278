#include "semilin/linear/calibration.h"

#include "support/training.h"

namespace semilin::test {
namespace {

// What the default method says of the rows of a problem with a known truth.
struct Sure {
  TrainResult trained;
  std::vector<double> outputs;
  Reliability found;
};

Sure train_on(const Topics& corpus) {
  Sure all;
  all.trained = train(corpus.data, one_thread(kCommittee));
  all.outputs = scores(all.trained.model, corpus.data.rows, 1);
  const ModelHead& head = all.trained.model.head();
  REQUIRE(!head.calibration.slopes.empty());
  all.found = reliability(label_probabilities(head, all.outputs), corpus.truth,
                          static_cast<int>(head.classes.size()));
  return all;
}

TEST_CASE("the default method has probabilities by labels that it holds out") {
  const Topics corpus = topics(20, 800, 5, 4);
  const Sure all = train_on(corpus);
  CHECK(all.trained.model.head().calibration.held_out.size() ==
        static_cast<std::size_t>(corpus.data.labeled()));
  CHECK(all.found.ece < 0.1);
  CHECK(!all.trained.supervised.calibration.slopes.empty());
}

TEST_CASE("with few labels the probabilities are shares of the vote") {
  const Topics corpus = topics(3, 600, 2, 1);
  const Sure all = train_on(corpus);
  CHECK(all.trained.model.head().calibration.held_out.empty());
  CHECK(!all.trained.supervised.calibration.slopes.empty());
  const std::vector<double> p =
      probabilities(all.trained.model.head(), all.outputs);
  // where shifts are fitted, the mean probabilities are the mean shares, which
  // are those of the labels in the main
  std::vector<double> mean(3), share(3);
  for (std::size_t i = 0; i < corpus.data.labels.size(); ++i) {
    for (std::size_t k = 0; k < 3; ++k)
      mean[k] += p[3 * i + k] / 600;
    share[all.trained.labels[i]] += 1.0 / 600;
  }
  for (std::size_t k = 0; k < 3; ++k)
    CHECK(mean[k] == doctest::Approx(share[k]).epsilon(0.1));
}

}  // namespace
}  // namespace semilin::test
