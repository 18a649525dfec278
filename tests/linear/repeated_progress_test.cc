#include "linear/repeated_progress.h"

#include "support/test.h"

namespace semilin::test {
namespace {

TEST_CASE(
    "the last record is repeated, seconds go on, when no other has come") {
  std::vector<ProgressRecord> heard;
  const Progress progress = [&](const ProgressRecord& record) {
    heard.push_back(record);
    return heard.size() < 3;
  };
  RepeatedProgress repeated(progress, "svm");
  const GoOn go_on = repeated.go_on();
  CHECK(repeated.progress()({.stage = "svm", .iteration = 7, .seconds = 1000}));
  CHECK(go_on());
  CHECK(heard.size() == 1);
  while (go_on()) {
  }
  REQUIRE(heard.size() == 3);
  for (const std::size_t i : {1, 2}) {
    CHECK(heard[i].iteration == 7);
    CHECK(heard[i].seconds > heard[i - 1].seconds);
  }
}

TEST_CASE("a repeated record takes the time that passes off what is left") {
  std::vector<ProgressRecord> heard;
  const Progress progress = [&](const ProgressRecord& record) {
    heard.push_back(record);
    return true;
  };
  RepeatedProgress repeated(progress, "svm");
  const GoOn go_on = repeated.go_on();
  CHECK(
      repeated.progress()({.stage = "da", .seconds = 4, .fraction_done = 0.4}));
  while (heard.size() < 2)
    CHECK(go_on());
  // of ten seconds in all, a moment more than four have passed
  CHECK(heard[1].seconds > 4);
  CHECK(heard[1].fraction_done == doctest::Approx(heard[1].seconds / 10));
  // a record that comes is believed, though it says less
  CHECK(
      repeated.progress()({.stage = "da", .seconds = 5, .fraction_done = 0.3}));
  CHECK(heard[2].fraction_done == 0.3);
  // so is one of another run
  CHECK(
      repeated.progress()({.stage = "da", .seconds = 1, .fraction_done = 0.1}));
  CHECK(heard[3].fraction_done == 0.1);
  CHECK(
      repeated.progress()({.stage = "svm", .seconds = 0, .fraction_done = 0}));
  CHECK(heard[4].fraction_done == 0);
}

TEST_CASE("a repeated record keeps a part of what was left") {
  double told = 0;
  const Progress progress = [&](const ProgressRecord& record) {
    told = record.fraction_done;
    return told == 0.5;
  };
  RepeatedProgress repeated(progress, "da");
  const GoOn go_on = repeated.go_on();
  CHECK(repeated.progress()(
      {.stage = "da", .seconds = 1e-3, .fraction_done = 0.5}));
  while (go_on()) {
  }
  CHECK(told > 0.99);
  CHECK(told < 1);
}

TEST_CASE("a function that ended the run is not asked again") {
  int asked = 0;
  const Progress progress = [&](const ProgressRecord&) { return ++asked > 1; };
  RepeatedProgress repeated(progress, "svm");
  for (int i = 0; i < 2; ++i) {
    CHECK_FALSE(repeated.progress()({.stage = "da"}));
    CHECK_FALSE(repeated.go_on()());
  }
  CHECK(repeated.ended());
  CHECK(asked == 1);
}

TEST_CASE("without a function nothing is asked") {
  const Progress none;
  RepeatedProgress repeated(none, "svm");
  CHECK(!repeated.progress());
  CHECK(!repeated.go_on());
}

}  // namespace
}  // namespace semilin::test
