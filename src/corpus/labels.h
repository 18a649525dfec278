// Labels in tables, words of classes, and the classes that these leave.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "semilin/advanced/corpus/evidence.h"
#include "semilin/corpus.h"
#include "semilin/io/svmlight.h"
#include "semilin/matrix/dataset.h"
#include "semilin/text/seed_words.h"

namespace semilin {

/// Called with a sentence.
using Doubt = std::function<void(const std::string&)>;

/// A class that looks like a word for unlabeled, or like a list; two spellings
/// of one number, among the `known` classes of a model, too; rows of
/// multi-label data that have no label.
void doubt_labels(const Dataset& data, const std::vector<std::string>& known,
                  const std::string& path, const Doubt& doubt);
/// Labels that a single row has, where most have several; none otherwise.
std::vector<std::string> single_labels(const Dataset& data,
                                       const std::string& path,
                                       const Doubt& doubt);
/// One row with two labels makes a whole file multi-label: few rows that have a
/// number of labels other than one.
void doubt_rare_sets(const Dataset& data, const Doubt& doubt);

/// The beginning of a text, in quotes.
[[nodiscard]] std::string shown(const std::string& text);

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

/// take_words for those of the source, or if it names none for those `kept`
/// with its data. With `named`, its vocabulary is a text of the features'
/// names. Throws std::invalid_argument, DataError.
[[nodiscard]] std::vector<std::string> take_words_of(
    const Source& source, bool named, std::vector<ClassWords> kept,
    Corpus& corpus);

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
