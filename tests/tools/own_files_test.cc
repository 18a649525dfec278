// Files as people have them: what is read is what is there, or it is said.
#include "support/command.h"

namespace semilin::test {
namespace {

json training_of(const Workshop& shop, const std::string& data) {
  const Outcome outcome = shop.semilin(
      "train --method svm -o m --summary s -q --min-documents 1 " + data);
  REQUIRE_MESSAGE(outcome.status == 0, data << ": " << outcome.err);
  const json summary = shop.summary();
  return {{"rows", summary["rows"]},
          {"labeled", summary["labeled"]},
          {"classes", summary["classes"]}};
}

json data(int rows, int labeled, const Strings& classes) {
  return {{"rows", rows}, {"labeled", labeled}, {"classes", classes}};
}

// The error of a command, on one line behind the program's name.
std::string refusal(const Workshop& shop, const std::string& command) {
  const std::string err = shop.refused(command, 0);
  return err;
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
  CHECK(training_of(shop, "d.jsonl")["classes"] == Strings{"1.10", "2"});
  shop.run("predict m d.jsonl -q -o p.csv");
  CHECK(holds(shop.read("p.csv"), "\n100000000000000000001,"));
  CHECK(holds(shop.read("p.csv"), "\n-0.5,"));
}

TEST_CASE("options name classes with commas in quotes") {
  const Workshop shop(
      {{"c.csv",
        "text,label\nloan bank,\"Loans, cards\"\ngoal team,Sport\n"
        "loan card,\nteam bank,\n"}});
  const std::string train =
      "train c.csv -q -o m --summary s --min-documents 1 ";
  for (const std::string options :
       {R"(--method da --class-sizes '"Loans, cards"=0.25,Sport=0.75')",
        R"(--method svm --class-weight '"Loans, cards"=2')",
        R"(--seed-words names --classes '"Goal, team",Sport')"}) {
    const Outcome outcome = shop.semilin(train + options);
    CHECK_MESSAGE(outcome.status == 0, outcome.err);
  }
  CHECK(shop.summary()["classes"].dump() ==
        R"(["Goal, team","Loans, cards","Sport"])");
  CHECK(holds(refusal(shop, train + "--class-sizes 'Loans, cards=0.25'"),
              "expected name=number, found 'Loans'"));
}

TEST_CASE("tables for spreadsheets hold no formulas") {
  const Workshop shop(
      {{"d.csv",
        "id,text,label\n1,=1+1,\n2,@sum,\n3,-loan,\n4,+goal,\n5,a=b,\n"}});
  const std::string plain = shop.run("suggest d.csv -q");
  CHECK(holds(plain, ",=1+1\n"));
  const std::string safe = shop.run("suggest d.csv -q --spreadsheet");
  for (const char* cell :
       {",'=1+1\n", ",'@sum\n", ",'-loan\n", ",'+goal\n", ",a=b\n"})
    CHECK(holds(safe, cell));
}

TEST_CASE("a model remembers the columns it was trained on") {
  const Workshop shop(
      {{"r.csv",
        "key,body,topic\nk1,loan bank,x\nk2,goal team,y\nk3,loan,\n"
        "k4,bank,x\n"}});
  shop.run(
      "train r.csv -q --method svm -o m --min-documents 1 "
      "--text-column body "
      "--label-column topic --id-column key");
  CHECK(holds(shop.run("predict m r.csv -q --to csv"), "\nk1,x,"));
  CHECK(shop.json("evaluate m r.csv --json")["rows"] == 3);
  CHECK(holds(shop.run("suggest r.csv --model m -q"), "\nk3,"));
  shop.run("label --model m r.csv -q -o l.html");
  shop.run("explain m --data r.csv --row k1");
  shop.write("n.csv", "body\nloan bank\n");
  CHECK(shop.run("predict m n.csv -q") == "x\n");
}

TEST_CASE("a name of another program's files is not written") {
  const Workshop shop({{"d.svm", "a 1:1\nb 2:1\n"}});
  shop.run("train d.svm -q -o m");
  shop.refused("predict m d.svm -o said.xlsx", 2);
  CHECK_FALSE(shop.has("said.xlsx"));
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
    for (const std::string file : {"d.csv", "two.csv"}) {
      const std::string err = refusal(shop, command + " < " + file);
      CHECK(holds(err, "--format csv"));
      CHECK_FALSE(holds(shop.semilin(command + " < d.svm").err, "--format"));
    }
  }
  CHECK(training_of(shop, "--format csv - < two.csv") ==
        data(2, 2, {"x", "y"}));
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
  CHECK(holds(
      refusal(shop, "train same.csv -q -o m --min-documents 1"),
      "no usable words: a word must occur in at least 1 of the 2 documents "
      "(--min-documents), not in all"));
  const std::string name(256, 'n');
  CHECK(holds(refusal(shop, "train xy.svm -q -o " + name),
              "n: File name too long"));
  CHECK(holds(refusal(shop, "train -q -o m " + name), "n: File name too long"));
  const std::string store =
      Workshop::command() + " convert xy.svm - --to store";
  REQUIRE(shop.shell("TMPDIR= " + store + " > d.store").status == 0);
  shop.run("inspect --verify d.store");
  const Outcome nowhere = shop.shell("TMPDIR=/no/such " + store);
  CHECK(nowhere.status == 1);
  CHECK(nowhere.err ==
        "semilin: TMPDIR: expected a folder, found '/no/such'\n");
}

}  // namespace
}  // namespace semilin::test
