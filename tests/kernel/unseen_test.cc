#include "kernel/laplacian_methods.h"
#include "support/graphs.h"
#include "support/training.h"

namespace semilin::test {
namespace {

constexpr Index kUnseenRows = 30;
constexpr Index kFeatures = 12;
constexpr int kOutputs = 3;

MatrixXd random_matrix(Index rows, std::uint64_t seed) {
  return dense(random_rows<double>(rows, kFeatures, 0.4, seed));
}

// N x k numbers as the library has them, by rows.
MatrixXd matrix_of(const Doubles& block) {
  return by_rows(block, kOutputs);
}

// 30 rows of some scale, 3 of them labeled, and any f.
struct UnseenCase {
  explicit UnseenCase(double delta, double scale = 1)
      : x(scale * random_matrix(kUnseenRows, 5)),
        points(sparse(x), random_graph(kUnseenRows, 0.2, 6),
               {.form = KernelForm::Linear, .delta = delta}, 2) {
    problem.points = &points;
    problem.labeled = {1, 4, 9};
    problem.classes_of = {2, 0, 1};
    problem.sizes.assign(kOutputs, 1.0 / kOutputs);
    problem.lambda = 0.3;
    problem.r = 2;
    for (Index e = 0; e < kUnseenRows * kOutputs; ++e)
      f.push_back(std::sin(static_cast<double>(e)));
  }

  [[nodiscard]] MatrixXd targets(bool squared) const {
    MatrixXd t = matrix_of(f);
    if (squared) t = t.cwiseProduct(t.cwiseAbs()).eval();
    t.row(1) << 0, 0, 1;
    t.row(4) << 1, 0, 0;
    t.row(9) << 0, 1, 0;
    return t;
  }
  // (N lambda I + X'X)^-1 X't
  [[nodiscard]] MatrixXd weights(bool squared) const {
    Dataset data;
    data.rows = points.rows();
    const double lambda = kUnseenRows * default_lambda(data);
    const MatrixXd system =
        lambda * MatrixXd::Identity(kFeatures, kFeatures) + x.transpose() * x;
    return system.llt().solve(x.transpose() * targets(squared));
  }

  MatrixXd x;
  GraphPoints points;
  GraphProblem problem;
  Doubles f;
};

void check_weights(double delta, bool squared) {
  const UnseenCase one(delta);
  // delta r / (lambda + delta r)
  const double share = delta == 0 ? 0 : 0.1 / 0.4;
  const Expansion found = expand_to_unseen(one.problem, one.f, squared);
  CAPTURE(delta);
  CAPTURE(squared);
  const MatrixXd expected = (1 - share) * one.weights(squared);
  CHECK((matrix_of(found.coefficients) - expected).norm() <
        1e-4 * expected.norm());  // the ridge stops at 1e-5 of a gradient
  CHECK(found.offsets == Doubles(kOutputs, 0.0));
  CHECK(found.remainder.empty() == (delta == 0));
  if (delta == 0) return;
  CHECK((matrix_of(found.remainder) - share * one.targets(squared)).norm() <
        1e-12);
}

TEST_CASE("the weights for unseen rows are those of a dense ridge regression") {
  for (const bool squared : {false, true}) {
    check_weights(0, squared);
    check_weights(0.05, squared);
  }
}

TEST_CASE("outputs of unseen rows do not depend on the scale of the rows") {
  const UnseenCase one(0);
  const UnseenCase large(0, 10);
  const Expansion a = expand_to_unseen(one.problem, one.f, true);
  const Expansion b = expand_to_unseen(large.problem, large.f, true);
  const MatrixXd outputs = one.x * matrix_of(a.coefficients);
  CHECK((large.x * matrix_of(b.coefficients) - outputs).norm() <
        1e-3 * outputs.norm());  // lambda is rounded to three digits
}

// Sparse enough that rows are near by their cosines.
constexpr Index kTerms = 200;

struct TextModel {
  TextModel() {
    Random random(4);
    model.classes = {"a", "b", "c"};
    model.kernel = {.form = KernelForm::Linear, .delta = 0.02};
    model.rows = random_rows<double>(60, kTerms, 0.03, 5);
    model.features = kTerms;
    model.coefficients = normal(kTerms * kOutputs, random);
    model.remainder = normal(60 * kOutputs, random);
    model.offsets.assign(kOutputs, 0.5);
    model.neighbors = 4;
  }

