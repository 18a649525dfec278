// The data that the processes of one command share, besides training.
#pragma once

#include <string>
#include <vector>

#include "semilin/corpus.h"

#include "cli/command/console.h"

namespace semilin::cli {

/// Whether mpirun started no other process.
[[nodiscard]] bool is_alone();
/// Whether this process writes, as one of them does.
[[nodiscard]] bool is_first();

/// Under mpirun each process reads only its own rows, and only the first
/// prints.
void share_work(ReadOptions& read, bool& quiet, std::string& log);

/// The path with this process' number, from 0, in place of %d, if there are
/// several.
[[nodiscard]] std::string own_file(const std::string& path);

/// If DATA have %d in their name, gives each process a store of its own, and
/// the files beside it; all have the classes of all stores and as many columns.
/// Throws UsageError for files that are not each process' own, DataError for
/// stores that were made with different vocabularies.
void take_own_files(Source& source);

/// Reduces rows that every process has to those of this one.
void take_own_rows(Corpus& corpus);

/// The labels of the rows of all processes, at the first one.
[[nodiscard]] std::vector<std::int32_t> labels_of_all(
    std::vector<std::int32_t> own);

/// scores(model, rows) at the first process; each reads its part of the rows.
/// The first row has the number `first` in messages.
[[nodiscard]] std::vector<double> scores_of_all(const Model& model,
                                                const Corpus& rows, int threads,
                                                Index first = 0);

/// known_terms(data.rows, model) likewise.
[[nodiscard]] std::vector<Index> terms_of_all(const Dataset& data,
                                              const ModelHead& model);

/// The traffic of several processes, and a line about it for `products`; empty
/// for one.
[[nodiscard]] Json communication_json();
[[nodiscard]] std::string communication_line(Index products);

}  // namespace semilin::cli
