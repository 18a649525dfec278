#include "semilin/matrix/dataset.h"

#include "support/rank_threads.h"

namespace semilin::test {
namespace {

Dataset three_rows() {
  Dataset data;
  data.rows = CsrStore(CsrMatrix<float>{2, {0, 1, 2, 3}, {0, 1, 0}, {1, 2, 3}});
  data.labels = {1, kUnlabeled, 0};
  data.classes = {"a", "b"};
  return data;
}

}  // namespace

TEST_CASE("numbers come first and by value, then names by byte") {
  CHECK(sort_class_names({"b", "10", "9", "-1", "B", "a", "1e1x", "b"}) ==
        Strings{"-1", "9", "10", "1e1x", "B", "a", "b"});
  CHECK(sort_class_names({}) == Strings{});
}

TEST_CASE("of the spellings of one number the shorter come first") {
  CHECK(sort_class_names({"+1", "1.0", "1", "-1.0", "-1"}) ==
        Strings{"-1", "-1.0", "1", "+1", "1.0"});
  CHECK(sort_class_names({"9007199254740993", "9007199254740992"}) ==
        Strings{"9007199254740992", "9007199254740993"});
}

TEST_CASE("nan and inf are names") {
  CHECK(sort_class_names({"+-1", "-1", "+1"}) == Strings{"-1", "+1", "+-1"});
  CHECK(sort_class_names({"nan", "3", "inf"}) == Strings{"3", "inf", "nan"});
}

TEST_CASE("the order of classes does not depend on the order given") {
  Random random(1);
  Strings names = {"1", "+1", "1.0", "2", "x", "y", "-3", "10", "1e0"};
  const Strings sorted = sort_class_names(names);
  for (int i = 0; i < 100; ++i) {
    random.shuffle(names);
    CHECK(sort_class_names(names) == sorted);
  }
}

TEST_CASE("a class is found by its name, or as a number in any spelling") {
  const Strings classes = sort_class_names({"+1", "-1", "x", "2"});
  REQUIRE(classes == Strings{"-1", "+1", "2", "x"});
  CHECK(find_class(classes, "1.0") == kUnlabeled);
  CHECK(find_number(classes, "1.0") == 1);
  CHECK(find_number(classes, "+1") == 1);
  CHECK(find_number(classes, "x") == 3);
  CHECK(find_number(classes, "y") == kUnlabeled);
  CHECK(find_number(sort_class_names({"1.1", "1.10"}), "1.10") == 1);
  CHECK(find_class(classes, "-1") == 0);
  CHECK(find_class(classes, "x") == 3);
  CHECK(find_class(classes, "X") == kUnlabeled);
  CHECK(find_class(classes, "3") == kUnlabeled);
  CHECK(find_class(classes, "") == kUnlabeled);
  CHECK(find_class({}, "x") == kUnlabeled);
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
  CHECK(chosen.costs == Doubles{3, 2, 3});
  CHECK(chosen.classes == data.classes);
  CHECK(chosen.rows.nonzeros() == 3);
  CHECK(select(three_rows(), wanted).costs.empty());
}

TEST_CASE("the parts of the ranks make up the data, by non-zeros") {
  CsrMatrix<float> rows{8, {0}, {}, {}};
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
    Labels labels;
    Doubles costs;
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
