#include "semilin/base/archive.h"

#include "support/test.h"

namespace semilin {
namespace {

TEST_CASE_TEMPLATE("an array comes out as it was put in", T, float, double,
                   std::int32_t, std::int64_t, char) {
  const std::vector<T> values = {T(1), T(2), T(100)};
  Archive archive;
  archive.put<T>("a", values);
  archive.put<T>("none", std::vector<T>{});
  CHECK(archive.get<T>("a") == values);
  CHECK(archive.get<T>("none").empty());
  archive.put<float>("none", std::vector<float>{3});  // replaces it
  CHECK(archive.get<float>("none") == std::vector<float>{3});
  CHECK(archive.arrays.size() == 2);
  CHECK(archive.has("a"));
  CHECK(!archive.has("b"));
}

TEST_CASE("an absent array or another type is the data's fault") {
  Archive archive;
  archive.put<double>("a", std::vector<double>{1});
  CHECK_THROWS_WITH_AS((void)archive.get<double>("b"),
                       "expected an array 'b', found none", DataError);
  CHECK_THROWS_AS((void)archive.get<float>("a"), DataError);
}

}  // namespace
}  // namespace semilin
