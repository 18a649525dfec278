#include <algorithm>
#include <cstddef>
#include <vector>

#include <doctest/doctest.h>

#include "semilin/base/progress.h"

#include "graph/candidates.h"
#include "support/problems.h"

namespace semilin {
namespace {

// What the search of 20,000 rows tells of itself, until it has done so `most`
// times.
std::vector<double> told(std::size_t most) {
  const CsrMatrix<float> rows =
      test::random_rows<float>(20000, 6, 1.0, 2).visit([](const auto& view) {
        CsrMatrix<float> matrix;
        matrix.cols = view.cols;
        for (Index i = 0; i < view.rows; ++i) {
          for (Index z = view.offsets[i]; z < view.offsets[i + 1]; ++z) {
            matrix.columns.push_back(view.columns[z]);
            matrix.values.push_back(static_cast<float>(view.values[z]));
          }
          matrix.end_row();
        }
        return matrix;
      });
  std::vector<double> told;
  const CandidateProblem problem = {.queries = rows.view(),
                                    .rows = rows.view(),
                                    .metric = Metric::Euclidean,
                                    .same = true,
                                    .wanted = 4,
                                    .count = 10,
                                    .threads = 1,
                                    .go_on = [&](double done) {
                                      told.push_back(done);
                                      return told.size() < most;
                                    }};
  const auto act = [&] { (void)cell_candidates(problem); };
  if (most < 1000) {
    CHECK_THROWS_AS(act(), Interrupted);
  } else {
    act();
  }
  return told;
}

TEST_CASE("cells of dense rows tell of themselves while they are made") {
  const std::vector<double> all = told(1'000'000);
  CHECK(std::is_sorted(all.begin(), all.end()));
  // two passes over rows and three over parts of them, a thousand rows or a
  // part at a time, before the first look
  const auto early = std::count_if(all.begin(), all.end(),
                                   [](double done) { return done < 0.15; });
  CHECK(early > 5 * 20);
  double longest = all.front();
  for (std::size_t t = 1; t < all.size(); ++t)
    longest = std::max(longest, all[t] - all[t - 1]);
  CHECK(longest < 0.01);
}

TEST_CASE("a search through cells ends at once, whatever it is doing") {
  for (const std::size_t most : {1, 15, 30, 50, 70, 90, 110, 130, 160, 200}) {
    CAPTURE(most);
    CHECK(told(most).size() == most);
  }
}

}  // namespace
}  // namespace semilin
