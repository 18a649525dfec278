#include "semilin/matrix/dataset.h"

#include "support/test.h"

namespace semilin {
namespace {

using Names = std::vector<std::string>;

TEST_CASE("classes are sorted by number, then by name, each once") {
  CHECK(sort_class_names({"b", "10", "9", "a", "+9", "-1", "9.0", "b"}) ==
        Names{"-1", "9", "+9", "9.0", "10", "a", "b"});
}

TEST_CASE("a class is found by its name, or as a number in any spelling") {
  const Names classes = sort_class_names({"+1", "-1", "x", "2"});
  REQUIRE(classes == Names{"-1", "+1", "2", "x"});
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

}  // namespace
}  // namespace semilin
