// Labels and names as people write them: trimmed, in one normal form, numbers
// in files that meet, tables of labels, words.
#include <ctime>

#include "semilin/advanced/corpus/evidence.h"
#include "semilin/advanced/io/label_text.h"
#include "semilin/learn/seed_words.h"
#include "semilin/run.h"

#include "support/reading.h"

namespace semilin::test {
namespace {

Strings classes_of(const Found& found) {
  return found.corpus.data.classes;
}

const std::string kComposed = "caf\u00e9";
const std::string kDecomposed = "cafe\u0301";

}  // namespace

TEST_CASE("a name has nothing at its ends, and one form, from every reader") {
  const std::string two = kComposed + "|" + kComposed + "|b";
  const std::string a = " " + kComposed + "\u00a0", b = kDecomposed + "\u200b";
  check_reading({
      {"d.csv", "text,label\nxx yy,\"" + a + "\"\nyy zz," + b + "\nzz ww, b \n",
       two},
      {"d.tsv", "text\tlabel\nxx yy\t" + a + "\nyy zz\t" + b + "\nzz ww\tb\n",
       two},
      {"d.jsonl",
       "{\"text\":\"xx yy\",\"label\":\"" + a +
           "\"}\n{\"text\":\"yy zz\",\"label\":\"" + b +
           "\"}\n{\"text\":\"zz ww\",\"label\":\"b \"}\n",
       two},
      {"d.txt", a + "\txx yy\n" + b + "\tyy zz\n b \tzz ww\n", two, "",
       given({"format=labeled"})},
      {"d",
       "",
       "b|" + kComposed + "|" + kComposed,
       "",
       {given({"text=yes"}),
        {{"d/" + kComposed + "/1", "xx yy"},
         {"d/" + kDecomposed + "/2", "yy zz"},
         {"d/b/3", "zz ww"}}}},
      {"d.svm", "\"" + a + "\" 1:1\n" + b + " 2:1\n\" b\" 3:1\n", two},
  });
}

TEST_CASE("names in lists and words are the names of rows") {
  const Workplace workplace;
  write_files({{"d.csv", "text,label\ngoal team,\nloan bank,\n"},
               {"w.txt", "\u00a0" + kDecomposed + ": goal\nb : loan\n"}});

  CHECK(split_list("sport, \"a, b\" ,c") == Strings{"sport", "a, b", "c"});
  const Found named = found_in(
      "d.csv", given({"seed-words=names", "classes=goal", "classes= loan"}));
  CHECK(classes_of(named) == Strings{"goal", "loan"});
  const Found told = found_in("d.csv", given({"seed-words=w.txt"}));
  CHECK(classes_of(told) == Strings{"b", kComposed});
}

TEST_CASE("numbers are one class where they are numbers, however long") {
  check_reading({
      {"d.svm",
       "12345678901234567890 1:1\n12345678901234567891 2:1\n"
       "+12345678901234567890.0 3:1\n",
       "12345678901234567890|12345678901234567891|12345678901234567890"},
      {"e.svm", "1e5 1:1\n100000.00 2:1\n-0.5 3:1\n-5e-1 3:1\n",
       "1e5|1e5|-0.5|-0.5"},
  });
  const Strings numbers = sort_class_names(
      {"1", "10", "x", "9007199254740992", "9007199254740993.0"});
  CHECK(numbers[find_number(numbers, "9007199254740993")] ==
        "9007199254740993.0");
  CHECK(find_number(numbers, "9007199254740994") == kUnlabeled);
  CHECK(numbers[find_number(numbers, "0.1e1")] == "1");
}

TEST_CASE("a table names the classes of rows by their numbers") {
  const std::string rows =
      "+1 1:1 2:1\n-1 3:1 4:1\n+1 1:1 5:1\n0 2:1 5:1\n0 3:1 6:1\n";
  check_reading({
      {"d.svm", rows, "+1|-1|+1|+1|-1", "",
       table("t.csv", "id,label\n4,1\n5,-1\n")},
      {"d.svm", rows, "+1|-1|+1|+1|", "",
       table("t.tsv", "id\tlabel\n4\t1.0\n5\t0\n")},
      {"s.svm", "1,2 1:1\n2 2:1\n? 3:1\n3 1:1\n", "1,2|2|1,2|3", "",
       table("t.jsonl", "{\"id\":3,\"label\":[\"2.0\",\"01\"]}\n")},
      {"d.csv", "id,text,label\na,xx yy,1.1\nb,yy zz,2\nc,xx zz,\n",
       "1.1|2|1.10",
       "d.csv: '1.1' and '1.10' are two classes, although one number",
       table("t.csv", "id,label\nc,1.10\n")},
      {"d.tsv", "id\ttext\tlabel\n1\txx yy\t1.0\n2\tyy zz\t\n", "1.0|1",
       "are two classes, although one number",
       table("T.JSONL", "{\"id\": 2, \"label\": 1}\n")},
      {"d.svm", "+1 1:1\n-1 2:1\n+1 1:1 2:1\n", "-1|-1|+1",
       "t.tsv: 1 label contradicts an earlier one",
       table("t.tsv", "id\tlabel\n1\t-1.0\n3\t1e0\n")},
  });
}

TEST_CASE("numbered classes have the names of a file") {
  const std::string from_0 = "text,label\ngoal team,0\nloan bank,1\ncar,\n";
  const std::string from_1 = "text,label\ngoal team,1\nloan bank,2\ncar,\n";
  const auto named = [](const std::string& data, const std::string& file,
                        const std::string& text, const std::string& labels,
                        const std::string& said = "") {
    return ReadingCase{"d.csv",
                       data,
                       labels,
                       said,
                       {given({"class-names=" + file}), {{file, text}}}};
  };
  const std::string both = "sport, all|money|";
  check_reading({
      named(from_0, "n.txt", "0\tsport, all\n1\tmoney\n", both),
      named(from_0, "n.txt", "0 sport, all\r\n1 money", both),
      named(from_0, "n.txt", "0: sport, all\n\n1: money\n2: art\n", both),
      named(from_0, "n.csv", "label,name\n0,\"sport, all\"\n1,money\n", both),
      named(from_0, "n.csv", "id;name\n1;money\n0;sport, all\n", both),
      named(from_0, "n.json", "{\"0\": \"sport, all\",\n\"1\": \"money\"}\n",
            both),
      named(from_0, "n.json", "[\"sport, all\", \"money\"]", both),
      named(from_0, "n.json", "{\"names\": [\"sport, all\", \"money\"]}", both),
      named(from_0, "n.json",
            R"({"id2label": {"0": "sport, all", "1": "money"},
                "label2id": {"sport, all": 0, "money": 1}, "layers": [7, 8]})",
            both),
      named(from_0, "n.txt", "sport, all\nmoney\nart\n", both),
      named(from_1, "n.txt", "sport, all\nmoney\n", both),
      named(
          from_1, "n.txt", "sport\nmoney\nart\n", "",
          "n.txt: expected numbers before the names (0<TAB>name), found names "
          "alone, which may count from 0 or from 1"),
      named(from_1, "n.txt", "0\tsport\n1\tmoney\n", "",
            "n.txt: expected a name of the class '2', found none"),
      named(from_0, "n.json", "{\"0\": ", "",
            "n.json: expected an object {\"0\": \"name\", ...} or a list of "
            "names, found"),
      named(from_0, "n.txt", "0\tsport\n1\t?\n", "",
            "n.txt: expected names of classes, found '?'"),
      // labels that are names already stay
      named("text,label\ngoal team,0\nloan bank,money\n", "n.txt", "0\tsport\n",
            "sport|money"),
      {"d.jsonl",
       R"({"text":"goal team","label":[0,1]}
{"text":"loan bank","label":[1]}
)",
       "art,sport|art",
       "",
       {given({"class-names=n"}), {{"n", "0\tsport\n1\tart\n"}}}},
      {"d.svm",
       "1 1:1\n2 2:1\n",
       "a|b",
       "",
       {given({"class-names=n"}), {{"n", "1\ta\n2\tb\n"}}}},
      {"d.csv",
       "id,text\nx,goal team\ny,loan bank\n",
       "b|a",
       "",
       {given({"class-names=n", "labels=t.csv"}),
        {{"n", "1\ta\n2\tb\n"}, {"t.csv", "id,label\nx,2\ny,1\n"}}}},
  });
}

