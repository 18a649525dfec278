// Who votes in a committee.
#ifndef SEMILIN_SRC_LEARN_COMMITTEE_ROLL_H_
#define SEMILIN_SRC_LEARN_COMMITTEE_ROLL_H_

#include <string_view>
#include <vector>

#include "semilin/graph/neighbors.h"
#include "semilin/matrix/dataset.h"

namespace semilin {

/// A method that votes.
struct Voter {
  std::string_view name;
  bool on_graph = false;
};

/// All of them; the first two are cheap.
struct Roll {
  std::vector<Voter> members;
  /// The SVM, a member itself, would favour the linear members.
  bool svm_judges = false;
  /// An exact search would take too long, an approximate one would not.
  bool approximate = false;

  [[nodiscard]] bool has(std::string_view name) const {
    for (const Voter& voter : members)
      if (voter.name == name) return true;
    return false;
  }
};

/// By the features of the rows: annealing and, of text, naive Bayes, and total
/// variation where a search for neighbours does not take too long; of dense
/// rows, or rows with negative values, the methods on a graph and the SVM.
[[nodiscard]] Roll roll_for(const Dataset& data, Search search);

}  // namespace semilin

#endif  // SEMILIN_SRC_LEARN_COMMITTEE_ROLL_H_
