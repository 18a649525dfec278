// The work that the ranks of one command share, besides training.
#ifndef SEMILIN_TOOLS_CLI_DATA_RANKS_H_
#define SEMILIN_TOOLS_CLI_DATA_RANKS_H_

#include <string>
#include <vector>

#include "semilin/base/ranks.h"
#include "semilin/io/svmlight.h"
#include "semilin/learn/model.h"
#include "semilin/matrix/dataset.h"

#include "cli/command/command.h"

namespace semilin::cli {

/// If there are several ranks, each reads only its own rows, and only the first
/// prints. Options have `quiet`, and `source` or `read`. Throws UsageError for
/// vectors.
template <class Options>
void prepare_for_ranks(Options& options, const Ranks& ranks) {
  if constexpr (requires { options.source; }) {
    if (ranks.many() && !options.source.vectors.empty())
      throw UsageError("mpirun: --vectors needs a single process");
    options.source.read.check_rows = !ranks.many();
  } else {
    options.read.check_rows = !ranks.many();
  }
  if (ranks.rank() == 0) return;
  options.quiet = true;
  options.log.clear();
}

/// The path with this rank's number, from 0, in place of %d, if there are many.
[[nodiscard]] std::string own_file(std::string path, const Ranks& ranks);

/// Has read_dataset give each rank's store, `path`, the classes of all stores
/// and as many columns. Throws UsageError for another file, DataError for
/// stores that were made with different vocabularies.
void agree_on_stores(const std::string& path, const Ranks& ranks,
                     ReadOptions& read);

/// scores(model, data.rows) at rank 0; each rank reads its part of the rows.
/// The first row has the number `first` in messages.
[[nodiscard]] std::vector<double> scores_of_ranks(const Model& model,
                                                  const Dataset& data,
                                                  int threads,
                                                  const Ranks& ranks,
                                                  Index first = 0);

/// known_terms(data.rows, model) likewise.
[[nodiscard]] std::vector<Index> terms_of_ranks(const Dataset& data,
                                                const ModelHead& model,
                                                const Ranks& ranks);

}  // namespace semilin::cli

#endif  // SEMILIN_TOOLS_CLI_DATA_RANKS_H_
