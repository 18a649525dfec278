// The distinct labels of files, numbered as they occur, and their meaning.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "semilin/base/index.h"
#include "semilin/io/svmlight.h"
#include "semilin/matrix/dataset.h"

namespace semilin::io {

/// A label, as a word of svmlight text (io/tokens.h), and where it stood
/// first; line 0: not in a text file.
struct SeenLabel {
  std::string word;
  std::string file;
  Index line = 0;
  Index column = 0;
};

class LabelTable {
 public:
  /// The number of `word`; the place is kept if the word is new.
  std::int32_t add(std::string_view word, std::string_view file, Index line,
                   Index column);
  [[nodiscard]] const std::vector<SeenLabel>& seen() const { return seen_; }

 private:
  std::vector<SeenLabel> seen_;
  std::map<std::string, std::int32_t, std::less<>> numbers_;
  std::int32_t last_ = -1;  // neighbors often have the same label
};

/// The classes that a table's labels name, and the class (or kUnlabeled) of
/// each label.
struct LabelMeaning {
  std::vector<std::string> classes;
  std::vector<std::int32_t> class_of;
  bool multi_label = false;  ///< see Dataset
};

/// Gives the data the classes; their labels are numbers of a table, -1 where
/// there is none.
void set_classes(LabelMeaning meaning, Dataset& data);

/// Applies the grammar of labels and the rules of ReadOptions (classes,
/// known_classes, unlabeled_label, `0`). Throws DataError for a label that is
/// none of options.classes.
[[nodiscard]] LabelMeaning interpret(const LabelTable& table,
                                     const ReadOptions& options);

/// True for a spelling of 0.
[[nodiscard]] bool is_zero(const std::string& name);

/// SVMlight's and SVMlin's rule: beside both +1 and -1, and nothing else, a 0
/// says that the label is not known.
[[nodiscard]] bool zero_means_unlabeled(const std::vector<std::string>& names);

/// Adds the labels of `files` to the table and returns their numbers; blank
/// lines and comments are skipped. Throws DataError unless there are `rows`
/// labels.
[[nodiscard]] std::vector<std::int32_t> read_label_files(
    const std::vector<std::string>& files, Index rows, LabelTable& table);

}  // namespace semilin::io
