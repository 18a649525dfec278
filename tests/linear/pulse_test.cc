#include "linear/pulse.h"

#include <vector>

#include <doctest/doctest.h>

namespace semilin {
namespace {

TEST_CASE("the last record is repeated when no other has come for a while") {
  std::vector<Index> heard;
  const Progress progress = [&](const ProgressRecord& record) {
    heard.push_back(record.iteration);
    return heard.size() < 3;
  };
  Pulse pulse(progress, "svm");
  const GoOn go_on = pulse.go_on();

  CHECK(pulse.progress()({.stage = "svm", .iteration = 7}));
  CHECK(go_on());
  CHECK(heard == std::vector<Index>{7});

  while (heard.size() < 2)
    CHECK(go_on());
  while (go_on()) {
  }
  CHECK(heard == std::vector<Index>{7, 7, 7});
}

TEST_CASE("the seconds of a repeated record go on from its own") {
  std::vector<double> heard;
  const Progress progress = [&](const ProgressRecord& record) {
    heard.push_back(record.seconds);
    return heard.size() < 3;
  };
  Pulse pulse(progress, "svm");
  const GoOn go_on = pulse.go_on();

  CHECK(pulse.progress()({.stage = "da", .seconds = 1000}));
  while (go_on()) {
  }

  REQUIRE(heard.size() == 3);
  CHECK(heard[1] > 1000);
  CHECK(heard[2] > heard[1]);
}

TEST_CASE("without a function nothing is asked") {
  const Progress none;
  Pulse pulse(none, "svm");

  CHECK(!pulse.progress());
  CHECK(!pulse.go_on());
}

}  // namespace
}  // namespace semilin