TEST_CASE("numbers of a model and of other data that meet are told apart") {
  const Workplace workplace;
  write_files({{"floats.csv", "text,label\ngoal team,1.0\nloan bank,2.0\n"},
               {"ints.csv", "text,label\ngoal team,1\nloan bank,2\n"}});
  const Model model = run(found_in("floats.csv").corpus).model;

  CHECK(found_in("ints.csv", {}, &model).said ==
        "ints.csv: '1' and '1.0' are two classes, although one number\n");
  CHECK(found_in("floats.csv", {}, &model).said == "");
}

TEST_CASE("labels by place are refused once the texts are others") {
  const std::string before = "text,label\ngoal team,a\nloan bank,b\nnew car,\n";
  const std::string after =
      "text,label\nfirst one,\ngoal team,a\nloan bank,b\nnew car,\n";
  const std::string row = "id,label,text\n4,a,new car\n";
  check_reading({
      {"d.csv", before, "a|b|a", "", table("t.csv", row)},
      {"d.csv", before, "a|b|a", "",
       table("t.csv", "id,label,text\n4,a,\"'new\n  car\"\n")},
      {"d.csv", after, "",
       "t.csv:2:1: expected the text of id '4' in the data, found another "
       "one, that of '5'; did the data change since?",
       table("t.csv", row)},
      {// an index from 0
       "d.csv", before, "",
       "t.csv:2:1: expected the id of a row, such as '2', found '0', whose "
       "text is of '2'",
       table("t.csv", "id,label,text\n0,c,goal team\n")},
      {"d.txt",
       "a\tgoal team\nb\tloan bank\n",
       "",
       "that of '1'",
       {given({"labels=t.csv", "format=labeled"}),
        {{"t.csv", "id,label,text\n2,a,goal team\n"}}}},
      {// documents of this name may be corrected
       "d.csv", "id,text,label\nx,goal teams,a\ny,loan,b\nz,car,a\n", "b|b|a",
       "t.csv: 1 label contradicts an earlier one",
       table("t.csv", "id,label,text\nx,b,goal team\n")},
  });
}

