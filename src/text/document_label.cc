#include "text/document_label.h"

#include <algorithm>
#include <array>
#include <utility>

#include "semilin/advanced/io/label_text.h"
#include "semilin/matrix/label_sets.h"

#include "base/quoted.h"

namespace semilin {
namespace {

// The name in `text`; empty: none.
std::optional<std::string> read_name(std::string_view text) {
  text = trimmed(text);
  if (text.empty() || text == "?") return std::string();
  if (!can_name_class(text)) return std::nullopt;
  return std::string(text);
}

std::string unquoted(std::string_view text) {
  text = trimmed(text);
  std::string name;
  const std::size_t size = read_quoted(text, name);
  return size > 0 && size == text.size() ? name : std::string(text);
}

// Where the part at the front of `text` ends: a part in quotes behind these.
std::size_t end_of_part(std::string_view text, const std::string& separator) {
  const std::size_t begin = text.size() - trimmed(text).size();
  std::string name;
  const std::size_t quoted =
      begin < text.size() ? read_quoted(text.substr(begin), name) : 0;
  return std::min(text.find(separator, quoted > 0 ? begin + quoted : 0),
                  text.size());
}

}  // namespace

std::string_view trimmed(std::string_view text) {
  constexpr std::array<std::string_view, 5> kUnseen = {" ", "\t", "\u00a0",
                                                       "\u200b", "\ufeff"};
  const auto may_end = [](char c) {
    return c == ' ' || c == '\t' || static_cast<unsigned char>(c) >= 0x80;
  };
  bool found = !text.empty() && (may_end(text.front()) || may_end(text.back()));
  while (found) {
    found = false;
    for (const std::string_view unseen : kUnseen) {
      if (text.starts_with(unseen)) {
        text.remove_prefix(unseen.size());
        found = true;
      } else if (text.ends_with(unseen)) {
        text.remove_suffix(unseen.size());
        found = true;
      }
    }
  }
  return text;
}

void append_label(DocumentLabel label, DocumentBatch& batch) {
  batch.labels.push_back(std::move(label.name));
  batch.sets.push_back(label.set);
}

DocumentLabel LabelReader::known(DocumentLabel label) const {
  if (unlabeled_ && label.name == *unlabeled_) return {};
  return label;
}

std::optional<DocumentLabel> LabelReader::name(std::string_view text) const {
  text = trimmed(text);
  std::optional<DocumentLabel> label(std::in_place);
  if (text.empty() || text == "?" || text == unlabeled_) return label;
  if (can_name_class(text))
    label->name = text;
  else
    label.reset();
  return label;
}

std::optional<DocumentLabel> LabelReader::list(
    const std::vector<std::string>& names) const {
  std::vector<std::string> members;
  for (const std::string& one : names) {
    auto name = read_name(one);
    if (!name) return std::nullopt;
    if (!name->empty()) members.push_back(*std::move(name));
  }
  return known({join_labels(std::move(members)), true});
}

std::optional<DocumentLabel> LabelReader::field(std::string_view text,
                                                bool quotes) const {
  if (separator_.empty()) return name(quotes ? unquoted(text) : text);
  text = trimmed(text);
  if (text.empty() || text == "?") return DocumentLabel();
  std::vector<std::string> names;
  while (!text.empty()) {
    const std::size_t end = end_of_part(text, separator_);
    names.push_back(unquoted(text.substr(0, end)));
    text.remove_prefix(std::min(end + separator_.size(), text.size()));
  }
  return list(names);
}

}  // namespace semilin
