// Nobody sees a piece of a word.
#include "support/command.h"

namespace semilin::test {
namespace {

const std::string kInflected =
    "id,text,label\n"
    "r1,the rocket reached orbit,space\n"
    "r2,an orbit around the moon,space\n"
    "h1,the goalie saved the puck,hockey\n"
    "h2,ice and puck and stick,hockey\n"
    "u1,rockets to the moon,\n"
    "u2,sticks on the ice,\n"
    "u3,orbit the moon by rocket,\n"
    "u4,the goalies on icy ice,\n";

TEST_CASE("explain says what pieces add by the words of the text") {
  const Workshop shop({{"d.csv", kInflected}});
  for (const std::string method : {"da", "committee"}) {
    CAPTURE(method);
    shop.run("train -q d.csv -o m --method " + method);
    for (const std::string what :
         {"'rocketeers and goalposts'", "--data d.csv --row u4"}) {
      const json found = shop.json("explain m --json " + what);
      double sum = found["constant"];
      std::set<std::string> words;
      for (const json& term : found["terms"]) {
        sum += term["adds"].get<double>();
        words.insert(term["term"].get<std::string>());
      }
      CHECK(std::abs(sum - found["score"].get<double>()) < 1e-6);
      CHECK(words ==
            (what[0] == '-'
                 ? std::set<std::string>{"goalies", "ice", "icy", "on", "the"}
                 : std::set<std::string>{"and", "goalposts", "rocketeers"}));
    }
  }
  shop.run("vectorize -q d.csv -o d.store");
  const std::string text = shop.run("explain m --data d.store --row u4");
  CHECK(holds(text, "\nparts of other words  "));
  CHECK(!holds(text, "~"));
}

}  // namespace
}  // namespace semilin::test
