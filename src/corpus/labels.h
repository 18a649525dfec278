// Labels in tables, and the classes that labels leave.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "semilin/advanced/corpus/evidence.h"
#include "semilin/corpus.h"
#include "semilin/io/svmlight.h"
#include "semilin/matrix/dataset.h"

#include "corpus/label_doubts.h"

namespace semilin {

/// A hash of the first letters of a text, without what programs for tables
/// change: blanks, line ends and quotes. 0: there are none.
[[nodiscard]] std::uint64_t fingerprint(std::string_view text);

/// Finds the row of each line of a table by its id, or its number from 1. All
/// is borrowed.
class RowsByName {
 public:
  RowsByName(const Corpus& corpus, const std::string& table);
  /// Throws DataError for an id that not one row has, or another text.
  [[nodiscard]] Index row_of(const TableLabel& one) const;

 private:
  [[noreturn]] void refuse(const TableLabel& one, const std::string& expected,
                           const std::string& found) const;
  /// The id of the row that has the text, behind `before`; "" if none has.
  [[nodiscard]] std::string owner_of(std::uint64_t text,
                                     const char* before) const;

  const Corpus& corpus_;
  const std::string& table_;
  std::unordered_map<std::string, Index> rows_;
};

/// How tables beside the data are read.
[[nodiscard]] TableColumns table_rules(const Source& source);

/// Adds classes, those that the data have already as well.
void add_classes(std::vector<std::string> names, Dataset& data);

/// Takes the tables out of read.label_files.
[[nodiscard]] std::vector<std::string> split_label_tables(ReadOptions& read);

/// Refuses rows of which two have the same id. Throws DataError.
void require_own_ids(const Corpus& corpus, const std::string& path);

/// The words for a missing column of labels in messages, after "found".
[[nodiscard]] std::string without_labels(
    const std::vector<std::string>& other_columns);

/// Drops the classes that are not `kept`, whose rows become unlabeled.
void keep_classes(const std::vector<bool>& kept, Corpus& corpus);
/// Drops classes of empty rows, before words add some: they would attract every
/// row that resembles no other.
void drop_empty_classes(const std::string& path, const Doubt& doubt,
                        Corpus& corpus);
/// Throws DataError unless labels or words tell two classes.
void require_two_classes(const Corpus& corpus, const std::string& path,
                         const std::vector<std::string>& other_columns);

}  // namespace semilin
