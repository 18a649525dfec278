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

TEST_CASE("classes have one order, whatever the one given") {
  Random random(1);
  for (const Strings& sorted : std::vector<Strings>{
           {},
           {"-1", "9", "10", "1e1x", "B", "a", "b"},
           // of the spellings of one number the shorter come first
           {"-1", "-1.0", "1", "+1", "1.0"},
           {"-3", "1", "+1", "1.0", "1e0", "2", "10", "x", "y"},
           {"9007199254740992", "9007199254740993"},
           // these are names
           {"-1", "+1", "+-1"},
           {"3", "inf", "nan"}}) {
    Strings names = sorted;
    names.insert(names.end(), sorted.begin(), sorted.end());
    for (int i = 0; i < 100; ++i) {
      random.shuffle(names);
      CHECK(sort_class_names(names) == sorted);
    }
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

TEST_CASE("selected rows keep labels, costs and classes") {
  Dataset data = three_rows();
  CHECK(data.labeled() == 2);
  CHECK(Dataset{}.labeled() == 0);
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
