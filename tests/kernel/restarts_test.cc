#include "semilin/advanced/kernel/graph_points.h"

#include "support/problems.h"
#include "support/training.h"

namespace semilin::test {
namespace {

struct Points {
  Topics corpus;
  GraphPoints points;

  Points(int classes, std::uint64_t seed, KernelForm form, int threads = 1)
      : corpus(topics(classes, 90, 2, seed)),
        points(corpus.data.rows,
               neighbor_graph(
                   nearest_neighbors(corpus.data.rows, {.neighbors = 4})),
               {.form = form}, threads) {}

  GraphResult train(const GraphOptions& options) {
    return train_on_graph(points, corpus.data.labels, corpus.data.classes,
                          options);
  }
};

GraphOptions four_starts(GraphMethod method) {
  GraphOptions options;
  options.method = method;
  options.max_iterations = 12;
  options.starts = 4;
  return options;
}

void check_equal(const GraphResult& a, const GraphResult& b) {
  CHECK(a.model.coefficients == b.model.coefficients);
  CHECK(a.model.remainder == b.model.remainder);
  CHECK(a.model.offsets == b.model.offsets);
  CHECK(a.labels == b.labels);
  CHECK(a.figures.start == b.figures.start);
  CHECK(a.figures.iterations == b.figures.iterations);
  CHECK(a.objective == b.objective);
  CHECK(a.figures.gap == b.figures.gap);
  CHECK(a.stop == b.stop);
}

constexpr GraphMethod kIterative[] = {GraphMethod::TvRls, GraphMethod::TvSvm,
                                      GraphMethod::CheegerRls,
                                      GraphMethod::CheegerSvm};

TEST_CASE("a search for better cuts has the same bits for two threads") {
  for (const GraphMethod method : kIterative) {
    for (const int classes : {2, 3}) {
      for (const KernelForm form :
           {KernelForm::Linear, KernelForm::Rbf, KernelForm::None}) {
        CAPTURE(static_cast<int>(method));
        CAPTURE(classes);
        CAPTURE(to_string(form));
        Points one(classes, 3, form);
        Points two(classes, 3, form, 2);
        check_equal(two.train(four_starts(method)),
                    one.train(four_starts(method)));
      }
    }
  }
}

}  // namespace
}  // namespace semilin::test
