// Files as people have them: what is read is what is there, or it is said, and
// every command sees the same labels of it.
#include <sys/stat.h>

#include "support/command.h"

namespace semilin::test {
namespace {

namespace fs = std::filesystem;

// The classes that a training finds.
json classes_of(const Workshop& shop, const std::string& data) {
  shop.run("train --method svm -o m --summary s -q --min-documents 1 " + data);
  return shop.summary()["classes"];
}

TEST_CASE("doubts about DATA are printed, in UTF-8, unless --quiet") {
  const Workshop shop({{"l1.csv",
                        "id,text,label\n1,stra\xdf"
                        "e h\xe4user,home\n2,bread,food\n3,gr\xfcn,\n"}});
  const std::string train = "train l1.csv --method svm -o m --min-documents 1";
  const std::string said = "l1.csv:2: not UTF-8 (2 documents)";
  CHECK(holds(shop.semilin(train).err, said));
  CHECK(holds(shop.semilin("predict m l1.csv").err, said));
  CHECK_FALSE(holds(shop.semilin(train + " -q").err, "UTF-8"));
  CHECK(shop.shell(Workshop::command() +
                   " suggest l1.csv -q | iconv -f UTF-8 -t UTF-8 >/dev/null")
            .status == 0);
}

TEST_CASE("columns of predictions have names of their own") {
  const Workshop shop(
      {{"d.csv",
        "id,text,label\n100000000000000000001,loan bank,label\n"
        "2,goal team,score\n3,bread,terms\n4,dog,class:id\n5,cat,id\n"}});
  shop.run(
      "train d.csv -q --method svm -o m "
      "--min-documents 1");
  shop.run("predict m d.csv -q -o p.csv");
  CHECK(shop.read("p.csv").starts_with(
      "id,label,score,terms,class:id,class:class:id,class:label,class:score,"
      "class:terms\n"));
  shop.write("d.jsonl",
             "{\"id\":100000000000000000001,\"text\":\"loan\",\"label\":1.10}\n"
             "{\"id\":-0.5,\"text\":\"goal\",\"label\":2}\n");
  CHECK(classes_of(shop, "d.jsonl") == Strings{"1.10", "2"});
  shop.run("predict m d.jsonl -q -o p.csv");
  CHECK(holds(shop.read("p.csv"), "\n100000000000000000001,"));
  CHECK(holds(shop.read("p.csv"), "\n-0.5,"));
}

TEST_CASE("tables for spreadsheets hold no formulas") {
  const Workshop shop(
      {{"d.csv",
        "id,text,label\n1,=1+1,\n2,@sum,\n3,-loan,\n4,+goal,\n5,a=b,\n"}});
  CHECK(holds(shop.run("suggest d.csv -q"), ",=1+1\n"));
  const std::string safe = shop.run("suggest d.csv -q --spreadsheet");
  for (const char* cell :
       {",'=1+1\n", ",'@sum\n", ",'-loan\n", ",'+goal\n", ",a=b\n"})
    CHECK(holds(safe, cell));
}

TEST_CASE("documents on standard input are asked for") {
  const Workshop shop(
      {{"d.csv", "id,text,label\n1,loan,x\n2,goal,y\n"},
       {"two.csv", "id,text,label\n1,loan bank,x\n2,goal team,y\n"},
       {"d.svm", "x 1:1\ny 2:1\n"}});
  shop.run("train d.svm -q -o m");
  for (const std::string command : {"train - -q -o n", "evaluate m - -q",
                                    "predict m - -q", "suggest - -q"}) {
    CAPTURE(command);
    for (const std::string file : {"d.csv", "two.csv"})
      CHECK(holds(shop.refused(command + " < " + file, 0), "--format csv"));
    CHECK_FALSE(holds(shop.semilin(command + " < d.svm").err, "--format"));
  }
  CHECK(classes_of(shop, "--format csv - < two.csv") == Strings{"x", "y"});
  CHECK(shop.run("predict m - --format csv -q --to csv < two.csv") ==
        shop.run("predict m two.csv -q --to csv"));
}

TEST_CASE("what has no value, no end or no place is said") {
  const Workshop shop({{"xy.svm", "x 1:1\ny 2:1\n"},
                       {"x.svm", "x 1:1\nx 2:1\n"},
                       {"same.csv", "text,label\nloan bank,x\nloan bank,y\n"}});
  shop.run("train xy.svm -q -o m");
  CHECK(!holds(shop.run("evaluate -v m x.svm"), "ROC"));
  CHECK(shop.json("evaluate m x.svm --json")["auc"].is_null());
  const std::string name(256, 'n');
  for (const auto& [arguments, said] : std::map<std::string, std::string>{
           {"same.csv -o m --min-documents 1",
            "no usable words: a word must occur in at least 1 of the 2 "
            "documents (--min-documents), not in all"},
           {"xy.svm -o " + name, "n: File name too long"},
           {"-o m " + name, "n: File name too long"}})
    CHECK(holds(shop.refused("train -q " + arguments, 0), said));
  const std::string store =
      Workshop::command() + " convert xy.svm - --to store";
  REQUIRE(shop.shell("TMPDIR= " + store + " > d.store").status == 0);
  shop.run("inspect --verify d.store");
  const Outcome nowhere = shop.shell("TMPDIR=/no/such " + store);
  CHECK(nowhere.status == 1);
  CHECK(nowhere.err ==
        "semilin: TMPDIR: expected a folder, found '/no/such'\n");
}

TEST_CASE("sets are written with the separator that they were read with") {
  const Workshop shop(
      {{"s.csv",
        "id,text,label\n1,gun kiss,A;B\n2,kiss joke,B\n3,gun,A\n"
        "4,joke,\"x;y\"\n5,gun kiss,\n"}});
  const std::string data = "s.csv --label-separator ';' ";
  const json classes =
      classes_of(shop, data + "--set lambda=1e-4 --labels-out l.csv");
  CHECK(holds(shop.read("l.csv"), "\n1,A;B,A;B,"));
  shop.run("predict m s.csv -q -o p.csv");
  CHECK(holds(shop.read("p.csv"), "\n1,A;B,"));
  CHECK(classes_of(shop, data + "--labels p.csv") == classes);
}

TEST_CASE("rows without any feature, or all the same, give a model or a line") {
  const Workshop shop({{"none", "a\nb\n"}, {"same", "a 1:1\nb 1:1\n"}});
  (void)shop.shell("yes '?' | head >>none; yes '? 1:1' | head >>same");
  for (const std::string method :
       {"rls", "svm", "tsvm", "da", "nb-em", "lap-rls", "lap-svm", "tv-rls",
        "tv-svm", "cheeger-rls", "cheeger-svm", "committee"}) {
    for (const std::string data : {"none", "same"}) {
      CAPTURE(method);
      const Outcome outcome =
          shop.semilin("train -q -o m " + data + " --method " + method);
      if (outcome.status == 0)
        CHECK_FALSE(holds(shop.run("predict --scores m " + data), "nan"));
      else
        CHECK((data == "none" && outcome.status == 1 && one_line(outcome.err)));
    }
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

}  // namespace
}  // namespace semilin::test
