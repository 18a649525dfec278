#include "learn/class_sizes/evidence.h"
#include "solvers/simplex.h"
#include "support/training.h"

namespace semilin::test {
namespace {

double sizes_distance(const Doubles& a, const Doubles& b) {
  REQUIRE(a.size() == b.size());
  double sum = 0;
  for (std::size_t k = 0; k < a.size(); ++k)
    sum += std::abs(a[k] - b[k]);
  return sum / 2;
}

// Evidence of a classifier with the chances C (row: true class), from `rows`
// labeled rows per class, of rows with sizes r.
SizeEvidence evidence_of(const Doubles& chances, const Doubles& sizes,
                         double rows) {
  const std::size_t classes = sizes.size();
  SizeEvidence evidence{chances, Doubles(classes, 0.0), Doubles(classes, rows)};
  for (std::size_t j = 0; j < classes; ++j) {
    for (std::size_t k = 0; k < classes; ++k) {
      evidence.confusion[j * classes + k] *= rows;
      evidence.predicted[k] += sizes[j] * chances[j * classes + k];
    }
  }
  return evidence;
}

// Documents of planted sizes: class k of four keeps every (k + 1)-th row; the
// first `labeled` of each class keep their labels.
struct PlantedSizes {
  Dataset data;
  Doubles sizes;  // of the unlabeled rows
};
PlantedSizes planted_sizes(Index labeled, std::uint64_t seed) {
  const Topics corpus = topics(4, 2400, labeled, seed);
  std::vector<Index> keep, met(4, 0);
  PlantedSizes result{{}, Doubles(4, 0.0)};
  for (Index i = 0; i < 2400; ++i) {
    const std::int32_t topic = corpus.truth[i];
    const bool hidden = corpus.data.labels[i] == kUnlabeled;
    if (hidden && met[topic]++ % (topic + 1) != 0) continue;
    keep.push_back(i);
    if (hidden) result.sizes[topic] += 1;
  }
  make_sum_one(result.sizes);
  result.data = select(corpus.data, keep);
  return result;
}

FoundSizes estimate(const Dataset& data,
                    const LinearTraining& options = LinearTraining(kDa, 1)) {
  const OutputBatch batch(data, options);
  return find_sizes(batch, options.class_sizes,
                    [&](const HeldOutRls& held_out) {
                      return estimated_sizes(batch, held_out);
                    });
}

}  // namespace

TEST_CASE("given sizes bind hard, of so many rows as softly as a sample's") {
  const Dataset data = topics(2, 40, 4, 1).data;
  LinearTraining options;
  options.class_sizes = {SizeSource::Given, {0.2, 0.8}};
  const FoundSizes firm = estimate(data, options);
  CHECK(firm.sizes == Doubles{0.2, 0.8});
  CHECK(std::isinf(firm.rho));
  CHECK(firm.held_out_rows == 8);
  options.class_sizes.rows = 50;
  const FoundSizes loose = estimate(data, options);
  CHECK(loose.sizes == firm.sizes);
  CHECK(loose.rho == 1);
  CHECK(loose.drift == soft_sizes({0.2, 0.8}, 50).drift);
  options.class_sizes.rows = 0;
  options.rho = 3;
  options.lambda_u = 2;
  CHECK(estimate(data, options).rho == 3);  // in units of lambda_u
  CHECK(std::isinf(estimate(data, options).drift));
}

TEST_CASE("known errors of a classifier are corrected") {
  const Doubles sizes = {0.6, 0.3, 0.1};
  const Doubles chances = {0.7, 0.2, 0.1,  //
                           0.1, 0.8, 0.1,  //
                           0.2, 0.2, 0.6};
  const SizeEvidence evidence = evidence_of(chances, sizes, 1e5);
  const Doubles found = sizes_from_evidence(evidence, false);
  // the prior, 0.3 l rows spread as predicted, keeps a part of the error
  CHECK(sizes_distance(found, sizes) <
        0.5 * sizes_distance(evidence.predicted, sizes));
  CHECK(std::accumulate(found.begin(), found.end(), 0.0) ==
        doctest::Approx(1).epsilon(1e-12));
}

TEST_CASE("a perfect classifier's predictions are the sizes") {
  const Doubles sizes = {0.9, 0.1};
  const Doubles found =
      sizes_from_evidence(evidence_of({1, 0, 0, 1}, sizes, 1e5), false);
  CHECK(sizes_distance(found, sizes) <= 1e-4);  // the prior is 2 rows of 2e5
}

TEST_CASE("sampled labels pull the sizes toward their fractions") {
  SizeEvidence evidence = evidence_of({0.6, 0.4, 0.4, 0.6}, {0.5, 0.5}, 10);
  evidence.labeled = {18, 2};
  const double alone = sizes_from_evidence(evidence, false)[0];
  const double together = sizes_from_evidence(evidence, true)[0];
  CHECK(together > alone + 0.1);
  CHECK(together < 0.9);
}

TEST_CASE("equal numbers of labels are no sample, nor are contradicting ones") {
  CHECK(!look_sampled(Doubles{10, 10, 10}, Doubles{0.4, 0.3, 0.3}));
  CHECK(look_sampled(Doubles{14, 10, 6}, Doubles{0.4, 0.3, 0.3}));
  CHECK(!look_sampled(Doubles{90, 5, 5}, Doubles{0.2, 0.4, 0.4}));
}

TEST_CASE("planted sizes are found from ten labels per class") {
  const PlantedSizes planted_rows = planted_sizes(10, 41);
  const FoundSizes found = estimate(planted_rows.data);
  const Doubles equal(4, 0.25);  // as the labels are
  CHECK(!found.sampled);
  CHECK(sizes_distance(found.sizes, planted_rows.sizes) <= 0.06);
  CHECK(sizes_distance(equal, planted_rows.sizes) >= 0.2);
  CHECK(found.held_out_rows == 40);
  CHECK(found.held_out_accuracy > 0.6);
}

TEST_CASE("sizes shifted against equally many labels are found again") {
  const LinearTraining options(kDa, 1);
  double shifted = 0, fractions = 0;
  for (const std::uint64_t seed : {1, 2, 3, 4, 5}) {
    const PlantedSizes planted = planted_sizes(10, seed);
    const OutputBatch batch(planted.data, options);
    const Doubles found = shifted_sizes(batch, hold_out(batch));
    CHECK(std::accumulate(found.begin(), found.end(), 0.0) ==
          doctest::Approx(1));
    shifted += sizes_distance(found, planted.sizes) / 5;
    fractions += sizes_distance(Doubles(4, 0.25), planted.sizes) / 5;
  }
  CHECK(shifted < 0.03);
  CHECK(fractions > 0.2);
}

TEST_CASE("shifted sizes are the mean of the posteriors under them") {
  const PlantedSizes planted = planted_sizes(10, 7);
  const LinearTraining options;
  const OutputBatch batch(planted.data, options);
  const HeldOutRls held_out = hold_out(batch);
  const Doubles sizes = shifted_sizes(batch, held_out);
  ModelHead head;
  head.classes.resize(4);
  head.calibration = fit_calibration(held_out.outputs, held_out.labels, {}, 4);
  const Doubles chances = probabilities(head, held_out.unlabeled);
  Doubles mean(4, 0.0);
  for (std::size_t first = 0; first < chances.size(); first += 4) {
    double sum = 0;  // equally many labels a class: they drop out
    for (std::size_t k = 0; k < 4; ++k)
      sum += chances[first + k] * sizes[k];
    for (std::size_t k = 0; k < 4; ++k)
      mean[k] += chances[first + k] * sizes[k] / sum * 4 /
                 static_cast<double>(chances.size());
  }
  CHECK(sizes_distance(mean, sizes) < 1e-4);
}

TEST_CASE("one label a class tells of no shift") {
  const PlantedSizes planted = planted_sizes(1, 1);
  const LinearTraining options;
  const OutputBatch batch(planted.data, options);
  CHECK(shifted_sizes(batch, hold_out(batch)).empty());
}

TEST_CASE("more labels make the sizes harder") {
  const FoundSizes few = estimate(planted_sizes(2, 42).data);
  const FoundSizes many = estimate(planted_sizes(40, 42).data);
  CHECK(many.drift < few.drift / 5);
  CHECK(!std::isinf(few.rho));
}

TEST_CASE("permuted rows have the same sizes, renamed classes the renamed") {
  for (const Index labeled : {1, 5}) {
    const Dataset data = planted_sizes(labeled, 43).data;
    std::vector<Index> order(data.labels.size());
    std::iota(order.begin(), order.end(), Index{0});
    Random(1).shuffle(order);
    const std::vector<std::int32_t> rename = {2, 0, 3, 1};
    Dataset renamed = data;
    for (std::int32_t& label : renamed.labels)
      label = label == kUnlabeled ? kUnlabeled : rename[label];
    const FoundSizes plain = estimate(data);
    const FoundSizes permuted = estimate(select(data, order));
    const FoundSizes other = estimate(renamed);
    CHECK(sizes_distance(permuted.sizes, plain.sizes) <= 1e-9);
    CHECK(permuted.held_out_accuracy ==
          doctest::Approx(plain.held_out_accuracy));
    Doubles back(4);
    for (int k = 0; k < 4; ++k)
      back[k] = other.sizes[rename[k]];
    CHECK(sizes_distance(back, plain.sizes) <= 1e-9);
  }
}

}  // namespace semilin::test