TEST_CASE("a table of labels without one, or with others, is said") {
  const std::string data =
      "id,text,label\n1,goal team,a\n2,loan bank,b\n"
      "3,new car,\n";
  check_reading({
      {"d.csv", data, "a|b|", "t.csv: no label is filled in",
       table("t.csv", "id,label\n3,\n")},
      {"d.csv", data, "a|b|", "t.csv: no label is filled in",
       table("t.csv", "id,label\n")},
      {"d.csv", data, "a|b|", "t.jsonl: no label is filled in",
       table("t.jsonl", "{\"id\": 3, \"label\": null}\n")},
      {"d.csv", data, "", "l.csv:1:1: expected a column 'label', found",
       table("l.csv", "id,topic\n3,a\n")},
      {"d.csv",
       "text,topic\nnew car,a\nold car,b\n",
       "",
       "(the option label_column names that of the data alone)",
       {given({"labels=l.jsonl", "label-column=topic"}),
        {{"l.jsonl", "{\"id\":2,\"topic\":\"a\"}\n"}}}},
      {"d.csv", data, "", "half a character",
       table("t.jsonl", "{\"id\": 3, \"label\": \"\\ud800\"}\n")},
      {"d.csv", data, "a|b|a", "t.jsonl: 1 label contradicts an earlier one",
       table("t.jsonl",
             "{\"id\": 3, \"label\": \"b\"}\n{\"id\": 3, \"label\": \"a\"}\n")},
      {"d.csv",
       data,
       "a|a|b",
       "u.csv: 2 labels contradict an earlier one, in the data, another table "
       "or a line above; the last one counts",
       {given({"labels=t.csv", "labels=u.csv"}),
        {{"t.csv", "id,label\n3,a\n"},
         {"u.csv", "id,label\n3,b\n2,a\n1,a\n"}}}},
  });
}

TEST_CASE("what may be wrong with labels is known as figures, too") {
  const Workplace workplace;
  std::string rows = "id,text,label\n";
  for (int i = 0; i < 12; ++i)
    rows += std::to_string(i) + (i % 2 == 0 ? ",xx yy,acq\n" : ",xx zz,earn\n");
  write_files({{"d.csv", rows + "12,xx ww,\n"},
               {"t.csv", "id,label\n12,acqq\n1,acq\n"},
               {"u.tsv", "id\tlabel\n"}});
  const Corpus corpus =
      found_in("d.csv", given({"labels=t.csv", "labels=u.tsv"})).corpus;
  CHECK(corpus.label_doubts.replaced == 1);
  CHECK(corpus.label_doubts.single == Strings{"acqq"});
  CHECK(corpus.label_doubts.empty_tables == Strings{"u.tsv"});
  CHECK(to_json(corpus.label_doubts) ==
        R"({"replaced":1,"single":["acqq"],"empty_tables":["u.tsv"]})");
}

