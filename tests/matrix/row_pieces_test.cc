#include "matrix/row_pieces.h"

#include "semilin/matrix/dataset.h"

#include "matrix/csr_operator.h"
#include "support/rank_threads.h"

namespace semilin::test {
namespace {

// Rows of 0 to 9 non-zeros in 10 columns, 4.5 on average.
CsrStore ragged_rows(Index count) {
  Random random(5);
  CsrMatrix<float> rows{10, {0}, {}, {}};
  for (Index i = 0; i < count; ++i) {
    const Index first = random.below(10);
    for (Index j = first + 1; j < 10; ++j) {
      rows.columns.push_back(static_cast<std::int32_t>(j));
      rows.values.push_back(static_cast<float>(random.normal()));
    }
    rows.end_row();
  }
  return CsrStore(std::move(rows));
}

Dataset unlabeled(CsrStore rows) {
  Dataset data;
  data.rows = std::move(rows);
  data.classes = {"a", "b"};
  data.labels.assign(data.rows.rows(), kUnlabeled);
  return data;
}

// The pieces of all ranks, as rows of all.
std::vector<Index> pieces_of_ranks(const Dataset& data, int size, int k) {
  std::vector<std::vector<Index>> own(size);
  run_ranks(size, [&](const Ranks& ranks) {
    const Dataset part = part_of(data, ranks);
    const Index first = ranks.before(part.rows.rows());
    const RowPieces pieces(part.rows, ranks, true);
    for (const Index row : pieces.bounds_for(k))
      own[ranks.rank()].push_back(first + row);
  });
  std::vector<Index> all = {0};
  for (const std::vector<Index>& rank : own) {
    CHECK(rank.front() == all.back());
    all.insert(all.end(), rank.begin() + 1, rank.end());
  }
  return all;
}

}  // namespace

TEST_CASE("ranks have the pieces of a single one") {
  // 450 non-zeros a column: 28 pieces of 16, 9 of 48
  const Dataset data = unlabeled(ragged_rows(1000));
  for (const int k : {1, 4, 20}) {
    CAPTURE(k);
    const std::vector<Index> one = pieces_of_ranks(data, 1, k);
    CHECK(std::ssize(one) == (k == 1 ? 16 : 8) + 1);
    for (const int size : {2, 4, 8})
      CHECK(pieces_of_ranks(data, size, k) == one);
    CHECK(pieces_of_ranks(data, 3, k).back() == 1000);
  }
}

TEST_CASE("pieces are as many as columns have non-zeros for") {
  const auto count = [](Index rows, int k, bool steady) {
    return std::ssize(RowPieces(ragged_rows(rows), {}, steady).bounds_for(k)) -
           1;
  };
  CHECK(count(0, 1, true) == 1);
  CHECK(count(1, 1, true) == 1);
  CHECK(count(1000, 1, false) == 16);
  CHECK(count(1000, 4, false) == 4);  // of 64
  CHECK(count(1000, 20, false) == 1);
  CHECK(count(1000, 20, true) == 8);
  CHECK(count(100'000, 1, false) == 32);
}

TEST_CASE("rows that take part are cut where pieces begin") {
  const std::vector<Index> pieces = {0, 3, 3, 8};
  const std::vector<Index> list = {1, 3, 4, 7};
  CHECK(cut_at(pieces, {}, 8) == pieces);
  CHECK(cut_at(pieces, RowSet::listed(list), 8) ==
        std::vector<Index>{0, 1, 1, 4});
  CHECK(cut_at(pieces, RowSet::listed(list, true), 8) ==
        std::vector<Index>{0, 4});
  CHECK(cut_at({}, {}, 8) == std::vector<Index>{0, 8});
}

TEST_CASE("sums are added two neighbors at a time") {
  Strings sums = {"a", "b", "c", "d", "e"};
  add_in_pairs(5, [&](Index to, Index from) {
    sums[to] = "(" + sums[to] + sums[from] + ")";
  });
  CHECK(sums[0] == "(((ab)(cd))e)");
}

TEST_CASE_TEMPLATE("X' q of ranks has the bits of a single one", T, float,
                   double) {
  const Dataset data = unlabeled(ragged_rows(1000));
  constexpr int kColumns = 4;
  Random random(7);
  std::vector<T> in(1000 * kColumns);
  for (T& number : in)
    number = static_cast<T>(random.normal());
  const auto product = [&](int size, int threads, int skip) {
    std::vector<T> out(11 * kColumns);
    run_ranks(size, [&](const Ranks& ranks) {
      const Dataset part = part_of(data, ranks);
      const CsrOperator x(part.rows, 0.5, threads, ranks, true);
      const Index first = ranks.before(x.rows());
      std::vector<Index> list;
      for (Index i = 0; i < x.rows(); ++i)
        if ((first + i) % skip != 1) list.push_back(i);
      std::vector<T> sum(out.size());
      for (int twice = 0; twice < 2; ++twice)  // the second finds used room
        x.apply_transpose(
            kColumns, std::span<const T>(in).subspan(first * kColumns),
            skip > 1 ? RowSet::listed(list) : RowSet{}, std::span<T>(sum));
      if (ranks.rank() == 0) out = sum;
    });
    return out;
  };
  for (const int skip : {1, 3}) {
    const std::vector<T> one = product(1, 1, skip);
    for (const int size : {1, 2, 4, 8})
      for (const int threads : {1, 3, 20})
        CHECK(product(size, threads, skip) == one);
  }
}

}  // namespace semilin::test
