// Documents that are lines: with a label before a tab, with those of fastText,
// or without.
#include <algorithm>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "semilin/base/error.h"

#include "base/plain_text.h"
#include "text/delimited.h"
#include "text/document_label.h"
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

  bool append_next(DocumentBatch& batch) override {
    const auto line = lines_.next();
    if (!line) return false;
    batch.ids.push_back(std::to_string(lines_.line()));
    batch.placed.push_back(true);
    batch.lines.push_back(lines_.line());
    if (format_ == TextFormat::Labeled) {
      append_labeled(*line, batch);
    } else if (format_ == TextFormat::FastText) {
      append_fasttext(*line, batch);
    } else {
      append_label({}, batch);
      batch.texts.emplace_back(*line);
    }
    return true;
  }

 private:
  void append_labeled(std::string_view line, DocumentBatch& batch) const {
    const std::size_t tab = line.find('\t');
    if (tab == std::string_view::npos) {
      throw DataError(
          lines_.name(), lines_.line(), 1, "label<TAB>text",
          line.empty() ? "an empty line" : quote(line) + " without a tab");
    }
    append(reader_.field(line.substr(0, tab), true), line.substr(0, tab),
           " before the tab", batch);
    batch.texts.emplace_back(line.substr(tab + 1));
  }

  // Words that begin as labels are labels wherever they stand.
  void append_fasttext(std::string_view line, DocumentBatch& batch) const {
    std::vector<std::string> labels;
    std::string text;
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
    append(labels.empty() ? DocumentLabel() : reader_.list(labels), line, "",
           batch);
    batch.texts.push_back(std::move(text));
  }

  void append(std::optional<DocumentLabel> label, std::string_view text,
              const char* where, DocumentBatch& batch) const {
    if (!label) {
      throw DataError(lines_.name(), lines_.line(), 1,
                      std::string(kLabelRule) + where, quote(text));
    }
    append_label(*std::move(label), batch);
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
