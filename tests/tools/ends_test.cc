// Every command is ended by signals, full disks and folders that are not there
// or may not be written: outputs are whole or not there, and nothing is left.
#include "support/command.h"

namespace semilin::test {
namespace {

// The commands that write OUT.
const Strings kCommands = {
    "train -q d.svm --method da -o OUT",
    "train -q d.svm --method tv-rls -o OUT",
    "tune -q d.svm --set lambda=0.01,0.001 --set lambda-u=1 -o OUT",
    "predict m d.svm -o OUT",
    "evaluate m d.svm -o OUT",
    "convert d.svm OUT --to store",
    "convert d.store OUT --to svmlight",
    "inspect --verify d.store -o OUT",
    "graph -q d.svm -o OUT",
    "vectorize -q t.csv --vocabulary-out v -o OUT --to store"};

std::string with_output(const std::string& command, const std::string& path) {
  std::string line = command;
  return line.replace(line.find("OUT"), 3, path);
}

void prepare(const Workshop& shop, int rows) {
  shop.write("d.svm", topic_rows(3, rows, 30));
  shop.write("t.csv", two_topics(rows));
  shop.run("convert d.svm d.store");
  shop.run("train -q --method svm d.svm -o m");
}

}  // namespace

TEST_CASE("outputs that cannot be written end each command with one line") {
  const Workshop shop;
  prepare(shop, 60);
  REQUIRE(shop.shell("mkdir -m 555 locked; mkdir folder").status == 0);
  const int files = shop.files();
  Strings outputs = {"no/such/out", "folder"};
  if (std::filesystem::exists("/dev/full")) outputs.emplace_back("/dev/full");
  if (::geteuid() != 0) outputs.emplace_back("locked/out");
  for (const std::string& command : kCommands) {
    for (const std::string& output : outputs) {
      shop.refused(with_output(command, output));
      CAPTURE(command);
      CAPTURE(output);
      (void)shop.shell("rm -f v");
      CHECK(shop.files() == files);
    }
  }
  // before the work
  for (const char* data : {"d.svm", "d.store", "t.csv"})
    shop.write(data, "no data");
  for (const std::string& command : kCommands)
    CHECK(holds(shop.refused(with_output(command, "no/out")),
                "cannot write: No such file"));
  CHECK(holds(shop.refused("train d.svm -o n --labels-out no/out"),
              "cannot write: No such file"));
}

TEST_SUITE("slow") {
  TEST_CASE("a signal leaves no command's output half written") {
    const Workshop shop;
    prepare(shop, 1000);
    Random random(1);

    for (const std::string& command : kCommands) {
      shop.run(with_output(command, "whole"));
      (void)shop.shell("rm -f v");
      const int files = shop.files();
      for (const char* signal : {"INT", "TERM", "KILL"}) {
        for (int time = 0; time < 3; ++time) {
          const std::string wait =
              "0." + std::to_string(100 + random.below(300)).substr(1);
          // a shell ignores SIGINT for what it runs in the background; in the
          // foreground timeout does not kill itself before the command is gone
          (void)shop.shell("timeout --foreground -s " + std::string(signal) +
                           " " + wait + " " + Workshop::command() + " " +
                           with_output(command, "out"));
          CAPTURE(command);
          CAPTURE(signal);
          CAPTURE(wait);
          // an interrupted training writes the best model so far
          const bool best_so_far =
              command.starts_with("train") || command.starts_with("tune");
          if (shop.has("out") && !best_so_far)
            CHECK(shop.shell("cmp whole out").status == 0);
          else if (shop.has("out"))
            shop.run("inspect --verify out");
          (void)shop.shell("rm -f out v");
          CHECK(shop.files() == files);
        }
      }
      (void)shop.shell("rm -f whole");
    }
  }
}

}  // namespace semilin::test