TEST_CASE("labels that look like something else are said") {
  std::string rows = "text,label\n", few = rows;
  for (int i = 0; i < 12; ++i)
    rows += i % 2 == 0 ? "xx yy,acq\n" : "xx zz,earn\n";
  few += "xx yy,acq\nxx zz,earn\nyy zz,crude\n";
  const std::string tail = rows + "xx ww,acqq\n";
  const std::string list =
      "text,label\nxx yy,\"['a', 'b']\"\nyy zz,\"['a']\"\n";
  const std::string labels =
      "acq|earn|acq|earn|acq|earn|acq|earn|acq|earn|acq|"
      "earn";
  const std::string said =
      "d.csv: classes whose names look alike: 'acqq' and 'acq'; merge them "
      "with "
      "the option rename 'acqq=acq'\n";
  check_reading({
      {"d.csv", rows, labels},
      {"d.csv", tail, labels + "|acqq", said},
      {"d.csv", few, "acq|earn|crude"},
      {"d.csv", rows + "xx ww,ship\n", labels + "|ship",
       "d.csv: classes with a single label beside larger ones: ship; "
       "misspelled?\n"},
      {"d.csv", tail, labels + "|acqq", "", given({"purpose=read"})},
      {"d.csv", list, "['a', 'b']|['a']",
       "d.csv: the label '['a', 'b']' is a list as text, which is one class"},
      {"d.tsv", "text\tlabel\nxx yy\t[\"a\", \"b\"]\nyy zz\tc\n",
       "[\"a\", \"b\"]|c", "is a list as text"},
      {"d.csv", "text,label\nxx yy,[a]\nyy zz,b\n", "[a]|b"},
      {"p.jsonl",
       "{\"text\":\"xx yy\",\"label\":\"a\",\"answer\":\"accept\"}\n"
       "{\"text\":\"yy zz\",\"label\":\"b\",\"answer\":\"reject\"}\n"
       "{\"text\":\"yy ww\",\"label\":\"b\",\"answer\":\"ignore\"}\n"
       "{\"text\":\"zz ww\",\"label\":\"b\"}\n",
       "a|||b",
       "p.jsonl: 2 labels have the answer reject or ignore and will not be "
       "used"},
      {"p.csv",
       "text,label,answer\nxx yy,a,accept\nyy zz,b,reject\nyy ww,b, "
       "\"ignore\"\nzz ww,b,\n",
       "a|||b", "p.csv: 2 labels have the answer reject or ignore"},
      {"p.tsv",
       "answer\ttext\tlabel\naccept\txx yy\ta\nreject\tyy zz\tb\n"
       "\tzz ww\tb\n",
       "a||b", "p.tsv: 1 label has the answer reject or ignore"},
      {"d.csv", "text,label\nxx yy,a\nyy zz,\nzz ww,b\n", "a|a|b", "",
       table("l.csv", "id,label,answer\n2,b,reject\n3,a,accept\n4,a,ignore\n")},
      {"r.csv", "text,answer\nxx yy,accept\nyy zz,reject\n", "accept|reject",
       "", [](Source& source) { source.columns.usual_label = "answer"; }},
      {"r.jsonl",
       "{\"text\":\"xx\",\"answer\":\"ok\"}\n"
       "{\"text\":\"yy\",\"answer\":\"reject\"}\n",
       "ok|reject", "",
       [](Source& source) { source.columns.usual_label = "answer"; }},
      {"q.csv", "text,answer\nxx yy,accept\nyy zz,reject\n", "accept|reject",
       "", given({"label-column=answer"})},
      {"q.jsonl",
       "{\"text\":\"xx yy\",\"answer\":\"accept\"}\n"
       "{\"text\":\"yy zz\",\"answer\":\"reject\"}\n",
       "accept|reject", "", given({"label-column=answer"})},
  });
}

