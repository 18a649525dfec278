#include "semilin/matrix/csr.h"

#include "support/rows.h"

namespace semilin::test {
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

}  // namespace

TEST_CASE_TEMPLATE("a store tells its sizes", Value, float, double) {
  const CsrStore store(small_matrix<Value>());
  CHECK(store.rows() == 3);
  CHECK(store.cols() == 3);
  CHECK(store.nonzeros() == 3);
  CHECK(table_of(store) ==
        std::vector<Doubles>{{1, 0, 2}, {0, 0, 0}, {0, 3, 0}});
  CHECK(store.is_double() == (sizeof(Value) == 8));
  CHECK(store.bytes() == 4 * 8 + 3 * (4 + Index{sizeof(Value)}));
  CHECK_NOTHROW(require_valid(store));
  const CsrStore none;
  CHECK(none.rows() == 0);
  CHECK(none.cols() == 0);
  CHECK(none.nonzeros() == 0);
  CHECK_NOTHROW(require_valid(none));
}

TEST_CASE("select copies rows in any order and again") {
  const CsrStore store(small_matrix<float>());
  const std::vector<Index> wanted = {2, 0, 2};
  const CsrStore chosen = store.select(wanted);
  CHECK(chosen.rows() == 3);
  CHECK(chosen.cols() == 3);
  CHECK(values_of(chosen) == Doubles{3, 1, 2, 3});
  CHECK(store.select({}).rows() == 0);
  CHECK(store.select({}).cols() == 3);
  for (const Index absent : {3, -1})
    CHECK_THROWS_AS((void)store.select({&absent, 1}), Invalid);
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

TEST_CASE("a range of rows shares them, and counts its offsets from 0") {
  const CsrStore all(small_matrix<float>());
  for (Index begin = 0; begin <= 3; ++begin) {
    for (Index end = begin; end <= 3; ++end) {
      const CsrStore part = all.range(begin, end);
      require_valid(part);
      CHECK(part.rows() == end - begin);
      CHECK(part.cols() == 3);
      const auto table = table_of(all);
      CHECK(table_of(part) ==
            std::vector(table.begin() + begin, table.begin() + end));
    }
  }
  CHECK(all.range(0, 2).nonzeros() == 2);
  CHECK(all.range(1, 3).nonzeros() == 1);
  CHECK_THROWS_AS((void)all.range(1, 4), Invalid);
  CHECK_THROWS_AS((void)all.range(2, 1), Invalid);
}

TEST_CASE_TEMPLATE("rows follow others in the type of these", Value, float,
                   double) {
  const CsrStore first(small_matrix<Value>());
  const CsrStore all = first.followed_by(CsrStore(small_matrix<float>()));
  require_valid(all);
  CHECK(all.rows() == 6);
  CHECK(all.cols() == 3);
  CHECK(values_of(all) == Doubles{1, 2, 3, 1, 2, 3});
  CHECK(first.followed_by(CsrStore().with_cols(3)).rows() == 3);
  CHECK_THROWS_AS((void)first.followed_by(CsrStore(first).with_cols(4)),
                  Invalid);
}

}  // namespace semilin::test
