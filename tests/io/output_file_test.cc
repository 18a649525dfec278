#include "semilin/advanced/io/output_file.h"

#include <chrono>
#include <csignal>
#include <thread>

#include <sys/wait.h>

#include "semilin/advanced/io/line_source.h"

#include "io/io_support.h"
#include "support/workplace.h"

namespace semilin::test {
namespace {

std::ptrdiff_t entries() {
  return std::distance(std::filesystem::directory_iterator("."), {});
}

}  // namespace

TEST_CASE("an output file appears at commit, or nothing changes") {
  const Workplace workplace;
  const std::string text = "half" + std::string(1'000'000, 'z');
  for (const bool committed : {false, true}) {
    spill("out", "old");
    {
      OutputFile file("out");
      file.write("half");
      file.write(std::string_view(text).substr(4));
      CHECK(slurp("out") == "old");
      if (committed) file.commit();
    }
    CHECK(slurp("out") == (committed ? text : "old"));
    CHECK(entries() == 1);
  }
  OutputFile fresh("new");
  fresh.write(text);
  CHECK_FALSE(std::filesystem::exists("new"));
}

TEST_CASE("writers of one path, and one that is killed, leave it whole") {
  const Workplace workplace;
  const std::string path = "out";
  write_file(path, "old");
  std::vector<std::jthread> writers;
  for (int i = 0; i < 4; ++i)
    writers.emplace_back([&] {
      for (int j = 0; j < 50; ++j)
        write_file(path, std::string(10'000, 'x'));
    });
  writers.clear();
  CHECK(slurp(path) == std::string(10'000, 'x'));
  CHECK(entries() == 1);
  const pid_t writer = ::fork();
  if (writer == 0)
    for (;;)
      write_file(path, "new");
  std::this_thread::sleep_for(std::chrono::milliseconds(20));
  ::kill(writer, SIGKILL);
  ::waitpid(writer, nullptr, 0);
  CHECK((slurp(path) == "new" || slurp(path) == std::string(10'000, 'x')));
  CHECK(entries() <= 2);  // killed between its link and the rename
  write_file(path, "last");
  CHECK(slurp(path) == "last");
}

TEST_CASE("what looks like a writer's file is left alone") {
  const Workplace workplace;
  const std::string own = ".semilin-" + std::to_string(::getpid()) + "-0";
  write_files({{own, "mine"}});
  for (int i = 0; i < 2; ++i)
    write_file("out", "x");
  CHECK(slurp(own) == "mine");
  CHECK(entries() == 2);
}

TEST_CASE("gzip output inflates to what was written") {
  const TempFile file(".gz");
  const std::string text(300'000, 'a');
  OutputFile output(file.path(), Compression::Gzip);
  output.write(text);
  output.write("end\n");
  output.commit();
  CHECK(read_text(file.path()) == text + "end\n");
  CHECK(slurp(file.path()).size() < 2000);
}

TEST_CASE("a link is kept and its target written") {
  const TempFile target("", "old");
  const TempFile link;
  std::filesystem::create_symlink(target.path(), link.path());
  write_file(link.path(), "new");
  CHECK(std::filesystem::is_symlink(link.path()));
  CHECK(slurp(target.path()) == "new");
  const Workplace workplace;  // links that lead nowhere
  std::filesystem::create_symlink("target", "link");
  write_file("link", "new");
  CHECK(std::filesystem::is_symlink("link"));
  CHECK(slurp("target") == "new");
  std::filesystem::create_symlink("nowhere/target", "lost");
  CHECK(error_of([] { write_file("lost", "x"); }) != "");
  CHECK(std::filesystem::is_symlink("lost"));
}

TEST_CASE("a file that is replaced keeps its mode, and its long name") {
  const Workplace workplace;
  for (const std::string& name : {std::string("out"), std::string(250, 'n')}) {
    write_file(name, "secret");
    std::filesystem::permissions(name, std::filesystem::perms(0600));
    write_file(name, "new");
    CHECK(std::filesystem::status(name).permissions() ==
          std::filesystem::perms(0600));
    CHECK(slurp(name) == "new");
  }
}

TEST_CASE("what cannot be written, or on a full disk, is an error of a line") {
  CHECK(error_of([&] { write_file(".", "x"); }) ==
        ".: expected a file to write, found a directory");
  CHECK(error_of([] { write_file("no/folder/x", "x"); }) ==
        "no/folder/x: cannot write: No such file or directory");
  if (std::filesystem::exists("/dev/full"))
    CHECK(error_of([] { write_file("/dev/full", "x"); }) ==
          "/dev/full: cannot write: No space left on device");
}

}  // namespace semilin::test
