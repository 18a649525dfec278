#include "semilin/graph/neighbor_graph.h"

#include "learn/class_sizes/laplacian.h"
#include "support/problems.h"

namespace semilin::test {
namespace {

// 300 points of three classes in turns, the first of them labeled.
struct SizesCase {
  SizesCase(KernelForm form, Index labeled)
      : data(few_labels(clusters_in_plane(in_turns(300, 3), 5, 2),
                        in_turns(300, 3), std::vector<Index>(3, labeled / 3))
                 .data),
        points(data.rows, neighbor_graph(nearest_neighbors(data.rows)),
               {.form = form}) {}
  [[nodiscard]] ClassSizes from(SizeSource source) {
    const LinearOptions svm;
    const OutputBatch batch(data, svm);
    return find_sizes(batch, {source, {0.5, 0.25, 0.25}},
                      [&](const HeldOutRls& held_out) {
                        return graph_sizes(points, batch.labels(),
                                           points.size(), batch, held_out);
                      });
  }

  Dataset data;
  GraphPoints points;
};

TEST_CASE("given and equal sizes bind, others as far as the labels can tell") {
  SizesCase few(KernelForm::None, 12);
  CHECK(std::isinf(few.from(SizeSource::Equal).rho));
  CHECK(few.from(SizeSource::Equal).sizes == Doubles(3, 1.0 / 3));
  CHECK(std::isinf(few.from(SizeSource::Given).rho));
  CHECK(few.from(SizeSource::Given).sizes == Doubles{0.5, 0.25, 0.25});
  const auto drift = [](double rows) {
    return doctest::Approx(2 / (4 * rows));
  };
  CHECK(few.from(SizeSource::Labels).drift == drift(12));
  CHECK(few.from(SizeSource::Estimate).drift == drift(12 + 3));
  CHECK(SizesCase(KernelForm::None, 240).from(SizeSource::Estimate).drift ==
        drift(240));  // what Lap-RLS predicts
  // as many labels of each class are no sample
  CHECK(SizesCase(KernelForm::Linear, 12).from(SizeSource::Estimate).drift ==
        drift(12 + 3));
  for (const SizeSource source : {SizeSource::Labels, SizeSource::Estimate}) {
    CHECK_FALSE(std::isinf(few.from(source).rho));
    const ClassSizes all = SizesCase(KernelForm::None, 300).from(source);
    CHECK(std::isinf(all.rho));
    CHECK(all.sizes[0] == doctest::Approx(1.0 / 3));
  }
}

}  // namespace
}  // namespace semilin::test
