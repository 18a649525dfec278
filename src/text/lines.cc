// Documents that are lines: with a label before a tab, with those of fastText,
// or without.
#include <algorithm>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "semilin/base/error.h"

#include "base/plain_text.h"
#include "text/document_source.h"

namespace semilin {
namespace {

constexpr std::string_view kFastTextLabel = "__label__";

// A file with the line ends of old Macs is a single line.
void require_line_ends(PeekedLines& lines) {
  const auto first = lines.peek(0);
  if (!first || first->find('\r') == first->npos || lines.peek(1)) return;
  refuse_carriage_returns(lines.name(), 1,
                          static_cast<Index>(first->find('\r')) + 1);
}

class Lines : public LineDocuments {
 public:
  Lines(PeekedLines lines, TextFormat format, const TableColumns& rules)
      : LineDocuments(std::move(lines)), format_(format), reader_(rules) {
    require_line_ends(lines_);
  }

  bool next(Document& document) override {
    const auto line = lines_.next();
    if (!line) return false;
    document.line = lines_.line();
    document.id = std::to_string(document.line);
    if (format_ == TextFormat::Labeled)
      read_labeled(*line, document);
    else if (format_ == TextFormat::FastText)
      read_fasttext(*line, document);
    else
      document.text = *line;
    return true;
  }

 private:
  void read_labeled(std::string_view line, Document& document) const {
    const std::size_t tab = line.find('\t');
    if (tab == line.npos)
      throw DataError(
          lines_.name(), lines_.line(), 1, "label<TAB>text",
          line.empty() ? "an empty line" : quote(line) + " without a tab");
    const std::string_view label = line.substr(0, tab);
    document.label = required(reader_.field(label, true), begin_of(label),
                              " before the tab");
    document.text = line.substr(tab + 1);
  }

  // Words that begin as labels are labels wherever they stand.
  void read_fasttext(std::string_view line, Document& document) const {
    std::vector<std::string> labels;
    std::string& text = document.text;
    while (!line.empty()) {
      const std::size_t end = std::min(line.find_first_of(" \t"), line.size());
      const std::string_view word = line.substr(0, end);
      if (word.starts_with(kFastTextLabel)) {
        labels.emplace_back(word.substr(kFastTextLabel.size()));
      } else {
        text.append(text.empty() ? "" : " ").append(word);
      }
      line.remove_prefix(std::min(end + 1, line.size()));
    }
    if (!labels.empty())
      document.label = required(reader_.list(labels), begin_of(line));
  }

  // A text at the beginning of the line.
  [[nodiscard]] Cell begin_of(std::string_view text) const {
    return {std::string(text), lines_.line(), 1};
  }

  TextFormat format_;
  LabelReader reader_;
};

}  // namespace

std::unique_ptr<DocumentReader::Source> open_lines(
    PeekedLines lines, TextFormat format, const TableColumns& columns) {
  return std::make_unique<Lines>(std::move(lines), format, columns);
}

}  // namespace semilin
