// What no command may do with people's files: replace an input, lose a state,
// hang on a pipe, print bytes as they are.
#include "support/command.h"

namespace semilin::test {
namespace {

TEST_CASE("no output replaces an input or another output") {
  const Workshop shop({{"d.svm", topic_rows(2, 40, 8)},
                       {"labels", "a\n"},
                       {"t.txt", "a\tone two\nb\tthree two\n"}});
  shop.run("train -q d.svm -o m");
  shop.run("convert d.svm d.store");
  shop.write("words", "a: one\nb: three\n");
  REQUIRE(shop.shell("mkdir -p sub topics/a; ln -s d.svm link; ln d.svm hard; "
                     "ln -s new sub/dangling; ln -s sub/../sub/dangling twice; "
                     "ln -s ../new sub/up; "
                     "echo one > topics/a/1")
              .status == 0);
  const std::string show = "cat d.svm m d.store t.txt labels words topics/a/1";
  const auto before = shop.shell(show);
  const auto check = [&](const std::string& line) {
    CHECK(holds(shop.refused(line, 2), " would replace "));
  };
  for (const std::string files :
       {"d.svm -o d.svm", "d.svm -o link", "link -o d.svm", "d.svm -o hard",
        "d.svm -o sub/../d.svm", "./d.svm -o $PWD/d.svm",
        "d.svm -o new --summary new",
        "d.svm -o new --summary sub/../new --report r",
        "d.svm -o sub/new --summary sub/dangling",
        "d.svm -o twice --summary sub/new", "d.svm -o sub/up --summary new",
        "d.svm -o new --test m --labels-out m",
        "d.svm -o new --labels labels --summary labels",
        "d.svm -o new --unlabeled d.store --summary d.store",
        "t.txt -o words --seed-words words",
        "t.txt -o new --seed-words ./words --summary words",
        "topics -o topics/a/1"})
    check("train " + files);
  for (const std::string line :
       {"tune d.svm -o d.svm", "predict m d.svm -o m",
        "predict m d.svm -o d.svm", "evaluate m d.svm -o m",
        "convert d.svm d.svm", "convert d.store d.store", "inspect m -o m",
        "graph d.svm -o d.svm", "graph d.svm -o new --summary new",
        "suggest t.txt --seed-words words --output words",
        "vectorize t.txt -o t.txt", "svmlin -f w.outputs w",
        "vectorize t.txt -o new --vocabulary-out new"})
    check(line);
  CHECK(shop.shell(show).out == before.out);
  CHECK_FALSE(shop.has("new"));
  shop.run(
      "train d.svm -q -o new --summary /dev/null --report "
      "/dev/null");
}

TEST_CASE("what is written beside an output replaces no input either") {
  const Workshop shop;
  const std::string rows = "one 1:1\ntwo 2:1\n";
  shop.write("d.svm", rows);
  shop.run("train d.svm -q -o x.liblinear.classes");
  const std::string model = shop.read("x.liblinear.classes");
  const std::string table = "text,label\napple apple,a\nbrick brick,b\n";
  shop.write("t.csv", table);
  shop.write("t.svm.vocab", table);
  shop.write("d.libsvm.classes", "one\ntwo\n");
  shop.run("train t.csv --min-documents 1 -q -o t.model");
  for (const char* wrong :
       {"convert x.liblinear.classes x.liblinear",
        "vectorize t.svm.vocab --format csv --min-documents 1 -o t.svm",
        "vectorize t.csv --min-documents 1 -o t.svm --log t.svm.vocab",
        "convert d.svm d.libsvm --unlabeled d.libsvm.classes",
        "convert d.svm d.libsvm --labels d.libsvm.classes",
        "explain t.model apple --data t.csv -o t.csv"})
    shop.refused(wrong, 2);
  CHECK(shop.read("x.liblinear.classes") == model);
  CHECK(shop.read("t.csv") == table);
  CHECK(shop.read("t.svm.vocab") == table);
  CHECK(shop.read("d.libsvm.classes") == "one\ntwo\n");
}

TEST_CASE("values and weights that overflow end a run with one line") {
  const Workshop shop;
  for (const char* method :
       {"da", "tsvm", "lap-svm", "tv-rls", "committee", "svm"}) {
    CAPTURE(method);
    const bool svm = std::string_view(method) == "svm";
    shop.write("d", topic_rows(2, 39, 8) +
                        "? 1:1 2:" + (svm ? "1e152" : "1e160") + "\n");
    CHECK(holds(shop.refused("train d --double -q -o m --method " +
                             std::string(method)),
                "expected values of moderate size"));
    CHECK_FALSE(shop.has("m"));
  }
  shop.write("few", "a 1:1\nb 2:1\n? 1:1\n");
  shop.write("w", "1e308\n1e308\n1e308\n");
  shop.refused("train few -q -o m --row-weights w", 2);
}

TEST_CASE("a model from a pipe, and data from a named one, are read") {
  const Workshop shop({{"d.svm", topic_rows(2, 40, 8)}});
  shop.run("train -q d.svm -o m --method da");
  shop.run("convert m m.liblinear");
  const std::string expected = shop.run("predict m d.svm");
  shop.write("said_of_file", expected);
  const std::string run = Workshop::command();
  REQUIRE(shop.shell("rm m.liblinear.classes; mkfifo pipe").status == 0);
  for (const std::string source : {"m", "m.liblinear"}) {
    const Outcome outcome = shop.shell(
        "cat " + source + " >pipe & timeout 60 " + run + " predict pipe d.svm");
    CAPTURE(outcome.err);
    CHECK(outcome.out == shop.run("predict " + source + " d.svm"));
  }
  for (const char* line : {" predict m pipe >said && cmp said said_of_file",
                           " train -q pipe -o m2 --method da && cmp m m2"}) {
    const Outcome outcome =
        shop.shell("cat d.svm >pipe & timeout 60 " + run + line);
    CHECK(outcome.status == 0);
  }
}

TEST_CASE("a store or a model in a pipe is no text, and said to be a file") {
  const Workshop shop({{"d.svm", topic_rows(2, 40, 8)}});
  shop.run("convert d.svm d.store");
  shop.run("train -q d.svm -o m --method svm");
  const std::string run = " | " + Workshop::command() + " ";
  for (const char* line : {"train - -o x", "inspect -", "vectorize - -o x"}) {
    for (const char* file : {"d.store", "m"}) {
      CAPTURE(line);
      CAPTURE(file);
      const auto outcome = shop.shell("cat " + std::string(file) + run + line);
      CHECK(outcome.status == 1);
      CHECK(outcome.err ==
            "semilin: standard input: expected text, found a store, model or "
            "graph of semilin; name its file, as a pipe cannot be mapped\n");
    }
  }
}

TEST_CASE("a store that is cut while it is used ends the run with one line") {
  const Workshop shop({{"d.svm", topic_rows(2, 20'000, 8)}});
  shop.run("convert d.svm d.store");
  REQUIRE(shop.shell("mkfifo weights").status == 0);
  // the run opens the weights when it has mapped and checked the store
  const Outcome outcome = shop.shell(
      "{ truncate -s 4096 d.store; yes 1 | head -n 20000; } "
      ">weights & timeout 60 " +
      Workshop::command() + " train -q d.store --row-weights weights -o m");
  CHECK(outcome.status == 1);
  CHECK_MESSAGE(one_line(outcome.err), outcome.err);
  CHECK_FALSE(shop.has("m"));
}

TEST_CASE("a thousand threads do the work of a few") {
  const Workshop shop({{"d.svm", topic_rows(2, 300, 60)}});
  shop.run("train -q d.svm -o m --threads 1");
  const std::string train = Workshop::command() + " train -q d.svm -o m2";
  for (const std::string& line :
       {train + " --threads 1000", "OMP_NUM_THREADS=100000 " + train})
    CHECK(shop.shell("timeout 60 env " + line + " && cmp m m2").status == 0);
}

TEST_CASE("--threads holds for every member of the committee") {
  const Workshop shop({{"d.svm", topic_rows(2, 300, 60)}});
  const auto threads = [&](const std::string& count) {
    const auto outcome = shop.shell(
        "OMP_DISPLAY_AFFINITY=true OMP_AFFINITY_FORMAT=thread%n " +
        Workshop::command() + " train -q d.svm -o m --threads " + count);
    return outcome.out + outcome.err;  // GCC's library prints to the latter
  };
  CHECK(threads("2").find("thread1") != std::string::npos);
  CHECK(threads("1").find("thread1") == std::string::npos);
}

TEST_CASE("bytes of a file are not printed as they are") {
  const Workshop shop({{"d.svm", "a 1:1\nb\x1b[31m 1:1\n"},
                       {"e.svm", "a 1:1\nb\xff 1:1\n"},
                       {"f\x1b.svm", "x"}});
  for (const char* file : {"d.svm", "e.svm", "f\x1b.svm"}) {
    const std::string err =
        shop.refused("train '" + std::string(file) + "' -o m");
    CHECK(err.find_first_of("\x1b\xff") == std::string::npos);
    CHECK(holds(err, "\\x"));
  }
}

TEST_CASE("help that cannot be printed is a failure") {
  const Workshop shop;
  if (!std::filesystem::exists("/dev/full")) {
    MESSAGE("SKIPPED: no /dev/full here");
    return;
  }
  for (const char* arguments : {"--help", "train --help", "--version"})
    shop.refused(std::string(arguments) + " >/dev/full");
}

}  // namespace
}  // namespace semilin::test
