#include "semilin/version.h"

#include "support/test.h"

namespace semilin {

TEST_CASE("the header's version is that of the project") {
  CHECK(version() == SEMILIN_PROJECT_VERSION);
  CHECK(version() == std::to_string(kVersionMajor) + "." +
                         std::to_string(kVersionMinor) + "." +
                         std::to_string(kVersionPatch));
}

}  // namespace semilin
