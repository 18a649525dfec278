#include "linear/repeated_progress.h"

#include "support/test.h"

namespace semilin::test {
namespace {

// What a function hears, which ends the run where `going` is false.
struct Heard {
  explicit Heard(std::function<bool(const ProgressRecord&)> going)
      : progress([this, going](const ProgressRecord& record) {
          records.push_back(record);
          return going(record);
        }) {}

  std::vector<ProgressRecord> records;
  Progress progress;
  RepeatedProgress repeated{progress, "svm"};
  GoOn go_on = repeated.go_on();
  Progress tell = repeated.progress();
};

TEST_CASE(
    "the last record is repeated, seconds go on, when no other has come") {
  Heard heard([&](const auto&) { return heard.records.size() < 3; });
  CHECK(heard.tell({.stage = "svm", .iteration = 7, .seconds = 1000}));
  CHECK(heard.go_on());
  CHECK(heard.records.size() == 1);
  while (heard.go_on()) {
  }
  REQUIRE(heard.records.size() == 3);
  for (const std::size_t i : {1, 2}) {
    CHECK(heard.records[i].iteration == 7);
    CHECK(heard.records[i].seconds > heard.records[i - 1].seconds);
  }
}

TEST_CASE("a repeated record takes the time that passes off what is left") {
  Heard heard([](const auto&) { return true; });
  CHECK(heard.tell({.stage = "da", .seconds = 4, .fraction_done = 0.4}));
  while (heard.records.size() < 2)
    CHECK(heard.go_on());
  // of ten seconds in all, a moment more than four have passed
  const ProgressRecord repeated = heard.records[1];
  CHECK(repeated.seconds > 4);
  CHECK(repeated.fraction_done == doctest::Approx(repeated.seconds / 10));
  // a record that comes is believed, though it says less; so is another run's
  for (const double done : {0.3, 0.1, 0.0}) {
    const char* const stage = done > 0 ? "da" : "svm";
    CHECK(heard.tell({.stage = stage, .seconds = 1, .fraction_done = done}));
    CHECK(heard.records.back().fraction_done == done);
  }
}

TEST_CASE("a repeated record keeps a part of what was left") {
  Heard heard([](const auto& record) { return record.fraction_done == 0.5; });
  CHECK(heard.tell({.stage = "da", .seconds = 1e-3, .fraction_done = 0.5}));
  while (heard.go_on()) {
  }
  CHECK(heard.records.back().fraction_done > 0.99);
  CHECK(heard.records.back().fraction_done < 1);
}

TEST_CASE("a function that ended the run is not asked again") {
  Heard heard([](const auto&) { return false; });
  for (int i = 0; i < 2; ++i) {
    CHECK_FALSE(heard.tell({.stage = "da"}));
    CHECK_FALSE(heard.go_on());
  }
  CHECK(heard.repeated.ended());
  CHECK(heard.records.size() == 1);
}

TEST_CASE("without a function nothing is asked") {
  const Progress none;
  RepeatedProgress repeated(none, "svm");
  CHECK(!repeated.progress());
  CHECK(!repeated.go_on());
}

}  // namespace
}  // namespace semilin::test
