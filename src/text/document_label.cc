// The meaning of the label of a document.
#include <algorithm>
#include <utility>

#include "semilin/advanced/io/label_text.h"
#include "semilin/matrix/label_sets.h"

#include "base/plain_text.h"
#include "text/document_source.h"

namespace semilin {
namespace {

// The name in `text`; empty: none.
std::optional<std::string> read_name(std::string_view text) {
  std::string name = normal_name(text);
  if (name == "?") name.clear();
  if (!name.empty() && !can_name_class(name)) return std::nullopt;
  return name;
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

LabelReader::LabelReader(const TableColumns& rules)
    : separator_(rules.label_separator) {
  if (rules.unlabeled_label) unlabeled_ = normal_name(*rules.unlabeled_label);
}

DocumentLabel LabelReader::known(DocumentLabel label) const {
  if (unlabeled_ && label.name == *unlabeled_) return {};
  return label;
}

std::optional<DocumentLabel> LabelReader::name(std::string_view text) const {
  auto name = read_name(text);
  if (!name) return std::nullopt;
  return known({*std::move(name)});
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
