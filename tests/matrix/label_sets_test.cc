#include "semilin/matrix/label_sets.h"

#include "support/test.h"

namespace semilin::test {
namespace {

TEST_CASE("a set spells its members in one way, whatever they hold") {
  for (const auto& [list, members] : std::map<std::string, Strings>{
           {"1,5,7", {"1", "5", "7"}},
           {"a", {"a"}},
           {",", {}},
           {"a,b", {"b", "a", "b"}},
           {"A,\"Loans, cards\"", {"Loans, cards", "A"}},
           {"\"\"\"x\"", {"\"x"}},
           {"\"a,b\"", {"a,b"}}}) {
    CHECK(join_labels(members) == list);
    CHECK(split_labels(list) == sort_class_names(members));
  }
  for (const Strings& members :
       {Strings{"\"", "\",\""}, Strings{"1", "1.0", "x, \"y\", z"}})
    CHECK(split_labels(join_labels(members)) == sort_class_names(members));
  CHECK(split_labels("a,,b,") == Strings{"a", "b"});
  CHECK(split_labels("\"a,b") == Strings{"\"a", "b"});  // not quotes
}

TEST_CASE("label sets are sorted, and plain classes are none") {
  Dataset data;
  data.classes = {"10,2", "2", ",", "b,1"};
  data.multi_label = true;
  const LabelSets sets = label_sets(data);
  CHECK(has_label_sets(data));
  CHECK(sets.names == Strings{"1", "2", "10", "b"});
  using Set = std::vector<std::int32_t>;
  CHECK(sets.of_class == std::vector<Set>{{1, 2}, {1}, {}, {0, 3}});
  data.multi_label = false;
  data.classes = {"1", "a,b"};
  CHECK_FALSE(has_label_sets(data));
  CHECK(label_sets(data).names == data.classes);
}

TEST_CASE("the binary data of a label say who has it") {
  Dataset data;
  data.classes = {",", "a", "a,b"};
  data.multi_label = true;
  data.labels = {0, 1, 2, kUnlabeled};
  data.costs = {1, 2, 3, 4};
  const LabelSets sets = label_sets(data);
  const Dataset b = one_label(data, sets, 1);
  CHECK(b.classes == Strings{"-1", "1"});
  CHECK(b.labels == std::vector<std::int32_t>{0, 0, 1, kUnlabeled});
  CHECK(b.costs == data.costs);
}

}  // namespace
}  // namespace semilin::test
