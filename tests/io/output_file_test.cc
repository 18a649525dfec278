#include "semilin/advanced/io/output_file.h"

#include <chrono>
#include <csignal>
#include <filesystem>
#include <thread>

#include <sys/wait.h>
#include <unistd.h>

#include "semilin/advanced/io/line_source.h"

#include "io/io_support.h"

namespace semilin {
namespace {

using test::error_of;
using test::slurp;
using test::spill;
using test::TempFile;

std::ptrdiff_t entries(const std::string& folder) {
  return std::distance(std::filesystem::directory_iterator(folder), {});
}

}  // namespace

TEST_CASE("an output file appears at commit, and its parts leave no trace") {
  const TempFile folder;
  std::filesystem::create_directory(folder.path());
  const std::string path = folder.path() + "/out";
  {
    OutputFile file(path);
    file.write("half");
    CHECK(!std::filesystem::exists(path));
    file.write(std::string(1'000'000, 'z'));
    file.commit();
  }

  CHECK(slurp(path) == "half" + std::string(1'000'000, 'z'));
  CHECK(entries(folder.path()) == 1);
}

TEST_CASE("without commit the old file stays and nothing else") {
  const TempFile folder;
  std::filesystem::create_directory(folder.path());
  const std::string path = folder.path() + "/out";
  spill(path, "old");
  {
    OutputFile file(path);
    file.write("new");
  }

  CHECK(slurp(path) == "old");
  CHECK(entries(folder.path()) == 1);
}

TEST_CASE("writers of one path, and one that is killed, leave it whole") {
  const TempFile folder;
  std::filesystem::create_directory(folder.path());
  const std::string path = folder.path() + "/out";
  write_file(path, "old");
  std::vector<std::jthread> writers;
  for (int i = 0; i < 4; ++i)
    writers.emplace_back([&] {
      for (int j = 0; j < 50; ++j)
        write_file(path, std::string(10'000, 'x'));
    });
  writers.clear();
  CHECK(slurp(path) == std::string(10'000, 'x'));
  CHECK(entries(folder.path()) == 1);

  const pid_t writer = ::fork();
  if (writer == 0) {
    for (;;)
      write_file(path, "new");
  }
  std::this_thread::sleep_for(std::chrono::milliseconds(20));
  ::kill(writer, SIGKILL);
  ::waitpid(writer, nullptr, 0);
  CHECK((slurp(path) == "new" || slurp(path) == std::string(10'000, 'x')));
  CHECK(entries(folder.path()) <= 2);  // killed between its link and the rename
  write_file(path, "last");
  CHECK(slurp(path) == "last");
}

TEST_CASE("what looks like a writer's file is left alone") {
  const TempFile folder;
  std::filesystem::create_directory(folder.path());
  const std::string own =
      folder.path() + "/.semilin-" + std::to_string(::getpid()) + "-0";
  for (const std::string& mine : {own, folder.path() + "/.link-1-x"})
    spill(mine, "mine");

  for (int i = 0; i < 2; ++i)
    write_file(folder.path() + "/out", "x");

  CHECK(slurp(own) == "mine");
  CHECK(slurp(folder.path() + "/.link-1-x") == "mine");
  CHECK(entries(folder.path()) == 3);
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
}

TEST_CASE("what cannot be written is an error of one line") {
  const TempFile folder;
  std::filesystem::create_directory(folder.path());

  CHECK(error_of([&] { write_file(folder.path(), "x"); }) ==
        folder.path() + ": expected a file to write, found a directory");
  CHECK(error_of([] { write_file("no/folder/x", "x"); }) ==
        "no/folder/x: cannot write: No such file or directory");
}

TEST_CASE("a full disk is an error of one line") {
  if (!std::filesystem::exists("/dev/full")) {
    MESSAGE("SKIPPED: no /dev/full here");
    return;
  }

  CHECK(error_of([] { write_file("/dev/full", "x"); }) ==
        "/dev/full: cannot write: No space left on device");
}

}  // namespace semilin
