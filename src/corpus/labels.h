// What may be wrong with labels, and the classes that they leave.
#ifndef SEMILIN_SRC_CORPUS_LABELS_H_
#define SEMILIN_SRC_CORPUS_LABELS_H_

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "semilin/corpus.h"
#include "semilin/io/svmlight.h"
#include "semilin/matrix/dataset.h"

namespace semilin {

/// Called with a sentence.
using Doubt = std::function<void(const std::string&)>;

/// A hash of the first letters of a text, without what programs for tables
/// change: blanks, line ends and quotes. 0: there are none.
[[nodiscard]] std::uint64_t fingerprint(std::string_view text);

/// Takes the tables out of read.label_files.
[[nodiscard]] std::vector<std::string> split_label_tables(ReadOptions& read);

/// Refuses rows of which two have the same id. Throws DataError.
void require_own_ids(const Corpus& corpus, const std::string& path);

/// The words for a missing column of labels in messages, after "found".
[[nodiscard]] std::string without_labels(
    const std::vector<std::string>& other_columns);

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

#endif  // SEMILIN_SRC_CORPUS_LABELS_H_
