#include "cli/command/table.h"

#include <algorithm>
#include <cassert>
#include <cstddef>

namespace semilin::cli {
namespace {

// Code points, so that accents do not shift columns.
std::size_t width(const std::string& cell) {
  return std::count_if(cell.begin(), cell.end(), [](char c) {
    return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U;
  });
}

}  // namespace

Table::Table(std::vector<std::string> head) {
  lines_.push_back(std::move(head));
}

void Table::add(std::vector<std::string> cells) {
  assert(cells.size() == lines_.front().size());
  lines_.push_back(std::move(cells));
}

std::string Table::text() const {
  std::vector<std::size_t> widths(lines_.front().size());
  for (const auto& line : lines_) {
    for (std::size_t c = 0; c < line.size(); ++c)
      widths[c] = std::max(widths[c], width(line[c]));
  }
  std::string text;
  for (const auto& line : lines_) {
    for (std::size_t c = 0; c < line.size(); ++c) {
      const std::string pad(widths[c] - width(line[c]), ' ');
      text += c == 0 ? line[c] + pad : "  " + pad + line[c];
    }
    text += '\n';
  }
  return text;
}

}  // namespace semilin::cli
