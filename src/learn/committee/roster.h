// Who votes in a committee, and what that costs.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <string_view>
#include <vector>

#include "learn/learner.h"

namespace semilin {

/// Total variation on a graph of the words of rows that have vectors as well.
inline constexpr std::string_view kTvRlsOnWords = "tv-rls on words";
/// Naive Bayes on words alone, of rows that have pieces of these as well, which
/// it takes for independent.
inline constexpr std::string_view kNbEmOnWords = "nb-em on words";

/// The methods that vote.
struct Roster {
  std::vector<std::string_view> members;
  /// The first so many try all hypotheses, the others vote where these agree.
  std::size_t first = 0;
  /// The method that would vote if there were not too many rows for its search.
  std::string_view absent = {};
  /// An exact search for neighbors would take too long, an approximate one
  /// would not.
  bool approximate = false;
  bool dense = false;  ///< the features are
  /// Each of several processes has a part of the rows. A member on a graph
  /// votes on those of all.
  bool parts = false;
};

/// Throws std::invalid_argument for a part of data with dense rows or negative
/// values.
void require_committee_of_ranks(const Dataset& data);

/// Whether an approximate search among rows of so many non-zeros costs no more
/// additions than the rules allow (rules.h).
[[nodiscard]] bool can_search(double entries, std::size_t classes);

/// The methods that vote on the rows, by their features:
///
///   dense, or negative    annealing, the SVM, lap-rls, tv-rls
///   text                  annealing, naive Bayes (with pieces of words also on
///                         words alone), and tv-rls where its search for
///                         neighbors does not take too long
///   text beside vectors   the same, and tv-rls by the vectors
///
/// Data that are not whole must have passed require_committee_of_ranks. Throws
/// std::invalid_argument for a graph of such data.
[[nodiscard]] Roster roster_for(const Dataset& data,
                                const GraphTraining& training);

/// The graphs of members on the same rows, each made when a member on it first
/// votes. One that is given is taken.
class Graphs {
 public:
  Graphs(const Roster& roster, GraphTraining training, int threads,
         std::shared_ptr<KeptGraphs> kept = {});

  [[nodiscard]] bool given() const { return training_.graph.has_value(); }
  /// The same options, no graph yet, and none kept. Not if one is given.
  [[nodiscard]] std::shared_ptr<Graphs> of_other_rows() const;
  /// Those of the graph that was made last; before, as they were asked for.
  [[nodiscard]] const NeighborOptions& neighbors() const { return neighbors_; }

  /// The member on the graph of the rows of `data`, which are the same at every
  /// call. Throws Interrupted.
  [[nodiscard]] std::unique_ptr<Learner> learner(std::string_view member,
                                                 const Dataset& data,
                                                 const Progress& progress);

 private:
  GraphTraining training_;
  NeighborOptions neighbors_;
  bool approximate_;
  int threads_;
  std::shared_ptr<KeptGraphs> kept_;  // null: none
  std::map<std::string_view, PointsOfRows> points_;
};

struct Member {
  std::string_view name;
  const Method* method = nullptr;
  std::function<std::unique_ptr<Learner>(const Dataset&, const Progress&)> make;
  std::unique_ptr<Learner> learner = nullptr;  ///< made for the first vote
  /// Whether there are several processes. A member on a graph then does not
  /// ask for progress, since its threads would ask at different times.
  bool parts = false;

  /// The classes of batch.unlabeled(). The batch has been trained on its
  /// labeled rows alone. Class sizes are constraints on a graph.
  [[nodiscard]] Votes vote(OutputBatch& batch, const ClassSizes& sizes,
                           const Progress& progress);
};

/// Rough members for as many rows and labels as `data` has; each makes its
/// learner at its first vote.
[[nodiscard]] std::vector<Member> make_members(
    const Roster& roster, const Dataset& data, const TrainOptions& options,
    const std::shared_ptr<Graphs>& graphs);

}  // namespace semilin
