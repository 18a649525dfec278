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

}  // namespace

TEST_CASE("lines end at newlines, with or without returns, or at the end") {
  const std::string text(1'000'000, 'x');  // longer than the buffer
  for (const auto& [content, lines] : std::map<std::string, Strings>{
           {"", {}},
           {"\n", {""}},
           {"a\nb", {"a", "b"}},
           {"a\r\n\r\nb\n", {"a", "", "b"}},
           {"a\r\r\n\r\r\nb\rc\r\r\n", {"a", "", "b\rc"}},
           {"a\n" + text + "\nb", {"a", text, "b"}},
           // gzip is told by content, several members are one text
           {gzip("a\nb"), {"a", "b"}},
           {gzip("a\nb") + gzip("c\n"), {"a", "bc"}},
           {gzip(""), {}}})
    CHECK(lines_of(content) == lines);
  for (const std::string& bytes : {text, gzip(text)}) {
    const TempFile file("", bytes);
    CHECK((read_text(file.path()) == text));
  }
}

TEST_CASE("truncated gzip gives its whole lines, then an error") {
  const std::string packed = gzip("first\nsecond\nthird\n");
  const TempFile file(".gz", packed.substr(0, packed.size() - 4));
  LineSource source(file.path());
  Strings lines;
  const std::string message = error_of([&] {
    while (const auto line = source.next())
      lines.emplace_back(*line);
  });
  CHECK(message == file.path() +
                       ":4:1: expected more gzip data, found the end of the "
                       "file (truncated)");
  CHECK(lines == Strings{"first", "second", "third"});
}

}  // namespace semilin::test
