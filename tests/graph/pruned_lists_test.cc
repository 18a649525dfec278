#include "graph/pruned_lists.h"

#include "support/problems.h"

namespace semilin::test {
namespace {

// Rows that hold each column with the probability `density`, a few of them
// equally heavy.
CsrMatrix<float> weighed_rows(Index rows, Index cols, double density) {
  Random random(3);
  return csr_of(rows, cols, [&](Index /*row*/) {
    Entries entries;
    for (Index t = 0; t < cols; ++t)
      if (random.uniform() < density)
        entries.emplace_back(
            t, (static_cast<double>(random.below(19)) - 9.5) / 10);
    return entries;
  });
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
Listed heaviest(const CsrView<float>& rows, Index t, std::size_t length) {
  Listed all;
  for (Index i = 0; i < rows.rows; ++i) {
    for (Index z = rows.offsets[i]; z < rows.offsets[i + 1]; ++z)
      if (rows.columns[z] == t) all.emplace_back(i, rounded(rows.values[z]));
  }
  std::stable_sort(all.begin(), all.end(), [](const auto& a, const auto& b) {
    return std::abs(a.second) > std::abs(b.second);
  });
  all.resize(std::min(all.size(), length));
  std::sort(all.begin(), all.end());
  return all;
}

TEST_CASE("a term lists the rows that weigh it most, as many as are paid for") {
  const CsrMatrix<float> rows = weighed_rows(200, 7, 0.5);
  // rows ask 7 terms at half a chance, that is 3.5 lists on average
  for (const Index budget : {1, 35, 200, 1000}) {
    const PrunedLists lists(rows.view(), budget, 2);
    std::size_t longest = 0;
    for (Index t = 0; t < 7; ++t)
      longest = std::max(longest, listed(lists, t).size());
    for (Index t = 0; t < 7; ++t)
      CHECK(listed(lists, t) == heaviest(rows.view(), t, longest));
    if (budget == 1) CHECK(longest == 1);
    if (budget == 35) CHECK((longest >= 9 && longest <= 11));
    if (budget == 1000) CHECK(longest > 80);
  }
}

TEST_CASE("rows of several blocks are listed in order") {
  const CsrMatrix<float> rows = weighed_rows(150'000, 3, 0.01);
  const PrunedLists lists(rows.view(), 1'000'000, 3);
  CHECK(lists.blocks() == 3);
  for (Index t = 0; t < 3; ++t)
    CHECK(listed(lists, t) == heaviest(rows.view(), t, 150'000));
}

TEST_CASE("a query asks its 40 heaviest terms, of equal ones the first") {
  const CsrMatrix<float> rows = csr_of(1, 100, [](Index /*row*/) {
    Entries entries;
    for (Index t = 0; t < 100; ++t)
      entries.emplace_back(t, t < 90 ? 0.05 : -0.2);
    return entries;
  });
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
  const MatrixXd x = dense(CsrStore(rows));
  const MatrixXd products = x * x.transpose();
  for (Index i = 0; i < 30; ++i) {
    std::vector<std::int16_t> row(ShortRows::kColumns);
    for (Index z = rows.offsets[i]; z < rows.offsets[i + 1]; ++z)
      row[rows.columns[z]] = rounded(rows.values[z]);
    for (Index j = 0; j < 30; ++j)
      // 50 products of numbers up to 1, rounded to half of 1 / 32767
      CHECK(std::abs(static_cast<double>(short_rows.times(row.data(), j)) /
                         32767 / 32767 -
                     products(i, j)) < 50.0 / 32767);
  }
}

}  // namespace
}  // namespace semilin::test
