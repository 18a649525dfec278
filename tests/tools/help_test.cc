// The command's help, and the manual page.
#include <cstdlib>
#include <fstream>
#include <regex>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "semilin/linear/train.h"

#include "support/command.h"

namespace semilin {
namespace {

using test::Workshop;

std::string manual_page() {
  const char* source = std::getenv("SEMILIN_SOURCE_DIR");
  REQUIRE(source != nullptr);
  std::ifstream in(std::string(source) + "/docs/semilin.1");
  std::ostringstream text;
  text << in.rdbuf();
  // roff's "\-" is a plain minus
  return std::regex_replace(text.str(), std::regex(R"(\\-)"), "-");
}

std::set<std::string> long_options(const std::string& text) {
  std::set<std::string> found;
  const std::regex pattern("(^|[^-a-z])--([a-z][-a-z]*)");
  for (std::sregex_iterator at(text.begin(), text.end(), pattern), end;
       at != end; ++at) {
    found.insert((*at)[2]);
  }
  return found;
}

std::vector<std::string> subcommands(const Workshop& shop) {
  std::istringstream help(shop.semilin("--help").out);
  std::vector<std::string> names;
  std::string line;
  while (std::getline(help, line) && line != "Subcommands:") {
  }
  while (std::getline(help, line) && line.starts_with("  ")) {
    if (line[2] != ' ') names.push_back(line.substr(2, line.find(' ', 2) - 2));
  }
  return names;
}

// The part of the page under ".SH NAME".
std::string section(const std::string& page, std::string name) {
  for (char& c : name)
    c = static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
  const std::size_t first = page.find(".SH " + name + "\n");
  if (first == std::string::npos) return {};
  return page.substr(first, page.find("\n.SH ", first) - first);
}

TEST_CASE("every subcommand's help ends with status 0 on standard output") {
  const Workshop shop;
  const auto names = subcommands(shop);
  REQUIRE(names.size() >= 5);
  for (const std::string& name : names) {
    CAPTURE(name);
    const auto outcome = shop.semilin(name + " --help");
    CHECK(outcome.status == 0);
    CHECK(outcome.err.empty());
    CHECK(outcome.out.find("Usage: semilin " + name) != std::string::npos);
    std::istringstream lines(outcome.out);
    for (std::string line; std::getline(lines, line);)
      CHECK_MESSAGE(line.size() <= 80, line);
  }
}

TEST_CASE("the manual page and --help name the same long options") {
  const Workshop shop;
  const std::string page = manual_page();
  std::set<std::string> in_help = long_options(shop.semilin("--help").out);
  for (const std::string& name : subcommands(shop)) {
    CAPTURE(name);
    const std::string help = shop.semilin(name + " --help").out;
    const std::string own = section(page, name);
    CHECK_MESSAGE(!own.empty(), "no section of the page");
    for (const std::string& option : long_options(help)) {
      if (option == "help") continue;
      CHECK_MESSAGE(long_options(own).contains(option), option);
      in_help.insert(option);
    }
  }
  for (const std::string& option : long_options(page))
    CHECK_MESSAGE(in_help.contains(option), option);
  for (const std::string& option : in_help)
    CHECK_MESSAGE(long_options(page).contains(option), option);
}

TEST_CASE("every option that the library describes is an option of train") {
  const Workshop shop;
  const auto options = long_options(shop.semilin("train --help").out);
  LinearOptions linear;
  int described = 0;
  describe(linear, [&](const std::string& name, auto&, const auto&,
                       const std::string& help) {
    ++described;
    CAPTURE(name);
    CHECK((options.contains(name) || options.contains("no-" + name)));
    CHECK_FALSE(help.empty());
  });
  CHECK(described == 11);
}

TEST_CASE("wrong usage has status 2 and one line on standard error") {
  const Workshop shop;
  shop.write("data", "1 1:1\n2 1:2\n");
  shop.write("model",
             "solver_type L2R_LR\nnr_class 2\nlabel 1 2\nnr_feature 1\n"
             "bias -1\nw\n1\n");
  for (const char* arguments : {"",
                                "nonsense",
                                "train",
                                "train data",
                                "train data -o m --lambda 0",
                                "train data -o m --lambda x",
                                "train data -o m --lambda nan",
                                "train data -o m --lambda-u -1",
                                "train data -o m --method foo",
                                "train data -o m --max-iterations 1.5",
                                "train data -o m -C 0",
                                "train data -o m -C 1 --lambda 1",
                                "train data -o m --ratio 0.5,0.6",
                                "train data -o m --ratio 7=0.5,2=0.5",
                                "train data -o m --ratio 1=x",
                                "train data -o m --class-weight 3=1",
                                "train data -o m --class-weight 1=1,1=2",
                                "train data -o m --threads -1",
                                "predict model data --top 0",
                                "predict model data --top 1 --scores",
                                "predict model",
                                "evaluate model",
                                "evaluate model data extra",
                                "convert data out.unknown",
                                "convert data out --to nonsense",
                                "convert data out.liblinear",
                                "convert model out.svm",
                                "inspect data --features 3",
                                "graph data",
                                "graph data -o g -k 0",
                                "graph data -o g --metric manhattan",
                                "graph data -o g --mean-degree -1",
                                "graph data -o g --to model",
                                "graph data -o g --metric euclidean "
                                "--weights cosine -k 1",
                                "convert model out.graph",
                                "inspect --nonsense data"}) {
    CAPTURE(arguments);
    const auto outcome = shop.semilin(arguments);
    CHECK(outcome.status == 2);
    CHECK(outcome.out.empty());
    CHECK_MESSAGE(test::one_line(outcome.err), outcome.err);
  }
  CHECK(shop.files() == 2);
}

TEST_CASE("the version is printed") {
  const Workshop shop;
  const auto outcome = shop.semilin("--version");
  CHECK(outcome.status == 0);
  CHECK(std::regex_match(outcome.out,
                         std::regex("semilin [0-9]+\\.[0-9]+\\.[0-9]+\n")));
}

}  // namespace
}  // namespace semilin
