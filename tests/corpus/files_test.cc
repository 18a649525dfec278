// Files as people have them: what is read is what is there, or it is said.
#include <fstream>

#include "semilin/io/store.h"

#include "support/reading.h"

namespace semilin::test {
namespace {

Change columns(const std::string& text, const std::string& label) {
  return given({"text-columns=" + text, "label-column=" + label});
}

const std::string kOdd =
    "stra\xdf"
    "e h\xe4user";

// Compressed, part by part: the first lines, then 1.1 GB of blanks without a
// line end.
void write_endless(const std::string& name, const std::string& begin) {
  write_files({{"begin.gz", begin},
               {"blanks.gz", std::string(std::size_t{1} << 20, ' ')}});
  std::ofstream file(name, std::ios::binary);
  file << std::ifstream("begin.gz", std::ios::binary).rdbuf();
  for (int i = 0; i < 1100; ++i)
    file << std::ifstream("blanks.gz", std::ios::binary).rdbuf();
}

}  // namespace

TEST_SUITE("slow") {
  TEST_CASE("a line without end is refused where it begins") {
    const std::string table = "text,label\nloan,a\n";
    const std::string line = "expected a line of at most 1 GB, found a longer";
    const std::pair<std::string, std::string> cases[] = {
        {table, "d:3:1: " + line},
        {"a 1:1\nb 2:1\n\n? 1:1", "d:4:1: " + line},
        {"{\"text\":\"loan\"}\n{", "d:2:1: " + line}};
    for (const auto& [begin, said] : cases) {
      const Workplace workplace;
      write_endless("d", begin);
      CHECK(contains(found_in("d").said, said));
    }
  }
}

TEST_CASE("tables have a header, whatever their columns are called") {
  const std::string reviews =
      "sentiment\treview\npos\tgood film\nneg\tbad film\n";
  const std::string topics = "category,text\nx,loan bank\ny,goal team\n";
  const std::string hint =
      "c.csv: there is no column 'label', but 'category'; name the column of "
      "labels with the option label_column";
  check_reading({
      {"h.tsv", reviews, "",
       "h.tsv:1:1: expected a column 'text', found the columns 'sentiment', "
       "'review'"},
      {"h.tsv", reviews, "pos|neg", "", columns("review", "sentiment")},
      {"c.csv", topics, "", hint},
      {"c.csv", topics, "|", hint, given({"purpose=suggest"})},
      {"c.csv", topics, "x|y", "", columns("text", "category")},
      {"j.jsonl", "{\"category\":1,\"text\":\"loan\"}\n{\"text\":\"goal\"}\n",
       "", "'category'"},
      {"t.csv", "id, text , Label \n1,loan bank,x\n2,goal team,y\n", "x|y"},
      {"own.txt", "s1\tloan\ns2\tgoal\ns3\tcar\ns4\tdog\ns5\tcat\n",
       "s1|s2|s3|s4|s5",
       "own.txt: every label occurs only once; are the texts taken "
       "for labels?",
       given({"format=labeled"})},
  });
}

TEST_CASE("labels may have a column each, or several columns of one name") {
  const auto label = [](const std::string& name) {
    return given({"label-column=" + name});
  };
  const std::string csv =
      "text,rude,Threat\nloan,1,0\ngoal,0.0,1.0\nteam,,\nbank,yes,YES\n"
      "car,no,n\n";
  const std::string lines =
      "{\"text\":\"loan\",\"rude\":true,\"Threat\":0}\n"
      "{\"text\":\"goal\",\"rude\":false,\"Threat\":1}\n{\"text\":\"team\"}\n"
      "{\"text\":\"bank\",\"rude\":1,\"Threat\":\"yes\"}\n"
      "{\"text\":\"car\",\"rude\":0,\"Threat\":false}\n";
  const std::string found = "rude|Threat||Threat,rude|,";
  const std::string empty = "labeled rows have the empty set of labels";
  check_reading({
      {"d.csv", csv, found, empty, label("rude,threat")},
      {"d.jsonl", lines, found, empty, label("rude, Threat")},
      {"d.csv", "text,rude,bad\nxx,1,-1\nyy,1,1\nzz,0,0\n", "rude|bad,rude|,",
       empty, given({"label-column=rude,bad", "unlabeled-label=-1"})},
      {"d.csv", csv, "", "d.csv:1:1: expected the columns rude,bad and text",
       label("rude,bad")},
      {"d.csv", "text,a,b\nxx,1,0\nyy,2,1\n", "",
       "d.csv:3:4: expected 1 or 0, or yes or no, for the label 'a', found '2'",
       label("a,b")},
      {"d.csv", "text,\"a,b\",a,b\nxx,u,1,0\nyy,v,1,1\n", "u|v", "",
       label("a,b")},
      {"j.csv", "Text,Tags,id,Tags\nxx,a,1,b\nyy,,2,b\nzz,,3,\n", "a,b|b|", "",
       label("tags")},
      {"j.csv", "note,id,note,label\nloan,1,bank,x\ngoal,2,,y\n", "x|y", "",
       columns("note", "label")},
      {"j.csv", "text,id,label,id\nloan,1,x,1\n", "",
       "j.csv:1:15: expected a single column 'id', found a second one"},
  });
}

TEST_CASE("members within members and lists of JSON are read by their paths") {
  const std::string studio =
      "[{\"id\": 1, \"data\": {\"text\": \"good film\"},\n"
      "  \"annotations\": [{\"result\": [{\"value\": {\"choices\": "
      "[\"pos\"]}, \"type\": \"choices\"}]}]},\n"
      " {\"id\": 2, \"data\": {\"text\": \"bad film\"}, \"annotations\": []},\n"
      " {\"id\": 3, \"data\": {\"text\": \"bad plot\"},\n"
      "  \"annotations\": [{\"result\": [{\"value\": {\"choices\": "
      "[\"neg\"]}}]},"
      "\n   {\"result\": [{\"value\": {\"choices\": [\"neg\"]}}]}]}]\n";
  const std::string cats =
      "{\"text\":\"loan\",\"cat\":{\"name\":\"x\",\"id\":7}}\n"
      "{\"text\":\"goal\",\"cat\":null}\n"
      "{\"text\":\"team\",\"cat\":{\"name\":\"y\"}}\n";
  const std::string lists =
      "{\"text\":\"loan\",\"found\":[{\"tag\":\"x\"},{\"tag\":\"y\"}]}\n"
      "{\"text\":\"goal\",\"found\":[{\"tag\":\"x\"}]}\n";
  check_reading({
      {"s.json", studio, "pos||neg", "",
       columns("data.text", "annotations.result.value.choices")},
      {"s.json", studio, "",
       "s.json:1:1: expected a member 'text' in some object, found 'id', "
       "'data.text', 'annotations.result.value.choices', "
       "'annotations.result.type'; name them with the option text_columns "
       "data.text and the option label_column "
       "annotations.result.value.choices"},
      {"c.jsonl", cats, "x||y", "", columns("text", "cat.name")},
      {"c.jsonl", lists, "x,y|x", "", columns("text", "found.tag")},
      {"c.jsonl", cats, "",
       "expected a member 'cat.nam' in some object, found none",
       columns("text", "cat.nam")},
      {"d.jsonl", "{\"text\":\"xx\",\"a.b\":\"u\"}\n", "u", "",
       given({"label-column=a.b", "purpose=suggest"})},
  });
}

TEST_CASE("Label Studio's choices are a label, or a set of several") {
  const std::string one = R"({"choices": ["pos"]})",
                    two = R"({"choices":["pos", "new"]})";
  const auto in_csv = [](std::string cell) {
    for (std::size_t at = 0; (at = cell.find('"', at)) != cell.npos; at += 2)
      cell.insert(at, 1, '"');
    return '"' + cell + '"';
  };
  const auto object = [](const std::string& text, const std::string& label) {
    return "{\"text\":\"" + text + "\",\"label\":" + label + "}\n";
  };
  const std::string neg = R"({"choices": ["neg"]})";
  check_reading({
      {"d.jsonl",
       object("good film", one) + object("bad film", neg) +
           object("plot", "null"),
       "pos|neg|", ""},
      {"d.jsonl", object("good film", two) + object("bad film", "\"neg\""),
       "new,pos|neg", ""},
      {"d.csv",
       "text,label\ngood film," + in_csv(one) + "\nbad film,neg\nplot,\n",
       "pos|neg|", ""},
      {"d.csv",
       "text,label\ngood film," + in_csv(two) + "\nbad film,neg\nplot,\n",
       "new,pos|neg|", ""},
      {"d.tsv", "text\tlabel\ngood film\t" + one + "\nbad film\tneg\n",
       "pos|neg", ""},
      {"d.csv", "text,id\ngood film,1\nbad film,2\n", "pos|neg", "",
       table("l.jsonl", "{\"id\":1,\"label\":" + one +
                            "}\n{\"id\":2,\"label\":\"neg\"}\n")},
      {"d.jsonl", object("good film", R"({"other": 1})"), "",
       "expected text or a number in 'label', found"},
  });
}

TEST_CASE("a table that was saved in another encoding names iconv") {
  const std::string data = "id,text,label\n1,stra\u00dfe,a\n2,weg,b\n3,bahn,\n";
  const std::string iconv = "iconv -f WINDOWS-1252 -t UTF-8 makes it";
  check_reading({
      {"d.csv", data, "", "l.csv:2:3: expected UTF-8 (" + iconv,
       table("l.csv",
             "id,label\n3,stra\xdf"
             "e\n")},
      {"d.csv", data, "", "l.csv:2:1: expected UTF-8 (" + iconv,
       table("l.csv",
             "id,label\nstra\xdf"
             "e,a\n")},
      {"d.csv", "text,label\nstra\u00dfe,a\nweg,b\n", "",
       "the table is not UTF-8, which iconv",
       table("l.csv",
             "id,label,text\n2,b,stra\xdf"
             "e\n")},
      {"d.csv", data, "", "v:2:3: expected UTF-8 (" + iconv,
       votes("v",
             "id,m\n3,stra\xdf"
             "e\n")},
  });
}

TEST_CASE(
    "an id of the data and of their unlabeled files is that of the data") {
  const Beside beside = {given({"unlabeled=u.csv", "labels=l.csv"}),
                         {{"u.csv", "id,text\n2,old bank\n1,goal\n7,team\n"},
                          {"l.csv", "id,label\n2,b\n7,a\n"}}};
  check_reading({
      {"d.csv", "id,text,label\n1,goal,a\n2,bank,\n3,loan,b\n", "a|b|b|||a",
       "u.csv: 2 documents have the id of one in d.csv; the ids of tables mean "
       "those in d.csv",
       beside},
  });
}

TEST_CASE("a member of JSON that is missing is empty, but not everywhere") {
  const std::string objects =
      "{\"text\":\"loan\"}\n{\"cat\":\"x\",\"text\":\"goal\"}\n"
      "{\"cat\":\"y\",\"key\":7}\n{\"cat\":\"y\",\"text\":\"team\"}\n";
  check_reading({
      {"j.jsonl", objects, "|x|y|y", "1 labeled document has no feature",
       columns("text", "cat")},
      {"j.jsonl", objects, "",
       "j.jsonl:1:1: expected a member 'topic' in some object, found none",
       columns("text", "topic")},
      {"j.jsonl", objects, "",
       "j.jsonl:1:1: expected a member 'body' in some object, found none",
       columns("body", "cat")},
      {"l.jsonl", "{\"text\":\"loan\"}\n{\"label\":\"x\",\"text\":\"goal\"}\n",
       "|x", "", given({"purpose=suggest"})},
  });
}

TEST_CASE("quotes are text where they end no field") {
  check_reading({
      {"q.tsv",
       "id\ttext\tlabel\n1\t\"good film\tpos\n2\tbad film\tneg\n"
       "3\tgood plot\"\tpos\n4\tbad plot\tneg\n",
       "pos|neg|pos|neg"},
      {"b.tsv",
       "id\ttext\tlabel\n1\t\"good \"\"old\"\" film\"\tpos\n"
       "2\t\"bad\nfilm\"\tneg\n3\t\"bad\tplot\"\tneg\n4\t\"good\tpos\n",
       "pos|neg|neg|pos"},
      {"q.csv",
       "id,text,label\n1,\"good film,pos\n2,bad film,neg\n"
       "3,good plot\",pos\n4,bad plot,neg\n",
       "pos|neg", "q.csv:2: a field in quotes looks like several records",
       given({"purpose=read"})},
      {"f.csv", "text,label\n\"good film, really\n\",pos\nbad film,neg\n",
       "pos|neg"},
      {"s.csv", "text,label\n\"a \\\"big\\\" dog, b\",pos\n\"a cat\",neg\n", "",
       "the option backslash"},
      {"s.csv", "text,label\n\"a \\\"big\\\" dog, b\",pos\n\"a cat\",neg\n",
       "pos|neg", "", given({"backslash=yes"})},
  });
}

TEST_CASE("ids that two documents have are said by every reader of ids") {
  const Files files = {
      {"d.csv", "id,text,label\na,loan,x\nb,goal,y\na,team,\n"},
      {"d.csv.gz", "id,text,label\na,loan,x\nb,goal,y\na,team,\n"},
      {"d.tsv", "id\ttext\tlabel\na\tloan\tx\nb\tgoal\ty\na\tteam\t\n"},
      {"d.jsonl",
       "{\"id\":\"a\",\"text\":\"loan\",\"label\":\"x\"}\n"
       "{\"id\":\"b\",\"text\":\"goal\",\"label\":\"y\"}\n"
       "{\"id\":\"a\",\"text\":\"team\"}\n"},
      {"l.csv", "id,label\na,x\n"}};
  const Workplace workplace;
  write_files(files);
  const Corpus corpus = found_in("d.csv").corpus;
  write_store(corpus.data, "d.store", {{kIdsKey, pack_ids(corpus.ids)}});
  for (const std::string path :
       {"d.csv", "d.tsv", "d.jsonl", "d.csv.gz", "d.store"}) {
    CAPTURE(path);
    CHECK(found_in(path).labels == "x|y|");
    CHECK(contains(found_in(path, given({"purpose=suggest"})).said,
                   path + ": expected an id for each document, found 'a' of "));
    CHECK(contains(found_in(path, given({"labels=l.csv"})).said,
                   "l.csv:2:1: expected the id of one row, found 'a', which "
                   "several have"));
  }
}

TEST_CASE("text that is not UTF-8 is said by every reader, with its place") {
  const std::string said =
      ": not UTF-8 (1 document). Convert the file first: iconv ";
  const Files folder = {{"d/home/1", kOdd}, {"d/food/2", "bread"}};
  check_reading({
      {"d.csv", "text,label\n" + kOdd + ",home\nbread,food\n", "home|food",
       "d.csv:2" + said},
      {"d.tsv", "text\tlabel\n" + kOdd + "\thome\nbread\tfood\n", "home|food",
       "d.tsv:2" + said},
      {"d.csv.gz", "text,label\nbread,food\n" + kOdd + ",home\n", "food|home",
       "d.csv.gz:3" + said},
      {"d.txt", "home\t" + kOdd + "\nfood\tbread\n", "home|food",
       "d.txt:1" + said, given({"format=labeled"})},
      {"f.txt", "__label__home " + kOdd + "\n__label__food bread\n",
       "home|food", "f.txt:1" + said, given({"format=fasttext"})},
      {"d",
       "",
       "food|home",
       "d/home/1" + said,
       {given({"format=folders"}), folder}},
      {"d.jsonl", "{\"text\":\"" + kOdd + "\",\"label\":\"home\"}\n", "",
       "d.jsonl:1:"},
  });
}

TEST_CASE("binary files are no documents") {
  const std::string zip("PK\3\4\24\0\0\0", 8);
  check_reading({
      {"z.bin", zip + "rest", "",
       "z.bin: expected text, found a zip archive (xlsx, or a zipped CSV): "
       "unpack it first",
       given({"format=plain"})},
      {"z.gz", zip, "", "a zip archive", given({"format=plain"})},
      // which tell by more than their first bytes
      {"t.csv", std::string(257, 'a') + "ustar", "", "a tar archive"},
      {"q.csv", std::string("SQLite format 3\0", 16), "", "an SQLite database"},
      {"u.txt",
       std::string("\xff\xfe"
                   "a\0\t\0",
                   6),
       "", "iconv -f UTF-16 -t UTF-8", given({"format=labeled"})},
      {"n.txt", std::string("a\tgood\nb\tba\0d\n", 14), "",
       "n.txt:2:5: expected text, found a zero byte",
       given({"format=labeled"})},
      {"f",
       "",
       "",
       "a zip archive",
       {given({"format=folders"}), {{"f/a/x", zip}}}},
  });
}

TEST_CASE("a class of which no row has a feature is left out without words") {
  const std::string text =
      "text,label\n,none of it\nloan money,bank\nball team,sport\nloan,\n";
  const std::string said =
      "e.csv: no document labeled 'none of it' has a feature; the class is "
      "left out";
  const Workplace workplace;
  write_files(
      {{"e.csv", text}, {"w", "none of it: loan\nbank: money\nsport: ball\n"}});
  const Found left_out = found_in("e.csv");
  const Found worded = found_in("e.csv", given({"seed-words=w"}));
  CHECK(contains(left_out.said, said));
  CHECK(left_out.corpus.data.classes == Strings{"bank", "sport"});
  CHECK(contains(worded.said,
                 "e.csv: 1 labeled document has no feature, and nothing is "
                 "learned from it"));
  CHECK(worded.corpus.data.classes == Strings{"bank", "none of it", "sport"});
}

TEST_CASE("fields that are missing at the end of a record are empty") {
  check_reading({
      {"x.csv",
       "id,text,label\r\n1,loan bank,A\r\n2,goal team,B\r\n"
       "3,loan team\r\n4\r\n",
       "A|B||"},
      {"x.tsv", "id\ttext\tlabel\n1\tloan\tA\n2\tgoal\tB\n3\tteam\n", "A|B|"},
  });
}

TEST_CASE("documents without ids are called by their lines") {
  const Workplace workplace;
  const std::string lines = "a\tloan bank\nb\tgoal team\na\tloan\n";
  write_files({{"f.txt", lines},
               {"sub/f.txt", lines},
               {"f.txt.gz", lines},
               {"l.csv", "id,label\n2,c\n"}});
  const Corpus corpus = found_in("f.txt", given({"format=labeled"})).corpus;
  write_store(corpus.data, "f.store", {{kIdsKey, pack_ids(corpus.ids)}});
  const auto relabeled = [](Source& source) {
    source.text = source.path != "f.store";
    source.read.label_files = {"l.csv"};
  };
  for (const std::string path :
       {"f.txt", "./f.txt", "sub/f.txt", "f.txt.gz", "f.store"})
    CHECK(found_in(path, relabeled).labels == "a|c|a");
  const Found two = found_in("f.txt", [](Source& source) {
    source.text = true;
    source.more = {"sub/f.txt"};
  });
  CHECK(two.corpus.ids == Strings{"f.txt:1", "f.txt:2", "f.txt:3",
                                  "sub/f.txt:1", "sub/f.txt:2", "sub/f.txt:3"});
}

TEST_CASE("lines of fastText have labels, not words") {
  const std::string lines =
      "__label__a loan bank\n__label__b goal team\nloan team\n";
  check_reading({
      {"ft.txt", lines, "a|b|"},
      {"ft.txt", lines, "a|b|", "", given({"text=yes"})},
      {"sets.txt",
       "__label__a __label__b loan bank\n__label__b goal\n"
       "__label__a loan\n",
       "a,b|b|a"},
  });
  const Workplace workplace;
  write_files({{"ft.txt", lines}});
  CHECK(vocabulary_from_archive(found_in("ft.txt").corpus.vocabulary)
            .words_and_phrases() == 4);
}

TEST_CASE("JSON may be a list of objects") {
  const std::string objects =
      "{\"text\":\"loan {bank\",\"label\":\"a\"},\n {\"text\":\"go\\\"al\",\n"
      "\"label\":\"b\",\"x\":{\"y\":[1]}} , {\"text\":\"team\",\"label\":null}";
  check_reading({{"j.json", "[" + objects + "]", "a|b|"},
                 {"j.json", "[\n" + objects + "\n]\n", "a|b|"},
                 {"bad.json", "[{\"text\":\"a\"},\n 7]", "", "bad.json:2:1: "},
                 {"half.jsonl", "{\"text\":\"a \\ud83d b\",\"label\":\"x\"}\n",
                  "", "surrogates"}});
}

TEST_CASE("tables with other separators, and without a header") {
  check_reading({
      {"sep.csv", "sep=;\nid;text;label\n1;loan, bank;x\n2;goal;y\n", "x|y"},
      {"tab.csv", "id\ttext\tlabel\n1\tloan, bank\tx\n2\tgoal\ty\n", "x|y"},
      {"bar.csv", "id|text|label\n1|loan, bank|x\n2|goal|y\n", "x|y"},
      {"own.txt", "id~text~label\n1~loan, bank~x\n2~goal~y\n", "x|y", "",
       given({"separator=~"})},
      {// tables beside the data are written otherwise
       "own.txt",
       "1~loan, bank~x\n2~goal~\n3~team~\n",
       "x|y|x",
       "",
       {given({"text-columns=2", "label-column=3", "id-column=1", "separator=~",
               "header=no", "backslash=yes", "labels=l.csv"}),
        {{"l.csv", "id,label,text\n2,y,\\goal\n3,x,\n"}}}},
      {"bare.csv", "1,loan,x\n2,goal,y\n", "x|y", "",
       [](Source& source) {
         columns("2", "3")(source);
         source.columns.header = false;
       }},
      {"comma.csv", "id,\"body, full\",label\n1,loan,x\n2,goal,y\n", "x|y", "",
       columns("body, full", "label")},
  });
}

TEST_CASE("line ends and ends of files of other systems are said or read") {
  const std::string said =
      ": expected a line feed behind each line, found carriage returns";
  check_reading({
      {"dos.csv", "id,text,label\r\n1,loan,x\r\n2,goal,y\r\n\x1a", "x|y"},
      {"twice.csv",
       "id,text,label\r\r\n1,\"loan\r\r\nb\",x\r\r\n2,goal,\"y\"\r\r\n", "x|y"},
      {"twice.tsv", "text\tlabel\r\r\nloan\t\"x\"\r\r\n\r\r\ngoal\ty\r\r\n",
       "x|y"},
      {"twice.jsonl",
       "{\"text\":\"loan\",\"label\":\"x\"}\r\r\n{\"text\":\"goal\",\"label\":"
       "\"y\"}\r\r\n",
       "x|y"},
      {"twice.txt", "x\tloan\r\r\ny\tgoal\r\r\n", "x|y", "",
       given({"format=labeled"})},
      {"twice.svm",
       "a 1:1\r\r\nb 2:0.123456789012345678\r\r\n\"c d\" 3:1\r\r\n\r\r\na "
       "1:1\r\r\n",
       "a|b|c d|a"},
      {"d.csv", "text,label\nloan,x\ngoal,\n", "x|y", "",
       table("l.csv", "id,label\r\r\n3,y\r\r\n")},
      {"d.csv", "text\nloan\ngoal\n", "x|y", "a single vote",
       votes("v.csv", "id,a\r\r\n2,x\r\r\n3,\"y\"\r\r\n")},
      {"mac.txt", "x\tloan\ry\tgoal\r", "", "mac.txt:1:7" + said,
       given({"format=labeled"})},
      {"mac.csv", "\"text\",\"label\"\r\"loan\",\"x\"\r", "",
       "mac.csv:1:15" + said},
      {"last.csv", "text,label\n\"loan\",\"x\"\r\"goal\",\"y\"\r", "",
       "last.csv:2:11" + said},
      {"mac.svm", "a 1:1\rb 2:1\r", "", "mac.svm:1:6" + said},
      {"dos.svm", "a 1:1\r\nb 2:1\r\n\x1a", "", "the byte 0x1A"},
  });
}

}  // namespace semilin::test
