#include "io/label_file.h"

#include <algorithm>
#include <string_view>

#include "semilin/advanced/io/line_source.h"
#include "semilin/base/error.h"

#include "io/input.h"
#include "io/label_word.h"
#include "io/quote.h"

namespace semilin::io {
namespace {

constexpr std::size_t kLabelsAtOnce = 4096;

// Throws at position `at` of the line last read.
[[noreturn]] void refuse(const LineSource& lines, std::string_view line,
                         std::size_t at, const std::string& expected) {
  throw DataError(lines.name(), lines.line(), static_cast<Index>(at) + 1,
                  expected, quote(line.substr(at)));
}

// The label that begins at `start` of the line last read.
std::string_view label_at(const LineSource& lines, std::string_view line,
                          std::size_t start) {
  const WordScan scan = scan_label_word(line.substr(start));
  if (scan.expected != nullptr)
    refuse(lines, line, start + scan.size, scan.expected);
  const std::string_view word = line.substr(start, scan.size);
  const std::size_t more =
      std::min(line.find_first_not_of(" \t", start + word.size()), line.size());
  if (more < line.size() && line[more] != '#') {
    refuse(lines, line, more, "one label per line, in quotes if it has blanks");
  }
  return word;
}

}  // namespace

void read_label_files(
    const std::vector<std::string>& files, Index rows, LabelTable& table,
    const std::function<void(std::span<const std::int32_t>)>& take) {
  Index labels = 0;
  std::vector<std::int32_t> numbers;
  const auto give = [&] {
    take(numbers);
    labels += static_cast<Index>(numbers.size());
    numbers.clear();
  };
  for (const std::string& path : files) {
    LineSource lines(path);
    while (const auto line = lines.next()) {
      const std::size_t start = line->find_first_not_of(" \t");
      if (start == line->npos || (*line)[start] == '#') continue;
      numbers.push_back(table.add(label_at(lines, *line, start), lines.name(),
                                  lines.line(), static_cast<Index>(start) + 1));
      if (numbers.size() == kLabelsAtOnce) give();
    }
  }
  give();
  if (labels == rows) return;
  throw DataError(input_name(files.back()),
                  "expected " + std::to_string(rows) +
                      " labels, one for each row of the data, found " +
                      std::to_string(labels));
}

}  // namespace semilin::io
