// semilin explain and semilin audit.
#include <cmath>
#include <string>

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include "semilin/io/archive_file.h"
#include "semilin/linear/model.h"

#include "support/command.h"

namespace semilin {
namespace {

using nlohmann::json;
using test::one_line;
using test::Workshop;

const std::string kMails =
    "id,text,label\n"
    "r1,the rocket reached orbit,space\n"
    "r2,an orbit around the moon,space\n"
    "h1,the goalie saved the puck,hockey\n"
    "h2,ice and puck and stick,hockey\n"
    "u1,rocket to the moon,\n"
    "u2,stick on the ice,\n"
    "u3,orbit the moon by rocket,\n"
    "u4,the goalie on the ice,\n";

double added(const json& found) {
  double sum =
      found["constant"].get<double>() + found["other_terms"].get<double>();
  for (const json& term : found["terms"])
    sum += term["adds"].get<double>();
  return sum;
}

TEST_CASE("explain's terms add up to the score, for a text or a row") {
  const Workshop shop;
  shop.write("d.csv", kMails);
  for (const std::string method : {"da", "svm", "rls", "nb-em"}) {
    CAPTURE(method);
    REQUIRE(shop.semilin("train -q d.csv -o m --method " + method).status == 0);
    for (const std::string what :
         {"'a rocket on the ice'", "'a rocket on the ice' --class hockey",
          "--data d.csv --row u2", "'rocket moon orbit' --terms 1",
          "'nothing known'"}) {
      CAPTURE(what);
      const auto outcome = shop.semilin("explain m --json " + what);
      REQUIRE_MESSAGE(outcome.status == 0, outcome.err);
      const json found = json::parse(outcome.out);
      CHECK(std::abs(added(found) - found["score"].get<double>()) < 1e-6);
    }
  }
  REQUIRE(shop.semilin("train -q d.csv -o m --method da").status == 0);
  const json rocket =
      json::parse(shop.semilin("explain m 'the rocket' --json").out);
  CHECK(rocket["label"] == "space");
  CHECK(rocket["terms"][0]["term"] == "rocket");
  CHECK(rocket["terms"][0]["adds"] > 0);
  const json other = json::parse(
      shop.semilin("explain m 'the rocket' --json --class hockey").out);
  CHECK(other["score"] == -rocket["score"].get<double>());
}

TEST_CASE("explain lists the nearest labeled rows and what the SVM says") {
  const Workshop shop;
  shop.write("d.csv", kMails);
  REQUIRE(shop.semilin("train -q d.csv -o m --method da").status == 0);

  const json found = json::parse(
      shop.semilin("explain m 'orbit of the moon' --data d.csv --json").out);
  CHECK(found["supervised"] == "space");
  CHECK(found["nearest"][0]["id"] == "r2");
  CHECK(found["nearest"][0]["label"] == "space");
  // a labeled row is not its own neighbor
  const json own =
      json::parse(shop.semilin("explain m --data d.csv --row r2 --json").out);
  for (const json& near : own["nearest"])
    CHECK(near["id"] != "r2");
  const auto text = shop.semilin("explain m --data d.csv --row 1 --nearest 1");
  CHECK(text.out.starts_with("label: space\nclass: space\nscore: "));
  CHECK(text.out.find("nearest:\n  id  label") != std::string::npos);
}

TEST_CASE("explain --members says what each of a committee says") {
  const Workshop shop;
  shop.write("d.csv", kMails);
  REQUIRE(shop.semilin("train -q d.csv -o m --method da").status == 0);
  const auto outcome =
      shop.semilin("explain m --json --data d.csv --row u1 --members");
  REQUIRE_MESSAGE(outcome.status == 0, outcome.err);
  const json found = json::parse(outcome.out);
  REQUIRE(found["members"].size() == 3);
  for (const char* member : {"da", "nb-em", "tv-rls"})
    CHECK(found["members"][member] == "space");
  const auto text = shop.semilin("explain m --data d.csv --row u1 --members");
  CHECK(text.out.find("nb-em: space") != std::string::npos);
  CHECK(shop.semilin("explain m 'ice' --members").status == 2);
}

TEST_CASE("explain --members trains with the options of the model") {
  const Workshop shop;
  std::string table =
      "id,text,label\na,puck,hockey\nb,puck net,hockey\n"
      "c,rocket,space\nu,moon,\n";
  for (int i = 0; i < 6; ++i)  // these alone say what the moon is
    table += "," + std::string(i % 2 ? "puck ice" : "rocket moon") + ",\n";
  shop.write("d.csv", table);
  const auto of_naive_bayes = [&](const std::string& options) {
    REQUIRE(shop.semilin("train -q d.csv -o m --method da " + options).status ==
            0);
    const auto outcome =
        shop.semilin("explain m --json --data d.csv --row u --members");
    REQUIRE_MESSAGE(outcome.status == 0, outcome.err);
    return json::parse(outcome.out)["members"]["nb-em"].get<std::string>();
  };
  CHECK(of_naive_bayes("") == "space");
  CHECK(of_naive_bayes("--set lambda-u=0") == "hockey");
}

TEST_CASE("explain --members refuses altered options in one line") {
  const Workshop shop;
  shop.write("d.csv", kMails);
  REQUIRE(shop.semilin("train -q d.csv -o m --method da").status == 0);
  LinearModel model = linear_model_from_archive(read_archive(shop.path("m")));
  for (const std::string info : {R"({"options": {"lambda": "x"}})",
                                 R"({"training": {"class_sizes": "x"}})"}) {
    CAPTURE(info);
    model.info = info;
    write_archive(to_archive(model), shop.path("m"));
    const auto outcome =
        shop.semilin("explain m --data d.csv --row u1 --members");
    CHECK(outcome.status == 1);
    CHECK(outcome.err ==
          "semilin: m: expected the options of its training as train records "
          "them in the model's info, found others\n");
  }
}

TEST_CASE("explain refuses in one line what it cannot explain") {
  const Workshop shop;
  shop.write("d.csv", kMails);
  shop.write("lib",
             "solver_type L2R_LR\nnr_class 2\nlabel 1 2\nnr_feature 2\n"
             "bias 1\nw\n1\n2\n3\n");
  shop.write("rows", "1 1:1\n2 2:1\n? 1:1 2:1 5:1\n");
  REQUIRE(shop.semilin("train -q d.csv -o m --method svm").status == 0);
  for (const char* wrong :
       {"m", "m text --row 1", "m --data d.csv --row 9", "m x --class other",
        "lib text", "m --data d.csv --row 1.5", "nofile x"}) {
    CAPTURE(wrong);
    const auto outcome = shop.semilin(std::string("explain ") + wrong);
    CHECK(outcome.status != 0);
    CHECK_MESSAGE(one_line(outcome.err), outcome.err);
  }
  // positive for the label listed first
  const json found =
      json::parse(shop.semilin("explain lib --data rows --row 3 --class 1 "
                               "--json")
                      .out);
  CHECK(found["score"] == 6);
  CHECK(found["constant"] == 3);
  CHECK(found["terms"][0]["feature"] == 2);
}

TEST_CASE("audit lists the labels that look wrong by the rows' ids") {
  const Workshop shop;
  std::string table = "id,text,label\n";
  for (int i = 0; i < 20; ++i) {
    const std::string n = std::to_string(i);
    const bool wrong = i == 7;
    table += "s" + n + ",rocket orbit moon w" + n + "," +
             (wrong ? "hockey" : "space") + "\n";
    table += "h" + n + ",puck ice goalie w" + n + ",hockey\n";
  }
  shop.write("d.csv", table + "one,puck,rare\nu,rocket puck,\n");

  const auto said = shop.semilin("audit d.csv -n 2");
  CHECK(said.status == 0);
  CHECK(said.out.starts_with(
      "row   label  suggested  P(wrong)  P(suggested)  text\ns7 "));
  CHECK(said.out.find(" %  rocket orbit moon w7\n") != std::string::npos);
  CHECK(said.err.find("1 of 40 labels look wrong (5-fold cross-validation, ") !=
        std::string::npos);
  const json all =
      json::parse(shop.semilin("audit d.csv -n 0 --json --method svm -q").out);
  CHECK(all["method"] == "svm");
  CHECK(all["left_out"] == 1);
  REQUIRE(all["labels"].size() == 40);
  CHECK(all["labels"][0]["id"] == "s7");
  CHECK(all["labels"][0]["row"] == 15);
  CHECK(all["labels"][0]["text"] == "rocket orbit moon w7");
  CHECK(all["labels"][0]["better"] == "space");
  shop.write("few", "a 1:1\nb 2:1\n");
  const auto few = shop.semilin("audit few");
  CHECK(few.status == 1);
  CHECK_MESSAGE(one_line(few.err), few.err);
}

}  // namespace
}  // namespace semilin
