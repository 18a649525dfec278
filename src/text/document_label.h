// The meaning of the label of a document.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "semilin/text/documents.h"

namespace semilin {

struct DocumentLabel {
  std::string name;  ///< empty: unlabeled
  bool set = false;  ///< the name is that of a set (join_labels)
};

/// Adds the label of the batch's next document.
void append_label(DocumentLabel label, DocumentBatch& batch);

inline constexpr const char* kLabelRule =
    "a label in UTF-8 without control characters";

/// Reads labels by the rules that a TableColumns has for them. Nothing is
/// given for what breaks kLabelRule.
class LabelReader {
 public:
  explicit LabelReader(const TableColumns& rules);

  /// A name, which is always one class.
  [[nodiscard]] std::optional<DocumentLabel> name(std::string_view text) const;
  /// A name, or with a separator a set of names. Quotes around a name are
  /// removed if there is a separator or `quotes` is true.
  [[nodiscard]] std::optional<DocumentLabel> field(std::string_view text,
                                                   bool quotes) const;
  /// The set of these names.
  [[nodiscard]] std::optional<DocumentLabel> list(
      const std::vector<std::string>& names) const;

 private:
  [[nodiscard]] DocumentLabel known(DocumentLabel label) const;

  std::string separator_;
  std::optional<std::string> unlabeled_;
};

}  // namespace semilin
