#include "semilin/base/error.h"

#include "semilin/base/stop.h"

#include "support/test.h"

namespace semilin {
namespace {

TEST_CASE("a data error is one line: place, expected, found") {
  CHECK(std::string(DataError("f", 3, 7, "a number", "'x'").what()) ==
        "f:3:7: expected a number, found 'x'");
  CHECK(std::string(DataError("f", "truncated").what()) == "f: truncated");
  CHECK(std::string(DataError("truncated").in("f").what()) == "f: truncated");
  CHECK(std::string(DataError("f", "truncated").in("f").what()) ==
        "f: truncated");
}

TEST_CASE("require throws what the caller did wrong") {
  CHECK_NOTHROW(require(true, "fine"));
  CHECK_THROWS_WITH_AS(require(false, "cgls: bad"), "cgls: bad",
                       std::invalid_argument);
}

TEST_CASE("stops have names") {
  CHECK(to_string(Stop::Converged) == "converged");
  CHECK(to_string(Stop::MaxIterations) == "max-iterations");
  CHECK(to_string(Stop::NoProgress) == "no-progress");
  CHECK(to_string(Stop::Interrupted) == "interrupted");
}

}  // namespace
}  // namespace semilin
