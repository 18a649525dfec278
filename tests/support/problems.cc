#include "support/problems.h"

namespace semilin::test {

template <class Value>
CsrStore random_rows(Index rows, Index cols, double density,
                     std::uint64_t seed) {
  Random random(seed);
  return rows_of<Value>(rows, cols, [&](Index /*row*/) {
    Entries entries;
    for (Index j = 0; j < cols; ++j)
      if (random.uniform() < density) entries.emplace_back(j, random.normal());
    return entries;
  });
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

CsrMatrix<double> csr(const MatrixXd& matrix) {
  return csr_of<double>(matrix.rows(), matrix.cols(), [&](Index i) {
    Entries entries;
    for (Index j = 0; j < matrix.cols(); ++j)
      if (matrix(i, j) != 0) entries.emplace_back(j, matrix(i, j));
    return entries;
  });
}

CsrStore sparse(const MatrixXd& matrix) {
  return CsrStore(csr(matrix));
}

Doubles normal(Index count, std::uint64_t seed) {
  Random random(seed);
  return normal(count, random);
}

Doubles normal(Index count, Random& random) {
  Doubles numbers(count);
  for (double& number : numbers)
    number = random.normal();
  return numbers;
}

LinearModel random_model(Strings classes, Index features, double bias,
                         std::uint64_t seed) {
  Random random(seed);
  LinearModel model;
  model.classes = std::move(classes);
  model.features = features;
  model.bias = bias;
  model.weights =
      normal((features + (bias != 0 ? 1 : 0)) * model.outputs(), random);
  model.offsets = normal(model.outputs(), random);
  return model;
}

CsrMatrix<double> six_rows() {
  return csr_of<double>(6, 4, [](Index i) -> Entries {
    return {{i % 2, 1.0 + static_cast<double>(i)}, {2 + i % 2, 1}};
  });
}

std::vector<InvalidRows> invalid_rows() {
  std::vector<InvalidRows> all;
  const auto add = [&all](const std::string& fault,
                          const std::function<void(CsrMatrix<double>&)>& act) {
    CsrMatrix<double> matrix = six_rows();
    act(matrix);
    all.push_back({fault, CsrStore(std::move(matrix))});
  };
  add("row 5 (from 0): expected columns below 4, found 4",
      [](auto& m) { m.columns[11] = 4; });
  add("row 2 (from 0): expected columns below 4, found 1000000000",
      [](auto& m) { m.columns[5] = 1'000'000'000; });
  add("row 1 (from 0): expected columns from 0, found -1",
      [](auto& m) { m.columns[2] = -1; });
  add("row 4 (from 0): columns must ascend, found 2 behind 2",
      [](auto& m) { m.columns[8] = 2; });
  add("row 3 (from 0): columns must ascend, found 1 behind 3", [](auto& m) {
    m.columns[6] = 3;
    m.columns[7] = 1;
  });
  add("row 0 (from 0): expected finite values, found nan",
      [](auto& m) { m.values[1] = std::nan(""); });
  add("row 5 (from 0): expected finite values, found inf",
      [](auto& m) { m.values[10] = std::numeric_limits<double>::infinity(); });
  add("row 2 (from 0): offsets must not fall, found 1000 before 6",
      [](auto& m) { m.offsets[2] = 1000; });
  add("row 1 (from 0): offsets must not fall, found 2 before -5",
      [](auto& m) { m.offsets[2] = -5; });
  add("first offset", [](auto& m) { m.offsets[0] = 1; });
  return all;
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

OwnedProblem one_row_problem(double cost) {
  OwnedProblem problem;
  problem.rows = sparse(MatrixXd::Ones(1, 1));
  problem.bias = 0;
  problem.lambda = {1};
  problem.costs = {cost};
  problem.beliefs = {1};
  problem.use_threads(1);
  return problem;
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

Topics few_labels(CsrStore rows, Labels truth, std::vector<Index> labeled) {
  Topics corpus;
  corpus.data.rows = std::move(rows);
  for (std::size_t k = 0; k < labeled.size(); ++k)
    corpus.data.classes.push_back(std::to_string(k));
  for (const std::int32_t label : truth)
    corpus.data.labels.push_back(labeled[label]-- > 0 ? label : kUnlabeled);
  corpus.truth = std::move(truth);
  return corpus;
}

Topics select(const Topics& corpus, const std::vector<Index>& of) {
  Topics part{select(corpus.data, of), {}};
  for (const Index i : of)
    part.truth.push_back(corpus.truth[i]);
  return part;
}

Topics topics(int classes, Index documents, Index labeled, std::uint64_t seed) {
  constexpr Index kTopicWords = 30;
  Random random(seed);
  const Index words = kTopicWords * classes + 200;
  const auto document = [&](Index i) {
    std::map<Index, double> counts;
    for (int word = 0; word < 30; ++word) {
      ++counts[word < 12 ? i % classes * kTopicWords + random.below(kTopicWords)
                         : random.below(words)];
    }
    double square = 0;
    for (const auto& [word, count] : counts)
      square += count * count;
    for (auto& [word, count] : counts)
      count /= std::sqrt(square);
    return counts;
  };
  return few_labels(rows_of(documents, words, document),
                    in_turns(documents, classes),
                    std::vector<Index>(classes, labeled));
}

Labels in_turns(Index rows, int classes) {
  Labels labels;
  for (Index i = 0; i < rows; ++i)
    labels.push_back(static_cast<std::int32_t>(i % classes));
  return labels;
}

CsrStore clusters_in_plane(const Labels& classes, double distance,
                           std::uint64_t seed) {
  Random random(seed);
  MatrixXd x(classes.size(), 2);
  for (Index i = 0; i < x.rows(); ++i) {
    x(i, 0) = distance * std::cos(2.1 * classes[i]) + random.normal();
    x(i, 1) = distance * std::sin(2.1 * classes[i]) + random.normal();
  }
  return sparse(x);
}

double hidden_accuracy(const Topics& corpus, const Labels& labels) {
  Labels truth, found;
  for (std::size_t i = 0; i < labels.size(); ++i) {
    if (corpus.data.labels[i] != kUnlabeled) continue;
    truth.push_back(corpus.truth[i]);
    found.push_back(labels[i]);
  }
  return share_equal(truth, found);
}

}  // namespace semilin::test
