#include "semilin/base/option.h"

#include "support/test.h"

namespace semilin {
namespace {

constexpr double kInf = std::numeric_limits<double>::infinity();
constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

TEST_CASE("a bound admits what it says") {
  struct Case {
    Bound bound;
    const char* text;
    std::vector<double> in, out;
  };
  const std::vector<Case> cases = {
      {kPositive, "> 0", {1e-300, 1e300}, {0, -1, kInf, kNan}},
      {kModerateOrInfinite,
       ">= 1e-09 or inf",
       {1e-9, kInf},
       {0, 1e-320, -kInf, kNan}},
      {kNotHuge, "in [-1e+09, 1e+09]", {0, -1e9}, {1e154, kInf, kNan}},
      {kNotNegative, ">= 0", {0, 1}, {-1e-300, kInf, kNan}},
      {kModerate, "in [1e-09, 1e+09]", {1e-9, 1e9}, {0, 1e-10, 2e9, kNan}},
      {kFraction, "in (0, 1]", {0.5, 1}, {0, 1.1, kInf, kNan}},
      {kFinite, "finite", {0, -1e300}, {kInf, -kInf, kNan}}};
  for (const Case& one : cases) {
    CAPTURE(one.text);
    CHECK(to_string(one.bound) == one.text);
    for (const double value : one.in)
      CHECK_MESSAGE(one.bound.admits(value), value);
    for (const double value : one.out)
      CHECK_MESSAGE(!one.bound.admits(value), value);
  }
}

struct Options {
  std::optional<double> weight = {};
  int count = 1;
  bool fast = false;
};

template <MaybeConst<Options> Given, class Visit>
void describe(Given& options, Visit&& visit) {
  visit("weight", options.weight, kPositive, "a weight");
  visit("count", options.count, kNotNegative, "a count");
  visit("fast", options.fast, kYesOrNo, "hurry");
}

TEST_CASE("settings are read and written as text, what is wrong is named") {
  Options options;
  const std::vector<Setting> all = settings_of(options);
  REQUIRE(all.size() == 3);
  CHECK(all[0].text() == "");
  CHECK(all[1].text() == "1");
  CHECK(all[2].text() == "no");
  CHECK(all[2].range("|") == "yes|no");
  CHECK(all[0].set("0.1") == "");
  CHECK(all[1].set("1e3") == "");
  CHECK(all[2].set("yes") == "");
  CHECK(options.weight == 0.1);
  CHECK(options.count == 1000);
  CHECK(options.fast);
  CHECK(all[0].text() == "0.1");
  CHECK(all[0].set("0") == "must be > 0, found 0");
  CHECK(all[0].set("x") == "expected a number, found 'x'");
  CHECK(all[1].set("1.5") == "expected a whole number, found '1.5'");
  CHECK(all[1].set("4294967296") ==
        "expected a whole number, found '4294967296'");
  CHECK(all[2].set("maybe") == "expected one of yes, no, found 'maybe'");
  CHECK(options.count == 1000);
}

struct Paths {
  std::string file = {};
  std::optional<std::string> label = {};
  std::optional<char> separator = {};
  std::optional<bool> header = {};
  std::vector<std::string> texts = {"text"};
  std::vector<double> grid = {};
  bool trust = false;
};

template <MaybeConst<Paths> Given, class Visit>
void describe(Given& paths, Visit&& visit) {
  visit("file", paths.file, kFile, "a file");
  visit("label", paths.label, Text{"NAME"}, "a name");
  visit("separator", paths.separator, Text{"X"}, "a character");
  visit("header", paths.header, kYesOrNo, "whether there is one");
  visit("texts", paths.texts, Text{"NAMES", true}, "names");
  visit("grid", paths.grid, kPositive, "numbers");
  visit("trust", paths.trust, kFlag, "trust them");
}

TEST_CASE("texts, lists and values that may be missing are settings") {
  struct Case {
    const char* range;
    std::vector<std::string> standard, set;
    std::string wrong, why;
  };
  const std::vector<Case> cases = {
      {"FILE", {}, {"a b"}, "", ""},
      {"NAME", {}, {""}, "", ""},
      {"X", {}, {"tab"}, "ab", "expected a character or tab, found 'ab'"},
      {"yes|no", {}, {"no"}, "maybe", "expected one of yes, no, found 'maybe'"},
      {"NAMES", {"text"}, {"title", "body, too"}, "", ""},
      {"> 0", {}, {"0.1", "1e-07"}, "0", "must be > 0, found 0"},
      {"yes|no", {"no"}, {"yes"}, "1", "expected one of yes, no, found '1'"}};
  Paths paths;
  const std::vector<Setting> all = settings_of(paths);
  REQUIRE(all.size() == cases.size());
  for (std::size_t i = 0; i < all.size(); ++i) {
    CAPTURE(all[i].name);
    CHECK(all[i].range("|") == cases[i].range);
    CHECK(all[i].get() == cases[i].standard);
    CHECK(all[i].set(cases[i].set) == "");
    CHECK(all[i].get() == cases[i].set);
    if (!cases[i].why.empty())
      CHECK(all[i].set(cases[i].wrong) == cases[i].why);
    CHECK(all[i].get() == cases[i].set);
  }
  CHECK(paths.separator == '\t');
  CHECK(paths.header == false);
  CHECK(paths.grid == std::vector{0.1, 1e-7});
  CHECK(paths.trust);
  all[0].put({});
  all[3].put({});
  CHECK(paths.file.empty());
  CHECK_FALSE(paths.header.has_value());
}

TEST_CASE("numbers out of their bounds are refused, empty ones are not") {
  CHECK_NOTHROW(require_within_bounds(Options{}));
  CHECK_THROWS_WITH_AS(require_within_bounds(Options{.weight = -0.5}),
                       "weight must be > 0, got -0.5", std::invalid_argument);
  CHECK_THROWS_WITH_AS(require_within_bounds(Options{.weight = kNan}),
                       "weight must be > 0, got nan", std::invalid_argument);
  CHECK_THROWS_WITH_AS(require_within_bounds(Options{.count = -3}),
                       "count must be >= 0, got -3", std::invalid_argument);
}

}  // namespace
}  // namespace semilin