TEST_CASE("names that are made of others, or look alike, are said") {
  const auto labeled = [](const std::vector<std::string>& names,
                          const std::string& said) {
    std::string tsv = "text\tlabel\n", labels;
    for (const std::string& name : names) {
      tsv += (labels.empty() ? "xx yy\t" : "yy zz\t") + name + "\n";
      labels += (labels.empty() ? "" : "|") + name;
    }
    return ReadingCase{"d.tsv", tsv, labels, said};
  };
  const auto set = [](const std::string& name, const std::string& others,
                      const std::string& separator) {
    return "d.tsv: the class '" + name + "' " + others +
           " made of names of others; if labels are sets, add the option "
           "label_separator '" +
           separator + "'\n";
  };
  const auto alike = [](const std::string& pairs, const std::string& rule) {
    return "d.tsv: classes whose names look alike: " + pairs +
           "; merge them with the option rename '" + rule + "'\n";
  };
  const std::string list =
      " is a list as text, which is one class; sets of labels are lists in";
  check_reading({
      labeled({"a", "b", "a;b"}, set("a;b", "is", ";")),
      labeled({"a", "b", "a | b"}, set("a | b", "is", "|")),
      labeled({"a", "b", "a/b"}, set("a/b", "is", "/")),
      labeled({"a", "b", "a b"}, set("a b", "is", " ")),
      labeled({"a", "b", "a & b", "R&D"}, set("a & b", "is", "&")),
      labeled({"2,5", "5,9", "2,9"}, set("2,5", "and 2 others are", ",")),
      labeled({"he/she", "it/he", "she/it"}, ""),
      labeled({"Loans, cards", "cards", "sport"}, ""),
      labeled({"[0, 1]", "[1, 1]"}, "the label '[0, 1]'" + list),
      labeled({"('a', 'b')", "b"}, "the label '('a', 'b')'" + list),
      labeled({"{'choices': ['a']}", "b"}, "the label '{'choices':"),
      labeled({"(a)", "{b}", "[c]", "(1990)"}, ""),
      labeled({"Spam", "spam", "spam", "ham"},
              alike("'Spam' and 'spam'", "Spam=spam")),
      labeled({"a  b", "a b", "c"}, alike("'a b' and 'a  b'", "a b=a  b")),
      labeled({"a\u00a0b", "a b", "c"}, "classes whose names look alike: "),
      labeled({"sp\u200bort", "sport", "c"},
              "classes whose names look alike: "),
      labeled({"\uff33port", "sport", "c"}, "classes whose names look alike: "),
      labeled({"sport.", "sport", "c"},
              alike("'sport.' and 'sport'", "sport.=sport")),
      labeled({"politcs", "politics", "politics", "politics", "law"},
              alike("'politcs' and 'politics'", "politcs=politics")),
      labeled({"level 1", "level 2", "level 2", "level 2"}, ""),
      labeled({"cat", "bat", "bat", "bat"}, ""),
      labeled({"politcs", "politics", "law"}, ""),
  });
}

TEST_CASE("a name that cannot be printed is refused where it stands") {
  const std::string data = "id,text,label\n1,xx,a\n2,yy,b\n3,zz,\n";
  const std::string voter =
      "expected the name of a voter in UTF-8 without control characters, found "
      "'m\\x1b[31m'";
  const std::string name =
      "expected the name of a class without control characters, found 'a\\x1b'";
  check_reading({
      {"d.csv", data, "", "v:1:4: " + voter,
       votes("v", "id,m\x1b[31m,n\n3,a,b\n")},
      {"d.csv", data, "", "v:2:1: " + voter,
       votes("v", "{\"id\":3,\"n\":\"a\"}\n{\"id\":2,\"m\\u001b[31m\":\"a\"}")},
      {"d.csv", data, "", "v:1:4: expected UTF-8 (iconv",
       votes("v", "id,M\xfcller\n3,a\n")},
      {"d.csv", data, "", "w.txt:2:1: " + name,
       words("w.txt", "b: yy\na\x1b: xx\n")},
      {"d.csv", data, "", "w.json:1:1: " + name,
       words("w.json", "{\"b\": [\"yy\"], \"a\\u001b\": [\"xx\"]}")},
      {"d.csv", data, "", "w.csv:2:1: expected a label in UTF-8",
       words("w.csv", "class,words\na\x1b,xx\n")},
      {"d.csv", data, "",
       "expected names of classes in UTF-8 without control characters, found "
       "'a\\x1b'",
       given({"seed-words=names", "classes=a\x1b", "classes=b"})},
  });
}

