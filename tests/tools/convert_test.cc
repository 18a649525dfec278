#include "support/command.h"

namespace semilin::test {
namespace {

const std::string kData =
    "ham 1:0.5 3:-2\n? 2:1e-3\nspam 7:0.1\nham\nspam 1:1\n";
const std::string kModel =
    "solver_type L2R_L2LOSS_SVC\nnr_class 3\nlabel 1 2 5\nnr_feature 2\n"
    "bias 1\nw\n1 0 1 \n0 0.10000000000000001 1 \n0 0 -1 \n";

TEST_CASE("labels are integers in files for LIBLINEAR") {
  const Workshop shop;
  const auto check = [&](const std::string& data, const std::string& text,
                         const std::string& classes) {
    CAPTURE(data);
    shop.write("d.svm", data);
    const std::string outcome = shop.told("convert d.svm d.libsvm");
    CHECK(shop.read("d.libsvm") == text);
    CHECK(shop.has("d.libsvm.classes") == !classes.empty());
    if (classes.empty()) return;
    CHECK(shop.read("d.libsvm.classes") == classes);
    CHECK(holds(outcome, "d.libsvm.classes lists the class of each"));
    std::filesystem::remove(shop.path("d.libsvm.classes"));
  };
  check("+1 1:1\n-1 2:1\n3 1:2\n", "1 1:1\n-1 2:1\n3 1:2\n", "");
  check("\"x y\" 1:1\nfoo 2:1\n", "2 1:1\n1 2:1\n", "1\tfoo\n2\tx y\n");
  check("\"1\" 1:1\n\"01\" 2:1\n", "1 1:1\n2 2:1\n", "1\t1\n2\t01\n");
  check("\"a,b\",c 1:1\nc 2:1\n, 3:1\n", "1,2 1:1\n2 2:1\n0 3:1\n",
        "1\ta,b\n2\tc\n");
  check("-1 1:1\n\"0\" 2:1\n1 1:2\n", "1 1:1\n2 2:1\n3 1:2\n",
        "1\t-1\n2\t0\n3\t1\n");
  check("-1 1:1\n0 2:1\n+1 1:2\n", "1 1:1\n0 2:1\n2 1:2\n", "1\t-1\n2\t+1\n");
  check("0 1:1\n2 2:1\n? 1:3\n", "1 1:1\n2 2:1\n0 1:3\n", "1\t0\n2\t2\n");
  const auto outcome = shop.semilin("convert d.svm - --to libsvm");
  CHECK(outcome.out == "1 1:1\n2 2:1\n0 1:3\n");
  CHECK(holds(outcome.err,
              "1 row has no label and will be written with the label 0"));
}

TEST_CASE("a LIBLINEAR model comes back from ours unchanged") {
  const Workshop shop({{"m.txt", kModel}});
  shop.run("convert m.txt m.model");
  shop.run("convert m.model back.liblinear");
  CHECK(shop.read("back.liblinear") == kModel);
  CHECK(shop.run("convert m.model - --to liblinear") == kModel);
  shop.write("d", "1 1:2\n1 2:3\n");
  CHECK(shop.run("predict m.model d --scores") ==
        shop.run("predict m.txt d --scores"));
}

TEST_CASE("a refused conversion says the place and leaves what was there") {
  const Workshop shop({{"out.store", "precious"}, {"bad", "1 1:1\r\n1 x\r\n"}});
  CHECK(
      shop.refused("convert bad out.store").starts_with("semilin: bad:2:3: "));
  CHECK(shop.read("out.store") == "precious");
  CHECK(shop.files() == 2);
  CHECK(shop.refused("inspect nofile") ==
        "semilin: nofile: cannot open: No such file or directory\n");
}

#ifndef SEMILIN_NO_MEMORY_LIMITS
TEST_CASE("text becomes a store in a fifth of the store's memory") {
  const Workshop shop;
  std::string line = "1";
  for (int j = 1; j <= 1000; ++j)
    line += ' ' + std::to_string(j) + ":1";
  std::string text;
  for (int row = 0; row < 10'000; ++row)  // a store of 80 MB
    text += line + (row % 2 == 0 ? "\n" : " 1001:2\n");
  shop.write("d.svm", text);
  // UCX, which Open MPI 5 loads, would start a thread, whose stack counts.
  const std::string limited =
      "ulimit -d 16000; UCX_VFS_ENABLE=n " + Workshop::command();
  const auto streamed =
      shop.shell(limited + " convert d.svm d.store --threads 1");
  const auto piped =
      shop.shell("cat d.svm | (" + limited +
                 " convert - - --to store --threads 1) | cmp - d.store");
  const auto held = shop.shell(limited + " inspect d.svm --threads 1");
  CHECK_MESSAGE(streamed.status == 0, streamed.err);
  CHECK_MESSAGE(piped.status == 0, piped.err);
  CHECK(held.status != 0);
  shop.run("inspect --verify d.store");
}
#endif

TEST_CASE("inspect tells what data hold, and verifies a store") {
  const Workshop shop({{"d.svm", kData}});
  shop.run("convert d.svm d.store");
  json text = shop.json("inspect --json d.svm");
  check_members(text, {{"kind", "svmlight"},
                       {"rows", 5},
                       {"features", 7},
                       {"nonzeros", 5},
                       {"empty_rows", 1},
                       {"labeled", 4},
                       {"unlabeled", 1},
                       {"values", "float32"}});
  CHECK(text["classes"] ==
        json::parse(R"([{"class":"ham","rows":2},{"class":"spam","rows":2}])"));
  text["kind"] = "store";
  CHECK(shop.json("inspect --json d.store") == text);
  check_holds(shop.run("inspect d.svm"), {"rows: 5\n", "  ham       2\n"});
  CHECK(shop.json("inspect --verify --json d.store")["verified"] == true);
  std::string bytes = shop.read("d.store");
  // the bytes of 0.1f, wherever they are
  const std::size_t at = bytes.find("\xcd\xcc\xcc\x3d");
  REQUIRE(at != std::string::npos);
  bytes[at] = '\x01';
  shop.write("d.store", bytes);
  shop.refused("inspect --verify d.store");
}

TEST_CASE("inspect tells of documents what is good to know before training") {
  const Workshop shop({{"d.csv",
                        "id,text,label\n1,good film,pos\n2,bad film,neg\n"
                        "3,good film,neg\n4,,pos\n5, good film ,\n"},
                       {"s.jsonl",
                        "{\"body\":\"x\",\"tags\":[\"a\",\"b\"]}\n"
                        "{\"body\":\"yy\",\"tags\":[\"a\"]}\n"},
                       {"t.txt", "a\tone\nb\ttwo\n"}});
  check_members(shop.json("inspect --json d.csv"),
                {{"kind", "documents"},
                 {"documents", 5},
                 {"labeled", 4},
                 {"unlabeled", 1},
                 {"without_text", 1},
                 {"copies", 2},
                 {"copies_with_another_label", 1},
                 {"characters", {{"least", 0}, {"median", 9}, {"most", 9}}}});
  check_holds(shop.run("inspect d.csv"),
              {"documents: 5\n", "  neg            2"});
  const json sets = shop.json(
      "inspect --json s.jsonl --text-column body --label-column tags");
  CHECK(sets["classes"] == json::parse(R"([{"class":"a","documents":2},
                                            {"class":"b","documents":1}])"));
  CHECK(shop.json("inspect --json t.txt")["documents"] == 2);
}

TEST_CASE("inspect shows the heaviest features of each class") {
  const Workshop shop(
      {{"m",
        "solver_type L2R_LR\nnr_class 2\nlabel 7 3\nnr_feature 4\n"
        "bias -1\nw\n0.5\n-2\n0\n1.25\n"}});
  const json model = shop.json("inspect m --features 3 --json");
  // positive for 7, the second class
  check_members(model, {{"kind", "liblinear-model"},
                        {"classes", {"3", "7"}},
                        {"nonzero_weights", 3},
                        {"heaviest", json::parse(R"({
      "3": [{"feature":1,"weight":2.0}],
      "7": [{"feature":3,"weight":1.25},{"feature":0,"weight":0.5}]})")}});
  CHECK(shop.run("inspect m --features 1") == "3: 2 2\n7: 4 1.25\n");
}

}  // namespace
}  // namespace semilin::test
