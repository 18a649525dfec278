#include "semilin/advanced/kernel/graph_points.h"

#include "support/training.h"

namespace semilin::test {
namespace {

GraphOptions four_starts(GraphMethod method) {
  GraphOptions options;
  options.method = method;
  options.max_iterations = 12;
  options.starts = 4;
  return options;
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
        check_threads({2}, [&](int threads) {
          const Dataset data = topics(classes, 90, 2, 3).data;
          GraphPoints points(
              data.rows,
              neighbor_graph(nearest_neighbors(data.rows, {.neighbors = 4})),
              {.form = form}, threads);
          const GraphFit fit = train_on_graph(points, data.labels, data.classes,
                                              four_starts(method));
          return std::tuple(fit.model.coefficients, fit.model.remainder,
                            fit.model.offsets, fit.labels, fit.figures.start,
                            fit.figures.iterations, fit.objective,
                            fit.figures.gap, fit.stop);
        });
      }
    }
  }
}

}  // namespace
}  // namespace semilin::test
