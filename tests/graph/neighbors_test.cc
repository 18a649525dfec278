#include "semilin/graph/neighbors.h"

#include "semilin/io/dataset_file.h"

#include "support/problems.h"

namespace semilin::test {
namespace {

double distance(const Eigen::RowVectorXd& x, const Eigen::RowVectorXd& y,
                Metric metric) {
  if (metric == Metric::Euclidean) return (x - y).norm();
  if (x.norm() == 0 || y.norm() == 0 || x.dot(y) <= 0)
    return std::numeric_limits<double>::infinity();
  return (x / x.norm() - y / y.norm()).norm();
}

// The slow oracle: the k smallest distances of each query, ascending; infinity
// where there are fewer. Distances, not numbers: ties have no order.
MatrixXd nearest_distances(const CsrStore& queries, const CsrStore& rows,
                           bool same, Metric metric, Index k) {
  const MatrixXd x = dense(queries), y = dense(rows);
  MatrixXd nearest(x.rows(), k);
  for (Index i = 0; i < x.rows(); ++i) {
    Doubles all;
    for (Index j = 0; j < y.rows(); ++j)
      if (!same || i != j) all.push_back(distance(x.row(i), y.row(j), metric));
    std::sort(all.begin(), all.end());
    for (Index c = 0; c < k; ++c)
      nearest(i, c) = all[c];
  }
  return nearest;
}

void check_against(const Neighbors& found, const MatrixXd& expected,
                   const CsrStore& queries, const CsrStore& rows) {
  const MatrixXd x = dense(queries), y = dense(rows);
  REQUIRE(found.points() == expected.rows());
  double largest = 0;
  bool consistent = true;
  for (Index i = 0; i < found.points(); ++i) {
    for (Index c = 0; c < found.k; ++c) {
      const std::int32_t j = found.ids_of(i)[c];
      const double d = found.distances_of(i)[c];
      consistent = consistent && (j == kNoNeighbor) == std::isinf(d) &&
                   std::isinf(d) == std::isinf(expected(i, c));
      if (j == kNoNeighbor || !consistent) continue;
      largest = std::max(largest, std::abs(d - expected(i, c)));
      largest = std::max(
          largest, std::abs(d - distance(x.row(i), y.row(j), found.metric)));
    }
  }
  CHECK(consistent);
  // rows are rounded to floats
  CHECK(largest < 3e-6);
}

// Searches among all rows.
void check_search(const CsrStore& rows, const NeighborOptions& options) {
  const Neighbors found = nearest_neighbors(rows, options);
  check_against(
      found,
      nearest_distances(rows, rows, true, found.metric, options.neighbors),
      rows, rows);
}

struct Case {
  Index rows, cols;
  double density;
};
// sparse, with empty rows; a few frequent terms; dense
const std::vector<Case> kCases = {
    {200, 300, 0.01}, {150, 20, 0.2}, {300, 64, 0.05}, {120, 12, 1.0}};

TEST_CASE("neighbors agree with all distances sorted") {
  for (const Metric metric : {Metric::Cosine, Metric::Euclidean}) {
    for (const Case& c : kCases) {
      const CsrStore rows = random_rows<double>(c.rows, c.cols, c.density, 11);
      for (const Index k : {1, 5, 10}) {
        CAPTURE(c.cols);
        check_search(rows, {.neighbors = k, .metric = metric});
      }
    }
    // columns 0..7 are in most rows and heavy: the bound refuses nothing
    MatrixXd matrix = dense(random_rows<float>(400, 500, 0.01, 3));
    matrix.leftCols(8) = dense(random_rows<float>(400, 8, 0.7, 4)) * 3;
    check_search(sparse(matrix), {.neighbors = 10, .metric = metric});
  }
  // 40 empty rows would score as rows at 60 degrees do
  MatrixXd empty = dense(random_rows<double>(60, 8, 1.0, 8));
  empty.topRows(40).setZero();
  for (const Search search : {Search::Exact, Search::Approximate})
    check_search(sparse(empty),
                 {.neighbors = 4, .metric = Metric::Cosine, .search = search});
  // few sparse rows, of which the approximate search loses none: empty rows,
  // negative values
  check_search(random_rows<double>(60, 300, 0.02, 11),
               {.neighbors = 5, .search = Search::Approximate});
  // more columns than directions are kept, of rank 200, 30 and 1
  for (const Index rank : {200, 30, 1}) {
    CAPTURE(rank);
    const MatrixXd matrix = dense(random_rows<double>(900, rank, 1.0, 5)) *
                            dense(random_rows<double>(rank, 200, 1.0, 6)) /
                            std::sqrt(static_cast<double>(rank * 200));
    check_search(sparse(matrix), {.neighbors = 5});
  }
}

TEST_CASE("new rows find their neighbors among the old ones") {
  for (const Metric metric : {Metric::Cosine, Metric::Euclidean}) {
    for (const Case& c : kCases) {
      const CsrStore rows = random_rows<float>(c.rows, c.cols, c.density, 11);
      // two more columns than the rows have
      const CsrStore queries = random_rows<float>(30, c.cols + 2, c.density, 5);
      const CsrStore wide = rows.with_cols(c.cols + 2);
      const Neighbors found =
          nearest_neighbors(queries, rows, {.neighbors = 4, .metric = metric});
      check_against(found, nearest_distances(queries, wide, false, metric, 4),
                    queries, wide);
    }
  }
}

TEST_CASE("neighbors are the same for any number of threads") {
  for (const auto& [columns, density, kind] :
       {std::tuple(40, 0.02, Search::Exact),
        {40, 1.0, Search::Exact},
        {40, 1.0, Search::Approximate},
        {400, 0.04, Search::Approximate}}) {
    const Search search = kind;  // Clang 14 captures no binding
    const CsrStore rows = random_rows<float>(900, columns, density, 2);
    check_threads({2, 3, 4, 8}, [&](int threads) {
      const Neighbors found =
          nearest_neighbors(rows, {.search = search, .threads = threads});
      return std::pair(found.ids, found.distances);
    });
  }
}

TEST_CASE("duplicates are at distance 0, in the order of their numbers") {
  MatrixXd matrix = dense(random_rows<double>(40, 30, 0.3, 8));
  for (const Index i : {7, 19, 31})
    matrix.row(i) = matrix.row(3);
  const CsrStore rows = sparse(matrix);
  for (const Metric metric : {Metric::Cosine, Metric::Euclidean}) {
    const Neighbors found =
        nearest_neighbors(rows, {.neighbors = 5, .metric = metric});
    CHECK(std::ranges::equal(found.ids_of(3).first(3), Labels{7, 19, 31}));
    CHECK(found.ids_of(19)[0] == 3);
    CHECK(found.distances_of(19)[2] == 0);
    CHECK(found.distances_of(19)[3] > 0);
  }
}

TEST_CASE("with the cosine an empty row has no neighbor and is none") {
  MatrixXd matrix = MatrixXd::Zero(4, 3);
  matrix.row(0) << 1, 0, 0;
  matrix.row(1) << 1, 1, 0;
  matrix.row(3) << 0, 0, 2;  // at a right angle to the others
  const CsrStore rows = sparse(matrix);
  const Neighbors found =
      nearest_neighbors(rows, {.neighbors = 2, .metric = Metric::Cosine});
  const std::vector<std::int32_t> expected = {1, -1, 0, -1, -1, -1, -1, -1};
  CHECK(found.ids == expected);
}

// What both searches find among the rows; new rows if there are any.
struct Searched {
  Searched(const CsrStore& rows, const CsrStore& queries,
           NeighborOptions options = {})
      : exact(search(rows, queries, options, Search::Exact)),
        found(search(rows, queries, options, Search::Approximate)) {
    for (Index i = 0; i < found.points(); ++i) {
      const auto ids = found.ids_of(i);
      if (queries.rows() == 0)
        CHECK(std::count(ids.begin(), ids.end(), i) == 0);
      CHECK(std::set(ids.begin(), ids.end()).size() == ids.size());
      CHECK(std::is_sorted(found.distances_of(i).begin(),
                           found.distances_of(i).end()));
    }
  }
  static Neighbors search(const CsrStore& rows, const CsrStore& queries,
                          NeighborOptions options, Search search) {
    options.search = search;
    return queries.rows() == 0 ? nearest_neighbors(rows, options)
                               : nearest_neighbors(queries, rows, options);
  }
  // The share of the k nearest rows that were found.
  [[nodiscard]] double recall() const {
    double hits = 0;
    for (Index i = 0; i < exact.points(); ++i) {
      const auto ids = found.ids_of(i);
      for (const std::int32_t j : exact.ids_of(i))
        hits += std::find(ids.begin(), ids.end(), j) != ids.end() ? 1 : 0;
    }
    return hits / static_cast<double>(exact.ids.size());
  }
  Neighbors exact, found;
};

TEST_CASE("the approximate search of dense rows finds nearly all neighbors") {
  const CsrStore rows = random_rows<float>(3000, 10, 1.0, 2);
  const CsrStore queries = random_rows<float>(300, 10, 1.0, 3);
  for (const Metric metric : {Metric::Cosine, Metric::Euclidean})
    for (const CsrStore& asked : {CsrStore(), queries})
      CHECK(Searched(rows, asked, {.metric = metric}).recall() > 0.99);
  // in many columns
  const MatrixXd matrix = dense(random_rows<double>(5000, 6, 1.0, 5)) *
                          dense(random_rows<double>(6, 120, 1.0, 6));
  CHECK(Searched(sparse(matrix), {}).recall() > 0.98);
}

// Rows around 40 centers, in 12 directions each of 32: so thin that cells lose
// some.
CsrStore flats(Index rows, std::uint64_t seed) {
  const MatrixXd centers = dense(random_rows<double>(40, 32, 1.0, 1));
  const MatrixXd directions = dense(random_rows<double>(40 * 12, 32, 1.0, 2));
  const MatrixXd places = dense(random_rows<double>(rows, 12, 1.0, seed));
  MatrixXd matrix(rows, 32);
  for (Index i = 0; i < rows; ++i)
    matrix.row(i) = centers.row(i % 40) +
                    places.row(i) * directions.middleRows(i % 40 * 12, 12);
  return sparse(matrix);
}

TEST_CASE("what cells lose of dense rows is found among neighbors' neighbors") {
  const CsrStore rows = flats(12000, 3), queries = flats(200, 4);
  const Searched own(rows, {}), fresh(rows, queries);
  CHECK(own.recall() > 0.97);
  CHECK(fresh.recall() > 0.97);
  // what a new row finds depends on no other
  for (const Index q : {0, 77, 199}) {
    const Neighbors alone =
        nearest_neighbors(queries.select(std::vector<Index>{q}), rows,
                          {.search = Search::Approximate});
    CHECK(std::ranges::equal(alone.ids_of(0), fresh.found.ids_of(q)));
  }
}

TEST_CASE("rows that are all the same are neighbors by number") {
  const auto nearest = [](const CsrStore& rows, Search search) {
    return nearest_neighbors(rows, {.neighbors = 3, .search = search});
  };
  for (const auto& [count, kind] :
       {std::pair(50, Search::Exact), {9000, Search::Approximate}}) {
    MatrixXd matrix = MatrixXd::Constant(count, 3, 2.0);
    matrix(count - 1, 0) = 3;
    const Neighbors equal = nearest(sparse(matrix), kind);
    CHECK(equal.ids_of(0)[0] == 1);
    CHECK(std::ranges::equal(equal.ids_of(count - 2), Labels{0, 1, 2}));
    CHECK(equal.distances_of(count - 2)[2] == 0);
    CHECK(equal.distances_of(count - 1)[0] == 1);
  }
  // sparse rows of one term
  const auto one_term = [](Index i) -> Entries {
    return {{i < 4900 ? 7 : 8, 1 + i % 3}};
  };
  const Neighbors found =
      nearest(rows_of(5000, 100, one_term), Search::Approximate);
  CHECK(found.ids_of(0)[0] == 1);
  CHECK(std::ranges::equal(found.ids_of(4899), Labels{0, 1, 2}));
  CHECK(found.ids_of(4999)[0] == 4900);
  CHECK(*std::max_element(found.distances.begin(), found.distances.end()) ==
        doctest::Approx(0));
}

TEST_CASE("the approximate search takes few dense rows") {
  // one row, as many neighbors as rows, all others
  const CsrStore three = random_rows<float>(3, 4, 1.0, 1);
  const CsrStore one = three.select(std::vector<Index>{1});
  const auto options = [](Index k, Metric metric = Metric::Auto) {
    return NeighborOptions{
        .neighbors = k, .metric = metric, .search = Search::Approximate};
  };
  CHECK(nearest_neighbors(three, one, options(1)).ids == Labels{0, 0, 0});
  check_against(nearest_neighbors(one, three, options(3)),
                nearest_distances(one, three, false, Metric::Euclidean, 3), one,
                three);
  check_search(three, options(2));
  // empty rows alone
  const CsrStore empty = sparse(MatrixXd::Zero(5, 0));
  CHECK(nearest_neighbors(empty, options(2, Metric::Cosine)).ids ==
        Labels(10, kNoNeighbor));
}

// Rows of 20 words, each drawn from its group's 400 with one exception in four.
CsrStore grouped_rows(Index rows, Index groups, std::uint64_t seed) {
  Random random(seed);
  return rows_of(rows, 400 * groups, [&](Index i) {
    std::set<Index> words;
    while (words.size() < 20) {
      const Index group =
          random.uniform() < 1.0 / 4 ? random.below(groups) : i % groups;
      words.insert(400 * group + random.below(400));
    }
    Entries entries;
    for (const Index word : words)
      entries.emplace_back(word, 0.5 + random.uniform());
    return entries;
  });
}

TEST_CASE("the approximate search of sparse rows finds nearly all neighbors") {
  // 12,000 rows, of which a term lists a part alone
  const CsrStore rows = grouped_rows(12000, 8, 1);
  const Searched own(rows, {}), fresh(rows, grouped_rows(500, 8, 2));
  CHECK(own.found.search == Search::Approximate);
  CHECK(own.recall() > 0.9);
  CHECK(fresh.recall() > 0.8);
}

TEST_CASE("the approximate search takes more columns than 16 bits tell apart") {
  const CsrStore grouped = grouped_rows(3000, 8, 1);
  // with 25 words of each row's own: 78,200 columns
  const CsrStore wide = rows_of(3000, 3200 + 25 * 3000, [&](Index i) {
    Entries entries;
    grouped.visit([&](const auto& rows) {
      for (Index z = rows.offsets[i]; z < rows.offsets[i + 1]; ++z)
        entries.emplace_back(rows.columns[z], rows.values[z]);
    });
    for (Index own = 0; own < 25; ++own)
      entries.emplace_back(3200 + 25 * i + own, 0.2);
    return entries;
  });
  CHECK(Searched(wide, {}).recall() > 0.95);
}

TEST_CASE("every search tells of itself and ends where it is told to") {
  for (const int trial : {0, 1, 2, 3}) {
    const CsrStore rows =
        random_rows<float>(1500, 60, trial < 2 ? 0.02 : 1.0, 3);
    const NeighborOptions options{
        .search = trial % 2 == 0 ? Search::Exact : Search::Approximate,
        .threads = 1};
    Doubles told;
    const Neighbors whole =
        nearest_neighbors(rows, options, [&](const ProgressRecord& record) {
          CHECK(record.stage == "neighbors");
          told.push_back(record.fraction_done);
          return true;
        });
    CHECK(whole.ids == nearest_neighbors(rows, options).ids);
    REQUIRE(told.size() > 2);
    CHECK(std::is_sorted(told.begin(), told.end()));
    CHECK(told.back() == doctest::Approx(1));
    for (std::size_t calls = 1; calls <= told.size(); ++calls) {
      std::size_t left = calls;
      const auto act = [&] {
        (void)nearest_neighbors(
            rows, options, [&](const ProgressRecord&) { return --left > 0; });
      };
      CHECK_THROWS_AS(act(), Interrupted);
      CHECK(left == 0);
    }
  }
}

TEST_CASE("large offsets do not spoil dense Euclidean neighbors") {
  MatrixXd matrix = dense(random_rows<double>(80, 5, 1.0, 8));
  const MatrixXd expected = nearest_distances(sparse(matrix), sparse(matrix),
                                              true, Metric::Euclidean, 3);
  matrix.array() += 1024;  // kept to 13 bits by a float
  const Neighbors found = nearest_neighbors(sparse(matrix), {.neighbors = 3});
  for (Index i = 0; i < 80; ++i)
    CHECK(std::abs(found.distances_of(i)[0] - expected(i, 0)) < 5e-4);
}

TEST_CASE("the metric and the search follow the rows unless they are said") {
  const Neighbors sparse =
      nearest_neighbors(random_rows<float>(30, 50, 0.02, 1));
  CHECK(sparse.metric == Metric::Cosine);
  CHECK(sparse.search == Search::Exact);  // few rows
  CHECK(nearest_neighbors(random_rows<float>(30, 5, 0.9, 1)).metric ==
        Metric::Euclidean);
  CHECK(to_string(Metric::Cosine) == "cosine");
  CHECK(to_string(Search::Approximate) == "approximate");
}

TEST_CASE("searches that cannot be are refused") {
  CHECK_THROWS_WITH_AS(
      (void)nearest_neighbors(
          random_rows<float>(50, 100, 0.02, 1),
          {.metric = Metric::Euclidean, .search = Search::Approximate}),
      "neighbors: an approximate search of sparse rows needs the cosine",
      Invalid);
  const CsrStore rows = random_rows<float>(10, 5, 0.9, 1);
  CHECK_NOTHROW((void)nearest_neighbors(rows, {.neighbors = 9}));
  CHECK_THROWS_WITH_AS(
      (void)nearest_neighbors(rows, {.neighbors = 10}),
      "neighbors: expected at least 10 other rows for 10 neighbors, found 9",
      DataError);
  CHECK_THROWS_AS((void)nearest_neighbors(rows, {.neighbors = 0}), Invalid);
  CHECK_NOTHROW((void)nearest_neighbors(rows, rows, {.neighbors = 10}));
  CHECK_THROWS_AS((void)nearest_neighbors(CsrStore()), DataError);
}

TEST_CASE("the nearest of those found are those of a search for fewer") {
  const CsrStore rows = random_rows<float>(60, 12, 0.3, 5);
  const Neighbors found = nearest_neighbors(rows, {.neighbors = 12});
  for (const Index k : {1, 5, 12}) {
    const Neighbors fewer = nearest_neighbors(rows, {.neighbors = k});
    const Neighbors nearest = nearest_of(found, k);
    CHECK(nearest.ids == fewer.ids);
    CHECK(nearest.distances == fewer.distances);
    CHECK(nearest.metric == fewer.metric);
    CHECK(nearest.points() == 60);
  }
  CHECK_THROWS_AS((void)nearest_of(found, 13), Invalid);
  CHECK_THROWS_AS((void)nearest_of(found, 0), Invalid);
}

// Train and test rows together, or nothing without SEMILIN_DATA.
CsrStore real_rows(const std::string& name) {
  const char* folder = std::getenv("SEMILIN_DATA");
  if (folder == nullptr) return {};
  const std::string path = std::string(folder) + "/" + name;
  return read_dataset({path + "/train.svm.gz", path + "/test.svm.gz"}).rows;
}

// The distances from row i to all others, ascending; with the cosine an empty
// row is no neighbor.
Doubles sorted_distances(const CsrStore& rows, Index i, Metric metric) {
  Doubles all;
  rows.visit([&](const auto& view) {
    Doubles x(view.cols, 0.0);
    const auto product = [&](Index j) {  // x'y
      double sum = 0;
      for (Index z = view.offsets[j]; z < view.offsets[j + 1]; ++z)
        sum += static_cast<double>(view.values[z]) * x[view.columns[z]];
      return sum;
    };
    const auto square = [&](Index j) {
      double sum = 0;
      for (const auto value : view.row_values(j))
        sum += static_cast<double>(value) * value;
      return sum;
    };
    for (Index z = view.offsets[i]; z < view.offsets[i + 1]; ++z)
      x[view.columns[z]] = view.values[z];
    for (Index j = 0; j < view.rows; ++j) {
      const double a = square(i), b = square(j);
      if (j == i || (metric == Metric::Cosine && b == 0)) continue;
      const double far = metric == Metric::Cosine
                             ? 2 - 2 * product(j) / std::sqrt(a * b)
                             : a + b - 2 * product(j);
      all.push_back(std::sqrt(std::max(0.0, far)));
    }
  });
  std::sort(all.begin(), all.end());
  return all;
}

void check_sample(const std::string& name) {
  const CsrStore rows = real_rows(name);
  if (rows.rows() == 0) {
    MESSAGE("SKIPPED: needs SEMILIN_DATA");
    return;
  }
  const Neighbors found = nearest_neighbors(rows);
  Random random(1);
  for (int sample = 0; sample < 30; ++sample) {
    const Index i = random.below(rows.rows());
    if (found.ids_of(i)[0] == kNoNeighbor) continue;
    const auto expected = sorted_distances(rows, i, found.metric);
    for (Index c = 0; c < found.k; ++c) {
      // the oracle's difference of squares loses half of double's digits
      CHECK(std::abs(found.distances_of(i)[c] - expected[c]) < 1e-5);
    }
  }
}

TEST_SUITE("data") {
  TEST_CASE("neighbors of 20news_stripped agree with a slow search") {
    check_sample("20news_stripped");
  }
}

TEST_CASE("neighbors of usps agree with a slow search") {
  check_sample("usps");
}

}  // namespace
}  // namespace semilin::test
