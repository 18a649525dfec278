#include "semilin/base/number_text.h"
#include "semilin/io/archive_file.h"
#include "semilin/linear/model.h"

#include "support/command.h"

namespace semilin::test {
namespace {

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
  const Workshop shop({{"d.csv", kMails}});
  for (const std::string method : {"da", "svm", "rls", "nb-em"}) {
    CAPTURE(method);
    shop.run("train -q d.csv -o m --method " + method);
    for (const std::string what :
         {"'a rocket on the ice'", "'a rocket on the ice' --class hockey",
          "--data d.csv --row u2", "'rocket moon orbit' --terms 1",
          "'nothing known'"}) {
      CAPTURE(what);
      const json found = shop.json("explain m --json " + what);
      CHECK(std::abs(added(found) - found["score"].get<double>()) < 1e-6);
    }
  }
  shop.run("train -q d.csv -o m --method da");
  const json rocket = shop.json("explain m 'the rocket' --json");
  CHECK(rocket["label"] == "space");
  CHECK(rocket["terms"][0]["term"] == "rocket");
  CHECK(rocket["terms"][0]["adds"] > 0);
  CHECK(shop.json("explain m 'the rocket' --json --class hockey")["score"] ==
        -rocket["score"].get<double>());
}

TEST_CASE("explain lists the nearest labeled rows and what other models say") {
  const Workshop shop({{"d.csv", kMails}});
  shop.run("train -q d.csv -o m --method da");
  const json found =
      shop.json("explain m 'orbit of the moon' --data d.csv --json");
  CHECK(found["supervised"] == "space");
  check_members(found["nearest"][0], {{"id", "r2"}, {"label", "space"}});
  // a labeled row is not its own neighbor
  const json own = shop.json("explain m --data d.csv --row r2 --json");
  for (const json& near : own["nearest"])
    CHECK(near["id"] != "r2");
  const std::string text =
      shop.run("explain m --data d.csv --row 1 --nearest 1");
  CHECK(text.starts_with("Label: space.\nScore of space: "));
  CHECK(holds(text, "Nearest labeled documents:\nid  label"));
  const std::string members = "explain m --data d.csv --row u1 --members";
  CHECK(shop.json(members + " --json")["members"] ==
        json{{"da", "space"}, {"nb-em", "space"}, {"tv-rls", "space"}});
  CHECK(holds(shop.run(members), "space (nb-em)"));
  shop.refused("explain m 'ice' --members", 2);
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
    shop.run("train -q d.csv -o m --method da " + options);
    return shop
        .json("explain m --json --data d.csv --row u --members")["members"]
                                                                ["nb-em"]
        .get<std::string>();
  };
  CHECK(of_naive_bayes("") == "space");
  CHECK(of_naive_bayes("--set lambda-u=0") == "hockey");
}

TEST_CASE("explain --members refuses altered options in one line") {
  const Workshop shop({{"d.csv", kMails}});
  shop.run("train -q d.csv -o m --method da");
  LinearModel model = linear_model_from_archive(read_archive(shop.path("m")));
  for (const std::string info : {R"({"options": {"lambda": "x"}})",
                                 R"({"training": {"class_sizes": "x"}})"}) {
    CAPTURE(info);
    model.info = info;
    write_archive(to_archive(model), shop.path("m"));
    CHECK(shop.refused("explain m --data d.csv --row u1 --members") ==
          "semilin: m: expected the options of its training as train records "
          "them in the model's info, found others\n");
  }
}

TEST_CASE("explain goes without a class whose only label is the row's") {
  const Workshop shop;
  std::string table = "id,text,label\n1,goal team,a\n2,loan bank,b\n";
  for (const std::string more : {"", "3,car road,c\n"}) {
    shop.write("d.csv", table + more + "4,goal car,\n");
    shop.run("train d.csv -q -o m --min-documents 1");
    const auto said = shop.semilin("explain m --data d.csv --row 1 --members");
    CHECK(said.status == 0);
    CHECK(holds(said.err, "d.csv: only '1' has the label 'a'; "));
    CHECK(holds(said.out, "Label: a."));
    CHECK(holds(said.out, "Label by a plain SVM") == !more.empty());
  }
}

TEST_CASE("audit lists the labels that look wrong by the rows' ids") {
  const Workshop shop(
      {{"few", "a 1:1\nb 2:1\n"},
       {"ten",
        "a 1:1\na 1:2\na 1:3\na 1:4\nb 1:5\nb 2:1\nb 2:2\nb 2:3\n"
        "b 2:4\na 2:5\n"}});
  std::string table = "id,text,label\n";
  for (int i = 0; i < 20; ++i) {
    const std::string n = std::to_string(i);
    table += "s" + n + ",rocket orbit moon w" + n + "," +
             (i == 7 ? "hockey" : "space") + "\n";
    table += "h" + n + ",puck ice goalie w" + n + ",hockey\n";
  }
  shop.write("d.csv", table + "one,puck,rare\nu,rocket puck,\n");
  const auto said = shop.semilin("audit d.csv -n 2 --pieces no");
  CHECK(said.out.starts_with(
      "id   label  suggested  P(wrong)  P(suggested)  text\ns7 "));
  CHECK(holds(said.out, " %  rocket orbit moon w7\n"));
  CHECK(
      holds(said.err, "1 of 40 labels looks wrong (5-fold cross-validation, "));
  CHECK(holds(said.err, " of all are expected to be wrong."));
  const json all = shop.json("audit d.csv -n 0 --json --method svm -q");
  check_members(all, {{"method", "svm"}, {"left_out", 1}});
  REQUIRE(all["labels"].size() == 40);
  check_members(all["labels"][0], {{"id", "s7"},
                                   {"row", 14},
                                   {"text", "rocket orbit moon w7"},
                                   {"suggested", "space"}});
  // a table that can be corrected and read as labels
  const std::string next =
      shop.told("audit d.csv --method svm -o doubts.csv -n 2");
  CHECK(holds(next, "--labels doubts.csv -o new.model"));
  CHECK(shop.read("doubts.csv")
            .starts_with("id,label,suggested,p_wrong,p_suggested,text\n"));
  // four digits; JSON has all
  const std::string doubt = shop.read("doubts.csv");
  const std::string wrong = number(all["labels"][0]["p_wrong"], 4);
  CHECK(holds(doubt, "\ns7,hockey,space," + wrong + ","));
  CHECK(all["labels"][0]["p_wrong"].dump().size() > wrong.size());
  shop.run("train d.csv --labels doubts.csv -o m --method svm -q");
  shop.refused("audit few");
  CHECK(holds(shop.told("audit ten"), " labels look wrong ("));
}

}  // namespace
}  // namespace semilin::test
