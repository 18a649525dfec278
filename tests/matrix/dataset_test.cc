#include "semilin/matrix/dataset.h"

#include "support/rank_threads.h"

namespace semilin::test {
namespace {

using Names = std::vector<std::string>;

Dataset three_rows() {
  CsrMatrix<float> rows;
  rows.cols = 2;
  rows.columns = {0, 1, 0};
  rows.values = {1, 2, 3};
  rows.offsets = {0, 1, 2, 3};
  Dataset data;
  data.rows = CsrStore(std::move(rows));
  data.labels = {1, kUnlabeled, 0};
  data.classes = {"a", "b"};
  return data;
}

}  // namespace

TEST_CASE("numbers come first and by value, then names by byte") {
  CHECK(sort_class_names({"b", "10", "9", "-1", "B", "a", "1e1x"}) ==
        Names{"-1", "9", "10", "1e1x", "B", "a", "b"});
  CHECK(sort_class_names({}) == Names{});
}

TEST_CASE("of the spellings of one number the shorter come first") {
  CHECK(sort_class_names({"+1", "1.0", "1", "-1.0", "-1"}) ==
        Names{"-1", "-1.0", "1", "+1", "1.0"});
  CHECK(sort_class_names({"9007199254740993", "9007199254740992"}) ==
        Names{"9007199254740992", "9007199254740993"});
}

TEST_CASE("nan and inf are names") {
  CHECK(sort_class_names({"+-1", "-1", "+1"}) == Names{"-1", "+1", "+-1"});
  CHECK(sort_class_names({"nan", "3", "inf"}) == Names{"3", "inf", "nan"});
}

TEST_CASE("the order of classes does not depend on the order given") {
  Random random(1);
  Names names = {"1", "+1", "1.0", "2", "x", "y", "-3", "10", "1e0"};
  const Names sorted = sort_class_names(names);

  for (int i = 0; i < 100; ++i) {
    random.shuffle(names);
    CHECK(sort_class_names(names) == sorted);
  }
}

TEST_CASE("labeled rows are counted") {
  CHECK(three_rows().labeled() == 2);
  CHECK(Dataset{}.labeled() == 0);
}

TEST_CASE("selected rows keep labels, costs and classes") {
  Dataset data = three_rows();
  data.costs = {1, 2, 3};
  const std::vector<Index> wanted = {2, 1, 2};

  const Dataset chosen = select(data, wanted);

  CHECK(chosen.labels == std::vector<std::int32_t>{0, kUnlabeled, 0});
  CHECK(chosen.costs == std::vector<double>{3, 2, 3});
  CHECK(chosen.classes == data.classes);
  CHECK(chosen.rows.nonzeros() == 3);
  CHECK(select(three_rows(), wanted).costs.empty());
}

TEST_CASE("the parts of the ranks make up the data, by non-zeros") {
  CsrMatrix<float> rows;
  rows.cols = 8;
  for (Index i = 0; i < 40; ++i) {
    for (std::int32_t j = 0; j < (i < 10 ? 8 : 1); ++j) {
      rows.columns.push_back(j);
      rows.values.push_back(1);
    }
    rows.end_row();
  }
  Dataset data;
  data.rows = CsrStore(std::move(rows));
  data.classes = {"a"};
  for (Index i = 0; i < 40; ++i) {
    data.labels.push_back(i % 3 == 0 ? 0 : kUnlabeled);
    data.costs.push_back(static_cast<double>(i));
  }
  for (const int size : {1, 2, 5, 50}) {
    std::vector<Dataset> parts(size);
    run_ranks(size, [&](const Ranks& ranks) {
      parts[ranks.rank()] = part_of(data, ranks);
    });
    std::vector<std::int32_t> labels;
    std::vector<double> costs;
    for (const Dataset& part : parts) {
      CHECK(part.rows.nonzeros() <= 110 / size + 8);
      CHECK(part.rows.rows() == std::ssize(part.labels));
      CHECK(part.classes == data.classes);
      labels.insert(labels.end(), part.labels.begin(), part.labels.end());
      costs.insert(costs.end(), part.costs.begin(), part.costs.end());
    }
    CHECK(labels == data.labels);
    CHECK(costs == data.costs);
  }
}

}  // namespace semilin::test
