// Labels in tables of their own, by the ids of rows; warnings about odd labels.
#ifndef SEMILIN_TOOLS_CLI_DATA_LABEL_TABLES_H_
#define SEMILIN_TOOLS_CLI_DATA_LABEL_TABLES_H_

#include <functional>
#include <string>
#include <vector>

#include "semilin/io/svmlight.h"
#include "semilin/text/documents.h"

#include "cli/data/documents.h"

namespace semilin::cli {

/// True for a file of labels that is a table, by its name: .csv, .tsv, .jsonl,
/// each with .gz or without.
[[nodiscard]] bool is_label_table(const std::string& path);
/// Takes such files out of read.label_files.
[[nodiscard]] std::vector<std::string> split_label_tables(ReadOptions& read);

/// A row of such a table.
struct TableLabel {
  std::string id;
  Index line = 0;          ///< line of the table
  std::string label;       ///< empty: none
  bool set = false;        ///< as in DocumentBatch
  double probability = 0;  ///< with which it was drawn; 0: not known
};
/// Calls `use` with the last one of each id, in the order of the first ones.
/// `rules` define what a label means. Throws DataError.
void for_each_label(const std::string& path, const TableColumns& rules,
                    const std::function<void(const TableLabel&)>& use);

/// Gives the rows the labels of the table: its columns id and label, an empty
/// label for none. Where it has the columns chosen and probability, as suggest
/// writes them, rows with a label were drawn with that probability. Throws
/// DataError for an id that no row has.
void take_label_table(const std::string& path, const TableColumns& rules,
                      Documents& documents);

/// Refuses rows of which two have the same id. Throws DataError.
void require_own_ids(const Documents& documents, const std::string& path);

/// The words for a missing column of labels in messages, after "found".
[[nodiscard]] std::string without_labels(
    const std::vector<std::string>& other_columns);

/// Warns of a class that looks like a word for unlabelled, and of rows of
/// multi-label data that have no label, and names the option that makes them
/// unlabelled.
void warn_of_labels(const Dataset& data, const std::string& path);

}  // namespace semilin::cli

#endif  // SEMILIN_TOOLS_CLI_DATA_LABEL_TABLES_H_