TEST_CASE("classes are renamed and merged, whatever says them") {
  const auto renamed = [](const std::vector<std::string>& rules) {
    return [=](Source& source) { source.rename = rules; };
  };
  const std::string data =
      "id,text,label\n1,xx yy,Spam\n2,yy zz,spam\n3,zz ww,ham\n4,ww xx,\n";
  const auto beside = [&](const Change& what, const std::string& file,
                          const std::string& text) {
    return Beside{[=](Source& source) {
                    what(source);
                    source.rename = {"Spam=spam", " Ham = ham "};
                  },
                  {{file, text}}};
  };
  check_reading({
      {"d.csv", data, "spam|spam|ham|", "", renamed({"Spam=spam"})},
      {"d.csv", data, "A|B|ham|", "", renamed({"Spam=A", "spam=B"})},
      {"d.csv", data, "spam|spam|ham|ham", "",
       beside(given({"labels=l.csv"}), "l.csv", "id,label\n4,Ham\n")},
      {"d.csv", data, "spam|spam|ham|ham", "",
       beside(given({"votes=v"}), "v", "id,a,b\n4,Ham,\n3,,Ham\n1,Spam,\n")},
      {"d.csv", data, "spam|spam|ham|", "",
       beside(given({"seed-words=w.json"}), "w.json",
              "{\"Spam\": [\"xx\"], \"ham\": [\"ww\"]}")},
      {"d.jsonl",
       "{\"text\":\"xx\",\"label\":[\"A\",\"a\"]}\n"
       "{\"text\":\"yy\",\"label\":[\"A\",\"b\"]}\n",
       "a|a,b", "", renamed({"A=a"})},
      {"d.svm", "Spam 1:1\nspam 2:1\nham 3:1\n", "spam|spam|ham", "",
       renamed({"Spam=spam"})},
      {"d.csv", data, "", "rename: expected OLD=NEW, got 'Spam'",
       renamed({"Spam"})},
      {"d.csv", data, "", "rename: expected OLD=NEW with the name of a class",
       renamed({"Spam="})},
  });
}

TEST_CASE("an id of two documents with different labels is said") {
  const std::string data = "id,text,label\n7,xx yy,a\n8,yy zz,b\n7,zz ww,";
  check_reading({
      {"d.csv", data + "b\n", "a|b|b",
       "d.csv: 1 document has the id of an earlier one and another label, such "
       "as '7'\n"},
      {"d.csv", data + "a\n", "a|b|a"},
      {"d.csv", data + "\n", "a|b|"},
      {"d.csv", "text,label\nxx yy,a\nyy zz,b\n", "a|b"},
  });
}

TEST_CASE("a list of 0 and 1 is no set of the labels 0 and 1") {
  const auto lists = [](const std::string& first, const std::string& second,
                        const std::string& labels, const std::string& said) {
    return ReadingCase{"d.jsonl",
                       "{\"text\":\"xx yy\",\"label\":[" + first +
                           "]}\n{\"text\":\"yy zz\",\"label\":[" + second +
                           "]}\n",
                       labels, said};
  };
  const std::string refused =
      "expected names of labels in 'label', found a list of 0 and 1; jq -c";
  check_reading({
      lists("0,1,0", "1,0,0", "", "d.jsonl:1:1: " + refused),
      lists("0,1", "1,0", "", "d.jsonl:2:1: " + refused),
      lists("0", "0,1", "0|0,1", ""),
      lists("0,2", "0,1", "0,2|0,1", ""),
  });
}

