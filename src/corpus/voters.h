// The votes of a table on the rows of a corpus.
#pragma once

#include <functional>
#include <string>
#include <unordered_map>
#include <vector>

#include "semilin/advanced/corpus/evidence.h"

#include "corpus/labels.h"

namespace semilin {

/// The row that a line of a table is about.
using FindRow = std::function<Index(const TableLabel&)>;

/// The votes of a table (.csv, .tsv, .jsonl): a column of ids and one of the
/// classes that each voter names, empty where it abstains. `rules` name the
/// column of ids, what separates fields, and a class that means abstaining.
/// Throws DataError for a row that an earlier line has, and for anything but
/// the name of a class.
[[nodiscard]] NamedVotes read_votes(const std::string& path,
                                    const TableColumns& rules,
                                    const FindRow& row_of);

/// Throws DataError, which calls the votes `votes`, for classes that the model
/// does not have.
void require_known(const std::vector<std::string>& classes,
                   const ModelHead& model, const std::string& votes);

/// The votes of Source::votes, if any, on rows that a model predicts.
class NewVotes {
 public:
  /// Throws DataError, which calls the model `name`, if it has no voters or no
  /// calibration; `doubt` is called for voters that it does not know.
  NewVotes(const Source& source, const ModelHead& model,
           const std::string& name, const Doubt& doubt);
  /// Sets Corpus::vote_scores of some rows, of which the first has the number
  /// `first`.
  void put_beside(Corpus& some, Index first);
  /// Throws DataError for an id that no row had.
  void require_found() const;

 private:
  struct Line {
    std::string id;
    Index number = 0;
    bool found = false;
  };
  std::string path_, example_;  // a row's id
  std::size_t width_;           // outputs of the model
  std::vector<Line> lines_;
  std::unordered_map<std::string, std::size_t> places_;  // lines by id
  std::vector<double> outputs_;                          // lines x outputs
};

}  // namespace semilin
