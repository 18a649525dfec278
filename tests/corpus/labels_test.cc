// What labels mean is the same on every way from a file to rows.
#include <nlohmann/json.hpp>

#include "semilin/io/dataset_file.h"

#include "support/reading.h"

namespace semilin::test {
namespace {

using nlohmann::json;
using Names = std::vector<std::string>;

// Reads the file, a store and svmlight text that are made of it, and what
// becomes of each as the other.
void check_ways(const std::string& file, const Change& change,
                const std::string& labels, bool sets = false) {
  CAPTURE(file);
  const Found found = found_in(file, change);
  CHECK_MESSAGE(found.labels == labels, found.said);
  CHECK(found.corpus.data.multi_label == sets);
  write_store(found.corpus.data, "a.store");
  write_svmlight(found.corpus.data, "a.svm");
  write_store(read_dataset({"a.svm"}), "b.store");
  write_svmlight(read_dataset({"a.store"}), "b.svm");
  for (const std::string made : {"a.store", "a.svm", "b.store", "b.svm"}) {
    CAPTURE(made);
    const Found again = found_in(made);
    CHECK_MESSAGE(again.labels == labels, again.said);
    CHECK(again.corpus.data.multi_label == sets);
  }
}

Change unlabeled(const std::string& marker,
                 TextFormat format = TextFormat::Auto) {
  return given({"unlabeled-label=" + marker, "format=" + spelled(format)});
}

// Documents of an id, a text and a label, in each format of documents. Where a
// label is empty, its field is missing.
struct Reader {
  std::string file;
  TextFormat format = TextFormat::Auto;
};
const std::vector<Reader> kReaders = {{"d.csv"},
                                      {"d.tsv"},
                                      {"d.jsonl"},
                                      {"d.json"},
                                      {"d.csv.gz"},
                                      {"d.txt", TextFormat::Labeled},
                                      {"d", TextFormat::Folders},
                                      {"f.txt", TextFormat::FastText}};

Files in_all_formats(const std::vector<Names>& documents) {
  Files files;
  std::string csv = "id,text,label\n", tsv = "id\ttext\tlabel\n", jsonl;
  std::string lines, fasttext;
  json list = json::array();
  for (const Names& one : documents) {
    const std::string& label = one[2];
    std::string quoted;
    for (const char c : label)
      quoted.append(c == '"' ? 2 : 1, c);
    const bool none = label.empty();
    csv += one[0] + "," + one[1] + (none ? "" : ",\"" + quoted + "\"") + "\n";
    tsv += one[0] + "\t" + one[1] + (none ? "" : "\t" + label) + "\n";
    json object = {{"id", one[0]}, {"text", one[1]}, {"label", nullptr}};
    if (!none) object["label"] = label;
    jsonl += object.dump() + "\n";
    if (none) object.erase("label");
    list.push_back(std::move(object));
    lines += label + "\t" + one[1] + "\n";
    fasttext += (none ? "" : "__label__" + label + " ") + one[1] + "\n";
    files[(none ? "d/" : "d/" + label + "/") + one[0]] = one[1];
  }
  files.merge(Files{{"d.csv", csv},
                    {"d.csv.gz", csv},
                    {"d.tsv", tsv},
                    {"d.jsonl", jsonl},
                    {"d.json", list.dump(1)},
                    {"d.txt", lines},
                    {"f.txt", fasttext}});
  return files;
}

// Labels that one reader or another could take for something else; `none` is
// to mean unlabeled.
const std::vector<Names> kAwkward = {{"01", "loan bank", "Loans,cards"},
                                     {"02", "goal team", "1.10"},
                                     {"03", "loan team", "1.1"},
                                     {"04", "goal bank", "0"},
                                     {"05", "card money", "1"},
                                     {"06", "team money", "-1"},
                                     {"07", "bank team", "none"},
                                     {"08", "loan goal", ""},
                                     {"09", "card goal", "01"},
                                     {"10", "loan money", "\"q"},
                                     {"11", "bank money", "1E5"},
                                     {"12", "bank card", "100000"},
                                     {"13", "team card", "9007199254740993"},
                                     {"14", "money", "9007199254740992"}};

std::string labels_of_awkward(TextFormat format) {
  std::vector<Names> documents = kAwkward;
  // of a folder, or a file beside these
  const auto entry = [](const Names& one) {
    return one[2].empty() ? one[0] : one[2];
  };
  if (format == TextFormat::Folders)
    std::sort(
        documents.begin(), documents.end(),
        [&](const Names& a, const Names& b) { return entry(a) < entry(b); });
  std::string all;
  for (const Names& one : documents)
    all += (one == documents.front() ? "" : "|") +
           (one[2] == "none" ? "" : one[2]);
  return all;
}

}  // namespace

TEST_CASE("the class 0 beside 1 and -1 is kept on every way") {
  const Workplace workplace;
  write_files({{"s.csv",
                "text,label\nloan bank,1\ngoal team,-1\nloan team,0\n"
                "goal bank,0\nloan bank,1\ngoal team,-1\n"},
               {"d.svm", "+1 1:1\n-1 2:1\n0 3:1\n0 1:1 3:1\n"}});
  check_ways("s.csv", {}, "1|-1|0|0|1|-1");
  // svmlight text keeps its rule, and what it meant in a store
  check_ways("d.svm", {}, "+1|-1||");
}

TEST_CASE("awkward labels are the same from every reader on every way") {
  const Workplace workplace;
  write_files(in_all_formats(kAwkward));
  for (const Reader& reader : kReaders)
    check_ways(reader.file, unlabeled("none", reader.format),
               labels_of_awkward(reader.format));
}

TEST_CASE("awkward labels are the same from every table of labels") {
  const Workplace workplace;
  write_files(in_all_formats(kAwkward));
  std::string texts = "id,text\n";
  for (const Names& one : kAwkward)
    texts += one[0] + "," + one[1] + "\n";
  write_files({{"u.csv", texts}});
  const Corpus corpus = found_in("u.csv", given({"purpose=read"})).corpus;
  write_store(corpus.data, "u.store", {{kIdsKey, pack_ids(corpus.ids)}});
  write_svmlight(corpus.data, "u.svm");
  std::string numbered = "id,label\n";
  for (std::size_t i = 0; i < kAwkward.size(); ++i)
    numbered += std::to_string(i + 1) + (kAwkward[i][2] == "\"q"
                                             ? ",\"\"\"q\"\n"
                                             : ",\"" + kAwkward[i][2] + "\"\n");
  write_files({{"n.csv", numbered}});
  const auto check = [](const std::string& rows, const std::string& table) {
    CAPTURE(rows);
    CAPTURE(table);
    const Found found =
        found_in(rows, given({"unlabeled-label=none", "labels=" + table}));
    CHECK_MESSAGE(found.labels == labels_of_awkward(TextFormat::Auto),
                  found.said);
  };
  for (const std::string rows : {"u.csv", "u.store"})
    for (const std::string table : {"d.csv", "d.tsv", "d.jsonl", "d.csv.gz"})
      check(rows, table);
  check("u.svm", "n.csv");
}

TEST_CASE("answers leave rows out, and each annotator's last line counts") {
  const Workplace workplace;
  write_files(
      {{"d.csv",
        "text,label\na goal,sport\na vote,\na team,sport\nlaw and vote,law\n"
        "the law,\nmore,\n"}});
  const std::string header = "id\tlabel\tanswer\tannotator\ttext\n";
  const auto check = [&](const std::string& lines, const std::string& labels,
                         const std::vector<double>& costs,
                         const std::string& said = "") {
    CAPTURE(lines);
    write_files({{"l.tsv", header + lines}});
    const Found found = found_in("d.csv", given({"labels=l.tsv"}));
    CHECK_MESSAGE(found.labels == labels, found.said);
    CHECK(found.corpus.data.costs == costs);
    CHECK(contains(found.said, said));
  };
  check("3\tlaw\t\tana\ta vote\n", "sport|law|sport|law||", {});
  check("3\t\tnone\n4\t\tunsure\tben\ta team\n", "sport|||law||",
        {1, 0, 0, 1, 1, 1});
  check("6\tlaw\t\tana\n6\tsport\t\tben\n6\t\t\tben\n", "sport||sport|law|law|",
        {});
  check("6\tlaw\t\tana\n6\t\t\tana\n", "sport||sport|law||", {});
  // a decision counts, until it is taken back
  check("6\tlaw\tdecided\tana\n6\tsport\t\tben\n6\tart\t\tana\n",
        "sport||sport|law|law|", {});
  check("6\tlaw\tdecided\tana\n6\tsport\t\tben\n6\t\tdecided\tben\n",
        "sport||sport|law|sport|", {});
  check("6\tlaw\tWhy?\tana\tother\n", "sport||sport|law|law|", {});
  check("6\tlaw\t\tana\tanother text\n", "", {}, "did the data change");
}

TEST_CASE("a label without an id is refused, and an empty line skipped") {
  const std::string documents = "text,label\na goal,\na vote,\nthe law,\n";
  const auto read = [&](const std::string& file, const std::string& text,
                        const std::string& labels, const std::string& said) {
    return ReadingCase{"d.csv", documents, labels, said, table(file, text)};
  };
  const std::string none = ": expected an id beside the label, found none";
  check_reading({
      read("l.csv", "id,label,answer\n2,law,\n,sport,\n", "",
           "l.csv:3:1" + none),
      read("l.csv", "label,answer,id\nlaw,,2\n,unsure,\n", "",
           "l.csv:3:1" + none),
      read("l.tsv", "id\tlabel\n3\tlaw\n\tsport\n2\tart\n", "",
           "l.tsv:3:1" + none),
      read("l.jsonl", "{\"id\":2,\"label\":\"law\"}\n{\"label\":\"a\"}\n", "",
           "l.jsonl:2:1" + none),
      read("l.csv", "id,label,text\n2,law,\n,,\n4,sport,the law\n",
           "law||sport", ""),
      read("l.jsonl",
           "{\"id\":2,\"label\":\"law\"}\n{\"id\":null}\n{\"id\":4,\"label\":"
           "\"a\"}\n",
           "law||a", ""),
  });
}

TEST_CASE("labels without ids are those of the documents with their text") {
  const std::string documents =
      "text,label\na goal,\na vote,\nthe law,\na  \"\"goal\"\",\n";
  const auto read = [&](const std::string& file, const std::string& text,
                        const std::string& labels, const std::string& said) {
    return ReadingCase{"d.csv", documents, labels, said, table(file, text)};
  };
  const std::string all =
      ": there is no column id, but 2 of 2 texts are those of 3 documents\n";
  const std::string beginning(200, 'x');
  check_reading({
      read("l.csv", "text,label\n\"a goal\",sport\nthe law,law\n",
           "sport||law|sport", "l.csv" + all),
      read("l.tsv", "label\ttext\nsport\ta goal\nlaw\tthe law\n\tmore\n",
           "sport||law|sport", "l.tsv" + all),
      read("l.jsonl",
           "{\"text\":\"a goal\",\"label\":[\"sport\"]}\n"
           "{\"text\":\"the law\",\"label\":\"law\"}\n",
           "sport||law|sport", "l.jsonl" + all),
      read("l.csv", "id,text,label\n,a goal,sport\n,the law,law\n",
           "sport||law|sport", "l.csv" + all),
      read("l.csv", "text,label\na team,sport\na goal,sport\na vote,law\n",
           "sport|law||sport",
           "2 of 3 texts are those of 3 documents; the first that is not is on "
           "line 2\n"),
      // the last line of a text counts, and answers are read
      read("l.csv", "text,label\na goal,law\na goal,sport\na vote,law\n",
           "sport|law||sport", "1 label contradicts an earlier one"),
      read("l.csv", "text,label,answer\na goal,,none\na vote,a\nthe law,b\n",
           "|a|b|", "3 of 3 texts"),
      read("l.csv", "text,label\na team,law\n", "",
           "l.csv:2:1: expected the text of a document, as the table has no "
           "column id, found 'a team'"),
      read("l.csv", "doc,label\n1,law\n", "",
           "l.csv:2:1: expected an id beside the label, or a text (the columns "
           "id, text), found none"),
      {"d.svm", "? 1:1\n? 2:1\n", "",
       "l.csv:2:1: expected an id beside the label, found none",
       table("l.csv", "text,label\na,law\nb,sport\n")},
      // another program's ids
      {"d.csv", "id,text\nx,a goal\ny,a vote\n", "",
       "l.csv:2:1: expected the id of a row, such as 'x', found '5'; without "
       "the column id the texts are those of the data",
       table("l.csv", "id,text,label\n5,a vote,law\n")},
      // all of a long text counts
      {"d.csv", "id,text\n1," + beginning + " goal\n2," + beginning + " bank\n",
       "law|sport", "2 of 2 texts are those of 2 documents",
       table("l.csv", "text,label\n" + beginning + " bank,sport\n" + beginning +
                          " goal,law\n")},
  });
}

TEST_CASE("a long id is shown up to the end of a letter") {
  std::string id, beginning;
  for (int i = 0; i < 20; ++i) {
    id += "\u6587";
    if (i < 14) beginning = id;  // 42 bytes
  }
  check_reading({{"d.csv", "id,text,label\nx,a goal,a\ny,a vote,b\n", "",
                  "found '" + beginning + "...'",
                  table("l.csv", "id,label\n" + id + ",a\n")}});
}

TEST_CASE("a name with a comma is one class") {
  const Workplace workplace;
  write_files(in_all_formats({{"1", "loan bank", "Loans, cards"},
                              {"2", "goal team", "Sport"},
                              {"3", "loan card", ""}}));
  for (const std::string file : {"d.csv", "d.jsonl"})
    check_ways(file, {}, "Loans, cards|Sport|");
  write_files({{"u.csv", "id,text\n1,loan bank\n2,goal team\n3,loan goal\n"},
               {"t.csv", "id,label\n1,\"Loans, cards\"\n2,Sport\n"},
               {"t.tsv", "id\tlabel\n1\tLoans, cards\n2\tSport\n"},
               {"t.jsonl",
                "{\"id\":1,\"label\":\"Loans, cards\"}\n"
                "{\"id\":2,\"label\":[\"Sport\"]}\n"}});
  for (const std::string table : {"t.csv", "t.tsv", "t.jsonl"})
    check_ways("u.csv", given({"labels=" + table}), "Loans, cards|Sport|");
}

TEST_CASE("sets are asked for in tables, and are lists in JSON") {
  const Workplace workplace;
  write_files({{"s.csv",
                "text,label\ngun kiss,\"Drama, Comedy\"\n"
                "kiss joke,\"Comedy, Drama\"\ngun,Drama\njoke,Comedy\n"
                "gun joke,\n"},
               {"s.jsonl",
                "{\"text\":\"gun kiss\",\"label\":[\"Drama\",\"A, B\"]}\n"
                "{\"text\":\"kiss joke\",\"label\":[\"A, B\"]}\n"
                "{\"text\":\"gun\",\"label\":[\"Drama\"]}\n"
                "{\"text\":\"joke gun\",\"label\":[]}\n"
                "{\"text\":\"joke\",\"label\":null}\n"},
               // without a list of two, an empty one is unlabeled
               {"one.jsonl",
                "{\"text\":\"loan bank\",\"label\":[\"A\"]}\n"
                "{\"text\":\"goal team\",\"label\":[\"B\"]}\n"
                "{\"text\":\"loan team\",\"label\":[]}\n"}});
  check_ways("s.csv", given({"label-separator=,"}),
             "Comedy,Drama|Comedy,Drama|Drama|Comedy|", true);
  const std::string lists = "\"A, B\",Drama|\"A, B\"|Drama|,|";
  check_ways("s.jsonl", {}, lists, true);
  CHECK(found_in("s.jsonl").said.find(
            "1 of 4 labeled rows have the empty set of labels; if their labels "
            "are unknown, add the option unlabeled_label ','") !=
        std::string::npos);
  check_ways("s.jsonl", unlabeled(","), "\"A, B\",Drama|\"A, B\"|Drama||",
             true);
  check_ways("one.jsonl", {}, "A|B|");
}

TEST_CASE("a label that means unlabeled is asked for where it looks so") {
  const Workplace workplace;
  write_files(in_all_formats({{"1", "loan bank", "x"},
                              {"2", "loan money", "none"},
                              {"3", "goal team", "y"},
                              {"4", "goal bank", "none"},
                              {"5", "bank team", "none"}}));
  CHECK(found_in("d.csv").said ==
        "d.csv: most labels are 'none', which is a class; if it means that "
        "there is no label, add the option unlabeled_label 'none'\n");
  CHECK(found_in("d.csv", unlabeled(" none ")).said == "");
  write_files({{"three.svm", "1 1:1\n2 2:1\n0 1:1\n0 2:1\n0 3:1\n"},
               {"two.svm", "1 1:1\n0 1:1\n0 2:1\n"}});
  CHECK(found_in("three.svm").said.find("if it means that there is no label") !=
        std::string::npos);
  CHECK(found_in("two.svm").said == "");
  check_ways("d.csv", unlabeled("none"), "x||y||");
  write_files({{"u.csv", "id,text\n1,loan bank\n2,goal team\n3,loan goal\n"},
               {"l.csv", "id,label\n1,x\n2,y\n3,none\n"}});
  CHECK(found_in("u.csv", given({"labels=l.csv", "unlabeled-label=none"}))
            .labels == "x|y|");
}

}  // namespace semilin::test
