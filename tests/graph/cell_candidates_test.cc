
#include "graph/candidates.h"
#include "support/problems.h"

namespace semilin::test {
namespace {

// Searches 20,000 random rows of six columns.
Candidates search(int threads, const std::function<bool(double)>& go_on = {}) {
  static const CsrMatrix<float> rows = csr_of(20000, 6, [](Index i) {
    const Doubles values = normal(6, static_cast<std::uint64_t>(i));
    Entries entries;
    for (const double value : values)
      entries.emplace_back(std::ssize(entries), value);
    return entries;
  });
  return cell_candidates({.queries = rows.view(),
                          .rows = rows.view(),
                          .metric = Metric::Euclidean,
                          .same = true,
                          .wanted = 4,
                          .count = 10,
                          .threads = threads,
                          .go_on = go_on});
}

// Whether the search is ended once it has told of itself `most` times.
bool ends_after(int most, int threads) {
  int told = 0;
  try {
    (void)search(threads, [&](double) { return ++told < most; });
  } catch (const Interrupted&) {
    return told == most;
  }
  return false;
}

TEST_CASE("cells of dense rows tell of themselves while they are made") {
  Doubles told;
  (void)search(1, [&](double done) {
    told.push_back(done);
    return true;
  });
  CHECK(std::is_sorted(told.begin(), told.end()));
  // two passes over rows, two over parts of them and one over cells, before the
  // first look
  const auto early = std::count_if(told.begin(), told.end(),
                                   [](double done) { return done < 0.15; });
  CHECK(early > 5 * 20);
  double longest = told.front();
  for (std::size_t t = 1; t < told.size(); ++t)
    longest = std::max(longest, told[t] - told[t - 1]);
  CHECK(longest < 0.01);
}

TEST_CASE("a search through cells ends at once, whatever it is doing") {
  for (const int most : {1, 15, 30, 50, 70, 90, 110, 130, 160, 200}) {
    CAPTURE(most);
    CHECK(ends_after(most, 1));
    if (most < 20) CHECK(ends_after(most, 2));
  }
}

TEST_CASE("a search through cells finds the same with any number of threads") {
  check_threads({2, 5}, [](int threads) { return search(threads); });
}

}  // namespace
}  // namespace semilin::test
