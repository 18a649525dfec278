#include "semilin/base/ranks.h"

#include "support/rank_threads.h"

namespace semilin::test {
namespace {

std::vector<double> random_values(std::size_t count) {
  Random random(3);
  std::vector<double> values;
  for (std::size_t i = 0; i < count; ++i)
    values.push_back(std::round(20 * (random.uniform() - 0.5)) / 4);
  return values;
}

// Rank r's share of the values, shares of unequal size.
std::span<const double> share(std::span<const double> values, int rank,
                              int size) {
  const std::size_t n = values.size();
  const auto begin = n * rank * rank / (size * size);
  const auto end = n * (rank + 1) * (rank + 1) / (size * size);
  return values.subspan(begin, end - begin);
}

}  // namespace

TEST_CASE("a single rank keeps what it has") {
  const Ranks one;
  std::vector<double> numbers = {1, 2};
  one.sum(numbers);

  CHECK(!one.many());
  CHECK(one.size() == 1);
  CHECK(numbers == std::vector<double>{1, 2});
  CHECK(one.total(Index{7}) == 7);
  CHECK(one.before(7) == 0);
  CHECK(one.first_says(true));
  CHECK(!one.first_says(false));
  CHECK(one.shared(std::span<const double>(numbers)) == numbers);
}

TEST_CASE("ranks add up, count and gather in their order") {
  for (const int size : {2, 4}) {
    std::vector<std::string> faults(size);
    run_ranks(size, [&](const Ranks& ranks) {
      const int rank = ranks.rank();
      const auto check = [&](bool right, const char* what) {
        if (!right) faults[rank] += std::string(what) + "; ";
      };
      std::vector<float> floats = {1, static_cast<float>(rank)};
      ranks.sum(floats);
      check(floats[0] == static_cast<float>(size), "sum of floats");
      check(ranks.total(Index{rank}) == size * (size - 1) / 2, "total");
      check(ranks.before(rank + 1) == rank * (rank + 1) / 2, "before");
      check(ranks.first_says(rank == 0), "first says yes");
      check(!ranks.first_says(rank != 0), "first says no");
      const std::vector<Index> own(rank, rank);  // rank 0 has none
      std::vector<Index> all;
      for (int r = 0; r < size; ++r)
        all.insert(all.end(), r, r);
      check(ranks.shared(std::span<const Index>(own)) == all, "shared");
      const auto gathered = ranks.gathered(std::span<const Index>(own));
      check(gathered == (rank == 0 ? all : std::vector<Index>{}), "gathered");
      check(ranks.traffic().calls == 8, "calls");
    });
    for (const std::string& fault : faults)
      CHECK(fault == "");
  }
}

TEST_CASE("the n-th smallest of many ranks is that of a sorted list") {
  const std::vector<double> values = random_values(101);
  std::vector<double> sorted = values;
  std::sort(sorted.begin(), sorted.end());
  for (const int size : {1, 2, 4}) {
    for (const Index n : {0, 1, 37, 100}) {
      std::vector<double> found(size);
      run_ranks(size, [&](const Ranks& ranks) {
        found[ranks.rank()] =
            ranks.nth_smallest(share(values, ranks.rank(), size), n);
      });
      for (const double value : found)
        CHECK(value == sorted[n]);
    }
  }
}

}  // namespace semilin::test