TEST_CASE("a model remembers how its data were read") {
  const Workplace workplace;
  write_files(
      {{"s.csv", "text,label\nxx yy,a;b\nyy zz,b\nzz ww,a\nww vv,none\n"},
       {"bare.csv", "1,xx \\\"yy,a\n2,\"yy \\\" zz\",b\n3,zz ww,-\n"},
       {"z.svm", "a 0:1 3:1\nb 1:1 2:1\n"},
       {"other.csv", "body,topic\ngoal team,x\nbank loan,y\n"}});
  const auto trained = [](const std::string& path, const Change& change) {
    return run(found_in(path, change).corpus).model;
  };

  const Model sets =
      trained("s.csv", given({"label-separator=;", "unlabeled-label=none"}));
  CHECK(found_in("s.csv", {}, &sets).labels == "a,b|b|a|");
  const Model bare =
      trained("bare.csv", given({"header=no", "backslash=yes", "text-columns=2",
                                 "label-column=3", "unlabeled-label=-"}));
  CHECK(found_in("bare.csv", {}, &bare).labels == "a|b|");
  const Model columns =
      trained("other.csv", given({"text-columns=body", "label-column=topic"}));
  const Found again = found_in("other.csv", {}, &columns);
  CHECK(again.corpus.columns == R"({"text_columns":["body"]})");
  CHECK(again.labels == "x|y");
  const Model zero = trained("z.svm", given({"zero-based=yes"}));
  const Found rows = found_in("z.svm", {}, &zero);
  CHECK(rows.said == "");
  CHECK(predict(zero, scores(zero, rows.corpus.data.rows)) ==
        std::vector<std::int32_t>{0, 1});
  for_each_batch({"z.svm"}, zero, "m", [&](Index, Corpus& some) {
    CHECK(scores(zero, some.data.rows) == scores(zero, rows.corpus.data.rows));
  });
}

TEST_CASE("words are compared as features") {
  const Workplace workplace;
  write_files({{"d.csv",
                "text,label\nmachine query,a\nmachine search,b\nquery two,\n"
                "search x,\n"},
               {"shared", "a: Query\nb: query search\n"},
               {"phrase", "a: \"machine dysphoria\" query\nb: search\n"},
               {"twice", "a: zzz query\nb: zzz search\n"},
               {"minus", "a: query -search\nb: search\n"},
               {"minus.json", "{\"a\": [\"query\", \"-search\"]}"}});
  const auto said = [](const std::string& words) {
    return found_in("d.csv", given({"seed-words=" + words}));
  };

  CHECK(said("shared").said.find("Query (2 classes)") != std::string::npos);
  CHECK(said("phrase").said ==
        "seed words that are too short, in no document or in all of them: "
        "machine dysphoria\n");
  CHECK(said("twice").said ==
        "seed words that are too short, in no document or in all of them: "
        "zzz\n");
  for (const std::string file : {"minus", "minus.json"})
    CHECK(said(file).said ==
          file +
              ":1:1: expected words of the class (those that exclude it are "
              "not supported), found '-search'");
  const Vocabulary vocabulary =
      vocabulary_from_archive(said("shared").corpus.vocabulary);
  CHECK_THROWS_AS(
      static_cast<void>(features_of_words(Strings{"-search"}, vocabulary)),
      std::invalid_argument);
  CHECK(features_of_words(Strings{"- query", "-"}, vocabulary)[0].size() == 1);
}

TEST_CASE("words of scripts without blanks are pairs of letters") {
  const Workplace workplace;
  write_files(
      {{"d.csv", "text,label\n股票市场,a\n股票,a\n银行贷款,b\n贷款 股,b\n"},
       {"one", "a: 股 A股\nb: 贷款\n"},
       {"two", "a: 股票\nb: 银行贷款\n"},
       // whole sentences of Thai, Khmer and Burmese, where a word
       // of one is in the other
       {"t.csv",
        "text,label\nฉันชอบแมว,a\nแมวกินปลา,\nខ្ញុំស្រលាញ់ឆ្មា,b\n"
        "ឆ្មាស៊ីត្រី,\nကြောင်စား,c\nသူ့ကြောင်,\n"}});
  const auto said = [](const std::string& words) {
    return found_in("d.csv", given({"seed-words=" + words})).said;
  };

  // 股票, 票市 and so on are terms; the letter is in three of the documents
  const Found one = found_in(
      "d.csv", given({"seed-words=one", "min-documents=1", "pieces=no"}));
  CHECK(one.said == "");
  const Vocabulary vocabulary = vocabulary_from_archive(one.corpus.vocabulary);
  const auto columns = features_of_words(Strings{"股", "A股"}, vocabulary);
  CHECK(columns[0].size() == 2);
  CHECK(columns[0] == columns[1]);
  const SeedTerm term{0, columns[0], "股", is_one_letter("股", {})};
  CHECK(count_seeds(one.corpus.data, std::vector{term}).terms[0] == 3);
  CHECK_FALSE(is_one_letter("股票", {}));
  CHECK(said("two") == "");
  const Found thai = found_in("t.csv", given({"min-documents=2"}));
  thai.corpus.data.rows.visit([](const auto& rows) {
    for (Index i = 0; i < rows.rows; ++i)
      CHECK_FALSE(rows.row_columns(i).empty());
  });
}

