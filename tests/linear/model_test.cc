#include "semilin/linear/model.h"

#include "support/problems.h"

namespace semilin::test {
namespace {

// o = 2 x1 - 3 x2 + 0.5 * 10 + 0.25
LinearModel binary_model() {
  LinearModel model;
  model.classes = {"-1", "+1"};
  model.features = 2;
  model.bias = 10;
  model.weights = {2, -3, 0.5};
  model.offsets = {0.25};
  return model;
}

Strings numbered(int classes) {
  return few_labels({}, {}, std::vector<Index>(classes)).data.classes;
}

// The definition, densely and in long double.
Doubles slow_scores(const LinearModel& model, const CsrStore& rows) {
  using Exact = Eigen::Matrix<long double, -1, -1, Eigen::RowMajor>;
  const Exact x = dense(rows, model.bias).cast<long double>();
  const int outputs = model.outputs();
  Exact all = x * by_rows(model.weights, outputs).cast<long double>();
  all.rowwise() += by_rows(model.offsets, outputs).cast<long double>().row(0);
  return {all.data(), all.data() + all.size()};
}

TEST_CASE("a binary score is the weighted sum with bias and offset") {
  // rows (1, 1), (0, 4), ()
  const CsrStore rows(CsrMatrix<double>{2, {0, 2, 3, 3}, {0, 1, 1}, {1, 1, 4}});
  const Doubles out = scores(binary_model(), rows);
  CHECK(out == Doubles{4.25, -6.75, 5.25});
  CHECK(predict(binary_model(), out) == std::vector<std::int32_t>{1, 0, 1});
}

TEST_CASE("scores agree with a dense sum in long double") {
  for (const int classes : {2, 3, 7}) {
    for (const double bias : {0.0, 1.0, -2.5}) {
      const LinearModel model = random_model(numbered(classes), 40, bias, 7);
      const CsrStore rows = random_rows<float>(30, 40, 0.3, 8);
      const Doubles out = scores(model, rows);
      const Doubles expected = slow_scores(model, rows);
      // 42 terms of size about 1, each rounded once or twice
      CHECK(apart(out, expected) < 1e-13 * 100);
    }
  }
}

TEST_CASE("scores are the same bits for any number of threads") {
  const LinearModel model = random_model(numbered(5), 300, 1, 1);
  const CsrStore rows = random_rows<float>(3000, 300, 0.1, 2);
  check_threads({0, 2, 3, 8},
                [&](int threads) { return scores(model, rows, threads); });
}

TEST_CASE("no rows, no columns and columns beyond the model's have scores") {
  const CsrStore beyond(
      CsrMatrix<double>{5, {0, 3}, {0, 2, 4}, {1, 100, 1000}});
  CHECK(scores(binary_model(), beyond) == Doubles{7.25});
  CHECK(scores(binary_model(), CsrStore()).empty());
  const CsrStore empty_rows(CsrMatrix<float>{0, {0, 0, 0}, {}, {}});
  CHECK(scores(binary_model(), empty_rows) == Doubles{5.25, 5.25});
  LinearModel none = binary_model();
  none.features = 0;
  none.bias = 0;
  none.weights.clear();
  CHECK(scores(none, empty_rows) == Doubles{0.25, 0.25});
}

TEST_CASE("ties go to the first class") {
  const LinearModel three = random_model(numbered(3), 1, 0, 3);
  CHECK(predict(binary_model(), Doubles{0.0, -0.0, 1e-300}) ==
        std::vector<std::int32_t>{0, 0, 1});
  CHECK(predict(three, Doubles{1, 1, 1, 0, 2, 2, 1, 2, 3}) ==
        std::vector<std::int32_t>{0, 1, 2});
  CHECK_THROWS_AS((void)predict(three, Doubles{1, 2}), Invalid);
}

TEST_CASE("a model comes back from its archive unchanged") {
  LinearModel model = random_model(numbered(4), 11, 1, 5);
  model.classes = {"-3", "7", "caf\xc3\xa9", "x"};
  model.multi_label = true;
  model.info = R"({"lambda":0.001,"method":"da"})";
  model.attachments.kind = "vocabulary";
  model.attachments.header = R"({"version":1})";
  model.attachments.put<double>("idf", Doubles{1, 2});
  const LinearModel back = linear_model_from_archive(to_archive(model));
  CHECK(back.classes == model.classes);
  CHECK(back.multi_label);
  CHECK_THROWS_AS((void)predict(back, Doubles(4)), Invalid);
  CHECK(back.features == model.features);
  CHECK(back.bias == model.bias);
  CHECK(back.weights == model.weights);
  CHECK(back.offsets == model.offsets);
  CHECK(back.info == model.info);
  CHECK(back.attachments.kind == "vocabulary");
  CHECK(back.attachments.header == model.attachments.header);
  CHECK(back.attachments.get<double>("idf") == Doubles{1, 2});
  CHECK(back.attachments.arrays.size() == 1);
  CHECK(to_archive(model).kind == "linear-model");
  CHECK_FALSE(to_archive(binary_model()).has("attachments"));
}

TEST_CASE("a model that is not one is refused") {
  const auto refused = [](auto change) {
    LinearModel model = binary_model();
    change(model);
    CHECK_THROWS_AS(require_valid(model), Invalid);
    CHECK_THROWS_AS((void)to_archive(model), Invalid);
  };
  const double nan = std::numeric_limits<double>::quiet_NaN();
  refused([](LinearModel& m) { m.classes = {"a"}; });
  refused([](LinearModel& m) { m.classes = {"b", "a"}; });
  refused([](LinearModel& m) { m.classes = {"a", "a"}; });
  refused([](LinearModel& m) { m.classes = {"1.0", "1"}; });
  refused([](LinearModel& m) { m.classes = {"a", "\xff"}; });
  refused([](LinearModel& m) { m.features = -1; });
  refused([](LinearModel& m) { m.features = 3; });
  refused([](LinearModel& m) { m.bias = 0; });
  refused([&](LinearModel& m) { m.bias = nan; });
  refused([&](LinearModel& m) { m.weights[1] = nan; });
  refused([&](LinearModel& m) { m.offsets[0] = nan; });
  refused([](LinearModel& m) { m.offsets.clear(); });
  refused([](LinearModel& m) { m.info = "[1]"; });
  refused([](LinearModel& m) { m.info = "{"; });
}

TEST_CASE("an archive that is not a model is refused") {
  const auto refused = [](auto change) {
    Archive archive = to_archive(binary_model());
    change(archive);
    CHECK_THROWS_AS((void)linear_model_from_archive(archive), DataError);
  };
  refused([](Archive& a) { a.kind = "graph"; });
  refused([](Archive& a) { a.header = "{}"; });
  refused([](Archive& a) { a.header = "not json"; });
  refused([](Archive& a) { a.header.replace(a.header.find("2"), 1, "-7"); });
  refused([](Archive& a) {
    a.header.replace(a.header.find("\"version\":1"), 11, "\"version\":2");
  });
  refused([](Archive& a) {
    a.header.replace(a.header.find("\"outputs\":1"), 11, "\"outputs\":2");
  });
  refused([](Archive& a) { a.arrays.erase("weights"); });
  refused([](Archive& a) { a.put<float>("weights", std::vector<float>(3)); });
  refused([](Archive& a) { a.put<double>("offsets", Doubles(2)); });
}

}  // namespace
}  // namespace semilin::test
