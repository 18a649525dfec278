#include "semilin/advanced/io/line_source.h"

#include "io/io_support.h"

namespace semilin::test {
namespace {

Strings lines_of(const std::string& content) {
  const TempFile file("", content);
  LineSource source(file.path());
  Strings lines;
  while (const auto line = source.next()) {
    lines.emplace_back(*line);
    CHECK(source.line() == static_cast<Index>(lines.size()));
  }
  CHECK(!source.next());
  return lines;
}

using Lines = Strings;

}  // namespace

TEST_CASE("lines end at newlines, with or without returns, or at the end") {
  CHECK(lines_of("") == Lines{});
  CHECK(lines_of("\n") == Lines{""});
  CHECK(lines_of("a\nb") == Lines{"a", "b"});
  CHECK(lines_of("a\r\n\r\nb\n") == Lines{"a", "", "b"});
}

TEST_CASE("a line longer than the buffer is one line") {
  const std::string text(1'000'000, 'x');
  CHECK(lines_of("a\n" + text + "\nb") == Lines{"a", text, "b"});
}

TEST_CASE("gzip lines are told by content, several members are one text") {
  CHECK(lines_of(gzip("a\nb")) == Lines{"a", "b"});
  CHECK(lines_of(gzip("a\nb") + gzip("c\n")) == Lines{"a", "bc"});
  CHECK(lines_of(gzip("")) == Lines{});
}

TEST_CASE("truncated gzip gives its whole lines, then an error") {
  const std::string packed = gzip("first\nsecond\nthird\n");
  const TempFile file(".gz", packed.substr(0, packed.size() - 4));
  LineSource source(file.path());
  Lines lines;
  const std::string message = error_of([&] {
    while (const auto line = source.next())
      lines.emplace_back(*line);
  });
  CHECK(message == file.path() +
                       ":4:1: expected more gzip data, found the end of the "
                       "file (truncated)");
  CHECK(lines == Lines{"first", "second", "third"});
}

TEST_CASE("the whole text is read, plain and gzip") {
  const std::string text(700'000, 'y');
  const TempFile plain("", text);
  const TempFile packed("", gzip(text));
  CHECK(read_text(plain.path()) == text);
  CHECK(read_text(packed.path()) == text);
}

}  // namespace semilin::test
