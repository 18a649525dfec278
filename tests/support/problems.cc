#include "support/problems.h"

namespace semilin::test {

template <class Value>
CsrStore random_rows(Index rows, Index cols, double density,
                     std::uint64_t seed) {
  Random random(seed);
  CsrMatrix<Value> matrix{cols, {0}, {}, {}};
  for (Index i = 0; i < rows; ++i) {
    for (Index j = 0; j < cols; ++j) {
      if (random.uniform() >= density) continue;
      test::push(matrix, j, random.normal());
    }
    matrix.end_row();
  }
  return CsrStore(std::move(matrix));
}
CsrMatrix<float> float_copy(const CsrStore& rows) {
  CsrMatrix<float> copy{rows.cols(), {0}, {}, {}};
  rows.visit([&copy](const auto& view) {
    copy.offsets.assign(view.offsets, view.offsets + view.rows + 1);
    copy.columns.assign(view.columns, view.columns + view.nonzeros());
    for (Index z = 0; z < view.nonzeros(); ++z)
      copy.values.push_back(static_cast<float>(view.values[z]));
  });
  return copy;
}

template CsrStore random_rows<float>(Index, Index, double, std::uint64_t);
template CsrStore random_rows<double>(Index, Index, double, std::uint64_t);

MatrixXd dense(const CsrStore& rows, double bias) {
  const Index cols = rows.cols() + (bias != 0 ? 1 : 0);
  MatrixXd matrix = MatrixXd::Zero(rows.rows(), cols);
  rows.visit([&](const auto& view) {
    for (Index i = 0; i < view.rows; ++i)
      for (Index z = view.offsets[i]; z < view.offsets[i + 1]; ++z)
        matrix(i, view.columns[z]) = view.values[z];
  });
  if (bias != 0) matrix.col(cols - 1).setConstant(bias);
  return matrix;
}

CsrStore sparse(const MatrixXd& matrix) {
  CsrMatrix<double> rows{matrix.cols(), {0}, {}, {}};
  for (Index i = 0; i < matrix.rows(); ++i) {
    for (Index j = 0; j < matrix.cols(); ++j) {
      if (matrix(i, j) == 0) continue;
      test::push(rows, j, matrix(i, j));
    }
    rows.end_row();
  }
  return CsrStore(std::move(rows));
}

BatchIterate OwnedProblem::zero() const {
  return {Doubles(x->cols() * stride(), 0.0),
          Doubles(x->rows() * stride(), 0.0)};
}

void OwnedProblem::use_threads(int count) {
  x = std::make_shared<CsrOperator>(rows, bias, count);
}

OwnedProblem random_problem(CsrStore rows, int outputs, Loss loss, Beliefs kind,
                            std::uint64_t seed) {
  Random random(seed);
  OwnedProblem problem;
  problem.rows = std::move(rows);
  problem.loss = loss;
  problem.outputs = outputs;
  const int stride = problem.stride();
  problem.lambda.assign(stride, 0.1);
  problem.beliefs.assign(problem.rows.rows() * stride, 0.5);
  for (Index i = 0; i < problem.rows.rows(); ++i) {
    problem.costs.push_back(0.5 + random.uniform());
    for (int k = 0; k < outputs; ++k) {
      const double u = random.uniform();
      problem.beliefs[i * stride + k] =
          kind == Beliefs::Pairs ? u : std::round(u);
    }
  }
  problem.use_threads(1);
  return problem;
}

OwnedProblem random_problem(Index rows, Index cols, double density,
                            std::uint64_t seed, int outputs, Beliefs kind,
                            Loss loss) {
  return random_problem(random_rows<float>(rows, cols, density, seed), outputs,
                        loss, kind, seed + 1);
}

OwnedProblem only_output(const OwnedProblem& problem, int k) {
  OwnedProblem one = problem;
  one.outputs = 1;
  one.lambda = {problem.lambda[k]};
  one.beliefs.clear();
  for (Index i = 0; i < problem.rows.rows(); ++i)
    one.beliefs.push_back(problem.belief(i, k));
  return one;
}

Topics topics(int classes, Index documents, Index labeled, std::uint64_t seed) {
  constexpr Index kTopicWords = 30;
  Random random(seed);
  const Index words = kTopicWords * classes + 200;
  CsrMatrix<float> rows{words, {0}, {}, {}};
  Topics corpus;
  std::vector<Index> left(classes, labeled);
  for (Index i = 0; i < documents; ++i) {
    const auto topic = static_cast<std::int32_t>(i % classes);
    std::map<Index, double> counts;
    for (int word = 0; word < 30; ++word) {
      ++counts[word < 12 ? topic * kTopicWords + random.below(kTopicWords)
                         : random.below(words)];
    }
    double square = 0;
    for (const auto& [word, count] : counts)
      square += count * count;
    for (const auto& [word, count] : counts)
      test::push(rows, word, count / std::sqrt(square));
    rows.end_row();
    corpus.truth.push_back(topic);
    corpus.data.labels.push_back(left[topic]-- > 0 ? topic : kUnlabeled);
  }
  corpus.data.rows = CsrStore(std::move(rows));
  for (int k = 0; k < classes; ++k)
    corpus.data.classes.push_back(std::to_string(k));
  return corpus;
}

MatrixXd clusters_in_plane(std::span<const std::int32_t> classes,
                           double distance, Random& random) {
  MatrixXd x(classes.size(), 2);
  for (Index i = 0; i < x.rows(); ++i) {
    x(i, 0) = distance * std::cos(2.1 * classes[i]) + random.normal();
    x(i, 1) = distance * std::sin(2.1 * classes[i]) + random.normal();
  }
  return x;
}

double hidden_accuracy(const Topics& corpus, const Labels& labels) {
  Index right = 0;
  Index hidden = 0;
  for (std::size_t i = 0; i < labels.size(); ++i) {
    if (corpus.data.labels[i] != kUnlabeled) continue;
    ++hidden;
    right += labels[i] == corpus.truth[i] ? 1 : 0;
  }
  return static_cast<double>(right) / static_cast<double>(hidden);
}

}  // namespace semilin::test
