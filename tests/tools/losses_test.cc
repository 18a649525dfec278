// Nothing that is there is lost, and nothing ends without a word.
#include <sys/stat.h>

#include "support/command.h"

namespace semilin::test {
namespace {

namespace fs = std::filesystem;

TEST_CASE("a table of labels without a header is refused") {
  const Workshop shop(
      {{"two.svm", "a 1:1\nb 2:1\n"},
       {"d.csv", "id,text,label\n1,loan,a\n2,goal,b\n3,team,\n"}});
  shop.run("train two.svm -q -o m");
  for (const std::string ending : {"tsv", "csv"}) {
    shop.write("l." + ending, "sport\ntech\n");
    for (const std::string command :
         {"train two.svm -o m --labels ", "audit two.svm --labels ",
          "suggest two.svm --labels ", "label d.csv -o p.html --labels ",
          "evaluate m two.svm --sample "}) {
      CHECK(holds(shop.refused(command + "l." + ending + " -q"),
                  "l." + ending + ":1:1: expected the columns id and label"));
    }
  }
}

TEST_CASE("rows without any feature give a model or a line") {
  const Workshop shop({{"n.svm", "a\nb\n?\n?\n?\n?\n?\n?\n?\n?\n?\n?\n"}});
  for (const std::string method :
       {"rls", "svm", "tsvm", "da", "nb-em", "lap-rls", "lap-svm", "tv-rls",
        "tv-svm", "cheeger-rls", "cheeger-svm", "committee"}) {
    CAPTURE(method);
    const Outcome outcome =
        shop.semilin("train n.svm -q -o m --method " + method);
    CHECK(outcome.status.code >= 0);
    CHECK(outcome.status.code <= 1);
    if (outcome.status == 1) CHECK(one_line(outcome.err));
  }
}

TEST_CASE("an open file is written to, never replaced") {
  const Workshop shop({{"m.svm", "a 1:1\nb 2:1\n"}});
  shop.run("train m.svm -q -o m");
  fs::create_symlink("/proc/self/fd/1", shop.path("out"));
  fs::create_symlink("out", shop.path("again"));
  shop.write("all.txt", "before\n");
  for (const std::string name : {"out", "again", "/dev/stdout", "/dev/fd/1"}) {
    CAPTURE(name);
    shop.write("all.txt", "before\n");
    shop.run("predict m m.svm -q -o " + name + " >> all.txt");
    CHECK(shop.read("all.txt") == "before\na\nb\n");
  }
  CHECK(fs::is_symlink(shop.path("out")));
  CHECK(fs::is_symlink(shop.path("again")));
  shop.refused("predict m m.svm -q -o out >&-");
  CHECK(fs::is_symlink(shop.path("out")));
  CHECK(shop.semilin("predict m m.svm -q >&-").status == 1);
  CHECK(shop.semilin("train m.svm -q -o m2 --summary - >&-").status == 1);
}

TEST_CASE("a link that leads nowhere makes its target") {
  const Workshop shop({{"m.svm", "a 1:1\nb 2:1\n"}});
  fs::create_symlink("target", shop.path("link"));
  shop.run("train m.svm -q -o link");
  CHECK(fs::is_symlink(shop.path("link")));
  CHECK(fs::is_regular_file(shop.path("target")));
  fs::create_symlink("nowhere/target", shop.path("lost"));
  CHECK(shop.semilin("train m.svm -q -o lost").status != 0);
  CHECK(fs::is_symlink(shop.path("lost")));
}

TEST_CASE("a file that is replaced keeps its mode") {
  const Workshop shop({{"m.svm", "a 1:1\nb 2:1\n"}, {"m", "secret"}});
  fs::permissions(shop.path("m"), fs::perms(0600));
  shop.run("train m.svm -q -o m");
  CHECK(fs::status(shop.path("m")).permissions() == fs::perms(0600));
  shop.run("train m.svm -q -o " + std::string(250, 'n'));
  shop.run("train m.svm -q -o " + std::string(250, 'n'));
}

TEST_CASE("numbers that arithmetic cannot bear are refused") {
  const Workshop shop(
      {{"d.svm", "a 1:1\nb 2:1\n? 1:1 2:1\n"}, {"w", "1e308\n1e308\n1e308\n"}});
  for (const std::string options :
       {"--method da --set rho=1e-320", "--method da --set bias=1e154",
        "--row-weights w"}) {
    CAPTURE(options);
    CHECK(
        holds(shop.refused("train d.svm -q -o m " + options, 2), "semilin: "));
    CHECK_FALSE(shop.has("m"));
  }
}

TEST_CASE("a test file that cannot be read is refused before the training") {
  const Workshop shop({{"m.svm", "a 1:1\nb 2:1\n"}, {"bad.svm", "a 1:x\n"}});
  for (const std::string test : {"bad.svm", "absent.svm"}) {
    CHECK(shop.semilin("train m.svm -q -o m --test " + test).status == 1);
    CHECK_FALSE(shop.has("m"));
  }
}

}  // namespace
}  // namespace semilin::test
