#include "graph/pruned_lists.h"

#include "support/test.h"

namespace semilin {
namespace {

// Rows that hold each column with the probability `density`, a few of them
// equally heavy.
CsrMatrix<float> weighed_rows(Index rows, Index cols, double density) {
  Random random(3);
  CsrMatrix<float> matrix{cols, {0}, {}, {}};
  for (Index i = 0; i < rows; ++i) {
    for (Index t = 0; t < cols; ++t) {
      if (random.uniform() >= density) continue;
      matrix.columns.push_back(static_cast<std::int32_t>(t));
      const double weight = static_cast<double>(random.below(19)) - 9.5;
      matrix.values.push_back(static_cast<float>(weight / 10));
    }
    matrix.end_row();
  }
  return matrix;
}

using Listed = std::vector<std::pair<Index, std::int16_t>>;

// Rows and weights that term t lists in all blocks.
Listed listed(const PrunedLists& lists, Index t) {
  Listed result;
  for (Index b = 0; b < lists.blocks(); ++b) {
    for (const Posting& p : lists.list(b, t)) {
      CHECK(lists.first_row(b) + p.other < lists.first_row(b + 1));
      result.emplace_back(lists.first_row(b) + p.other, p.weight);
    }
  }
  return result;
}

// The `length` rows that weigh term t most, of equal ones the first.
Listed heaviest(const CsrView<float>& rows, Index t, Index length) {
  std::vector<std::pair<int, Index>> order;
  Listed all, result;
  for (Index i = 0; i < rows.rows; ++i) {
    for (Index z = rows.offsets[i]; z < rows.offsets[i + 1]; ++z) {
      if (rows.columns[z] != t) continue;
      all.emplace_back(i, rounded(rows.values[z]));
      order.emplace_back(-std::abs(all.back().second), i);
    }
  }
  std::sort(order.begin(), order.end());
  order.resize(std::min<std::size_t>(order.size(), length));
  for (const auto& entry : all)
    if (std::count(order.begin(), order.end(),
                   std::pair(-std::abs(static_cast<int>(entry.second)),
                             entry.first)) > 0)
      result.push_back(entry);
  return result;
}

TEST_CASE("a term lists the rows that weigh it most, as many as are paid for") {
  const CsrMatrix<float> rows = weighed_rows(200, 7, 0.5);
  // rows ask 7 terms at half a chance, that is 3.5 lists on average
  for (const Index budget : {1, 35, 200, 1000}) {
    const PrunedLists lists(rows.view(), budget, 2);
    std::size_t longest = 0;
    for (Index t = 0; t < 7; ++t)
      longest = std::max(longest, listed(lists, t).size());
    const auto length = static_cast<Index>(longest);
    for (Index t = 0; t < 7; ++t)
      CHECK(listed(lists, t) == heaviest(rows.view(), t, length));
    if (budget == 1) CHECK(length == 1);
    if (budget == 35) CHECK(std::abs(length - 10) <= 1);
    if (budget == 1000) CHECK(length > 80);
  }
}

TEST_CASE("rows of several blocks are listed in order") {
  const CsrMatrix<float> rows = weighed_rows(150'000, 3, 0.01);
  const PrunedLists lists(rows.view(), 1'000'000, 3);
  CHECK(lists.blocks() == 3);
  for (Index t = 0; t < 3; ++t) {
    const Listed all = listed(lists, t);
    Listed holders;
    for (Index i = 0; i < rows.rows(); ++i) {
      for (Index z = rows.offsets[i]; z < rows.offsets[i + 1]; ++z)
        if (rows.columns[z] == t)
          holders.emplace_back(i, rounded(rows.values[z]));
    }
    CHECK(all == holders);
  }
}

TEST_CASE("a query asks its 40 heaviest terms, of equal ones the first") {
  CsrMatrix<float> rows{100, {0}, {}, {}};
  for (std::int32_t t = 0; t < 100; ++t) {
    rows.columns.push_back(t);
    rows.values.push_back(t < 90 ? 0.05F : -0.2F);
  }
  rows.end_row();
  std::vector<std::int16_t> sizes;
  const std::vector<Term> terms = heaviest_terms(rows.view(), 0, sizes);
  REQUIRE(terms.size() == 40);
  CHECK(terms[0].column == 0);
  CHECK(terms[29].column == 29);
  CHECK(terms[30].column == 90);
  CHECK(terms[39].weight == rounded(-0.2F));
}

TEST_CASE("short rows have the products of the rows") {
  const CsrMatrix<float> rows = weighed_rows(30, 50, 0.3);
  const ShortRows short_rows(rows.view());
  for (Index i = 0; i < 30; ++i) {
    std::vector<std::int16_t> x(ShortRows::kColumns);
    std::vector<double> exact(50);
    for (Index z = rows.offsets[i]; z < rows.offsets[i + 1]; ++z) {
      x[rows.columns[z]] = rounded(rows.values[z]);
      exact[rows.columns[z]] = rows.values[z];
    }
    for (Index j = 0; j < 30; ++j) {
      double product = 0;
      for (Index z = rows.offsets[j]; z < rows.offsets[j + 1]; ++z)
        product += exact[rows.columns[z]] * rows.values[z];
      // 50 products of numbers up to 1, rounded to half of 1 / 32767
      CHECK(std::abs(static_cast<double>(short_rows.times(x.data(), j)) /
                         32767 / 32767 -
                     product) < 50.0 / 32767);
    }
  }
}

}  // namespace
}  // namespace semilin
