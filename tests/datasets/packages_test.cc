#include "packages.h"

#include "support/test.h"

namespace semilin::datasets {
namespace {

// The lines of a text; the object must outlive the function.
class Lines {
 public:
  explicit Lines(const std::string& text) : text_(text) {}
  std::optional<std::string_view> operator()() {
    if (!std::getline(text_, line_)) return std::nullopt;
    return line_;
  }

 private:
  std::istringstream text_;
  std::string line_;
};

std::vector<Package> packages_of(const std::string& text,
                                 const Translations& translations = {}) {
  Lines lines(text);
  return read_packages([&] { return lines(); }, translations);
}

TEST_CASE("a catalog gives name, source, section and description") {
  const auto packages = packages_of(
      "Package: zeta\nSource: alpha (1.2-3)\nSection: contrib/games\n"
      "Description: a fine game\nTag: game::x,\n more::tags\n\n\n"
      "Package: beta\nSection: libs\nDescription: first\n long line\n .\n"
      " another\n\nPackage: zeta\nSection: net\nDescription: a newer one");
  REQUIRE(packages.size() == 2);
  CHECK(packages[0].name == "beta");
  CHECK(packages[0].source == "beta");
  CHECK(packages[0].section == "libs");
  CHECK(packages[0].description == "first long line another");
  CHECK(packages[1].name == "zeta");
  CHECK(packages[1].source == "alpha");
  CHECK(packages[1].section == "games");
  CHECK(packages[1].description == "a fine game");
}

TEST_CASE("long descriptions replace the short ones they belong to") {
  Lines file(
      "Package: a\nDescription-md5: 11\nDescription-en: short a\n much\tmore\n"
      "\nPackage: b\nDescription-md5: 22\nDescription-en: short b\n");
  const Translations translations = read_translations([&] { return file(); });
  const auto packages = packages_of(
      "Package: a\nDescription: short a\nDescription-md5: 11\n\n"
      "Package: c\nDescription: short c\nDescription-md5: 33\n",
      translations);
  REQUIRE(packages.size() == 2);
  CHECK(packages[0].description == "short a much more");
  CHECK(packages[1].description == "short c");
}

TEST_CASE("descriptions that differ in numbers alone are kept once") {
  const auto corpus =
      make_package_corpus({{"gcc-11", "gcc-11", "devel", "GNU compiler 11.2"},
                           {"gcc-12", "gcc-12", "devel", "the compiler"},
                           {"gcc-13", "gcc-13", "devel", "GNU compiler 13 x86"},
                           {"none", "none", "devel", "2.0"},
                           {"nowhere", "nowhere", "", "text"}},
                          {.min_documents = 1, .held_out_percent = 0});
  REQUIRE(corpus.pool.size() == 2);
  CHECK(corpus.pool[0].name == "gcc-11");
  CHECK(corpus.pool[1].name == "gcc-12");
  CHECK(corpus.duplicates == 2);
}

TEST_CASE("small classes are dropped and reported") {
  const auto corpus = make_package_corpus({{"a", "a", "big", "one thing"},
                                           {"b", "b", "big", "other thing"},
                                           {"c", "c", "tiny", "third thing"}},
                                          {.min_documents = 2});
  CHECK(corpus.classes == std::map<std::string, Index>{{"big", 2}});
  CHECK(corpus.small_classes == std::map<std::string, Index>{{"tiny", 1}});
  CHECK(corpus.pool.size() + corpus.held_out.size() == 2);
}

TEST_CASE("packages of one source stay together") {
  std::vector<Package> packages;
  for (int i = 0; i < 1000; ++i) {
    std::string word = "w";
    for (int j = i; j > 0; j /= 10)
      word += static_cast<char>('a' + j % 10);
    packages.push_back({word, "source" + std::to_string(i / 4), "all", word});
  }
  const auto corpus = make_package_corpus(packages, {});
  for (const Package& out : corpus.held_out)
    for (const Package& in : corpus.pool)
      CHECK_UNARY(out.source != in.source);
  // 20 % of 250 sources of 4 packages, within four standard deviations.
  CHECK(corpus.held_out.size() > 200 - 102);
  CHECK(corpus.held_out.size() < 200 + 102);
}

}  // namespace
}  // namespace semilin::datasets
