#include "io/label_file.h"

#include <algorithm>
#include <string_view>

#include "semilin/advanced/io/line_source.h"
#include "semilin/base/error.h"

#include "io/entry_fault.h"
#include "io/input.h"
#include "io/quote.h"

namespace semilin::io {
namespace {

constexpr std::size_t kLabelsAtOnce = 4096;

// The label on the line last read, whose content without comment is `text` and
// starts with it at `start`.
std::string_view label_at(const LineSource& lines, std::string_view text,
                          std::size_t start) {
  const std::size_t end =
      std::min(text.find_first_of(" \t", start), text.size());
  if (const std::size_t more = text.find_first_not_of(" \t", end);
      more != text.npos) {
    throw DataError(lines.name(), lines.line(), static_cast<Index>(more) + 1,
                    "one label per line", quote(text.substr(more)));
  }
  const std::string_view label = text.substr(start, end - start);
  if (!can_be_label(label)) {
    throw DataError(lines.name(), lines.line(), static_cast<Index>(start) + 1,
                    "a label", quote(label));
  }
  return label;
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
      const std::string_view text = line->substr(0, line->find('#'));
      const std::size_t start = text.find_first_not_of(" \t");
      if (start == text.npos) continue;
      numbers.push_back(table.add(label_at(lines, text, start), lines.name(),
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
