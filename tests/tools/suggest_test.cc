#include <regex>

#include "support/command.h"

namespace semilin::test {
namespace {

TEST_CASE("suggest writes a table to be filled in") {
  const Workshop shop({{"d.csv", two_topics(60, 12)}});
  shop.run("train -q d.csv -o m --method da --probabilities");
  const auto outcome = shop.semilin("suggest d.csv --model m -n 6");
  CHECK(outcome.status == 0);
  CHECK(outcome.out.starts_with(
      "id,label,guess,probability,chosen,drawn_with,reason,text\n"));
  CHECK(holds(outcome.err, "Selected 6 of 48 unlabeled documents; 3 models "));
  const json all = shop.json("suggest d.csv --model m -q --json")["rows"];
  std::istringstream text(shop.run("suggest d.csv --model m -q --to jsonl"));
  CHECK(all.size() == 25);
  std::set<std::string> ids;
  std::string line;
  for (const json& one : all) {
    REQUIRE(std::getline(text, line));
    const json cells = json::parse(line);
    CHECK(cells["label"] == "");
    for (const char* name : {"id", "guess", "chosen", "drawn_with", "text"})
      CHECK(cells[name] == one[name]);
    ids.insert(one["id"]);
    CHECK((one["guess"] == "space" || one["guess"] == "hockey"));
    CHECK((one["chosen"] == "random" || one["chosen"] == "disputed"));
    CHECK(one["drawn_with"] > 0);
    CHECK(holds(two_topics(60, 12), one["id"].get<std::string>() + "," +
                                        one["text"].get<std::string>() +
                                        ",\n"));
  }
  CHECK(ids.size() == 25);
  shop.run("suggest d.csv --model m -q -o s.tsv");
  CHECK(shop.read("s.tsv").starts_with("id\tlabel\tguess\t"));
}

TEST_CASE("suggest writes guesses that doccano and Label Studio import") {
  const Workshop shop(
      {{"d.csv", two_topics(60, 12)}, {"r.svm", topic_rows(2, 40, 20)}});
  shop.run("train -q d.csv -o m --method da --probabilities");
  const std::string six = "suggest d.csv --model m -q -n 6 --to ";
  const json rows = shop.json(six + "json")["rows"];
  std::istringstream lines(shop.run(six + "doccano"));
  const json tasks = shop.json(six + "label-studio");
  REQUIRE(tasks.size() == 6);
  std::string line;
  for (std::size_t i = 0; i < 6; ++i) {
    REQUIRE(std::getline(lines, line));
    const json& row = rows[i];
    CHECK(json::parse(line) == json({{"id", row["id"]},
                                     {"text", row["text"]},
                                     {"label", json::array({row["guess"]})}}));
    CHECK(tasks[i]["data"]["text"] == row["text"]);
    const json& guess = tasks[i]["predictions"][0];
    CHECK(guess["score"] == row["probability"]);
    CHECK(guess["result"][0]["value"]["choices"] ==
          json::array({row["guess"]}));
  }
  const std::string unlabeled = shop.run("suggest d.csv -q -n 1 --to doccano");
  CHECK(json::parse(unlabeled)["label"].is_array());
  CHECK(holds(shop.refused("suggest -q r.svm --to doccano"),
              "r.svm: expected documents for --to doccano, found rows"));
  CHECK(holds(shop.refused(six + "doccano --words 3", 2), "--words"));
}

TEST_CASE("suggest and label offer first what predict leaves undecided") {
  const Workshop shop({{"d.csv", two_topics(60, 12)}});
  shop.run("train -q d.csv -o m --method da --probabilities");
  shop.run("predict -q m d.csv --least-probability 1 -o p.csv");
  CHECK(shop.read("p.csv").starts_with("id,label,guess,probability,terms,"));
  CHECK(holds(shop.read("p.csv"), "\nd20,,space,0."));
  const auto chosen = [&](const std::string& table) {
    return shop.json("suggest d.csv --model m -q -n 9 --json --undecided " +
                     table)["rows"];
  };
  for (const json& one : chosen("p.csv"))
    CHECK(one["reason"] == "not sure enough");
  shop.write("p.csv", "id,label\nd2,\nd20,\nd30,space\nd40,\n");
  const json rows = chosen("p.csv");
  REQUIRE(rows.size() == 9);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const std::string id = rows[i]["id"];
    CHECK((rows[i]["chosen"] == "undecided") == (i < 2));
    CHECK((id == "d20" || id == "d40") == (i < 2));
  }
  shop.run("label d.csv -q --undecided p.csv -o page.html");
  CHECK(holds(shop.read("page.html"), "not sure enough"));
  shop.write("p.csv", "id,label\n99,\n");
  CHECK(holds(shop.refused("suggest d.csv --undecided p.csv"), "p.csv:2"));
}

TEST_CASE("suggest --words makes a table that --seed-words reads") {
  const Workshop shop(
      {{"d.csv", two_topics(60, 12)},
       {"w.txt", "space: rocket\nhockey: puck, \"ice hockey\"\n"}});
  shop.run(
      "train -q d.csv -o m --method da --seed-words w.txt "
      "--ngrams 2");
  CHECK(shop.told("suggest d.csv --model m --words 2 -o w.csv") ==
        "Next: delete the words that do not belong to their class, then: "
        "semilin train d.csv --seed-words w.csv -o new.model\n");
  CHECK(shop.read("w.csv").starts_with("class,words,chosen,documents,share\n"));
  CHECK(holds(shop.read("w.csv"), "\"\"\"ice hockey\"\"\",given,"));
  const auto suggested = [&](const std::string& more) {
    return shop.json("suggest d.csv --model m --words 2 --json" +
                     more)["words"];
  };
  const json all = suggested("");
  REQUIRE(all.size() == 7);
  CHECK(all[0]["word"] == "puck");
  CHECK(all[0]["documents"] == 30);
  CHECK(all[1]["word"] == "ice hockey");
  CHECK(all[4]["word"] == "rocket");
  for (const json& one : all) {
    CHECK(one["class"] == (&one < &all[4] ? "hockey" : "space"));
    const bool given = !one.contains("share");
    CHECK(one["chosen"] == (given ? "given" : "suggested"));
    if (!given) CHECK(one["share"] >= 0.6);
  }
  CHECK(all[3]["word"] == "puck ice");
  CHECK(all[3]["share"] == 1);
  shop.run(
      "train -q d.csv -o m --method da --seed-words w.csv "
      "--ngrams 2");
  CHECK(suggested("").size() == 11);
  shop.write("other.txt", "space: moon\nhockey: ice\n");
  CHECK(suggested(" --seed-words other.txt")[0]["word"] == "ice");
  CHECK(shop.semilin("suggest d.csv --words 2").status == 2);
  shop.write("rows", "a 1:1\nb 2:1\n? 1:1 2:1\n");
  shop.run("train -q rows -o m2 --method da");
  CHECK(holds(shop.semilin("suggest rows --model m2 --words 2").err,
              "expected a model with a vocabulary"));
}

TEST_CASE("suggest finds rows before there is a model, or a second class") {
  const Workshop shop({{"d.csv", two_topics(60)}});
  const auto suggested = [&](const std::string& arguments) {
    return shop.json("suggest -q --json " + arguments)["rows"];
  };
  const auto outcome = shop.semilin("suggest d.csv -n 10 --json");
  CHECK(outcome.err == "Selected 10 of 60 unlabeled documents.\n");
  const json first = json::parse(outcome.out)["rows"];
  REQUIRE(first.size() == 10);
  int typical = 0;
  for (const json& one : first) {
    CHECK(one["guess"].is_null());
    const bool drawn = one["chosen"] == "random";
    CHECK((one["drawn_with"] > 0 && one["drawn_with"] < 1) == drawn);
    CHECK(one["reason"] ==
          (drawn ? "random sample" : "typical of one cluster"));
    typical += drawn ? 0 : 1;
  }
  CHECK(typical == 8);
  CHECK(suggested("d.csv -n 10 --threads 1") == first);

  shop.write("l.csv", "id,label\nd0,space\nd2,space\n");
  shop.write("rows", "a 1:1\na 2:1\n? 1:1 2:1\n");
  shop.write("all", "a 1:1\na 2:1\n");
  CHECK(shop.refused("train -q all -o m") ==
        "semilin: all: expected labels of at least two classes, found only "
        "'a'; label some rows of others, or give words of the classes with "
        "--seed-words\n");
  CHECK(suggested("rows").size() == 1);
  // a tenth of four rows is none
  const json next = suggested("d.csv --labels l.csv -n 4 --random 0.1");
  REQUIRE(next.size() == 4);
  for (const json& one : next) {
    CHECK(one["id"] != "d0");
    CHECK(one["chosen"] == "typical");
    CHECK(one["drawn_with"] == 0);  // no sample
  }
  // rows without words, and rows of a store
  shop.write("signs.csv", "text\n!\n?\n-\n");
  CHECK(suggested("signs.csv").size() == 3);
  shop.run("vectorize -q d.csv -o d.store");
  CHECK(holds(suggested("d.store -n 5")[0]["id"], "d"));
  for (const json& one : suggested("d.csv --for sizes"))
    CHECK(one["chosen"] == "random");
}

// The table with its labels filled in.
std::string filled_in(const json& suggested) {
  std::string text = "id,label,chosen,drawn_with\n";
  for (const json& one : suggested) {
    const int number = std::stoi(one["id"].get<std::string>().substr(1));
    text += one["id"].get<std::string>() +
            (number % 2 == 0 ? ",space," : ",hockey,") +
            one["chosen"].get<std::string>() + "," + one["drawn_with"].dump() +
            "\n";
  }
  return text;
}

TEST_CASE("labels come back by id, and tell the class sizes") {
  const Workshop shop({{"d.csv", two_topics(60, 12)}});
  shop.run("train -q d.csv -o m --method da");
  const json some =
      shop.json("suggest d.csv --model m -q -n 40 --random 1 --json")["rows"];
  const auto trained = [&](const std::string& labels,
                           const std::string& more = "") {
    shop.write("l.csv", labels);
    const std::string said = shop.told(
        "train d.csv -o m2 --method da --summary s --labels l.csv" + more);
    json summary = shop.summary();
    CHECK(holds(said, "that suggest drew, worth 40 drawn at random") ==
          (summary["class_sizes_source"] == "given"));
    return summary;
  };
  // few labels do not; what is said goes first
  CHECK(trained(filled_in(
            {some.begin(), some.begin() + 5}))["class_sizes_source"] ==
        "estimate");
  CHECK(trained(filled_in(some),
                " --class-sizes equal")["class_sizes_source"] == "equal");
  const json summary = trained(filled_in(some));
  check_members(summary, {{"labeled", 52}, {"class_sizes_source", "given"}});
  double space = 0;  // of rows drawn by chance, the share
  for (const json& one : some)
    space += std::stoi(one["id"].get<std::string>().substr(1)) % 2 == 0 ? 1 : 0;
  CHECK(summary["class_sizes"][1].get<double>() == doctest::Approx(space / 40));
  // a class that none of the rows drawn has: half a label's size
  const std::string spaces =
      std::regex_replace(filled_in(some), std::regex("hockey"), "space");
  CHECK(trained(spaces)["class_sizes"][0].get<double>() ==
        doctest::Approx(0.5 / 40.5));
  // what is labeled is not suggested again
  const auto left =
      shop.semilin("suggest d.csv --model m2 --labels l.csv -q -n 99");
  CHECK(std::count(left.out.begin(), left.out.end(), '\n') == 1 + 8);
  for (const json& one : some)
    CHECK_FALSE(holds(left.out, "\n" + one["id"].get<std::string>() + ","));
}

TEST_CASE("how rows were drawn travels with a store") {
  const Workshop shop({{"t.csv", two_topics(60, 39)}});
  (void)shop.shell(
      "sed '1s/$/,chosen,probability/; 2,$s/$/,random,0.5/' t.csv >d.csv");
  shop.run("vectorize -q d.csv -o v.store");
  shop.run("convert -q v.store d.store");
  for (const std::string data : {"d.csv", "d.store"}) {
    CHECK(holds(shop.told("train -o m --summary s --method da " + data),
                "suggest drew, worth 39 drawn "));
    CHECK(shop.summary()["class_sizes"][0].get<double>() ==
          doctest::Approx(19. / 39));
  }
  // of three classes, 15 rows of each would be needed
  (void)shop.shell("sed '2,10s/,hockey,/,curling,/' d.csv >three.csv");
  CHECK_FALSE(holds(shop.told("train three.csv -o m --method da"),
                    "suggest drew, worth "));
}

TEST_CASE("suggest takes rows without ids") {
  const Workshop shop(
      {{"rows", topic_rows(2, 29, 6) + "? 1:-0.4 5:1\n"}});  // no naive Bayes
  shop.run("train -q rows -o m --method da");
  const json all = shop.json("suggest rows --model m -q --json")["rows"];
  CHECK(all.size() == 24);
  CHECK_FALSE(all[0].contains("text"));
  CHECK(std::stoi(all[0]["id"].get<std::string>()) > 6);
}

}  // namespace
}  // namespace semilin::test
