// semilin suggest.
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include "support/command.h"

namespace semilin {
namespace {

using nlohmann::json;
using test::one_line;
using test::Workshop;

// Texts of two topics, of which those that divide by ten are labelled.
std::string table() {
  std::string text = "id,text,label\n";
  for (int i = 0; i < 60; ++i) {
    const bool space = i % 2 == 0;
    const std::string label = i % 10 > 1 ? "" : space ? "space" : "hockey";
    text += "d" + std::to_string(i) + ",\"" +
            (space ? "rocket, orbit" : "puck, ice") + " w" +
            std::to_string(i % 7) + " " +
            (i % 3 == 0 ? "goalie orbit" : "moon ice") + "\"," + label + "\n";
  }
  return text;
}

std::vector<json> records(const std::string& text) {
  std::istringstream lines(text);
  std::vector<json> all;
  for (std::string line; std::getline(lines, line);)
    all.push_back(json::parse(line));
  return all;
}

TEST_CASE("suggest writes a table to be filled in") {
  const Workshop shop;
  shop.write("d.csv", table());
  REQUIRE(
      shop.semilin("train -q d.csv -o m --method da --probabilities").status ==
      0);

  const auto outcome = shop.semilin("suggest m d.csv -n 6");
  CHECK(outcome.status == 0);
  CHECK(outcome.out.starts_with(
      "id,label,guess,chosen,probability,reason,text\n"));
  CHECK(outcome.err.find("suggest: 6 of 48 unlabelled rows; on ") !=
        std::string::npos);
  CHECK(outcome.err.find("of them 3 models disagree") != std::string::npos);

  const auto all = records(shop.semilin("suggest m d.csv -q --to jsonl").out);
  CHECK(all.size() == 25);
  std::set<std::string> ids;
  for (const json& one : all) {
    ids.insert(one["id"]);
    CHECK(one["label"] == "");
    CHECK((one["guess"] == "space" || one["guess"] == "hockey"));
    CHECK((one["chosen"] == "random" || one["chosen"] == "disputed"));
    CHECK(one["probability"] > 0);
    CHECK(table().find(one["id"].get<std::string>() + ",\"" +
                       one["text"].get<std::string>() + "\",\n") !=
          std::string::npos);
  }
  CHECK(ids.size() == 25);
  CHECK(shop.semilin("suggest m d.csv -q -o s.tsv").status == 0);
  CHECK(shop.read("s.tsv").starts_with("id\tlabel\tguess\t"));
}

TEST_CASE("suggest draws other rows by another seed, or for another use") {
  const Workshop shop;
  shop.write("d.csv", table());
  REQUIRE(
      shop.semilin("train -q d.csv -o m --method da --probabilities").status ==
      0);
  const std::string run = "suggest m d.csv -q -n 10 --to jsonl ";

  CHECK(shop.semilin(run).out == shop.semilin(run + "--threads 1").out);
  CHECK(shop.semilin(run).out != shop.semilin(run + "--seed 2").out);
  for (const json& one : records(shop.semilin(run + "--random 1").out))
    CHECK(one["chosen"] == "random");
  for (const char* use : {"sizes", "accuracy"}) {
    double rows = 0;
    const auto all = records(shop.semilin(run + "--for " + use).out);
    for (const json& one : all) {
      CHECK(one["chosen"] == "stratum");
      rows += 1 / one["probability"].get<double>();
    }
    CHECK(all.size() == 10);
    CHECK(rows == doctest::Approx(48));
  }
}

TEST_CASE("suggest takes rows without ids, and refuses in one line") {
  const Workshop shop;
  std::string rows;
  for (int i = 0; i < 30; ++i)
    rows += (i > 5        ? "?"
             : i % 2 == 0 ? "a"
                          : "b") +
            std::string(i % 2 == 0 ? " 1:1 2:0.3\n" : " 1:-0.4 2:1\n");
  shop.write("rows", rows);
  shop.write("full", "a 1:1\nb 2:1\n");
  REQUIRE(shop.semilin("train -q rows -o m --method da").status == 0);

  const auto all = records(shop.semilin("suggest m rows -q --to jsonl").out);
  CHECK(all.size() == 24);
  CHECK_FALSE(all[0].contains("text"));
  CHECK(std::stoi(all[0]["id"].get<std::string>()) > 6);
  for (const char* wrong :
       {"m full", "m rows -n 0", "m rows --for x", "m rows --random 2",
        "m nofile", "rows rows", "m rows --to labels"}) {
    CAPTURE(wrong);
    const auto outcome = shop.semilin(std::string("suggest ") + wrong);
    CHECK(outcome.status != 0);
    CHECK(outcome.out.empty());
    CHECK_MESSAGE(one_line(outcome.err), outcome.err);
  }
}

}  // namespace
}  // namespace semilin
