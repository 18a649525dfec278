// Files as people have them: what is read is what is there, or it is said.
#include <fstream>
#include <string>
#include <vector>

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include "support/command.h"

namespace semilin {
namespace {

using nlohmann::json;
using test::holds;
using test::one_line;
using test::Outcome;
using test::Workshop;
using Names = std::vector<std::string>;

json training_of(const Workshop& shop, const std::string& data) {
  const Outcome outcome = shop.semilin(
      "train --method svm -o m --summary s -q --min-documents 1 " + data);
  REQUIRE_MESSAGE(outcome.status == 0, data << ": " << outcome.err);
  const json summary = json::parse(shop.read("s"));
  return {{"rows", summary["rows"]},
          {"labeled", summary["labeled"]},
          {"classes", summary["classes"]}};
}

json data(int rows, int labeled, const Names& classes) {
  return {{"rows", rows}, {"labeled", labeled}, {"classes", classes}};
}

// The error of a command, on one line behind the program's name.
std::string refusal(const Workshop& shop, const std::string& command) {
  const Outcome outcome = shop.semilin(command);
  CHECK(outcome.status != 0);
  CHECK_MESSAGE(one_line(outcome.err), outcome.err);
  return outcome.err;
}

TEST_CASE("a .tsv has a header, whatever its columns are called") {
  const Workshop shop;
  shop.write("hdr.tsv",
             "sentiment\treview\npos\tgood film\nneg\tbad film\npos\tgood "
             "plot\nneg\tbad plot\n");
  CHECK(holds(refusal(shop, "train hdr.tsv -q -o m"),
              "hdr.tsv:1:1: expected a column 'text', found the columns "
              "'sentiment', 'review'"));
  CHECK(training_of(shop,
                    "hdr.tsv --text-column review --label-column sentiment") ==
        data(4, 4, {"neg", "pos"}));
  shop.write("own.txt", "s1\tloan\ns2\tgoal\ns3\tcar\ns4\tdog\ns5\tcat\n");
  CHECK(
      holds(shop.semilin("vectorize own.txt -o o.store --min-documents 1").err,
            "every labeled row has a class of its own"));
}

TEST_CASE("a stray quote in a .tsv is text") {
  const Workshop shop;
  shop.write("quote.tsv",
             "id\ttext\tlabel\n1\t\"good film\tpos\n2\tbad film\tneg\n"
             "3\tgood plot\"\tpos\n4\tbad plot\tneg\n");
  CHECK(training_of(shop, "quote.tsv") == data(4, 4, {"neg", "pos"}));
  shop.write("both.tsv",
             "id\ttext\tlabel\n1\t\"good \"\"old\"\" film\"\tpos\n"
             "2\t\"bad\nfilm\"\tneg\n3\t\"bad\tplot\"\tneg\n4\t\"good\tpos\n");
  CHECK(training_of(shop, "both.tsv") == data(4, 4, {"neg", "pos"}));
  shop.write("quote.csv",
             "id,text,label\n1,\"good film,pos\n2,bad film,neg\n"
             "3,good plot\",pos\n4,bad plot,neg\n");
  CHECK(holds(
      shop.semilin("vectorize quote.csv -o q.store --min-documents 1").err,
      "quote.csv:2: a field in quotes looks like several records"));
  shop.write("slash.csv",
             "text,label\n\"a \\\"big\\\" dog, b\",pos\n\"a cat\",neg\n");
  CHECK(holds(refusal(shop, "train slash.csv -q -o m"), "--backslash"));
  CHECK(training_of(shop, "slash.csv --backslash") ==
        data(2, 2, {"neg", "pos"}));
}

TEST_CASE("an id that two documents have is said before any work") {
  const Workshop shop;
  shop.write("d.csv", "id,text,label\na1,loan bank,x\na2,goal,\na1,team,\n");
  const std::string found =
      "d.csv: expected an id for each document, found 'a1' of line 2 again on "
      "line 4";
  CHECK(holds(refusal(shop, "suggest d.csv -q"), found));
  CHECK(holds(refusal(shop, "label d.csv -q -o l.html"), found));
  shop.write("l.csv", "id,label\na2,x\na1,y\n");
  CHECK(holds(
      refusal(shop, "train d.csv --labels l.csv -q -o m --min-documents 1"),
      "l.csv:3:1: expected the id of one row, found 'a1', which "
      "several have"));
  shop.write("l.csv", "id,label\na2,x\n\nzz,y\n");
  CHECK(holds(
      refusal(shop, "train d.csv --labels l.csv -q -o m --min-documents 1"),
      "l.csv:4:1: expected the id of a row, found 'zz'"));
}

TEST_CASE("text that is not UTF-8 is said, once, with its place") {
  const Workshop shop;
  shop.write("l1.csv",
             "id,text,label\n1,stra\xdf"
             "e h\xe4user,home\n2,bread,food\n3,gr\xfcn,\n");
  for (const std::string command :
       {"train l1.csv --method svm -o m --min-documents 1",
        "vectorize l1.csv -o v.store --min-documents 1", "predict m l1.csv",
        "evaluate m l1.csv", "audit l1.csv --min-documents 1",
        "suggest l1.csv"}) {
    CAPTURE(command);
    const std::string err = shop.semilin(command).err;
    CHECK(holds(err, "l1.csv:2: not UTF-8, as 2 documents of l1.csv"));
    CHECK(holds(err, "iconv"));
    CHECK_FALSE(holds(shop.semilin(command + " -q").err, "UTF-8"));
  }
  CHECK(shop.shell(Workshop::command() +
                   " suggest l1.csv -q | iconv -f UTF-8 -t UTF-8 >/dev/null")
            .status == 0);
}

TEST_CASE("text that is not UTF-8 is said by every reader") {
  const Workshop shop;
  const std::string odd =
      "stra\xdf"
      "e h\xe4user";
  shop.write("d.csv", "text,label\n" + odd + ",home\nbread,food\n");
  shop.write("d.tsv", "text\tlabel\n" + odd + "\thome\nbread\tfood\n");
  shop.write("d.txt", "home\t" + odd + "\nfood\tbread\n");
  shop.write("f.txt", "__label__home " + odd + "\n__label__food bread\n");
  std::filesystem::create_directories(shop.path("d/home"));
  std::filesystem::create_directories(shop.path("d/food"));
  shop.write("d/home/1", odd);
  shop.write("d/food/2", "bread");
  REQUIRE(shop.shell("gzip -k d.csv").status == 0);
  for (const std::string file :
       {"d.csv", "d.tsv", "d.csv.gz", "d.txt --format labeled",
        "f.txt --format fasttext", "d --format folders"}) {
    CAPTURE(file);
    const std::string err =
        shop.semilin("train --method svm -o m --min-documents 1 " + file).err;
    CHECK(holds(err, ": not UTF-8, as 1 documents of "));
    CHECK(training_of(shop, file) == data(2, 2, {"food", "home"}));
    REQUIRE(shop.semilin("vectorize -q --min-documents 1 -o d.store " + file)
                .status == 0);
    CHECK(training_of(shop, "d.store") == data(2, 2, {"food", "home"}));
  }
  shop.write("d.jsonl", "{\"text\":\"" + odd + "\",\"label\":\"home\"}\n");
  CHECK(holds(refusal(shop, "train d.jsonl -q -o m"), "d.jsonl:1:"));
}

TEST_CASE("repeated ids are said by every reader of ids") {
  const Workshop shop;
  shop.write("d.csv", "id,text,label\na,loan,x\nb,goal,y\na,team,\n");
  shop.write("d.tsv", "id\ttext\tlabel\na\tloan\tx\nb\tgoal\ty\na\tteam\t\n");
  shop.write("d.jsonl",
             "{\"id\":\"a\",\"text\":\"loan\",\"label\":\"x\"}\n"
             "{\"id\":\"b\",\"text\":\"goal\",\"label\":\"y\"}\n"
             "{\"id\":\"a\",\"text\":\"team\"}\n");
  shop.write("l.csv", "id,label\na,x\n");
  REQUIRE(shop.shell("gzip -k d.csv").status == 0);
  REQUIRE(
      shop.semilin("vectorize -q --min-documents 1 d.csv -o d.store").status ==
      0);
  for (const std::string file :
       {"d.csv", "d.tsv", "d.jsonl", "d.csv.gz", "d.store"}) {
    CAPTURE(file);
    CHECK(training_of(shop, file) == data(3, 2, {"x", "y"}));
    CHECK(holds(refusal(shop, "suggest -q " + file), "found 'a' of "));
    CHECK(holds(
        refusal(shop, "train -q -o m --min-documents 1 --labels l.csv " + file),
        "l.csv:2:1: expected the id of one row, found 'a'"));
  }
}

TEST_CASE("binary files are no documents") {
  const Workshop shop;
  shop.write("z.bin", std::string("PK\3\4\24\0\0\0", 8) + "rest");
  shop.write("u.txt", std::string("\xff\xfe"
                                  "a\0\t\0",
                                  6));
  shop.write("n.txt", std::string("a\tgood\nb\tba\0d\n", 14));
  std::filesystem::create_directories(shop.path("f/a"));
  shop.write("f/a/x", std::string("PK\3\4\24\0\0\0", 8));
  for (const std::string use : {"vectorize -q -o v.store ",
                                "train -q --text "
                                "-o m "}) {
    CHECK(holds(refusal(shop, use + "z.bin"),
                "z.bin: expected text, found a zip archive (xlsx, or a zipped "
                "CSV): unpack it first"));
    CHECK(holds(refusal(shop, use + "u.txt"), "iconv -f UTF-16 -t UTF-8"));
    CHECK(holds(refusal(shop, use + "n.txt"),
                "n.txt:2:5: expected text, found a zero byte"));
    CHECK(holds(refusal(shop, use + "f"), "a zip archive"));
  }
  REQUIRE(shop.shell("gzip -kc z.bin > z.gz").status == 0);
  CHECK(holds(refusal(shop, "vectorize -q z.gz -o v.store"), "a zip archive"));
}

TEST_CASE("columns of predictions have names of their own") {
  const Workshop shop;
  shop.write("d.csv",
             "id,text,label\n100000000000000000001,loan bank,label\n"
             "2,goal team,score\n3,bread,terms\n4,dog,class:id\n5,cat,id\n");
  REQUIRE(shop.semilin("train d.csv -q --method svm -o m "
                       "--min-documents 1")
              .status == 0);
  REQUIRE(shop.semilin("predict m d.csv -q -o p.csv").status == 0);
  CHECK(shop.read("p.csv").starts_with(
      "id,label,score,terms,class:id,class:class:id,class:label,class:score,"
      "class:terms\n"));
  shop.write("d.jsonl",
             "{\"id\":100000000000000000001,\"text\":\"loan\",\"label\":1.10}\n"
             "{\"id\":-0.5,\"text\":\"goal\",\"label\":2}\n");
  CHECK(training_of(shop, "d.jsonl")["classes"] == Names{"1.10", "2"});
  REQUIRE(shop.semilin("predict m d.jsonl -q -o p.csv").status == 0);
  CHECK(holds(shop.read("p.csv"), "\n100000000000000000001,"));
  CHECK(holds(shop.read("p.csv"), "\n-0.5,"));
}

TEST_CASE("a class of which no row has a feature is left out") {
  const Workshop shop;
  std::string text = "id,text,label\n";
  for (int i = 0; i < 20; ++i)
    text += std::to_string(i) + (i < 5    ? ",,none of it\n"
                                 : i < 10 ? ",loan bank money,bank\n"
                                 : i < 15 ? ",goal team ball,sport\n"
                                          : ",loan money team,\n");
  shop.write("e.csv", text);
  for (const std::string method : {"svm", "da", "committee"}) {
    const Outcome outcome =
        shop.semilin("train e.csv --summary s -o m --method " + method);
    REQUIRE_MESSAGE(outcome.status == 0, outcome.err);
    CHECK(json::parse(shop.read("s"))["classes"] == Names{"bank", "sport"});
    CHECK(holds(outcome.err,
                "e.csv: no row labeled 'none of it' has a "
                "feature; the class is left out"));
  }
}

TEST_CASE("a class of rows without a feature is kept if it has words") {
  const Workshop shop;
  shop.write("e.csv",
             "text,label\n,bank\nloan money,\nloan,\nball team,\nball,sport\n");
  shop.write("words.csv", "class,words\nbank,loan\n");
  const Outcome outcome = shop.semilin(
      "train e.csv --min-documents 1 --seed-words words.csv --summary s -o m");
  REQUIRE_MESSAGE(outcome.status == 0, outcome.err);
  CHECK(json::parse(shop.read("s"))["classes"] == Names{"bank", "sport"});
  CHECK(holds(outcome.err,
              "e.csv: labeled rows without a feature, from which nothing is "
              "learned: 1"));
}

TEST_CASE("options name classes with commas in quotes") {
  const Workshop shop;
  shop.write("c.csv",
             "text,label\nloan bank,\"Loans, cards\"\ngoal team,Sport\n"
             "loan card,\nteam bank,\n");
  const std::string train =
      "train c.csv -q -o m --summary s --min-documents 1 ";
  for (const std::string options :
       {R"(--method da --class-sizes '"Loans, cards"=0.25,Sport=0.75')",
        R"(--method svm --class-weight '"Loans, cards"=2')",
        R"(--seed-words names --classes '"Goal, team",Sport')"}) {
    const Outcome outcome = shop.semilin(train + options);
    CHECK_MESSAGE(outcome.status == 0, outcome.err);
  }
  CHECK(json::parse(shop.read("s"))["classes"].dump() ==
        R"(["Goal, team","Loans, cards","Sport"])");
  CHECK(holds(refusal(shop, train + "--class-sizes 'Loans, cards=0.25'"),
              "expected name=number, found 'Loans'"));
}

TEST_CASE("tables for spreadsheets hold no formulas") {
  const Workshop shop;
  shop.write("d.csv",
             "id,text,label\n1,=1+1,\n2,@sum,\n3,-loan,\n4,+goal,\n5,a=b,\n");
  const std::string plain = shop.semilin("suggest d.csv -q").out;
  CHECK(holds(plain, ",=1+1\n"));
  const std::string safe = shop.semilin("suggest d.csv -q --spreadsheet").out;
  for (const char* cell :
       {",'=1+1\n", ",'@sum\n", ",'-loan\n", ",'+goal\n", ",a=b\n"})
    CHECK(holds(safe, cell));
}

TEST_CASE("fields that are missing at the end of a record are empty") {
  const Workshop shop;
  shop.write("x.csv",
             "id,text,label\r\n1,loan bank,A\r\n2,goal team,B\r\n"
             "3,loan team\r\n4,goal bank\r\n");
  CHECK(training_of(shop, "x.csv") == data(4, 2, {"A", "B"}));
  shop.write("x.tsv", "id\ttext\tlabel\n1\tloan\tA\n2\tgoal\tB\n3\tteam\n");
  CHECK(training_of(shop, "x.tsv") == data(3, 2, {"A", "B"}));
  shop.write("many.csv", "id,text,label\n1,loan, bank,A\n2,goal,B\n");
  CHECK(holds(refusal(shop, "train many.csv -q -o m"),
              "many.csv:2:14: expected at most 3 fields as in the header, "
              "found 4 in the record of line 2"));
}

TEST_CASE("a label column of another name is asked for") {
  const Workshop shop;
  shop.write("c.csv", "category,text\nx,loan bank\ny,goal team\n");
  const std::string hint =
      "c.csv: no column 'label' (others: 'category'): --label-column names one";
  CHECK(holds(refusal(shop, "train c.csv -q -o m --min-documents 1"), hint));
  for (const std::string command :
       {"suggest c.csv", "label c.csv -o l.html",
        "vectorize c.csv -o v.store --min-documents 1"})
    CHECK(holds(shop.semilin(command).err, hint));
  shop.write("j.jsonl",
             "{\"category\":1,\"text\":\"loan\"}\n{\"text\":\"goal\"}\n");
  CHECK(holds(refusal(shop, "train j.jsonl -q -o m --min-documents 1"),
              "'category'"));
  shop.write("t.csv", "id, text , Label \n1,loan bank,x\n2,goal team,y\n");
  CHECK(training_of(shop, "t.csv") == data(2, 2, {"x", "y"}));
}

TEST_CASE("documents without ids are called by their lines") {
  const Workshop shop;
  shop.write("f.txt", "a\tloan bank\nb\tgoal team\na\tloan\n");
  std::filesystem::create_directories(shop.path("sub"));
  shop.write("sub/f.txt", shop.read("f.txt"));
  REQUIRE(shop.shell("gzip -k f.txt").status == 0);
  REQUIRE(
      shop.semilin("vectorize f.txt -q -o f.store --min-documents 1").status ==
      0);
  shop.write("l.csv", "id,label\n2,c\n");
  for (const std::string file :
       {"f.txt --text", "./f.txt --text", "sub/f.txt --text", "f.txt.gz --text",
        "f.store"})
    CHECK(training_of(shop, file + " --labels l.csv")["classes"] ==
          Names{"a", "c"});
  CHECK(
      holds(shop.shell(Workshop::command() +
                       " vectorize f.txt sub/f.txt -q -o two.store "
                       "--min-documents 1; " +
                       Workshop::command() + " predict m two.store -q --to csv")
                .out,
            "\nsub/f.txt:2,"));
}

TEST_CASE("a model remembers the columns it was trained on") {
  const Workshop shop;
  shop.write("r.csv",
             "key,body,topic\nk1,loan bank,x\nk2,goal team,y\nk3,loan,\n"
             "k4,bank,x\n");
  REQUIRE(shop.semilin("train r.csv -q --method svm -o m --min-documents 1 "
                       "--text-column body "
                       "--label-column topic --id-column key")
              .status == 0);
  CHECK(holds(shop.semilin("predict m r.csv -q --to csv").out, "\nk1,x,"));
  CHECK(json::parse(shop.semilin("evaluate m r.csv --json").out)["rows"] == 3);
  CHECK(holds(shop.semilin("suggest r.csv --model m -q").out, "\nk3,"));
  CHECK(shop.semilin("label --model m r.csv -q -o l.html").status == 0);
  CHECK(shop.semilin("explain m --data r.csv --row k1").status == 0);
  shop.write("n.csv", "body\nloan bank\n");
  CHECK(shop.semilin("predict m n.csv -q").out == "x\n");
}

TEST_CASE("lines of fastText have labels, not words") {
  const Workshop shop;
  shop.write("ft.txt",
             "__label__a loan bank\n__label__b goal team\nloan team\n");
  CHECK(training_of(shop, "ft.txt") == data(3, 2, {"a", "b"}));
  CHECK(training_of(shop, "ft.txt --text") == data(3, 2, {"a", "b"}));
  REQUIRE(
      shop.semilin("vectorize -q ft.txt -o f.svm --min-documents 1").status ==
      0);
  CHECK_FALSE(holds(shop.read("f.svm.vocab"), "label"));
  shop.write("sets.txt",
             "__label__a __label__b loan bank\n__label__b goal\n"
             "__label__a loan\n");
  CHECK(training_of(shop, "sets.txt") == data(3, 3, {"a", "b"}));
}

TEST_CASE("JSON may be a list of objects") {
  const Workshop shop;
  const std::string objects =
      "{\"text\":\"loan {bank\",\"label\":\"a\"},\n {\"text\":\"go\\\"al\",\n"
      "\"label\":\"b\",\"x\":{\"y\":[1]}} , {\"text\":\"team\",\"label\":null}";
  for (const std::string& text :
       {"[" + objects + "]", "[\n" + objects + "\n]\n"}) {
    shop.write("j.json", text);
    CHECK(training_of(shop, "j.json") == data(3, 2, {"a", "b"}));
  }
  CHECK(holds(shop.semilin("predict m j.json -q --to csv").out, "\n3,"));
  shop.write("bad.json", "[{\"text\":\"a\"},\n 7]");
  CHECK(holds(refusal(shop, "train bad.json -q -o m"), "bad.json:2:1: "));
  shop.write("half.jsonl", "{\"text\":\"a \\ud83d b\",\"label\":\"x\"}\n");
  CHECK(holds(refusal(shop, "train half.jsonl -q -o m"), "surrogates"));
}

TEST_CASE("tables with other separators, and without a header") {
  const Workshop shop;
  const json expected = data(2, 2, {"x", "y"});
  shop.write("sep.csv", "sep=;\nid;text;label\n1;loan, bank;x\n2;goal;y\n");
  CHECK(training_of(shop, "sep.csv") == expected);
  shop.write("tab.csv", "id\ttext\tlabel\n1\tloan, bank\tx\n2\tgoal\ty\n");
  CHECK(training_of(shop, "tab.csv") == expected);
  shop.write("bar.csv", "id|text|label\n1|loan, bank|x\n2|goal|y\n");
  CHECK(training_of(shop, "bar.csv") == expected);
  shop.write("own.txt", "id~text~label\n1~loan, bank~x\n2~goal~y\n");
  CHECK(training_of(shop, "own.txt --separator '~'") == expected);
  shop.write("bare.csv", "1,loan,x\n2,goal,y\n");
  CHECK(training_of(shop,
                    "bare.csv --header no --text-column 2 --label-column 3") ==
        expected);
  shop.write("comma.csv", "id,\"body, full\",label\n1,loan,x\n2,goal,y\n");
  CHECK(training_of(shop, "comma.csv --text-column '\"body, full\"'") ==
        expected);
}

TEST_CASE("a name of another program's files is not written") {
  const Workshop shop;
  shop.write("d.svm", "a 1:1\nb 2:1\n");
  REQUIRE(shop.semilin("train d.svm -q -o m").status == 0);
  const Outcome outcome = shop.semilin("predict m d.svm -o said.xlsx");
  CHECK(outcome.status == 2);
  CHECK(one_line(outcome.err));
  CHECK_FALSE(shop.has("said.xlsx"));
}

TEST_CASE("line ends and ends of files of other systems are said or read") {
  const Workshop shop;
  shop.write("dos.csv", "id,text,label\r\n1,loan,x\r\n2,goal,y\r\n\x1a");
  CHECK(training_of(shop, "dos.csv") == data(2, 2, {"x", "y"}));
  shop.write("mac.txt", "x\tloan\ry\tgoal\r");
  CHECK(holds(refusal(shop, "vectorize mac.txt -q -o v.store"),
              "carriage returns"));
  shop.write("mac.svm", "a 1:1\rb 2:1\r");
  CHECK(holds(refusal(shop, "train mac.svm -q -o m"),
              "mac.svm:1:6: expected a line feed behind each line, found "
              "carriage returns"));
  shop.write("dos.svm", "a 1:1\r\nb 2:1\r\n\x1a");
  CHECK(holds(refusal(shop, "train dos.svm -q -o m"), "the byte 0x1A"));
}

TEST_CASE("documents on standard input are asked for") {
  const Workshop shop;
  shop.write("d.csv", "id,text,label\n1,loan,x\n2,goal,y\n");
  shop.write("two.csv", "id,text,label\n1,loan bank,x\n2,goal team,y\n");
  shop.write("d.svm", "x 1:1\ny 2:1\n");
  REQUIRE(shop.semilin("train d.svm -q -o m").status == 0);
  for (const std::string command : {"train - -q -o n", "evaluate m - -q",
                                    "predict m - -q", "suggest - -q"}) {
    CAPTURE(command);
    for (const std::string file : {"d.csv", "two.csv"}) {
      const std::string err = refusal(shop, command + " < " + file);
      CHECK(holds(err, "--format csv"));
      CHECK(shop.semilin(command + " < d.svm").err.find("--format") ==
            std::string::npos);
    }
  }
  CHECK(training_of(shop, "--format csv - < two.csv") ==
        data(2, 2, {"x", "y"}));
  CHECK(shop.semilin("predict m - --format csv -q --to csv < two.csv").out ==
        shop.semilin("predict m two.csv -q --to csv").out);
}

TEST_CASE("what has no value, no end or no place is said") {
  const Workshop shop;
  shop.write("xy.svm", "x 1:1\ny 2:1\n");
  shop.write("x.svm", "x 1:1\nx 2:1\n");
  shop.write("same.csv", "text,label\nloan bank,x\nloan bank,y\n");
  REQUIRE(shop.semilin("train xy.svm -q -o m").status == 0);
  CHECK(holds(shop.semilin("evaluate -v m x.svm").out, "\nAUC       -\n"));
  CHECK(json::parse(shop.semilin("evaluate m x.svm --json").out)["auc"]
            .is_null());
  CHECK(holds(refusal(shop, "train same.csv -q -o m --min-documents 1"),
              "no word of the 2 documents is a term: in at least 1 of them "
              "(--min-documents), not in all"));
  const std::string name(256, 'n');
  CHECK(holds(refusal(shop, "train xy.svm -q -o " + name),
              "n: File name too long"));
  CHECK(holds(refusal(shop, "train -q -o m " + name), "n: File name too long"));
  const std::string store =
      Workshop::command() + " convert xy.svm - --to store";
  REQUIRE(shop.shell("TMPDIR= " + store + " > d.store").status == 0);
  CHECK(shop.semilin("inspect --verify d.store").status == 0);
  const Outcome nowhere = shop.shell("TMPDIR=/no/such " + store);
  CHECK(nowhere.status == 1);
  CHECK(nowhere.err ==
        "semilin: TMPDIR: expected a folder, found '/no/such'\n");
}

}  // namespace
}  // namespace semilin
