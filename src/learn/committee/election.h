// One vote of a committee, from hypotheses about the class sizes to shares.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "learn/committee/hypotheses.h"

namespace semilin {

/// Evidence of labels that somebody gave; it tests all other evidence.
inline constexpr std::string_view kLabels = "labels";

/// The members on a batch that has been trained on its labeled rows alone; it
/// is borrowed, and left as it was. The batches have the same rows.
struct Panel {
  std::string_view evidence;
  OutputBatch& batch;
  std::vector<Hypothesis> hypotheses;  ///< hypotheses to be tried
  bool again = false;  ///< it votes under the sizes of the vote as well
  /// The batch's classes as those of the vote. If they are not all, the panel
  /// abstains from the others: its votes divide what the panels that know more
  /// classes leave to its own, and labels of the others do not test it.
  std::vector<std::int32_t> classes;
};

/// The sizes of these classes among those of all.
[[nodiscard]] inline std::vector<double> sizes_among(
    std::span<const std::int32_t> classes, const std::vector<double>& sizes) {
  std::vector<double> own;
  for (const std::int32_t k : classes)
    own.push_back(sizes[k]);
  return own;
}

/// Outputs of labeled rows by models that did not know them, rows x outputs.
struct HeldOutOutputs {
  std::vector<double> model, supervised;
  Votes truth;  ///< classes of the rows
};

struct Elected {
  bool interrupted = false;
  /// Rows of the vote x classes; none if it was interrupted before any vote,
  /// and then nothing else.
  std::optional<std::vector<double>> shares;
  /// The mean of the hypotheses' sizes by the weights of their votes.
  std::vector<double> class_sizes;
  /// The committee's model and the supervised SVM, if labels can be held out:
  /// those of the first panel.
  std::optional<CrossValidated> held_out;
  /// The outputs of these two, if the panel knows all classes.
  std::optional<HeldOutOutputs> outputs;
  /// Labels held out contradict the labels' fractions.
  bool took_estimate = false;
  CommitteeFigures figures;
};

/// Each panel votes in four steps. Unless a graph of all rows is given, the
/// first two see at most 20,000 unlabeled rows, the same in every process.
///
/// 1. Labels are held out. They decide between the labels' fractions and the
///    estimate, where these are the hypotheses. A member that is three
///    standard errors below the best has no vote, unless it is one of the two
///    best of the first.
/// 2. The members that are first try all hypotheses of the panel.
/// 3. All members vote under those whose kappa is at most 0.1 below the best.
/// 4. Where the panel asks for that (Panel::again), they vote under the sizes
///    of this vote, and then under those of the vote with these.
///
/// If there is an earlier vote, which fits (earlier_vote.h), there are no such
/// steps: the members that counted there vote under the same hypotheses and the
/// sizes of the votes so far, with the same weights. Where these data do not
/// have a hypothesis, its sizes are those of then.
///
/// The vote is about `rows`, each of which every panel either votes on or has a
/// label of, in `classes` classes; `supervised` is what the SVM says of them.
[[nodiscard]] Elected elect(const Roster& roster, const TrainOptions& options,
                            const std::shared_ptr<Graphs>& graphs,
                            std::vector<Panel> panels,
                            std::span<const Index> rows, std::size_t classes,
                            const Votes& supervised, const EarlierVote* earlier,
                            const Progress& progress);

}  // namespace semilin
