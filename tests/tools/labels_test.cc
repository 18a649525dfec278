// Every command sees the same labels of DATA (tests/corpus/labels_test.cc: what
// they are).

#include "support/command.h"

namespace semilin::test {
namespace {

using nlohmann::json;

TEST_CASE("a label that means unlabeled means it in every command") {
  const Workshop shop;
  shop.write("d.csv",
             "id,text,label\n1,loan bank,x\n2,loan money,none\n"
             "3,goal team,y\n4,goal bank,none\n5,bank team,none\n"
             "6,loan team,x\n7,goal money,y\n8,team goal,none\n9,bank,none\n");
  const std::string hint = "d.csv: most labels are 'none', which is a class";
  for (const std::string command :
       {"train d.csv --method svm -o m", "vectorize d.csv -o v.store",
        "suggest d.csv -n 99 -o s.jsonl", "audit d.csv -n 0 --json -o a",
        "label d.csv -o l.html", "evaluate m d.csv --json -o e"}) {
    CAPTURE(command);
    if (command.starts_with("train"))
      CHECK(holds(shop.semilin(command).err, hint));
    const auto outcome = shop.semilin(command + " --unlabeled-label none");
    CHECK_MESSAGE(outcome.status == 0, outcome.err);
    CHECK_FALSE(holds(outcome.err, "'none'"));
  }
  const json said = json::parse(shop.read("e"));
  CHECK(said["rows"] == 4);
  CHECK(said["unlabeled"] == 5);
  const std::string rest = shop.read("s.jsonl");
  CHECK(std::count(rest.begin(), rest.end(), '\n') == 5);
  const json audit = json::parse(shop.read("a"));
  CHECK(audit["labels"].size() + audit["left_out"].get<std::size_t>() == 4);
}

TEST_CASE("a class with a comma in its name is printed in quotes") {
  const Workshop shop;
  shop.write("d.csv",
             "text,label\nloan bank,\"Loans, cards\"\ngoal team,Sport\n"
             "loan card,\nteam bank,\nbank loan,\"Loans, cards\"\n");
  shop.run("train d.csv -q --method svm -o m");
  CHECK(shop.semilin("predict m d.csv -q")
            .out.starts_with("\"Loans, cards\"\nSport\n"));
}

TEST_CASE("sets are written with the separator that they were read with") {
  const Workshop shop;
  shop.write("s.csv",
             "id,text,label\n1,gun kiss,A;B\n2,kiss joke,B\n3,gun,A\n"
             "4,joke,\"x;y\"\n5,gun kiss,\n");
  const std::string train = "train s.csv -q --method svm --summary s -o m ";
  shop.run(train +
           "--label-separator ';' --set lambda=1e-4 "
           "--min-documents 1 --labels-out l.csv");
  const json classes = json::parse(shop.read("s"))["classes"];
  CHECK(holds(shop.read("l.csv"), "\n1,A;B,A;B,"));
  shop.run("predict m s.csv -q -o p.csv");
  CHECK(holds(shop.read("p.csv"), "\n1,A;B,"));
  shop.run(train +
           "--label-separator ';' --labels p.csv "
           "--min-documents 1");
  CHECK(json::parse(shop.read("s"))["classes"] == classes);
}

}  // namespace
}  // namespace semilin::test
