#include "semilin/matrix/csr.h"

#include "support/test.h"

namespace semilin {
namespace {

// 1 0 2
// 0 0 0
// 0 3 0
template <class Value>
CsrMatrix<Value> small_matrix() {
  CsrMatrix<Value> matrix{3, {0}, {}, {}};
  matrix.columns = {0, 2};
  matrix.values = {1, 2};
  matrix.end_row();
  matrix.end_row();
  matrix.columns.push_back(1);
  matrix.values.push_back(3);
  matrix.end_row();
  return matrix;
}

template <class Value>
std::vector<Value> values_of(const CsrStore& store) {
  return store.visit([](const auto& view) {
    return std::vector<Value>(view.values, view.values + view.nonzeros());
  });
}

}  // namespace

TEST_CASE_TEMPLATE("a store tells its sizes", Value, float, double) {
  const CsrStore store(small_matrix<Value>());
  CHECK(store.rows() == 3);
  CHECK(store.cols() == 3);
  CHECK(store.nonzeros() == 3);
  CHECK(store.is_double() == (sizeof(Value) == 8));
  CHECK(store.bytes() == 4 * 8 + 3 * (4 + Index{sizeof(Value)}));
  CHECK_NOTHROW(require_valid(store));
}

TEST_CASE("an empty store has no rows, columns or entries") {
  const CsrStore store;
  CHECK(store.rows() == 0);
  CHECK(store.cols() == 0);
  CHECK(store.nonzeros() == 0);
  CHECK_NOTHROW(require_valid(store));
}

TEST_CASE("rows are found by number") {
  const CsrMatrix<float> matrix = small_matrix<float>();
  const CsrView<float> view = matrix.view();
  CHECK(view.row_columns(0).size() == 2);
  CHECK(view.row_columns(1).empty());
  CHECK(view.row_columns(2)[0] == 1);
  CHECK(view.row_values(2)[0] == 3);
}

TEST_CASE("select copies rows in any order and again") {
  const CsrStore store(small_matrix<float>());
  const std::vector<Index> wanted = {2, 0, 2};
  const CsrStore chosen = store.select(wanted);
  CHECK(chosen.rows() == 3);
  CHECK(chosen.cols() == 3);
  CHECK(values_of<float>(chosen) == std::vector<float>{3, 1, 2, 3});
  CHECK(store.select({}).rows() == 0);
  CHECK(store.select({}).cols() == 3);
}

TEST_CASE("select refuses rows that are not there") {
  const CsrStore store(small_matrix<double>());
  const std::vector<Index> beyond = {3};
  const std::vector<Index> before = {-1};
  CHECK_THROWS_AS((void)store.select(beyond), std::invalid_argument);
  CHECK_THROWS_AS((void)store.select(before), std::invalid_argument);
}

TEST_CASE("with_cols changes the columns said and shares the rows") {
  const CsrStore store(small_matrix<float>());
  const CsrStore wider = store.with_cols(10);
  CHECK(wider.cols() == 10);
  CHECK(store.cols() == 3);
  CHECK(wider.visit([](const auto& v) { return (const void*)v.values; }) ==
        store.visit([](const auto& v) { return (const void*)v.values; }));
}

TEST_CASE("a borrowing store keeps its owner alive") {
  auto owner = std::make_shared<const CsrMatrix<float>>(small_matrix<float>());
  const std::weak_ptr<const CsrMatrix<float>> watch = owner;
  CsrStore store(owner->view(), owner);
  owner.reset();
  CHECK(!watch.expired());
  store = CsrStore();
  CHECK(watch.expired());
}

TEST_CASE("invalid rows are refused") {
  const auto fault = [](auto change) {
    CsrMatrix<float> matrix = small_matrix<float>();
    change(matrix);
    CHECK_THROWS_AS(require_valid(CsrStore(matrix)), std::invalid_argument);
  };
  fault([](auto& m) { m.columns[1] = 0; });   // twice
  fault([](auto& m) { m.columns[0] = 2; });   // not ascending
  fault([](auto& m) { m.columns[0] = -1; });  // below
  fault([](auto& m) { m.columns[1] = 3; });   // beyond
  fault([](auto& m) { m.offsets[0] = 1; });
  fault([](auto& m) { m.offsets[1] = 3, m.offsets[2] = 2; });
  fault([](auto& m) { m.values[0] = std::numeric_limits<float>::infinity(); });
  fault([](auto& m) { m.values[2] = std::numeric_limits<float>::quiet_NaN(); });
}

TEST_CASE("a range of rows shares them, and counts its offsets from 0") {
  const CsrStore all(small_matrix<float>());
  for (Index begin = 0; begin <= 3; ++begin) {
    for (Index end = begin; end <= 3; ++end) {
      const CsrStore part = all.range(begin, end);
      require_valid(part);
      CHECK(part.rows() == end - begin);
      CHECK(part.cols() == 3);
      all.visit([&](const auto& whole) {
        part.visit([&](const auto& view) {
          for (Index i = 0; i < view.rows; ++i) {
            const auto columns = whole.row_columns(begin + i);
            CHECK(std::equal(columns.begin(), columns.end(),
                             view.row_columns(i).begin(),
                             view.row_columns(i).end()));
            CHECK(view.row_values(i).size() == columns.size());
          }
        });
      });
    }
  }
  CHECK(all.range(0, 2).nonzeros() == 2);
  CHECK(all.range(1, 3).nonzeros() == 1);
  CHECK_THROWS_AS((void)all.range(1, 4), std::invalid_argument);
  CHECK_THROWS_AS((void)all.range(2, 1), std::invalid_argument);
}

TEST_CASE_TEMPLATE("rows follow others in the type of these", Value, float,
                   double) {
  const CsrStore first(small_matrix<Value>());
  const CsrStore all = first.followed_by(CsrStore(small_matrix<float>()));
  require_valid(all);
  CHECK(all.rows() == 6);
  CHECK(all.cols() == 3);
  CHECK(values_of<Value>(all) == std::vector<Value>{1, 2, 3, 1, 2, 3});
  CHECK(first.followed_by(CsrStore().with_cols(3)).rows() == 3);
  CHECK_THROWS_AS((void)first.followed_by(CsrStore(first).with_cols(4)),
                  std::invalid_argument);
}

}  // namespace semilin
