#include "support/command.h"

namespace semilin::test {
namespace {

// o = x1 - x2 - 0.5, positive for +1
const std::string kBinary =
    "solver_type L2R_L2LOSS_SVC\nnr_class 2\nlabel 1 -1\nnr_feature 2\n"
    "bias 1\nw\n1\n-1\n-0.5\n";
// outputs x1, x2, x1 + x2 - 1
const std::string kThree =
    "solver_type L2R_L2LOSS_SVC\nnr_class 3\nlabel 1 2 3\nnr_feature 2\n"
    "bias 1\nw\n1 0 1\n0 1 1\n0 0 -1\n";

TEST_CASE("predict prints labels, scores or the best classes of each row") {
  const Workshop shop({{"m", kBinary}, {"m3", kThree}});
  struct Case {
    std::string rows, options, said, model = "m";
  };
  const std::string two = "1 1:2 2:0.25\n1 2:1\n";
  for (const Case& one :
       {Case{"1 1:2\n? 2:1\n\n-1 1:0.5\n1 # empty\n", "", "1\n-1\n-1\n-1\n"},
        Case{"cat 1:2\r\nqux 2:1\r\n", "", "1\n-1\n"},
        Case{"1:2\n2:1", "", "1\n-1\n"}, Case{"1:2\n2:1", "- <", "1\n-1\n"},
        Case{two, "--scores", "1\t1.25\n-1\t-1.5\n"},
        Case{two, "--scores", "1\t2\t0.25\t1.25\n2\t0\t1\t0\n", "m3"},
        Case{two, "--top 5", "1:1.25\t-1:-1.25\n-1:1.5\t1:-1.5\n"},
        Case{two, "--top 2", "1:2\t3:1.25\n2:1\t1:0\n", "m3"},
        Case{"1 0:2\n", "--zero-based", "1\n"}}) {
    CAPTURE(one.options);
    shop.write("d", one.rows);
    const auto outcome =
        shop.semilin("predict " + one.model + " " + one.options + " d");
    CHECK(outcome.status == 0);
    CHECK(outcome.out == one.said);
    CHECK(outcome.err.empty());
  }
  shop.refused("predict m d");  // features from 0
}

TEST_CASE("predict gives the labels that LIBLINEAR gives by its models") {
  const Workshop shop;
  if (shop.shell("command -v liblinear-train liblinear-predict").status != 0) {
    MESSAGE("SKIPPED: liblinear-train is not installed");
    return;
  }
  for (const int classes : {2, 3}) {
    shop.write("d", topic_rows(classes, 150, 150));
    shop.run("convert -q d d.libsvm");  // which has integers as labels
    REQUIRE(shop.shell("head -90 d.libsvm >train; tail -60 d.libsvm >test")
                .status == 0);
    for (const char* solver : {"0", "1", "2", "4", "5", "6", "7"}) {
      CAPTURE(solver);
      REQUIRE(shop.shell(std::string("liblinear-train -q -B 1 -s ") + solver +
                         " train m && liblinear-predict -q test m theirs")
                  .status == 0);
      CHECK(shop.run("predict m test") == shop.read("theirs"));
    }
  }
}

TEST_CASE("predict warns of unknown features and ignores them") {
  const Workshop shop({{"m", kBinary}, {"d", "1 1:2 9:100\n"}});
  const auto outcome = shop.semilin("predict m d");
  CHECK(outcome.out == "1\n");
  CHECK(outcome.err ==
        "semilin: warning: d: features 3 to 9 are unknown to the model and "
        "ignored\n");
  CHECK(shop.semilin("predict m d --quiet").err.empty());
}

TEST_CASE("predict goes through many rows piece by piece") {
  const Workshop shop({{"m", kBinary}});
  std::string text, expected;
  for (int row = 0; row < 70'000; ++row) {
    text += row % 5 == 0 ? "1:1\n" : "2:1\n";
    expected += row % 5 == 0 ? "1\n" : "-1\n";
  }
  shop.write("d.svm", text);
  shop.write("labels", expected);
  shop.run("convert d.svm --labels labels d.store");
  for (const std::string data : {"d.svm", "d.store", "- < d.svm"}) {
    CAPTURE(data);
    CHECK((shop.run("predict m " + data) == expected));
    const std::string table = shop.run("predict m --to csv " + data);
    CHECK(table.starts_with("id,label,score,terms,-1,1\n1,1,0.5,1,"));
    CHECK(std::count(table.begin(), table.end(), '\n') == 70'001);
    CHECK(holds(table, "\n70000,-1,1.5,1,1.5,-1.5\n"));
  }
  shop.write("e.svm", text + "1:1e300 2:1\n1:x\n");
  const auto bad = shop.semilin("predict m e.svm -o said");
  CHECK(bad.err.starts_with("semilin: e.svm:70001:3: "));
  CHECK_FALSE(shop.has("said"));
  shop.write("m2",
             "solver_type L2R_L2LOSS_SVC\nnr_class 2\nlabel 1 -1\nnr_feature "
             "2\nbias -1\nw\n1e300\n1\n");
  shop.write("f.svm", text + "1:1e30 2:1\n");
  CHECK(holds(shop.semilin("predict m2 f.svm -q").err,
              "f.svm: row 70000 (from 0): expected finite scores"));
}

// Each line is written after the answer to the one before.
TEST_CASE("predict answers documents and rows from a pipe as they come") {
  const Workshop shop({{"d.csv", two_topics(40, 20)}, {"b", kBinary}});
  shop.run("train -q d.csv --method svm -o m");
  struct Case {
    std::string options;
    Strings lines;  // a first one without an answer may be a header
    std::string model = "m";
  };
  for (const Case& one :
       {Case{"--text", {"puck", "rocket orbit", "ice"}},
        Case{"--format labeled", {"a\tpuck", "\trocket"}},
        Case{"--text --to csv", {"id,text", "x,puck", "y,rocket", "z,ice"}},
        Case{"--text --to tsv", {"id\ttext", "x\tpuck", "y\trocket"}},
        Case{"--text --to jsonl",
             {R"({"text":"puck"})", R"({"text":"rocket"})"}},
        Case{"", {"1 1:2", "2:1 # a remark", "?", "-1 1:0.5"}, "b"},
        Case{"--threads 1", {"1:2", "2:1"}, "b"}}) {
    CAPTURE(one.options);
    const bool header = one.lines[0].starts_with("id");
    std::string script = "exec 3>in 4<out\n";
    for (std::size_t i = 0; i < one.lines.size(); ++i) {
      shop.write("line" + std::to_string(i), one.lines[i] + "\n");
      script += "cat line" + std::to_string(i) + " >&3\n";
      const int answers = !header ? 1 : i == 0 ? 0 : i == 1 ? 2 : 1;
      for (int a = 0; a < answers; ++a)
        script += "read -r said <&4; printf '%s\\n' \"$said\"\n";
    }
    const auto outcome = shop.shell(
        "rm -f in out; mkfifo in out\ntimeout 60 " + Workshop::command() +
        " predict -q " + one.model + " - " + one.options + " <in >out &\n" +
        script + "exec 3>&-; wait $!");
    CHECK_MESSAGE(outcome.status == 0, outcome.err);
    CHECK(outcome.out ==
          shop.shell("cat line? >all; rm line?; " + Workshop::command() +
                     " predict -q " + one.model + " " + one.options + " - <all")
              .out);
  }
}

TEST_CASE("predict writes what doccano and Label Studio import") {
  const Workshop shop({{"d.csv", two_topics(40, 20)},
                       {"n.csv", "id,text\na,\"puck \"\"ice\"\"\"\nb,words\n"},
                       {"s.jsonl",
                        "{\"text\":\"puck ice\",\"label\":[\"a\",\"b\"]}\n"
                        "{\"text\":\"puck ice\",\"label\":[\"a\",\"b\"]}\n"
                        "{\"text\":\"rocket orbit\",\"label\":[\"c\"]}\n"
                        "{\"text\":\"rocket orbit\",\"label\":[\"c\"]}\n"},
                       {"r.svm", "1 1:1\n"}});
  shop.run("train -q d.csv -o m");
  const std::string sure = "predict -q m n.csv --least-probability 0.8 ";
  CHECK(shop.run(sure + "--to doccano") ==
        R"({"id":"a","text":"puck \"ice\"","label":["hockey"]}
{"id":"b","text":"words","label":[]}
)");
  CHECK(shop.run(sure + "--to doccano -o n.jsonl").empty());
  CHECK(shop.json("inspect --json n.jsonl")["labeled"] == 1);
  const json tasks = shop.json(sure + "--to label-studio");
  REQUIRE(tasks.size() == 2);
  CHECK(tasks[0]["data"] == json({{"id", "a"}, {"text", "puck \"ice\""}}));
  const json& guess = tasks[0]["predictions"][0];
  CHECK(guess["score"] >= 0.8);
  CHECK(guess["result"] ==
        json::parse(R"([{"from_name": "label", "to_name": "text",
                         "type": "choices",
                         "value": {"choices": ["hockey"]}}])"));
  CHECK(tasks[1]["predictions"] == json::array());
  shop.run("train -q s.jsonl --method svm -o sets");
  CHECK(holds(shop.run("predict -q sets n.csv --to doccano"),
              R"("label":["a","b"]})"));
  const json sets = shop.json("predict -q sets n.csv --to label-studio");
  CHECK(sets[0]["predictions"][0]["result"][0]["value"]["choices"] ==
        json({"a", "b"}));
  CHECK_FALSE(sets[0]["predictions"][0].contains("score"));
  CHECK(holds(shop.refused("predict -q m r.svm --to doccano"),
              "r.svm: expected documents for --to doccano, found rows"));
}

#ifndef SEMILIN_NO_MEMORY_LIMITS
// 80 MB of rows, and as many documents; the same from standard input. Open MPI
// 5 takes 20 MB by itself.
TEST_CASE("predict needs no memory for all rows") {
  const Workshop shop({{"m", kBinary}});
  std::string line = "1 1:2";
  for (int j = 3; j <= 500; ++j)
    line += ' ' + std::to_string(j) + ":1";
  std::string text;
  for (int row = 0; row < 20'000; ++row)
    text += row % 3 == 0 ? "-1 2:1\n" : line + "\n";
  shop.write("d.svm", text);
  const std::string limited = "ulimit -d 40000; UCX_VFS_ENABLE=n " +
                              Workshop::command() + " predict m -q ";
  const auto piped = shop.shell("cat d.svm | (" + limited + "- --threads 1)");
  CHECK_MESSAGE(piped.status == 0, piped.err);
  CHECK(std::count(piped.out.begin(), piped.out.end(), '\n') == 20'000);
  CHECK(piped.out.starts_with("-1\n1\n1\n-1\n"));
  CHECK(shop.shell(limited + "d.svm --threads 1").out == piped.out);
  CHECK(shop.shell("ulimit -d 40000; UCX_VFS_ENABLE=n " + Workshop::command() +
                   " inspect d.svm --threads 1")
            .status != 0);
}
#endif

}  // namespace
}  // namespace semilin::test
