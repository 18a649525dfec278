// A record of a table becomes a document.
#pragma once

#include <charconv>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "semilin/advanced/io/label_text.h"
#include "semilin/base/error.h"
#include "semilin/text/documents.h"

#include "base/plain_text.h"
#include "text/delimited.h"
#include "text/document_label.h"

namespace semilin {

/// One document of a record: the contents of its fields, checked.
class Record {
 public:
  Record(const std::string& file, DocumentBatch& batch)
      : file_(file), batch_(batch) {
    batch_.texts.emplace_back();
  }

  void add_text(std::string_view text) {
    if (parts_++ > 0) batch_.texts.back() += '\n';
    batch_.texts.back() += text;
  }
  void set_text(std::string text) { batch_.texts.back() = std::move(text); }
  /// `label` was read of the field.
  void set_label(std::optional<DocumentLabel> label, const Cell& field) {
    if (!label) refuse(field, kLabelRule);
    append_label(*std::move(label), batch_);
  }
  /// The record begins on the line; without an id its number is one.
  void set_id(const Cell& field, Index line, Index number) {
    if (!field.text.empty() && field.text != "?" && !can_name_class(field.text))
      refuse(field, "an id without control characters");
    if (field.text.empty())
      batch_.ids.push_back(std::to_string(number));
    else
      batch_.ids.push_back(field.text);
    batch_.placed.push_back(field.text.empty());
    batch_.lines.push_back(line);
  }
  /// Call it after the label is set.
  void set_drawn(const Cell& field) {
    if (field.text.empty()) {
      batch_.drawn.push_back(0);
      return;
    }
    double probability = 0;
    const char* end = field.text.data() + field.text.size();
    const auto [stop, fault] =
        std::from_chars(field.text.data(), end, probability);
    const bool number = fault == std::errc() && stop == end;
    const bool labeled = !batch_.labels.back().empty();
    if (labeled && !(number && probability >= 0 && probability <= 1))
      refuse(field, "a probability in [0, 1]");
    batch_.drawn.push_back(labeled ? probability : 0);
  }

 private:
  [[noreturn]] void refuse(const Cell& field, const char* expected) const {
    throw DataError(file_, field.line, field.column, expected,
                    quote(field.text));
  }

  const std::string& file_;
  DocumentBatch& batch_;
  int parts_ = 0;
};

}  // namespace semilin
