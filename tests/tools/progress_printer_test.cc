#include "cli/command/progress_printer.h"

#include "support/test.h"

namespace semilin::cli {
namespace {

TEST_CASE("a line of progress says what is left from a tenth on") {
  ProgressRecord record{.stage = "neighbors",
                        .iteration = 700,
                        .unit = "rows",
                        .seconds = 2,
                        .fraction_done = 0.05};
  CHECK(to_text(record) == "neighbors: 700 rows, 5 %, 2.0 s");
  record.fraction_done = 0.5;
  CHECK(to_text(record) == "neighbors: 700 rows, 50 %, 2.0 s left, 2.0 s");
  record.seconds = 60;
  record.fraction_done = 0.1;
  CHECK(to_text(record) == "neighbors: 700 rows, 10 %, 9 min left, 60.0 s");
  record.fraction_done = 1;
  CHECK(to_text(record) == "neighbors: 700 rows, 100 %, 60.0 s");
}

TEST_CASE("a brief line counts what is read, which is not the run's share") {
  CHECK(brief_text({.stage = "reading",
                    .iteration = 700,
                    .unit = "documents",
                    .seconds = 2,
                    .fraction_done = 0.5},
                   2) == "2 s: reading, 700 documents");
  CHECK(brief_text({.stage = "da", .seconds = 10, .fraction_done = 0.5}, 12) ==
        "12 s: da, 50 %, about 10 s left");
}

}  // namespace
}  // namespace semilin::cli
