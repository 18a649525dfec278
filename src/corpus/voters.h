// The votes of a file on the rows of a corpus.
#ifndef SEMILIN_SRC_CORPUS_VOTERS_H_
#define SEMILIN_SRC_CORPUS_VOTERS_H_

#include <string>

#include "semilin/advanced/corpus/evidence.h"

namespace semilin {

/// The votes of a table (.csv, .tsv, .jsonl): a column of ids and one of the
/// classes that each voter names, empty where it abstains. `rules` name the
/// column of ids, what separates fields, and a class that means abstaining.
/// Throws DataError for an id that no row or an earlier line has, and for
/// anything but the name of a class.
[[nodiscard]] NamedVotes read_votes(const std::string& path,
                                    const TableColumns& rules,
                                    const Corpus& corpus);

}  // namespace semilin

#endif  // SEMILIN_SRC_CORPUS_VOTERS_H_