TEST_CASE("seed words that cannot be read are refused at their place") {
  const std::string deep =
      std::string(300'000, '[') + std::string(300'000, ']');
  const std::string data = "text,label\nxx yy,a\nyy zz,b\n";
  const auto refused = [&](const std::string& file, const std::string& text,
                           const std::string& said) {
    return ReadingCase{"d.csv", data, "", said, words(file, text)};
  };
  check_reading({
      refused("w.json", R"({"class": )" + deep + R"(, "words": "x"})",
              "w.json:1:1: expected JSON of at most 64 levels, found deeper "
              "nesting"),
      refused("w.jsonl",
              "{\"class\":\"a\",\"words\":\"x\"}\n{\"a\": " + deep + "}\n",
              "w.jsonl:2:1: expected JSON of at most 64 levels"),
      refused("w.json", "{\"a\":\n [\"x\" 7]}", "w.json:2:7: expected JSON"),
      refused("w.json", "{\"a\": [\"stra\xdf\x65\"]}", "expected UTF-8 (iconv"),
      refused("w.json", "{\"a\": [\"\\ud800\"]}", "surrogates"),
      refused("w.json", "{\"a\": [1e999]}",
              "a number beyond those of double precision"),
      refused("w.txt", "a: x\nb: stra\xdf\x65\n",
              "w.txt:2:1: expected UTF-8 (iconv"),
      refused("w.csv", "class,words\na,x\nb,stra\xdf\x65\n",
              "w.csv:3:1: expected UTF-8 (iconv"),
  });
}

TEST_CASE("many classes are read in linear time") {
  const auto ticks = [](int classes) {
    const Workplace workplace;
    std::string rows = "text,label\n", words = "class,words\n";
    for (int k = 0; k < classes; ++k) {
      const std::string name = std::to_string(k);
      rows += "w" + name + " x" + std::to_string(k % 7) + ",c" + name + "\n";
      words += "c" + name + ",w" + name + "\n";
    }
    write_files({{"d.csv", rows}, {"w.csv", words}});
    const std::clock_t begin = std::clock();
    CHECK(found_in("d.csv", given({"seed-words=w.csv"}))
              .corpus.seeds.labels.size() == std::size_t(classes));
    return static_cast<double>(std::clock() - begin);
  };
  // 8 times the classes: 64 times the work if each is compared with all
  CHECK(ticks(40'000) < 24 * ticks(5'000));
}

TEST_CASE("names and words in other scripts are those of their letters") {
  const std::string goals = "text,label\nгол ворота,a\nворота суд,b\n";
  check_reading({
      {"d.jsonl",
       "{\"text\":\"xx yy\",\"κλάση\":\"α\"}\n{\"text\":\"yy zz\"}\n"
       "{\"text\":\"zz ww\",\"κλάση\":\"β\"}\n",
       "α||β", "", given({"label-column=κλάση"})},
      {"d.csv", "id,text,label\n1,xx yy,\uD55C\n2,yy zz,b\n3,zz ww,\n",
       "\uD55C|b|\uD55C", "",
       table("t.csv", "id,label\n3,\u1112\u1161\u11ab\n")},
      {"d.csv", goals, "a|b", "shared by several classes: ГОЛ (2 classes)",
       words("w.txt", "a: ГОЛ\nb: гол суд\n")},
      {"d.csv", goals, "",
       "w.csv:3:1: expected words of the class (those that exclude it are not "
       "supported), found '-суд'",
       words("w.csv", "class,words\na,гол\nb,-суд\n")},
      {"d.csv", "text,label\nแมวกินปลา,a\nหมาดื่มน้ำ,b\n", "a|b", "",
       words("w.json", "{\"a\": [\"ก\"], \"b\": \"ห\"}")},
  });
}

TEST_CASE("documents inside one object of JSON are told how to be reached") {
  check_reading({
      {"d.json", "{\"data\": [{\"text\": \"xx\"}]}", "",
       "but lists in 'data': jq -c '.data[]' FILE"},
      {"d.json", "{\"train\": [[\"xx\", \"a\"]]}", "",
       "jq -c '.train[] | {text: .[0], label: .[1]}' FILE"},
  });
}

}  // namespace semilin::test
