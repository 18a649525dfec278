// People's own files through the command: CSV, TSV, JSON lines.
#include <string>

#include <doctest/doctest.h>

#include "support/command.h"

namespace semilin {
namespace {

using test::one_line;
using test::Workshop;

const std::string kTable =
    "id,text,label\n"
    "a1,\"the cat sat, \"\"softly\"\",\nwith the dog\",Pets: small\n"
    "a2,a dog and a cat,Pets: small\n"
    "b1,the engine of the car,Cars\n"
    "b2,car with a new engine,Cars\n"
    "u1,my dog has a cat,\n"
    "u2,engine oil for my car,?\n";

// 20,000 records, one in three over two lines.
std::string many_records() {
  std::string text = "id,text,label\n";
  for (int i = 0; i < 20'000; ++i) {
    const std::string word = "w" + std::to_string(i % 97);
    text += "\"doc, " + std::to_string(i) + "\",";
    text += i % 3 == 0 ? "\"" + word + "\n\"\"common\"\", more\"" : word;
    text += i % 2 == 0 ? ",even\n" : ",odd\n";
  }
  return text;
}

TEST_CASE("CSV, TSV and JSON lines give the same features") {
  const Workshop shop;
  shop.write("t.csv", kTable);
  const auto made = shop.shell(
      "python3 -c 'import csv, json\n"
      "rows = list(csv.DictReader(open(\"t.csv\", newline=\"\")))\n"
      "out = csv.writer(open(\"t.tsv\", \"w\"), delimiter=\"\\t\")\n"
      "out.writerow(rows[0])\n"
      "out.writerows(row.values() for row in rows)\n"
      "json_file = open(\"t.jsonl\", \"w\")\n"
      "for row in rows: print(json.dumps(row), file=json_file)'");
  REQUIRE_MESSAGE(made.status == 0, made.err);

  for (const std::string format : {"csv", "tsv", "jsonl"}) {
    REQUIRE(shop.semilin("vectorize t." + format + " -o " + format + ".store")
                .status == 0);
    CHECK(shop.read(format + ".store") == shop.read("csv.store"));
    CHECK(shop.shell("gzip -c t." + format + " | " + Workshop::command() +
                     " vectorize - -q --format " + format + " -o p.store")
              .status == 0);
    CHECK(shop.read("p.store") == shop.read("csv.store"));
  }
}

TEST_CASE("records with line ends inside stay in order, with their ids") {
  const Workshop shop;
  shop.write("t.csv", many_records());

  const auto outcome = shop.semilin("vectorize t.csv -o t.store");

  CHECK(outcome.err.starts_with("20000 documents, 20000 labelled, 2 classes"));
  REQUIRE(shop.semilin("convert t.store t.svm").status == 0);
  const auto compared = shop.shell(
      "python3 -c 'labels = [line.split()[0] for line in open(\"t.svm\")]\n"
      "assert labels == [\"even\", \"odd\"] * 10000\n"
      "ids = b\"\".join(b\"doc, %d\\0\" % i for i in range(20000))\n"
      "assert ids in open(\"t.store\", \"rb\").read()'");
  CHECK_MESSAGE(compared.status == 0, compared.err);
}

TEST_CASE("train, predict and evaluate read tables as they are") {
  const Workshop shop;
  shop.write("t.csv", kTable);
  REQUIRE(shop.semilin("vectorize t.csv -o d.store").status == 0);
  REQUIRE(shop.semilin("train d.store -q -o from_store --method svm").status ==
          0);

  const auto trained = shop.semilin("train t.csv -q -o m --method svm");

  CHECK_MESSAGE(trained.status == 0, trained.err);
  CHECK(shop.read("m") == shop.read("from_store"));
  const std::string pet = "\"Pets: small\"\n";
  CHECK(shop.semilin("predict m t.csv").out ==
        pet + pet + "Cars\nCars\n" + pet + "Cars\n");
  CHECK(shop.semilin("evaluate m t.csv --json").out ==
        shop.semilin("evaluate m d.store --json").out);
  shop.write("more.txt", "label\ta new car\n");
  CHECK(shop.semilin("predict m more.txt --text").out == "Cars\n");
  CHECK(shop.semilin("predict m more.txt --format plain").out == "Cars\n");
  CHECK(shop.semilin("tune t.csv -q -o t --method svm --folds 2").status == 0);
}

TEST_CASE("a table is never read as rows") {
  const Workshop shop;
  shop.write("t.txt", "id,body,class\n1,x,a\n2,y,b\n");
  shop.write("one.csv", "text,label\nx x,a\nx y,a\n");
  for (const char* arguments :
       {"convert t.txt d.store", "graph t.txt -o g", "train t.txt -o m",
        "vectorize t.txt -o d.store", "inspect t.txt", "train one.csv -o m"}) {
    const auto outcome = shop.semilin(arguments);
    CAPTURE(outcome.err);
    CHECK(outcome.status == 1);
    CHECK(one_line(outcome.err));
  }
  CHECK(shop.files() == 2);
}

}  // namespace
}  // namespace semilin
