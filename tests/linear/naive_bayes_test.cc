#include "support/belief_rows.h"
#include "support/training.h"

namespace semilin::test {
namespace {

constexpr double kSmoothing = 1e-3;
constexpr double kSettled = 1e-3;

LinearTraining options_for(int classes) {
  LinearTraining options(kNbEm);
  options.lambda_u = 0.5;
  options.class_sizes = {SizeSource::Given, rising_sizes(classes)};
  return options;
}

Dataset corpus(int classes) {
  Dataset data = topics(classes, 40 * classes, 3, 7).data;
  for (std::size_t i = 0; i < data.labels.size(); ++i)
    data.costs.push_back(0.5 + static_cast<double>(i % 3) / 2);
  return data;
}

/// EM written down step by step with dense matrices.
struct Oracle {
  Oracle(const Dataset& data, const LinearTraining& options)
      : x(dense(data.rows)),
        p(MatrixXd::Zero(x.rows(), std::ssize(data.classes))),
        log_theta(x.cols(), p.cols()) {
    VectorXd cost(x.rows());
    for (Index i = 0; i < x.rows(); ++i) {
      const bool labeled = data.labels[i] != kUnlabeled;
      cost[i] = data.costs[i] * (labeled ? 1 : *options.lambda_u);
      if (labeled) p(i, data.labels[i]) = 1;
    }
    const auto unlabeled =
        static_cast<double>(data.rows.rows() - data.labeled());
    double change = 1;
    for (int step = 0; change > kSettled || step < 2; ++step) {
      const MatrixXd counts =
          (x.transpose() * cost.asDiagonal() * p).array() + kSmoothing;
      for (Index k = 0; k < p.cols(); ++k)
        log_theta.col(k) = (counts.col(k) / counts.col(k).sum()).array().log();
      change = 0;
      for (Index i = 0; i < x.rows(); ++i) {
        if (data.labels[i] != kUnlabeled) continue;
        Eigen::RowVectorXd next = (x.row(i) * log_theta).array().exp();
        for (Index k = 0; k < p.cols(); ++k)
          next[k] *= options.class_sizes.sizes[k];
        next /= next.sum();
        change += (next - p.row(i)).cwiseAbs().sum() / 2 / unlabeled;
        p.row(i) = next;
      }
    }
  }

  MatrixXd x, p, log_theta;
};

TEST_CASE("naive Bayes with EM does what EM by hand does") {
  for (const int classes : {2, 3, 5}) {
    CAPTURE(classes);
    const Dataset data = corpus(classes);
    const LinearTraining options = options_for(classes);
    const LinearFit result = train_linear(data, options);
    const Oracle oracle(data, options);
    const int outputs = result.model.outputs();
    const Doubles& sizes = options.class_sizes.sizes;
    for (int k = 0; k < outputs; ++k) {
      const bool two = classes == 2;
      CHECK(result.model.offsets[k] ==
            doctest::Approx(two ? std::log(sizes[1] / sizes[0])
                                : std::log(sizes[k])));
      for (Index j = 0; j < oracle.x.cols(); ++j) {
        const double expected =
            two ? oracle.log_theta(j, 1) - oracle.log_theta(j, 0)
                : oracle.log_theta(j, k);
        CHECK(result.model.weights[j * outputs + k] ==
              doctest::Approx(expected).epsilon(1e-9));
      }
    }
    for (Index i = 0; i < oracle.x.rows(); ++i) {
      Index best = 0;
      oracle.p.row(i).maxCoeff(&best);
      CHECK(result.labels[i] == best);
    }
  }
}

TEST_CASE("EM never lowers the likelihood") {
  for (const int classes : {2, 3}) {
    Doubles objectives;
    (void)train_linear(corpus(classes), options_for(classes),
                       [&](const ProgressRecord& record) {
                         if (record.stage == "nb-em")
                           objectives.push_back(record.objective);
                         return true;
                       });
    REQUIRE(objectives.size() > 3);
    CHECK(objectives.front() > objectives.back());
    for (std::size_t s = 1; s < objectives.size(); ++s)
      CHECK(objectives[s] <= objectives[s - 1] + 1e-9);
  }
}

TEST_CASE("naive Bayes gives the same bits for any number of threads") {
  const Dataset data = topics(3, 3000, 5, 11).data;
  check_threads({3}, [&](int threads) {
    const LinearFit fit = train_linear(data, LinearTraining(kNbEm, threads));
    return std::pair(fit.model.weights, fit.labels);
  });
}

TEST_CASE("naive Bayes refuses values that are no counts") {
  Dataset data = corpus(2);
  MatrixXd x = dense(data.rows);
  x(4, 0) = -1;
  data.rows = sparse(x);
  CHECK_THROWS_WITH_AS((void)train_linear(data, options_for(2)),
                       doctest::Contains("row 5"), DataError);
}

TEST_CASE("an interrupted EM gives the model that it has") {
  const Dataset data = corpus(3);
  int steps = 0;
  const LinearFit result =
      train_linear(data, options_for(3), [&](const ProgressRecord& record) {
        return record.stage != "nb-em" || ++steps < 2;
      });
  CHECK(result.summary.stop == Stop::Interrupted);
  CHECK(result.summary.retrainings == 3);  // the SVM and two steps
}

}  // namespace
}  // namespace semilin::test
