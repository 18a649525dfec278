// The kinds of files, graphs in files, and the contents of data, models and
// graphs as JSON, and such JSON as text for people.
#pragma once

#include <string>
#include <vector>

#include "semilin/graph/graph.h"
#include "semilin/linear/model.h"
#include "semilin/matrix/dataset.h"
#include "semilin/text/documents.h"
#include "semilin/text/vocabulary.h"

#include "cli/command/console.h"

namespace semilin::cli {

/// The kind of a file by its content; Data for "-", pipes and absent files.
enum class Content { Data, Store, Archive, LiblinearModel };
[[nodiscard]] Content content_of(const std::string& path);

/// A file's name without .gz.
[[nodiscard]] std::string without_gz(const std::string& path);

/// What a row of the data is: "document" in a store that vectorize made,
/// otherwise "row".
[[nodiscard]] std::string noun_of(const std::string& path);

/// Refuses a table of documents where rows are needed. Throws DataError.
void require_rows(const std::string& path);

/// The graph in `path`: an archive, or else edges as text ("-": standard
/// input). Throws DataError.
[[nodiscard]] Graph read_graph(const std::string& path);

/// Writes edges as text, or an archive with `info` about how the graph was
/// made.
void write_graph(const Graph& graph, const std::string& path, bool as_edges,
                 const std::string& info);

/// Documents, labels, copies (of the same text but for blanks at its ends),
/// lengths, and the documents of each class or label. Throws DataError.
[[nodiscard]] Json describe_documents(const std::string& path,
                                      const TableColumns& columns);

/// How many rows have no entry.
[[nodiscard]] Index empty_rows(const CsrStore& rows);

/// Sizes, and the rows of each class.
[[nodiscard]] Json describe_data(const Dataset& data);

/// How many words and phrases ("terms"), pieces and documents.
[[nodiscard]] Json describe_vocabulary(const Vocabulary& vocabulary);

/// Classes, sizes, bias, thresholds, vocabulary and how it was trained.
[[nodiscard]] Json describe_model(const LinearModel& model);

/// Sizes, degrees and components of a graph.
[[nodiscard]] Json describe_graph(const Graph& graph);

/// The `count` largest positive weights of each class, heaviest first, without
/// pieces:
/// {"class": [{"feature": 12, "term": "word", "weight": 1.5}, ...], ...}.
/// Features count from 0; terms are there if the model carries a vocabulary.
[[nodiscard]] Json heaviest_features(const LinearModel& model, Index count);

/// The same as lines: "class: word 1.5, ...".
[[nodiscard]] std::string heaviest_as_text(const Json& all);

/// "; read as words and pieces of words", without pieces if there are none;
/// empty unless texts were read as words.
[[nodiscard]] std::string reading(bool words, Index pieces);

/// Objects of the same keys as a table.
[[nodiscard]] std::string objects_as_table(const Json& list,
                                           const std::string& indent = "");

/// A JSON object as lines "key: value": objects indented, lists of objects as
/// tables.
[[nodiscard]] std::string as_text(const Json& object,
                                  const std::string& indent = "");

}  // namespace semilin::cli