  KernelModel model;
};

TEST_CASE("new rows are searched for as the graph's rows, each by itself") {
  constexpr Index kMany = 20000;  // so many that pruned lists miss some
  constexpr Index kWords = 400;
  Random random(6);
  KernelModel model = TextModel().model;
  model.features = kWords;
  model.rows = random_rows<double>(kMany, kWords, 0.045, 5);
  model.coefficients = normal(kWords * kOutputs, random);
  model.remainder = normal(kMany * kOutputs, random);
  const CsrStore queries = random_rows<double>(50, kWords, 0.045, 8);
  const Doubles exact = scores(model, queries);
  model.search = Search::Approximate;
  const Doubles found = scores(model, queries);
  CHECK(found != exact);
  const KernelModel back = kernel_model_from_archive(to_archive(model));
  CHECK(back.search == Search::Approximate);
  const Doubles one = scores(back, queries.select(std::vector<Index>{7}));
  CHECK(one ==
        Doubles(found.begin() + 7 * kOutputs, found.begin() + 8 * kOutputs));
  model.metric = Metric::Euclidean;
  CHECK_THROWS_WITH_AS(
      (void)scores(model, queries),
      "kernel model: an approximate search of sparse rows needs the cosine",
      Invalid);
}

TEST_CASE("a new row takes from its neighbors as they make it up") {
  const TextModel text;
  MatrixXd queries = dense(random_rows<double>(20, kTerms, 0.03, 8));
  queries.row(3).setZero();  // has no neighbor
  const CsrStore rows = sparse(queries);
  const MatrixXd found = matrix_of(scores(text.model, rows, 2));
  const Neighbors near =
      nearest_neighbors(rows, text.model.rows, {.neighbors = 4});
  REQUIRE(near.metric == Metric::Cosine);
  const std::vector<float> weights = hull_weights(text.model.rows, near);
  const MatrixXd u = matrix_of(text.model.remainder);
  MatrixXd expected =
      (queries * matrix_of(text.model.coefficients)).array() + 0.5;
  for (std::size_t e = 0; e < weights.size(); ++e) {
    if (near.ids[e] != kNoNeighbor)
      expected.row(static_cast<Index>(e) / 4) +=
          weights[e] * u.row(near.ids[e]);
  }
  CHECK((found - expected).norm() < 1e-6);
  CHECK(near.ids_of(3)[0] == kNoNeighbor);
}

TEST_CASE("columns that a model does not know change nothing") {
  TextModel text;
  MatrixXd queries = dense(random_rows<double>(20, kTerms + 3, 0.03, 8));
  queries.rightCols(3).setConstant(2);
  for (const Metric metric : {Metric::Cosine, Metric::Euclidean}) {
    text.model.metric = metric;
    CHECK(scores(text.model, sparse(queries)) ==
          scores(text.model, sparse(queries.leftCols(kTerms))));
  }
  text.model.kernel = {.form = KernelForm::Rbf, .width = 1, .delta = 0.02};
  text.model.coefficients.assign(text.model.rows.rows() * kOutputs, 1.0);
  CHECK(scores(text.model, sparse(queries)) ==
        scores(text.model, sparse(queries.leftCols(kTerms))));
}

constexpr int kTopics = 20;  // so many that the rows count as sparse

struct Topics {
  Topics() { REQUIRE_FALSE(is_dense(data.rows)); }

  [[nodiscard]] KernelModel model(const GraphOptions& options,
                                  const ClassSizeOptions& sizes = {}) {
    return train_on_graph(points, data.labels, data.classes, options, sizes)
        .model;
  }

  Dataset data = topics(kTopics, 200, 4, 2).data;
  GraphPoints points{
      data.rows, neighbor_graph(nearest_neighbors(data.rows)), {}, 2};
};

TEST_CASE("text models hold the labels of the labeled rows") {
  Topics topics;
  const auto& labels = topics.data.labels;
  const KernelModel model = topics.model({});
  const double share = 0.02 / (0.1 + 0.02);  // the defaults of delta and lambda
  REQUIRE(model.remainder.size() == labels.size() * kTopics);
  for (std::size_t i = 0; i < labels.size(); ++i) {
    if (labels[i] == kUnlabeled) continue;
    for (int k = 0; k < kTopics; ++k) {
      const double expected = k == labels[i] ? share : 0;
      CHECK(model.remainder[i * kTopics + k] == doctest::Approx(expected));
    }
  }
}

TEST_CASE("text models of the Laplacian methods follow f and not its square") {
  Topics topics;
  const auto& labels = topics.data.labels;
  GraphProblem problem;  // with the method's defaults
  problem.points = &topics.points;
  for (std::size_t i = 0; i < labels.size(); ++i) {
    if (labels[i] == kUnlabeled) continue;
    problem.labeled.push_back(static_cast<Index>(i));
    problem.classes_of.push_back(labels[i]);
  }
  problem.sizes.assign(kTopics, 1.0 / kTopics);
  problem.lambda = 0.01;
  problem.gamma = 4;
  const Doubles f =
      solve_laplacian(problem, {.tolerance = 1e-6, .max_iterations = 2000}).f;
  const auto expected = expand_to_unseen(problem, f, false).coefficients;
  GraphOptions options;
  options.method = GraphMethod::LapRls;
  const KernelModel model = topics.model(options, {SizeSource::Equal, {}});
  REQUIRE(model.coefficients.size() == expected.size());
  for (std::size_t e = 0; e < expected.size(); ++e)
    CHECK(model.coefficients[e] == doctest::Approx(expected[e]).epsilon(1e-6));
}

}  // namespace
}  // namespace semilin::test
