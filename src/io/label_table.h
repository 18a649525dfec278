// The distinct labels of files, numbered as they are met, and what they mean.
#ifndef SEMILIN_IO_LABEL_TABLE_H_
#define SEMILIN_IO_LABEL_TABLE_H_

#include <cstdint>
#include <functional>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "semilin/base/index.h"
#include "semilin/io/svmlight.h"

namespace semilin::io {

/// A label and where it stood first; line 0: not in a text file.
struct SeenLabel {
  std::string name;
  std::string file;
  Index line = 0;
  Index column = 0;
};

class LabelTable {
 public:
  /// The number of `name`; the place is kept if the name is new.
  std::int32_t add(std::string_view name, std::string_view file, Index line,
                   Index column);
  [[nodiscard]] const std::vector<SeenLabel>& seen() const { return seen_; }

 private:
  std::vector<SeenLabel> seen_;
  std::map<std::string, std::int32_t, std::less<>> numbers_;
  std::int32_t last_ = -1;  // neighbours often have the same label
};

/// The classes that a table's labels name, and the class (or kUnlabeled) of
/// each label.
struct LabelMeaning {
  std::vector<std::string> classes;
  std::vector<std::int32_t> class_of;
};

/// Replaces each number of a table by its class; -1 by kUnlabeled.
void to_classes(const LabelMeaning& meaning, std::span<std::int32_t> numbers);

/// Applies the rules of ReadOptions (classes, unlabeled_label, `0`). Throws
/// DataError for a label that is none of options.classes.
[[nodiscard]] LabelMeaning interpret(const LabelTable& table,
                                     const ReadOptions& options);

}  // namespace semilin::io

#endif  // SEMILIN_IO_LABEL_TABLE_H_
