#include "semilin/text/documents.h"

#include "support/workplace.h"

namespace semilin::test {
namespace {

// Writes a file, and returns its name.
std::string file(const std::string& name, const std::string& text) {
  write_files({{name, text}});
  return name;
}

DocumentBatch read_all(const std::string& path,
                       TextFormat format = TextFormat::Auto, Index bytes = 16,
                       const TableColumns& columns = {}) {
  DocumentReader reader(path, format, columns);
  DocumentBatch all;
  DocumentBatch batch;
  while (reader.next(batch, bytes)) {
    all.labels.insert(all.labels.end(), batch.labels.begin(),
                      batch.labels.end());
    all.texts.insert(all.texts.end(), batch.texts.begin(), batch.texts.end());
    all.ids.insert(all.ids.end(), batch.ids.begin(), batch.ids.end());
  }
  return all;
}

std::string error_of(const std::string& path,
                     TextFormat format = TextFormat::Auto) {
  return test::error_of([&] { (void)read_all(path, format); });
}

TEST_CASE("lines of label, tab and text; the label may be missing") {
  const Workplace workplace;
  const std::string text =
      "a\tfirst text\n?\tsecond\n\tthird\r\n\"b #\"\tfourth\twith tab\n"
      "\u00dc & \"R\" \t";
  for (const std::string& path : {file("x", text), file("x.gz", text)}) {
    const DocumentBatch all = read_all(path);
    CHECK(all.labels == Strings{"a", "", "", "b #", "\u00dc & \"R\""});
    CHECK(all.texts ==
          Strings{"first text", "second", "third", "fourth\twith tab", ""});
  }
}

TEST_CASE("lines without a tab are documents without labels") {
  const Workplace workplace;
  const std::string path = file("x.txt", "one line\n\nthe third\n");
  const DocumentBatch all = read_all(path);
  CHECK(all.labels == Strings{"", "", ""});
  CHECK(all.texts == Strings{"one line", "", "the third"});
  CHECK(read_all(file("y", "a\tb\n"), TextFormat::Plain).texts ==
        Strings{"a\tb"});
  CHECK(read_all(file("empty", "")).texts.empty());
}

TEST_CASE("a line or label that cannot be is refused with its place") {
  const Workplace workplace;
  const std::string path = file("x", "a\tb\nno tab here\n");
  CHECK(error_of(path) ==
        path +
            ":2:1: expected label<TAB>text, found 'no tab here' without "
            "a tab");
  const std::string control = file("y", "a\tb\na\x01z\ttext\n");
  CHECK(error_of(control) ==
        control +
            ":2:1: expected a label in UTF-8 without control characters before "
            "the tab, found 'a\\x01z'");
  CHECK(error_of(file("z", "a\tb\n\n")).ends_with("an empty line"));
  CHECK(error_of(file("c", "\xFC\tb\n")).find(":1:1:") != std::string::npos);
  CHECK(error_of("absent") != "");
  CHECK(error_of(path, TextFormat::Folders) ==
        path + ": expected a folder of documents");
  std::filesystem::create_directory("empty");
  CHECK(error_of("empty") == "empty: the folder holds no documents");
}

TEST_CASE("a reader knows how much of the file it has read") {
  const Workplace workplace;
  std::string lines, table = "label,text\n", objects;
  for (int i = 0; i < 40000; ++i) {
    lines += "a\tone two three\n";
    table += "a,one two three\n";
    objects += "{\"label\": \"a\", \"text\": \"one two\"}\n";
  }
  file("folders/a/1.txt", "one");
  file("folders/a/2.txt", "two");
  for (const std::string& path :
       {file("x", lines), file("x.csv", table), file("x.jsonl", objects),
        std::string("folders")}) {
    CAPTURE(path);
    DocumentReader reader(path);
    DocumentBatch batch;
    REQUIRE(reader.next(batch, 1));
    CHECK(reader.fraction_read() > 0);
    CHECK(reader.fraction_read() < 1);
    while (reader.next(batch)) {
    }
    CHECK(reader.fraction_read() == 1);
  }
}

TEST_CASE("a folder of folders gives a class for each") {
  const Workplace workplace;
  file("corpus/b/2.txt", "b two\n");
  file("corpus/b/10/x.txt", "b deep");
  file("corpus/a b: #1/1.txt", "a one,\nin two lines\n");
  file("corpus/?/u.txt", "unknown");
  file("corpus/loose.txt", "loose");
  file("corpus/.hidden", "not read");
  file("corpus/.git/x", "not read");
  const DocumentBatch all = read_all("corpus");
  CHECK(all.labels == Strings{"", "a b: #1", "b", "b", ""});
  CHECK(all.texts == Strings{"unknown", "a one,\nin two lines\n", "b deep",
                             "b two\n", "loose"});
}

TEST_CASE("a table is read alike from CSV, TSV and JSON lines") {
  const Workplace workplace;
  const std::string csv = file("x.csv",
                               "\xEF\xBB\xBFid,text,label\r\n"
                               "7,\"a, \"\"b\"\"\r\n\r\nc\",Cars: parts\r\n\r\n"
                               "8,d,\r\n"
                               ",\"\",\" x \"");
  const std::string tsv = file("tsv",
                               "Label\tID\tText\nCars: parts\t7\t\"a, "
                               "\"\"b\"\"\n\nc\"\n\n\t8\td\nx\t\t\n");
  const std::string json =
      file("json",
           "{\"text\": \"a, \\\"b\\\"\\n\\nc\", \"id\": 7, \"label\": "
           "\"Cars: parts\"}\n"
           "\n{\"text\": \"d\", \"id\": \"8\", \"label\": null}\n"
           "{\"text\": \"\", \"label\": [\"x\"], \"more\": {}}\n");
  for (const std::string& path : {csv, tsv, json}) {
    CAPTURE(path);
    CHECK(holds_table(path));
    const DocumentBatch all = read_all(path);
    CHECK(all.texts == Strings{"a, \"b\"\n\nc", "d", ""});
    CHECK(all.labels == Strings{"Cars: parts", "", "x"});
    CHECK(std::vector(all.ids.begin(), all.ids.begin() + 2) ==
          Strings{"7", "8"});
  }
}

TEST_CASE("Qualtrics' lines below the header are no documents") {
  const Workplace workplace;
  const std::string first = "A,one\n", second = "B,two\n";
  const std::string csv =
      "label,text\n\"Your\nvote?\",Why?\n"
      "\"{\"\"ImportId\"\":\"\"QID1\"\"}\",\"{\"\"ImportId\"\":\"\"QID2\"\"}"
      "\"\n";
  const std::string tsv =
      "label\ttext\nYour vote?\tWhy?\n"
      "{\"ImportId\":\"QID1\"}\t{\"ImportId\":\"QID2\"}\nA\tone\nB\ttwo\n";
  for (const std::string& path :
       {file("x.csv", csv + first + second), file("x.tsv", tsv)}) {
    CAPTURE(path);
    CHECK(read_all(path).texts == Strings{"one", "two"});
    CHECK(read_all(path).labels == Strings{"A", "B"});
  }
  CHECK(read_all(file("x.csv", csv)).texts.empty());
  // a text that mentions it
  const std::string other = "A,\"{\"\"ImportId\"\":1}\"\n";
  CHECK(read_all(file("x.csv", "label,text\n" + first + other)).texts ==
        Strings{"one", "{\"ImportId\":1}"});
}

TEST_CASE("blanks around a field in quotes are no part of it") {
  const Workplace workplace;
  const Strings texts = {"a, \"b\"", "two\nlines", " \"c\" is text", ""};
  const Strings labels = {"A", "B", "C", "D"};
  const std::string header = "\"id\", \"label\" ,  \"text\"\n";
  for (const std::string& path :
       {file("x.csv", header + "1, \"A\",  \"a, \"\"b\"\"\" \n"
                               "2 ,\"B\" , \"two\nlines\"\n"
                               "3, \"C\", \"c\" is text\n4, \"D\",\n"),
        file("x", header +
                      "1, \"A\", \"a, \"\"b\"\"\"\n2, \"B\", \"two\nlines\"\n"
                      "3, \"C\", \"c\" is text\n4, \"D\", \"\"\n"),
        file("x.tsv",
             "\"id\"\t \"label\"\t \"text\"\n"
             "1\t \"A\" \t \"a, \"\"b\"\"\"\n2\t \"B\"\t\"two\nlines\" \n"
             "3\tC\t \"c\" is text\n4\t\"D\"\t\n")}) {
    CAPTURE(path);
    const DocumentBatch all = read_all(path);
    CHECK(all.texts == texts);
    CHECK(all.labels == labels);
  }
  // a stray quote takes no record
  const DocumentBatch stray =
      read_all(file("x.csv", "label,text\nA, \"one\nB, two\"\n"));
  CHECK(stray.texts == Strings{" \"one", " two\""});
  TableColumns by_blanks;
  by_blanks.separator = ' ';
  const std::string path = file("x.csv", "label id text\nA  \"b c\"\n");
  CHECK(read_all(path, TextFormat::Csv, 16, by_blanks).texts == Strings{"b c"});
}

TEST_CASE("columns are chosen by name, and several texts are joined") {
  const Workplace workplace;
  const std::string path =
      file("x.csv", "title;body;Class;text\nhello;a, b;c;not read\n");
  TableColumns columns;
  columns.text = {"title", "body"};
  columns.label = "class";
  const DocumentBatch all = read_all(path, TextFormat::Auto, 16, columns);
  CHECK(all.texts == Strings{"hello\na, b"});
  CHECK(all.labels == Strings{"c"});
  CHECK(all.ids == Strings{"2"});
}

TEST_CASE("a file is taken for a table by its name or its first lines") {
  const Workplace workplace;
  for (const std::string text :
       {"pet\ta, b\n", "id,text\n", "id,body,cat\n", "body,cat\n\"two\n",
        "body,cat\nx,y\n", "label\tText\n", "Review ID,Review text\n1,\"two\n",
        "Name;Der Text;Klasse\nx;y;z\n", "\"good, phone\",pos\n\"bad\",neg\n",
        "class\tbody\n"})
    CHECK_MESSAGE(holds_table(file("x.txt", text)), text);
  for (const std::string text :
       {"id\tbody\tcat\n", " {\"a\": 1}\n", "[{\"a\": 1},\n", "[\n",
        "__label__a a text\n", "sep=;\na;b\n", "a\thello world\n",
        "\thello world\n", "?\tpage 3:2 of it\n", " text |id\n"})
    CHECK_MESSAGE(holds_table(file("x.txt", text)), text);
  for (const std::string text :
       {"text\n", "Hello, world, all\nand, more, words\n",
        "1,5,7 1:0.5\n1,5 2:1\n", "1,5\n2,3\n", "{not JSON}\n", "",
        "a,b 1:0.5\nc,d 2:1\n", "1,5 1:1\n2,7 1:2\n", "Hello, all\nand, more\n",
        "__label__a 1:0.5\n", "1\t3:0.5\t7:1\n", "1\tqid:3 7:1\n",
        "1\t# no entry\n", "1\t\n"})
    CHECK_MESSAGE(!holds_table(file("x.txt", text)), text);
  for (const char* name : {"x.csv", "x.JSONL", "x.ndjson", "x.tsv", "x.tab"})
    CHECK(holds_table(file(name, "nothing known\n")));
  CHECK_FALSE(holds_table("."));
  CHECK_FALSE(holds_table("-"));
}

TEST_CASE("a record that cannot be is refused with its place") {
  const Workplace workplace;
  const std::string object =
      "expected a JSON object per line, of at most 64 levels (jq -c makes such "
      "lines), found ";
  const std::map<std::string, std::string> faults = {
      {"a,b,c\n",
       ":1:1: expected a column 'text', found the columns 'a', 'b', 'c'"},
      {"comment,kind of\nbad film,neg\n",
       ":1:1: expected a column 'text', found the columns 'comment', 'kind "
       "of'; "
       "name them with the option text_columns comment and the option "
       "label_column 'kind of'"},
      {"text,label,text\na,b,c\n",
       ":1:12: expected a single column 'text', found a second one of that "
       "name"},
      {"text,label,label\na,b,c\n",
       ":1:12: expected a single column 'label', found a second one of that "
       "name (with the option label_column they make a set)"},
      {"text,label\nx,y,z\n",
       ":2:5: expected at most 2 fields as in the header, found 3 in the "
       "record of line 2"},
      {"text,label\nx,\"y\n",
       ":2:3: expected a quote that is closed, found the end of the file"},
      {"text,label\n\"x\"y,z\n",
       ":2:4: expected the end of the field behind its closing quote, found "
       "'y,z'"},
      {"text,label\nx,\"a\nb\"\n",
       ":2:3: expected a label in UTF-8 without control characters, found "
       "'a\\x0ab'"},
      {"{\"text\": \"a\"}\n{\"text\": ]}\n", ":2:10: " + object + "']}'"},
      {"{\"text\": \"a\"}\n[1]\n", ":2:1: " + object + "'[1]'"},
      {"{\"text\": \"a\"}\n{\"text\": 1e999}\n",
       ":2:1: " + object + "a number beyond those of double precision"},
      {"{\"text\": {}}\n",
       ":1:1: expected text or a number in 'text', found object"},
      {"{\"txt\": \"a\"}\n",
       ":1:1: expected a member 'text' in some object, found 'txt'; name it "
       "with the option text_columns txt"},
      {"{\"rows\": [{\"text\": \"a\"}]}\n",
       ":1:1: expected a member 'text' in some object, found none, but lists "
       "in 'rows': jq -c '.rows[]' FILE > NEW.jsonl takes them out"}};
  for (const auto& [text, message] : faults) {
    const std::string path = file("x", text);
    CHECK(error_of(path) == path + message);
  }
  CHECK(error_of(file("x.csv", "text,other,other\na,b,c\n")) == "");
  const std::string deep =
      file("deep.jsonl", "{\"text\": " + std::string(100'000, '[') + "\n");
  CHECK(error_of(deep).ends_with("found deeper nesting"));
  CHECK(error_of(file("empty.csv", "")).ends_with("an empty file"));
}

TEST_CASE("label names become classes in the usual order, or sets") {
  Dataset data;
  set_labels({"b", "", "10", "9", "+9", "b"}, data);
  CHECK(data.classes == Strings{"9", "+9", "10", "b"});
  CHECK(data.labels == std::vector<std::int32_t>{3, kUnlabeled, 2, 0, 1, 3});
  CHECK_FALSE(data.multi_label);
  // sets where one has two labels, else classes
  data = {};
  set_labels({"a,b", "x", ",", "", "\"c,d\""}, data,
             {false, true, true, false, true});
  CHECK_FALSE(data.multi_label);
  CHECK(data.classes == Strings{"a,b", "c,d", "x"});
  CHECK(data.labels ==
        std::vector<std::int32_t>{0, 2, kUnlabeled, kUnlabeled, 1});
  Dataset sets;
  set_labels({"a,b", "x,y", ",", ""}, sets, {false, true, true, false});
  CHECK(sets.multi_label);
  CHECK(sets.classes == Strings{"\"a,b\"", ",", "x,y"});
  CHECK(sets.labels == std::vector<std::int32_t>{0, 2, 1, kUnlabeled});
}

}  // namespace
}  // namespace semilin::test
