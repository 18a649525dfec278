// One vote of a committee, from hypotheses about the class sizes to shares.
#pragma once

#include <memory>
#include <optional>
#include <string_view>
#include <vector>

#include "learn/committee/hypotheses.h"

namespace semilin {

/// The members on a batch that has been trained on its labeled rows alone and
/// is borrowed; its iterate changes. The votes are those on the unlabeled rows
/// of the first panel, which are among the others'.
struct Panel {
  std::string_view evidence;
  OutputBatch& batch;
  std::vector<Hypothesis> hypotheses;  ///< hypotheses to be tried
  bool again = false;  ///< it votes under the sizes of the vote as well
};

struct Elected {
  bool interrupted = false;
  /// Unlabeled rows x classes; none if it was interrupted before any vote, and
  /// then nothing else.
  std::optional<std::vector<double>> shares;
  /// The mean of the hypotheses' sizes by the weights of their votes.
  std::vector<double> class_sizes;
  /// The committee's model and the supervised SVM, if labels can be held out:
  /// those of the first panel.
  std::optional<CrossValidated> held_out;
  /// Labels held out contradict the labels' fractions.
  bool took_estimate = false;
  CommitteeFigures figures;
};

/// In each panel, on at most 20,000 unlabeled rows, which all ranks have,
/// unless a graph of all rows is given: holds labels out, by which it takes one
/// of the labels' fractions and the estimate where these are the hypotheses,
/// and tries all hypotheses with the members that are first. Then all members
/// vote under those hypotheses of their panel whose kappa is at most 0.1 below
/// the best; and under the sizes of their panel's vote, and of the vote with
/// these. Members that are not first are not asked if labels held out put them
/// three standard errors below the best. `supervised`: the votes of the SVM.
[[nodiscard]] Elected elect(const Roster& roster, const TrainOptions& options,
                            const std::shared_ptr<Graphs>& graphs,
                            std::vector<Panel> panels, const Votes& supervised,
                            const Progress& progress);

}  // namespace semilin
