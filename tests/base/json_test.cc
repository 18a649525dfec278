#include "base/json.h"

#include "support/test.h"

namespace semilin {
namespace {

using nlohmann::json;

TEST_CASE("whole numbers in range are taken as they are") {
  CHECK(whole_number<int>(json::parse("-7")) == -7);
  CHECK(whole_number<std::uint32_t>(json::parse("4294967295")) == 4294967295U);
  CHECK(whole_number<std::uint64_t>(json::parse("18446744073709551615")) ==
        18446744073709551615U);
  CHECK(whole_number<Index>(json::parse("-9223372036854775808")) ==
        std::numeric_limits<Index>::min());
}

TEST_CASE("what is no whole number, or too large, is refused") {
  for (const char* text : {"1e30", "-1e30", "1.5", "2.0", "\"2\"", "true",
                           "null", "[2]", "{}", "4294967296", "-1"}) {
    CAPTURE(text);
    CHECK_THROWS_AS((void)whole_number<std::uint32_t>(json::parse(text)),
                    json::exception);
  }
  CHECK_THROWS_AS((void)whole_number<Index>(json::parse("9223372036854775808")),
                  json::exception);
}

}  // namespace
}  // namespace semilin
