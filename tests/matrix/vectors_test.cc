#include "semilin/matrix/vectors.h"

#include "semilin/matrix/dataset.h"

#include "support/rows.h"

namespace semilin::test {
namespace {

using Rows = std::vector<Doubles>;

template <class Value>
CsrStore stored(const Rows& rows, Index cols) {
  CsrMatrix<Value> matrix{cols, {0}, {}, {}};
  for (const auto& row : rows) {
    for (std::size_t j = 0; j < row.size(); ++j) {
      if (row[j] == 0) continue;
      matrix.columns.push_back(static_cast<std::int32_t>(j));
      matrix.values.push_back(static_cast<Value>(row[j]));
    }
    matrix.end_row();
  }
  return CsrStore(std::move(matrix));
}

Dataset data_of(CsrStore rows) {
  Dataset data;
  data.labels.assign(rows.rows(), kUnlabeled);
  data.rows = std::move(rows);
  return data;
}

ReadVectors reader(const CsrStore& vectors) {
  return
      [vectors](Index begin, Index end) { return vectors.range(begin, end); };
}

TEST_CASE("features and vectors have the same mean norm") {
  // norms 5, 0, 1 and 1, 2, 0: b = 6 / 3
  const CsrStore vectors = stored<float>({{0, 1}, {2, 0}, {0, 0}}, 2);
  const Dataset data =
      with_vectors(data_of(stored<float>({{3, 4, 0}, {}, {0, 0, -1}}, 3)), 2,
                   reader(vectors));
  CHECK(data.vectors == VectorColumns{3, 2, 2});
  CHECK(data.features() == 3);
  CHECK(table_of(data.rows) ==
        Rows{{3, 4, 0, 0, 2}, {0, 0, 0, 4, 0}, {0, 0, -1, 0, 0}});
  CHECK(table_of(features_of(data)) == Rows{{3, 4, 0}, {0, 0, 0}, {0, 0, -1}});
  CHECK(table_of(points_of(data)) == Rows{{0, 2}, {4, 0}, {0, 0}});
}

TEST_CASE("values have the type of the features, whatever that of vectors") {
  const Rows numbers = {{1, 0.1}};
  const Rows thirds = {{1.0 / 3}};
  for (const CsrStore& rows :
       {stored<float>(numbers, 2), stored<double>(numbers, 2)})
    for (const CsrStore& vectors :
         {stored<float>(thirds, 1), stored<double>(thirds, 1)})
      CHECK(with_vectors(data_of(rows), 1, reader(vectors)).rows.is_double() ==
            rows.is_double());
}

TEST_CASE("new rows get a model's scale, and lose features that it has not") {
  const CsrStore joined =
      with_vectors(stored<float>({{1, 2, 3}, {0, 0, 4}}, 3), {2, 1, 0.5},
                   reader(stored<float>({{8}, {6}}, 1)));
  CHECK_NOTHROW(require_valid(joined));
  CHECK(table_of(joined) == Rows{{1, 2, 4}, {0, 0, 3}});
}

TEST_CASE("more rows than are asked for at once keep their vectors") {
  constexpr Index kRows = 3000;
  Rows features, vectors;
  for (Index i = 0; i < kRows; ++i) {
    features.push_back({1});
    vectors.push_back({static_cast<double>(i)});
  }
  const CsrStore joined = with_vectors(stored<float>(features, 1), {1, 1, 1},
                                       reader(stored<float>(vectors, 1)));
  const Rows all = table_of(joined);
  bool same = true;
  for (Index i = 0; i < kRows; ++i)
    same = same && all[i] == std::vector<double>{1, static_cast<double>(i)};
  CHECK(same);
}

TEST_CASE("without a norm nothing is scaled") {
  const CsrStore none = stored<float>({{0}}, 1);
  const CsrStore one = stored<float>({{7}}, 1);
  CHECK(with_vectors(data_of(none), 1, reader(one)).vectors.scale == 1);
  CHECK(with_vectors(data_of(one), 1, reader(none)).vectors.scale == 1);
  CHECK(with_vectors(data_of(stored<float>({}, 0)), 1,
                     reader(stored<float>({}, 1)))
            .vectors.scale == 1);
}

TEST_CASE("rows chosen keep their vectors; other columns are refused") {
  const CsrStore vectors = stored<float>({{1}, {2}}, 1);
  Dataset data = data_of(stored<float>({{1}, {1}}, 1));
  CHECK(data.features() == 1);  // themselves, without vectors
  CHECK(table_of(features_of(data)) == table_of(data.rows));
  CHECK(table_of(points_of(data)) == table_of(data.rows));
  data = with_vectors(data, 1, reader(vectors));
  const Index last = 1;
  CHECK(select(data, std::span(&last, 1)).vectors == data.vectors);
  CHECK_NOTHROW(require_valid(data));
  data.vectors.first = 5;
  CHECK_THROWS_AS(require_valid(data), std::invalid_argument);
  CHECK_THROWS_AS(
      (void)with_vectors(stored<float>({{1}}, 1), {1, 2, 1}, reader(vectors)),
      std::invalid_argument);
  CHECK_THROWS_AS(
      (void)with_vectors(stored<float>({{1}}, 1), {(Index{1} << 31) - 1, 1, 1},
                         reader(vectors)),
      std::invalid_argument);
}

}  // namespace
}  // namespace semilin::test
