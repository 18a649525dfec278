#include <regex>

#include "semilin/learn/train.h"
#include "semilin/verbs.h"

#include "support/command.h"

namespace semilin::test {
namespace {

std::string source_folder() {
  const char* source = std::getenv("SEMILIN_SOURCE_DIR");
  REQUIRE(source != nullptr);
  return source;
}

std::set<std::string> matches(const std::string& text,
                              const std::string& pattern) {
  std::set<std::string> found;
  const std::regex regex(pattern);
  for (std::sregex_iterator at(text.begin(), text.end(), regex), end; at != end;
       ++at)
    found.insert((*at)[1]);
  return found;
}

// All that a text names.
std::set<std::string> long_options(const std::string& text) {
  return matches(text, "(?:^|[^-a-z])--([a-z][-a-z]*)");
}

// Those that --help lists.
std::set<std::string> own_options(const std::string& help) {
  return matches(help, "\n  (?:    |-., )--([a-z][-a-z]*)");
}

std::set<std::string> subcommands(const Workshop& shop) {
  return matches(shop.run("completion 'semilin '"), "(?:^|\n)([a-z]+)\t");
}

TEST_CASE("help fits on two screens of 80 columns and begins with examples") {
  const Workshop shop;
  const auto names = subcommands(shop);
  REQUIRE(names.size() >= 5);
  const std::string overview = shop.run("--help");
  CHECK(matches(overview.substr(overview.find("Subcommands:")),
                "\n  ([a-z]+) ") == names);
  for (const std::string& name : names) {
    CAPTURE(name);
    const auto outcome = shop.semilin(name + " --help");
    CHECK(outcome.status == 0);
    CHECK(outcome.err.empty());
    const std::string& help = outcome.out;
    const std::size_t usage = help.find("\nUsage: semilin " + name);
    CHECK(usage != std::string::npos);
    if (name != "svmlin")
      CHECK(help.find("\nExamples:\n  semilin " + name) < usage);
    CHECK(std::count(help.begin(), help.end(), '\n') <=
          (name == "train" ? 80 : 50));
    std::istringstream lines(help);
    for (std::string line; std::getline(lines, line);)
      CHECK_MESSAGE(line.size() <= 80, line);
  }
}

TEST_CASE("help2man makes manual pages that groff reads without a warning") {
  const Workshop shop;
  if (shop.shell("command -v help2man && command -v groff").status != 0) {
    MESSAGE("SKIPPED: needs help2man and groff");
    return;
  }
  REQUIRE(shop.shell("'" + source_folder() + "/tools/scripts/manual.sh' " +
                     Workshop::command() + " .")
              .status == 0);
  const auto read_by_groff =
      shop.shell("groff -man -ww -Tascii -P-cbou -rHY=0 -rLL=200n *.1");
  CHECK(read_by_groff.status == 0);
  CHECK_MESSAGE(read_by_groff.err.empty(), read_by_groff.err);
  const std::string& pages = read_by_groff.out;
  const std::string overview = shop.read("semilin.1");
  CHECK(overview.find("committee") < overview.find("Subcommands"));
  for (const std::string& name : subcommands(shop))
    CHECK(holds(pages, "\n       semilin-" + name + " - "));
  for (const auto& option : own_options(shop.run("train --help")))
    CHECK_MESSAGE(long_options(pages).contains(option), option);
}

TEST_CASE("bash completes commands, options, their words and files") {
  const Workshop shop({{"script", ""}});
  REQUIRE(shop.shell("ln -s " + Workshop::command() + " semilin").status == 0);
  const std::string script = source_folder() + "/tools/completions/semilin";
  const auto of = [&](const std::string& line, const std::string& word) {
    return shop
        .shell("WORD='" + word + "'; PATH=$PWD:$PATH; bash -c '. \"" + script +
               "\"; COMP_WORDS=(" + line +
               " \"$0\"); COMP_CWORD=$((${#COMP_WORDS[@]} - 1)); _semilin; "
               "echo ${COMPREPLY[@]}' \"$WORD\"")
        .out;
  };
  struct Case {
    std::string line, word, completed;
  };
  for (const Case& one :
       {Case{"semilin", "tr", "train"}, Case{"semilin", "train", "train"},
        Case{"semilin", "compl", ""},  // for scripts
        Case{"semilin train", "--class",
             "--class-sizes --class-weight --classes --class-names"},
        Case{"semilin train --method", "tv", "tv-rls tv-svm"},
        Case{"semilin graph --metric", "", "auto cosine euclidean"},
        Case{"semilin train --cjk-bigrams", "", "yes no"},
        Case{"semilin train --set", "", ""},
        Case{"semilin train -o", "scr", "script"},
        Case{"semilin train", "scr", "script"}})
    CHECK(of(one.line, one.word) == one.completed + "\n");
  CHECK(holds(of("semilin", ""), "vectorize"));
}

TEST_CASE("zsh and fish read their completions") {
  const Workshop shop;
  for (const std::string shell : {"zsh", "fish"}) {
    CAPTURE(shell);
    if (shop.shell("command -v " + shell).status != 0) {
      MESSAGE("SKIPPED: needs " << shell);
      continue;
    }
    const auto outcome =
        shop.shell(shell + " -n '" + source_folder() + "/tools/completions/" +
                   (shell == "zsh" ? "_semilin'" : "semilin.fish'"));
    CHECK(outcome.status == 0);
    CHECK_MESSAGE(outcome.err.empty(), outcome.err);
  }
}

// How many options describe() names, all of which are `known`.
template <class Options>
int described(const std::set<std::string>& known) {
  int count = 0;
  const Options options;
  describe(options, [&](const std::string& name, const auto&, const auto&,
                        const std::string& help) {
    ++count;
    CAPTURE(name);
    CHECK(known.contains(name));
    CHECK_FALSE(help.empty());
  });
  return count;
}

// The names in the first column of semilin methods METHOD.
std::set<std::string> settings_of(const Workshop& shop,
                                  const std::string& method) {
  return matches("\n" + shop.run("methods " + method), "\n  ([a-z][-.a-z]*)");
}

TEST_CASE("every option that the library describes is one of the command") {
  const Workshop shop;
  auto linear = settings_of(shop, "da");
  linear.insert("threads");  // an option of its own
  CHECK(described<LinearOptions>(linear) == 12);
  CHECK(linear.size() == 12);
  const auto graph = settings_of(shop, "tv-rls");
  CHECK(described<GraphOptions>(graph) == 10);
  CHECK(described<KernelSpec>(graph) == 5);
  CHECK(described<NeighborOptions>(graph) == 3);
  CHECK(described<NeighborGraphOptions>(graph) == 3);
  CHECK(graph.size() == 21);
  const auto making = own_options(shop.run("graph --help"));
  CHECK(described<NeighborOptions>(making) == 3);
  CHECK(described<NeighborGraphOptions>(making) == 3);
}

TEST_CASE("every command has the settings that the library describes for it") {
  Source source;
  RunOptions run;
  TuneOptions tune;
  SuggestRequest suggest;
  AuditRequest audit;
  ExplainRequest explain;
  EvaluateRequest evaluate;
  const auto all = settings_of(source), layout = settings_of(source.columns),
             read = settings_of(source.read);
  struct Case {
    std::string command;
    std::vector<std::vector<Setting>> settings;
  };
  // decided by the command, or spelled with --set, --data or one letter
  const std::set<std::string> other = {"purpose", "C",          "lambda",
                                       "gamma",   "lambda-u",   "neighbors",
                                       "width",   "confidence", "compare"};
  const Workshop shop;
  for (const Case& one :
       {Case{"train", {all, settings_of(run)}},
        Case{"tune", {all, settings_of(tune)}},
        Case{"audit", {all, settings_of(audit)}},
        Case{"suggest", {layout, settings_of(suggest)}},
        Case{"label", {layout}}, Case{"predict", {layout}},
        Case{"explain", {layout, settings_of(explain)}},
        Case{"evaluate", {layout, settings_of(evaluate)}},
        Case{"vectorize", {layout, settings_of(source.terms)}},
        Case{"convert", {read}}, Case{"graph", {read}}}) {
    const auto known = long_options(shop.run(one.command + " --help"));
    for (const std::vector<Setting>& settings : one.settings)
      for (const Setting& setting : settings) {
        // the command says --class-weight, --random
        const bool has =
            std::any_of(known.begin(), known.end(), [&](const auto& option) {
              return setting.name.starts_with(option);
            });
        CHECK_MESSAGE((has || other.contains(setting.name)),
                      one.command << ": " << setting.name);
        CHECK_FALSE(setting.help.empty());
      }
  }
}

const std::string kFourRows = "a 1:1\nb 2:1\n? 1:1 2:0.1\n? 1:0.1 2:1\n";

TEST_CASE("a setting is that of the method that is trained") {
  const Workshop shop({{"d", kFourRows}});
  const auto options = [&](const std::string& arguments) {
    shop.run("train -q d -o m --summary s --method " + arguments);
    return shop.summary()["options"];
  };
  for (const std::string method : {"da", "tv-rls --set neighbors=2"})
    check_members(
        options(method + " --set tolerance=0.125 --set max-iterations=7 "
                         "--set lambda=0.25"),
        {{"tolerance", 0.125}, {"max_iterations", 7}, {"lambda", 0.25}});
  CHECK(options("tv-rls --set neighbors=2")["tolerance"] == 1e-3);
}

TEST_CASE("no setting of a committee is two quantities") {
  const Workshop shop({{"d", kFourRows}});
  const std::string train =
      "train -q d -o m --summary s --set neighbors=2 --set ";
  for (const std::string name : {"lambda", "tolerance", "max-iterations"})
    CHECK(shop.refused(train + name + "=1", 2) ==
          "semilin: --set " + name +
              ": the members of the committee have one each: da." + name +
              " and tv-rls." + name + " (see semilin train --help)\n");
  shop.refused(train + "svm.lambda=0.25", 2);
  shop.run(train + "gamma=0.25");
  for (const bool linear : {true, false}) {
    shop.run(train + (linear ? "da" : "tv-rls") + ".lambda=0.25");
    const json options = shop.summary()["options"];
    CHECK((options["linear"]["lambda"] == 0.25) == linear);
    CHECK((options["graph"]["lambda"] == 0.25) != linear);
    CHECK(options["graph"]["lambda"].is_null() == linear);
  }
}

TEST_CASE("the version is printed") {
  const Workshop shop;
  CHECK(std::regex_match(shop.run("--version"),
                         std::regex("semilin [0-9]+\\.[0-9]+\\.[0-9]+\n")));
}

TEST_CASE("a mistyped option or command is told the nearest one") {
  const Workshop shop;
  const auto told = [&](const std::string& arguments) {
    const std::string err = shop.refused(arguments, 2);
    const std::size_t at = err.find("; did you mean ");
    return at == std::string::npos
               ? ""
               : err.substr(at + 15, err.find('?', at) - at - 15);
  };
  CHECK(told("trian d -o m") == "train");
  CHECK(holds(shop.refused("trian d -o m", 2), "there is no command 'trian'"));
  CHECK(told("predcit m d") == "predict");
  CHECK(told("qqqq") == "");
  CHECK(told("train d -o m --metod svm") == "--method");
  CHECK(told("train d -o m --thraeds=1") == "--threads");
  CHECK(told("train d -o m --nothing-like-it") == "");
  CHECK(told("train d") == "");
}

}  // namespace
}  // namespace semilin::test
