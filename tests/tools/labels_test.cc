// What labels mean is the same on every way from a file to a model.
#include <algorithm>
#include <string>
#include <vector>

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include "support/command.h"

namespace semilin {
namespace {

using nlohmann::json;
using test::Outcome;
using test::Workshop;
using Names = std::vector<std::string>;

// What training on `data` says of its labels.
json trained(const Workshop& shop, const std::string& data) {
  const Outcome outcome =
      shop.semilin("train --method svm -o m --summary s -q " + data);
  REQUIRE_MESSAGE(outcome.status == 0, data << ": " << outcome.err);
  const json summary = json::parse(shop.read("s"));
  return {{"labeled", summary["labeled"]}, {"classes", summary["classes"]}};
}

// The other commands see the same labels: evaluate counts the labeled rows,
// suggest lists the others, audit judges the first.
void check_uses(const Workshop& shop, const std::string& data,
                const json& expected) {
  const auto labeled = expected["labeled"].get<int>();
  const auto rows = json::parse(shop.read("s"))["rows"].get<int>();
  const json said =
      json::parse(shop.semilin("evaluate m " + data + " --json -q").out);
  CHECK(said["rows"] == labeled);
  CHECK(said["classes"].size() == expected["classes"].size());
  if (expected.value("sets", false)) return;
  const std::string rest =
      shop.semilin("suggest -n 99 -q --to jsonl " + data).out;
  CHECK(std::count(rest.begin(), rest.end(), '\n') == rows - labeled);
  const Outcome judged = shop.semilin("audit -n 0 --json -q " + data);
  if (judged.status == 1) return;  // no two classes have two labels
  const json audit = json::parse(judged.out);
  CHECK(static_cast<int>(audit["labels"].size()) +
            audit["left_out"].get<int>() ==
        labeled);
}

// The same, of a store and of svmlight text that vectorize makes of the file,
// and of what convert makes of each: the other one.
void check_ways(const Workshop& shop, const std::string& file,
                const std::string& options, const json& expected) {
  CAPTURE(file);
  const auto check = [&](const std::string& data) {
    CAPTURE(data);
    json found = trained(shop, data);
    if (expected.contains("sets")) found["sets"] = true;
    CHECK(found == expected);
    check_uses(shop, data, expected);
  };
  check(file + " " + options);
  for (const std::string to : {"store", "svmlight"}) {
    const auto made = shop.semilin("vectorize -q " + file + " " + options +
                                   " -o v." + to + " --to " + to);
    REQUIRE_MESSAGE(made.status == 0, made.err);
    check("v." + to);
    const std::string other = to == "store" ? "c.svmlight" : "c.store";
    REQUIRE(shop.semilin("convert -q v." + to + " " + other).status == 0);
    check(other);
  }
}

json labels(int labeled, const Names& classes) {
  return {{"labeled", labeled}, {"classes", classes}};
}

json sets(int labeled, const Names& names) {
  json expected = labels(labeled, names);
  expected["sets"] = true;
  return expected;
}

TEST_SUITE_BEGIN("slow");

TEST_CASE("the class 0 beside 1 and -1 is kept on every way") {
  const Workshop shop;
  shop.write("sent.csv",
             "id,text,label\n1,loan bank,1\n2,goal team,-1\n3,loan team,0\n"
             "4,goal bank,0\n5,loan bank,1\n6,goal team,-1\n");
  check_ways(shop, "sent.csv", "", labels(6, {"-1", "0", "1"}));
  REQUIRE(shop.semilin("vectorize -q sent.csv -o sent.store").status == 0);
  REQUIRE(shop.semilin("convert sent.store sent.svm").status == 0);
  CHECK(shop.read("sent.svm").find("\n\"0\" ") != std::string::npos);
  REQUIRE(shop.semilin("train -q sent.csv --method svm -o m").status == 0);
  for (const char* data : {"sent.csv", "sent.store", "sent.svm"}) {
    CAPTURE(data);
    const json said = json::parse(
        shop.semilin("evaluate m " + std::string(data) + " --json").out);
    CHECK(said["rows"] == 6);
    CHECK(said["unlabeled"] == 0);
  }
}

TEST_CASE("svmlight text keeps its rule for 0, and its meaning in a store") {
  const Workshop shop;
  shop.write("d.svm", "+1 1:1\n-1 2:1\n0 3:1\n0 1:1 3:1\n");
  CHECK(trained(shop, "d.svm") == labels(2, {"-1", "+1"}));
  REQUIRE(shop.semilin("convert d.svm d.store").status == 0);
  CHECK(trained(shop, "d.store") == labels(2, {"-1", "+1"}));
}

// Documents of an id, a text and a label, in each format of documents. Where a
// label is empty, its field is missing.
struct Reader {
  std::string file, options;
};
const std::vector<Reader> kReaders = {{"d.csv", ""},
                                      {"d.tsv", ""},
                                      {"d.jsonl", ""},
                                      {"d.json", ""},
                                      {"z.csv.gz", ""},
                                      {"d.txt", " --format labeled"},
                                      {"d", " --format folders"},
                                      {"f.txt", " --format fasttext"}};

void write_formats(const Workshop& shop, const std::vector<Names>& documents) {
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
    const std::string folder = none ? "d/" : "d/" + label + "/";
    std::filesystem::create_directories(shop.path(folder));
    shop.write(folder + one[0], one[1]);
  }
  shop.write("d.csv", csv);
  shop.write("d.tsv", tsv);
  shop.write("d.jsonl", jsonl);
  shop.write("d.json", list.dump(1));
  shop.write("d.txt", lines);
  shop.write("f.txt", fasttext);
  REQUIRE(shop.shell("gzip -c d.csv > z.csv.gz").status == 0);
}

// Labels that one reader or another could take for something else; `none` is
// to mean unlabeled.
const std::vector<Names> kAwkward = {{"1", "loan bank", "Loans,cards"},
                                     {"2", "goal team", "1.10"},
                                     {"3", "loan team", "1.1"},
                                     {"4", "goal bank", "0"},
                                     {"5", "card money", "1"},
                                     {"6", "team money", "-1"},
                                     {"7", "bank team", "none"},
                                     {"8", "loan goal", ""},
                                     {"9", "card goal", "01"},
                                     {"10", "loan money", "\"q"},
                                     {"11", "bank money", "1E5"},
                                     {"12", "bank card", "100000"},
                                     {"13", "team card", "9007199254740993"},
                                     {"14", "money", "9007199254740992"}};
const json kAwkwardLabels =
    labels(12, {"-1", "0", "1", "01", "1.1", "1.10", "1E5", "100000",
                "9007199254740992", "9007199254740993", "\"q", "Loans,cards"});

TEST_CASE("awkward labels are the same from every reader on every way") {
  const Workshop shop;
  write_formats(shop, kAwkward);
  for (const Reader& reader : kReaders)
    check_ways(shop, reader.file, "--unlabeled-label none" + reader.options,
               kAwkwardLabels);
}

TEST_CASE("awkward labels are the same from every table of labels") {
  const Workshop shop;
  write_formats(shop, kAwkward);
  std::string texts = "id,text\n";
  for (const Names& one : kAwkward)
    texts += one[0] + "," + one[1] + "\n";
  shop.write("u.csv", texts);
  for (const std::string to : {"store", "svmlight"})
    REQUIRE(
        shop.semilin("vectorize u.csv -q --to " + to + " -o u." + to).status ==
        0);
  for (const std::string rows : {"u.csv", "u.store", "u.svmlight"})
    for (const std::string table : {"d.csv", "d.tsv", "d.jsonl", "z.csv.gz"}) {
      CAPTURE(rows);
      CAPTURE(table);
      const std::string data =
          rows + " --unlabeled-label none --labels " + table;
      CHECK(trained(shop, data) == kAwkwardLabels);
      check_uses(shop, data, kAwkwardLabels);
    }
}

TEST_CASE("a name with a comma is one class") {
  const Workshop shop;
  write_formats(shop, {{"1", "loan bank", "Loans, cards"},
                       {"2", "goal team", "Sport"},
                       {"3", "loan card", ""},
                       {"4", "team bank", ""},
                       {"5", "bank loan", "Loans, cards"},
                       {"6", "team goal", "Sport"}});
  for (const char* file : {"d.csv", "d.jsonl"})
    check_ways(shop, file, "", labels(4, {"Loans, cards", "Sport"}));
  trained(shop, "d.csv");
  CHECK(shop.semilin("predict m d.csv -q").out ==
        "\"Loans, cards\"\nSport\n\"Loans, cards\"\n\"Loans, cards\"\n"
        "\"Loans, cards\"\nSport\n");
  CHECK(shop.semilin("audit d.csv -q").status == 0);
  CHECK(shop.semilin("suggest d.csv --model m -q").status == 0);
  CHECK(shop.semilin("label d.csv -q -o page.html").status == 0);
  shop.write("u.csv", "id,text\n1,loan bank\n2,goal team\n3,loan goal\n");
  for (const char* table : {"t.csv", "t.tsv", "t.jsonl"}) {
    CAPTURE(table);
    shop.write("t.csv", "id,label\n1,\"Loans, cards\"\n2,Sport\n");
    shop.write("t.tsv", "id\tlabel\n1\tLoans, cards\n2\tSport\n");
    shop.write("t.jsonl",
               "{\"id\":1,\"label\":\"Loans, cards\"}\n"
               "{\"id\":2,\"label\":[\"Sport\"]}\n");
    CHECK(trained(shop, "u.csv --labels " + std::string(table)) ==
          labels(2, {"Loans, cards", "Sport"}));
  }
}

TEST_CASE("sets are asked for in tables, and are lists in JSON") {
  const Workshop shop;
  shop.write("s.csv",
             "id,text,label\n1,gun kiss,\"Drama, Comedy\"\n"
             "2,kiss joke,\"Comedy, Drama\"\n3,gun,Drama\n4,joke,Comedy\n"
             "5,gun joke,\n");
  check_ways(shop, "s.csv", "--label-separator ,",
             sets(4, {"Comedy", "Drama"}));
  shop.write("s.jsonl",
             "{\"text\":\"gun kiss\",\"label\":[\"Drama\",\"A, B\"]}\n"
             "{\"text\":\"kiss joke\",\"label\":[\"A, B\"]}\n"
             "{\"text\":\"gun\",\"label\":[\"Drama\"]}\n"
             "{\"text\":\"joke gun\",\"label\":[]}\n"
             "{\"text\":\"joke\",\"label\":null}\n");
  check_ways(shop, "s.jsonl", "", sets(4, {"A, B", "Drama"}));
  const std::string err = shop.semilin("train s.jsonl -o m").err;
  CHECK(err.find("1 of 4 labeled rows have the empty set of labels; if their "
                 "labels are unknown, add --unlabeled-label ','") != err.npos);
  CHECK(trained(shop, "s.jsonl --unlabeled-label ,")["labeled"] == 3);
  trained(shop, "s.jsonl");
  REQUIRE(shop.semilin("predict m s.jsonl -o p.csv -q").status == 0);
  CHECK(trained(shop,
                "s.jsonl --unlabeled-label , --label-separator , "
                "--labels p.csv")["classes"] == Names{"A, B", "Drama"});
}

TEST_CASE("a label that means unlabeled means it in every command") {
  const Workshop shop;
  write_formats(shop, {{"1", "loan bank", "x"},
                       {"2", "loan money", "none"},
                       {"3", "goal team", "y"},
                       {"4", "goal bank", "none"},
                       {"5", "bank team", "none"}});
  check_ways(shop, "d.csv", "--unlabeled-label none", labels(2, {"x", "y"}));
  const std::string option = "--unlabeled-label none";
  const std::string hint =
      "d.csv: most labels are 'none', which is a class; "
      "if it means that there is no label, add " +
      std::string("--unlabeled-label 'none'");
  for (const std::string command :
       {"train d.csv --method svm -o m", "vectorize d.csv -o v.store",
        "suggest d.csv", "audit d.csv", "label d.csv -o l.html",
        "evaluate m d.csv"}) {
    CAPTURE(command);
    CHECK(shop.semilin(command).err.find(hint) != std::string::npos);
    CHECK(shop.semilin(command + " " + option).err.find(hint) ==
          std::string::npos);
  }
  const json said =
      json::parse(shop.semilin("evaluate m d.csv --json -q " + option).out);
  CHECK(said["rows"] == 2);
  CHECK(said["unlabeled"] == 3);
  shop.write("u.csv", "id,text\n1,loan bank\n2,goal team\n3,loan goal\n");
  shop.write("l.csv", "id,label\n1,x\n2,y\n3,none\n");
  CHECK(trained(shop, "u.csv --labels l.csv " + option)["labeled"] == 2);
}

TEST_CASE("empty lists of labels are unlabeled where no list has two") {
  const Workshop shop;
  shop.write("l.jsonl",
             "{\"id\":1,\"text\":\"loan bank\",\"label\":[\"A\"]}\n"
             "{\"id\":2,\"text\":\"goal team\",\"label\":[\"B\"]}\n"
             "{\"id\":3,\"text\":\"loan team\",\"label\":[]}\n"
             "{\"id\":4,\"text\":\"goal bank\",\"label\":[]}\n");
  check_ways(shop, "l.jsonl", "", labels(2, {"A", "B"}));
  CHECK(shop.semilin("predict m l.jsonl -q").out.find(',') ==
        std::string::npos);
}

TEST_SUITE_END();

}  // namespace
}  // namespace semilin
