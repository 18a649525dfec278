// What a caller must not give is refused by every function that takes it.
#include "semilin/advanced/kernel/graph_points.h"

#include "support/training.h"

namespace semilin::test {
namespace {

const Strings kClasses = {"a", "b"};
const Labels kLabels = {0, 1, 0, 1, kUnlabeled, kUnlabeled};

Neighbors near(const CsrStore& rows) {
  return nearest_neighbors(rows, {.neighbors = 2, .metric = Metric::Euclidean});
}

Graph graph_of_six() {
  return neighbor_graph(near(CsrStore(six_rows())));
}

GraphPoints points_of_six(KernelForm form) {
  return {CsrStore(six_rows()), graph_of_six(), {.form = form}};
}

}  // namespace

TEST_CASE("what takes rows refuses rows that are not valid") {
  const CsrStore sound(six_rows());
  const Neighbors around = near(sound);
  const Graph graph = graph_of_six();
  for (const InvalidRows& invalid : invalid_rows()) {
    const CsrStore& rows = invalid.rows;
    const auto refused = [&](const auto& act) {
      check_refused(invalid.fault, act);
    };
    refused([&] { (void)near(rows); });
    refused([&] { (void)nearest_neighbors(rows, sound, {.neighbors = 2}); });
    refused([&] { (void)nearest_neighbors(sound, rows, {.neighbors = 2}); });
    refused([&] { (void)hull_weights(rows, around); });
    refused([&] { (void)default_width(rows); });
    refused([&] { (void)nystrom_landmarks(rows, {}); });
    refused([&] { (void)linear_kernel(rows, 0.1); });
    refused([&] { (void)dense_kernel(rows, {}, 0.1); });
    refused([&] { (void)nystrom_kernel(rows, {}, 0.1); });
    for (const KernelForm form : kKernelForms)
      refused([&] { (void)GraphPoints(rows, graph, {.form = form}); });
  }
}

TEST_CASE("train refuses data that are not valid, whatever the method") {
  for (const std::string_view method : {kDa, kTvRls, kCommittee}) {
    const TrainOptions options = training_of(method);
    Dataset data;
    data.labels = kLabels;
    data.classes = kClasses;
    for (const InvalidRows& invalid : invalid_rows()) {
      data.rows = invalid.rows;
      check_refused(invalid.fault, [&] { (void)train(data, options); });
    }
    data.rows = CsrStore(six_rows());
    data.classes = {"b", "a"};
    CHECK_THROWS_AS((void)train(data, options), Invalid);
    data.classes = kClasses;
    data.labels[5] = 2;
    CHECK_THROWS_AS((void)train(data, options), Invalid);
  }
}

TEST_CASE("models and kernels refuse new rows that are not valid") {
  for (const KernelForm form : {KernelForm::Linear, KernelForm::Rbf,
                                KernelForm::Nystrom, KernelForm::None}) {
    GraphPoints points = points_of_six(form);
    const KernelModel model =
        train_graph(points, kLabels, kClasses, equal_sizes(2), {}).model;
    for (const InvalidRows& invalid : invalid_rows()) {
      CAPTURE(static_cast<int>(form));
      check_refused(invalid.fault, [&] { (void)scores(model, invalid.rows); });
      const Kernel& kernel = points.kernel();
      if (kernel.coefficients() == 0) continue;
      const Doubles coefficients(kernel.coefficients());
      Doubles out(6);
      check_refused(invalid.fault, [&] {
        kernel.predict(invalid.rows, 1, coefficients, out);
      });
    }
  }
}

TEST_CASE("a kernel model that is not whole is refused, not followed") {
  GraphPoints points = points_of_six(KernelForm::Rbf);
  const KernelModel sound =
      train_graph(points, kLabels, kClasses, equal_sizes(2), {}).model;
  const auto refused = [&](const auto& change) {
    KernelModel model = sound;
    change(model);
    CHECK_THROWS_AS((void)scores(model, CsrStore(six_rows())), Invalid);
  };
  refused([](KernelModel& m) { m.offsets.clear(); });
  refused([](KernelModel& m) { m.coefficients.pop_back(); });
  refused([](KernelModel& m) { m.remainder = {1}; });
  refused([](KernelModel& m) { m.classes = {"b", "a"}; });
  refused([](KernelModel& m) { m.rows = invalid_rows()[0].rows; });
}

TEST_CASE("neighbors that are no points make no graph") {
  const Neighbors sound = near(CsrStore(six_rows()));
  const auto refused = [&](const auto& change) {
    Neighbors neighbors = sound;
    change(neighbors);
    CHECK_THROWS_AS((void)neighbor_graph(neighbors), Invalid);
    CHECK_THROWS_AS((void)local_scales(neighbors), Invalid);
  };
  refused([](Neighbors& n) { n.ids[3] = 6; });
  refused([](Neighbors& n) { n.ids[3] = -2; });
  refused([](Neighbors& n) { n.ids.pop_back(); });
  refused([](Neighbors& n) { n.distances.pop_back(); });
  refused([](Neighbors& n) { n.k = 5; });
}

TEST_CASE("train_graph refuses labels and classes that are not") {
  GraphPoints points = points_of_six(KernelForm::Rbf);
  const auto refused = [&](Labels labels, const Strings& classes) {
    CHECK_THROWS_AS((void)train_graph(points, labels, classes,
                                      equal_sizes(classes.size()), {}),
                    Invalid);
  };
  refused({0, 1, 0, 1, 2, kUnlabeled}, kClasses);
  refused({0, 1, 0, 1, -2, kUnlabeled}, kClasses);
  refused({0, 1, 0, 1}, kClasses);
  refused(kLabels, {"b", "a"});
  refused(kLabels, {"a", "a"});
  CHECK_NOTHROW(
      (void)train_graph(points, kLabels, kClasses, equal_sizes(2), {}));
}

TEST_CASE("matrices of weights are not followed if broken") {
  for (const InvalidRows& invalid : invalid_rows()) {
    CAPTURE(invalid.fault);
    if (invalid.fault.ends_with("found 4")) continue;  // is one of six
    CHECK_THROWS((void)Graph(invalid.rows.with_cols(6)));
  }
}

}  // namespace semilin::test
