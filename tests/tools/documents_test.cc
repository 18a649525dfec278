// People's own files through the command: CSV, TSV, JSON lines.
#include "support/command.h"

namespace semilin::test {
namespace {

const std::string kTable =
    "id,text,label\n"
    "a1,\"the cat sat, \"\"softly\"\",\nwith the dog\",Pets: small\n"
    "a2,a dog and a cat,Pets: small\n"
    "b1,the engine of the car,Cars\n"
    "b2,car with a new engine,Cars\n"
    "u1,my dog has a cat,\n"
    "u2,engine oil for my car,?\n";

TEST_CASE("predictions are a table with ids, probabilities and every class") {
  const Workshop shop({{"t.csv", kTable},
                       {"new.jsonl",
                        "{\"id\": \"x, 1\", \"text\": \"dog\"}\n"
                        "{\"text\": \"zzz\"}\n"}});
  shop.run(
      "train t.csv -q -o m --method svm --labels-out l.csv --probabilities");
  CHECK(holds(shop.told("predict m new.jsonl -o p.csv"),
              "semilin: warning: new.jsonl: the model knows no term of 1 of 2 "
              "documents, the first is '2'; their labels mean nothing\n"));
  shop.run("predict m new.jsonl -q --to tsv -o p");
  shop.run("predict m new.jsonl -q -o p.jsonl.gz");
  const auto read = shop.shell(
      "gunzip p.jsonl.gz; python3 -c 'import csv, json\n"
      "rows = list(csv.DictReader(open(\"p.csv\", newline=\"\")))\n"
      "assert rows == list(csv.DictReader(open(\"p\"), delimiter=\"\\t\"))\n"
      "assert list(rows[0]) == [\"id\", \"label\", \"probability\", "
      "\"terms\",\n"
      "                         \"Cars\", \"Pets: small\"]\n"
      "assert [row[\"id\"] for row in rows] == [\"x, 1\", \"2\"]\n"
      "assert [row[\"terms\"] for row in rows] == [\"1\", \"0\"]\n"
      "for row, line in zip(rows, open(\"p.jsonl\")):\n"
      "  said = json.loads(line)\n"
      "  p = said[\"classes\"]\n"
      "  assert abs(sum(p.values()) - 1) < 1e-12\n"
      "  assert said[\"probability\"] == max(p.values()) == p[row[\"label\"]]\n"
      "  assert float(row[\"probability\"]) == said[\"probability\"]\n"
      "given = [row[\"given\"] for row in csv.DictReader(open(\"l.csv\"))]\n"
      "assert given == [\"Pets: small\"] * 2 + [\"Cars\"] * 2 + [\"\"] * 2'");
  CHECK_MESSAGE(read.status == 0, read.err);
  shop.refused("predict m new.jsonl -o q.csv --top 2", 2);
  const std::string scores = shop.run("predict m t.csv --to csv --scores");
  CHECK(scores.starts_with("id,label,score,terms,Cars,Pets: small\na1,Pets"));
  shop.run("vectorize t.csv -o d.store");
  CHECK(shop.run("predict m d.store --to csv --scores") == scores);
}

TEST_CASE("one command goes from a CSV file to a CSV file of labels") {
  const Workshop shop({{"t.csv", kTable}});
  shop.run("train t.csv -q -o m --method svm --labels-out l.csv");
  const std::string table = shop.read("l.csv");
  CHECK(
      table.starts_with("id,label,given,score,terms,Cars,Pets: small\n"
                        "a1,Pets: small,Pets: small,"));
  check_holds(table, {"\nb2,Cars,Cars,", "\nu1,Pets: small,,", "\nu2,Cars,,"});
  shop.run("vectorize t.csv -q -o d.store");
  shop.run("train d.store -q -o m --method svm --labels-out s.csv");
  CHECK(shop.read("s.csv") == table);
}

}  // namespace
}  // namespace semilin::test
