#include "learn/class_sizes/least_squares.h"

#include "linear/trainable.h"
#include "support/training.h"

namespace semilin::test {
namespace {

using Fold = std::vector<Index>;

// Ridge regression without the labeled rows of `left`; the costs of the others
// stay what they are.
struct Ridge {
  MatrixXd x;
  MatrixXd y;
  VectorXd costs;
  double lambda;

  Ridge(const Dataset& data, const OutputBatch& batch)
      : x(dense(data.rows, bias_value(batch.options()))),
        y(batch.labeled().size(), batch.outputs()),
        costs(batch.labeled().size()),
        lambda(batch.lambda()) {
    const Doubles labeled = batch.labeled_rows().costs;
    for (Index i = 0; i < y.rows(); ++i) {
      costs[i] = labeled[i];
      const std::int32_t label = data.labels[batch.labeled()[i]];
      for (Index k = 0; k < y.cols(); ++k)
        y(i, k) = label == (y.cols() == 1 ? 1 : k) ? 1 : -1;
    }
  }

  MatrixXd weights(const OutputBatch& batch, const Fold& left) const {
    MatrixXd a = lambda * MatrixXd::Identity(x.cols(), x.cols());
    MatrixXd b = MatrixXd::Zero(x.cols(), y.cols());
    for (Index i = 0; i < y.rows(); ++i) {
      if (std::count(left.begin(), left.end(), i) > 0) continue;
      const VectorXd row = x.row(batch.labeled()[i]);
      a += costs[i] * row * row.transpose();
      b += costs[i] * row * y.row(i);
    }
    return a.ldlt().solve(b);
  }

  Eigen::RowVectorXd output(const OutputBatch& batch, const Fold& left,
                            Index i) const {
    return x.row(batch.labeled()[i]) * weights(batch, left);
  }
};

// The folds of hold_out: the classes' rows by how far their own leave-one-out
// output is from 1.
std::vector<Fold> expected_folds(const Dataset& data, const OutputBatch& batch,
                                 const Ridge& ridge) {
  std::vector<Fold> folds;
  for (int k = 0; k < batch.classes(); ++k) {
    std::vector<std::pair<double, Index>> rows;
    for (Index i = 0; i < ridge.y.rows(); ++i) {
      if (data.labels[batch.labeled()[i]] != k) continue;
      const Index own = batch.outputs() == 1 ? 0 : k;
      const double output = ridge.output(batch, {i}, i)[own];
      rows.emplace_back(std::abs(ridge.y(i, own) - output), i);
    }
    if (rows.size() < 2) continue;
    std::sort(rows.begin(), rows.end());
    folds.resize(std::max(folds.size(), rows.size()));
    for (std::size_t f = 0; f < rows.size(); ++f)
      folds[f].push_back(rows[f].second);
  }
  return folds;
}

}  // namespace

TEST_CASE("held-out outputs are those of ridge regression refitted") {
  for (const int classes : {2, 3}) {
    Dataset data = topics(classes, 40, 4, 31).data;
    data.labels[0] = kUnlabeled;  // class 0 has a row less
    for (Index i = 0; i < data.rows.rows(); ++i)
      data.costs.push_back(1 + static_cast<double>(i % 3));
    const LinearTraining options(kDa, 1);
    const OutputBatch batch(data, options);
    const Ridge ridge(data, batch);
    const HeldOutRls held_out = hold_out(batch);
    std::size_t place = 0;
    for (const Fold& fold : expected_folds(data, batch, ridge)) {
      for (const Index i : fold) {
        const auto expected = ridge.output(batch, fold, i);
        REQUIRE(place < held_out.labels.size());
        CHECK(held_out.labels[place] == data.labels[batch.labeled()[i]]);
        for (Index k = 0; k < expected.size(); ++k) {
          CHECK(held_out.outputs[place * expected.size() + k] ==
                doctest::Approx(expected[k]).epsilon(1e-5));
        }
        ++place;
      }
    }
    CHECK(place == held_out.labels.size());
    CHECK(place == batch.labeled().size());
    const MatrixXd all = ridge.weights(batch, {});
    for (std::size_t j = 0; j < batch.unlabeled().size(); ++j) {
      const Eigen::RowVectorXd o = ridge.x.row(batch.unlabeled()[j]) * all;
      for (Index k = 0; k < o.size(); ++k) {
        CHECK(held_out.unlabeled[j * o.size() + k] ==
              doctest::Approx(o[k]).epsilon(1e-5));
      }
    }
  }
}

TEST_CASE("the only row of a class is never held out") {
  const Dataset data = topics(3, 30, 1, 32).data;
  const LinearTraining options;
  const OutputBatch batch(data, options);
  const HeldOutRls held_out = hold_out(batch);
  CHECK(held_out.labels.empty());
  CHECK(held_out.outputs.empty());
  CHECK(held_out.unlabeled.size() == 27 * 3);
}

TEST_CASE("nothing is held out without a labeled document, or of many rows") {
  // `labeled` documents of 40, and rows made of words behind them
  const auto unlabeled_outputs = [](Index labeled, Index words) {
    Dataset data = topics(2, 40 + words, 1, 33).data;
    data.seeds = words;
    for (Index i = 0; i < data.rows.rows(); ++i) {
      const bool known = i < labeled || i >= 40;
      data.labels[i] = known ? static_cast<std::int32_t>(i % 2) : kUnlabeled;
    }
    const LinearTraining options;
    return hold_out_few(OutputBatch(data, options)).unlabeled.size();
  };
  CHECK(unlabeled_outputs(4, 10) == 36);
  CHECK(unlabeled_outputs(0, 10) == 0);
  CHECK(unlabeled_outputs(4, kMostHeldOut - 4) == 36);
  CHECK(unlabeled_outputs(4, kMostHeldOut - 2) == 0);
}

}  // namespace semilin::test
